//! Compute constructs on devices, and the functions that devices call.

mod bound;
pub(super) mod gang_dimensions;
pub(super) mod gang_sizes;
pub(super) mod kernel_parts;
mod kernel_starts;
pub(super) mod kernels;
mod left_implicit;
mod one_gang;
pub(super) mod parallel;
pub(super) mod routine;
pub(super) mod serial;
