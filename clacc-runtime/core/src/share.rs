//! The state of a worksharing loop that the threads of a team share, and the state of each thread in it.

use crate::icvs::Schedule;
use crate::line::Line;
use crate::posts::{Posted, SharedPosts};
use crate::waits::Waits;
use alloc::sync::Arc;
use clacc_runtime_abi::layout;
use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The number of loops by which one thread may be ahead of another one.
pub const RING: usize = 8;

/// The shared state of a loop. Loop number `n` of a region uses the share `n % RING`, after all threads have left the previous loop that
/// uses it.
#[derive(Debug, Default)]
pub struct Share<W> {
    /// The number of the loop that may use the share.
    pub turn: AtomicU64,
    /// The first iteration that is not given out.
    next: AtomicU64,
    /// The first iteration whose ordered region may not be over.
    pub ordered: AtomicU64,
    /// The number of threads that have left the loop.
    left: AtomicU32,
    /// The posted iterations, if the loop is a doacross loop.
    pub posts: SharedPosts<W>,
}

/// The shares of a team.
#[derive(Debug)]
pub struct Shares<W>([Line<Share<W>>; RING]);

impl<W: Default> Shares<W> {
    /// Makes shares for the first loops.
    pub fn new() -> Self {
        let share = |turn: usize| Line(Share { turn: AtomicU64::new(turn as u64), ..Share::default() });
        Self(core::array::from_fn(share))
    }
}

impl<W: Waits> Shares<W> {
    /// Begins anew with the first loop. No thread is in one; after a cancellation, threads may have left loops before their ends.
    pub fn forget(&self) {
        for (turn, share) in (0..).zip(&self.0) {
            for number in [&share.next, &share.ordered] {
                number.store(0, Ordering::Relaxed);
            }
            share.left.store(0, Ordering::Relaxed);
            share.posts.clear();
            share.turn.store(turn, Ordering::Relaxed);
        }
    }
}

impl<W> Shares<W> {
    /// The share of a loop.
    #[inline]
    pub fn of(&self, number: u64) -> &Share<W> {
        &self.0[number as usize % RING]
    }
}

impl<W: Default> Default for Shares<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Waits> Share<W> {
    /// Counts one thread as having left the loop. Returns whether it is the last one, so that a later loop may use the share.
    pub fn leave(&self, number: u64, threads: u32) -> bool {
        let is_last = self.left.fetch_add(1, Ordering::AcqRel) + 1 == threads;
        if is_last {
            self.left.store(0, Ordering::Relaxed);
            self.next.store(0, Ordering::Relaxed);
            self.ordered.store(0, Ordering::Relaxed);
            self.posts.clear();
            self.turn.store(number + RING as u64, Ordering::SeqCst);
        }
        is_last
    }
}

impl<W> Share<W> {
    /// Takes the next chunk. `size` returns its size for the number of remaining iterations.
    fn take_by(&self, trips: u64, size: impl Fn(u64) -> u64) -> Option<(u64, u64)> {
        let mut lo = self.next.load(Ordering::Relaxed);
        while lo < trips {
            let hi = lo + size(trips - lo).min(trips - lo);
            match self.next.compare_exchange_weak(lo, hi, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some((lo, hi)),
                Err(now) => lo = now,
            }
        }
        None
    }
}

/// The way in which chunks are assigned to threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// One block for each thread.
    Blocks,
    /// Chunks in round-robin order of the threads.
    Turns,
    /// The next chunk for the thread that requests one, by an atomic addition.
    Next,
    /// The next chunk for the thread that requests one, by compare and exchange, where additions could overflow.
    NextOfMany,
    /// Chunks of decreasing size.
    Guided,
}

/// A loop as one thread sees it.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    way: Way,
    trips: u64,
    chunk: u64,
    /// Whether ordered regions are waited for.
    pub is_ordered: bool,
}

