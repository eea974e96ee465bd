//! Parallel execution of work items, with results in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The stack size of a thread. Analysis needs stack in proportion to the nesting limit; this is twice the size of the main thread's stack
/// on most systems.
const STACK: usize = 16 << 20;

/// A message from a worker.
enum JobEvent<T> {
    /// A part of a work item is done.
    Step,
    /// The work item with this index is done.
    Done(usize, T),
}

/// Receives results on the thread that asked for them.
pub(crate) trait JobResults<T> {
    /// Called when a part of some work item is done.
    fn step(&mut self);
    /// Called for each result, in order.
    fn result(&mut self, result: T);
}

/// Returns the number of processors that this process can use.
pub(crate) fn available() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs `count` work items. An item calls its second argument when a part of it is done. The results do not depend on the number of jobs.
pub(crate) fn run<T: Send>(
    count: usize,
    jobs: usize,
    work: &(dyn Fn(usize, &dyn Fn()) -> T + Sync),
    receiver: &mut dyn JobResults<T>,
) {
    let next = AtomicUsize::new(0);
    if jobs <= 1 || count <= 1 {
        return alone(&next, count, work, receiver);
    }
    thread::scope(|scope| {
        let (sender, events) = mpsc::channel();
        let mut workers = Vec::new();
        for _ in 0..jobs.min(count) {
            let (sender, next) = (sender.clone(), &next);
            let worker = move || take_pieces(next, count, work, &sender);
            // If no further thread can be started, the existing ones do the work.
            match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker) {
                Ok(worker) => workers.push(worker),
                Err(_) => break,
            }
        }
        drop(sender);
        let mut early: BTreeMap<usize, T> = BTreeMap::new();
        let mut due = 0;
        for event in events {
            match event {
                JobEvent::Step => receiver.step(),
                JobEvent::Done(index, result) => _ = early.insert(index, result),
            }
            while let Some(result) = early.remove(&due) {
                receiver.result(result);
                due += 1;
            }
        }
        // The scope waits for the work, but not until its threads have exited, and a signal that the main thread blocks would end the
        // process through one of them.
        for worker in workers {
            if let Err(fault) = worker.join() {
                std::panic::resume_unwind(fault);
            }
        }
    });
    // All work is done, unless no thread could be started.
    alone(&next, count, work, receiver);
}

/// Runs work items that are prepared one after another on this thread, with up to `jobs` of them in parallel. An item whose preparation
/// returns none needs no work. Results arrive in order.
pub(crate) fn run_prepared<W: Send, T: Send>(
    count: usize,
    jobs: usize,
    prepare: &mut dyn FnMut(usize) -> Option<W>,
    work: &(dyn Fn(W) -> T + Sync),
    receive: &mut dyn FnMut(usize, Option<T>),
) {
    thread::scope(|scope| {
        let (sender, done) = mpsc::channel();
        let mut workers = Vec::new();
        let mut early: BTreeMap<usize, Option<T>> = BTreeMap::new();
        let (mut due, mut running) = (0, 0);
        for index in 0..=count {
            // After the last item, wait for all of them.
            let permitted = if index == count { 0 } else { jobs.max(1) - 1 };
            while running > permitted {
                let Ok((index, result)) = done.recv() else { break };
                running -= 1;
                early.insert(index, Some(result));
            }
            if index < count {
                match prepare(index) {
                    None => _ = early.insert(index, None),
                    Some(piece) => {
                        let piece = Arc::new(Mutex::new(Some(piece)));
                        let (sender, taken) = (sender.clone(), piece.clone());
                        let worker = move || {
                            if let Some(piece) = take_piece(&taken) {
                                let _ = sender.send((index, work(piece)));
                            }
                        };
                        match thread::Builder::new().spawn_scoped(scope, worker) {
                            Ok(worker) => {
                                workers.push(worker);
                                running += 1;
                            }
                            // If no further thread can be started, this thread does the work.
                            Err(_) => _ = early.insert(index, take_piece(&piece).map(work)),
                        }
                    }
                }
            }
            while let Some(result) = early.remove(&due) {
                receive(due, result);
                due += 1;
            }
        }
        // No thread may outlive the blocking of signals.
        for worker in workers {
            if let Err(fault) = worker.join() {
                std::panic::resume_unwind(fault);
            }
        }
    });
}

fn take_piece<W>(piece: &Mutex<Option<W>>) -> Option<W> {
    piece.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn alone<T>(
    next: &AtomicUsize,
    count: usize,
    work: &dyn Fn(usize, &dyn Fn()) -> T,
    receiver: &mut dyn JobResults<T>,
) {
    while let Some(index) = take(next, count) {
        let steps = AtomicUsize::new(0);
        let result = work(index, &|| _ = steps.fetch_add(1, Ordering::Relaxed));
        (0..steps.into_inner()).for_each(|_| receiver.step());
        receiver.result(result);
    }
}

fn take_pieces<T>(
    next: &AtomicUsize,
    count: usize,
    work: &dyn Fn(usize, &dyn Fn()) -> T,
    sender: &Sender<JobEvent<T>>,
) {
    while let Some(index) = take(next, count) {
        let result = work(index, &|| _ = sender.send(JobEvent::Step));
        if sender.send(JobEvent::Done(index, result)).is_err() {
            return;
        }
    }
}

fn take(next: &AtomicUsize, count: usize) -> Option<usize> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    (index < count).then_some(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Received {
        steps: usize,
        results: Vec<usize>,
    }

    impl JobResults<usize> for Received {
        fn step(&mut self) {
            self.steps += 1;
        }

        fn result(&mut self, result: usize) {
            self.results.push(result);
        }
    }

    #[test]
    fn prepared_work_arrives_in_order() {
        for jobs in [0, 1, 2, 7] {
            let mut seen = Vec::new();
            let prepare = &mut |index: usize| (!index.is_multiple_of(3)).then_some(index);
            run_prepared(10, jobs, prepare, &|index| index * 2, &mut |index, result| {
                seen.push((index, result));
            });
            let expected = |index: usize| (index, (!index.is_multiple_of(3)).then_some(index * 2));
            assert_eq!(seen, (0..10).map(expected).collect::<Vec<_>>());
        }
    }

    #[test]
    fn results_arrive_in_order() {
        for jobs in [0, 1, 2, 7, 100] {
            for count in [0, 1, 2, 50] {
                let mut seen = Received::default();
                let square = |index: usize, step: &dyn Fn()| {
                    step();
                    step();
                    index * index
                };
                run(count, jobs, &square, &mut seen);
                assert_eq!(seen.results, (0..count).map(|index| index * index).collect::<Vec<_>>());
                assert_eq!(seen.steps, 2 * count);
            }
        }
    }
}
