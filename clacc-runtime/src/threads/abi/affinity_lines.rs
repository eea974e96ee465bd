//! affinity-format-var, and lines about threads.

use super::facts::clacc_ancestor;
use crate::threads::team::origin;
use crate::threads::wait::lock::Threads;
use clacc_runtime_core::affinity_lines::{AffinityFormat, Caller};
use std::ffi::c_char;

static FORMAT: AffinityFormat<Threads> = AffinityFormat::new();

/// Returns the position of the calling thread in its team.
fn caller() -> Caller {
    let member = origin::current();
    // SAFETY: the head lives until the innermost region of the calling thread ends.
    let head = unsafe { *member.head() };
    // Outside of all regions there is no ancestor: level -1 gives -1.
    let ancestor = clacc_ancestor(head.level.cast_signed() - 1);
    Caller { head, league_place: member.league_place(), ancestor }
}

/// The line about the calling thread in the format of affinity-format-var.
pub fn line_of_caller() -> String {
    FORMAT.line(None, &caller())
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
