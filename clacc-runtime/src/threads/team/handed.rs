//! Values that threads pass to thread 0 for a reduction, without waiting for the result.
//!
//! A thread copies its value into a separate cache line, and continues. Thread 0 waits for all values and combines them in the order of the
//! threads. So a reduction that is followed by a barrier or the end of the region costs as much as the barrier alone. A cache line may be
//! overwritten when thread 0 has read it: after a barrier this is certain, otherwise the thread waits for it.

use clacc_runtime_core::line::Line;
use std::cell::{Cell, UnsafeCell};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The greatest number of bytes that are handed.
pub const MOST_BYTES: usize = 96;

/// No phase has this number.
const NEVER: u64 = u64::MAX;

/// The storage of the value.
#[repr(align(16))]
pub(crate) struct Bytes(pub(crate) UnsafeCell<[MaybeUninit<u8>; MOST_BYTES]>);

/// A thread's value.
pub(crate) struct Value {
    pub(crate) bytes: Bytes,
    /// The number of the reduction that the value belongs to.
    pub(crate) number: AtomicU64,
}

const _: () = assert!(size_of::<Line<Value>>() == 128);

/// The state of a thread in such reductions.
pub struct Handed {
    pub(crate) value: Line<Value>,
    /// The reductions that the thread has begun.
    pub(crate) begun: Cell<u64>,
    /// The phase in which the thread began its last reduction.
    pub(crate) phase: Cell<u64>,
}

impl Handed {
    /// Makes the state of a thread that has begun no reduction.
    pub fn new() -> Self {
        let bytes = Bytes(UnsafeCell::new([MaybeUninit::uninit(); MOST_BYTES]));
        let value = Line(Value { bytes, number: AtomicU64::new(0) });
        Self { value, begun: Cell::new(0), phase: Cell::new(NEVER) }
    }

    /// Resets the state. Neither the thread nor any thread that reads its value is in a reduction.
    pub fn forget(&self) {
        self.begun.set(0);
        self.phase.set(NEVER);
        self.value.number.store(0, Ordering::Relaxed);
    }
}

impl Default for Handed {
    fn default() -> Self {
        Self::new()
    }
}

/// The state that the threads of a team share.
#[derive(Debug, Default)]
pub struct Taken {
    /// The last reduction whose values thread 0 has combined.
    pub(crate) number: AtomicU64,
    /// In crowded teams, how many threads have handed their value for the next one.
    pub(crate) handed: AtomicU32,
}

impl Taken {
    /// Resets the state. No thread is in a reduction.
    pub fn forget(&self) {
        self.number.store(0, Ordering::Relaxed);
        self.handed.store(0, Ordering::Relaxed);
    }

    /// Returns whether thread 0 has combined the values of a reduction.
    pub(crate) fn has(&self, number: u64) -> bool {
        self.number.load(Ordering::Acquire) >= number
    }
}
