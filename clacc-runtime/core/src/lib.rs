//! The code that the runtime for threads and the runtime for processes share.
//!
//! ```text
//! waits            how those who share memory sleep and wake one another        a trait
//! lock, line       locks in a word of memory; values that share no cache line   unsafe: a cell under a lock
//! exclusion        the locks of `critical` and of atomic updates                unsafe: cells of generated code
//! posts, share     the state of a worksharing loop that a team shares, and a thread's place in it   safe
//! loops            ordered regions and doacross loops                           safe: a trait with the steps
//! icvs             internal control variables                                   unsafe: one pointer
//! places, affinity places of processors; what the system says of them           unsafe: calls of the system
//! environment      the `OMP_…` variables                                        safe
//! launches         lines about launches of constructs                           unsafe: calls of outlined regions
//! affinity_format, affinity_lines   lines about threads, in formats             unsafe: texts of the program
//! atomic_accesses, errors    functions of `clacc_abi.h` that are the same for both   unsafe: pointers of generated code
//! remark           remarks that are printed once                                safe
//! system           the services of the C library                                unsafe: foreign functions
//! ```
//!
//! None of it knows whether a word of memory is shared by threads or by processes.

#![warn(clippy::too_many_lines)]
#![cfg_attr(not(test), no_std)]
#![deny(clippy::undocumented_unsafe_blocks)]

extern crate alloc;

pub mod affinity;
pub mod affinity_format;
pub mod affinity_lines;
pub mod atomic_accesses;
pub mod environment;
pub mod errors;
pub mod exclusion;
pub mod icvs;
pub mod launches;
pub mod line;
pub mod lock;
pub mod loops;
pub mod places;
pub mod posts;
pub mod remark;
pub mod share;
pub mod system;
pub mod waits;
