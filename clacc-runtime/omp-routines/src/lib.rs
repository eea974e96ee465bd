//! The `omp_*` routines of programs that clacc compiles for its own runtime: library `clacc_omp`.
//!
//! Threads, teams, tasks and their control variables belong to the library `acc2omp`. The routines here ask it through the
//! C functions of `clacc_abi.h`, as generated code does, and do not link it as a crate: a process must have that state
//! once. A program that is translated for another OpenMP runtime must not find any `omp_*` here, so they are a library
//! of their own.
//!
//! ```text
//! threads, teams, tasks                the routines about the calling thread             safe
//! affinity                             places; lines about threads                       safe, but for texts of the program
//! locks      mutex, wait               locks of four and sixteen bytes                   unsafe: they lie in the program's memory
//! memory     allocator, block          allocators and their blocks                       unsafe: memory
//! devices, device_memory, rectangle    the host as the only device                       unsafe: memory
//! display, settings, interop, tool     what is told about the library                    safe, but for results in the program's memory
//! time                                 the clock                                         safe
//! runtime                              the functions of `clacc_abi.h`                    the only user of them
//! system                               the functions of the C library                    unsafe: foreign functions
//! ```
//!
//! Every section number is one of OpenMP 5.2.
//!
//! # Without the standard library
//! A static library that a program links beside `libacc2omp.a` must not bring Rust's standard library a second time:
//! its symbols would be defined twice. So the crate uses `core` only, and where panics abort, as in every installed
//! build, it is compiled without `std`. Where panics unwind, as in builds of tests, `std` provides for that.

#![warn(clippy::too_many_lines)]
#![cfg_attr(all(panic = "abort", not(test)), no_std)]
#![deny(clippy::undocumented_unsafe_blocks)]

#[cfg(not(target_pointer_width = "64"))]
compile_error!("locks and handles of omp.h have other sizes where pointers have not 64 bits");

#[cfg(test)]
use acc2omp as _;

pub mod affinity;
pub mod device_memory;
pub mod devices;
pub mod display;
pub mod interop;
pub mod locks;
pub mod memory;
pub mod mutex;
pub mod rectangle;
pub mod runtime;
pub mod settings;
pub mod system;
pub mod tasks;
pub mod teams;
pub mod threads;
pub mod time;
pub mod tool;
pub mod wait;

/// Ends the program: no panic crosses the border to C.
#[cfg(all(panic = "abort", not(test)))]
#[panic_handler]
fn end(info: &core::panic::PanicInfo) -> ! {
    system::fail(format_args!("this is a fault of the library: {info}"))
}
