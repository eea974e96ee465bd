//! The C functions of `include/clacc_abi.h`, for teams of processes. The header says what each does and when it may be called; those
//! rules are the safety conditions of the functions here. Functions that are the same for threads are in clacc-runtime-core.

pub mod affinity_lines;
pub mod exclusion;
pub mod facts;
pub mod leagues;
pub mod loops;
pub mod parallel;
pub mod tasks;

use crate::system;
use clacc_runtime_abi::layout::Site;
use clacc_runtime_abi::sites::Place;

/// Ends the program because generated code has called a function in a way that the header excludes.
///
/// # Safety
/// The site is null or valid, and lives as long as the program.
#[cold]
unsafe fn misused(site: *const Site, function: &str, what: &str) -> ! {
    // SAFETY: the caller promises it.
    let place = unsafe { Place::of(site) };
    system::write_error(&format!("clacc_processes: {function}: {place}: {what}\n"));
    system::end_program(system::EXIT_STATUS)
}
