//! A thread's place at the tasks of its team: it makes tasks, runs them, and runs others while it waits.

use super::arguments::Arguments;
use super::group::Group;
use super::pool::Pool;
use super::record::{Task, Work, locked};
use crate::abi::layout::{Depend, TaskReduction, ThreadHead};
use crate::icvs::{CurrentIcvs, Icvs};
use crate::wait::event::{Cause, Causes};
use crate::wait::patience::Patience;
use std::cell::{Cell, RefCell};
use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A thread's place. Only that thread uses it, but for making and dropping it.
pub struct Seat {
    pool: Arc<Pool>,
    number: usize,
    head: *mut ThreadHead,
    current: RefCell<Arc<Task>>,
    /// The variables of the current task.
    pub icvs: CurrentIcvs,
    /// How often the thread looks before it sleeps.
    pub patience: Patience,
    /// Whether the thread has made tasks since the last barrier.
    pub made_tasks: Cell<bool>,
    has_dependences: Cell<bool>,
    /// How many tasks the thread has begun and not ended.
    begun: Cell<u32>,
}

/// A thread that has begun so many tasks queues new ones, however many there are: each makes its stack deeper.
const MOST_BEGUN: u32 = 64;

/// What a new task is.
pub struct NewTask {
    /// The outlined task.
    pub work: Work,
    /// Whether the thread that makes it waits for it.
    pub undeferred: bool,
    /// Whether its children are included.
    pub is_final: bool,
}

impl NewTask {
    /// Makes a task of a body and room for its arguments.
    pub fn new(body: crate::abi::layout::Body, arguments: Arguments) -> Self {
        Self { work: Work { body, arguments, event: None }, undeferred: false, is_final: false }
    }
}

impl Seat {
    /// Makes the place of a thread, whose implicit task becomes the current one. The head is passed to tasks.
    pub fn new(pool: &Arc<Pool>, number: usize, head: *mut ThreadHead, implicit: Arc<Task>) -> Self {
        Self {
            pool: Arc::clone(pool),
            number,
            head,
            current: RefCell::new(implicit),
            icvs: CurrentIcvs::new(),
            patience: Patience::new(),
            made_tasks: Cell::new(false),
            has_dependences: Cell::new(false),
            begun: Cell::new(0),
        }
    }

    /// Begins a region, whose implicit tasks have these variables.
    ///
    /// # Safety
    /// They live, and are not changed, until the next region begins.
    #[inline]
    pub unsafe fn begin_region(&self, icvs: *const Icvs, looks: u32) {
        // SAFETY: the caller promises what `inherit` wants.
        unsafe { self.icvs.inherit(icvs) };
        self.patience.allow(looks);
    }

    /// The task that the thread runs.
    pub fn current(&self) -> Arc<Task> {
        Arc::clone(&self.current.borrow())
    }

    /// The tasks of the team.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// Waits until `is_over`, and runs tasks meanwhile: those within a task, or all. What `is_over` reads changes by
    /// sequentially consistent operations, followed by a notification of the cause.
    #[inline]
    pub fn wait(&self, cause: Cause, within: Option<&Arc<Task>>, mut is_over: impl FnMut() -> bool) {
        let (mut looks, mut looked) = (self.patience.looks(), 0);
        while !is_over() {
            if !self.pool.is_quiet() && self.run_one(within) {
                (looks, looked) = (self.patience.looks(), 0);
            } else if looked < looks {
                looked += 1;
                spin_loop();
            } else {
                self.patience.give_up(looked);
                (looks, looked) = (0, 0);
                self.sleep(cause, within, &mut is_over);
            }
        }
        self.patience.end(looked);
    }

    #[cold]
    fn sleep(&self, cause: Cause, within: Option<&Arc<Task>>, is_over: &mut dyn FnMut() -> bool) {
        let woken_by = if within.is_none() { Cause::Task } else { Cause::Progress };
        let causes = Causes::of(cause);
        let causes = if cause == woken_by { causes } else { causes.and(woken_by) };
        self.pool.event.sleep(causes, || is_over() || self.pool.has(within));
    }

