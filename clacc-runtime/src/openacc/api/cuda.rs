//! The routines of OpenACC 3.4 appendix A.2.1 that return objects of CUDA. OpenMP does not give access to
//! these objects, so that the routines return null.

use clacc_runtime_core::remark::Remark;
use std::ffi::{c_int, c_void};
use std::ptr;

static UNKNOWN: Remark = Remark::new();

fn nothing(routine: &str) -> *mut c_void {
    UNKNOWN.say(routine, "the OpenMP runtime does not tell its CUDA objects; null is returned");
    ptr::null_mut()
}

/// `acc_get_current_cuda_device`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_current_cuda_device() -> *mut c_void {
    nothing("acc_get_current_cuda_device")
}

/// `acc_get_current_cuda_context`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_current_cuda_context() -> *mut c_void {
    nothing("acc_get_current_cuda_context")
}

/// `acc_get_cuda_stream`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_cuda_stream(_queue: c_int) -> *mut c_void {
    nothing("acc_get_cuda_stream")
}

/// `acc_set_cuda_stream`. Returns zero, because nothing was set.
#[unsafe(no_mangle)]
pub extern "C" fn acc_set_cuda_stream(_queue: c_int, _stream: *mut c_void) -> c_int {
    nothing("acc_set_cuda_stream");
    0
}
