//! Memory of finished tasks, for later ones. Where one thread makes tasks and others run them, an allocator has to give each block
//! back to the thread that it came from, which costs more than a short task.

use super::record::Task;
use crate::threads::wait::lock::Guarded;
use clacc_runtime_core::icvs::Icvs;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A thread keeps at most so many.
const KEPT: usize = 32;
/// So many go from thread to thread at once.
const PASSED: usize = 16;
/// A team keeps at most so many for all its threads.
const KEPT_FOR_ALL: usize = 512;

/// What the threads of a team have left over.
#[derive(Default)]
pub struct SharedSpare {
    count: AtomicUsize,
    tasks: Guarded<Vec<Arc<Task>>>,
}

/// What a thread has left over.
#[derive(Default)]
pub struct Spare(RefCell<Vec<Arc<Task>>>);

impl SharedSpare {
    fn add(&self, more: impl Iterator<Item = Arc<Task>>) {
        self.tasks.with(|tasks| {
            let room = KEPT_FOR_ALL.saturating_sub(tasks.len());
            tasks.extend(more.take(room));
            self.count.store(tasks.len(), Ordering::Relaxed);
        });
    }

    fn move_to(&self, own: &mut Vec<Arc<Task>>) {
        if self.count.load(Ordering::Relaxed) > 0 {
            self.tasks.with(|tasks| {
                own.extend(tasks.drain(tasks.len().saturating_sub(PASSED)..));
                self.count.store(tasks.len(), Ordering::Relaxed);
            });
        }
    }
}

impl Spare {
    /// Returns memory without a task, and makes it one. Nobody else knows it.
    #[inline]
    pub(super) fn place(&self, icvs: Icvs, shared: &SharedSpare, begin: impl FnOnce(&mut Task)) -> Arc<Task> {
        let place = self.take(shared).unwrap_or_else(|| Arc::new(Task::unused(icvs)));
        // SAFETY: nobody else has known the memory since `keep` found that, so that this is the only reference.
        let task = unsafe { &mut *Arc::as_ptr(&place).cast_mut() };
        task.icvs = icvs;
        begin(task);
        place
    }

    #[inline]
    fn take(&self, shared: &SharedSpare) -> Option<Arc<Task>> {
        let own = &mut *self.0.borrow_mut();
        if own.is_empty() {
            shared.move_to(own);
        }
        own.pop()
    }

    /// Keeps the memory of a task, unless somebody knows the task still.
    pub(super) fn keep(&self, mut task: Arc<Task>, shared: &SharedSpare) {
        let Some(finished) = Arc::get_mut(&mut task) else { return };
        finished.empty();
        let own = &mut *self.0.borrow_mut();
        if own.len() >= KEPT {
            shared.add(own.drain(..PASSED));
        }
        own.push(task);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(task: &Arc<Task>) -> usize {
        Arc::as_ptr(task).addr()
    }

    #[test]
    fn memory_of_a_finished_task_is_used_again() {
        let (spare, shared) = (Spare::default(), SharedSpare::default());
        let place = || spare.place(Icvs::on(1), &shared, |_| ());
        let first = place();
        let before = memory(&first);
        let known = Arc::clone(&first);
        spare.keep(first, &shared);
        assert_ne!(memory(&place()), before);
        spare.keep(known, &shared);
        assert_eq!(memory(&place()), before);
    }

    #[test]
    fn what_one_thread_has_too_much_of_goes_to_others() {
        let (first, second, shared) = (Spare::default(), Spare::default(), SharedSpare::default());
        let made: Vec<_> = (0..2 * KEPT).map(|_| Arc::new(Task::unused(Icvs::on(1)))).collect();
        let known: Vec<_> = made.iter().map(memory).collect();
        for task in made {
            first.keep(task, &shared);
        }
        assert!(known.contains(&memory(&second.place(Icvs::on(1), &shared, |_| ()))));
        assert_eq!(second.0.borrow().len(), PASSED - 1);
    }
}
