//! The faults of routines, and how they are reported to the program.

use crate::openacc::handle::{Address, Device, DeviceType};
use crate::openacc::system;
use std::fmt;
use std::sync::OnceLock;

/// A condition that OpenACC calls a runtime error (OpenACC 3.4 section 5, the `acc_error_…` conditions).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No byte of the data is on the device.
    NotPresent,
    /// Some bytes of the data are on the device, but not all of them as one piece.
    PartlyPresent,
    /// The data is on the device already.
    AlreadyPresent,
    /// A pointer is null where an address is needed.
    NullPointer,
    /// The device has not enough memory left.
    OutOfMemory,
    /// `acc_map_data` was called where host and device share their memory.
    SharedMemory,
    /// `acc_unmap_data` was called for data that `acc_map_data` did not map.
    NotMapped,
    /// `acc_unmap_data` was called for data that a construct still uses.
    InUse,
    /// `acc_free` was called with an address that `acc_malloc` did not return, or that was freed already.
    NotAllocated,
    /// The number is not an async argument.
    InvalidAsync(i32),
    /// The number is not an `acc_device_t`.
    UnknownDeviceType(i32),
    /// There is no device of this type.
    NoSuchDeviceType(DeviceType),
    /// No device of this type has this number.
    NoSuchDevice(DeviceType, i32),
    /// Bytes that should be in the memory of a device are not, or not all of them.
    NotOfDevice,
    /// An address of a device stands where one of the host is needed.
    NotOfHost,
    /// The runtime below failed with this result.
    Runtime(i32),
}

impl Fault {
    /// Returns the name that OpenACC gives the condition.
    pub fn condition(self) -> &'static str {
        match self {
            Self::NotPresent => "acc_error_not_present",
            Self::PartlyPresent => "acc_error_partly_present",
            Self::AlreadyPresent => "acc_error_present",
            Self::NullPointer => "acc_error_invalid_null_pointer",
            Self::OutOfMemory => "acc_error_out_of_memory",
            Self::InvalidAsync(_) => "acc_error_invalid_async",
            Self::SharedMemory
            | Self::NotMapped
            | Self::InUse
            | Self::NotAllocated
            | Self::NotOfDevice
            | Self::NotOfHost
            | Self::UnknownDeviceType(_) => "acc_error_invalid_argument",
            Self::NoSuchDeviceType(_) => "acc_error_device_type_unavailable",
            Self::NoSuchDevice(..) => "acc_error_device_unavailable",
            Self::Runtime(_) => "acc_error_other",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPresent => out.write_str("the data is not present"),
            Self::PartlyPresent => out.write_str("the data is only partly present"),
            Self::AlreadyPresent => out.write_str("the data is present already"),
            Self::NullPointer => out.write_str("a null pointer is not allowed here"),
            Self::OutOfMemory => out.write_str("the device is out of memory"),
            Self::SharedMemory => out.write_str("device and host share their memory, nothing can be mapped"),
            Self::NotMapped => out.write_str("acc_map_data did not map this address"),
            Self::InUse => out.write_str("a construct still uses the data"),
            Self::NotAllocated => out.write_str("no memory that acc_malloc gave starts here"),
            Self::NotOfDevice => {
                out.write_str("the bytes are not all in memory of the device that is in use")
            }
            Self::NotOfHost => out.write_str("an address of a device stands where one of the host is needed"),
            Self::InvalidAsync(number) => write!(out, "{number} is no async argument"),
            Self::UnknownDeviceType(number) => write!(out, "{number} is no device type"),
            Self::NoSuchDeviceType(kind) => {
                write!(out, "there is no device of type acc_device_{}", kind.name())
            }
            Self::NoSuchDevice(kind, number) => {
                write!(out, "there is no device {number} of type acc_device_{}", kind.name())
            }
            Self::Runtime(code) => write!(out, "the OpenMP runtime refused ({code})"),
        }
    }
}

