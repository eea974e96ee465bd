//! affinity-format-var, and lines about threads.

use super::facts::clacc_ancestor;
use crate::team::current;
use crate::wait::lock::Processes;
use clacc_runtime_core::affinity_lines::{AffinityFormat, Caller};
use std::ffi::c_char;

static FORMAT: AffinityFormat<Processes> = AffinityFormat::new();

/// Returns the position of the calling thread in its team.
fn caller() -> Caller {
    let level = current();
    // SAFETY: the head lives until the innermost region of the calling thread ends.
    let head = unsafe { *level.head() };
    // Outside of all regions there is no ancestor: level -1 gives -1.
    let ancestor = clacc_ancestor(head.level.cast_signed() - 1);
    Caller { head, league_place: level.league_place(), ancestor }
}

/// `clacc_affinity_format_set`.
///
/// # Safety
/// The pointer is null or that of a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_affinity_format_set(format: *const c_char) {
    // SAFETY: the caller promises it.
    unsafe { FORMAT.set(format) }
}

/// `clacc_affinity_format_get`.
///
/// # Safety
/// The pointer is null, or that of `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_affinity_format_get(buffer: *mut c_char, room: usize) -> usize {
    // SAFETY: the caller promises it.
    unsafe { FORMAT.store(buffer, room) }
}

/// `clacc_affinity_line`.
///
/// # Safety
/// The first pointer is null or that of a C string, the second one is null or that of `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_affinity_line(
    format: *const c_char,
    buffer: *mut c_char,
    room: usize,
) -> usize {
    // SAFETY: the caller promises it.
    unsafe { FORMAT.store_line(format, buffer, room, &caller()) }
}
