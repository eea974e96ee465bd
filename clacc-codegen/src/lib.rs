//! Code generation: OpenMP forms become C with calls of clacc's own runtime.
//!
//! The input is the typed OpenMP model alone ([`clacc_sema::omp::form`]): forms that a policy derived from OpenACC, and forms of
//! `#pragma omp` in the source. Nothing here looks at OpenACC. There is no representation of expressions between that and C: what a
//! region executes are the user's own tokens, in their own lines, and only what is new is printed. Of the runtime, this crate knows the
//! C interface `clacc_abi.h` and nothing else. It runs no process and touches no file.

#![warn(clippy::too_many_lines)]

pub mod abi;
mod atomic_order;
mod backend;
mod capture;
pub mod codes;
pub mod compiler_facts;
mod constructs;
mod declaration_tokens;
mod declared_reductions;
mod emit;
mod local_declarations;
pub mod piece;
mod plan;
pub mod query;
mod scope;
pub mod steps;
pub mod unit;
mod variant_calls;
