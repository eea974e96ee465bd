//! Asynchronous queues. Translated directives and routines share one address for each queue, and each thread
//! records the progress of the queue.
//!
//! A directive depends on the address (`depend(inout: *acc2omp_async2dep(n))`), so the runtime below keeps
//! the order of a queue. But it cannot tell whether a queue is done. Therefore the books here count every use
//! of the address as an operation *issued*, and a *marker* task at the end of the queue reports when all
//! operations issued before it are done.
//!
//! OpenMP orders the tasks of one thread, and a thread can wait for its own tasks only. So each thread keeps
//! books of its own: operations and waits of another thread say nothing about its own ones.
//!
//! A queue number means the same queue on every device. That orders more operations than OpenACC requires,
//! and never orders them wrongly.

use crate::openacc::binding::Tasks;
use crate::openacc::handle::{Address, AsyncArgument};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The queue of `acc_async_default`. It is also that of `async` without a number, until the program sets
/// another one.
pub const FIRST_DEFAULT: AsyncArgument = AsyncArgument::Queue(0);

/// The time for which a test waits for a marker that it has just enqueued.
const MOMENT: Duration = Duration::from_micros(100);

/// The number of lists that queues are spread over.
const LISTS: usize = 256;

/// The name of a queue. `Sync` has a queue too, on which constructs wait at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueId {
    /// The queue of `acc_async_sync`.
    Sync,
    /// A numbered queue.
    Number(u32),
}

thread_local! {
    /// `acc-default-async-var` of the thread.
    static DEFAULT: Cell<AsyncArgument> = const { Cell::new(FIRST_DEFAULT) };
}

/// Returns the thread's default for `async` without a number: a queue or `Sync`.
pub fn default_async() -> AsyncArgument {
    DEFAULT.try_with(Cell::get).unwrap_or(FIRST_DEFAULT)
}

/// Sets the thread's default. `NoValue` leaves it as it is, and `Default` resets it.
pub fn set_default_async(argument: AsyncArgument) {
    let value = match argument {
        AsyncArgument::NoValue => return,
        AsyncArgument::Default => FIRST_DEFAULT,
        AsyncArgument::Sync | AsyncArgument::Queue(_) => argument,
    };
    let _ = DEFAULT.try_with(|default| default.set(value));
}

/// Returns the queue that an argument means for the calling thread.
pub fn resolve(argument: AsyncArgument) -> QueueId {
    match argument {
        AsyncArgument::NoValue => match default_async() {
            AsyncArgument::Queue(number) => QueueId::Number(number),
            AsyncArgument::Sync | AsyncArgument::NoValue | AsyncArgument::Default => QueueId::Sync,
        },
        AsyncArgument::Default => match FIRST_DEFAULT {
            AsyncArgument::Queue(number) => QueueId::Number(number),
            AsyncArgument::Sync | AsyncArgument::NoValue | AsyncArgument::Default => QueueId::Sync,
        },
        AsyncArgument::Queue(number) => QueueId::Number(number),
        AsyncArgument::Sync => QueueId::Sync,
    }
}

/// The queue that an async argument means for the calling thread, as the profiling interface names it.
pub fn number_for_events(argument: i32) -> isize {
    match AsyncArgument::from_c(argument).map(resolve) {
        Some(QueueId::Number(number)) => isize::try_from(number).unwrap_or(isize::MAX),
        Some(QueueId::Sync) | None => crate::profile::cause::SYNC,
    }
}

thread_local! {
    /// Whether the thread put work on a queue that makes data present or absent, and has not waited for all
    /// queues since.
    static PRESENCE_CHANGES: Cell<bool> = const { Cell::new(false) };
}

/// Whether any thread ever used a queue.
static USED: AtomicBool = AtomicBool::new(false);

/// Notes that data becomes present or absent in the order of a queue.
pub fn note_presence_change() {
    let _ = PRESENCE_CHANGES.try_with(|changes| changes.set(true));
}

/// Whether data may still become present or absent through work that routines of this thread put on queues.
/// Resets the note, because the caller waits for that work.
pub fn take_presence_changes() -> bool {
    PRESENCE_CHANGES.try_with(Cell::take).unwrap_or_default()
}

