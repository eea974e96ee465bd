//! The C functions of `clacc_abi.h`, which code that clacc generates calls. The header specifies what each function does and when it may be
//! called; those rules are the safety conditions of the functions here. Functions that are the same for processes are in
//! clacc-runtime-core.
//!
//! Only this module uses all of `team`, `worksharing` and `task`. A panic in an exported function ends the program with a message: it never
//! unwinds into C.

pub mod affinity_display;
pub mod affinity_lines;
pub mod cancellation;
pub mod constructs;
pub mod exclusion;
pub mod facts;
pub mod leagues;
pub mod loops;
pub mod parallel;
pub mod tasks;

use crate::threads::system;
use clacc_runtime_abi::layout::Site;
use clacc_runtime_abi::sites::Place;

/// Ends the program because generated code has called a function in a way that the header excludes.
#[cold]
fn misused(function: &str, what: &str) -> ! {
    system::write_error(&format!("acc2omp: {function}: {what}\n"));
    system::end_program(system::EXIT_STATUS)
}

/// The same about a call that says which construct it is for.
///
/// # Safety
/// The site is null or valid, and lives as long as the program.
#[cold]
unsafe fn misused_at(site: *const Site, function: &str, what: &str) -> ! {
    // SAFETY: the caller promises it.
    misused(function, &format!("{}: {what}", unsafe { Place::of(site) }))
}

#[cfg(test)]
mod abi_tests;
#[cfg(test)]
mod construct_tests;
