//! The meaning of C programs with OpenACC and OpenMP directives: the query database, names, types, constants,
//! and the attribute model of OpenACC as data with reasons.
//!
//! This crate neither prints nor generates code. The table of rooms in `ARCHITECTURE.md` says which of its
//! modules may use which others, and a test of the workspace checks this.

#![warn(clippy::too_many_lines)]

pub mod acc;
pub mod c;
pub mod db;
pub mod dependence;
pub mod directives;
pub mod flow;
pub mod omp;
pub mod program;
pub mod tuning;