/// Whether any thread ever used a queue.
pub fn were_used() -> bool {
    USED.load(Ordering::Relaxed)
}

/// A task at the end of a queue that records when it has run.
#[derive(Debug)]
struct Marker {
    covers: u64,
    done: Arc<AtomicBool>,
}

impl Marker {
    /// Waits briefly, because even a helper thread that is idle takes some time to run the marker. A test
    /// waits for at most this time, once per marker. Without it, a test could answer no directly after a
    /// `taskwait` of the program.
    fn give_it_a_moment(&self) {
        let start = Instant::now();
        while !self.done.load(Ordering::Acquire) && start.elapsed() < MOMENT {
            std::thread::yield_now();
        }
    }
}

/// The calling thread's record of the operations that it issued on a queue.
#[derive(Debug, Default)]
struct Book {
    issued: u64,
    finished: u64,
    /// The number of the last operation that the program's own text issued: a construct, which may map data, or a wait.
    last_construct: u64,
    marker: Option<Marker>,
}

impl Book {
    fn may_be_busy(&self) -> bool {
        self.finished < self.issued
    }

    fn settle(&mut self, finished: u64) {
        self.finished = self.finished.max(finished);
    }
}

thread_local! {
    /// The thread's books, by the address of the queue.
    static BOOKS: RefCell<BTreeMap<Address, Book>> = const { RefCell::new(BTreeMap::new()) };
}

/// A queue. Threads share nothing but its address.
#[derive(Debug, Default)]
pub struct Queue {
    /// The byte whose address dependences name. Its value is never used.
    byte: AtomicU8,
}

impl Queue {
    /// The address that stands for the queue.
    pub fn address(&self) -> Address {
        std::ptr::from_ref(&self.byte).expose_provenance()
    }

    /// Reads or writes the calling thread's book. No task can run meanwhile. A thread that is being ended has
    /// no books any more, and changes to them are lost.
    fn book<R: Default>(&self, look: impl FnOnce(&mut Book) -> R) -> R {
        let look = |books: &RefCell<BTreeMap<Address, Book>>| {
            let mut books = books.borrow_mut();
            look(books.entry(self.address()).or_default())
        };
        BOOKS.try_with(look).unwrap_or_default()
    }

    /// Counts an operation that is about to be issued, and returns the address as a pointer.
    pub fn issue(&self) -> *mut u8 {
        if !were_used() {
            USED.store(true, Ordering::Relaxed);
        }
        self.book(|book| book.issued += 1);
        self.byte.as_ptr()
    }

    /// Counts an operation that the program's own text is about to issue, and returns the address as a pointer.
    pub fn issue_construct(&self) -> *mut u8 {
        let address = self.issue();
        self.book(|book| book.last_construct = book.issued);
        address
    }

    /// Waits for everything that the calling thread issued, if a construct is among it that is not yet known to be done.
    pub fn wait_for_constructs(&self, tasks: &dyn Tasks) {
        if self.book(|book| book.finished < book.last_construct) {
            let issued = self.book(|book| book.issued);
            tasks.settle(self.address());
            self.book(|book| book.settle(issued));
        }
    }

    /// Whether the calling thread issued an operation that is not yet known to be done.
    pub fn may_be_busy(&self) -> bool {
        self.book(|book| book.may_be_busy())
    }

    /// Waits for everything that the calling thread issued.
    pub fn wait(&self, tasks: &dyn Tasks) {
        let issued = self.book(|book| book.issued);
        tasks.wait(self.address());
        self.book(|book| book.settle(issued));
    }

    /// Whether all operations that the calling thread issued are done. If tasks overlap, it waits at most for
    /// `MOMENT`. Otherwise it runs the remaining tasks and returns true.
    pub fn test(&self, tasks: &dyn Tasks) -> bool {
        if !self.may_be_busy() {
            return true;
        }
        if !tasks.overlaps() {
            self.wait(tasks);
            return true;
        }
        tasks.progress();
        let known = self.book(|book| book.marker.take());
        let known = known.unwrap_or_else(|| {
            let marker = self.mark(tasks);
            marker.give_it_a_moment();
            marker
        });
        let done = known.done.load(Ordering::Acquire);
        self.book(|book| {
            if done {
                book.settle(known.covers);
            } else {
                book.marker = Some(known);
            }
            !book.may_be_busy()
        })
    }

