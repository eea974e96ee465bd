//! The order that a program asks for between constructs that need not be done when it goes on, and other uses of their data.
//!
//! Constructs in queues of OpenACC, and deferred ones of OpenMP (`nowait`), are executed at once. A program may not count on that: it must wait for
//! them, or ask for the order, before it uses data that they use. So each of them has a number, and the shadow of memory of devices notes which of
//! them wrote a byte last, and one that reads it (`shadow`); for data of the host, lists do. A later use of the data must come after them.
//!
//! The order is kept as sets of numbers: the operations before the next action of the thread itself, those before the next operation on each
//! queue, and those before the next task that depends on a storage (`deferred`). Waiting unites sets. A thread knows the order of its own
//! operations only; those of other threads count as ordered, and so do, within a task, those that the thread deferred in other tasks.

use super::deferred::{self, Deferred, Dependence};
use super::numbers::Numbers;
use super::pages::Pages;
use super::shadow::{self, FRESH, READ, READER, Shadow, WRITTEN, WROTE};
use super::site::Construct;
use super::watched;
use crate::openacc::handle::{Address, Extent};
use crate::threads::task::observer::{self, Happening};
use clacc_runtime_abi::layout::Depend;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The part of the program that issued an operation.
#[derive(Clone, Debug)]
pub(crate) enum Issued {
    Construct(Construct),
    Routine(Arc<Backtrace>),
}

