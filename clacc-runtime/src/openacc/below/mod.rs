//! The OpenMP runtime that the program was linked with, found at run time.
//!
//! The following are tried in this order: libomptarget with devices, libomp without devices, libgomp, any
//! other runtime with OpenMP's device routines, no runtime. If the runtime has no device with a memory of its
//! own, the host is the only device.

mod entry_points;
mod images;
mod listen;
mod llvm;
mod memory;
mod regions;
mod standard;
mod symbols;
pub mod task_queues;
mod tasks;
mod tool;

use crate::openacc::binding::{Binding, DeviceData, Tasks};
use crate::openacc::fault::Fault;
use crate::openacc::handle::{Address, Device, DeviceType, Extent};
use crate::openacc::settings;
use crate::openacc::system::{self, Search, find_symbol};
use std::ffi::CStr;
use std::sync::OnceLock;
use symbols::Symbols;
use tasks::OmpTasks;

fn symbols() -> &'static Symbols {
    static SYMBOLS: OnceLock<Symbols> = OnceLock::new();
    SYMBOLS.get_or_init(Symbols::find)
}

/// Whether a function is one that this library defines in order to see the calls.
fn is_own_definition(function: Address) -> bool {
    images::own_definitions().contains(&function)
        || task_queues::own_definitions().contains(&function)
        || entry_points::own_definitions().contains(&function)
}

/// Finds the function that this library's own definition hides.
fn behind_ours(name: &CStr) -> Option<Address> {
    let first = || find_symbol(name, Search::Everywhere).filter(|found| !is_own_definition(*found));
    find_symbol(name, Search::BehindThis).or_else(first)
}

/// Finds the same function once, and keeps its address in `place`.
///
/// # Safety
/// `F` is the type of the function called `name`.
unsafe fn hidden<F: Copy>(place: &OnceLock<Option<Address>>, name: &CStr) -> Option<F> {
    let found = (*place.get_or_init(|| behind_ours(name)))?;
    // SAFETY: the caller promises the type, and the function lives as long as the runtime it belongs to.
    Some(unsafe { symbols::function(found) })
}

/// Whether an extent is mapped as one piece on some device.
fn is_mapped_anywhere(extent: Extent) -> bool {
    let symbols = symbols();
    (0..symbols.device_count()).any(|device| {
        let ends =
            (symbols.mapped_address(device, extent.start), symbols.mapped_address(device, extent.last()));
        matches!(ends, (Some(first), Some(last)) if last.wrapping_sub(first) == extent.last() - extent.start)
    })
}

/// Writes a pointer value to an address of a device.
fn write_pointer(symbols: &Symbols, to: (Device, Address), value: Address) -> Result<(), Fault> {
    let from = std::ptr::from_ref(&value).expose_provenance();
    symbols.copy(to, (Device::Host, from), size_of::<Address>()).map_err(Fault::Runtime)
}

/// Reads a pointer value from an address of a device.
fn read_pointer(symbols: &Symbols, from: (Device, Address)) -> Option<Address> {
    let mut value: Address = 0;
    let to = std::ptr::from_mut(&mut value).expose_provenance();
    symbols.copy((Device::Host, to), from, size_of::<Address>()).ok().map(|()| value)
}

/// The implementation of device data that fits the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flavour {
    /// The runtime is libomptarget, which counts references itself.
    Libomptarget,
    /// It is another runtime with devices. This library counts references.
    Standard,
    /// There is only the host.
    Shared,
}

/// The binding to the OpenMP runtime of the program.
pub struct OmpBinding {
    symbols: Symbols,
    name: &'static str,
    devices: i32,
    types: Vec<DeviceType>,
    tasks: OmpTasks,
    data: Box<dyn DeviceData>,
}

impl OmpBinding {
    /// Finds the runtime. With the environment variable `ACC2OMP_DATA=openmp`, only OpenMP's API is used for
    /// data, as for a runtime whose internal functions are not known. That is for tests.
    pub fn find() -> Self {
        let by_api_only = std::env::var("ACC2OMP_DATA").is_ok_and(|value| value == "openmp");
        let symbols = *symbols();
        let is_disabled = is_offload_disabled();
        if symbols.has_libomptarget() && !is_disabled {
            symbols.start_libomptarget();
        }
        let devices = if symbols.has_device_memory() && !is_disabled { symbols.device_count() } else { 0 };
        let flavour = match () {
            () if devices == 0 => Flavour::Shared,
            () if symbols.has_libomptarget() && symbols.has_mapped_ptr() && !by_api_only => {
                Flavour::Libomptarget
            }
            () => Flavour::Standard,
        };
        let data: Box<dyn DeviceData> = match flavour {
            Flavour::Libomptarget => Box::new(llvm::LlvmData::new(symbols)),
            Flavour::Standard | Flavour::Shared => Box::new(standard::StandardData::new(symbols, devices)),
        };
        let overlaps = devices > 0 && symbols.has_tasks();
        let name = runtime_name(&symbols, flavour);
        Self {
            symbols,
            name,
            devices,
            types: device_types(devices),
            tasks: OmpTasks { symbols, overlaps },
            data,
        }
    }
}

/// Whether the user has every region run on the host. Runtimes tell of their devices nevertheless, and map nothing to them.
fn is_offload_disabled() -> bool {
    std::env::var("OMP_TARGET_OFFLOAD").is_ok_and(|value| settings::disables_offload(&value))
}

/// Returns the types of the devices: as the user names them, or else as the program's device code tells. With several
/// kinds of device code, or with the plugin for the host in place of an accelerator, only the user knows.
fn device_types(count: i32) -> Vec<DeviceType> {
    settings::types_of_process(count).unwrap_or_else(|| images::device_types(count))
}

fn runtime_name(symbols: &Symbols, flavour: Flavour) -> &'static str {
    match flavour {
        Flavour::Libomptarget => "libomptarget",
        Flavour::Standard | Flavour::Shared if symbols.has_libomp() => "libomp",
        Flavour::Standard | Flavour::Shared if symbols.has_libgomp() => "libgomp",
        Flavour::Standard => "OpenMP",
        Flavour::Shared => "none",
    }
}

/// The device of the calling thread's next construct, as the profiling interface names it.
pub fn device_of_next_construct() -> crate::profile::cause::Device {
    regions::numbered(symbols().default_device())
}

impl Binding for OmpBinding {
    fn name(&self) -> &'static str {
        self.name
    }

    fn device_count(&self) -> i32 {
        self.devices
    }

    fn device_type(&self, device: i32) -> DeviceType {
        let known = usize::try_from(device).ok().and_then(|index| self.types.get(index));
        known.copied().unwrap_or(DeviceType::NotHost)
    }

    fn memory_of(&self, _device: i32) -> (usize, usize) {
        if images::only_host_code() { system::host_memory() } else { (0, 0) }
    }

    fn current_device(&self) -> Device {
        if self.devices == 0 {
            return Device::Host;
        }
        let number = self.symbols.default_device();
        if (0..self.devices).contains(&number) { Device::Offload(number) } else { Device::Host }
    }

    fn set_current_device(&self, device: Device) {
        if self.devices > 0 {
            self.symbols.set_default_device(self.symbols.number(device));
        }
    }

    fn tasks(&self) -> &dyn Tasks {
        &self.tasks
    }

    fn memory(&self) -> &dyn DeviceData {
        self.data.as_ref()
    }
}