    fn mark(&self, tasks: &dyn Tasks) -> Marker {
        let covers = self.book(|book| book.issued);
        let done = Arc::new(AtomicBool::new(false));
        let when_done = Arc::clone(&done);
        tasks.enqueue(self.address(), &[], Box::new(move || when_done.store(true, Ordering::Release)));
        Marker { covers, done }
    }
}

impl Drop for Queue {
    /// Removes the thread's book, because another queue may get the same address.
    fn drop(&mut self) {
        let forget = |books: &RefCell<BTreeMap<Address, Book>>| books.borrow_mut().remove(&self.address());
        drop(BOOKS.try_with(forget));
    }
}

/// A queue and the next node of its list.
#[derive(Debug)]
struct Node {
    number: u32,
    queue: Queue,
    next: OnceLock<Box<Node>>,
}

/// All queues that were ever used. They live as long as the process, because their addresses must.
#[derive(Debug)]
pub struct Queues {
    sync: Queue,
    lists: [OnceLock<Box<Node>>; LISTS],
}

impl Default for Queues {
    fn default() -> Self {
        Self { sync: Queue::default(), lists: [const { OnceLock::new() }; LISTS] }
    }
}

impl Queues {
    /// Returns the queue, and makes it if it is new. Finding an existing queue takes no lock.
    pub fn get(&self, id: QueueId) -> &Queue {
        let QueueId::Number(number) = id else { return &self.sync };
        let mut slot = &self.lists[number as usize % LISTS];
        loop {
            let make = || Box::new(Node { number, queue: Queue::default(), next: OnceLock::new() });
            let node = slot.get_or_init(make);
            if node.number == number {
                return &node.queue;
            }
            slot = &node.next;
        }
    }

    /// Returns the number of the queue with an address. The queue of `acc_async_sync` has none.
    pub fn number_of(&self, address: Address) -> Option<u32> {
        let found = self.nodes().find(|node| node.queue.address() == address);
        found.map(|node| node.number)
    }

    fn nodes(&self) -> impl Iterator<Item = &Node> {
        let heads = self.lists.iter().filter_map(OnceLock::get);
        heads
            .flat_map(|head| std::iter::successors(Some(&**head), |node| node.next.get().map(|next| &**next)))
    }

    /// Returns every queue that was used.
    pub fn iter(&self) -> impl Iterator<Item = &Queue> {
        std::iter::once(&self.sync).chain(self.nodes().map(|node| &node.queue))
    }

    /// Waits for everything that the calling thread issued on any queue.
    pub fn wait_all(&self, tasks: &dyn Tasks) {
        let issued: Vec<_> = self.iter().map(|queue| (queue, queue.book(|book| book.issued))).collect();
        tasks.wait_all();
        take_presence_changes();
        for (queue, issued) in issued {
            queue.book(|book| book.settle(issued));
        }
    }

