//! What holds for directives of both models: permitted clauses and permitted places.

pub(crate) mod legality;
pub(crate) mod placement;
