//! The number of times that a thread polls before it sleeps, adapted to its earlier waits.
//!
//! Polling is best where the awaited thread runs and arrives soon. Where it does not run, because other programs use the processors or both
//! threads share one, the polling thread keeps it from running. A thread cannot know which of these holds, but a wait is probably like the
//! previous one. So after a wait that polling did not end, the thread polls half as long, and after any other wait at least twice as long
//! as that wait needed. From time to time it polls as long as it is allowed, to detect that conditions have changed.

use std::cell::Cell;

/// The least number of polls, however often polling was in vain.
const LEAST: u32 = 100;
/// The number of waits that polling did not end after which a thread polls as long as it is allowed.
const VAIN_BEFORE_TRIAL: u32 = 32;

/// The state that determines how often a thread polls.
#[derive(Debug)]
pub struct Patience {
    most: Cell<u32>,
    gives_way: Cell<bool>,
    learnt: Cell<u32>,
    next: Cell<u32>,
    vain: Cell<u32>,
}

impl Patience {
    /// Makes the state of a thread without earlier waits, which is not yet allowed to poll.
    pub const fn new() -> Self {
        Self {
            most: Cell::new(0),
            gives_way: Cell::new(false),
            learnt: Cell::new(u32::MAX),
            next: Cell::new(u32::MAX),
            vain: Cell::new(0),
        }
    }

    /// Sets the greatest number of polls. In a crowded team, the thread yields its processor instead, unless `most` is 0.
    #[inline]
    pub fn allow(&self, most: u32, crowded: bool) {
        self.most.set(if crowded { 0 } else { most });
        self.gives_way.set(crowded && most > 0);
    }

    /// Returns whether the thread yields its processor before it sleeps.
    pub fn gives_way(&self) -> bool {
        self.gives_way.get()
    }

    /// Returns the number of polls for the next wait.
    #[inline]
    pub fn looks(&self) -> u32 {
        self.next.get().min(self.most.get())
    }

    /// Records that a wait ended after this number of polls.
    #[inline]
    pub fn end(&self, looked: u32) {
        if looked > 0 {
            let learnt = self.learnt.get().max(looked.saturating_mul(2));
            self.learnt.set(learnt);
            self.next.set(learnt);
        }
    }

    /// Records that this number of polls did not end the wait, so that the thread sleeps.
    pub fn give_up(&self, looked: u32) {
        if looked > 0 {
            let vain = self.vain.get().wrapping_add(1);
            self.vain.set(vain);
            self.learnt.set(self.learnt.get().min((looked / 2).max(LEAST)));
            let is_trial = vain.is_multiple_of(VAIN_BEFORE_TRIAL);
            self.next.set(if is_trial { u32::MAX } else { self.learnt.get() });
        }
    }
}

impl Default for Patience {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits that are over after so many looks, by a thread that may look 8000 times. Returns how often it looked each time.
    fn check(waits: &[u32], expected: &[u32]) {
        let patience = Patience::new();
        patience.allow(8000, false);
        let looked = waits.iter().map(|needed| {
            let looked = patience.looks().min(*needed);
            if looked == *needed {
                patience.end(looked);
            } else {
                patience.give_up(looked);
            }
            looked
        });
        assert_eq!(looked.collect::<Vec<_>>(), expected, "{waits:?}");
    }

    const LONG: u32 = 1_000_000;

    #[test]
    fn looks_in_vain_become_fewer() {
        check(&[LONG; 9], &[8000, 4000, 2000, 1000, 500, 250, 125, 100, 100]);
    }

    #[test]
    fn looks_that_succeed_stay_allowed() {
        check(&[7, 3000, 8000, 1, 0, 8000], &[7, 3000, 8000, 1, 0, 8000]);
        check(&[LONG, LONG, 1500, 2500, LONG], &[8000, 4000, 1500, 2500, 5000]);
    }

    #[test]
    fn a_trial_finds_that_waits_are_short_again() {
        let patience = Patience::new();
        patience.allow(8000, false);
        (0..31).for_each(|_| patience.give_up(patience.looks()));
        assert_eq!(patience.looks(), 100);
        patience.give_up(100);
        assert_eq!(patience.looks(), 8000);
        patience.end(600);
        assert_eq!(patience.looks(), 1200);
    }

    #[test]
    fn who_may_not_look_learns_nothing() {
        let patience = Patience::new();
        patience.give_up(patience.looks());
        patience.allow(50, false);
        assert_eq!(patience.looks(), 50);
    }

    #[test]
    fn in_a_crowd_a_thread_gives_way_unless_it_should_sleep() {
        let manner = |most, crowded| {
            let patience = Patience::new();
            patience.allow(most, crowded);
            (patience.looks(), patience.gives_way())
        };
        assert_eq!([manner(9, false), manner(9, true)], [(9, false), (0, true)]);
        assert_eq!([manner(0, false), manner(0, true)], [(0, false), (0, false)]);
    }
}