    /// Whether all operations that the calling thread issued are done.
    pub fn test_all(&self, tasks: &dyn Tasks) -> bool {
        self.iter().all(|queue| queue.test(tasks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openacc::binding::Job;
    use std::collections::VecDeque;

    use std::sync::{Mutex, PoisonError};

    /// Tasks that run only when the test calls for it.
    #[derive(Default)]
    struct Lazy {
        jobs: Mutex<VecDeque<Job>>,
        overlaps: bool,
    }

    impl Lazy {
        fn run_one(&self) {
            let job = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            if let Some(job) = job {
                job();
            }
        }
    }

    impl Tasks for Lazy {
        fn wait(&self, _: Address) {
            self.wait_all();
        }
        fn wait_all(&self) {
            while !self.jobs.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
                self.run_one();
            }
        }
        fn enqueue(&self, _: Address, _: &[Address], job: Job) {
            self.jobs.lock().unwrap_or_else(PoisonError::into_inner).push_back(job);
        }
        fn overlaps(&self) -> bool {
            self.overlaps
        }
        fn progress(&self) {}
    }

    #[test]
    fn one_address_per_queue() {
        let queues = Queues::default();
        let ids = [0, 1, 255, 256, 257, 512, u32::MAX].map(QueueId::Number);
        let mut seen: Vec<_> = ids.iter().map(|id| queues.get(*id).address()).collect();
        seen.push(queues.get(QueueId::Sync).address());
        assert!(ids.iter().zip(&seen).all(|(id, address)| queues.get(*id).address() == *address));
        seen.sort_unstable();
        seen.dedup();
        assert_eq!((seen.len(), queues.iter().count()), (8, 8));
    }

    #[test]
    fn a_queue_is_done_when_its_marker_was_reached() {
        let tasks = Lazy { overlaps: true, ..Lazy::default() };
        let queue = Queue::default();
        assert!(queue.test(&tasks), "nothing was issued");
        queue.issue();
        assert!(!queue.test(&tasks) && !queue.test(&tasks));
        assert_eq!(tasks.jobs.lock().map_or(0, |jobs| jobs.len()), 1, "one marker is enough");
        queue.issue();
        tasks.run_one();
        assert!(!queue.test(&tasks), "the marker stood before the second operation");
        assert!(!queue.test(&tasks));
        tasks.run_one();
        assert!(queue.test(&tasks) && queue.test(&tasks));
    }

    #[test]
    fn where_nothing_overlaps_a_test_finishes_the_work() {
        let tasks = Lazy::default();
        let queues = Queues::default();
        queues.get(QueueId::Number(3)).issue();
        queues.get(QueueId::Sync).issue();
        assert!(queues.test_all(&tasks));
        assert!(queues.iter().all(|queue| !queue.may_be_busy()));
    }

    #[test]
    fn waiting_settles_the_books() {
        let tasks = Lazy { overlaps: true, ..Lazy::default() };
        let queues = Queues::default();
        queues.get(QueueId::Number(1)).issue();
        queues.get(QueueId::Number(2)).issue();
        assert!(!queues.test_all(&tasks));
        queues.wait_all(&tasks);
        assert!(queues.test_all(&tasks));
        let one = queues.get(QueueId::Number(1));
        one.issue();
        one.wait(&tasks);
        assert!(one.test(&tasks));
    }

    /// A wait waits for tasks of its own thread only, so that it must not settle the books of another thread.
    #[test]
    fn each_thread_has_its_own_books() {
        let tasks = Lazy { overlaps: true, ..Lazy::default() };
        let queue = Queue::default();
        queue.issue();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                let before = (queue.may_be_busy(), queue.test(&tasks));
                queue.wait(&tasks);
                before
            });
            assert_eq!(other.join().unwrap_or_default(), (false, true));
        });
        assert!(queue.may_be_busy() && !queue.test(&tasks));
        tasks.run_one();
        assert!(queue.test(&tasks));
    }

    #[test]
    fn defaults_belong_to_a_thread() {
        assert_eq!(resolve(AsyncArgument::NoValue), QueueId::Number(0));
        set_default_async(AsyncArgument::Queue(7));
        assert_eq!(resolve(AsyncArgument::NoValue), QueueId::Number(7));
        assert_eq!(resolve(AsyncArgument::Default), QueueId::Number(0));
        set_default_async(AsyncArgument::NoValue);
        assert_eq!(default_async(), AsyncArgument::Queue(7));
        std::thread::scope(|scope| {
            scope.spawn(|| assert_eq!(default_async(), FIRST_DEFAULT));
        });
        set_default_async(AsyncArgument::Sync);
        assert_eq!(resolve(AsyncArgument::NoValue), QueueId::Sync);
        set_default_async(AsyncArgument::Default);
        assert_eq!(default_async(), FIRST_DEFAULT);
    }

    #[test]
    fn queues_are_made_once_by_racing_threads() {
        let queues = Queues::default();
        let addresses: Vec<Vec<Address>> = std::thread::scope(|scope| {
            let look = || (0..40).map(|n| queues.get(QueueId::Number(n * 64)).address()).collect();
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(look)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
        });
        assert!(addresses.iter().all(|seen| *seen == addresses[0]) && queues.iter().count() == 41);
    }
}
