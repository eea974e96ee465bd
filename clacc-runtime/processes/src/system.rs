//! Messages, the end of the program, and functions of the C library that this library stands before.

pub use clacc_runtime_core::system::{EXIT_STATUS, end_program, flush_streams, write_error};
use std::ffi::{CStr, c_char, c_void};

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// Why a program cannot go on in processes. The words are part of the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The system does not give what the model needs.
    System,
    /// The program has more than one thread, of which a new process would have one.
    Threads,
    /// The program itself has thread-local storage, whose addresses mean something else in each process.
    ThreadLocal,
    /// A process of a team ended by a signal.
    WorkerDied,
    /// A function whose effect would stay in one process.
    Refused,
    /// A stream was opened, closed or read where other processes would not know of it.
    Stream,
}

impl Condition {
    fn word(self) -> &'static str {
        match self {
            Self::System => "processes_system",
            Self::Threads => "processes_threads",
            Self::ThreadLocal => "processes_thread_local",
            Self::WorkerDied => "processes_worker_died",
            Self::Refused => "processes_refused",
            Self::Stream => "processes_stream",
        }
    }
}

/// Says why the program cannot go on.
pub fn say(condition: Condition, text: &str) {
    write_error(&format!("clacc_processes: {text} [{}]\n", condition.word()));
}

/// Says why the program cannot go on, and ends it.
pub fn fail(condition: Condition, text: &str) -> ! {
    say(condition, text);
    end_program(EXIT_STATUS)
}

/// The function that the program finds under a name; null if there is none.
pub fn visible(name: &CStr) -> *mut c_void {
    // SAFETY: null is the pseudo handle RTLD_DEFAULT, and the name outlives the call.
    unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) }
}

/// Returns the function of the C library that has the same name as a function of this library.
pub fn hidden(name: &CStr) -> *mut c_void {
    // The number is RTLD_NEXT of the C library.
    let next = std::ptr::without_provenance_mut(usize::MAX);
    // SAFETY: the handle is a pseudo handle, and the name outlives the call.
    let found = unsafe { dlsym(next, name.as_ptr()) };
    if found.is_null() {
        fail(Condition::System, &format!("the C library has no function {}", name.to_string_lossy()));
    }
    found
}
