//! `single` and `copyprivate`.

use crate::threads::team::member::Member;
use std::ffi::c_void;
use std::sync::atomic::Ordering;

impl Member {
    /// Returns whether this thread runs the block of the next `single`.
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
}
