//! What a thread runs of a region: the body once, or once for each of its gangs.

use super::member::Member;
use super::state::Region;
use crate::threads::task::observer::{self, Happening};
use clacc_runtime_abi::layout::Body;
use clacc_runtime_core::share::block;

impl Member {
    /// Runs this thread's part of a region.
    ///
    /// # Safety
    /// All threads of the team may call the body with the arguments of the region at once.
    #[inline]
    pub unsafe fn call(&self, body: Body, region: &Region) {
        observer::tell(Happening::Begins);
        match region.gangs {
            // SAFETY: the caller promises it.
            None => unsafe { body(self.head(), region.args) },
            // SAFETY: as above.
            Some(gangs) => unsafe { self.run_gangs(body, region, gangs) },
        }
        observer::tell(Happening::Ends);
    }

    /// Runs the gangs of this thread, one after another. `gangs` 0: one for each thread.
    ///
    /// # Safety
    /// As [`Self::call`].
    #[inline]
    unsafe fn run_gangs(&self, body: Body, region: &Region, gangs: i64) {
        let threads = self.team().threads() as u64;
        let gangs = if gangs > 0 { gangs.cast_unsigned() } else { threads };
        let (lo, hi) = block(self.id() as u64, threads, gangs);
        for gang in lo..hi {
            self.set_gang(gang.cast_signed(), gangs.cast_signed());
            // SAFETY: the caller promises it.
            unsafe { body(self.head(), region.args) };
        }
        self.set_gang(0, 1);
    }
}
