//! `single`, `copyprivate` and reductions.

use super::handed::MOST_BYTES;
use crate::abi::layout::Combine;
use crate::team::member::Member;
use std::ffi::c_void;
use std::sync::atomic::Ordering;

impl Member {
    /// Whether this thread runs the block of the next `single`.
    pub fn is_single(&self) -> bool {
        let number = self.singles.get();
        self.singles.set(number + 1);
        let ran = &self.team().singles;
        let is_first = ran.load(Ordering::Relaxed) == number;
        is_first && ran.compare_exchange(number, number + 1, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Passes the list of one thread to all. The others pass null.
    pub fn copy_private(&self, list: *mut c_void) -> *mut c_void {
        let copied = &self.team().copied;
        if !list.is_null() {
            copied.store(list, Ordering::Relaxed);
        }
        self.barrier();
        copied.load(Ordering::Relaxed)
    }

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
}
