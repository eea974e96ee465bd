//! Cancellation of regions and loops (OpenMP 5.2 section 16).

use super::member::{Member, Team};
use super::settings::settings;
use super::state::{ALL, Cancellation};
use crate::threads::task::observer::{self, Happening};
use crate::threads::wait::event::Cause;
use crate::threads::wait::futex::Many;
use std::sync::atomic::Ordering;

impl Member {
    /// Whether the region is cancelled.
    #[inline]
    pub fn is_region_cancelled(&self) -> bool {
        self.team().tasks.is_cancelled.load(Ordering::Acquire)
    }

    /// Whether the thread's current loop is cancelled.
    #[inline]
    pub fn is_loop_cancelled(&self) -> bool {
        self.team().cancellation.has_ended_loop(self.position.begun.get())
    }

    /// `cancel parallel`. Returns whether cancel-var is true.
    pub fn cancel_region(&self) -> bool {
        if !settings().cancellation {
            return false;
        }
        let team = self.team();
        // The loops first: who finds the region cancelled must not get a chunk any more.
        team.cancellation.loops.store(ALL, Ordering::SeqCst);
        team.tasks.is_cancelled.store(true, Ordering::SeqCst);
        team.tasks.wake_all();
        true
    }

    /// `cancel for` and `cancel sections`. Returns whether cancel-var is true.
    pub fn cancel_loop(&self) -> bool {
        if !settings().cancellation {
            return false;
        }
        let team = self.team();
        team.cancellation.loops.fetch_max(self.position.begun.get(), Ordering::SeqCst);
        team.tasks.wake_all();
        true
    }

    /// `cancel taskgroup`. Returns whether the current task is left.
    pub fn cancel_group(&self) -> bool {
        settings().cancellation && self.seat.cancel_group()
    }

    /// A barrier that threads leave when the region is cancelled. Returns whether it is.
    pub fn cancellable_barrier(&self) -> bool {
        let team = self.team();
        let Cancellation { arrived, opened, .. } = &team.cancellation;
        // Nobody opens the next one before this thread has arrived at it.
        let number = opened.load(Ordering::Acquire);
        if self.is_region_cancelled() {
            return true;
        }
        if arrived.fetch_add(1, Ordering::SeqCst) + 1 == team.threads() as u32 {
            self.seat.finish_all();
            arrived.store(0, Ordering::Relaxed);
            opened.store(number.wrapping_add(1), Ordering::SeqCst);
            team.tasks.event.notify(Cause::Release, Many::All);
        } else {
            let is_over = || opened.load(Ordering::Acquire) != number || self.is_region_cancelled();
            self.seat.wait(Cause::Release, None, is_over);
        }
        let is_cancelled = self.is_region_cancelled();
        if !is_cancelled {
            self.forget_tasks();
            observer::tell(Happening::WaitsForAll);
        }
        is_cancelled
    }
}

impl Team {
    /// A cancelled region has ended: its threads have met different constructs, and begin to count them anew.
    ///
    /// # Safety
    /// The caller is the primary thread, and all others have arrived and wait for the next region.
    #[cold]
    pub unsafe fn forget_cancelled_region(&self) {
        let Cancellation { loops, arrived, .. } = &self.cancellation;
        loops.store(0, Ordering::Relaxed);
        arrived.store(0, Ordering::Relaxed);
        self.singles.store(0, Ordering::Relaxed);
        self.shares.forget();
        self.taken.forget();
        for member in self.members() {
            member.singles.set(0);
            member.position.begun.set(0);
            member.handed.forget();
            member.seat.forget_groups();
        }
        self.tasks.is_cancelled.store(false, Ordering::Relaxed);
    }
}
