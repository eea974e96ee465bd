//! The C functions of `include/clacc_abi.h`, which code that clacc generates calls. The header says what each does and
//! when it may be called; those rules are the safety conditions of the functions here.
//!
//! This room alone knows all of `team`, `worksharing` and `task`. A panic in an exported function ends the program
//! with a message: it never crosses into C.

pub mod cancellation;
pub mod exclusion;
pub mod facts;
pub mod layout;
pub mod loops;
pub mod parallel;
pub mod tasks;

use crate::system;

/// Ends the program because generated code has called a function in a way that the header excludes.
#[cold]
fn misused(function: &str, what: &str) -> ! {
    system::write_error(&format!("acc2omp: {function}: {what}\n"));
    system::end_program(crate::fault::EXIT_STATUS)
}

#[cfg(test)]
mod abi_tests;
