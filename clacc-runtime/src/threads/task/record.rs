//! A task: its parent, how many children it still has, its group, and the tasks that wait for it.

use super::arguments::Arguments;
use super::depend::{Dependent, Table};
use super::event::TaskEvent;
use super::group::Group;
use super::locked;
use clacc_runtime_abi::layout::Body;
use clacc_runtime_core::icvs::Icvs;
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

/// The code that an explicit task executes.
pub struct Work {
    /// The outlined task.
    pub body: Body,
    /// Its arguments.
    pub arguments: Arguments,
    /// The event of a detached task, which is not complete before the event is fulfilled.
    pub event: Option<Arc<TaskEvent>>,
}

/// The data that only the thread uses that executes the task, or that completes it afterwards.
#[derive(Default)]
pub(super) struct Own {
    /// The groups that the task has begun and not ended.
    pub(super) groups: Vec<Arc<Group>>,
    /// The dependences among its children.
    pub(super) table: Table<Task>,
}

impl Own {
    fn empty(&mut self) {
        self.groups.clear();
        self.table.forget();
    }
}

/// The cell that contains [`Own`].
#[derive(Default)]
struct OwnCell(UnsafeCell<Own>);

/// The nearest ancestor of a task that is kept.
enum Ancestor {
    /// This is an implicit task.
    None,
    /// The task that made this one, and counts it among its children.
    Parent(Arc<Task>),
    /// An ancestor that does not count the task as a child: the parent had finished when the task began, or the ancestor waits for the
    /// task.
    Further(Arc<Task>),
}

impl Ancestor {
    fn task(&self) -> Option<&Arc<Task>> {
        match self {
            Self::None => None,
            Self::Parent(task) | Self::Further(task) => Some(task),
        }
    }

    fn take(&mut self) -> Option<Arc<Task>> {
        match std::mem::replace(self, Self::None) {
            Self::None => None,
            Self::Parent(task) | Self::Further(task) => Some(task),
        }
    }
}

/// A task, explicit or implicit.
#[repr(C)]
pub struct Task {
    /// While other threads know the task, only [`Self::skip_finished_ancestors`] writes the field, when no other thread reads it.
    ancestor: UnsafeCell<Ancestor>,
    /// The number of ancestors when the task was made.
    depth: u64,
    /// Whether its child tasks are included in it.
    pub is_final: bool,
    /// True if the parent, the group and the pool count the task. If its creator waits for it, it is finished before any of these counts is
    /// read.
    pub(super) is_counted: bool,
    /// `None` for implicit tasks.
    pub(super) work: Option<Work>,
    /// The values that the task begins with.
    pub(super) icvs: Icvs,
    /// The innermost group that the task belongs to.
    pub(super) group: Option<Arc<Group>>,
    /// Children that are not finished.
    pub(super) children: AtomicU32,
    /// The number of unfinished tasks on which this one depends, plus one until the task may be queued.
    pub(super) unmet: AtomicU32,
    finished: AtomicBool,
    /// True if other tasks may depend on this one. It is set before another thread knows the task.
    has_dependences: AtomicBool,
    /// The tasks that depend on this one; `None` when it is finished.
    followers: Mutex<Option<Vec<Arc<Task>>>>,
    own: OwnCell,
    /// Padding that keeps frequently written fields out of the cache line of the next task, which another thread may execute.
    _apart: MaybeUninit<[u64; 8]>,
}

// SAFETY: `ancestor` and `own` are the only fields that are not `Sync`. `ancestor` is written once, after the task has left the queues,
// where other threads read it, and before it has children, through whom they read it. `own` is used by the thread that runs the task,
// by the one that finishes it when the body has returned, and of an implicit task by the primary thread between regions.
unsafe impl Sync for Task {}
// SAFETY: everything in it may be dropped by any thread.
unsafe impl Send for Task {}

impl Task {
    /// Makes the implicit task of a thread.
    pub fn implicit(icvs: Icvs, is_final: bool) -> Arc<Self> {
        Arc::new(Self::new(Ancestor::None, 0, None, icvs, is_final, None))
    }

