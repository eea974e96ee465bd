//! What the system says about processors, and putting threads on them. On systems other than Linux there are no places.

use crate::places::Unit;
use crate::system::file_text;
use alloc::format;
use alloc::vec::Vec;

/// The processors that the calling thread may run on.
pub fn allowed() -> Vec<u32> {
    processors::allowed()
}

/// Puts the calling thread on processors. Where the system refuses, the thread stays where it is.
pub fn put_on(processors: &[u32]) {
    processors::put_on(processors);
}

/// Returns the number of the unit that a processor belongs to: that of its first processor, or of the socket.
pub fn unit_of(unit: Unit, processor: u32) -> u32 {
    let file = match unit {
        Unit::Thread => return processor,
        Unit::Core => "thread_siblings_list",
        Unit::Socket => "physical_package_id",
    };
    let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/{file}");
    let text = file_text(&path);
    let first = text.split(|end: char| !end.is_ascii_digit()).next().unwrap_or_default();
    // Without an answer, each processor is a core, and all are one socket.
    first.parse().unwrap_or(if unit == Unit::Core { processor } else { 0 })
}

#[cfg(all(target_os = "linux", not(miri)))]
mod processors {
    use alloc::vec::Vec;
    use core::ffi::c_int;

    const WORDS: usize = 128;

    unsafe extern "C" {
        fn sched_getaffinity(thread: c_int, bytes: usize, mask: *mut u64) -> c_int;
        fn sched_setaffinity(thread: c_int, bytes: usize, mask: *const u64) -> c_int;
    }

    pub(super) fn allowed() -> Vec<u32> {
        let mut mask = [0_u64; WORDS];
        // SAFETY: the mask has as many bytes as the call is told, and zero means the calling thread.
        if unsafe { sched_getaffinity(0, size_of_val(&mask), mask.as_mut_ptr()) } != 0 {
            return Vec::new();
        }
        let has = |processor: &u32| mask[*processor as usize / 64] >> (processor % 64) & 1 == 1;
        (0..WORDS as u32 * 64).filter(has).collect()
    }

    pub(super) fn put_on(processors: &[u32]) {
        let mut mask = [0_u64; WORDS];
        for processor in processors {
            if let Some(word) = mask.get_mut(*processor as usize / 64) {
                *word |= 1 << (processor % 64);
            }
        }
        // SAFETY: as above.
        unsafe { sched_setaffinity(0, size_of_val(&mask), mask.as_ptr()) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
mod processors {
    use alloc::vec::Vec;

    pub(super) fn allowed() -> Vec<u32> {
        Vec::new()
    }

    pub(super) fn put_on(_processors: &[u32]) {}
}