/// An operation that nothing waits for before the same data is used.
#[derive(Clone, Debug)]
pub(crate) struct Unordered {
    pub(crate) issued: Issued,
    /// The address of its queue; none for a deferred construct.
    pub(crate) queue: Option<Address>,
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

/// The relation that orders an operation among others.
#[derive(Clone, Debug)]
enum Way {
    /// The queue with an address.
    Queue(Address),
    /// The tasks of the program: it is deferred, with these dependences.
    Tasks(Vec<Dependence>),
    /// Nothing but the thread, which waits for it: a region that is no part of another operation.
    AtOnce,
}

impl Way {
    fn queue(&self) -> Option<Address> {
        if let Self::Queue(queue) = self { Some(*queue) } else { None }
    }
}

/// An operation that runs now.
struct Running {
    way: Way,
    /// The operations that come before it.
    before: Numbers,
    issued: Issued,
    /// Its number, once it has used data.
    number: Option<u8>,
    pages: Pages,
}

/// Bytes of the host that an operation uses.
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
    /// The deferred constructs of the current task.
    deferred: Deferred,
    /// The tasks that the thread has interrupted, with the value of `hidden` before each of them was.
    interrupted: Vec<(Deferred, Numbers)>,
    /// The operations that interrupted tasks have not waited for. They count as ordered meanwhile.
    hidden: Numbers,
    running: Option<Running>,
    operations: BTreeMap<u8, (Issued, Option<Address>)>,
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

/// true if there was any operation in a queue, or a deferred one.
static ARE_THERE: AtomicBool = AtomicBool::new(false);

/// Returns whether the order of uses is followed.
#[inline]
pub(crate) fn is_followed() -> bool {
    ARE_THERE.load(Ordering::Relaxed) && !are_done_at_once()
}

/// Returns whether operations on queues count as done when they are issued: `CLACC_DISCRETE_WAITS=allowed`.
fn are_done_at_once() -> bool {
    static SAID: OnceLock<bool> = OnceLock::new();
    *SAID.get_or_init(|| std::env::var("CLACC_DISCRETE_WAITS").is_ok_and(|said| said.trim() == "allowed"))
}

/// An operation on a queue begins, which comes after those of the queue, and after those that other queues hold so far.
pub(crate) fn begin(queue: Address, after: &[Address], issued: impl FnOnce() -> Issued) {
    ARE_THERE.store(true, Ordering::Relaxed);
    with_books(|books| {
        let before =
            after.iter().fold(books.before.and(books.of(queue)), |all, other| all.and(books.of(*other)));
        books.running = Some(Running::new(Way::Queue(queue), before, issued()));
    });
}

/// A deferred construct with dependences begins. It comes after the tasks that they name.
pub(crate) fn begin_deferred(dependences: &[Depend], issued: impl FnOnce() -> Issued) {
    ARE_THERE.store(true, Ordering::Relaxed);
    observer::tell_from_now_on(follow);
    with_books(|books| {
        let dependences = deferred::read(dependences);
        let before = books.before.and(books.before_task(&dependences));
        books.running = Some(Running::new(Way::Tasks(dependences), before, issued()));
    });
}

/// Follows what the thread does with tasks.
fn follow(happening: Happening<'_>) {
    between_operations(|books| books.follow(happening));
}

/// Changes the order that the thread asks for. Tasks and waits in the code of an operation are part of the operation.
fn between_operations(change: impl FnOnce(&mut Books)) {
    with_books(|books| {
        if books.running.is_none() {
            change(books);
        }
    });
}

/// A region begins. Returns whether it is no part of another operation, so that [`end`] must end it.
pub(crate) fn begin_region(construct: &Construct) -> bool {
    let begun = with_books(|books| {
        let is_own = books.running.is_none();
        if is_own {
            books.running =
                Some(Running::new(Way::AtOnce, books.before, Issued::Construct(construct.clone())));
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
        match running.way {
            Way::Queue(queue) => _ = books.queues.insert(queue, known),
            Way::Tasks(dependences) => books.deferred.add(&dependences, known),
            Way::AtOnce => {}
        }
        let (address, other) = found?;
        Some(Changed { address, issued: running.issued, other })
    })
    .flatten()
}

/// The thread waits for a queue.
pub(crate) fn wait(queue: Address) {
    between_operations(|books| books.wait(books.of(queue)));
}

/// The thread waits for all its queues.
pub(crate) fn wait_all() {
    between_operations(|books| books.wait(books.own));
}

/// Returns the number of the running operation.
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

/// The running region accesses memory of a device atomically. Operations need no order for that, so that those that have used the memory before
/// are not remembered any more.
pub(crate) fn touch_atomically(shadow: &Shadow, extent: Extent) {
    with_books(|books| {
        let (own, open) = (books.number(), books.open());
        shadow.change(extent, |state, reader| {
            if open(*reader).is_some() {
                *reader = 0;
            }
            if open(*state).is_some() {
                *state = own.map_or(WRITTEN, |own| WROTE | own);
            }
        });
    });
}

/// Checks an access of code of the host to data of the host.
pub(crate) fn check_host(extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
    with_books(|books| books.check_host(extent, writes)).unwrap_or(Ok(()))
}

/// Checks that the thread may read data of the host now, where it meets the construct that runs, whatever that is ordered by.
pub(crate) fn check_captured(extent: Extent) -> Result<(), Box<Unordered>> {
    with_books(|books| books.check_host_after(books.before, extent, false)).unwrap_or(Ok(()))
}

/// Notes that data of the host is copied. `writes` is asked only if that can matter.
pub(crate) fn touch_host(extent: Extent, writes: impl FnOnce() -> bool) -> Result<(), Box<Unordered>> {
    with_books(|books| books.touch_host(extent, writes)).unwrap_or(Ok(()))
}

impl Running {
    fn new(way: Way, before: Numbers, issued: Issued) -> Self {
        Self { way, before, issued, number: None, pages: Pages::default() }
    }
}

impl Books {
    /// Returns the operations before the next one on a queue. Text that was translated names the address of a queue in dependences.
    fn of(&self, queue: Address) -> Numbers {
        self.issued_to(queue).and(self.deferred.of(queue))
    }

    fn issued_to(&self, queue: Address) -> Numbers {
        self.queues.get(&queue).copied().unwrap_or_default()
    }

    /// Returns the operations before a task with such dependences.
    fn before_task(&self, dependences: &[Dependence]) -> Numbers {
        let of_queues = dependences.iter().map(|(storage, _)| self.issued_to(*storage));
        of_queues.fold(self.deferred.before(dependences), Numbers::and)
    }

    fn wait(&mut self, done: Numbers) {
        self.before = self.before.and(done);
        let (count, done) = (self.host.len(), self.done());
        self.host.retain(|each| !done.has(each.number));
        if count > 0 && self.host.is_empty() {
            watched::end();
        }
    }

    fn follow(&mut self, happening: Happening<'_>) {
        match happening {
            Happening::IsMade(dependences) => {
                let dependences = deferred::read(dependences);
                let known = self.before.and(self.before_task(&dependences));
                self.deferred.add(&dependences, known);
            }
            Happening::WaitsFor(dependences) => self.wait(self.before_task(&deferred::read(dependences))),
            Happening::WaitsForAll => self.wait_for_deferred(),
            Happening::BeginsGroup => self.deferred.begin_group(),
            Happening::EndsGroup => {
                let of_group = self.deferred.end_group();
                self.wait(of_group);
            }
            Happening::Begins => self.interrupt(),
            Happening::Ends => self.resume(),
        }
    }

    fn wait_for_deferred(&mut self) {
        self.wait(self.deferred.open);
        self.deferred.forget_all();
    }

    /// Returns the operations before everything that the thread does from now on.
    fn done(&self) -> Numbers {
        self.before.without(self.hidden)
    }

    /// A task begins, whose order is another one than that of the task that the thread leaves for it.
    fn interrupt(&mut self) {
        let hidden = self.hidden;
        self.hidden = hidden.and(self.deferred.open.without(self.before));
        self.before = self.before.and(self.hidden);
        self.interrupted.push((std::mem::take(&mut self.deferred), hidden));
    }

    /// The task ends. Nobody but itself could follow the constructs that it deferred.
    fn resume(&mut self) {
        self.wait_for_deferred();
        let Some((deferred, hidden)) = self.interrupted.pop() else { return };
        self.before = self.before.without(self.hidden.without(hidden));
        (self.deferred, self.hidden) = (deferred, hidden);
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

    /// Returns the number of the running operation. `None`: no operation runs that the thread need not wait for, or too many are in flight, so that
    /// this one is not followed.
    fn number(&mut self) -> Option<u8> {
        let running = self.running.as_ref()?;
        if running.number.is_some() || matches!(running.way, Way::AtOnce) {
            return running.number;
        }
        let (queue, is_deferred) = (running.way.queue(), matches!(running.way, Way::Tasks(_)));
        let number = claim().or_else(|| {
            self.give_back(Numbers(self.own.0 & self.done().0 | LEFT.swap(0, Ordering::AcqRel)));
            claim()
        })?;
        let running = self.running.as_mut()?;
        running.number = Some(number);
        self.own = self.own.and(Numbers::one(number));
        if is_deferred {
            self.deferred.open = self.deferred.open.and(Numbers::one(number));
        }
        self.operations.insert(number, (running.issued.clone(), queue));
        Some(number)
    }

    /// Gives numbers back that come before everything that is done from now on.
    fn give_back(&mut self, done: Numbers) {
        let Some(for_live_blocks) = LIVE.get().filter(|_| done != Numbers::default()) else { return };
        let is_done = |known: u8| number_in(known).is_some_and(|number| done.has(number));
        for_live_blocks(&|shadow, extent| {
            shadow.change(extent, |state, reader| {
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
        let interrupted = self.interrupted.iter_mut().map(|(deferred, _)| deferred);
        interrupted.chain([&mut self.deferred]).for_each(|deferred| deferred.forget(done));
        self.operations.retain(|number, _| !done.has(*number));
        FREE.fetch_or(done.0, Ordering::AcqRel);
    }

    fn unordered(&self, number: u8, writes: bool) -> Unordered {
        let unknown = || (Issued::Construct(Construct::unknown()), None);
        let (issued, queue) = self.operations.get(&number).cloned().unwrap_or_else(unknown);
        Unordered { issued, queue, writes }
    }

    fn touch(&mut self, shadow: &Shadow, extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
        let (own, open) = (self.number(), self.open());
        let done = self.done();
        let is_over = |known: u8| number_in(known).is_none_or(|number| done.has(number));
        let mut found = None;
        shadow.change(extent, |state, reader| {
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
        self.check_host_after(self.before_now(), extent, writes)
    }

    fn check_host_after(&self, before: Numbers, extent: Extent, writes: bool) -> Result<(), Box<Unordered>> {
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
        self.hidden = Numbers::default();
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
