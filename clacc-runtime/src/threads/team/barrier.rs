//! Barriers, at which all threads of a team wait for one another.

use super::member::{Arrival, Member};
use crate::threads::system;
use crate::threads::task::observer::{self, Happening};
use crate::threads::wait::event::Cause;
use crate::threads::wait::futex::Many;
use std::ptr;
use std::sync::atomic::Ordering;

/// The greatest number of threads of a team in which each thread waits for all others at a barrier, and no thread has to release them.
const FEW: usize = 4;
/// The greatest number of threads of a team in which the primary thread waits for all others in one step.
const FLAT: usize = 16;
/// In larger teams, a thread waits for one thread less than this number in each step.
const FAN: usize = 8;

impl Member {
    /// Waits for all threads of the team and for all of its tasks.
    #[inline]
    pub fn barrier(&self) {
        let team = self.team();
        let is_small = (2..=FEW).contains(&team.threads()) && !team.region().crowded;
        if is_small && self.meet_without_tasks() {
            return observer::tell(Happening::WaitsForAll);
        }
        self.meet(is_small, || ());
    }

    /// Waits like [`Self::barrier`]. One thread runs `alone` before any of them goes on.
    #[inline]
    pub fn barrier_with(&self, alone: impl FnOnce()) {
        self.meet(false, alone);
    }

    /// Announces that this thread has arrived and whether it has made tasks, and waits for the announcements of all others. Returns whether
    /// there are no tasks, so that the threads may continue. A thread that has already announced a later phase has found none.
    #[inline]
    fn meet_without_tasks(&self) -> bool {
        let (phase, team) = (self.phase.get() + 1, self.team());
        let made_tasks = self.seat.made_tasks.replace(false);
        self.arrival.phase.store(Arrival::word(phase, made_tasks), Ordering::SeqCst);
        team.tasks.event.notify(Cause::Gather, Many::All);
        let mut has_tasks = made_tasks;
        for other in team.members().iter().filter(|other| !ptr::eq(*other, self)) {
            let word = || other.arrival.phase.load(Ordering::Acquire);
            self.wait_for_all(Cause::Gather, || Arrival::phase_in(word()) >= phase);
            if other.arrival.ended.load(Ordering::Relaxed) == phase {
                end_of_orphaned_barrier();
            }
            has_tasks |= word() == Arrival::word(phase, true);
        }
        if !has_tasks {
            self.phase.set(phase);
        }
        !has_tasks
    }

    /// Waits for all threads, unless `is_gathered` says that they have arrived, and for all tasks.
    fn meet(&self, is_gathered: bool, alone: impl FnOnce()) {
        let team = self.team();
        let phase = self.phase.get() + 1;
        let leads = if is_gathered || team.threads() == 1 {
            self.id() == 0
        } else if team.region().crowded {
            // No thread polls: even the last but one would keep the last one, which needs a processor, from running.
            self.count_down() == 0
        } else {
            self.gather(phase, false)
        };
        if leads {
            // No thread has passed the barrier, so the thread that cancelled the region has arrived at the end of the region.
            if self.is_region_cancelled() {
                end_of_orphaned_barrier();
            }
            self.seat.finish_all();
            alone();
            team.release(phase);
        } else {
            self.wait_for_all(Cause::Release, || team.is_released(self.id(), phase));
        }
        self.phase.set(phase);
        self.forget_tasks();
        observer::tell(Happening::WaitsForAll);
    }

    /// Waits in a barrier. When the region is cancelled, the thread that cancelled it has gone to its end and will not come here. That
    /// happens in functions that are called from the region: their barriers would be cancellation points outside of the construct, which
    /// OpenMP excludes (5.2 section 16.1). No thread may leave such a function, and all would wait for ever.
    #[inline]
    fn wait_for_all(&self, cause: Cause, is_over: impl Fn() -> bool) {
        self.seat.wait(cause, None, || is_over() || self.is_region_cancelled());
        if self.is_region_cancelled() && !is_over() {
            end_of_orphaned_barrier();
        }
    }

    /// Forgets the tasks that were made before the last barrier, which are all finished.
    #[inline]
    pub fn forget_tasks(&self) {
        self.seat.made_tasks.set(false);
        self.seat.forget_dependences();
    }

    /// Decrements the number of threads that have not arrived, and returns it. The last thread resets it.
    fn count_down(&self) -> u32 {
        let team = self.team();
        let left = team.missing.fetch_sub(1, Ordering::SeqCst) - 1;
        if left == 0 {
            team.missing.store(team.threads() as u32, Ordering::Relaxed);
        }
        left
    }

    /// Waits for the children of this thread in the tree, and announces that it has arrived. Returns whether it is the root. Threads that
    /// have left a cancelled region arrive at its end, and at no barrier.
    #[inline]
    fn gather(&self, phase: u64, ends_region: bool) -> bool {
        let (id, team) = (self.id(), self.team());
        let threads = team.threads();
        let fan = if threads <= FLAT { FLAT } else { FAN };
        let mut step = 1;
        while step < threads && id.is_multiple_of(step * fan) {
            for below in (id + step..threads).step_by(step).take(fan - 1) {
                let arrival = &team.members()[below].arrival.phase;
                let is_over = || Arrival::phase_in(arrival.load(Ordering::Acquire)) == phase;
                if ends_region {
                    self.seat.wait(Cause::Gather, None, is_over);
                } else {
                    self.wait_for_all(Cause::Gather, is_over);
                }
            }
            step *= fan;
        }
        if id != 0 {
            self.arrival.phase.store(Arrival::word(phase, false), Ordering::SeqCst);
            team.tasks.event.notify(Cause::Gather, Many::All);
        }
        id == 0
    }

    /// Begins a region as the primary thread: releases the workers.
    pub fn release_region(&self) {
        let phase = self.phase.get() + 1;
        self.team().release(phase);
        self.phase.set(phase);
    }

    /// Ends a region as a worker. The caller waits for the next region afterwards.
    pub fn arrive(&self) {
        let team = self.team();
        if self.is_region_cancelled() {
            self.arrival.ended.store(self.phase.get() + 1, Ordering::Relaxed);
        }
        if !team.region().crowded {
            self.gather(self.phase.get() + 1, true);
        } else if team.missing.fetch_sub(1, Ordering::SeqCst) == 1 {
            team.tasks.event.notify(Cause::Gather, Many::All);
        }
    }

    /// Ends a region as the primary thread: waits for the workers, and for all tasks.
    pub fn gather_all(&self) {
        let team = self.team();
        if team.region().crowded {
            team.missing.fetch_sub(1, Ordering::SeqCst);
            self.seat.wait(Cause::Gather, None, || team.missing.load(Ordering::Acquire) == 0);
            team.missing.store(team.threads() as u32, Ordering::Relaxed);
        } else {
            self.gather(self.phase.get() + 1, true);
        }
        self.seat.finish_all();
        self.forget_tasks();
    }
}

#[cold]
fn end_of_orphaned_barrier() -> ! {
    let what = "threads wait in a barrier of a function that was called from a parallel region, and the region is cancelled";
    system::write_error(&format!(
        "acc2omp: cancel parallel: {what}: a barrier there is a cancellation point outside of the construct, which OpenMP excludes\n"
    ));
    system::end_program(system::EXIT_STATUS)
}