impl Plan {
    /// Makes the plan of a loop with `trips` iterations for a team.
    pub fn new(trips: u64, schedule: Schedule, is_ordered: bool, threads: u32) -> Self {
        let chunk = schedule.chunk.max(1);
        let all_ask_again =
            chunk.checked_mul(u64::from(threads) + 1).and_then(|more| trips.checked_add(more));
        let way = match schedule.kind {
            _ if threads == 1 => Way::Blocks,
            layout::DYNAMIC if all_ask_again.is_some() => Way::Next,
            layout::DYNAMIC => Way::NextOfMany,
            layout::GUIDED => Way::Guided,
            layout::STATIC if schedule.chunk > 0 => Way::Turns,
            _ => Way::Blocks,
        };
        Self { way, trips, chunk, is_ordered }
    }

    fn none() -> Self {
        Self { way: Way::Blocks, trips: 0, chunk: 1, is_ordered: false }
    }
}

/// A thread's place in its current loop.
#[derive(Debug)]
pub struct Position {
    /// The number of loops that the thread has begun in this team.
    pub begun: Cell<u64>,
    plan: Cell<Plan>,
    /// The number of chunks of the loop that the thread has taken.
    chunks: Cell<u64>,
    /// The chunk that the thread has taken last.
    last: Cell<(u64, u64)>,
    /// The posts of the current loop, if it is a doacross loop.
    pub posted: RefCell<Option<Arc<Posted>>>,
}

impl Position {
    /// Makes a place in no loop.
    pub fn new() -> Self {
        let (begun, chunks) = (Cell::new(0), Cell::new(0));
        let posted = RefCell::new(None);
        Self { begun, plan: Cell::new(Plan::none()), chunks, last: Cell::new((0, 0)), posted }
    }

    /// Begins a loop. Returns its number.
    pub fn begin(&self, plan: Plan) -> u64 {
        let number = self.begun.get();
        self.begun.set(number + 1);
        self.plan.set(plan);
        self.chunks.set(0);
        number
    }

    /// The number of the current loop.
    #[inline]
    pub fn number(&self) -> u64 {
        self.begun.get().wrapping_sub(1)
    }

    /// The chunk that the thread works on, if ordered regions are waited for.
    #[inline]
    pub fn ordered_chunk(&self) -> Option<(u64, u64)> {
        (self.plan.get().is_ordered && self.chunks.get() > 0).then(|| self.last.get())
    }

    /// Returns whether an atomic addition takes the next chunk, and no thread waits for ordered regions of the current chunk.
    #[inline]
    pub fn takes_what_comes(&self) -> bool {
        let plan = self.plan.get();
        plan.way == Way::Next && !plan.is_ordered
    }

    /// Takes the next chunk where [`Self::takes_what_comes`].
    #[inline]
    pub fn take<W>(&self, share: &Share<W>) -> Option<(u64, u64)> {
        let plan = self.plan.get();
        let lo = share.next.fetch_add(plan.chunk, Ordering::Relaxed);
        (lo < plan.trips).then(|| (lo, plan.trips.min(lo + plan.chunk)))
    }

    /// Takes the next chunk for thread `id` of `threads`.
    #[inline]
    pub fn next<W>(&self, share: &Share<W>, id: u32, threads: u32) -> Option<(u64, u64)> {
        let plan = self.plan.get();
        let found = match plan.way {
            Way::Next => self.take(share),
            Way::NextOfMany => share.take_by(plan.trips, |_| plan.chunk),
            Way::Guided => {
                share.take_by(plan.trips, |left| left.div_ceil(u64::from(threads)).max(plan.chunk))
            }
            Way::Turns => self.turn(plan, id, threads),
            Way::Blocks => self.block(plan, id, threads),
        };
        if let Some(chunk) = found {
            self.chunks.set(self.chunks.get() + 1);
            self.last.set(chunk);
        }
        found
    }

    fn turn(&self, plan: Plan, id: u32, threads: u32) -> Option<(u64, u64)> {
        let turn = self.chunks.get().checked_mul(u64::from(threads))?.checked_add(u64::from(id))?;
        let lo = turn.checked_mul(plan.chunk).filter(|lo| *lo < plan.trips)?;
        Some((lo, lo + plan.chunk.min(plan.trips - lo)))
    }

