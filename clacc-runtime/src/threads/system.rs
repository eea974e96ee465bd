//! Queries of the operating system about the program and the calling thread.

pub use clacc_runtime_core::system::{EXIT_STATUS, end_program, write_error};
use std::time::Duration;

#[cfg(not(miri))]
unsafe extern "C" {
    safe fn clock() -> std::ffi::c_long;
}

/// The processor time that the program has used, of all its threads together. Zero where the system does not tell.
pub fn processor_time() -> Duration {
    #[cfg(not(miri))]
    // POSIX says that it counts microseconds.
    return Duration::from_micros(u64::try_from(clock()).unwrap_or(0));
    #[cfg(miri)]
    Duration::ZERO
}

/// Returns whether the calling thread is the one that the process began with. Its end is the end of the process, and exit
/// handlers run behind it. `false` where the system does not tell.
pub fn is_initial_thread() -> bool {
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    {
        unsafe extern "C" {
            fn syscall(number: i64, ...) -> i64;
        }
        const GETTID: i64 = if cfg!(target_arch = "x86_64") { 186 } else { 178 };
        // SAFETY: the call takes nothing, and always returns a number.
        i64::from(std::process::id()) == unsafe { syscall(GETTID) }
    }
    #[cfg(target_os = "macos")]
    {
        unsafe extern "C" {
            fn pthread_main_np() -> c_int;
        }
        // SAFETY: as above.
        unsafe { pthread_main_np() != 0 }
    }
    #[cfg(not(any(
        target_os = "macos",
        all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))
    )))]
    false
}
