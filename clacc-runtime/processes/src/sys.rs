//! Calls of the system without the C library, whose functions this library defines itself or must not call while the program's memory is
//! exchanged.

use std::arch::asm;
use std::ffi::{c_int, c_long};

/// The numbers of the calls, by the names of the system.
#[allow(missing_docs, reason = "the names are those of the system's calls")]
#[cfg(target_arch = "x86_64")]
mod numbers {
    pub const MMAP: usize = 9;
    pub const MPROTECT: usize = 10;
    pub const MUNMAP: usize = 11;
    pub const MADVISE: usize = 28;
    pub const WRITE: usize = 1;
    pub const PWRITE: usize = 18;
    pub const FTRUNCATE: usize = 77;
    pub const MEMFD_CREATE: usize = 319;
    pub const FUTEX: usize = 202;
    pub const PRCTL: usize = 157;
    pub const CLOCK_GETTIME: usize = 228;
    pub const SCHED_YIELD: usize = 24;
    pub const GETPPID: usize = 110;
    pub const GETPID: usize = 39;
}

/// As above.
#[allow(missing_docs, reason = "the names are those of the system's calls")]
#[cfg(target_arch = "aarch64")]
mod numbers {
    pub const MMAP: usize = 222;
    pub const MPROTECT: usize = 226;
    pub const MUNMAP: usize = 215;
    pub const MADVISE: usize = 233;
    pub const WRITE: usize = 64;
    pub const PWRITE: usize = 68;
    pub const FTRUNCATE: usize = 46;
    pub const MEMFD_CREATE: usize = 279;
    pub const FUTEX: usize = 98;
    pub const PRCTL: usize = 167;
    pub const CLOCK_GETTIME: usize = 113;
    pub const SCHED_YIELD: usize = 124;
    pub const GETPPID: usize = 173;
    pub const GETPID: usize = 172;
}

pub use numbers::*;

/// The result of a call that ran past its time.
pub const TIMED_OUT: isize = -110;

/// Calls the system. A result from -4095 to -1 is an error's number, negative.
///
/// # Safety
/// As the call demands.
#[inline]
pub unsafe fn call(number: usize, arguments: [usize; 6]) -> isize {
    let result: isize;
    // SAFETY: the registers are those of the system's convention, and the caller promises the rest.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!("syscall", inlateout("rax") number.cast_signed() => result, in("rdi") arguments[0], in("rsi") arguments[1],
            in("rdx") arguments[2], in("r10") arguments[3], in("r8") arguments[4], in("r9") arguments[5], lateout("rcx") _, lateout("r11") _, options(nostack));
    }
    // SAFETY: as above.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!("svc 0", in("x8") number, inlateout("x0") arguments[0].cast_signed() => result, in("x1") arguments[1],
            in("x2") arguments[2], in("x3") arguments[3], in("x4") arguments[4], in("x5") arguments[5],
            options(nostack));
    }
    result
}

/// A number of C's type `int` as the system takes it.
pub fn word(number: c_int) -> usize {
    (number as isize).cast_unsigned()
}

/// Whether a result is an error's number.
pub fn is_error(result: isize) -> bool {
    (-4095..0).contains(&result)
}

/// A time of the monotonic clock.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Time {
    seconds: i64,
    nanoseconds: i64,
}

impl Time {
    /// The time so many nanoseconds, less than a second, from now.
    pub fn from_now(nanoseconds: i64) -> Self {
        const MONOTONIC: usize = 1;
        let mut now = Self::default();
        // SAFETY: the call writes the time.
        unsafe { call(CLOCK_GETTIME, [MONOTONIC, std::ptr::from_mut(&mut now).addr(), 0, 0, 0, 0]) };
        let nanoseconds = now.nanoseconds + nanoseconds;
        Self { seconds: now.seconds + nanoseconds / 1_000_000_000, nanoseconds: nanoseconds % 1_000_000_000 }
    }
}

/// The size of a page. Larger pages are multiples of it.
pub const PAGE: usize = if cfg!(target_arch = "aarch64") { 65_536 } else { 4096 };

/// The address rounded down to a page.
pub const fn page_below(address: usize) -> usize {
    address & !(PAGE - 1)
}

/// The address rounded up to a page.
pub const fn page_above(address: usize) -> usize {
    page_below(address + PAGE - 1)
}

/// Maps memory. `file`: a shared file and the place in it; none for private memory without a file.
///
/// # Safety
/// With flags that say so, what is there is lost.
pub unsafe fn map(
    at: usize,
    bytes: usize,
    protection: usize,
    flags: usize,
    file: Option<(c_int, usize)>,
) -> isize {
    let (file, place) = file.map_or((usize::MAX, 0), |(file, place)| (word(file), place));
    // SAFETY: the caller promises it.
    unsafe { call(MMAP, [at, bytes, protection, flags, file, place]) }
}

/// Protections and flags of [`map`].
pub mod flag {
    #![allow(missing_docs, reason = "the names are those of the system")]
    pub const READ_WRITE: usize = 3;
    pub const EXECUTE: usize = 4;
    pub const SHARED: usize = 1;
    pub const PRIVATE: usize = 2;
    pub const FIXED: usize = 0x10;
    pub const ANONYMOUS: usize = 0x20;
    pub const NO_RESERVE: usize = 0x4000;
    pub const NOT_OVER_OTHERS: usize = 0x10_0000;
}

/// Writes a text to a file. A failure is ignored, because it could not be reported.
pub fn write(file: c_int, text: &[u8]) {
    // SAFETY: the text is live during the call.
    unsafe { call(WRITE, [word(file), text.as_ptr().addr(), text.len(), 0, 0, 0]) };
}

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
}

/// Sets `errno` of the calling thread.
pub fn set_errno(number: c_int) {
    // SAFETY: the address is that of the thread's own variable.
    unsafe { *__errno_location() = number };
}

/// The C library's `syscall`. Sleepers of one process alone sleep for all: with the flag `FUTEX_PRIVATE_FLAG` another process would never
/// wake them. Locks of Rust's standard library and of `libclacc_omp` sleep through this function.
///
/// # Safety
/// As the call demands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn syscall(
    number: c_long,
    first: usize,
    second: usize,
    third: usize,
    fourth: usize,
    fifth: usize,
    sixth: usize,
) -> c_long {
    const OF_ONE_PROCESS: usize = 128;
    let number = number.cast_unsigned() as usize;
    let second = if number == FUTEX { second & !OF_ONE_PROCESS } else { second };
    // SAFETY: the caller promises it.
    let result = unsafe { call(number, [first, second, third, fourth, fifth, sixth]) };
    if is_error(result) {
        set_errno(-result as c_int);
        return -1;
    }
    result as c_long
}
