//! The functions about devices for `libclacc_omp`. A mistake ends the program with a message that names the routine.

use super::devices::{are_selected, devices};
use crate::openacc::api::runtime;
use crate::openacc::data::Runtime;
use crate::openacc::fault::{Call, Fault};
use crate::openacc::handle::{Address, Device, Extent};
use std::ffi::c_void;

/// `clacc_device_count`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_count() -> i32 {
    if are_selected() { i32::try_from(devices().len()).unwrap_or(0) } else { 0 }
}

/// The device with a number; other numbers are the host's.
fn place(number: i32) -> Device {
    if (0..clacc_device_count()).contains(&number) { Device::Offload(number) } else { Device::Host }
}

fn pointer(address: Option<Address>) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address.unwrap_or(0))
}

/// Does something for a device that is not the host, or gives what is said for the host.
fn on<T>(number: i32, of_host: T, run: impl FnOnce(&'static Runtime, Device) -> T) -> T {
    match place(number) {
        Device::Host => of_host,
        device @ Device::Offload(_) => run(runtime(), device),
    }
}

/// `clacc_device_allocate`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_allocate(device: i32, bytes: usize) -> *mut c_void {
    on(device, std::ptr::null_mut(), |runtime, device| {
        pointer(runtime.allocate(device, bytes).ok().flatten())
    })
}

/// `clacc_device_release`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_release(device: i32, memory: *mut c_void) {
    on(device, (), |runtime, device| {
        let address = memory.expose_provenance();
        Call::at("omp_target_free", address).device(device).check(runtime.release(device, address));
    });
}

/// `clacc_device_copy`.
///
/// # Safety
/// Bytes of the host are the program's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_device_copy(
    to_device: i32,
    to: *mut c_void,
    from_device: i32,
    from: *const c_void,
    bytes: usize,
) {
    let (to, from) = (to.expose_provenance(), from.expose_provenance());
    let (to_device, from_device) = (place(to_device), place(from_device));
    let device = if to_device == Device::Host { from_device } else { to_device };
    let call = Call::on("omp_target_memcpy", to, bytes).device(device);
    call.check(runtime().copy((to_device, to), (from_device, from), bytes));
}

/// `clacc_device_mapped`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_mapped(device: i32, host: *const c_void) -> *mut c_void {
    let find = |runtime: &Runtime, device| pointer(runtime.device_address(device, host.expose_provenance()));
    on(device, host.cast_mut(), find)
}

fn succeeded(result: Result<(), Fault>) -> i32 {
    i32::from(result.is_ok())
}

/// `clacc_device_associate`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_associate(
    device: i32,
    host: *const c_void,
    memory: *const c_void,
    bytes: usize,
) -> i32 {
    let extent = Extent { start: host.expose_provenance(), bytes };
    let map = |runtime: &Runtime, device| runtime.map(device, extent, memory.expose_provenance());
    on(device, 0, |runtime, device| succeeded(map(runtime, device)))
}

/// `clacc_device_disassociate`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_disassociate(device: i32, host: *const c_void) -> i32 {
    on(device, 0, |runtime, device| succeeded(runtime.unmap(device, host.expose_provenance())))
}