    /// Makes memory without a task, for [`Self::begin_explicit`].
    pub(super) fn unused(icvs: Icvs) -> Self {
        Self::new(Ancestor::None, 0, None, icvs, false, None)
    }

    /// Makes unused memory an explicit task with this parent. The parent and the group count it unless its creator waits for it. The task
    /// is initialised in place, because moving it takes longer than most tasks.
    #[inline]
    pub(super) fn begin_explicit(&mut self, parent: &Arc<Self>, is_counted: bool, is_final: bool) {
        self.group = parent.innermost_group();
        if is_counted {
            parent.children.fetch_add(1, Ordering::Relaxed);
            if let Some(group) = &self.group {
                group.unfinished.fetch_add(1, Ordering::Relaxed);
            }
        }
        let kind = if is_counted { Ancestor::Parent } else { Ancestor::Further };
        *self.ancestor.get_mut() = kind(Arc::clone(parent));
        self.depth = parent.depth + 1;
        self.is_final = is_final || parent.is_final;
        self.is_counted = is_counted;
    }

    #[inline]
    fn new(
        ancestor: Ancestor,
        depth: u64,
        work: Option<Work>,
        icvs: Icvs,
        is_final: bool,
        group: Option<Arc<Group>>,
    ) -> Self {
        Self {
            ancestor: UnsafeCell::new(ancestor),
            depth,
            is_final,
            is_counted: false,
            work,
            icvs,
            group,
            children: AtomicU32::new(0),
            unmet: AtomicU32::new(1),
            finished: AtomicBool::new(false),
            has_dependences: AtomicBool::new(false),
            followers: Mutex::new(Some(Vec::new())),
            own: OwnCell::default(),
            _apart: MaybeUninit::uninit(),
        }
    }

    /// Returns the group of the tasks that this task creates now.
    pub(super) fn innermost_group(&self) -> Option<Arc<Group>> {
        // SAFETY: this thread runs the task.
        unsafe { self.with_own(|own| own.groups.last().or(self.group.as_ref()).cloned()) }
    }

    /// Accesses the data of the thread that executes the task.
    ///
    /// # Safety
    /// The calling thread runs the task, or finishes it, or runs alone. The action does not come here again.
    #[inline]
    pub(super) unsafe fn with_own<R>(&self, action: impl FnOnce(&mut Own) -> R) -> R {
        // SAFETY: the caller promises that nobody else has a reference.
        action(unsafe { &mut *self.own.0.get() })
    }

    fn ancestor(&self) -> &Ancestor {
        // SAFETY: nobody writes now, see `skip_finished_ancestors`.
        unsafe { &*self.ancestor.get() }
    }

    /// Whether the task is a descendant of another one that is not finished.
    pub(super) fn descends_from(&self, ancestor: &Arc<Self>) -> bool {
        let mut at = self.ancestor().task();
        while let Some(task) = at {
            if task.depth <= ancestor.depth {
                return Arc::ptr_eq(task, ancestor);
            }
            at = task.ancestor().task();
        }
        false
    }

    /// Drops finished ancestors, so that a chain of tasks in which each creates the next one does not stay in memory. No thread needs a
    /// finished ancestor, or waits for its children.
    ///
    /// # Safety
    /// The task is in no queue, and has not begun.
    pub(super) unsafe fn skip_finished_ancestors(&self) {
        while let Some(finished) = self.ancestor().task().filter(|task| task.is_finished()) {
            let further = finished.ancestor().task().cloned().map_or(Ancestor::None, Ancestor::Further);
            // SAFETY: the caller promises that no queue holds the task, and children do not exist yet. So no other thread
            // reads the field. The reference `finished` is not used any more.
            unsafe { *self.ancestor.get() = further };
        }
    }

    /// Whether a construct made the task.
    pub fn is_explicit(&self) -> bool {
        self.work.is_some()
    }