    /// Waits until all tasks of the team are finished. All threads have arrived at a barrier.
    #[inline]
    pub fn finish_all(&self) {
        if !self.pool.is_quiet() {
            self.wait(Cause::Progress, None, || self.pool.is_quiet());
        }
    }

    /// Waits like [`Self::wait`] where no task may be run.
    #[inline]
    pub fn wait_without_tasks(&self, cause: Cause, mut is_over: impl FnMut() -> bool) {
        let (mut looks, mut looked) = (self.patience.looks(), 0);
        while !is_over() {
            if looked < looks {
                looked += 1;
                spin_loop();
            } else {
                self.patience.give_up(looked);
                (looks, looked) = (0, 0);
                self.pool.event.sleep(Causes::of(cause), &mut is_over);
            }
        }
        self.patience.end(looked);
    }

    /// All tasks are finished: forgets the dependences among those of the current task.
    #[inline]
    pub fn forget_dependences(&self) {
        if self.has_dependences.replace(false) {
            locked(&self.current.borrow().own).table.clear();
        }
    }

    /// Runs a task if there is one. Returns whether there was.
    #[cold]
    fn run_one(&self, within: Option<&Arc<Task>>) -> bool {
        let found = self.pool.take(self.number, within);
        found.is_some_and(|task| {
            self.run(&task);
            true
        })
    }

    /// Makes a task, and runs it at once if it must not or need not wait.
    pub fn make(&self, new: NewTask, depends: &[Depend]) {
        let parent = self.current();
        let event = new.work.event.clone();
        if event.is_some() {
            self.pool.has_detached.store(true, Ordering::Relaxed);
        }
        // Tasks that were run may be left, for their events: nothing may be taken for finished then.
        let has_detached = self.pool.has_detached.load(Ordering::Relaxed);
        let is_included = parent.is_final || self.pool.threads() == 1 && !has_detached;
        let undeferred = new.undeferred || is_included;
        let task = Task::explicit(&parent, new.work, self.icvs.get(), new.is_final);
        self.pool.count_in();
        self.made_tasks.set(true);
        // The siblings of an included task are finished: each ran when it was made.
        if (!is_included || has_detached) && !depends.is_empty() {
            self.has_dependences.set(true);
            locked(&parent.own).table.enter(&task, depends);
        }
        if undeferred {
            self.wait_for_those_before(&task, &parent);
            self.run(&task);
            if event.is_some() {
                self.wait(Cause::Progress, Some(&parent), || task.is_finished());
            }
        } else {
            self.queue(task);
        }
    }

    /// Waits until nothing but the guard of its maker holds a task back.
    fn wait_for_those_before(&self, task: &Arc<Task>, parent: &Arc<Task>) {
        if task.unmet.load(Ordering::Acquire) != 1 {
            self.wait(Cause::Progress, Some(parent), || task.unmet.load(Ordering::Acquire) == 1);
        }
    }

    /// Lets other threads have a new task when those before it are finished.
    fn queue(&self, task: Arc<Task>) {
        if task.unmet.fetch_sub(1, Ordering::AcqRel) != 1 {
            return;
        }
        // Where there is one thread, nobody else would run it.
        let runs_here = self.pool.threads() == 1 || self.pool.is_full(self.number);
        if runs_here && self.begun.get() < MOST_BEGUN {
            self.run(&task);
        } else {
            self.pool.push(self.number, task);
        }
    }

