//! Reductions: copies that one thread combines while all wait, or values that threads hand to thread 0 (`team::handed`).

use crate::threads::team::handed::{MOST_BYTES, Value};
use crate::threads::team::member::Member;
use crate::threads::wait::event::Cause;
use crate::threads::wait::futex::Many;
use clacc_runtime_abi::layout::Combine;
use std::ffi::c_void;
use std::sync::atomic::Ordering;

impl Member {
    /// Combines the copies of all threads into that of thread 0, and into all others if `to_all`. `are_values`: the copies may be copied.
    ///
    /// # Safety
    /// Each thread passes a copy of `bytes` bytes, which `combine` may be called with, and which nobody uses meanwhile.
    pub unsafe fn reduce(
        &self,
        mine: *mut c_void,
        bytes: usize,
        combine: Combine,
        to_all: bool,
        are_values: bool,
    ) {
        if are_values && !to_all && bytes <= MOST_BYTES {
            // SAFETY: the caller promises it.
            return unsafe { self.reduce_values(mine, bytes, combine) };
        }
        self.arrival.offered.store(mine, Ordering::Relaxed);
        self.barrier_with(|| {
            let offered =
                self.team().members().iter().map(|member| member.arrival.offered.load(Ordering::Relaxed));
            let mut copies = offered.clone();
            let Some(first) = copies.next() else { return };
            for copy in copies {
                // SAFETY: all threads have arrived, and wait, so that the copies are whole and nobody else uses them.
                unsafe { combine(first, copy) };
            }
            for copy in offered.skip(1).filter(|_| to_all) {
                // SAFETY: as above; the copies are different objects.
                unsafe { copy.cast::<u8>().copy_from_nonoverlapping(first.cast(), bytes) };
            }
        });
    }

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
