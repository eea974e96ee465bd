//! Device information routines (18.7). The host is the only device, but where the library acc2omp has devices with a memory of their own.

use crate::runtime::{Icv, devices, get, get_int, running_device, set};
use crate::settings::{Number, OMP_DEFAULT_DEVICE};

/// The number of the host: as many as there are other devices.
pub fn host() -> i32 {
    devices()
}

/// Returns whether a device number means the host.
pub fn is_host(number: i32) -> bool {
    number == INITIAL_DEVICE || number == host()
}

/// `omp_initial_device` (1.2.6, as an environment variable and in programs).
pub const INITIAL_DEVICE: i32 = -1;

/// The default device of tasks for which none was set.
static FIRST_DEFAULT: Number = Number::unread(OMP_DEFAULT_DEVICE);

/// Whether a device has this number.
pub fn is_device(number: i32) -> bool {
    (INITIAL_DEVICE..=host()).contains(&number)
}

/// How many processors the program may use (18.7.1).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_num_procs() -> i32 {
    get_int(Icv::Processors)
}

/// Sets the device of target constructs that name none (18.7.2), for the task and those that it makes. Negative numbers that
/// are not `omp_initial_device` change nothing.
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_default_device(number: i32) {
    let number = if number == INITIAL_DEVICE { host() } else { number };
    if number >= 0 {
        set(Icv::Device, number.into());
    }
}

/// The device of target constructs that name none (18.7.3).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_default_device() -> i32 {
    let its = get(Icv::Device);
    if its < 0 { FIRST_DEFAULT.get() } else { its as i32 }
}

/// How many devices there are beside the host (18.7.4).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_num_devices() -> i32 {
    host()
}

/// The device on which the caller runs (18.7.5).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_device_num() -> i32 {
    match running_device() {
        INITIAL_DEVICE => host(),
        number => number,
    }
}

/// Whether the caller runs on the host (18.7.6).
#[unsafe(no_mangle)]
pub extern "C" fn omp_is_initial_device() -> i32 {
    i32::from(running_device() == INITIAL_DEVICE)
}

/// The number of the host (18.7.7).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_initial_device() -> i32 {
    host()
}
