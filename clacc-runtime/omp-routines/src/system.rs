//! The services that the routines use of the C library.

use core::ffi::{CStr, c_char, c_int, c_long, c_void};
use core::fmt::{self, Write};

/// `struct timespec`.
#[repr(C)]
struct Time {
    seconds: c_long,
    nanoseconds: c_long,
}

// These functions exist in every C library that this one can be linked with. The declarations follow the C standard
// and POSIX.
unsafe extern "C" {
    fn getenv(name: *const c_char) -> *const c_char;
    fn write(file: c_int, text: *const c_void, bytes: usize) -> isize;
    safe fn abort() -> !;
    fn malloc(bytes: usize) -> *mut c_void;
    fn calloc(count: usize, bytes: usize) -> *mut c_void;
    fn free(block: *mut c_void);
    fn clock_gettime(clock: c_int, time: *mut Time) -> c_int;
    fn clock_getres(clock: c_int, time: *mut Time) -> c_int;
}

/// Reads an environment variable, if it is set. The text is that of the program, and lives during the call.
pub fn variable<T>(name: &CStr, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
    // SAFETY: the name is a C string.
    let text = unsafe { getenv(name.as_ptr()) };
    if text.is_null() {
        return None;
    }
    // SAFETY: `getenv` gave a C string. POSIX forbids programs to change the environment while other threads read it.
    Some(read(unsafe { CStr::from_ptr(text) }.to_bytes()))
}

/// A text of limited length. What is too much is left out.
#[derive(Debug)]
pub struct Line<const BYTES: usize> {
    text: [u8; BYTES],
    used: usize,
}

impl<const BYTES: usize> Line<BYTES> {
    /// The empty text.
    pub const fn new() -> Self {
        Self { text: [0; BYTES], used: 0 }
    }

    /// The C string that a function stores, which gets the start of the room and returns the whole length.
    pub fn filled(store: impl FnOnce(*mut c_char, usize) -> usize) -> Self {
        let mut line = Self::new();
        let length = store(line.text.as_mut_ptr().cast(), BYTES);
        line.used = length.min(BYTES.saturating_sub(1));
        line
    }

    /// Ends the text with the end of a line, for which the last byte is given up if need be.
    pub fn end_line(&mut self) {
        self.used = self.used.min(BYTES.saturating_sub(1));
        let _ = self.write_str("\n");
    }

    /// Returns the bytes that were written.
    pub fn bytes(&self) -> &[u8] {
        self.text.get(..self.used).unwrap_or_default()
    }
}

impl<const BYTES: usize> Default for Line<BYTES> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const BYTES: usize> Write for Line<BYTES> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.text.get_mut(self.used..).unwrap_or_default();
        let taken = text.len().min(room.len());
        for (to, from) in room.iter_mut().zip(text.bytes()) {
            *to = from;
        }
        self.used += taken;
        Ok(())
    }
}

/// Writes bytes to the standard error stream. A failure is ignored, because it could not be reported.
pub fn write_error(bytes: &[u8]) {
    const STANDARD_ERROR: c_int = 2;
    // SAFETY: the bytes are readable.
    let _ = unsafe { write(STANDARD_ERROR, bytes.as_ptr().cast(), bytes.len()) };
}

/// Writes a message for the user, as one line.
pub fn say(message: fmt::Arguments) {
    let mut line = Line::<1024>::new();
    let _ = write!(line, "clacc_omp: {message}");
    line.end_line();
    write_error(line.bytes());
}

/// Writes a message for the user and aborts the program.
pub fn fail(message: fmt::Arguments) -> ! {
    say(message);
    abort()
}

/// Returns a block of memory aligned for every type of C, or null.
pub fn allocate(bytes: usize) -> *mut c_void {
    // SAFETY: `malloc` accepts any size.
    unsafe { malloc(bytes) }
}

/// Like [`allocate`], with all bytes zero.
pub fn allocate_zeroed(bytes: usize) -> *mut c_void {
    // SAFETY: `calloc` accepts any sizes.
    unsafe { calloc(1, bytes) }
}

/// Frees a block.
///
/// # Safety
/// The block is null, or came from [`allocate`] or [`allocate_zeroed`] and was not freed before.
pub unsafe fn release(block: *mut c_void) {
    // SAFETY: the caller promises what `free` requires.
    unsafe { free(block) }
}

/// Returns the time of the monotonic clock, or its resolution, in seconds.
fn clock(read: unsafe extern "C" fn(c_int, *mut Time) -> c_int) -> f64 {
    const MONOTONIC: c_int = if cfg!(target_os = "linux") { 1 } else { 6 };
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // SAFETY: the time is writable; for a clock that is unknown, the function leaves it as it is.
    unsafe { read(MONOTONIC, &raw mut time) };
    #[allow(clippy::cast_precision_loss, reason = "a double is what the routines give")]
    let seconds = time.seconds as f64 + time.nanoseconds as f64 * 1e-9;
    seconds
}

/// Returns the seconds since a fixed moment in the past.
pub fn seconds() -> f64 {
    clock(clock_gettime)
}

/// Returns the resolution of [`seconds`], in seconds.
pub fn seconds_of_a_tick() -> f64 {
    clock(clock_getres)
}
