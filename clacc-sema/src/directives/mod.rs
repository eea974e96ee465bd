//! What holds for directives of both models: permitted clauses and permitted places, reduction operators.

pub(crate) mod legality;
pub(crate) mod placement;
pub mod reduction;
