//! The runtime of translated and generated programs: library `acc2omp`.
//!
//! A program that clacc translated to OpenMP keeps its `acc_*` calls. This library implements them on top of
//! whichever OpenMP runtime the program was linked with. It finds that runtime when the program runs, and is
//! not linked with any.
//!
//! ```text
//! api        the C routines: arguments, shared memory, errors           safe, but for the export attribute
//!   data     what a routine means for the data of one device           safe
//!   attachments   pointers that point to device data, counted          safe
//!     attachment_counters   the counters                               safe
//!   queue    numbers of async queues, what is known of their progress  safe
//! binding    what any runtime below has to offer                       safe: a trait
//! omp        the OpenMP runtimes: detection, three ways to keep data   unsafe: calls of foreign functions
//! present    a present table with OpenACC's two reference counters     safe
//! publish    read without a lock, replaced by a new version            unsafe: one module
//! ```
//!
//! A device runtime of our own would be another `binding`; the rest of the library uses that trait only.
//!
//! A program that clacc generated code for runs on the threads of this library, and needs no OpenMP runtime. These rooms
//! know nothing of devices, and nothing of those above:
//!
//! ```text
//! abi            the functions of `clacc_abi.h`                         unsafe: pointers of generated code
//! team           teams of threads, regions, barriers                    unsafe: what phases guard
//! worksharing    loops, ordered, single, reductions                     unsafe: calls of outlined code
//! task           explicit tasks                                         unsafe: calls of outlined code
//! icvs           internal control variables                             unsafe: one pointer
//! threadprivate  each thread's copies of variables                      unsafe: memory of any layout
//! wait           spinning, sleeping, locks                              unsafe: one call of the system
//! ```

#![warn(clippy::too_many_lines)]
#![deny(clippy::undocumented_unsafe_blocks)]

pub mod abi;
pub mod api;
pub mod attachment_counters;
pub mod attachments;
pub mod binding;
pub mod data;
pub mod fault;
pub mod handle;
pub mod icvs;
pub mod omp;
pub mod ordered;
pub mod present;
pub mod publish;
pub mod queue;
pub mod settings;
pub mod system;
pub mod task;
pub mod team;
pub mod threadprivate;
pub mod wait;
pub mod worksharing;
