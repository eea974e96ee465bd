//! The profiling interface (OpenACC 3.4 chapter 5): who is told of events, and how an event is described.
//!
//! ```text
//! sites         the constructs that code around directives announces   unsafe: a struct of generated code
//! dispatch      events, and the calls of callbacks                     unsafe: calls of foreign functions
//!   notify      the lines of CLACC_NOTIFY                              unsafe: C strings
//!   cause       construct, source, device and queue of an event        unsafe: C strings
//! libraries     the profiling libraries of the program and the user    unsafe: calls of foreign functions
//! api           the C routines                                         unsafe: foreign pointers
//!   callbacks   the callbacks of the process                           safe
//!   registry    callbacks of events: counts, order, toggles            safe
//!   objects     the program and its shared libraries                   unsafe: calls of the dynamic linker
//!   detail      what belongs to one event alone                        safe
//! ```
//!
//! The structs and numbers of `acc_prof.h` are in clacc-runtime-abi.
//!
//! The other rooms raise events: [`openacc`](crate::openacc) those of translated programs and of routines,
//! [`threads`](crate::threads) those of generated programs. This room knows neither.

pub mod api;
pub mod callbacks;
pub mod cause;
pub mod detail;
pub mod dispatch;
pub mod libraries;
pub mod notify;
pub mod objects;
pub mod registry;
pub mod sites;
