//! A profiling library for programs with OpenACC: `libacc2omp_trace`.
//!
//! It knows nothing of a runtime but the profiling interface `acc_prof.h`, so that it works with every runtime that has this interface.
//! At the end of the program it prints a table of constructs and routines, and, if `ACC2OMP_TRACE` names a file, writes a timeline.
//!
//! ```text
//! entry         the function of the interface, and the callback      unsafe: structs of the runtime, a function of the C library
//!   told        an event, as the runtime tells of it                 unsafe: structs of the runtime
//!   report      the table and the timeline at the end                safe
//!     table     the table                                            safe
//!       units   times and sizes for people                           safe
//!     timeline  the timeline                                         safe
//!       tracks  the tracks of devices                                safe
//!       json    objects of JSON                                      safe
//!     files     files that are written as a whole                    safe
//!     settings  the environment                                      unsafe: the bytes of a name
//!   recording   open frames, sums and slices                         safe
//!     rows      sums of constructs and routines                      safe
//!     slices    the slices of the timeline                           safe
//!     names     texts by numbers                                     safe
//!     kind      kinds of frames                                      safe
//! ```

#![warn(clippy::too_many_lines)]
#![deny(clippy::undocumented_unsafe_blocks)]

mod entry;
mod files;
mod json;
mod kind;
mod names;
mod recording;
mod report;
mod rows;
mod settings;
mod slices;
mod table;
mod timeline;
mod told;
mod tracks;
mod units;

pub use entry::acc_register_library;
