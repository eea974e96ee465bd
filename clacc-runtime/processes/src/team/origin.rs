//! The name that the lines about threads have for the module that knows the calling thread's place.

pub use super::current;
