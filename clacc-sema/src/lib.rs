//! What C programs with OpenACC and OpenMP directives mean: the query database, names, types, constants, and the
//! attribute model of OpenACC as data with reasons.
//!
//! This crate does not know how anything is printed or generated.

pub mod acc;
pub mod model;
pub mod types;
