//! The tool control routine (18.14).

use core::ffi::c_void;

/// `omp_control_tool_notool`.
const NO_TOOL: i32 = -2;

/// Passes a command to the tool that watches the program: there is no interface for one, so that none is there.
#[unsafe(no_mangle)]
pub extern "C" fn omp_control_tool(_command: i32, _modifier: i32, _argument: *mut c_void) -> i32 {
    NO_TOOL
}
