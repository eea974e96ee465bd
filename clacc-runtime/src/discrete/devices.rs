//! The devices of the process.

use super::arena::Arena;
use super::memory::Copies;
use super::statics::{self, Global};
use crate::openacc::handle::{Address, Extent};
use crate::openacc::present::PresentTable;
use crate::openacc::settings::Settings;
use std::sync::OnceLock;

/// A device.
pub(crate) struct Device {
    pub(crate) number: i32,
    pub(crate) arena: &'static Arena,
    pub(crate) table: PresentTable<Copies>,
}

impl Device {
    fn start(number: i32) -> Option<Self> {
        let arena: &'static Arena = Box::leak(Box::new(Arena::reserve()?));
        let device = Self { number, arena, table: PresentTable::new(Copies::new(arena)) };
        for global in statics::globals() {
            device.add(&global);
        }
        Some(device)
    }

    /// Makes the storage of a variable in device code its copy, for ever.
    pub(crate) fn add(&self, global: &Global) {
        let _ = self.table.map(global.host, global.device);
    }
}

/// The most devices that `CLACC_DISCRETE_DEVICES` may ask for: each reserves addresses.
const MOST: i32 = 16;

static DEVICES: OnceLock<Vec<Device>> = OnceLock::new();

/// Whether the user has asked for the devices.
pub(crate) fn are_selected() -> bool {
    static SELECTED: OnceLock<bool> = OnceLock::new();
    *SELECTED.get_or_init(|| Settings::from_process().0.is_discrete)
}

/// Returns the devices, which the first use starts. There are none if the user has not asked for them.
pub(crate) fn devices() -> &'static [Device] {
    if !are_selected() {
        return &[];
    }
    DEVICES.get_or_init(|| {
        let wanted = std::env::var("CLACC_DISCRETE_DEVICES").ok().and_then(|text| text.trim().parse().ok());
        (0..wanted.unwrap_or(1).clamp(0, MOST)).map_while(Device::start).collect()
    })
}

/// Returns the devices if they were started already.
pub(crate) fn started() -> &'static [Device] {
    DEVICES.get().map_or(&[], Vec::as_slice)
}

/// Returns the device whose memory an address belongs to.
pub(crate) fn owner_of(address: Address) -> Option<&'static Device> {
    started().iter().find(|device| device.arena.shadow.holds(address))
}

/// Whether data that should be the host's is a device's.
pub(crate) fn is_of_device(extent: Extent) -> bool {
    owner_of(extent.start).or_else(|| owner_of(extent.last())).is_some()
}

/// Returns the device with a number.
pub(crate) fn device(number: i32) -> Option<&'static Device> {
    usize::try_from(number).ok().and_then(|number| devices().get(number))
}
