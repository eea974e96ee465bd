//! The interface between code that clacc generates and the runtime libraries: `include/clacc_abi.h` in terms of Rust.
//!
//! ```text
//! layout             the structs of the header, and its flags
//! control_variables  the numbers of internal control variables and of facts about threads
//! sites              constructs of the source, for messages
//! ```
//!
//! The crate defines no function of the header: the libraries define them. It allocates nothing, because `libclacc_omp` is built without an
//! allocator of Rust.

#![warn(clippy::too_many_lines)]
#![cfg_attr(not(test), no_std)]
#![deny(clippy::undocumented_unsafe_blocks)]

pub mod control_variables;
pub mod layout;
pub mod sites;
