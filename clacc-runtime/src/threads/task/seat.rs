//! The state of a thread that concerns tasks: the thread creates tasks, executes them, and executes others while it waits.

use super::arguments::Given;
use super::depend::Dependent;
use super::event::{Finish, TaskEvent};
use super::group::Group;
use super::included::{Included, IncludedTasks};
use super::observer::{self, Happening};
use super::pool::Pool;
use super::record::{Task, Work};
use super::spare::Spare;
use crate::threads::wait::courtesy::Courtesy;
use crate::threads::wait::event::{Cause, Causes};
use crate::threads::wait::patience::Patience;
use clacc_runtime_abi::layout::{Body, Depend, TaskReduction, ThreadHead};
use clacc_runtime_core::icvs::{CurrentIcvs, Icvs};
use std::cell::{Cell, Ref, RefCell};
use std::ffi::c_void;
use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The state of a thread that concerns tasks. Only that thread uses it, except while it is made or dropped.
pub struct Seat {
    pool: Arc<Pool>,
    number: usize,
    head: *mut ThreadHead,
    /// The record of the task that the thread runs, or of the one that made the outermost of `included`.
    current: RefCell<Arc<Task>>,
    included: IncludedTasks,
    /// The variables of the current task.
    pub icvs: CurrentIcvs,
    /// The number of polls before the thread sleeps.
    pub patience: Patience,
    /// Whether the thread has made tasks since the last barrier.
    pub made_tasks: Cell<bool>,
    has_dependences: Cell<bool>,
    /// How many tasks the thread has begun and not ended.
    begun: Cell<u32>,
    spare: Spare,
}

/// The number of unfinished tasks on the stack of a thread from which on it queues every new task, because each task that it executes at
/// once makes its stack deeper.
const MOST_BEGUN: u32 = 64;

/// The least number of times that a thread polls whether the tasks that it waits for are finished.
const LOOKS_FOR_TASKS: u32 = 64;

/// Statistics about yields in regions, where threads mostly wait for one another.
static IN_REGIONS: Courtesy = Courtesy::new();

/// Statistics about yields between regions, where threads wait for the program.
static BETWEEN_REGIONS: Courtesy = Courtesy::new();

/// The parameters of a new task.
pub struct NewTask {
    /// The outlined task.
    pub body: Body,
    /// The arguments, which the task copies.
    pub given: Given,
    /// The event of a detached task, which is not complete before the event is fulfilled.
    pub event: Option<Arc<TaskEvent>>,
    /// True if the creating thread waits for the task.
    pub undeferred: bool,
    /// True if the child tasks are included tasks.
    pub is_final: bool,
}

impl Seat {
    /// Makes the state of a thread, whose implicit task becomes the current one. The head is passed to the functions of tasks.
    pub fn new(pool: &Arc<Pool>, number: usize, head: *mut ThreadHead, implicit: Arc<Task>) -> Self {
        Self {
            pool: Arc::clone(pool),
            number,
            head,
            current: RefCell::new(implicit),
            included: IncludedTasks::none(),
            icvs: CurrentIcvs::new(),
            patience: Patience::new(),
            made_tasks: Cell::new(false),
            has_dependences: Cell::new(false),
            begun: Cell::new(0),
            spare: Spare::default(),
        }
    }

    /// Begins a region, whose implicit tasks have these variables.
    ///
    /// # Safety
    /// They live, and are not changed, until the next region begins.
    #[inline]
    pub unsafe fn begin_region(&self, icvs: *const Icvs, looks: u32, crowded: bool) {
        // SAFETY: the caller promises what `inherit` wants.
        unsafe { self.icvs.inherit(icvs) };
        self.patience.allow(looks, crowded);
    }

    /// The task that the thread runs.
    pub fn current(&self) -> Arc<Task> {
        Arc::clone(&self.record())
    }

