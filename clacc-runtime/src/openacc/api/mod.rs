//! The C routines of OpenACC 3.4 section 3.2, as `include/openacc.h` declares them.
//!
//! Each routine converts its arguments for [`Runtime`] and ends the program on a fault. No routine calls
//! another exported one: libgomp exports the same names, and the program may have been linked with libgomp
//! first.

pub mod copies;
pub mod cuda;
pub mod data;
pub mod devices;
pub mod queues;

use crate::openacc::below::OmpBinding;
use crate::openacc::binding;
use crate::openacc::data::Runtime;
use crate::openacc::fault::{Call, Fault};
use crate::openacc::handle::{Address, AsyncArgument, Device};
use crate::openacc::settings::Settings;
use crate::openacc::system;
use crate::profile::{dispatch, libraries, sites};
use std::ffi::c_void;
use std::sync::OnceLock;

static RUNTIME: OnceLock<Runtime> = OnceLock::new();

/// Returns the runtime of the process, which the first routine that needs it starts.
pub(crate) fn runtime() -> &'static Runtime {
    if let Some(runtime) = RUNTIME.get() {
        return runtime;
    }
    RUNTIME.get_or_init(|| {
        let (settings, misunderstood) = Settings::from_process();
        let runtime = Runtime::new(binding::own().unwrap_or_else(|| Box::new(OmpBinding::find())));
        for line in misunderstood {
            system::write_error(&format!("acc2omp: {line}\n"));
        }
        Call::new("ACC_DEVICE_TYPE, ACC_DEVICE_NUM").check(runtime.apply(settings));
        system::call_at_exit(at_exit);
        runtime
    })
}

/// Finishes the work that the program left on its queues. Helper threads that still use a device while the
/// OpenMP runtime is taken down would crash the program. The handler is registered after that runtime has
/// registered its own, so that it runs before it.
extern "C" fn at_exit() {
    if let Some(runtime) = RUNTIME.get() {
        runtime.finish();
    }
}

/// Returns the runtime and the device that the calling thread uses.
fn here() -> (&'static Runtime, Device) {
    let runtime = runtime();
    (runtime, runtime.binding().current_device())
}

/// Like [`here`], for a routine that does not wait for queues but depends on what is present. Data that an
/// asynchronous routine takes away counts as absent from then on (OpenACC 3.4 sections 3.2.19 and 3.2.20).
fn here_and_now() -> (&'static Runtime, Device) {
    let (runtime, device) = here();
    runtime.settle_presence();
    (runtime, device)
}

fn address(pointer: *mut c_void) -> Address {
    pointer.expose_provenance()
}

fn pointer(address: Option<Address>) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address.unwrap_or(0))
}

/// Reads an async argument.
pub(crate) fn argument(call: &Call, number: i32) -> AsyncArgument {
    call.check(AsyncArgument::from_c(number).ok_or(Fault::InvalidAsync(number)))
}

/// Passes the `ACC_DEVICE_…` variables to an OpenMP runtime that has not started yet. This is for constructs
/// that run before the first routine.
extern "C" fn at_load() {
    sites::ask(sites::Below {
        current_device: crate::openacc::below::device_of_next_construct,
        queue: crate::openacc::queue::number_for_events,
    });
    // A program without events has a table that says so.
    if libraries::is_traced() {
        let _ = dispatch::is_on();
    }
    let (settings, _) = Settings::from_process();
    if settings.device_type == Some(crate::openacc::handle::DeviceType::Host) {
        // SAFETY: the loader is still loading libraries, so no other thread runs yet.
        unsafe { system::set_variable_default(c"OMP_TARGET_OFFLOAD", c"DISABLED") };
    }
    let number = settings.device_number.and_then(|number| std::ffi::CString::new(number.to_string()).ok());
    if let Some(number) = number {
        // SAFETY: as above.
        unsafe { system::set_variable_default(c"OMP_DEFAULT_DEVICE", &number) };
    }
}

#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
static AT_LOAD: extern "C" fn() = at_load;
