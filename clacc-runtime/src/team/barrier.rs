//! All threads of a team meet.

use super::member::Member;
use crate::wait::event::Cause;
use crate::wait::futex::Many;
use std::sync::atomic::Ordering;

/// A team of at most so many threads gathers in one step.
const FLAT: usize = 16;
/// In greater teams, a thread waits for so many others in each step, less one.
const FAN: usize = 8;

impl Member {
    /// Waits for all threads of the team and for all of its tasks. One thread runs `alone` before any of them goes on.
    #[inline]
    pub fn barrier(&self, alone: impl FnOnce()) {
        let team = self.team();
        let phase = self.phase.get() + 1;
        let leads =
            team.threads() == 1 || if team.region().crowded { self.is_last() } else { self.gather(phase) };
        if leads {
            self.seat.finish_all();
            alone();
            team.release(phase);
        } else {
            self.seat.wait(Cause::Release, None, || team.is_released(self.id(), phase));
        }
        self.phase.set(phase);
        self.seat.forget_dependences();
    }

    /// Counts itself down. Whether it was the last one, so that the count begins anew.
    fn is_last(&self) -> bool {
        let team = self.team();
        let is_last = team.missing.fetch_sub(1, Ordering::SeqCst) == 1;
        if is_last {
            team.missing.store(team.threads() as u32, Ordering::Relaxed);
        }
        is_last
    }

    /// Waits for the threads below this one in the tree, and says that they have arrived. Returns whether it is the top.
    #[inline]
    fn gather(&self, phase: u64) -> bool {
        let (id, team) = (self.id(), self.team());
        let threads = team.threads();
        let fan = if threads <= FLAT { FLAT } else { FAN };
        let mut step = 1;
        while step < threads && id.is_multiple_of(step * fan) {
            for below in (id + step..threads).step_by(step).take(fan - 1) {
                let arrival = &team.members()[below].arrival.phase;
                self.seat.wait(Cause::Gather, None, || arrival.load(Ordering::Acquire) == phase);
            }
            step *= fan;
        }
        if id != 0 {
            self.arrival.phase.store(phase, Ordering::SeqCst);
            team.tasks.event.notify(Cause::Gather, Many::All);
        }
        id == 0
    }

    /// A worker ends a region. The caller waits for the next one afterwards.
    pub fn arrive(&self) {
        let team = self.team();
        self.seat.forget_dependences();
        if !team.region().crowded {
            self.gather(self.phase.get() + 1);
        } else if team.missing.fetch_sub(1, Ordering::SeqCst) == 1 {
            team.tasks.event.notify(Cause::Gather, Many::All);
        }
    }

    /// The primary thread ends a region: waits for the workers, and for all tasks.
    pub fn gather_all(&self) {
        let team = self.team();
        if team.region().crowded {
            team.missing.fetch_sub(1, Ordering::SeqCst);
            self.seat.wait(Cause::Gather, None, || team.missing.load(Ordering::Acquire) == 0);
            team.missing.store(team.threads() as u32, Ordering::Relaxed);
        } else {
            self.gather(self.phase.get() + 1);
        }
        self.seat.finish_all();
        self.seat.forget_dependences();
    }
}
