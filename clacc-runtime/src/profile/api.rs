//! The C routines of the profiling interface (OpenACC 3.4 sections 5.3 and 5.4), as `include/acc_prof.h` declares them.

use crate::profile::callbacks;
use crate::profile::objects;
use crate::profile::registry::Request;
use clacc_runtime_abi::profiling::Callback;
use std::ffi::{CStr, c_char, c_int, c_void};

/// `acc_prof_register`. A combination of arguments that has no meaning is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn acc_prof_register(event: c_int, callback: Option<Callback>, info: c_int) {
    if let Some(request) = Request::from_c(event, callback, info) {
        let owner = callback.map_or(0, |callback| objects::owner_of(callback as *const c_void));
        callbacks::register(request, owner);
    }
}

/// `acc_prof_unregister`. A combination of arguments that has no meaning is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn acc_prof_unregister(event: c_int, callback: Option<Callback>, info: c_int) {
    if let Some(request) = Request::from_c(event, callback, info) {
        callbacks::unregister(request);
    }
}

/// The type of the registering routines.
pub type Registering = extern "C" fn(c_int, Option<Callback>, c_int);

/// The type of the looking routine.
pub type LookingUp = unsafe extern "C" fn(*const c_char) -> *mut c_void;

/// Returns the function of the profiling interface with a name, or null.
///
/// # Safety
/// The name is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc2omp_prof_lookup(name: *const c_char) -> *mut c_void {
    if name.is_null() {
        return std::ptr::null_mut();
    }
    let registering = |function: Registering| function as *mut c_void;
    // SAFETY: it is not null, and the caller promises a C string.
    match unsafe { CStr::from_ptr(name) }.to_bytes() {
        b"acc_prof_register" => registering(acc_prof_register),
        b"acc_prof_unregister" => registering(acc_prof_unregister),
        b"acc_prof_lookup" => acc2omp_prof_lookup as LookingUp as *mut c_void,
        _ => std::ptr::null_mut(),
    }
}

/// `acc_prof_lookup`, for programs that take its address.
///
/// # Safety
/// The name is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc_prof_lookup(name: *const c_char) -> *mut c_void {
    // SAFETY: the caller promises it.
    unsafe { acc2omp_prof_lookup(name) }
}
