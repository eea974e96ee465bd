//! What analyses of directives need to know of the language that hosts them.

pub(crate) mod loops;
pub(crate) mod outline;
pub mod place;