/// The line of the program that calls a routine.
pub struct Caller {
    /// The file and the number.
    pub line: String,
    /// The source line as messages show it, with its line end; empty if it cannot be read.
    pub text: String,
}

static CALLER: OnceLock<fn() -> Option<Caller>> = OnceLock::new();

/// Has messages begin with the line of the program that calls the routine.
pub fn name_callers(line: fn() -> Option<Caller>) {
    let _ = CALLER.set(line);
}

/// A call of a routine and the data it works on, which its messages name.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The name of the routine.
    pub routine: &'static str,
    /// The address that the routine was called with, and the number of bytes from there.
    pub data: Option<(Address, Option<usize>)>,
    /// The device that the routine works on.
    pub device: Option<Device>,
}

impl Call {
    /// Makes the call of a routine without data.
    pub fn new(routine: &'static str) -> Self {
        Self { routine, data: None, device: None }
    }

    /// Makes the call of a routine that works on the bytes from an address.
    pub fn on(routine: &'static str, address: Address, bytes: usize) -> Self {
        Self { routine, data: Some((address, Some(bytes))), device: None }
    }

    /// Makes the call of a routine that works on an address.
    pub fn at(routine: &'static str, address: Address) -> Self {
        Self { routine, data: Some((address, None)), device: None }
    }

    /// Adds the device.
    #[must_use]
    pub fn device(self, device: Device) -> Self {
        Self { device: Some(device), ..self }
    }

    /// Returns the message of a fault in this call.
    pub fn message(&self, fault: Fault) -> String {
        let data = match self.data {
            Some((address, Some(bytes))) => format!("{address:#x} ({bytes} bytes): "),
            Some((address, None)) => format!("{address:#x}: "),
            None => String::new(),
        };
        let device = match self.device {
            Some(Device::Offload(number)) => format!(" on device {number}"),
            Some(Device::Host) => " on the host".to_owned(),
            None => String::new(),
        };
        format!("acc2omp: {}: {data}{fault}{device} [{}]\n", self.routine, fault.condition())
    }

    /// Prints the message and ends the program with [`system::EXIT_STATUS`]. The program's buffered output is
    /// written. Handlers of `atexit` do not run, because other threads may be using a device.
    pub fn fail(&self, fault: Fault) -> ! {
        let message = self.message(fault);
        let message = match CALLER.get().and_then(|line| line()) {
            Some(Caller { line, text }) => {
                format!("{}{text}", message.replacen("acc2omp:", &format!("{line}: error:"), 1))
            }
            None => message,
        };
        system::write_error(&message);
        system::end_program(system::EXIT_STATUS)
    }

    /// Returns the value, or ends the program.
    pub fn check<T>(&self, result: Result<T, Fault>) -> T {
        match result {
            Ok(value) => value,
            Err(fault) => self.fail(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_routine_address_and_condition() {
        let call = Call::on("acc_update_self", 0x1000, 24).device(Device::Offload(1));
        let text = "acc2omp: acc_update_self: 0x1000 (24 bytes): the data is not present on device 1 [acc_error_not_present]\n";
        assert_eq!(call.message(Fault::NotPresent), text);
        let text = "acc2omp: acc_free: 0x20: no memory that acc_malloc gave starts here [acc_error_invalid_argument]\n";
        assert_eq!(Call::at("acc_free", 0x20).message(Fault::NotAllocated), text);
        let text = "acc2omp: acc_wait: -7 is no async argument [acc_error_invalid_async]\n";
        assert_eq!(Call::new("acc_wait").message(Fault::InvalidAsync(-7)), text);
        let text = "acc2omp: acc_init: there is no device of type acc_device_nvidia [acc_error_device_type_unavailable]\n";
        assert_eq!(Call::new("acc_init").message(Fault::NoSuchDeviceType(DeviceType::Nvidia)), text);
    }
}
