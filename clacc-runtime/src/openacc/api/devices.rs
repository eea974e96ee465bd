//! Devices: choosing one, starting and stopping, properties.

use super::{here, runtime};
use crate::openacc::fault::{Call, Fault};
use crate::openacc::handle::{Device, DeviceType};
use std::collections::BTreeMap;
use std::ffi::{CString, c_char, c_int};
use std::sync::{Mutex, PoisonError};

fn device_type(call: &Call, number: c_int) -> DeviceType {
    call.check(DeviceType::from_c(number).ok_or(Fault::UnknownDeviceType(number)))
}

fn set(call: &Call, kind: c_int, number: c_int) {
    let kind = device_type(call, kind);
    let runtime = runtime();
    let device = call.check(runtime.device(kind, number));
    runtime.binding().set_current_device(device);
}

/// `acc_get_num_devices`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_num_devices(kind: c_int) -> c_int {
    let kind = device_type(&Call::new("acc_get_num_devices"), kind);
    c_int::try_from(runtime().devices_of(kind).len()).unwrap_or(c_int::MAX)
}

/// `acc_set_device_type`. Selects the first device of the type.
#[unsafe(no_mangle)]
pub extern "C" fn acc_set_device_type(kind: c_int) {
    let call = Call::new("acc_set_device_type");
    match device_type(&call, kind) {
        // The current type and its current device stay selected.
        DeviceType::Default | DeviceType::Current => drop(here()),
        DeviceType::None => call.fail(Fault::NoSuchDeviceType(DeviceType::None)),
        _ => set(&call, kind, 0),
    }
}

/// `acc_get_device_type`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_device_type() -> c_int {
    runtime().current_type() as c_int
}

/// `acc_set_device_num`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_set_device_num(number: c_int, kind: c_int) {
    set(&Call::new("acc_set_device_num"), kind, number);
}

/// `acc_get_device_num`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_device_num(kind: c_int) -> c_int {
    let kind = device_type(&Call::new("acc_get_device_num"), kind);
    runtime().current_number(kind)
}

/// `acc_init`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_init(kind: c_int) {
    start("acc_init", 0, kind);
}

/// `acc_init_device`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_init_device(number: c_int, kind: c_int) {
    start("acc_init_device", number, kind);
}

/// Starts the runtime. The OpenMP runtime starts a device when it is first used.
fn start(routine: &'static str, number: c_int, kind: c_int) {
    let call = Call::new(routine);
    let kind = device_type(&call, kind);
    call.check(runtime().device(kind, number));
}

/// `acc_shutdown`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_shutdown(kind: c_int) {
    stop("acc_shutdown", 0, kind);
}

/// `acc_shutdown_device`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_shutdown_device(number: c_int, kind: c_int) {
    stop("acc_shutdown_device", number, kind);
}

/// Finishes all work of the calling thread. OpenMP cannot disconnect a device, so its data stays.
fn stop(routine: &'static str, number: c_int, kind: c_int) {
    let call = Call::new(routine);
    let kind = device_type(&call, kind);
    let runtime = runtime();
    call.check(runtime.device(kind, number));
    runtime.queues.wait_all(runtime.binding().tasks());
}

/// `acc_on_device` on the host. In device code, the header makes it a constant.
#[unsafe(no_mangle)]
pub extern "C" fn acc_on_device(kind: c_int) -> c_int {
    c_int::from(kind == DeviceType::Host as c_int)
}

/// `acc_device_property_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Property {
    Memory,
    FreeMemory,
    SharedMemorySupport,
    Name,
    Vendor,
    Driver,
}

impl Property {
    /// Converts the number that the header gives a property.
    fn from_c(number: c_int) -> Option<Self> {
        match number {
            1 => Some(Self::Memory),
            2 => Some(Self::FreeMemory),
            3 => Some(Self::SharedMemorySupport),
            0x1_0001 => Some(Self::Name),
            0x1_0002 => Some(Self::Vendor),
            0x1_0003 => Some(Self::Driver),
            _ => None,
        }
    }
}

fn property(
    routine: &'static str,
    number: c_int,
    kind: c_int,
    property: c_int,
) -> (Device, Option<Property>) {
    let call = Call::new(routine);
    let device = match device_type(&call, kind) {
        // OpenACC 3.4 section 3.2.6: the number is ignored.
        DeviceType::Current => here().1,
        kind => call.check(runtime().device(kind, number)),
    };
    (device, Property::from_c(property))
}

/// `acc_get_property`. Returns zero if the OpenMP runtime does not know the value, or if the property is not
/// an integer.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_property(number: c_int, kind: c_int, wanted: c_int) -> usize {
    let (device, property) = property("acc_get_property", number, kind, wanted);
    match (device, property) {
        (_, Some(Property::Memory)) => runtime().memory_sizes(device).0,
        (_, Some(Property::FreeMemory)) => runtime().memory_sizes(device).1,
        (Device::Host, Some(Property::SharedMemorySupport)) => 1,
        _ => 0,
    }
}

/// `acc_get_property_string`. Returns null if the value is not known, or if the property is not a string.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_property_string(number: c_int, kind: c_int, wanted: c_int) -> *const c_char {
    let (device, property) = property("acc_get_property_string", number, kind, wanted);
    let text = match (property, device) {
        (Some(Property::Name), Device::Host) => format!("{} host", std::env::consts::ARCH),
        (Some(Property::Name), Device::Offload(number)) => format!("OpenMP device {number}"),
        (Some(Property::Vendor), Device::Offload(number)) => match runtime().binding().device_type(number) {
            DeviceType::Nvidia => "NVIDIA".to_owned(),
            DeviceType::Radeon => "AMD".to_owned(),
            _ => return std::ptr::null(),
        },
        (Some(Property::Driver), _) => runtime().binding().name().to_owned(),
        _ => return std::ptr::null(),
    };
    lasting(&text)
}

/// Returns a C string that lives as long as the process. There is only one for each text.
fn lasting(text: &str) -> *const c_char {
    static TEXTS: Mutex<BTreeMap<String, CString>> = Mutex::new(BTreeMap::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let Ok(fresh) = CString::new(text) else { return std::ptr::null() };
    texts.entry(text.to_owned()).or_insert(fresh).as_ptr()
}
