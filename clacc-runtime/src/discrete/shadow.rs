//! Shadow memory: for each byte of an arena a state, which is one byte in a second range of addresses.

use super::runs;
use crate::openacc::handle::{Address, Extent};
use std::sync::atomic::{AtomicU8, Ordering};

/// The byte belongs to nobody. Fresh pages of the system say so.
pub(crate) const CLOSED: u8 = 0;
/// The byte was allocated and never given a value.
pub(crate) const FRESH: u8 = 1;
/// The byte has a value, and no operation that may still run uses it.
pub(crate) const WRITTEN: u8 = 2;

/// The byte has a value, and an operation that is noted as its reader reads it (`order`).
pub(crate) const READ: u8 = 3;
/// Added to the number of an operation: the byte has its value from it. It may have a reader too.
pub(crate) const WROTE: u8 = 0x80;
/// Added to the number of an operation, for readers.
pub(crate) const READER: u8 = 0x40;

/// The value of each byte of fresh memory.
pub(crate) const FILL: u8 = 0xa5;

/// The place of a shadow. It may be copied, because it owns nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shadow {
    /// The first address of the arena.
    pub(crate) base: Address,
    /// Its size.
    pub(crate) size: usize,
    /// The first address of the states.
    pub(crate) states: Address,
    /// The first address of the readers: an operation that reads a byte, or 0.
    pub(crate) readers: Address,
}

/// The state of the bytes of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// All of them may be used.
    Open,
    /// All of them may be used, and none was given a value.
    Fresh,
    /// The first byte that may not be used is at this address.
    Closed(Address),
}

impl Shadow {
    /// Returns whether an address lies in the arena.
    #[inline]
    pub(crate) fn holds(&self, address: Address) -> bool {
        address.wrapping_sub(self.base) < self.size
    }

    /// The place where something is known of a byte: its state, or its reader.
    #[inline]
    fn place(&self, known: Address, address: Address) -> *mut u8 {
        std::ptr::with_exposed_provenance_mut(known.wrapping_add(address.wrapping_sub(self.base)))
    }

    /// Returns whether this is known of as many bytes as `T` has, at most sixteen.
    #[inline]
    pub(crate) fn all_are<T: Copy + PartialEq>(&self, known: Address, address: Address, all: T) -> bool {
        debug_assert!(self.holds(address));
        // SAFETY: the shadow goes a page further than the arena, so that all bytes are readable. Another thread may write to them at the
        // same time only if the program allocates or frees what it uses meanwhile; then any answer is right.
        unsafe { self.place(known, address).cast::<T>().read_unaligned() == all }
    }

    fn known(&self, address: Address, bytes: usize) -> &[u8] {
        let bytes = bytes.min(self.size.saturating_sub(address.wrapping_sub(self.base)));
        // SAFETY: so many bytes of the shadow are readable. For other threads, see above.
        unsafe { std::slice::from_raw_parts(self.place(self.states, address), bytes) }
    }

    /// Returns the state of a run of bytes that begins in the arena.
    pub(crate) fn state(&self, address: Address, bytes: usize) -> State {
        let states = self.known(address, bytes);
        if let Some(at) = states.iter().position(|state| *state == CLOSED) {
            State::Closed(address + at)
        } else if states.len() < bytes {
            State::Closed(self.base + self.size)
        } else if !states.is_empty() && states.iter().all(|state| *state == FRESH) {
            State::Fresh
        } else {
            State::Open
        }
    }

    /// Returns the first byte of a run that was never given a value, and how many there are.
    pub(crate) fn unwritten(&self, address: Address, bytes: usize) -> Option<(Address, usize)> {
        let states = self.known(address, bytes);
        if !states.contains(&FRESH) {
            return None;
        }
        let mut found = None;
        let mut start = address;
        for run in states.chunk_by(|one, next| one == next) {
            if run[0] == FRESH {
                for (first, length) in filled_parts(start, run.len()) {
                    found = Some(found.map_or((first, length), |(at, count)| (at, count + length)));
                }
            }
            start += run.len();
        }
        found
    }

