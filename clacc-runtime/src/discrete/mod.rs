//! The device `discrete`: a device with a memory of its own, in the process of the host, that finds mistakes in the use of data.
//!
//! `ACC_DEVICE_TYPE=discrete` selects it. Its memory is a range of addresses (the arena) that only device code may use. Compilers put a call of
//! this library in front of each load and store (`-fsanitize=kernel-address`); the call looks whether the bytes belong to the side that runs,
//! device or host. So every access outside of what data clauses gave the device ends the program, byte for byte, with a message.
//!
//! ```text
//! line      lines of the source; the line of the caller of this library
//! mistake   messages, in the form of those of compilers
//! origin    origins of allocations: constructs and routines      
//! site      the construct for which generated code calls                    unsafe: reads its description
//! system    calls of Linux: reserving memory, segments of loaded objects    unsafe
//! shadow    shadow memory: the state of each byte of an arena               unsafe
//! order     the order between constructs in queues and uses of their data   safe
//! unordered messages about transfers of data that a queue may still use   safe
//! watched   the number of threads whose accesses are looked into            safe
//! unordered_accesses  the same messages about accesses                     safe
//! arena     the memory of one device: blocks with their origins             unsafe
//! memory    the copies of the present table, in an arena                    safe
//! globals   variables with storage of their own on devices                  safe
//! devices   the devices of the process: arenas and present tables           safe
//! binding   the devices below the routines of OpenACC                      safe
//! kernel    the region that a thread runs on a device                       unsafe: a reference while it runs
//! unwritten the setting for reads of uninitialized memory                   safe
//! check     the check of an access                                          safe
//! symbols   the names of variables with static storage                      safe
//! explain   the diagnosis of a forbidden access                             safe
//! items     the actions of data clauses                                     unsafe: reads pointers of the program
//! regions   data regions of a thread                                        safe
//! launch    `target` regions: arguments, and the call of the body           unsafe
//! memory_functions  `memcpy`, `malloc` and their kin                       unsafe: exported names
//! accesses  the functions that compilers call                               unsafe: exported names
//! routines  the functions for the routines of OpenMP                        unsafe: exported names
//! abi       the functions of `clacc_abi.h`                                  unsafe: exported names
//! ```
//!
//! The room uses the rooms of OpenACC (the present table, the counters of attachments, the current device) and of threads (teams for the
//! host); neither knows it. It offers OpenACC its devices when the library is loaded (`openacc::binding::offer`).
//!
//! Host and device run the same functions, all of them instrumented: the thread knows whether it runs a region of a device (`kernel`).
//! A region is a league of one team with one thread, so that all of it runs on the thread that encounters it. Memory that this
//! library gives to generated code is noted meanwhile (`threads::lent`).

pub mod abi;
pub mod accesses;
pub(crate) mod arena;
pub(crate) mod binding;
pub(crate) mod check;
pub(crate) mod devices;
pub(crate) mod explain;
pub(crate) mod items;
pub(crate) mod kernel;
pub(crate) mod launch;
pub(crate) mod line;
pub(crate) mod memory;
pub mod memory_functions;
pub(crate) mod mistake;
pub(crate) mod order;
pub(crate) mod origin;
pub(crate) mod regions;
pub mod routines;
pub(crate) mod shadow;
pub(crate) mod site;
pub(crate) mod symbols;
pub(crate) mod system;
pub(crate) mod unordered;
pub(crate) mod unordered_accesses;
pub(crate) mod unwritten;
pub(crate) mod watched;
