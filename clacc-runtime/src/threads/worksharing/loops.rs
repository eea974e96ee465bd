//! Loops whose chunks are given out, and iterations that wait for one another.

use crate::threads::team::member::Member;
use crate::threads::wait::event::Cause;
use crate::threads::wait::futex::Many;
use crate::threads::wait::lock::Threads;
use clacc_runtime_abi::layout;
use clacc_runtime_core::icvs::Schedule;
use clacc_runtime_core::loops::InLoop;
use clacc_runtime_core::share::{Plan, Position, Share};
use std::sync::atomic::Ordering;

impl Member {
    fn threads(&self) -> u32 {
        self.team().threads() as u32
    }

    /// Begins a loop. `kind` is `CLACC_STATIC` to `CLACC_RUNTIME`, perhaps with `CLACC_ORDERED`.
    pub fn begin_loop(&self, trips: u64, chunk: u64, kind: u32) {
        let schedule = match kind & !layout::ORDERED {
            layout::RUNTIME => self.seat.icvs.get().schedule,
            kind => Schedule { kind, chunk },
        };
        let plan = Plan::new(trips, schedule, kind & layout::ORDERED != 0, self.threads());
        let number = self.position.begin(plan);
        let turn = &self.share().turn;
        self.seat.wait_without_tasks(|| turn.load(Ordering::Acquire) == number || self.is_region_cancelled());
    }

    /// Returns the next chunk of this thread.
    #[inline]
    pub fn next_chunk(&self) -> Option<(u64, u64)> {
        if self.position.takes_what_comes() && !self.team().cancellation.has_ended_loops() {
            return self.position.take(self.share());
        }
        self.next_chunk_in_order()
    }

    #[inline(never)]
    fn next_chunk_in_order(&self) -> Option<(u64, u64)> {
        self.pass_ordered_on();
        if self.is_loop_cancelled() {
            return None;
        }
        self.position.next(self.share(), self.id() as u32, self.threads())
    }

    /// Leaves the loop.
    pub fn end_loop(&self) {
        if self.position.posted.borrow().is_some() {
            self.position.posted.replace(None);
        }
        // Threads that have left a cancelled region do not come here, so that the shares are set back behind it.
        if !self.is_region_cancelled() && self.share().leave(self.position.number(), self.threads()) {
            self.notify();
        }
    }
}

impl InLoop for Member {
    type Waits = Threads;

    #[inline]
    fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    fn share(&self) -> &Share<Threads> {
        self.team().shares.of(self.position.number())
    }

    fn wait_until(&self, holds: impl Fn() -> bool) {
        self.seat.wait_without_tasks(holds);
    }

    #[inline]
    fn notify(&self) {
        self.team().tasks.event.notify(Cause::Progress, Many::All);
    }

    fn is_cancelled(&self) -> bool {
        self.is_loop_cancelled()
    }
}
