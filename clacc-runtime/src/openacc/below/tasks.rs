//! Queues as tasks with dependences of the OpenMP runtimes.

use super::symbols::Symbols;
use crate::openacc::binding::{Job, Tasks};
use crate::openacc::handle::Address;

/// Tasks of libomp or libgomp.
#[derive(Debug)]
pub(super) struct OmpTasks {
    pub(super) symbols: Symbols,
    /// Whether jobs run on libomp's helper threads. With shared memory there is no work besides that of the
    /// calling thread, and libgomp without a device runs every target task at once.
    pub(super) overlaps: bool,
}

impl OmpTasks {
    fn start(&self, queues: &[Address], job: Job) -> Result<(), Job> {
        if self.overlaps() { self.symbols.start_task(queues, job) } else { Err(job) }
    }
}

impl Tasks for OmpTasks {
    fn wait(&self, queue: Address) {
        self.symbols.wait_for(queue);
    }

    fn wait_all(&self) {
        self.symbols.wait_for_all();
    }

    fn enqueue(&self, own: Address, after: &[Address], job: Job) {
        let queues = [&[own], after].concat();
        if let Err(job) = self.start(&queues, job) {
            for queue in &queues {
                self.symbols.wait_for(*queue);
            }
            job();
        }
    }

    fn overlaps(&self) -> bool {
        self.overlaps && self.symbols.may_use_helpers()
    }

    fn progress(&self) {
        self.symbols.yield_to_tasks();
    }
}
