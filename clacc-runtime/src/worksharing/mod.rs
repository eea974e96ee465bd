//! Worksharing: loops whose chunks are given out, `ordered`, `single`, `copyprivate`, reductions (OpenMP 5.2 sections 5.5
//! and 11).
//!
//! ```text
//! share       the state of a loop that a team shares, and a thread's place in it  safe
//! loops       loops and ordered regions                                           safe
//! doacross    iterations that wait for one another                                safe
//! constructs  single, copyprivate, reductions                                     unsafe: calls of `combine`
//! ```

pub mod constructs;
pub mod doacross;
pub mod loops;
pub mod share;
