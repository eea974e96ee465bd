//! Copies of variables: `private`, `firstprivate`, `reduction`, and scalars of which each iteration has its own.

pub(super) mod combiners;
pub(super) mod host_values;
pub(super) mod implied_reductions;
pub(super) mod privates;
pub(super) mod reductions;
pub(super) mod temporaries;
