//! Giving way: where threads of the program have to share processors, one that waits lets the others run.
//!
//! To sleep and to be woken costs several microseconds, and more where a processor has nothing to do meanwhile. A thread that
//! gives way can run again at once: nobody has to wake it. That is best where the threads that it waits for want the same
//! processor, and come soon. Where another program wants it, that one keeps it for milliseconds, while whoever is woken gets it soon.
//! A thread cannot know which it is; but a turn of the others that took long says that it may be so, unless this program has had
//! almost all processors lately. Then the next waits sleep at once, and twice as many after each further long turn.

use super::crowd::processors;
use crate::threads::system::processor_time;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::yield_now;
use std::time::{Duration, Instant};

/// So often a thread gives way before it sleeps. Where nobody wants the processor, that takes about as long as to sleep and to be woken.
const MOST_TURNS: u32 = 32;

/// A turn of the others that takes longer is long. Other programs have some milliseconds. What threads of this program do may
/// take as long.
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
            let (was_long, is_over) = self.take_turn(&mut is_over);
            if is_over || was_long {
                return is_over;
            }
        }
        false
    }

    /// Gives way once, if that is worth trying. Returns whether the wait is over.
    pub fn give_way_once(&self, is_over: &mut dyn FnMut() -> bool) -> bool {
        self.is_worth_trying() && self.take_turn(is_over).1
    }

    /// Lets the others have their turn, and learns from it. Returns whether it was long, and whether the wait is over.
    fn take_turn(&self, is_over: &mut dyn FnMut() -> bool) -> (bool, bool) {
        let begin = Instant::now();
        yield_now();
        let turn = begin.elapsed();
        let (is_long, is_over) = (turn > LONG, is_over());
        if is_long && others_had_processors(turn) {
            self.learn_from_long_turn();
        } else if is_over && !is_long {
            self.learn_from_short_turn();
        }
        (is_long, is_over)
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

/// How much processor time the program had used at some moment, and how many turns in succession it had lacked processors then, of
/// those turns of which that is known.
#[derive(Clone, Copy, Debug)]
struct Account {
    at: Instant,
    used: Duration,
    lacking: u32,
}

/// A time since the last account that is longer than so many turns, or shorter than one part in so many, says too little about the
/// last turn.
const MOST_TIMES: u32 = 4;

/// Who has lacked processors in so many turns shares them with others. In one turn they may have been idle, because all threads of
/// this program had to wait for one another.
const ENOUGH_LACKING: u32 = 2;

impl Account {
    /// The account of a later moment, when a turn is over.
    fn continued(self, at: Instant, used: Duration, turn: Duration, processors: u32) -> Self {
        let passed = at.saturating_duration_since(self.at);
        let share = used.saturating_sub(self.used);
        if passed * MOST_TIMES < turn {
            self
        } else if passed > turn * MOST_TIMES {
            Self { at, used, ..self }
        } else {
            let lacks = share * 16 < passed * processors * 15;
            Self { at, used, lacking: if lacks { ENOUGH_LACKING.min(self.lacking + 1) } else { 0 } }
        }
    }

    fn is_shared(&self) -> bool {
        self.lacking == ENOUGH_LACKING
    }
}

/// Whether other programs seem to have processors that a thread might get, after a long turn. Threads that ask while another one
/// does need not learn the same again.
fn others_had_processors(turn: Duration) -> bool {
    static LAST: Mutex<Option<Account>> = Mutex::new(None);
    let Ok(mut last) = LAST.try_lock() else { return false };
    let (at, used) = (Instant::now(), processor_time());
    let before = last.unwrap_or(Account { at, used, lacking: 0 });
    let now = before.continued(at, used, turn, processors());
    *last = Some(now);
    now.is_shared()
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

    /// After each time in microseconds, in which the program has used so many of two processors, a turn of a millisecond is over.
    /// Returns whether the program seems to share processors with others.
    fn shares(times: &[(u64, u64)]) -> Vec<bool> {
        let mut last = Account { at: Instant::now(), used: Duration::ZERO, lacking: 0 };
        let after = |(passed, used): &(u64, u64)| {
            let (at, used) =
                (last.at + Duration::from_micros(*passed), last.used + Duration::from_micros(*used));
            last = last.continued(at, used, Duration::from_millis(1), 2);
            last.is_shared()
        };
        times.iter().map(after).collect()
    }

    #[test]
    fn who_lacks_processors_twice_shares_them_with_others() {
        assert_eq!(shares(&[(1000, 1000), (1000, 1874), (4000, 0)]), [false, true, true]);
        assert_eq!(shares(&[(1000, 1000), (1000, 1875), (1000, 1000)]), [false, false, false]);
    }

    #[test]
    fn times_unlike_the_turn_change_nothing() {
        assert_eq!(shares(&[(1000, 0), (4001, 0), (1000, 0)]), [false, false, true]);
        assert_eq!(shares(&[(1000, 0), (249, 0), (250, 0)]), [false, false, true]);
        assert_eq!(shares(&[(1000, 2000), (4001, 0), (249, 0), (1000, 0)]), [false; 4]);
        assert_eq!(
            shares(&[(1000, 0), (1000, 0), (4001, 9), (1000, 2000), (4001, 9)]),
            [false, true, true, false, false]
        );
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
