//! Rules for directives of OpenACC and OpenMP: permitted clauses, permitted places, jumps across borders, arguments, reduction operators,
//! parts of arrays.

pub(crate) mod arguments;
pub(crate) mod branches;
pub(crate) mod device_parts;
pub(crate) mod legality;
pub(crate) mod placement;
pub mod reduction;
pub mod subarrays;
