//! The services of the C library that both runtimes use.

use alloc::ffi::CString;
use alloc::string::String;
use alloc::vec::Vec;
use core::ffi::{CStr, c_char, c_int, c_void};

/// The exit status of a program that a library ends.
pub const EXIT_STATUS: i32 = 1;

// These functions exist in every C library that this crate can be linked with. The declarations follow the C
// standard and POSIX.
unsafe extern "C" {
    fn atexit(handler: extern "C" fn()) -> c_int;
    fn fflush(stream: *mut c_void) -> c_int;
    fn _exit(status: c_int) -> !;
    fn getenv(name: *const c_char) -> *const c_char;
    fn gethostname(name: *mut c_char, bytes: usize) -> c_int;
    safe fn getpid() -> c_int;
    fn open(path: *const c_char, flags: c_int, ...) -> c_int;
    fn read(file: c_int, bytes: *mut c_void, count: usize) -> isize;
    fn write(file: c_int, bytes: *const c_void, count: usize) -> isize;
    fn close(file: c_int) -> c_int;
    /// Ends the program by a signal.
    pub safe fn abort() -> !;
}

const STANDARD_ERROR: c_int = 2;

/// Writes a message for the user. A failure is ignored, because it could not be reported; but signals may interrupt the call.
pub fn write_error(text: &str) {
    const MOST_INTERRUPTIONS: u32 = 16;
    let (mut left, mut failures) = (text.as_bytes(), 0);
    while !left.is_empty() && failures < MOST_INTERRUPTIONS {
        // SAFETY: so many bytes are readable.
        let written = unsafe { write(STANDARD_ERROR, left.as_ptr().cast(), left.len()) };
        match usize::try_from(written) {
            Ok(count) => left = left.get(count..).unwrap_or_default(),
            Err(_) => failures += 1,
        }
    }
}

/// Writes what the streams of the process still hold.
pub fn flush_streams() {
    // SAFETY: a null stream means every stream.
    unsafe { fflush(core::ptr::null_mut()) };
}

/// Registers a function that is called when the program ends normally.
pub fn call_at_exit(handler: extern "C" fn()) {
    // SAFETY: the handler has no arguments and no result, and exists as long as the library with it, which is never unloaded.
    unsafe { atexit(handler) };
}

/// Ends the program. Output is flushed, and exit handlers do not run.
pub fn end_program(status: i32) -> ! {
    flush_streams();
    // SAFETY: the function ends the process, and every status is allowed.
    unsafe { _exit(status) }
}

/// The value of an environment variable, if it is set.
pub fn variable(name: &str) -> Option<Vec<u8>> {
    let name = CString::new(name).ok()?;
    // SAFETY: the name is a C string.
    let value = unsafe { getenv(name.as_ptr()) };
    if value.is_null() {
        return None;
    }
    // SAFETY: `getenv` gave a C string. POSIX forbids programs to change the environment while other threads read it.
    Some(unsafe { CStr::from_ptr(value) }.to_bytes().to_vec())
}

/// The number of this process.
pub fn process_id() -> i32 {
    getpid()
}

/// The name of this machine.
pub fn host_name() -> Option<String> {
    let mut name = [0_u8; 256];
    // SAFETY: all bytes but the last are writable for the function, so that the name ends with a zero.
    let failed = unsafe { gethostname(name.as_mut_ptr().cast(), name.len() - 1) } != 0;
    let name = CStr::from_bytes_until_nul(&name).ok().filter(|_| !failed)?;
    Some(name.to_string_lossy().into_owned())
}

/// The beginning of a short text file; nothing if the file cannot be read.
pub fn file_text(path: &str) -> String {
    const READ_ONLY: c_int = 0;
    let Ok(path) = CString::new(path) else { return String::new() };
    // SAFETY: the path is a C string, and these flags need no further argument.
    let file = unsafe { open(path.as_ptr(), READ_ONLY) };
    if file < 0 {
        return String::new();
    }
    let mut bytes = [0_u8; 256];
    // SAFETY: so many bytes are writable.
    let count = unsafe { read(file, bytes.as_mut_ptr().cast(), bytes.len()) };
    // SAFETY: the file was opened above.
    unsafe { close(file) };
    let count = usize::try_from(count).unwrap_or(0);
    String::from_utf8_lossy(bytes.get(..count).unwrap_or_default()).into_owned()
}

// The C library's `syscall` of Linux.
#[cfg(target_os = "linux")]
unsafe extern "C" {
    fn syscall(number: core::ffi::c_long, ...) -> core::ffi::c_long;
}

/// The number that the operating system gives the calling thread, if it is known.
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
))]
pub fn thread_id() -> Option<i64> {
    const GETTID: core::ffi::c_long = if cfg!(target_arch = "x86_64") { 186 } else { 178 };
    // SAFETY: the call has no arguments.
    Some(unsafe { syscall(GETTID) })
}

/// Nothing: the number is not known on this system.
#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
)))]
pub fn thread_id() -> Option<i64> {
    None
}
