//! Yielding: where the threads of the program have to share processors, a waiting thread yields its processor before it sleeps.
//!
//! Sleeping and waking cost several microseconds, and more on a processor that is idle meanwhile. A thread that yields stays runnable, so
//! that no other thread has to wake it. That is best where the awaited threads need the same processor and arrive soon. If another program
//! uses the processor, that program keeps it for milliseconds, while a thread that is woken gets a processor soon. A thread cannot know
//! which of these holds, but a yield that takes long indicates another program, unless this program has used almost all processors lately.
//! After such a yield, the next waits sleep without yielding, and twice as many of them after each further long yield.

use super::crowd::processors;
use crate::threads::system::processor_time;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::yield_now;
use std::time::{Duration, Instant};

/// The greatest number of yields before a thread sleeps. Where no other thread wants the processor, they take about as long as sleeping and
/// waking.
const MOST_TURNS: u32 = 32;

/// The duration above which a yield is long. Other programs keep a processor for some milliseconds. Threads of this program may do so too.
const LONG: Duration = Duration::from_micros(100);

/// The number of waits that sleep at once after a long yield: at first, and at most. Compared with so many waits, a long yield costs
/// little.
const FEWEST_ASLEEP: u32 = 64;
const MOST_ASLEEP: u32 = 1 << 14;

/// Statistics about the yields of one kind of wait, which decide whether the next waits yield.
#[derive(Debug)]
pub struct Courtesy {
    /// The number of the next waits that sleep at once.
    asleep: AtomicU32,
    /// The value of `asleep` after the next long yield.
    penalty: AtomicU32,
}

impl Courtesy {
    /// Makes statistics without any yield.
    pub const fn new() -> Self {
        Self { asleep: AtomicU32::new(0), penalty: AtomicU32::new(FEWEST_ASLEEP) }
    }

    /// Yields until the wait is over, a yield was long, or the greatest number of yields is reached. Returns whether the wait is over.
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

    /// Yields once, unless the statistics advise against it. Returns whether the wait is over.
    pub fn give_way_once(&self, is_over: &mut dyn FnMut() -> bool) -> bool {
        self.is_worth_trying() && self.take_turn(is_over).1
    }

    /// Yields, and updates the statistics. Returns whether the yield was long, and whether the wait is over.
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

    /// Returns whether the wait may yield, and counts it. Threads that count at the same time may lose an update, which makes the
    /// statistics slightly worse.
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

/// The processor time that the program had used at a moment, and the number of successive long yields in which it had lacked processors
/// until then. Yields for which this is unknown do not count.
#[derive(Clone, Copy, Debug)]
struct Account {
    at: Instant,
    used: Duration,
    lacking: u32,
}

/// The greatest ratio, in either direction, between the time since the last account and the duration of the yield. If the ratio is greater,
/// the used processor time shows too little about the yield.
const MOST_TIMES: u32 = 4;

/// The number of successive long yields with a lack of processors after which the program is assumed to share them with other programs. In
/// a single one, processors may have been idle because all threads of this program waited for one another.
const ENOUGH_LACKING: u32 = 2;

impl Account {
    /// Returns the account at the end of a yield.
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

/// Returns whether other programs seem to use processors that a thread of this program could use, after a long yield. While one thread
/// determines this, other threads get `false`.
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