    /// Runs a task that is in no queue.
    fn run(&self, task: &Arc<Task>) {
        // SAFETY: the task was just made, or taken out of its queue, and does not run twice.
        unsafe { task.skip_finished_ancestors() };
        let interrupted = self.icvs.interrupted();
        // SAFETY: the task holds the variables, and lives until `resume` below.
        unsafe { self.icvs.inherit(&raw const task.icvs) };
        let before = self.current.replace(Arc::clone(task));
        self.begun.set(self.begun.get() + 1);
        if let Some(work) = task.work.as_ref().filter(|_| !self.pool.discards(task)) {
            // SAFETY: generated code passed the body together with these arguments, and the head is that of this thread.
            unsafe { (work.body)(self.head, work.arguments.address()) };
        }
        self.begun.set(self.begun.get() - 1);
        self.current.replace(before);
        self.icvs.resume(&interrupted);
        let event = task.work.as_ref().and_then(|work| work.event.as_ref());
        if event.is_none_or(|event| event.body_returned(task, &self.pool, self.number)) {
            self.pool.finish(self.number, task);
        }
    }

    /// `taskwait`: waits for the children of the current task.
    pub fn wait_for_children(&self) {
        let current = self.current();
        let is_over = || current.children.load(Ordering::Acquire) == 0;
        self.wait(Cause::Progress, Some(&current), is_over);
        locked(&current.own).table.clear();
    }

    /// `taskwait depend`: waits for some children.
    pub fn wait_for_dependences(&self, depends: &[Depend]) {
        let current = self.current();
        let waiter = Task::implicit(self.icvs.get(), false);
        locked(&current.own).table.wait_for(&waiter, depends);
        self.wait_for_those_before(&waiter, &current);
    }

    /// `taskgroup` begins.
    pub fn begin_group(&self) {
        let current = self.current.borrow();
        let group = Group::inside(current.innermost_group());
        locked(&current.own).groups.push(group);
    }

    /// `task_reduction`: what the tasks of the innermost group reduce. Returns whether that is possible.
    pub fn reduce_in_group(&self, list: &[TaskReduction]) -> bool {
        let group = locked(&self.current.borrow().own).groups.last().cloned();
        group.and_then(|group| group.reduce(list, self.pool.threads())).is_some()
    }

    /// `in_reduction`: the thread's copy of an item that a group around reduces.
    ///
    /// # Safety
    /// The functions of the reduction may be called with its original.
    pub unsafe fn reduction_copy(&self, item: *const std::ffi::c_void) -> Option<*mut std::ffi::c_void> {
        let group = self.current.borrow().innermost_group()?;
        // SAFETY: the caller promises it.
        unsafe { group.copy(item, self.number) }
    }

    /// `cancel taskgroup`: cancels the group that the current task belongs to. Returns whether there is one.
    pub fn cancel_group(&self) -> bool {
        let current = self.current.borrow();
        let Some(group) = &current.group else { return false };
        group.cancel();
        self.pool.has_cancelled_groups.store(true, Ordering::SeqCst);
        true
    }

    /// Whether the group that the current task belongs to is cancelled.
    pub fn is_group_cancelled(&self) -> bool {
        self.current.borrow().group.as_ref().is_some_and(|group| group.is_cancelled())
    }

    /// Forgets the groups of the implicit task, whose ends a cancelled region has left out.
    pub fn forget_groups(&self) {
        locked(&self.current.borrow().own).groups.clear();
    }

    /// `taskgroup` ends: waits for its tasks.
    pub fn end_group(&self) {
        let current = self.current();
        let group = locked(&current.own).groups.last().cloned();
        if let Some(group) = group {
            let is_over = |group: &Group| group.unfinished.load(Ordering::Acquire) == 0;
            self.wait(Cause::Progress, Some(&current), || is_over(&group));
            // SAFETY: all tasks of the group are finished; generated code passed the functions for these originals.
            unsafe { group.combine() };
            locked(&current.own).groups.pop();
        }
    }

    /// `taskyield`: runs one task if there is one within the current task.
    pub fn run_another(&self) {
        if !self.pool.is_quiet() {
            let current = self.current();
            self.run_one(Some(&current));
        }
    }
}
