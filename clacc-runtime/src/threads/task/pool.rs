//! The tasks of a team that can be run: a queue for each thread.

use super::record::Task;
use super::spare::SharedSpare;
use crate::threads::wait::event::{Cause, Event};
use crate::threads::wait::futex::Many;
use crate::threads::wait::lock::Guarded;
use clacc_runtime_core::line::Line;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering, fence};

/// The number of queued tasks from which on a thread executes a new task at once.
const MOST_QUEUED: usize = 64;

/// The greatest number of tasks that an idle thread takes from the queue of another thread at once.
const MOST_STOLEN: usize = 16;

#[derive(Default)]
struct Queue {
    length: AtomicUsize,
    tasks: Guarded<VecDeque<Arc<Task>>>,
}

/// The end of a queue at which a thread searches first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The newest task, whose data is most likely in the owner's caches.
    Newest,
    /// The oldest task, which probably leads to the most work.
    Oldest,
}

/// Tasks that are moved from one queue to another.
type Stolen = [Option<Arc<Task>>; MOST_STOLEN];

impl Queue {
    /// Changes the tasks, and stores their number. The store is sequentially consistent for `Event::notify`.
    fn with<R>(&self, action: impl FnOnce(&mut VecDeque<Arc<Task>>) -> R) -> R {
        self.tasks.with(|tasks| {
            let result = action(tasks);
            self.length.store(tasks.len(), Ordering::SeqCst);
            result
        })
    }

    /// Returns whether this is the only task of the queue.
    fn push(&self, task: Arc<Task>) -> bool {
        self.with(|tasks| {
            tasks.push_back(task);
            tasks.len() == 1
        })
    }

    fn is_empty(&self) -> bool {
        self.length.load(Ordering::Acquire) == 0
    }

    /// Takes out a task that descends from the given one.
    fn take(&self, end: End, within: Option<&Arc<Task>>) -> Option<Arc<Task>> {
        self.with(|tasks| Self::find(tasks, end, within).and_then(|at| tasks.remove(at)))
    }

    /// Takes the older half of the tasks out.
    fn take_half(&self) -> Stolen {
        let mut stolen = Stolen::default();
        self.with(|tasks| {
            let count = tasks.len().div_ceil(2).min(MOST_STOLEN);
            stolen.iter_mut().zip(tasks.drain(..count)).for_each(|(place, task)| *place = Some(task));
        });
        stolen
    }

    fn find(tasks: &VecDeque<Arc<Task>>, end: End, within: Option<&Arc<Task>>) -> Option<usize> {
        let fits = |task: &Arc<Task>| within.is_none_or(|ancestor| task.descends_from(ancestor));
        match end {
            End::Newest => tasks.iter().rposition(fits),
            End::Oldest => tasks.iter().position(fits),
        }
    }

    fn has(&self, within: Option<&Arc<Task>>) -> bool {
        !self.is_empty() && self.tasks.with(|tasks| Self::find(tasks, End::Newest, within).is_some())
    }
}

/// The tasks of a team, and where its threads sleep.
pub struct Pool {
    /// The event at which the threads of the team sleep.
    pub event: Event,
    /// Tasks that were made and are not finished.
    outstanding: Line<AtomicU32>,
    /// Whether the region is cancelled: tasks that have not begun are not run.
    pub is_cancelled: AtomicBool,
    /// True if a task group was cancelled, so that tasks have to check their groups.
    pub(super) has_cancelled_groups: AtomicBool,
    /// True if a task was detached, so that a task may be incomplete although its body has returned.
    pub(super) has_detached: AtomicBool,
    queues: Box<[Line<Queue>]>,
    /// Memory for tasks.
    pub(super) spare: Line<SharedSpare>,
}

impl Pool {
    /// Makes the pool of a team.
    pub fn new(threads: usize) -> Arc<Self> {
        let queues = (0..threads).map(|_| Line::default()).collect();
        Arc::new(Self {
            event: Event::new(),
            outstanding: Line::default(),
            is_cancelled: AtomicBool::new(false),
            has_cancelled_groups: AtomicBool::new(false),
            has_detached: AtomicBool::new(false),
            queues,
            spare: Line::default(),
        })
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.queues.len()
    }

