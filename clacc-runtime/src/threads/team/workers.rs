//! Threads of the library. They wait until a team takes them, and live as long as the process.

use crate::threads::wait::crowd;
use crate::threads::wait::event::{Cause, Causes, Event};
use crate::threads::wait::futex::Many;
use crate::threads::wait::lock::WordLock;
use clacc_runtime_abi::layout::ThreadHead;
use clacc_runtime_core::remark::Remark;
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// A thread of the library.
pub struct Worker {
    /// The head of the place in a team that the thread takes; null while it belongs to none.
    place: AtomicPtr<ThreadHead>,
    event: Event,
}

/// The function that a worker executes in a team until it leaves. The thread head determines its position, as in generated code.
pub type Serve = unsafe fn(*mut ThreadHead);

/// The workers that belong to no team. The last one is the next to go.
struct Idle {
    lock: WordLock,
    workers: UnsafeCell<Vec<&'static Worker>>,
}

// SAFETY: `workers` is used under the lock only.
unsafe impl Sync for Idle {}

static IDLE: Idle = Idle { lock: WordLock::new(), workers: UnsafeCell::new(Vec::new()) };

/// The number of forks that led to this process since the library was first used.
static GENERATION: AtomicU32 = AtomicU32::new(0);

static TOO_FEW: Remark = Remark::new();

impl Idle {
    fn with<R>(&self, action: impl FnOnce(&mut Vec<&'static Worker>) -> R) -> R {
        self.lock.lock();
        // SAFETY: the lock is taken, so that nobody else has a reference.
        let result = action(unsafe { &mut *self.workers.get() });
        self.lock.unlock();
        result
    }
}

/// The number of forks before this process.
#[inline]
pub fn generation() -> u32 {
    GENERATION.load(Ordering::Relaxed)
}

unsafe extern "C" {
    fn pthread_atfork(prepare: extern "C" fn(), parent: extern "C" fn(), child: extern "C" fn()) -> i32;
}

extern "C" fn before_fork() {
    IDLE.lock.lock();
}

extern "C" fn in_parent() {
    IDLE.lock.unlock();
}

/// The child of a fork has one thread. The workers of its parent, and the teams with them, do not exist there.
extern "C" fn in_child() {
    // SAFETY: the lock was taken before the fork, by this thread.
    unsafe { (*IDLE.workers.get()).clear() };
    crowd::forget();
    GENERATION.fetch_add(1, Ordering::Relaxed);
    IDLE.lock.unlock();
}

fn watch_forks() {
    static WATCH: Once = Once::new();
    if cfg!(miri) {
        return; // The interpreter has no fork.
    }
    // SAFETY: the handlers take no arguments, and exist as long as this library, which is never unloaded.
    WATCH.call_once(|| unsafe {
        pthread_atfork(before_fork, in_parent, in_child);
    });
}

/// Returns at most so many workers for a team. There are fewer if the system refuses more threads, which is said once.
pub fn lease(wanted: usize, stack_size: Option<usize>, serve: Serve) -> Vec<&'static Worker> {
    watch_forks();
    let mut found = IDLE.with(|idle| {
        let kept = idle.len().saturating_sub(wanted);
        idle.split_off(kept)
    });
    found.reverse();
    while found.len() < wanted {
        let Some(worker) = start(stack_size, serve) else {
            TOO_FEW.say(
                "parallel",
                "the system refuses further threads; teams have fewer threads than asked for",
            );
            break;
        };
        found.push(worker);
    }
    found
}

/// The stack of a worker without `OMP_STACKSIZE`, in bytes: what the system usually gives to threads of C, more than Rust's own default. Private
/// arrays of regions lie there.
const USUAL_STACK: usize = 8 << 20;

fn start(stack_size: Option<usize>, serve: Serve) -> Option<&'static Worker> {
    let worker: &'static Worker =
        Box::leak(Box::new(Worker { place: AtomicPtr::new(ptr::null_mut()), event: Event::new() }));
    let builder = std::thread::Builder::new().name("acc2omp".to_owned());
    let builder = builder.stack_size(stack_size.unwrap_or(USUAL_STACK));
    builder.spawn(move || worker.work(serve)).ok().map(|_| worker)
}

/// Takes workers back that have left their team.
pub fn give_back(workers: &[&'static Worker]) {
    for worker in workers {
        worker.wait_until_idle();
    }
    IDLE.with(|idle| idle.extend(workers.iter().rev()));
}

impl Worker {
    /// Sends the worker to a place in a team.
    pub fn send(&self, place: *mut ThreadHead) {
        self.place.store(place, Ordering::SeqCst);
        self.event.notify(Cause::Release, Many::All);
    }

    fn wait_until_idle(&self) {
        while !self.place.load(Ordering::Acquire).is_null() {
            std::thread::yield_now();
        }
    }

    fn work(&self, serve: Serve) {
        loop {
            let is_sent = || !self.place.load(Ordering::Acquire).is_null();
            while !is_sent() {
                self.event.sleep(Causes::of(Cause::Release), is_sent);
            }
            // SAFETY: a team that sends a worker to a place stays until the worker has left it.
            unsafe { serve(self.place.load(Ordering::Acquire)) };
            self.place.store(ptr::null_mut(), Ordering::Release);
        }
    }
}