    fn block(&self, plan: Plan, id: u32, threads: u32) -> Option<(u64, u64)> {
        let block = block(u64::from(id), u64::from(threads), plan.trips);
        (self.chunks.get() == 0 && block.0 < block.1).then_some(block)
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::new()
    }
}

/// Block `part` of `parts` of the iterations, as `clacc_block` in the header.
pub fn block(part: u64, parts: u64, trips: u64) -> (u64, u64) {
    let (each, longer) = (trips / parts, trips % parts);
    let lo = part * each + part.min(longer);
    (lo, lo + each + u64::from(part < longer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waits::tests::Lookers;

    /// All chunks of a loop when the threads ask in turn.
    fn chunks(trips: u64, kind: u32, chunk: u64, threads: u32) -> Vec<(u32, u64, u64)> {
        let share = Share::<()>::default();
        let plan = Plan::new(trips, Schedule { kind, chunk }, false, threads);
        let positions: Vec<_> = (0..threads).map(|_| Position::new()).collect();
        for position in &positions {
            position.begin(plan);
        }
        let mut found = Vec::new();
        loop {
            let before = found.len();
            for (id, position) in (0..).zip(&positions) {
                found.extend(position.next(&share, id, threads).map(|(lo, hi)| (id, lo, hi)));
            }
            if found.len() == before {
                return found;
            }
        }
    }

    #[test]
    fn chunks_of_each_schedule() {
        use layout::{AUTO, DYNAMIC, GUIDED, STATIC};
        assert_eq!(chunks(7, STATIC, 0, 3), [(0, 0, 3), (1, 3, 5), (2, 5, 7)]);
        assert_eq!(chunks(2, AUTO, 0, 3), [(0, 0, 1), (1, 1, 2)]);
        assert_eq!(chunks(7, STATIC, 2, 2), [(0, 0, 2), (1, 2, 4), (0, 4, 6), (1, 6, 7)]);
        assert_eq!(chunks(5, DYNAMIC, 2, 2), [(0, 0, 2), (1, 2, 4), (0, 4, 5)]);
        assert_eq!(chunks(3, DYNAMIC, 0, 2), [(0, 0, 1), (1, 1, 2), (0, 2, 3)]);
        assert_eq!(chunks(10, GUIDED, 2, 2), [(0, 0, 5), (1, 5, 8), (0, 8, 10)]);
        assert_eq!(chunks(9, DYNAMIC, 2, 1), [(0, 0, 9)]);
        assert_eq!(chunks(0, DYNAMIC, 1, 2), []);
    }

    #[test]
    fn iterations_up_to_the_greatest_number() {
        let (all, half) = (u64::MAX, u64::MAX / 2 + 1);
        assert_eq!(chunks(all, layout::DYNAMIC, half, 2), [(0, 0, half), (1, half, all)]);
        assert_eq!(chunks(all, layout::DYNAMIC, all, 2), [(0, 0, all)]);
        assert_eq!(chunks(all, layout::STATIC, half, 3), [(0, 0, half), (1, half, all)]);
        assert_eq!(chunks(all, layout::STATIC, 0, 2), [(0, 0, half), (1, half, all)]);
    }

    #[test]
    fn a_cancelled_loop_leaves_nothing_to_the_next_region() {
        let shares = Shares::<Lookers>::new();
        let share = shares.of(0);
        let plan = Plan::new(8, Schedule { kind: layout::DYNAMIC, chunk: 2 }, false, 2);
        let position = Position::new();
        position.begin(plan);
        assert_eq!(position.next(share, 0, 2), Some((0, 2)));
        assert!(share.posts.get(8).map(|posts| posts.post(0)).is_some());
        assert!(!share.leave(0, 2));
        shares.forget();
        let position = Position::new();
        position.begin(plan);
        assert_eq!(position.next(share, 0, 2), Some((0, 2)));
        assert!(share.posts.get(8).is_some_and(|posts| !posts.has(0)));
        assert!(!share.leave(0, 2) && share.leave(0, 2));
    }
}
