//! The order that a program asks for between constructs in queues and what uses the same data.
//!
//! Constructs in queues are executed at once. A program may not count on that: it must wait for a queue, or stay in it, before it uses data that
//! a construct of the queue uses. So each construct in a queue has a number, and the shadow of memory of devices notes which of them wrote a byte
//! last, and which read it last (`shadow`); for data of the host, lists do. Whatever uses the data later must come after them.
//!
//! The order is kept as sets of numbers: the constructs before the next action of the thread itself, and for each queue the constructs before its
//! next one. Waiting unites sets. A thread knows the order of its own constructs only, as OpenMP's tasks do; constructs of other
//! threads count as ordered.
//!
//! Compilers check one access of two to the same bytes, so that a check of a load may stand for a store too. Pages that an operation reads are
//! copied, and what has changed when it ends was written (`Running::pages`).

use super::shadow::{self, CLOSED, FRESH, READ, READER, Shadow, WRITTEN, WROTE};
use super::site::Construct;
use super::watched;
use crate::openacc::api::runtime;
use crate::openacc::handle::{Address, Extent};
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Constructs in queues, by their numbers, each below 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers(u64);

impl Numbers {
    fn one(number: u8) -> Self {
        Self(1 << number)
    }

    fn has(self, number: u8) -> bool {
        self.0 & Self::one(number).0 != 0
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The part of the program that issued an operation on a queue.
#[derive(Clone, Debug)]
pub(crate) enum Issued {
    Construct(Construct),
    Routine(Arc<Backtrace>),
}

/// An operation on a queue that nothing waits for before the same data is used.
#[derive(Clone, Debug)]
pub(crate) struct Unordered {
    pub(crate) issued: Issued,
    /// The number of its queue, as the program names it.
    pub(crate) queue: Option<u32>,
    /// true if it writes the data, false if it reads them.
    pub(crate) writes: bool,
}

/// An operation on queues that runs now.
struct Running {
    queues: Vec<Address>,
    /// The operations that come before it.
    before: Numbers,
    issued: Issued,
    /// Its number, once it has used data.
    number: Option<u8>,
    /// The pages that it reads, as they were before.
    pages: BTreeMap<Address, (Shadow, Box<[u8]>)>,
}

/// The size of the pages that are copied.
const PAGE: usize = 4096;

/// Bytes of the host that an operation on a queue uses.
struct HostUse {
    extent: Extent,
    number: u8,
    /// Their values before the operation, if it writes them.
    before: Option<Box<[u8]>>,
}

impl HostUse {
    /// Returns whether an access of a part of them could meet other values, or change those that the operation reads. Where the operation writes the
    /// values that were there, as for pointers in a struct, a load meets no others.
    fn matters_to(&self, part: Extent, writes: bool) -> bool {
        let start = part.start.max(self.extent.start);
        let bytes = part.end().min(self.extent.end()).saturating_sub(start);
        let changes = |before: &[u8]| {
            let from = start - self.extent.start;
            before.get(from..from + bytes) != Some(&*shadow::bytes_in(Extent { start, bytes }))
        };
        bytes > 0 && (writes || self.before.as_deref().is_some_and(changes))
    }
}

#[derive(Default)]
struct Books {
    /// The numbers that this thread's operations have.
    own: Numbers,
    /// The operations before the next action of the thread itself.
    before: Numbers,
    /// The operations before the next one on a queue, by the address of the queue.
    queues: BTreeMap<Address, Numbers>,
    running: Option<Running>,
    operations: BTreeMap<u8, (Issued, Option<u32>)>,
    host: Vec<HostUse>,
}

thread_local! {
    static BOOKS: RefCell<Books> = RefCell::default();
}

/// The numbers that no operation has.
static FREE: AtomicU64 = AtomicU64::new(u64::MAX);

/// true once any thread has used a queue.
static USED: AtomicBool = AtomicBool::new(false);

/// Does something with the bytes of each live block of all devices.
pub(crate) type ForLiveBlocks = fn(&dyn Fn(&Shadow, Extent));

static LIVE: OnceLock<ForLiveBlocks> = OnceLock::new();

/// Tells how to reach the memory of the devices, which use this room.
pub(crate) fn offer_blocks(blocks: ForLiveBlocks) {
    let _ = LIVE.set(blocks);
}

fn for_live_blocks(run: &dyn Fn(&Shadow, Extent)) {
    if let Some(blocks) = LIVE.get() {
        blocks(run);
    }
}

fn with_books<R>(look: impl FnOnce(&mut Books) -> R) -> Option<R> {
    if !USED.load(Ordering::Relaxed) {
        return None;
    }
    BOOKS.try_with(|books| look(&mut books.borrow_mut())).ok()
}

/// Returns whether operations on queues count as done when they are issued: `CLACC_DISCRETE_WAITS=allowed`.
fn are_done_at_once() -> bool {
    static SAID: OnceLock<bool> = OnceLock::new();
    *SAID.get_or_init(|| std::env::var("CLACC_DISCRETE_WAITS").is_ok_and(|said| said.trim() == "allowed"))
}

/// An operation on queues begins, which comes after others: after the operations of `waits` so far too.
pub(crate) fn begin(queues: Vec<Address>, waits: &[Address], issued: Issued) {
    if are_done_at_once() {
        return;
    }
    USED.store(true, Ordering::Relaxed);
    with_books(|books| {
        let before = queues.iter().chain(waits).fold(books.before, |all, queue| all.and(books.of(*queue)));
        books.running = Some(Running { queues, before, issued, number: None, pages: BTreeMap::new() });
    });
}

/// The operation that [`begin`] began ends.
pub(crate) fn end() {
    with_books(|books| {
        let Some(running) = books.running.take() else { return };
        running.note_changes();
        let known = running.number.map_or(running.before, |number| running.before.and(Numbers::one(number)));
        for queue in running.queues {
            books.queues.insert(queue, known);
        }
    });
}

/// The thread waits for a queue.
pub(crate) fn wait(queue: Address) {
    with_books(|books| books.wait(books.of(queue)));
}

/// The thread waits for all its queues.
pub(crate) fn wait_all() {
    with_books(|books| books.wait(books.own));
}

/// Returns the state that bytes have which the running operation writes: that of any bytes outside of operations on queues.
pub(crate) fn own_state() -> u8 {
    with_books(Books::number).flatten().map_or(WRITTEN, |number| WROTE | number)
}

/// Returns the reader of bytes that the running operation on a queue reads.
pub(crate) fn own_reader() -> Option<u8> {
    with_books(Books::number).flatten().map(|number| READER | number)
}

/// Nobody reads bytes any more, which are freed.
pub(crate) fn forget_readers(shadow: &Shadow, extent: Extent) {
    with_books(|_| shadow.change(extent, |_, _, reader| *reader = 0));
}

/// Returns whether any thread has used a queue, so that the order of uses is followed.
pub(crate) fn is_followed() -> bool {
    with_books(|_| ()).is_some()
}

/// Notes a use of memory of a device, whose bytes belong to live blocks.
pub(crate) fn touch(shadow: &Shadow, extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
    let noted = with_books(|books| books.touch(shadow, extent, writes));
    noted.unwrap_or_else(|| {
        if writes {
            shadow.set(extent.start, extent.bytes, WRITTEN);
        }
        Ok(())
    })
}

/// Checks an access of code of the host to data of the host.
pub(crate) fn check_host(extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
    with_books(|books| books.check_host(extent, writes)).unwrap_or(Ok(()))
}

/// Notes that data of the host is copied.
pub(crate) fn touch_host(extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
    with_books(|books| books.touch_host(extent, writes)).unwrap_or(Ok(()))
}

impl Running {
    /// Copies the pages in which bytes lie.
    fn keep_pages(&mut self, shadow: &Shadow, extent: Extent) {
        if self.number.is_none() {
            return;
        }
        let first = extent.start - extent.start % PAGE;
        for page in (first..extent.end()).step_by(PAGE) {
            let copy = || (*shadow, shadow::bytes_in(Extent { start: page, bytes: PAGE }));
            self.pages.entry(page).or_insert_with(copy);
        }
    }

    /// Notes the bytes of those pages that have changed.
    fn note_changes(&self) {
        let Some(number) = self.number else { return };
        for (page, (shadow, old)) in &self.pages {
            let extent = Extent { start: *page, bytes: PAGE };
            let new = shadow::bytes_in(extent);
            shadow.change(extent, |at, state, _| {
                if *state != CLOSED && old[at] != new[at] {
                    *state = WROTE | number;
                }
            });
        }
    }
}

impl Books {
    /// Returns the operations before the next one on a queue.
    fn of(&self, queue: Address) -> Numbers {
        self.queues.get(&queue).copied().unwrap_or_default()
    }

    fn wait(&mut self, done: Numbers) {
        self.before = self.before.and(done);
        let count = self.host.len();
        self.host.retain(|each| !self.before.has(each.number));
        if count > 0 && self.host.is_empty() {
            watched::end();
        }
    }

    /// Returns the operations before the action of this moment.
    fn before_now(&self) -> Numbers {
        let Some(running) = &self.running else { return self.before };
        running.number.map_or(running.before, |number| running.before.and(Numbers::one(number)))
    }

    /// The number of the running operation. `None`: no operation on a queue runs, or too many are in flight, so that this one is not followed.
    fn number(&mut self) -> Option<u8> {
        let running = self.running.as_ref()?;
        if running.number.is_some() {
            return running.number;
        }
        let number = claim().or_else(|| {
            self.give_back(Numbers(self.own.0 & self.before.0));
            claim()
        })?;
        let running = self.running.as_mut()?;
        running.number = Some(number);
        self.own = self.own.and(Numbers::one(number));
        let queue = running.queues.first().and_then(|queue| runtime().queues.number_of(*queue));
        self.operations.insert(number, (running.issued.clone(), queue));
        Some(number)
    }

    /// Gives numbers back that come before everything the thread does from now on.
    fn give_back(&mut self, done: Numbers) {
        if done == Numbers::default() {
            return;
        }
        let is_done = |known: u8| number_in(known).is_some_and(|number| done.has(number));
        for_live_blocks(&|shadow, extent| {
            shadow.change(extent, |_, state, reader| {
                if is_done(*reader) {
                    *reader = 0;
                }
                if is_done(*state) || *state == READ {
                    *state = if *reader == 0 { WRITTEN } else { READ };
                }
            });
        });
        self.own = self.own.without(done);
        self.before = self.before.without(done);
        for known in self.queues.values_mut() {
            *known = known.without(done);
        }
        self.operations.retain(|number, _| !done.has(*number));
        FREE.fetch_or(done.0, Ordering::AcqRel);
    }

    fn unordered(&self, number: u8, writes: bool) -> Unordered {
        let known = self.operations.get(&number).cloned();
        let (issued, queue) = known.unwrap_or_else(|| (Issued::Construct(Construct::unknown()), None));
        Unordered { issued, queue, writes }
    }

    fn touch(&mut self, shadow: &Shadow, extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
        let own = self.number();
        if !writes && let Some(running) = &mut self.running {
            running.keep_pages(shadow, extent);
        }
        let (before, known) = (self.before_now(), self.own);
        let is_open = |number: u8| known.has(number) && !before.has(number);
        let open = |known: u8| number_in(known).filter(|number| is_open(*number));
        let mut found = None;
        shadow.change(extent, |_, state, reader| {
            if let Some(number) = open(*state) {
                found = Some((number, true));
            } else if writes && let Some(number) = open(*reader) {
                found = Some((number, false));
            } else if writes {
                *state = own.map_or(WRITTEN, |own| WROTE | own);
            } else if let Some(own) = own
                && *state != FRESH
                && open(*reader).is_none()
            {
                *reader = READER | own;
                if *state == WRITTEN {
                    *state = READ;
                }
            }
        });
        found.map_or(Ok(()), |(number, writes)| Err(Box::new(self.unordered(number, writes))))
    }

    fn check_host(&self, extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
        let before = self.before_now();
        let meets = |each: &&HostUse| !before.has(each.number) && each.matters_to(extent, writes);
        let Some(HostUse { number, before, .. }) = self.host.iter().find(meets) else { return Ok(()) };
        Err(Box::new(self.unordered(*number, before.is_some())))
    }

    fn touch_host(&mut self, extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
        self.check_host(extent, writes)?;
        if let Some(number) = self.number() {
            if self.host.is_empty() {
                watched::begin();
            }
            let before = writes.then(|| shadow::bytes_in(extent));
            self.host.push(HostUse { extent, number, before });
        }
        Ok(())
    }
}

impl Drop for Books {
    fn drop(&mut self) {
        self.wait(self.own);
        self.give_back(self.own);
    }
}

/// Takes a free number.
fn claim() -> Option<u8> {
    let lowest = |free: u64| free & free.wrapping_neg();
    let taken = FREE
        .fetch_update(Ordering::AcqRel, Ordering::Acquire, |free| (free != 0).then(|| free & !lowest(free)));
    taken.ok().and_then(|free| u8::try_from(lowest(free).trailing_zeros()).ok())
}

/// Returns the number of an operation that a state or a reader names.
fn number_in(known: u8) -> Option<u8> {
    (known & (WROTE | READER) != 0).then_some(known & !(WROTE | READER))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discrete::arena::Arena;
    use crate::discrete::origin::{Cause, Origin};

    /// Words of memory of a device.
    struct Words {
        arena: &'static Arena,
        base: Address,
    }

    impl Words {
        fn new() -> Option<Self> {
            thread_local! {
                static ARENA: Option<&'static Arena> = Arena::reserve().map(|arena| &*Box::leak(Box::new(arena)));
            }
            let arena = ARENA.with(|arena| *arena)?;
            let cause = Cause::unknown(Origin::Item("words".to_owned(), None));
            let base = arena.allocate(64, 0, cause)?;
            arena.shadow.set(base, 64, WRITTEN);
            Some(Self { arena, base })
        }

        /// Runs the steps of a script and says of each what it should have waited for: an operation that writes (`w`), one that reads (`r`), or
        /// none (`.`). `1w0` is an operation on queue 1 that writes word 0; `2<1r0` one on queue 2 that comes after queue 1 and reads; `hr0` a
        /// read outside of queues; `wait1` and `wait` wait.
        fn outcome(&self, script: &str) -> Option<String> {
            script.split(' ').map(|step| self.step(step)).collect()
        }

        fn step(&self, step: &str) -> Option<char> {
            if let Some(queue) = step.strip_prefix("wait") {
                queue.parse().map_or_else(|_| wait_all(), wait);
                return Some('.');
            }
            let at = step.find(['r', 'w'])?;
            let (queues, action) = step.split_at(at);
            let numbers: Vec<Address> = queues.split('<').filter_map(|queue| queue.parse().ok()).collect();
            if let [own, waits @ ..] = numbers.as_slice() {
                begin(vec![*own], waits, Issued::Construct(Construct::unknown()));
            }
            let word: usize = action[1..].parse().ok()?;
            let extent = Extent { start: self.base + 8 * word, bytes: 8 };
            let other = touch(&self.arena.shadow, extent, action.starts_with('w')).err();
            end();
            Some(other.map_or('.', |other| if other.writes { 'w' } else { 'r' }))
        }
    }

    /// Runs a script on fresh memory, and lets its operations go.
    fn alone(script: &str) -> Option<String> {
        let outcome = Words::new()?.outcome(script);
        wait_all();
        with_books(|books| books.give_back(books.own));
        outcome
    }

    #[test]
    fn uses_come_after_the_operations_that_the_program_waits_for() {
        for (script, expected) in [
            // One queue keeps its order, and waiting for it is enough.
            ("1w0 1r0 1w0 wait1 hr0 hw0", "......"),
            ("1w0 hr0", ".w"),
            ("1w0 hw0", ".w"),
            ("1r0 hr0 hw0", "..r"),
            // Words differ.
            ("1w0 2w1 hw2 wait1 hr0 hr1", ".....w"),
            // Queues are apart unless one waits for the other.
            ("1w0 2r0", ".w"),
            ("1r0 2w0", ".r"),
            ("1r0 2r0 wait2 hw0", "...r"),
            ("1w0 2<1r0 wait2 hw0", "...."),
            ("1w0 2<1r0 wait1 hw0", "...r"),
            ("1w0 2<1r0 3r0", "..w"),
            ("1w0 2<1r1 3<2r0 wait3 hw0 hw1", "......"),
            // What comes later in a queue was not waited for.
            ("1w0 2<1r0 1w2 2r2", "...w"),
            ("1w0 wait1 1w1 hr0 hr1", "....w"),
            ("1w0 wait 1w0 hr0", "...w"),
        ] {
            assert_eq!(alone(script).as_deref(), Some(expected), "{script}");
        }
    }

    /// The expected outcome of a script, from the definition: two uses of a word are ordered if a chain of steps leads from one to the other.
    #[derive(Default)]
    struct Model {
        /// The operations on queues so far: what comes before each, and its use of a word.
        operations: Vec<(u64, usize, bool)>,
        /// The operations before the thread's next action, and before the next operation on each queue.
        thread: u64,
        queues: [u64; 4],
    }

    impl Model {
        /// Takes a step: a queue (0: none), a queue that it waits for, a word, and whether it writes. Returns whether it is apart from an operation that
        /// writes the word, and from how many that only read it, if it writes itself.
        fn step(&mut self, queue: usize, waited: usize, word: usize, writes: bool) -> (bool, usize) {
            let before = self.thread | self.queues[queue] | self.queues[waited];
            let apart = |at: &usize| before >> at & 1 == 0 && self.operations[*at].1 == word;
            let apart: Vec<usize> = (0..self.operations.len()).filter(apart).collect();
            let writers = apart.iter().filter(|at| self.operations[**at].2).count();
            if queue > 0 {
                self.queues[queue] = before | 1 << self.operations.len();
                self.operations.push((before, word, writes));
            }
            (writers > 0, if writes { apart.len() - writers } else { 0 })
        }
    }

    /// A script of random steps, with what the model says of its last step.
    fn random_script(seed: u64) -> (String, bool, usize) {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |count: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as usize % count
        };
        let (mut model, mut script) = (Model::default(), Vec::new());
        for _ in 0..2 + below(12) {
            let (queue, waited, word, writes) = (below(4), below(6), below(2), below(2) == 0);
            if queue == 0 && waited > 3 {
                script.push("wait2".to_owned());
                model.thread |= model.queues[2];
                continue;
            }
            let waited = if queue == 0 || waited > 3 { 0 } else { waited };
            let own = if queue == 0 { "h".to_owned() } else { queue.to_string() };
            let after = if waited == 0 { String::new() } else { format!("<{waited}") };
            script.push(format!("{own}{after}{}{word}", if writes { "w" } else { "r" }));
            let (from_writer, from_readers) = model.step(queue, waited, word, writes);
            if from_writer || from_readers > 0 {
                return (script.join(" "), from_writer, from_readers);
            }
        }
        (script.join(" "), false, 0)
    }

    #[test]
    fn random_scripts_are_judged_as_by_the_definition() {
        let mut found = [0; 4];
        for seed in 1..4000 {
            let (script, from_writer, from_readers) = random_script(seed);
            let outcome = alone(&script).unwrap_or_default();
            let (steps, last) = outcome.split_at(outcome.len() - 1);
            assert!(steps.chars().all(|step| step == '.'), "{script}: {outcome}");
            match last {
                "w" => assert!(from_writer, "{script}: {outcome}"),
                "r" => assert!(from_readers > 0, "{script}: {outcome}"),
                _ => assert!(!from_writer, "{script}: {outcome}"),
            }
            // One reader of a word is remembered, so that a write may come before another one unseen.
            let is_missed = last == "." && from_readers > 0;
            found[["w", "r", "."].iter().position(|known| *known == last && !is_missed).unwrap_or(3)] += 1;
        }
        let [by_writers, by_readers, ordered, missed] = found;
        assert!(
            by_writers > 100 && by_readers > 100 && ordered > 100 && missed < by_readers / 5,
            "{found:?}"
        );
    }

    #[test]
    fn operations_of_other_threads_are_not_followed() {
        let words = Words::new();
        let outcome = |script: &str| words.as_ref()?.outcome(script);
        assert_eq!(outcome("1w0 1r1").as_deref(), Some(".."));
        std::thread::scope(|scope| {
            let other = scope.spawn(|| outcome("hr0 hw1 2w2"));
            assert_eq!(other.join().ok().flatten().as_deref(), Some("..."));
        });
        let own = outcome("hr0 hw2");
        assert_eq!(own.as_deref(), Some("w."), "the other thread has ended, and its operations with it");
    }
}
