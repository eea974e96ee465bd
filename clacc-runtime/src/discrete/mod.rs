//! The device `discrete`: a device with a memory of its own, in the process of the host, that finds mistakes in the use of data.
//!
//! `ACC_DEVICE_TYPE=discrete` selects it. Its memory is a range of addresses (the arena) that only device code may use. Compilers put a call of
//! this library in front of each load and store (`-fsanitize=kernel-address`); the call looks whether the bytes belong to the side that runs,
//! device or host. So every access outside of what data clauses gave the device ends the program, byte for byte, with a message.
//!
//! ```text
//! line                lines of the source; the line of the caller of this library
//! mistake             messages, in the form of those of compilers
//! origin              origins of allocations: constructs and routines
//! site                the construct for which generated code calls                   unsafe: reads its description
//! system              calls of Linux: reserving memory, segments of loaded objects   unsafe
//! unwritten           the setting for reads of uninitialized memory
//! runs                runs of equal bytes in memory that threads share            unsafe: words of bytes
//! shadow              shadow memory: the state of each byte of an arena              unsafe
//! pages               the pages that a region loads from, as they were before
//! watched             the number of threads whose accesses are looked into
//! numbers             sets of operations that a program need not have waited for
//! deferred            the order that a task asks for between constructs that it defers
//! order               the order between operations that are not waited for and uses of their data
//! arena               the memory of one device: blocks with their origins            unsafe
//! unordered           messages about transfers of data that an operation may still use
//! memory              the copies of the present table, in an arena                   unsafe: copies data of the program
//! devices             the devices of the process: arenas and present tables          unsafe: copies variables
//! kernel              the region that a thread runs on a device                      unsafe: a reference while it runs
//! symbols             the names of variables with static storage
//! explain             the diagnosis of a forbidden access
//! unordered_accesses  messages about accesses of data that an operation may still use
//! check               the check of an access
//! binding             the devices below the routines of OpenACC                      unsafe: copies data of the program
//! items               the actions of data clauses                                    unsafe: reads pointers of the program
//! regions             data regions of a thread
//! launch              `target` regions: arguments, and the call of the body          unsafe
//! memory_functions    `memcpy`, `malloc` and their kin                               unsafe: exported names
//! accesses            the functions that compilers call                              unsafe: exported names
//! routines            the functions for the routines of OpenMP                       unsafe: exported names
//! abi                 the functions of `clacc_abi.h`                                 unsafe: exported names
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
pub(crate) mod deferred;
pub(crate) mod devices;
pub(crate) mod explain;
pub(crate) mod items;
pub(crate) mod kernel;
pub(crate) mod launch;
pub(crate) mod line;
pub(crate) mod memory;
pub mod memory_functions;
pub(crate) mod mistake;
pub(crate) mod numbers;
pub(crate) mod order;
pub(crate) mod origin;
pub(crate) mod pages;
pub(crate) mod regions;
pub mod routines;
pub(crate) mod runs;
pub(crate) mod shadow;
pub(crate) mod site;
pub(crate) mod symbols;
pub(crate) mod system;
pub(crate) mod unordered;
pub(crate) mod unordered_accesses;
pub(crate) mod unwritten;
pub(crate) mod watched;
