//! Values that threads hand to thread 0 for a reduction, without waiting for what becomes of them.
//!
//! A thread copies its value into a line of its own, and goes on. Thread 0 waits for all of them and combines them in their order. So a
//! reduction whose barrier follows, or whose region ends, costs as much as the barrier alone. A line is used again when thread 0 has
//! read it: that is known behind a barrier, and else waited for.

use crate::abi::layout::Combine;
use crate::team::member::Member;
use crate::wait::event::Cause;
use crate::wait::futex::Many;
use crate::wait::line::Line;
use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The greatest number of bytes that are handed.
pub const MOST_BYTES: usize = 96;

/// No phase has this number.
const NEVER: u64 = u64::MAX;

#[repr(align(16))]
struct Bytes(UnsafeCell<[MaybeUninit<u8>; MOST_BYTES]>);

/// A thread's value.
struct Value {
    bytes: Bytes,
    /// The number of the reduction that the value belongs to.
    number: AtomicU64,
}

const _: () = assert!(size_of::<Line<Value>>() == 128);

/// What a thread has to do with such reductions.
pub struct Handed {
    value: Line<Value>,
    /// The reductions that the thread has begun.
    begun: Cell<u64>,
    /// The phase in which it began the last one.
    phase: Cell<u64>,
}

impl Handed {
    /// No reduction was begun.
    pub fn new() -> Self {
        let bytes = Bytes(UnsafeCell::new([MaybeUninit::uninit(); MOST_BYTES]));
        let value = Line(Value { bytes, number: AtomicU64::new(0) });
        Self { value, begun: Cell::new(0), phase: Cell::new(NEVER) }
    }

    /// Begins anew. The thread, and all that read its value, are in no reduction.
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

/// What the threads of a team share.
#[derive(Debug, Default)]
pub struct Taken {
    /// The last reduction whose values thread 0 has combined.
    number: AtomicU64,
    /// In crowded teams, how many threads have handed their value for the next one.
    handed: AtomicU32,
}

impl Taken {
    /// Begins anew. No thread is in a reduction.
    pub fn forget(&self) {
        self.number.store(0, Ordering::Relaxed);
        self.handed.store(0, Ordering::Relaxed);
    }

    fn has(&self, number: u64) -> bool {
        self.number.load(Ordering::Acquire) >= number
    }
}

impl Member {
    /// Combines the values of all threads into that of thread 0. The other threads do not wait for it. A cancelled region leaves it out.
    ///
    /// # Safety
    /// Each thread passes a value of `bytes` bytes, at most [`MOST_BYTES`], which `combine` may be called with at any address.
    pub unsafe fn reduce_values(&self, mine: *mut c_void, bytes: usize, combine: Combine) {
        let number = self.handed.begun.get() + 1;
        self.handed.begun.set(number);
        let is_first = self.handed.phase.replace(self.phase.get()) != self.phase.get();
        if self.id() == 0 {
            // SAFETY: the caller promises it.
            unsafe { self.take_values(mine, combine, number) };
        } else {
            // SAFETY: as above.
            unsafe { self.hand(mine, bytes, number, is_first) };
        }
    }

    /// Hands the value to thread 0. `is_first`: there was a barrier since the last time.
    ///
    /// # Safety
    /// There are so many bytes.
    unsafe fn hand(&self, mine: *const c_void, bytes: usize, number: u64, is_first: bool) {
        let (team, Value { bytes: place, number: last }) = (self.team(), &*self.handed.value);
        if !is_first && !team.taken.has(number - 1) {
            self.seat.wait_without_tasks(|| team.taken.has(number - 1) || self.is_region_cancelled());
            if !team.taken.has(number - 1) {
                return;
            }
        }
        // SAFETY: thread 0 has read the last value, and does not read this one before its number is there.
        unsafe { place.0.get().cast::<u8>().copy_from_nonoverlapping(mine.cast(), bytes) };
        last.store(number, Ordering::SeqCst);
        // In a crowded team, thread 0 is woken by the last one.
        let others = team.threads() as u32 - 1;
        if !team.region().crowded || team.taken.handed.fetch_add(1, Ordering::SeqCst) + 1 == others {
            team.tasks.event.notify(Cause::Gather, Many::All);
        }
    }

    /// Combines the values of the others.
    ///
    /// # Safety
    /// `combine` may be called with this value and those that the others hand.
    unsafe fn take_values(&self, mine: *mut c_void, combine: Combine, number: u64) {
        let team = self.team();
        let others = &team.members()[1..];
        if team.region().crowded {
            let handed = || team.taken.handed.load(Ordering::Acquire) as usize == others.len();
            self.seat.wait_idly(Cause::Gather, || handed() || self.is_region_cancelled());
            if !handed() {
                return;
            }
            team.taken.handed.store(0, Ordering::Relaxed);
        }
        for Value { bytes, number: handed } in others.iter().map(|other| &*other.handed.value) {
            let is_there = || handed.load(Ordering::Acquire) == number;
            self.seat.wait_idly(Cause::Gather, || is_there() || self.is_region_cancelled());
            if !is_there() {
                return;
            }
            // SAFETY: the thread does not write before `taken` says that its value was read.
            unsafe { combine(mine, bytes.0.get().cast()) };
        }
        team.taken.number.store(number, Ordering::SeqCst);
        team.tasks.event.notify(Cause::Progress, Many::All);
    }
}
