//! The runtime of translated and generated programs: library `acc2omp`.
//!
//! It has two halves, which know nothing of each other, one room that both use, and one that uses both:
//!
//! - [`openacc`]: the routines of OpenACC. A program that clacc translated to OpenMP keeps its `acc_*` calls, and this library implements
//!   them on top of whichever OpenMP runtime the program was linked with. It finds that runtime when the program runs, and is
//!   not linked with any.
//! - [`threads`]: the functions of `clacc_abi.h`. A program that clacc generated code for runs on the threads of this library, and needs
//!   no OpenMP runtime.
//! - [`profile`]: the profiling interface of OpenACC. The halves raise events, and it calls the libraries that want to know. It knows
//!   neither of them.
//!
//! - [`discrete`]: a device with a memory of its own, for generated programs, that finds mistakes in the use of data. Its memory is below the
//!   routines of OpenACC, and what runs on the host runs in teams of the threads.
//!
//! They are rooms of one crate, and not two crates, because both are linked into the same files, and a border between crates would only
//! add a step to their build. What the threads share with the process model (schedules, control variables, the environment) is in
//! clacc-runtime-core, and the structs of `clacc_abi.h` are in clacc-runtime-abi.

#![warn(clippy::too_many_lines)]
#![deny(clippy::undocumented_unsafe_blocks)]

pub mod discrete;
pub mod openacc;
pub mod profile;
pub mod threads;