    /// Changes the states and the readers of bytes of the arena. Bytes in a row with the same ones are changed together.
    pub(crate) fn change(&self, extent: Extent, mut change: impl FnMut(&mut u8, &mut u8)) {
        let Extent { start, bytes } = extent;
        debug_assert!(bytes == 0 || (self.holds(start) && self.holds(start + bytes - 1)));
        // SAFETY: both runs are those of bytes of the arena. Threads that share the device change them with other atomic accesses, or
        // change those of memory that they alone use.
        let (states, readers): (&[AtomicU8], &[AtomicU8]) = unsafe {
            let run = |first: *mut u8| std::slice::from_raw_parts(first.cast(), bytes);
            (run(self.place(self.states, start)), run(self.place(self.readers, start)))
        };
        let (mut at, mut end_of_state, mut end_of_reader) = (0, 0, 0);
        while at < bytes {
            if at == end_of_state {
                end_of_state += runs::equal(&states[at..]);
            }
            if at == end_of_reader {
                end_of_reader += runs::equal(&readers[at..]);
            }
            let end = end_of_state.min(end_of_reader);
            let old = (states[at].load(Ordering::Relaxed), readers[at].load(Ordering::Relaxed));
            let mut new = old;
            change(&mut new.0, &mut new.1);
            if new.0 != old.0 {
                runs::fill(&states[at..end], new.0);
            }
            if new.1 != old.1 {
                runs::fill(&readers[at..end], new.1);
            }
            at = end;
        }
    }

    /// Nobody reads bytes of the arena any more.
    pub(crate) fn forget_readers(&self, address: Address, bytes: usize) {
        // SAFETY: the run is that of bytes of the arena, which nobody uses.
        unsafe { self.place(self.readers, address).write_bytes(0, bytes) };
    }

    /// Says of bytes of the arena what they are.
    pub(crate) fn set(&self, address: Address, bytes: usize, state: u8) {
        debug_assert!(bytes == 0 || (self.holds(address) && self.holds(address + bytes - 1)));
        // SAFETY: the bytes of the shadow are those of bytes of the arena, and belong to the device alone.
        unsafe { self.place(self.states, address).write_bytes(state, bytes) };
    }
}

/// Returns a copy of bytes of an arena, or of data of the host that is copied or accessed.
pub(crate) fn bytes_in(extent: Extent) -> Box<[u8]> {
    let memory: *const u8 = std::ptr::with_exposed_provenance(extent.start);
    // SAFETY: the arena is always readable, and the program promises that its data is there.
    unsafe { std::slice::from_raw_parts(memory, extent.bytes) }.into()
}

/// So many bytes with their first value, among others that were written without a word, are no chance.
const CERTAIN: usize = 8;

/// Returns the parts of fresh bytes that still have their first value. Functions of libraries, and gcc for complex numbers, write without a word,
/// and some byte of what they write has that value by chance.
fn filled_parts(address: Address, bytes: usize) -> impl Iterator<Item = (Address, usize)> {
    let memory: *const u8 = std::ptr::with_exposed_provenance(address);
    // SAFETY: the bytes are allocated ones of the arena, which is always readable.
    let memory = unsafe { std::slice::from_raw_parts(memory, bytes) };
    let mut start = address;
    let parts = memory.chunk_by(|one, next| (*one == FILL) == (*next == FILL)).map(move |part| {
        start += part.len();
        (start - part.len(), part)
    });
    parts
        .filter(move |(_, part)| part[0] == FILL && (part.len() >= CERTAIN || part.len() == bytes))
        .map(|(first, part)| (first, part.len()))
}

/// Returns whether bytes of such memory are these.
pub(crate) fn bytes_are(start: Address, bytes: &[u8]) -> bool {
    let memory: *const u8 = std::ptr::with_exposed_provenance(start);
    // SAFETY: as above.
    unsafe { std::slice::from_raw_parts(memory, bytes.len()) == bytes }
}

/// Returns whether fresh bytes still have their first value. Functions that are not instrumented, those of libraries, write
/// without a word.
pub(crate) fn is_filled(address: Address, bytes: usize) -> bool {
    let memory: *const u8 = std::ptr::with_exposed_provenance(address);
    // SAFETY: the bytes are allocated ones of the arena, which is always readable.
    (0..bytes).all(|at| unsafe { memory.add(at).read() } == FILL)
}
