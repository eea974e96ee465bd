//! Rules for directives of OpenACC and OpenMP: permitted clauses, permitted places, reduction operators.

pub(crate) mod device_parts;
pub(crate) mod legality;
pub(crate) mod placement;
pub mod reduction;
