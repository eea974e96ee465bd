//! Giving way: where threads of the program have to share processors, one that waits lets the others run.
//!
//! To sleep and to be woken costs several microseconds, and more where a processor has nothing to do meanwhile. A thread that
//! gives way can run again at once: nobody has to wake it. That is best where the threads that it waits for want the same
//! processor, and come soon. Where another program wants it, that one keeps it for milliseconds, while whoever is woken gets it soon.
//! A thread cannot know which it is; but a turn of the others that took long says that it may be so. Then the next waits sleep at
//! once, and twice as many after each further long turn.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::yield_now;
use std::time::{Duration, Instant};

/// So often a thread gives way before it sleeps. Where nobody wants the processor, that takes about as long as to sleep and to be woken.
const MOST_TURNS: u32 = 32;

/// A turn of the others that takes longer is long. Other programs have some milliseconds. What threads of this program do may
/// take as long, and then it matters little how they are waited for.
const LONG: Duration = Duration::from_micros(100);

/// After a long turn, so many waits sleep at once: the first time, and at most. A long turn is then lost among them.
const FEWEST_ASLEEP: u32 = 64;
const MOST_ASLEEP: u32 = 1 << 14;

/// What threads have learnt from giving way at one kind of place.
#[derive(Debug)]
pub struct Courtesy {
    /// So many of the next waits sleep at once.
    asleep: AtomicU32,
    /// So many will after the next long turn.
    penalty: AtomicU32,
}

impl Courtesy {
    /// Nothing has been learnt yet.
    pub const fn new() -> Self {
        Self { asleep: AtomicU32::new(0), penalty: AtomicU32::new(FEWEST_ASLEEP) }
    }

    /// Gives way until the wait is over or that does not seem to lead to it. Returns whether it is over.
    pub fn give_way(&self, mut is_over: impl FnMut() -> bool) -> bool {
        if !self.is_worth_trying() {
            return false;
        }
        for _ in 0..MOST_TURNS {
            let begin = Instant::now();
            yield_now();
            let was_long = begin.elapsed() > LONG;
            let is_over = is_over();
            if was_long {
                self.learn_from_long_turn();
            } else if is_over {
                self.learn_from_short_turn();
            }
            if is_over || was_long {
                return is_over;
            }
        }
        false
    }

    /// The counts only help to guess: threads that come at the same time may take them for each other's.
    fn is_worth_trying(&self) -> bool {
        let asleep = self.asleep.load(Ordering::Relaxed);
        if asleep > 0 {
            self.asleep.store(asleep - 1, Ordering::Relaxed);
        }
        asleep == 0
    }

    fn learn_from_long_turn(&self) {
        let penalty = self.penalty.load(Ordering::Relaxed);
        self.asleep.store(penalty, Ordering::Relaxed);
        self.penalty.store((2 * penalty).min(MOST_ASLEEP), Ordering::Relaxed);
    }

    fn learn_from_short_turn(&self) {
        let penalty = self.penalty.load(Ordering::Relaxed);
        if penalty > FEWEST_ASLEEP {
            self.penalty.store((penalty - penalty / 16).max(FEWEST_ASLEEP), Ordering::Relaxed);
        }
    }
}

impl Default for Courtesy {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many waits sleep at once from now on.
    fn asleep(courtesy: &Courtesy) -> u32 {
        (0..u32::MAX).find(|_| courtesy.is_worth_trying()).unwrap_or(u32::MAX)
    }

    #[test]
    fn long_turns_become_rare() {
        let courtesy = Courtesy::new();
        let after_each = (0..10).map(|_| {
            courtesy.learn_from_long_turn();
            asleep(&courtesy)
        });
        assert_eq!(after_each.collect::<Vec<_>>(), [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 16384]);
    }

    #[test]
    fn short_turns_forgive_long_ones() {
        let courtesy = Courtesy::new();
        (0..20).for_each(|_| courtesy.learn_from_long_turn());
        (0..200).for_each(|_| courtesy.learn_from_short_turn());
        asleep(&courtesy);
        courtesy.learn_from_long_turn();
        assert_eq!(asleep(&courtesy), FEWEST_ASLEEP);
    }

    #[test]
    fn what_is_over_after_a_turn_is_waited_for() {
        let (courtesy, mut left) = (Courtesy::new(), 3);
        let mut is_over = || {
            left -= 1;
            left == 0
        };
        // A long turn ends the wait early, and then the next one goes on where this one stopped, when it is worth trying again.
        while !courtesy.give_way(&mut is_over) {
            asleep(&courtesy);
        }
        assert_eq!(left, 0);
    }
}
