//! How long a thread looks before it sleeps, learnt from how long it had to wait before.
//!
//! To look is best where the other thread runs and comes soon. Where it does not run, because other programs have the
//! processors or both threads have the same one, whoever looks keeps it from running. A thread cannot know which it is; but what was in
//! vain the last time probably is again. So a thread that looked in vain looks half as long the next time, and one that did
//! not is ready to look twice as long as it had to. Now and then it looks as long as it may, to find out that times have changed.

use std::cell::Cell;

/// However often it was in vain, a thread looks so often.
const LEAST: u32 = 100;
/// After so many waits in vain, a thread looks as long as it may.
const VAIN_BEFORE_TRIAL: u32 = 32;

/// What a thread has learnt.
#[derive(Debug)]
pub struct Patience {
    most: Cell<u32>,
    gives_way: Cell<bool>,
    learnt: Cell<u32>,
    next: Cell<u32>,
    vain: Cell<u32>,
}

impl Patience {
    /// Makes the patience of a thread that has learnt nothing, and may not look at all.
    pub const fn new() -> Self {
        Self {
            most: Cell::new(0),
            gives_way: Cell::new(false),
            learnt: Cell::new(u32::MAX),
            next: Cell::new(u32::MAX),
            vain: Cell::new(0),
        }
    }

    /// Says how often the thread may look. In a crowd it gives way instead, unless it should sleep at once.
    #[inline]
    pub fn allow(&self, most: u32, crowded: bool) {
        self.most.set(if crowded { 0 } else { most });
        self.gives_way.set(crowded && most > 0);
    }

    /// Whether the thread gives way before it sleeps.
    pub fn gives_way(&self) -> bool {
        self.gives_way.get()
    }

    /// Returns how often the thread looks this time.
    #[inline]
    pub fn looks(&self) -> u32 {
        self.next.get().min(self.most.get())
    }

    /// The wait was over when the thread had looked so often in vain.
    #[inline]
    pub fn end(&self, looked: u32) {
        if looked > 0 {
            let learnt = self.learnt.get().max(looked.saturating_mul(2));
            self.learnt.set(learnt);
            self.next.set(learnt);
        }
    }

    /// The thread has looked so often in vain, and sleeps.
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
