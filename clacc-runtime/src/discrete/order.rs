//! The order that a program asks for between constructs in queues and other uses of their data.
//!
//! Constructs in queues are executed at once. A program may not count on that: it must wait for a queue, or stay in it, before it uses data that
//! a construct of the queue uses. So each construct in a queue has a number, and the shadow of memory of devices notes which of them wrote a byte
//! last, and one that reads it (`shadow`); for data of the host, lists do. A later use of the data must come after them.
//!
//! The order is kept as sets of numbers: the constructs before the next action of the thread itself, and for each queue the constructs before its
//! next one. Waiting unites sets. A thread knows the order of its own constructs only, as OpenMP's tasks do; constructs of other
//! threads count as ordered.

use super::pages::Pages;
use super::shadow::{self, FRESH, READ, READER, Shadow, WRITTEN, WROTE};
use super::site::Construct;
use super::watched;
use crate::openacc::handle::{Address, Extent};
use crate::openacc::queue;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
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

/// The part of the program that issued an operation.
#[derive(Clone, Debug)]
pub(crate) enum Issued {
    Construct(Construct),
    Routine(Arc<Backtrace>),
}

/// An operation on a queue that nothing waits for before the same data is used.
#[derive(Clone, Debug)]
pub(crate) struct Unordered {
    pub(crate) issued: Issued,
    /// The address of its queue.
    pub(crate) queue: Address,
    /// true if it writes the data, false if it reads them.
    pub(crate) writes: bool,
}

/// A byte that a region has changed without a check of the store, and that another operation may still use.
#[derive(Clone, Debug)]
pub(crate) struct Changed {
    pub(crate) address: Address,
    /// The region.
    pub(crate) issued: Issued,
    pub(crate) other: Unordered,
}

/// An operation that runs now.
struct Running {
    /// The address of its queue; none for a region outside of queues.
    queue: Option<Address>,
    /// The operations that come before it.
    before: Numbers,
    issued: Issued,
    /// Its number, once it has used data.
    number: Option<u8>,
    pages: Pages,
}

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
        let from = start - self.extent.start;
        let changes = |before: &[u8]| !shadow::bytes_are(start, &before[from..from + bytes]);
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
    operations: BTreeMap<u8, (Issued, Address)>,
    host: Vec<HostUse>,
}

thread_local! {
    static BOOKS: RefCell<Books> = RefCell::default();
}

/// The numbers that no operation has.
static FREE: AtomicU64 = AtomicU64::new(u64::MAX);

/// The numbers of operations whose threads have ended.
static LEFT: AtomicU64 = AtomicU64::new(0);

/// Does something with the bytes of each live block of all devices.
pub(crate) type ForLiveBlocks = fn(&dyn Fn(&Shadow, Extent));

static LIVE: OnceLock<ForLiveBlocks> = OnceLock::new();

/// Tells how to reach the memory of the devices, which use this room.
pub(crate) fn offer_blocks(blocks: ForLiveBlocks) {
    let _ = LIVE.set(blocks);
}

/// Looks at the books of the calling thread, if the order of uses is followed. A signal handler that comes meanwhile finds none.
fn with_books<R>(look: impl FnOnce(&mut Books) -> R) -> Option<R> {
    let look = |books: &RefCell<Books>| books.try_borrow_mut().ok().map(|mut books| look(&mut books));
    if is_followed() { BOOKS.try_with(look).ok().flatten() } else { None }
}

/// Returns whether any thread has used a queue, so that the order of uses is followed.
#[inline]
pub(crate) fn is_followed() -> bool {
    queue::were_used() && !are_done_at_once()
}

/// Returns whether operations on queues count as done when they are issued: `CLACC_DISCRETE_WAITS=allowed`.
fn are_done_at_once() -> bool {
    static SAID: OnceLock<bool> = OnceLock::new();
    *SAID.get_or_init(|| std::env::var("CLACC_DISCRETE_WAITS").is_ok_and(|said| said.trim() == "allowed"))
}

/// An operation on a queue begins, which comes after those of the queue, and after those that other queues hold so far.
pub(crate) fn begin(queue: Address, after: &[Address], issued: impl FnOnce() -> Issued) {
    with_books(|books| {
        let before =
            after.iter().fold(books.before.and(books.of(queue)), |all, other| all.and(books.of(*other)));
        books.running = Some(Running::new(Some(queue), before, issued()));
    });
}

/// A region begins. Returns whether it is no part of an operation on a queue, so that [`end`] must end it.
pub(crate) fn begin_region(construct: &Construct) -> bool {
    let begun = with_books(|books| {
        let is_own = books.running.is_none();
        if is_own {
            books.running = Some(Running::new(None, books.before, Issued::Construct(construct.clone())));
        }
        is_own
    });
    begun == Some(true)
}

/// The operation or region that began ends. Returns a byte that it may not have changed.
pub(crate) fn end() -> Option<Changed> {
    with_books(|books| {
        let found = books.note_changes();
        let running = books.running.take()?;
        let known = running.number.map_or(running.before, |number| running.before.and(Numbers::one(number)));
        if let Some(queue) = running.queue {
            books.queues.insert(queue, known);
        }
        let (address, other) = found?;
        Some(Changed { address, issued: running.issued, other })
    })
    .flatten()
}

/// The thread waits for a queue.
pub(crate) fn wait(queue: Address) {
    with_books(|books| books.wait(books.of(queue)));
}

