//! What C programs with OpenACC and OpenMP directives mean: the query database, names, types, constants, and the
//! attribute model of OpenACC as data with reasons.
//!
//! This crate does not know how anything is printed or generated. Its rooms are listed from the bottom up; a room uses
//! those before it only, which a test of the workspace enforces.

pub mod acc;
pub mod c;
pub mod db;
pub mod directives;
pub mod flow;
pub mod omp;
pub mod program;
