//! Worksharing: loops whose chunks are given out, `ordered`, `single`, `copyprivate`, reductions (OpenMP 5.2 sections 5.5
//! and 11).
//!
//! ```text
//! posts       which iterations of a doacross loop are posted                      safe
//! share       the state of a loop that a team shares, and a thread's place in it  safe
//! loops       loops and ordered regions                                           safe
//! doacross    iterations that wait for one another                                safe
//! constructs  single, copyprivate                                                 safe
//! reductions  copies that are combined, values that thread 0 combines             unsafe: calls of `combine`
//! ```

pub mod constructs;
pub mod doacross;
pub mod loops;
pub mod posts;
pub mod reductions;
pub mod share;