    /// Whether all tasks are finished.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.outstanding.load(Ordering::Acquire) == 0
    }

    pub(super) fn count_in(&self) {
        // Sequentially consistent, because `has` looks here first.
        self.outstanding.fetch_add(1, Ordering::SeqCst);
    }

    /// Decrements the number of unfinished tasks. Returns whether all are finished.
    pub(super) fn count_out(&self) -> bool {
        self.outstanding.fetch_sub(1, Ordering::SeqCst) == 1
    }

    /// Whether a thread has tasks in its own queue.
    pub(super) fn has_own(&self, thread: usize) -> bool {
        !self.queues[thread].is_empty()
    }

    pub(super) fn is_full(&self, thread: usize) -> bool {
        self.queues[thread].length.load(Ordering::Relaxed) >= MOST_QUEUED
    }

    /// Puts a task into the queue of a thread. That thread finds the task too, at the latest when it waits: if it waits inside a task, that
    /// task is an ancestor of this one, because the thread has just executed a sibling or the parent. So correctness does not depend on
    /// waking another thread.
    pub(super) fn push(&self, thread: usize, task: Arc<Task>) {
        if self.queues[thread].push(task) {
            self.call_for_help();
        }
    }

    /// Completes a task on a thread. Dependent tasks that wait for no other task are put into the queue of that thread.
    pub(super) fn finish(&self, thread: usize, task: &Arc<Task>) {
        let mut somebody_may_wait = false;
        for follower in task.finish() {
            match follower.unmet.fetch_sub(1, Ordering::SeqCst) {
                1 => self.push(thread, follower),
                left => somebody_may_wait |= left == 2,
            }
        }
        somebody_may_wait |= task.leave_parent();
        somebody_may_wait |= task.leave_group();
        somebody_may_wait |= task.is_counted && self.count_out();
        if somebody_may_wait {
            self.event.notify(Cause::Progress, Many::All);
        }
    }

    /// Wakes all threads that wait for something which tasks can change.
    pub fn wake_all(&self) {
        fence(Ordering::SeqCst);
        for cause in [Cause::Progress, Cause::Task, Cause::Release, Cause::Gather] {
            self.event.notify(cause, Many::All);
        }
    }

    /// Whether there may be tasks that are not to be run.
    #[inline]
    pub(super) fn may_discard(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed) || self.has_cancelled_groups.load(Ordering::Relaxed)
    }

    /// Whether a task that has not begun is not to be run.
    pub(super) fn discards(&self, task: &Task) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
            || self.has_cancelled_groups.load(Ordering::Relaxed)
                && task.group.as_ref().is_some_and(|group| group.is_cancelled())
    }

    /// Wakes a thread to execute a task. If tasks are left then, that thread wakes another one.
    fn call_for_help(&self) {
        let _ = self.event.notify(Cause::Task, Many::One) || self.event.notify(Cause::Progress, Many::One);
    }

    /// Takes a task for a thread: the newest of its own, or else the oldest of another thread.
    pub(super) fn take(&self, thread: usize, within: Option<&Arc<Task>>) -> Option<Arc<Task>> {
        let own = &self.queues[thread];
        let found = (!own.is_empty()).then(|| own.take(End::Newest, within)).flatten();
        found.or_else(|| {
            let others = self.queues[thread + 1..].iter().chain(&self.queues[..thread]);
            let mut others = others.filter(|queue| !queue.is_empty());
            others.find_map(|queue| {
                if within.is_none() {
                    return self.steal(thread, queue);
                }
                let task = queue.take(End::Oldest, within)?;
                if !queue.is_empty() {
                    self.call_for_help();
                }
                Some(task)
            })
        })
    }

    /// Takes tasks from another thread's queue: one to execute now, and further ones, so that the two threads contend for the queue less
    /// often. The thread waits outside of all tasks, so that it finds the further ones after it has executed the first one.
    fn steal(&self, thread: usize, from: &Queue) -> Option<Arc<Task>> {
        let mut stolen = from.take_half().into_iter().flatten();
        let first = stolen.next()?;
        let own = &self.queues[thread];
        own.with(|tasks| tasks.extend(stolen));
        if !own.is_empty() {
            // Threads may have searched for these tasks while they were in no queue.
            self.event.notify(Cause::Progress, Many::All);
        }
        if !own.is_empty() || !from.is_empty() {
            self.call_for_help();
        }
        Some(first)
    }

    /// Whether there is a task that [`Self::take`] would find.
    pub(super) fn has(&self, within: Option<&Arc<Task>>) -> bool {
        !self.is_quiet() && self.queues.iter().any(|queue| queue.has(within))
    }
}
