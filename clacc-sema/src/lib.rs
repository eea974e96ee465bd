//! What C programs with OpenACC and OpenMP directives mean: the query database, names, types, constants, and the
//! attribute model of OpenACC as data with reasons.
//!
//! This crate does not know how anything is printed or generated.

pub mod acc;
mod bind;
pub mod constant;
pub mod data_model;
pub mod db;
pub mod declarations;
pub mod definitions;
mod effects;
pub mod file_scope;
pub mod files;
pub mod findings;
pub mod functions;
pub mod globals;
mod legality;
mod literal;
mod loops;
pub mod model;
pub mod omp;
mod outline;
mod placement;
pub mod places;
pub mod preprocessed;
pub mod routines;
pub mod slots;
pub mod type_text;
pub mod types;
pub mod unit_scope;
