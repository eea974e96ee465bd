//! Programs that run on the threads of the host alone.

mod host_clauses;
mod host_compute;
pub(super) mod host_gangs;
pub(super) mod host_loops;
pub(super) mod host_memory;
