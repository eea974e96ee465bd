//! Worksharing: loops whose chunks are given out, `ordered`, `single`, `copyprivate`, reductions (OpenMP 5.2 sections 5.5
//! and 11).
//!
//! ```text
//! share       the state of a loop that a team shares, and a thread's place in it  safe
//! loops       loops and ordered regions                                           safe
//! doacross    iterations that wait for one another                                safe
//! handed      values that thread 0 combines while the others go on                unsafe: calls of `combine`
//! constructs  single, copyprivate, reductions                                     unsafe: calls of `combine`
//! ```

pub mod constructs;
pub mod doacross;
pub mod handed;
pub mod loops;
pub mod share;
