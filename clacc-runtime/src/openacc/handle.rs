//! The values with which programs name devices, device types, asynchronous queues and addresses.

/// An address in the host's or in a device's memory. The library computes with addresses but never accesses
/// the memory there; only the runtime below it does.
pub type Address = usize;

/// A device with the number that the OpenMP runtime gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Device {
    /// The host, or a device that shares its memory. Nothing is ever copied.
    Host,
    /// The device with this number, which has a memory of its own.
    Offload(i32),
}

/// `acc_device_t` (OpenACC 3.4 section 3.1). The numbers are those of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum DeviceType {
    /// `acc_device_current`: the type in use. For properties, it is the device in use.
    Current = -1,
    /// `acc_device_none`: no device.
    None = 0,
    /// `acc_device_default`: the type in use.
    Default = 1,
    /// `acc_device_host`.
    Host = 2,
    /// `acc_device_not_host`: any device but the host.
    NotHost = 4,
    /// `acc_device_nvidia`.
    Nvidia = 5,
    /// `acc_device_radeon`.
    Radeon = 8,
    /// `acc_device_x86_64`: devices of this architecture, never the host.
    X86_64 = 11,
    /// `acc_device_ppc64le`: devices of this architecture, never the host.
    Ppc64le = 12,
}

/// The number of `acc_device_multicore`, with which other compilers name the host's cores.
const MULTICORE: i32 = 10;

impl DeviceType {
    const ALL: [(Self, &'static str); 9] = [
        (Self::Current, "current"),
        (Self::None, "none"),
        (Self::Default, "default"),
        (Self::Host, "host"),
        (Self::NotHost, "not_host"),
        (Self::Nvidia, "nvidia"),
        (Self::Radeon, "radeon"),
        (Self::X86_64, "x86_64"),
        (Self::Ppc64le, "ppc64le"),
    ];

    /// Converts the number that a program passed.
    pub fn from_c(number: i32) -> Option<Self> {
        if number == MULTICORE {
            return Some(Self::Host);
        }
        let found = Self::ALL.iter().find(|(kind, _)| *kind as i32 == number);
        found.map(|(kind, _)| *kind)
    }

    /// Converts a value of `ACC_DEVICE_TYPE`, with or without the prefix, in upper or lower case.
    pub fn from_name(text: &str) -> Option<Self> {
        let name = text.trim().to_ascii_lowercase();
        let name = name.strip_prefix("acc_device_").unwrap_or(&name);
        if name == "multicore" {
            return Some(Self::Host);
        }
        let found = Self::ALL.iter().find(|(_, known)| *known == name);
        found.map(|(kind, _)| *kind)
    }

    /// Returns true if the type names devices other than the host: all of them, or those of one architecture.
    pub fn is_of_devices(self) -> bool {
        self == Self::NotHost || self.is_architecture()
    }

    /// Returns true if the type is one architecture of devices.
    pub fn is_architecture(self) -> bool {
        matches!(self, Self::Nvidia | Self::Radeon | Self::X86_64 | Self::Ppc64le)
    }

    /// Returns the name without `acc_device_`.
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(kind, _)| *kind == self);
        found.map_or("none", |(_, name)| name)
    }
}

/// The argument of an `async` routine (OpenACC 3.4 section 2.16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AsyncArgument {
    /// `acc_async_sync`: the operation is done at once, on the calling thread.
    Sync,
    /// `acc_async_noval`: the operation uses the thread's default.
    NoValue,
    /// `acc_async_default`: the operation uses the default that the library started with.
    Default,
    /// The queue with this number.
    Queue(u32),
}

impl AsyncArgument {
    /// `acc_async_sync` of the header.
    pub const SYNC: i32 = -1;
    /// `acc_async_noval` of the header.
    pub const NO_VALUE: i32 = -2;
    /// `acc_async_default` of the header.
    pub const DEFAULT: i32 = -3;

    /// Converts the number that a program passed.
    pub fn from_c(number: i32) -> Option<Self> {
        match number {
            Self::SYNC => Some(Self::Sync),
            Self::NO_VALUE => Some(Self::NoValue),
            Self::DEFAULT => Some(Self::Default),
            _ => u32::try_from(number).ok().map(Self::Queue),
        }
    }
}

/// A run of bytes in the host's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The address of the first byte.
    pub start: Address,
    /// The number of bytes.
    pub bytes: usize,
}

impl Extent {
    /// Returns the address after the last byte. It saturates if the program's size goes past the end of
    /// memory.
    pub fn end(self) -> Address {
        self.start.saturating_add(self.bytes)
    }

    /// Returns the address of the last byte. For an empty extent, that is its start.
    pub fn last(self) -> Address {
        self.start.saturating_add(self.bytes.saturating_sub(1))
    }

    /// Whether all of `other` lies in this extent.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end() <= self.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_types_by_number_and_name() {
        for (number, name, expect) in [
            (0, "none", Some(DeviceType::None)),
            (2, " HOST ", Some(DeviceType::Host)),
            (4, "acc_device_not_host", Some(DeviceType::NotHost)),
            (5, "NVIDIA", Some(DeviceType::Nvidia)),
            (8, "radeon", Some(DeviceType::Radeon)),
            (11, "X86_64", Some(DeviceType::X86_64)),
            (12, "acc_device_ppc64le", Some(DeviceType::Ppc64le)),
            (10, "multicore", Some(DeviceType::Host)),
            (-1, "current", Some(DeviceType::Current)),
            (3, "fpga", None),
            (i32::MIN, "", None),
        ] {
            assert_eq!(DeviceType::from_c(number), expect, "{number}");
            assert_eq!(DeviceType::from_name(name), expect, "{name}");
        }
    }

    #[test]
    fn async_arguments() {
        for (number, expect) in [
            (-1, Some(AsyncArgument::Sync)),
            (-2, Some(AsyncArgument::NoValue)),
            (-3, Some(AsyncArgument::Default)),
            (0, Some(AsyncArgument::Queue(0))),
            (i32::MAX, Some(AsyncArgument::Queue(0x7fff_ffff))),
            (-4, None),
            (i32::MIN, None),
        ] {
            assert_eq!(AsyncArgument::from_c(number), expect, "{number}");
        }
    }

    #[test]
    fn extents_never_wrap() {
        let all = Extent { start: 16, bytes: usize::MAX };
        assert_eq!((all.end(), all.last()), (usize::MAX, usize::MAX));
        let part = Extent { start: 20, bytes: 4 };
        assert!(all.contains(part) && !part.contains(all));
        assert_eq!(Extent { start: 9, bytes: 0 }.last(), 9);
    }
}
