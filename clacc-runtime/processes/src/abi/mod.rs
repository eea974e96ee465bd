//! The C functions of `include/clacc_abi.h`, for teams of processes. The header says what each does and when it may be called; those
//! rules are the safety conditions of the functions here.

#[path = "../../../src/abi/affinity_format.rs"]
pub mod affinity_format;
#[path = "../../../src/abi/affinity_lines.rs"]
pub mod affinity_lines;
#[path = "../../../src/abi/atomic_accesses.rs"]
pub mod atomic_accesses;
#[expect(dead_code, reason = "processes are bound to no places")]
#[path = "../../../src/abi/control_variables.rs"]
mod control_variables;
#[path = "../../../src/abi/errors.rs"]
pub mod errors;
pub mod exclusion;
pub mod facts;
#[path = "../../../src/abi/layout.rs"]
pub mod layout;
pub mod leagues;
pub mod loops;
pub mod parallel;
#[path = "../../../src/abi/sites.rs"]
pub mod sites;
pub mod tasks;

use crate::system;
use layout::Site;
use sites::Place;

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
