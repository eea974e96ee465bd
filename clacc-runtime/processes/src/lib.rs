//! The process model: the teams of `clacc_abi.h` as processes instead of threads.
//!
//! A program that is linked with this library before `libacc2omp`, or is run with it in `LD_PRELOAD`, is otherwise the same: the
//! same generated text, the same addresses. What threads have in common by nature is made common here:
//!
//! - Before the first team, the writable memory of the program (data, heap, the stack of the initial thread) becomes shared memory *at
//!   the same addresses* ([`memory`]). Later blocks of `malloc` lie in shared memory from the start ([`heap`]).
//! - A region makes one process for each further thread, with a stack in shared memory, and ends them ([`region`]). So what a region
//!   captures by address, a copy on a worker's stack that a reduction combines, and the stack of a worker that makes a team itself, are
//!   all found by every process. The processes have one table of open files and one working directory.
//! - What belongs to the C library stays the property of each process: its data, and thread-local storage. That is what the library
//!   takes care of one by one: streams ([`streams`]), `rand` ([`random`]), calls that would have an effect in one process alone ([`refused`]).
//!
//! ```text
//! abi         the functions of `clacc_abi.h`                       unsafe: pointers of generated code
//! region, league    processes begin and end; leagues of teams      unsafe: calls of outlined code
//! processes   making processes, and watching them                  unsafe: calls of the system
//! team        what a team shares, what a thread knows of itself    unsafe: pointers into the heap
//! memory      the program's memory becomes shared                  unsafe: mappings
//! modules     which memory belongs to which file                   unsafe: lists of the dynamic linker
//! world       what all processes share                             unsafe: one pointer
//! stacks      stacks in shared memory                              unsafe: instructions
//! persona     threadprivate variables of a thread                  unsafe: memory
//! heap        blocks in shared and private memory; malloc          unsafe: memory
//! streams, random, generators, refused    functions of the C library    unsafe: foreign functions
//! settings    what the environment says                            safe
//! wait, sys   sleeping, calls of the system                        unsafe: instructions
//! ```
//!
//! Schedules, control variables, the environment and locks are those of `libacc2omp` too, in clacc-runtime-core: none of them
//! knows whether a word of memory is shared by threads or by processes.

#![warn(clippy::too_many_lines)]
#![cfg(all(target_os = "linux", target_env = "gnu", any(target_arch = "x86_64", target_arch = "aarch64")))]

pub mod abi;
pub mod generators;
pub mod heap;
pub mod league;
pub mod memory;
pub mod modules;
pub mod persona;
pub mod processes;
pub mod random;
pub mod refused;
pub mod region;
pub mod settings;
pub mod stacks;
pub mod streams;
pub mod sys;
pub mod system;
pub mod team;
pub mod wait;
pub mod world;

/// Runs before the program does, and before its other libraries, which this one does not need.
extern "C" fn start() {
    // The static libacc2omp has the same functions, and a program's own come first.
    if !modules::is_of_this_library(system::visible(c"clacc_fork").addr()) {
        system::fail(
            system::Condition::System,
            "the program has the functions of another library for teams: link it with the shared libraries, this one first",
        );
    }
    streams::begin();
    memory::begin();
}

#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;
