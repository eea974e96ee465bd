//! The C routines of OpenACC 3.4 section 3.2, as `include/openacc.h` declares them.
//!
//! Each one turns its arguments into what [`Runtime`] understands and its faults into the end of the program. No routine
//! calls another exported one: libgomp exports the same names, and the program may have been linked with them in front.

pub mod copies;
pub mod cuda;
pub mod data;
pub mod devices;
pub mod queues;

use crate::data::Runtime;
use crate::fault::{Call, Fault};
use crate::handle::{Address, AsyncArgument, Device};
use crate::omp::OmpBinding;
use crate::settings::Settings;
use crate::system;
use std::ffi::c_void;
use std::sync::OnceLock;

static RUNTIME: OnceLock<Runtime> = OnceLock::new();

/// The runtime of the process, started by the first routine that needs it.
fn runtime() -> &'static Runtime {
    if let Some(runtime) = RUNTIME.get() {
        return runtime;
    }
    RUNTIME.get_or_init(|| {
        let runtime = Runtime::new(Box::new(OmpBinding::find()));
        let (settings, misunderstood) = Settings::from_process();
        for line in misunderstood {
            system::write_error(&format!("acc2omp: {line}\n"));
        }
        Call::new("ACC_DEVICE_TYPE, ACC_DEVICE_NUM").check(runtime.apply(settings));
        system::call_at_exit(at_exit);
        runtime
    })
}

/// Finishes what the program left on its queues: helper threads that still use a device when the runtime below is taken
/// down would crash the program. Registered after that runtime registered its own end, so that it runs before.
extern "C" fn at_exit() {
    if let Some(runtime) = RUNTIME.get() {
        runtime.finish();
    }
}

/// The runtime and the device that the calling thread uses.
fn here() -> (&'static Runtime, Device) {
    let runtime = runtime();
    (runtime, runtime.binding().current_device())
}

/// The same, for a routine that does not wait for queues but depends on what is present: data that an asynchronous routine
/// takes away counts as absent from then on (OpenACC 3.4 sections 3.2.19 and 3.2.20).
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

fn argument(call: &Call, number: i32) -> AsyncArgument {
    call.check(AsyncArgument::from_c(number).ok_or(Fault::InvalidAsync(number)))
}

/// Hands `ACC_DEVICE_…` on to an OpenMP runtime that has not started yet, for constructs that run before any routine.
extern "C" fn at_load() {
    let (settings, _) = Settings::from_process();
    if settings.device_type == Some(crate::handle::DeviceType::Host) {
        // SAFETY: libraries are being loaded; no other thread runs yet.
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
