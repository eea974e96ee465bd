//! Thread affinity routines (18.3).

use crate::runtime::{
    Icv, get_int, processors_of, set_affinity_format, store_affinity_format, store_affinity_line,
    store_processors_of,
};
use crate::system::{self, Line};
use core::ffi::c_char;
use core::fmt::{self, Write};

/// The policy of regions without `proc_bind` (18.3.1), as `omp_proc_bind_t`.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_proc_bind() -> i32 {
    get_int(Icv::Bind).max(0)
}

/// How many places there are (18.3.2): 0 if threads are put nowhere.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_num_places() -> i32 {
    get_int(Icv::Places)
}

/// How many processors a place has (18.3.3): 0 for a place that does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_place_num_procs(place: i32) -> i32 {
    processors_of(place)
}

/// Stores the processors of a place (18.3.4): none for a place that does not exist.
///
/// # Safety
/// There is room for as many numbers as [`omp_get_place_num_procs`] returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_place_proc_ids(place: i32, processors: *mut i32) {
    // SAFETY: the caller promises it.
    unsafe { store_processors_of(place, processors) };
}

/// The place of the calling thread (18.3.5), or -1 for a thread that was put nowhere.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_place_num() -> i32 {
    get_int(Icv::Place)
}

/// How many places the threads of regions can have (18.3.6).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_partition_num_places() -> i32 {
    get_int(Icv::PartitionCount)
}

/// Stores the numbers of these places (18.3.7).
///
/// # Safety
/// There is room for as many numbers as [`omp_get_partition_num_places`] returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_partition_place_nums(places: *mut i32) {
    let first = get_int(Icv::PartitionFirst);
    if places.is_null() {
        return;
    }
    for (at, place) in (first..first + get_int(Icv::PartitionCount)).enumerate() {
        // SAFETY: the caller promises the room.
        unsafe { places.add(at).write(place) };
    }
}

/// Writes affinity-format-var itself.
pub fn write_affinity_format(to: &mut dyn Write) -> fmt::Result {
    let text = Line::<1024>::filled(|start, room| {
        // SAFETY: the line has the room.
        unsafe { store_affinity_format(start, room) }
    });
    write!(to, "{}", text.bytes().escape_ascii())
}

/// Sets affinity-format-var (18.3.8).
///
/// # Safety
/// The pointer is null or that of a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_set_affinity_format(format: *const c_char) {
    // SAFETY: the caller promises it.
    unsafe { set_affinity_format(format) };
}

/// Stores affinity-format-var (18.3.9), as much as has room. Returns its length.
///
/// # Safety
/// The pointer is that of `room` bytes, or there is no room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_affinity_format(buffer: *mut c_char, room: usize) -> usize {
    // SAFETY: the caller promises it.
    unsafe { store_affinity_format(buffer, room) }
}

/// Writes a line about the calling thread to the standard error stream (18.3.10).
///
/// # Safety
/// The pointer is null or that of a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_display_affinity(format: *const c_char) {
    let mut line = Line::<4096>::filled(|start, room| {
        // SAFETY: the line has the room, and the caller promises the rest.
        unsafe { store_affinity_line(format, start, room) }
    });
    line.end_line();
    system::write_error(line.bytes());
}

/// Stores a line about the calling thread (18.3.11), as much as has room. Returns its length.
///
/// # Safety
/// The first pointer is that of `room` bytes, or there is no room; the second one is null or that of a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_capture_affinity(
    buffer: *mut c_char,
    room: usize,
    format: *const c_char,
) -> usize {
    // SAFETY: the caller promises it.
    unsafe { store_affinity_line(format, buffer, room) }
}