    /// Marks the task as finished. Returns the tasks that depended on it.
    pub(super) fn finish(&self) -> Vec<Arc<Self>> {
        self.finished.store(true, Ordering::Release);
        // SAFETY: the body has returned, and this thread finishes the task.
        unsafe { self.with_own(|own| own.table.clear()) };
        if !self.has_dependences.load(Ordering::Relaxed) {
            return Vec::new();
        }
        locked(&self.followers).take().unwrap_or_default()
    }

    /// Decrements the number of unfinished children of the parent. Returns whether this task was the last one.
    pub(super) fn leave_parent(&self) -> bool {
        match self.ancestor() {
            Ancestor::Parent(parent) => parent.children.fetch_sub(1, Ordering::SeqCst) == 1,
            Ancestor::Further(_) | Ancestor::None => false,
        }
    }

    /// Decrements the number of unfinished tasks of the group. Returns whether this task was the last one.
    pub(super) fn leave_group(&self) -> bool {
        let group = self.group.as_ref().filter(|_| self.is_counted);
        group.is_some_and(|group| group.unfinished.fetch_sub(1, Ordering::SeqCst) == 1)
    }
}

impl Dependent for Task {
    fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }

    fn expect_followers(&self) {
        self.has_dependences.store(true, Ordering::Relaxed);
    }

    fn add_follower(&self, task: &Arc<Self>) {
        if let Some(followers) = locked(&self.followers).as_mut() {
            task.unmet.fetch_add(1, Ordering::Relaxed);
            followers.push(Arc::clone(task));
        }
    }
}

impl Task {
    /// Releases the resources of a finished task, so that its memory can be reused.
    pub(super) fn empty(&mut self) {
        self.drop_ancestors();
        self.work = None;
        self.group = None;
        self.own.0.get_mut().empty();
        *self.unmet.get_mut() = 1;
        *self.children.get_mut() = 0;
        *self.finished.get_mut() = false;
        if std::mem::replace(self.has_dependences.get_mut(), false) {
            self.followers = Mutex::new(Some(Vec::new()));
        }
    }

    /// Drops a chain of ancestors one by one, because it can be longer than the stack is deep.
    fn drop_ancestors(&mut self) {
        let mut next = self.ancestor.get_mut().take();
        while let Some(mut task) = next.and_then(Arc::into_inner) {
            next = task.ancestor.get_mut().take();
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.drop_ancestors();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn nothing(_: *mut clacc_runtime_abi::layout::ThreadHead, _: *mut std::ffi::c_void) {}

    fn child(parent: &Arc<Task>) -> Arc<Task> {
        let arguments = Arguments::with_room(0, 0).unwrap_or_else(|| unreachable!("16 is a power of two"));
        let mut task = Task::unused(Icvs::on(1));
        task.begin_explicit(parent, true, false);
        task.work = Some(Work { body: nothing, arguments, event: None });
        Arc::new(task)
    }

    #[test]
    fn descendants() {
        let (root, other) = (Task::implicit(Icvs::on(1), false), Task::implicit(Icvs::on(1), false));
        let first = child(&root);
        let second = child(&first);
        assert!(second.descends_from(&root) && second.descends_from(&first));
        assert!(
            !second.descends_from(&other) && !first.descends_from(&second) && !first.descends_from(&first)
        );
    }

    #[test]
    fn a_chain_of_tasks_does_not_stay() {
        let root = Task::implicit(Icvs::on(1), false);
        let mut last = child(&root);
        let first = Arc::downgrade(&last);
        for _ in 0..3 {
            let next = child(&last);
            last.finish();
            // SAFETY: the task was never in a queue.
            unsafe { next.skip_finished_ancestors() };
            last = next;
        }
        assert!(first.upgrade().is_none() && last.descends_from(&root));
    }

    #[test]
    fn long_chains_are_dropped_without_recursion() {
        let mut last = Task::implicit(Icvs::on(1), false);
        for _ in 0..if cfg!(miri) { 100 } else { 300_000 } {
            last = child(&last);
        }
        drop(last);
    }
}
