//! affinity-format-var (OpenMP 5.2 section 21.2.5), and the lines about threads that its formats make.

use crate::affinity;
use crate::affinity_format::{Field, LineFacts, line_of};
use crate::lock::Guarded;
use crate::system;
use crate::waits::Waits;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use clacc_runtime_abi::layout::ThreadHead;
use core::ffi::{CStr, c_char};

/// The format in use when none is set.
const USUAL: &[u8] = b"level %L thread %n of %N on %A";

/// The longest format that is kept. What is longer is cut off, with a message.
const LONGEST: usize = 1024;

/// The format, which belongs to the whole program. `None` before it is first asked for.
#[derive(Debug)]
pub struct AffinityFormat<W>(Guarded<W, Option<Vec<u8>>>);

/// The position of the calling thread in its team.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// The part that generated code reads.
    pub head: ThreadHead,
    /// The number of its team in the league, and the number of teams.
    pub league_place: (i64, i64),
    /// The number of its ancestor one level out, or -1.
    pub ancestor: i32,
}

fn kept(text: &[u8]) -> Vec<u8> {
    if text.len() > LONGEST {
        let message =
            format!("acc2omp: an affinity format is longer than {LONGEST} bytes, and is cut off there\n");
        system::write_error(&message);
    }
    text[..text.len().min(LONGEST)].to_vec()
}

/// A set of processors as a list of numbers and ranges: `0-3,8`.
fn ranges(processors: &[u32]) -> Option<String> {
    let runs = processors.chunk_by(|before, next| before + 1 == *next);
    let texts: Vec<_> = runs
        .filter_map(|run| match run {
            [] => None,
            [only] => Some(only.to_string()),
            [first, .., last] => Some(format!("{first}-{last}")),
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join(","))
}

impl LineFacts for Caller {
    fn value(&self, field: Field) -> Option<String> {
        let Self { head, league_place, ancestor } = self;
        let number = match field {
            Field::Team => league_place.0,
            Field::Teams => league_place.1,
            Field::Level => head.level.into(),
            Field::Thread => head.id.into(),
            Field::Threads => head.count.into(),
            Field::Ancestor => (*ancestor).into(),
            Field::Process => system::process_id().into(),
            Field::NativeThread => system::thread_id()?,
            Field::Host => return system::host_name(),
            Field::Processors => return ranges(&affinity::allowed()),
        };
        Some(number.to_string())
    }
}

impl<W> AffinityFormat<W> {
    /// Makes the variable, which nobody has asked for.
    pub const fn new() -> Self {
        Self(Guarded::new(None))
    }
}

impl<W> Default for AffinityFormat<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Waits> AffinityFormat<W> {
    /// The format: that of the environment before another one is set.
    fn current(&self) -> Vec<u8> {
        let of_environment =
            || system::variable("OMP_AFFINITY_FORMAT").map_or_else(|| USUAL.to_vec(), |text| kept(&text));
        self.0.with(|format| format.get_or_insert_with(of_environment).clone())
    }

    /// The line about the calling thread, in a format or in that of the variable.
    pub fn line(&self, format: Option<&[u8]>, caller: &Caller) -> String {
        match format {
            Some(format) => line_of(format, caller),
            None => line_of(&self.current(), caller),
        }
    }

    /// Sets the format, unless the pointer is null.
    ///
    /// # Safety
    /// The pointer is null or that of a C string.
    pub unsafe fn set(&self, format: *const c_char) {
        if !format.is_null() {
            // SAFETY: the caller promises it.
            let text = kept(unsafe { CStr::from_ptr(format) }.to_bytes());
            self.0.with(|format| *format = Some(text));
        }
    }

    /// Stores as much of the format as has room, with a zero behind it. Returns the length of the format.
    ///
    /// # Safety
    /// The pointer is null, or that of `room` bytes.
    pub unsafe fn store(&self, buffer: *mut c_char, room: usize) -> usize {
        // SAFETY: the caller promises it.
        unsafe { store(&self.current(), buffer, room) }
    }

    /// Stores the line about the calling thread in the same way. A null pointer and an empty text stand for the format of the variable.
    ///
    /// # Safety
    /// The first pointer is null or that of a C string, the second one is null or that of `room` bytes.
    pub unsafe fn store_line(
        &self,
        format: *const c_char,
        buffer: *mut c_char,
        room: usize,
        caller: &Caller,
    ) -> usize {
        // SAFETY: the caller promises it.
        let given = (!format.is_null()).then(|| unsafe { CStr::from_ptr(format) }.to_bytes());
        let line = self.line(given.filter(|format| !format.is_empty()), caller);
        // SAFETY: the caller promises it.
        unsafe { store(line.as_bytes(), buffer, room) }
    }
}

/// Stores as much of a text as has room, with a zero behind it. Returns the length of the text.
///
/// # Safety
/// The pointer is null, or that of so many bytes.
unsafe fn store(text: &[u8], buffer: *mut c_char, room: usize) -> usize {
    if !buffer.is_null() && room > 0 {
        let stored = text.len().min(room - 1);
        // SAFETY: the caller promises the room.
        unsafe {
            buffer.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), stored);
            buffer.add(stored).write(0);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn processors_as_ranges() {
        let check = |processors: &[u32], text: Option<&str>| assert_eq!(ranges(processors).as_deref(), text);
        check(&[], None);
        check(&[7], Some("7"));
        check(&[0, 1, 2, 3, 8], Some("0-3,8"));
        check(&[1, 3, 4], Some("1,3-4"));
    }
}
