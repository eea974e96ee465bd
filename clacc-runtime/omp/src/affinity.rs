//! Thread affinity routines (18.3).

use crate::affinity_format::{Format, write_fields};
use crate::mutex::Mutex;
use crate::runtime::{Icv, get_int, processors_of, store_processors_of};
use crate::settings::OMP_AFFINITY_FORMAT;
use crate::system::{self, Line};
use core::cell::UnsafeCell;
use core::ffi::{CStr, c_char};
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
/// There is room for as many numbers as [`omp_get_place_num_procs`] says.
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
/// There is room for as many numbers as [`omp_get_partition_num_places`] says.
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

/// affinity-format-var. It belongs to the whole program.
struct FormatVariable {
    lock: Mutex,
    /// Only the thread with the lock reads and writes it. `None` before it is first asked for.
    format: UnsafeCell<Option<Format>>,
}

// SAFETY: the lock keeps threads apart.
unsafe impl Sync for FormatVariable {}

static FORMAT: FormatVariable = FormatVariable { lock: Mutex::new(), format: UnsafeCell::new(None) };

impl FormatVariable {
    /// Runs something with the format, which its environment variable gives at first.
    fn with<T>(&self, run: impl FnOnce(&mut Format) -> T) -> T {
        self.lock.take(|| false);
        // SAFETY: this thread has the lock, and `run` does not come here again.
        let format = unsafe { &mut *self.format.get() };
        let result = run(format.get_or_insert_with(format_of_environment));
        self.lock.give_back();
        result
    }
}

fn format_of_environment() -> Format {
    system::variable(OMP_AFFINITY_FORMAT, Format::of).unwrap_or_default()
}

/// Writes affinity-format-var itself.
pub fn write_affinity_format(to: &mut dyn Write) -> fmt::Result {
    FORMAT.with(|format| write!(to, "{}", format.bytes().escape_ascii()))
}

/// The format that a routine was called with: the one of affinity-format-var for none, or an empty one (18.3.10).
///
/// # Safety
/// The pointer is null or that of a C string.
unsafe fn with_format<T>(given: *const c_char, run: impl FnOnce(&[u8]) -> T) -> T {
    if !given.is_null() {
        // SAFETY: the caller promises it.
        let given = unsafe { CStr::from_ptr(given) }.to_bytes();
        if !given.is_empty() {
            return run(given);
        }
    }
    let current = FORMAT.with(|format| format.clone());
    run(current.bytes())
}

/// A C string in memory of the program that may be too small: what is written is counted, and as much as has room is stored.
struct Buffer {
    start: *mut c_char,
    /// The bytes of the memory, with the zero at the end.
    room: usize,
    written: usize,
}

impl Buffer {
    /// # Safety
    /// The pointer is null, or that of as many bytes that only this thread uses.
    unsafe fn new(start: *mut c_char, room: usize) -> Self {
        Self { start, room: if start.is_null() { 0 } else { room }, written: 0 }
    }

    fn put(&mut self, byte: u8) {
        if self.written.saturating_add(1) < self.room {
            // SAFETY: there is room, which the maker of the buffer promised.
            unsafe { self.start.wrapping_add(self.written).write(c_char::from_ne_bytes([byte])) };
        }
        self.written += 1;
    }

    /// Ends the string. Returns how many bytes it has, or would have.
    fn end(self) -> usize {
        if self.room > 0 {
            let last = self.written.min(self.room - 1);
            // SAFETY: the place is in the memory, which the maker of the buffer promised.
            unsafe { self.start.wrapping_add(last).write(0) };
        }
        self.written
    }
}

impl Write for Buffer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| self.put(byte));
        Ok(())
    }
}

/// Sets the format of the lines about threads (18.3.8).
///
/// # Safety
/// The pointer is that of a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_set_affinity_format(format: *const c_char) {
    if format.is_null() {
        return;
    }
    // SAFETY: the caller promises it.
    let text = unsafe { CStr::from_ptr(format) };
    FORMAT.with(|format| *format = Format::of(text.to_bytes()));
}

/// Stores the format of the lines about threads (18.3.9), as much as has room. Returns its length.
///
/// # Safety
/// The pointer is that of `room` bytes, or there is no room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_affinity_format(buffer: *mut c_char, room: usize) -> usize {
    // SAFETY: the caller promises it.
    let mut buffer = unsafe { Buffer::new(buffer, room) };
    FORMAT.with(|format| format.bytes().iter().for_each(|byte| buffer.put(*byte)));
    buffer.end()
}

/// Writes a line about the calling thread to the standard error stream (18.3.10).
///
/// # Safety
/// The pointer is null or that of a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_display_affinity(format: *const c_char) {
    let mut line = Line::<4096>::new();
    // SAFETY: the caller promises it.
    let _ = unsafe { with_format(format, |format| write_fields(format, &mut line)) };
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
    let mut buffer = unsafe { Buffer::new(buffer, room) };
    // SAFETY: the caller promises it.
    let _ = unsafe { with_format(format, |format| write_fields(format, &mut buffer)) };
    buffer.end()
}
