//! The tasks of a team that can be run: a queue for each thread.

use super::record::{Task, locked};
use crate::wait::event::{Cause, Event};
use crate::wait::futex::Many;
use crate::wait::line::Line;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Mutex};

/// A thread with so many tasks in its queue runs the next one at once.
const MOST_QUEUED: usize = 256;

#[derive(Default)]
struct Queue {
    length: AtomicUsize,
    tasks: Mutex<VecDeque<Arc<Task>>>,
}

/// At which end of a queue a thread looks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The newest task: the one that the owner's data is still warm for.
    Newest,
    /// The oldest task: the one with the most work behind it.
    Oldest,
}

impl Queue {
    /// Returns whether this is the only task of the queue.
    fn push(&self, task: Arc<Task>) -> bool {
        let mut tasks = locked(&self.tasks);
        tasks.push_back(task);
        // Sequentially consistent, for `Event::notify`.
        self.length.store(tasks.len(), Ordering::SeqCst);
        tasks.len() == 1
    }

    fn is_empty(&self) -> bool {
        self.length.load(Ordering::Acquire) == 0
    }

    /// Takes out a task that descends from the given one.
    fn take(&self, end: End, within: Option<&Arc<Task>>) -> Option<Arc<Task>> {
        let mut tasks = locked(&self.tasks);
        let at = Self::find(&tasks, end, within)?;
        let task = tasks.remove(at);
        self.length.store(tasks.len(), Ordering::Release);
        task
    }

    fn find(tasks: &VecDeque<Arc<Task>>, end: End, within: Option<&Arc<Task>>) -> Option<usize> {
        let fits = |task: &Arc<Task>| within.is_none_or(|ancestor| task.descends_from(ancestor));
        match end {
            End::Newest => tasks.iter().rposition(fits),
            End::Oldest => tasks.iter().position(fits),
        }
    }

    fn has(&self, within: Option<&Arc<Task>>) -> bool {
        !self.is_empty() && Self::find(&locked(&self.tasks), End::Newest, within).is_some()
    }
}

/// The tasks of a team, and where its threads sleep.
pub struct Pool {
    /// Where the threads of the team sleep.
    pub event: Event,
    /// Tasks that were made and are not finished.
    outstanding: Line<AtomicU32>,
    /// Whether the region is cancelled: tasks that have not begun are not run.
    pub is_cancelled: AtomicBool,
    /// Whether a task group has been cancelled, so that tasks have to look at theirs.
    pub(super) has_cancelled_groups: AtomicBool,
    /// Whether a task has been detached, so that tasks may be left after they have run.
    pub(super) has_detached: AtomicBool,
    queues: Box<[Line<Queue>]>,
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

    /// Counts a finished task out. Returns whether all are finished now.
    pub(super) fn count_out(&self) -> bool {
        self.outstanding.fetch_sub(1, Ordering::SeqCst) == 1
    }

    pub(super) fn is_full(&self, thread: usize) -> bool {
        self.queues[thread].length.load(Ordering::Relaxed) >= MOST_QUEUED
    }

    /// Puts a task where threads find it. The thread itself will find it too, at the latest where it waits: if it waits
    /// inside a task, then inside an ancestor of this one, because it has just run a sibling or the parent. So nothing
    /// depends on whether another thread is woken.
    pub(super) fn push(&self, thread: usize, task: Arc<Task>) {
        if self.queues[thread].push(task) {
            self.call_for_help();
        }
    }

    /// A task is finished on a thread: those that waited for it are queued there.
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
        somebody_may_wait |= self.count_out();
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

    /// Whether a task that has not begun is not to be run.
    pub(super) fn discards(&self, task: &Task) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
            || self.has_cancelled_groups.load(Ordering::Relaxed)
                && task.group.as_ref().is_some_and(|group| group.is_cancelled())
    }

    /// Wakes a thread to take a task. It wakes the next one if it leaves others behind.
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
                let task = queue.take(End::Oldest, within)?;
                if !queue.is_empty() {
                    self.call_for_help();
                }
                Some(task)
            })
        })
    }

    /// Whether there is a task that [`Self::take`] would find.
    pub(super) fn has(&self, within: Option<&Arc<Task>>) -> bool {
        !self.is_quiet() && self.queues.iter().any(|queue| queue.has(within))
    }
}
