//! The devices of the process.

use super::arena::Arena;
use super::line::calling;
use super::memory::Copies;
use super::order;
use super::origin::{Cause, Origin};
use super::shadow::Shadow;
use crate::openacc::fault::{self, Caller};
use crate::openacc::handle::{Address, DeviceType, Extent};
use crate::openacc::present::PresentTable;
use crate::openacc::settings::{Settings, types_of_process};
use crate::openacc::system;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A variable with storage of its own on each device, of which generated code tells before `main`.
#[derive(Clone, Debug)]
pub(crate) struct Global {
    pub(crate) host: Extent,
    pub(crate) name: String,
    /// true if the copy is initialized with the value of the host's variable.
    pub(crate) is_copied: bool,
    /// true if the variable holds numbers and pointers alone.
    pub(crate) are_values: bool,
}

/// A device.
pub(crate) struct Device {
    pub(crate) number: i32,
    /// The type of the device for which this one stands.
    pub(crate) kind: DeviceType,
    pub(crate) arena: &'static Arena,
    pub(crate) table: PresentTable<Copies>,
}

impl Device {
    fn start((number, kind): (i32, DeviceType)) -> Option<Self> {
        let arena: &'static Arena = Box::leak(Box::new(Arena::reserve()?));
        Some(Self { number, kind, arena, table: PresentTable::new(Copies::new(arena)) })
    }

    /// Makes the copy of a variable, which stays for ever.
    pub(crate) fn add(&self, global: &Global) {
        let Extent { start, bytes } = global.host;
        let origin = Origin::Item(global.name.clone(), None);
        let Global { are_values, is_copied, .. } = *global;
        let cause = Cause { origin, are_values, is_copied };
        let Some(copy) = self.arena.allocate(bytes, start, cause) else { return };
        if global.is_copied {
            // SAFETY: both runs have so many bytes: a variable of the program, and a block that was just allocated.
            unsafe { system::copy(copy, start, bytes) };
        }
        let _ = self.table.map(global.host, copy);
    }
}

/// The most devices that `CLACC_DISCRETE_DEVICES` may ask for: each reserves addresses.
const MOST: i32 = 16;

/// The type of the devices where `ACC2OMP_DEVICE_TYPES` names none: most programs that choose a type ask for this one.
const STANDS_FOR: DeviceType = DeviceType::Nvidia;

static DEVICES: OnceLock<Vec<Device>> = OnceLock::new();

/// The first address of all arenas, and the distance from there to the end of the last one. Zero bytes while no device has started.
static ARENAS: (AtomicUsize, AtomicUsize) = (AtomicUsize::new(0), AtomicUsize::new(0));

/// Returns whether an address lies in the range from the first arena to the last one.
#[inline]
pub(crate) fn may_be_of_device(address: Address) -> bool {
    address.wrapping_sub(ARENAS.0.load(Ordering::Relaxed)) < ARENAS.1.load(Ordering::Relaxed)
}

fn note_arenas(devices: &[Device]) {
    let arenas = || devices.iter().map(|device| device.arena.shadow);
    let first = arenas().map(|shadow| shadow.base).min().unwrap_or(0);
    let end = arenas().map(|shadow| shadow.base + shadow.size).max().unwrap_or(0);
    ARENAS.0.store(first, Ordering::Relaxed);
    ARENAS.1.store(end - first, Ordering::Relaxed);
}

/// Returns whether `ACC_DEVICE_TYPE` selects these devices.
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
        let count = wanted.unwrap_or(1).clamp(0, MOST);
        let types = types_of_process(count).unwrap_or_else(|| (0..count).map(|_| STANDS_FOR).collect());
        let devices: Vec<Device> = (0..).zip(types).map_while(Device::start).collect();
        note_arenas(&devices);
        order::offer_blocks(for_live_blocks);
        fault::name_callers(|| {
            calling().line.map(|line| Caller { line: line.to_string(), text: line.shown() })
        });
        devices
    })
}

fn for_live_blocks(run: &dyn Fn(&Shadow, Extent)) {
    for device in started() {
        device.arena.for_live(run);
    }
}

/// Returns the devices if they were started already.
pub(crate) fn started() -> &'static [Device] {
    DEVICES.get().map_or(&[], Vec::as_slice)
}

/// Returns the device whose memory an address belongs to.
pub(crate) fn owner_of(address: Address) -> Option<&'static Device> {
    started().iter().find(|device| device.arena.shadow.holds(address))
}

/// Returns whether an extent lies in the memory of a device.
pub(crate) fn is_of_device(extent: Extent) -> bool {
    owner_of(extent.start).or_else(|| owner_of(extent.last())).is_some()
}

/// Returns the device with a number.
pub(crate) fn device(number: i32) -> Option<&'static Device> {
    usize::try_from(number).ok().and_then(|number| devices().get(number))
}