/// The thread waits for all its queues.
pub(crate) fn wait_all() {
    with_books(|books| books.wait(books.own));
}

/// Returns the number of the running operation on a queue.
pub(crate) fn own_number() -> Option<u8> {
    with_books(Books::number).flatten()
}

/// Keeps what a region is about to load, because the check of the load may stand for that of a store.
pub(crate) fn keep_loaded(shadow: &Shadow, extent: Extent) {
    with_books(|books| {
        if let Some(running) = &mut books.running {
            running.pages.keep(shadow, extent);
        }
    });
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

/// Notes that data of the host is copied. `writes` is asked only if that can matter.
pub(crate) fn touch_host(extent: Extent, writes: impl FnOnce() -> bool) -> Result<(), Box<Unordered>> {
    with_books(|books| books.touch_host(extent, writes)).unwrap_or(Ok(()))
}

impl Running {
    fn new(queue: Option<Address>, before: Numbers, issued: Issued) -> Self {
        Self { queue, before, issued, number: None, pages: Pages::default() }
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

    /// Returns a test that finds the number of an operation of this thread that does not come before the action of this moment.
    fn open(&self) -> impl Fn(u8) -> Option<u8> + use<> {
        let (before, own) = (self.before_now(), self.own);
        move |known| number_in(known).filter(|number| own.has(*number) && !before.has(*number))
    }

    /// Returns the number of the running operation. `None`: no operation on a queue runs, or too many are in flight, so that this one is not followed.
    fn number(&mut self) -> Option<u8> {
        let running = self.running.as_ref()?;
        let queue = running.queue?;
        if running.number.is_some() {
            return running.number;
        }
        let number = claim().or_else(|| {
            self.give_back(Numbers(self.own.0 & self.before.0 | LEFT.swap(0, Ordering::AcqRel)));
            claim()
        })?;
        let running = self.running.as_mut()?;
        running.number = Some(number);
        self.own = self.own.and(Numbers::one(number));
        self.operations.insert(number, (running.issued.clone(), queue));
        Some(number)
    }

    /// Gives numbers back that come before everything that is done from now on.
    fn give_back(&mut self, done: Numbers) {
        let Some(for_live_blocks) = LIVE.get().filter(|_| done != Numbers::default()) else { return };
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
        let running = self.running.iter_mut().map(|running| &mut running.before);
        for known in self.queues.values_mut().chain(running).chain([&mut self.before]) {
            *known = known.without(done);
        }
        self.operations.retain(|number, _| !done.has(*number));
        FREE.fetch_or(done.0, Ordering::AcqRel);
    }

    fn unordered(&self, number: u8, writes: bool) -> Unordered {
        let unknown = || (Issued::Construct(Construct::unknown()), 0);
        let (issued, queue) = self.operations.get(&number).cloned().unwrap_or_else(unknown);
        Unordered { issued, queue, writes }
    }

    fn touch(&mut self, shadow: &Shadow, extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
        let (own, open) = (self.number(), self.open());
        let is_over = |known: u8| number_in(known).is_none_or(|number| self.before.has(number));
        let mut found = None;
        shadow.change(extent, |_, state, reader| {
            if let Some(number) = open(*state) {
                found = Some((number, true));
            } else if writes && let Some(number) = open(*reader) {
                found = Some((number, false));
            } else if writes {
                *state = own.map_or(WRITTEN, |own| WROTE | own);
            } else if *state == FRESH {
            } else if let Some(own) = own {
                if open(*reader).is_none() {
                    *reader = READER | own;
                    *state = if *state == WRITTEN { READ } else { *state };
                }
            } else if is_over(*state) && is_over(*reader) {
                (*state, *reader) = (WRITTEN, 0);
            }
        });
        found.map_or(Ok(()), |(number, writes)| Err(Box::new(self.unordered(number, writes))))
    }

    /// Notes the stores of the running region that no check told of. Returns a byte that it may not have changed.
    fn note_changes(&mut self) -> Option<(Address, Unordered)> {
        let (own, open) = (self.number(), self.open());
        let mut found = None;
        self.running.as_ref()?.pages.for_changed(|address, state, reader| {
            let writer = open(*state).map(|number| (number, true));
            match writer.or_else(|| open(*reader).map(|number| (number, false))) {
                Some((number, writes)) => {
                    found.get_or_insert((address, number, writes));
                }
                None => *state = own.map_or(WRITTEN, |own| WROTE | own),
            }
        });
        found.map(|(address, number, writes)| (address, self.unordered(number, writes)))
    }

    fn check_host(&self, extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
        let before = self.before_now();
        let meets = |each: &&HostUse| !before.has(each.number) && each.matters_to(extent, writes);
        let Some(HostUse { number, before, .. }) = self.host.iter().find(meets) else { return Ok(()) };
        Err(Box::new(self.unordered(*number, before.is_some())))
    }

    fn touch_host(&mut self, extent: Extent, writes: impl FnOnce() -> bool) -> Result<(), Box<Unordered>> {
        let number = self.number();
        if self.host.is_empty() && number.is_none() {
            return Ok(());
        }
        let writes = writes();
        self.check_host(extent, writes)?;
        if let Some(number) = number {
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
        LEFT.fetch_or(self.own.0, Ordering::AcqRel);
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

#[cfg(all(test, target_os = "linux", target_pointer_width = "64", not(miri)))]
#[path = "order_tests.rs"]
mod tests;
