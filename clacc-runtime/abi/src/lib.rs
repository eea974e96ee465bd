//! The interfaces of the runtime libraries in terms of Rust: `include/clacc_abi.h`, which generated code uses, and `acc_prof.h`, which
//! profiling libraries use.
//!
//! ```text
//! layout             the structs of the header, and its flags
//! control_variables  the numbers of internal control variables and of facts about threads
//! sites              constructs of the source, for messages
//! profiling          the structs of `acc_prof.h`, its events and its numbers
//! ```
//!
//! The crate defines no function of the headers: the libraries define them. It allocates nothing, because `libclacc_omp` is built without an
//! allocator of Rust.

#![warn(clippy::too_many_lines)]
#![cfg_attr(not(test), no_std)]
#![deny(clippy::undocumented_unsafe_blocks)]

pub mod control_variables;
pub mod layout;
pub mod profiling;
pub mod sites;