    /// The record of the task that the thread runs, which becomes one if it is none.
    #[inline]
    fn record(&self) -> Ref<'_, Arc<Task>> {
        if !self.included.are_none() {
            self.make_records();
        }
        self.current.borrow()
    }

    /// Makes records of the included tasks that the thread runs.
    #[cold]
    fn make_records(&self) {
        for included in self.included.take() {
            let maker = Arc::clone(&self.current.borrow());
            let task = self.spare.place(self.icvs.get(), &self.pool.spare, |task| {
                task.begin_explicit(&maker, false, included.is_final);
                included.become_record(task);
            });
            drop(maker);
            included.interrupt(self.current.replace(task));
        }
    }

    /// The tasks of the team.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    /// Waits until `is_over`, and meanwhile executes tasks: descendants of the task `within`, or any tasks. The state that `is_over` reads
    /// is changed by sequentially consistent operations, each followed by a notification of the cause.
    #[inline]
    pub fn wait(&self, cause: Cause, within: Option<&Arc<Task>>, is_over: impl FnMut() -> bool) {
        self.wait_as(cause, within, &IN_REGIONS, is_over);
    }

    /// Waits for the next region, or to leave the team.
    #[inline]
    pub fn wait_for_region(&self, is_over: impl FnMut() -> bool) {
        self.wait_as(Cause::Release, None, &BETWEEN_REGIONS, is_over);
    }

    #[inline]
    fn wait_as(
        &self,
        cause: Cause,
        within: Option<&Arc<Task>>,
        courtesy: &Courtesy,
        mut is_over: impl FnMut() -> bool,
    ) {
        // The tasks that a task waits for are mostly executed by a thread that has a processor, even if the team is crowded.
        let least = if within.is_some() { LOOKS_FOR_TASKS } else { 0 };
        let (mut looks, mut looked) = (self.patience.looks().max(least), 0);
        while !is_over() {
            if !self.pool.is_quiet() && self.run_one_waiting(within, courtesy, &mut is_over) {
                (looks, looked) = (self.patience.looks().max(least), 0);
            } else if looked < looks {
                looked += 1;
                spin_loop();
            } else {
                self.patience.give_up(looked);
                (looks, looked) = (0, 0);
                self.sleep(cause, within, courtesy, &mut is_over);
            }
        }
        self.patience.end(looked);
    }

    /// Executes a task if there is one. In a crowded team, a thread at a barrier first yields its processor instead of taking tasks of
    /// other threads: these mostly need nothing but a processor, and would have to wait for tasks that were taken from them. If yielding
    /// does not help, the thread takes their tasks. Returns whether the thread should check again at once whether the wait is over.
    #[cold]
    fn run_one_waiting(
        &self,
        within: Option<&Arc<Task>>,
        courtesy: &Courtesy,
        is_over: &mut dyn FnMut() -> bool,
    ) -> bool {
        let would_take_from_others = within.is_none() && !self.pool.has_own(self.number);
        let gives_way = would_take_from_others && self.patience.gives_way();
        gives_way && courtesy.give_way_once(is_over) || self.run_one(within)
    }

    #[cold]
    fn sleep(
        &self,
        cause: Cause,
        within: Option<&Arc<Task>>,
        courtesy: &Courtesy,
        is_over: &mut dyn FnMut() -> bool,
    ) {
        let mut may_go_on = || is_over() || self.pool.has(within);
        if self.patience.gives_way() && courtesy.give_way(&mut may_go_on) {
            return;
        }
        let woken_by = if within.is_none() { Cause::Task } else { Cause::Progress };
        let causes = Causes::of(cause);
        let causes = if cause == woken_by { causes } else { causes.and(woken_by) };
        self.pool.event.sleep(causes, may_go_on);
    }

    /// Waits until all tasks of the team are finished. All threads have arrived at a barrier.
    #[inline]
    pub fn finish_all(&self) {
        if !self.pool.is_quiet() {
            self.wait(Cause::Progress, None, || self.pool.is_quiet());
        }
    }

    /// Waits like [`Self::wait`], but executes no tasks.
    #[inline]
    pub fn wait_without_tasks(&self, is_over: impl FnMut() -> bool) {
        self.wait_idly(Cause::Progress, is_over);
    }

    /// Waits like [`Self::wait_without_tasks`] for any cause.
    #[inline]
    pub fn wait_idly(&self, cause: Cause, mut is_over: impl FnMut() -> bool) {
        let (mut looks, mut looked) = (self.patience.looks(), 0);
        while !is_over() {
            if looked < looks {
                looked += 1;
                spin_loop();
            } else {
                self.patience.give_up(looked);
                (looks, looked) = (0, 0);
                if !self.patience.gives_way() || !IN_REGIONS.give_way(&mut is_over) {
                    self.pool.event.sleep(Causes::of(cause), &mut is_over);
                }
            }
        }
        self.patience.end(looked);
    }

    /// Forgets the dependences among the child tasks of the current task, which are all finished.
    #[inline]
    pub fn forget_dependences(&self) {
        if self.has_dependences.replace(false) {
            // SAFETY: this thread runs the task.
            unsafe { self.record().with_own(|own| own.table.clear()) };
        }
    }

    /// Runs a task if there is one. Returns whether there was.
    #[cold]
    fn run_one(&self, within: Option<&Arc<Task>>) -> bool {
        let found = self.pool.take(self.number, within);
        found.is_some_and(|task| {
            self.run(task);
            true
        })
    }

    /// Makes a task, and runs it at once if it must not or need not wait. Returns whether there is memory with the alignment of its arguments.
    ///
    /// # Safety
    /// The arguments are those of the body.
    #[inline]
    pub unsafe fn make(&self, new: NewTask, depends: &[Depend]) -> bool {
        let has_event = new.event.is_some();
        if has_event {
            self.pool.has_detached.store(true, Ordering::Relaxed);
        }
        // A detached task whose body has returned may be incomplete, so that no earlier task is known to be finished.
        let has_detached = self.pool.has_detached.load(Ordering::Relaxed);
        let is_in_final = self.included.is_final().unwrap_or_else(|| self.current.borrow().is_final);
        let is_included = is_in_final || self.pool.threads() == 1 && !has_detached;
        // The siblings of an included task are finished: each ran when it was made.
        let is_ordered = (!is_included || has_detached) && !depends.is_empty();
        // If enough tasks are queued for other threads, a task without dependences is executed at once and needs no record.
        let runs_now = !is_ordered && !has_event && self.has_enough();
        let undeferred = new.undeferred || is_included || runs_now;
        if undeferred && !is_ordered && !has_event && !self.pool.may_discard() {
            // SAFETY: the caller promises it.
            return unsafe { self.call_included(&new, new.is_final || is_in_final) };
        }
        // SAFETY: as above.
        unsafe { self.make_record(new, depends, undeferred, is_ordered) }
    }

    /// Runs a task that waits for nothing with a copy of its arguments.
    ///
    /// # Safety
    /// As [`Self::make`].
    #[inline]
    unsafe fn call_included(&self, new: &NewTask, is_final: bool) -> bool {
        // SAFETY: the caller promises that the arguments are those of the body.
        let run = |arguments| unsafe { self.run_included(new.body, arguments, is_final) };
        // SAFETY: as above.
        unsafe { new.given.with_copy(run) }
    }

    /// Makes a task with a record, which other threads can access.
    ///
    /// # Safety
    /// As [`Self::make`].
    #[inline(never)]
    unsafe fn make_record(
        &self,
        new: NewTask,
        depends: &[Depend],
        undeferred: bool,
        is_ordered: bool,
    ) -> bool {
        let Some(arguments) = new.given.room() else { return false };
        let event = new.event.clone();
        let is_counted = !undeferred || event.is_some();
        let parent = self.record();
        let task = self.spare.place(self.icvs.get(), &self.pool.spare, |task| {
            task.begin_explicit(&parent, is_counted, new.is_final);
            let work = task.work.insert(Work { body: new.body, arguments, event: new.event });
            // SAFETY: the room was made for these arguments, and the caller promises that they are valid.
            unsafe { new.given.copy_to(&work.arguments) };
        });
        if is_counted {
            self.pool.count_in();
        }
        self.made_tasks.set(self.made_tasks.get() || is_counted || is_ordered);
        if is_ordered {
            self.has_dependences.set(true);
            // SAFETY: this thread runs the parent.
            unsafe { parent.with_own(|own| own.table.enter(&task, depends)) };
        }
        drop(parent);
        match event {
            _ if !undeferred => self.queue(task),
            None => self.run_undeferred(task, is_ordered),
            Some(_) => {
                self.run_undeferred(Arc::clone(&task), is_ordered);
                self.wait(Cause::Progress, Some(&self.current()), || task.is_finished());
            }
        }
        true
    }

    /// Executes a task without dependences. It gets a record only when another task has to refer to it.
    ///
    /// # Safety
    /// The body may be called with the arguments.
    #[inline]
    unsafe fn run_included(&self, body: Body, arguments: *mut c_void, is_final: bool) {
        let included = Included::new(body, is_final, self.included.innermost());
        // It begins with the variables of its maker, which stay where they are until the task changes one.
        let interrupted = self.icvs.interrupted();
        self.included.set(&raw const included);
        // SAFETY: the caller promises it.
        unsafe { self.call(body, arguments) };
        self.icvs.resume(&interrupted);
        match included.end() {
            Ok(outer) => self.included.set(outer),
            Err(maker) => self.end(self.current.replace(maker)),
        }
    }

    /// Executes the body of an explicit task.
    ///
    /// # Safety
    /// The body may be called with the arguments.
    #[inline]
    unsafe fn call(&self, body: Body, arguments: *mut c_void) {
        self.begun.set(self.begun.get() + 1);
        observer::tell(Happening::Begins);
        // SAFETY: the caller promises it, and the head is that of this thread.
        unsafe { body(self.head, arguments) };
        observer::tell(Happening::Ends);
        self.begun.set(self.begun.get() - 1);
    }

    /// Completes a task that has a record and no event.
    #[cold]
    fn end(&self, task: Arc<Task>) {
        self.pool.finish(self.number, &task);
        self.spare.keep(task, &self.pool.spare);
    }

    fn run_undeferred(&self, task: Arc<Task>, is_ordered: bool) {
        if is_ordered {
            self.wait_for_those_before(&task, &self.current());
        }
        self.run(task);
    }

    /// Waits until all tasks on which a task depends are finished, so that only the count of its creator is left.
    fn wait_for_those_before(&self, task: &Arc<Task>, parent: &Arc<Task>) {
        if task.unmet.load(Ordering::Acquire) != 1 {
            self.wait(Cause::Progress, Some(parent), || task.unmet.load(Ordering::Acquire) == 1);
        }
    }

    /// Returns whether the thread has queued enough tasks. In a team of one thread, no other thread would execute them.
    fn has_enough(&self) -> bool {
        let is_full = self.pool.threads() == 1 || self.pool.is_full(self.number);
        is_full && self.begun.get() < MOST_BEGUN
    }

    /// Queues a new task, or executes it, if the tasks on which it depends are finished. Otherwise the last of those tasks queues it.
    fn queue(&self, task: Arc<Task>) {
        if task.unmet.fetch_sub(1, Ordering::AcqRel) != 1 {
            return;
        }
        if self.has_enough() {
            self.run(task);
        } else {
            self.pool.push(self.number, task);
        }
    }

    /// Runs a task that is in no queue.
    fn run(&self, task: Arc<Task>) {
        drop(self.record());
        // SAFETY: the task was just made, or taken out of its queue, and does not run twice.
        unsafe { task.skip_finished_ancestors() };
        let interrupted = self.icvs.interrupted();
        // SAFETY: the task holds the variables, and is held until `resume` below.
        unsafe { self.icvs.inherit(&raw const task.icvs) };
        let work = task.work.as_ref().filter(|_| !self.pool.discards(&task));
        let called = work.map(|work| (work.body, work.arguments.address()));
        let before = self.current.replace(task);
        if let Some((body, arguments)) = called {
            // SAFETY: generated code passed the body together with these arguments, which the task holds.
            unsafe { self.call(body, arguments) };
        }
        self.icvs.resume(&interrupted);
        let task = self.current.replace(before);
        let event = task.work.as_ref().and_then(|work| work.event.as_ref());
        if event.is_none_or(|event| event.body_returned(|| self.finishing(&task))) {
            self.pool.finish(self.number, &task);
            self.spare.keep(task, &self.pool.spare);
        }
    }

    /// Returns the event that completes a detached task whose body this thread has executed.
    fn finishing(&self, task: &Arc<Task>) -> Finish {
        let (task, pool, thread) = (Arc::clone(task), Arc::clone(&self.pool), self.number);
        Box::new(move || {
            pool.finish(thread, &task);
            pool.wake_all();
        })
    }

    /// `taskwait`: waits for the children of the current task.
    pub fn wait_for_children(&self) {
        if !self.included.are_none() {
            return; // A task that others may run would have made a record of this one: it has no such children.
        }
        let current = self.current();
        let is_over = || current.children.load(Ordering::Acquire) == 0;
        self.wait(Cause::Progress, Some(&current), is_over);
        // SAFETY: this thread runs the task.
        unsafe { current.with_own(|own| own.table.clear()) };
    }

    /// `taskwait depend`: waits for some children.
    pub fn wait_for_dependences(&self, depends: &[Depend]) {
        if !self.included.are_none() {
            return; // As above.
        }
        let current = self.current();
        let waiter = Task::implicit(self.icvs.get(), false);
        // SAFETY: this thread runs the task.
        unsafe { current.with_own(|own| own.table.wait_for(&waiter, depends)) };
        self.wait_for_those_before(&waiter, &current);
    }

    /// `taskgroup` begins.
    pub fn begin_group(&self) {
        let current = self.record();
        let group = Group::inside(current.innermost_group());
        // SAFETY: this thread runs the task.
        unsafe { current.with_own(|own| own.groups.push(group)) };
    }

    /// `task_reduction`: what the tasks of the innermost group reduce. Returns whether that is possible.
    pub fn reduce_in_group(&self, list: &[TaskReduction]) -> bool {
        // SAFETY: this thread runs the task.
        let group = unsafe { self.record().with_own(|own| own.groups.last().cloned()) };
        group.and_then(|group| group.reduce(list, self.pool.threads())).is_some()
    }

    /// `in_reduction`: the thread's copy of an item that a group around reduces.
    ///
    /// # Safety
    /// The functions of the reduction may be called with its original.
    pub unsafe fn reduction_copy(&self, item: *const c_void) -> Option<*mut c_void> {
        let group = self.record().innermost_group()?;
        // SAFETY: the caller promises it.
        unsafe { group.copy(item, self.number) }
    }

    /// `cancel taskgroup`: cancels the group that the current task belongs to. Returns whether there is one.
    pub fn cancel_group(&self) -> bool {
        let current = self.record();
        let Some(group) = &current.group else { return false };
        group.cancel();
        self.pool.has_cancelled_groups.store(true, Ordering::SeqCst);
        true
    }

    /// Whether the group that the current task belongs to is cancelled.
    pub fn is_group_cancelled(&self) -> bool {
        self.record().group.as_ref().is_some_and(|group| group.is_cancelled())
    }

    /// Drops the task groups of the implicit task that did not end because the region was cancelled.
    pub fn forget_groups(&self) {
        // SAFETY: this thread runs the task, or is the primary one while all others wait for the next region.
        unsafe { self.record().with_own(|own| own.groups.clear()) };
    }

    /// `taskgroup` ends: waits for its tasks.
    pub fn end_group(&self) {
        let current = self.current();
        // SAFETY: this thread runs the task.
        let group = unsafe { current.with_own(|own| own.groups.last().cloned()) };
        if let Some(group) = group {
            let is_over = |group: &Group| group.unfinished.load(Ordering::Acquire) == 0;
            self.wait(Cause::Progress, Some(&current), || is_over(&group));
            // SAFETY: all tasks of the group are finished; generated code passed the functions for these originals.
            unsafe { group.combine() };
            // SAFETY: this thread runs the task.
            unsafe { current.with_own(|own| own.groups.pop()) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;
    use std::sync::atomic::AtomicU32;

    /// A task whose argument is where it is counted.
    unsafe extern "C" fn count(_: *mut ThreadHead, arguments: *mut c_void) {
        // SAFETY: the tests pass the address of a counter that outlives the task.
        let counter = unsafe { &**arguments.cast::<*const AtomicU32>() };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// A thread of two at a barrier finds a task, which it or the other one has made, and the wait is over when it has given way once, or
    /// is not. Returns how many tasks it runs before it looks again.
    fn run_at_barrier(crowded: bool, maker: usize, is_over: bool) -> u32 {
        let (pool, icvs, ran) = (Pool::new(2), Icvs::on(2), AtomicU32::new(0));
        let seats = [0, 1].map(|number| {
            let seat = Seat::new(&pool, number, ptr::null_mut(), Task::implicit(icvs, false));
            // SAFETY: the variables live as long as the seats.
            unsafe { seat.begin_region(&raw const icvs, 1, crowded) };
            seat
        });
        let argument = &raw const ran;
        let given = Given { args: (&raw const argument).cast(), bytes: 8, align: 8, copy: None };
        let new = NewTask { body: count, given, event: None, undeferred: false, is_final: false };
        // SAFETY: the argument is that of the body.
        assert!(unsafe { seats[maker].make(new, &[]) });
        assert!(seats[0].run_one_waiting(None, &Courtesy::new(), &mut || is_over));
        ran.load(Ordering::Relaxed)
    }

    #[test]
    fn in_a_crowd_tasks_are_left_to_their_makers_if_giving_way_helps() {
        assert_eq!(run_at_barrier(true, 1, true), 0);
        assert_eq!(run_at_barrier(true, 1, false), 1);
        assert_eq!(run_at_barrier(true, 0, true), 1);
        assert_eq!(run_at_barrier(false, 1, true), 1);
    }
}
