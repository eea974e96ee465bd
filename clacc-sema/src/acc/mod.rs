//! The meaning of OpenACC constructs.
//!
//! [`facts`] is the result: for every construct of a function its attributes, its levels, its reductions, each
//! with the reason and the section that gives it. Nothing here knows OpenMP.

pub mod facts;
