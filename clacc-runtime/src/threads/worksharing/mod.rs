//! Worksharing: loops whose chunks are given out, `ordered`, `single`, `copyprivate`, reductions (OpenMP 5.2 sections 5.5
//! and 11).
//!
//! ```text
//! loops       loops, ordered regions, doacross loops                   safe
//! constructs  single, copyprivate                                      safe
//! reductions  copies that are combined, values that thread 0 combines  unsafe: calls of `combine`
//! ```

pub mod constructs;
pub mod loops;
pub mod reductions;
