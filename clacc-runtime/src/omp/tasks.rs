//! Queues as the OpenMP runtimes keep them: tasks with dependences.

use super::symbols::Symbols;
use crate::binding::{Job, Tasks};
use crate::handle::Address;

/// Tasks of libomp or libgomp.
#[derive(Debug)]
pub(super) struct OmpTasks {
    pub(super) symbols: Symbols,
    /// Jobs go to libomp's helper threads. On shared memory there is nothing to do beside the calling thread, and libgomp
    /// without a device runs every target task at once.
    pub(super) overlaps: bool,
}

impl Tasks for OmpTasks {
    fn wait(&self, queue: Address) {
        self.symbols.wait_for(queue);
    }

    fn wait_all(&self) {
        self.symbols.wait_for_all();
    }

    fn enqueue(&self, queues: &[Address], job: Job) {
        let left = if self.overlaps { self.symbols.start_task(queues, job).err() } else { Some(job) };
        if let Some(job) = left {
            for queue in queues {
                self.symbols.wait_for(*queue);
            }
            job();
        }
    }

    fn overlaps(&self) -> bool {
        self.overlaps
    }

    fn progress(&self) {
        self.symbols.yield_to_tasks();
    }
}
