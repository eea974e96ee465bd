//! The data regions that a thread is in, the outermost first.

use super::items::Data;
use std::cell::RefCell;

/// A data region of a device.
#[derive(Debug)]
struct Region {
    device: i32,
    items: Vec<Data>,
}

thread_local! {
    static REGIONS: RefCell<Vec<Region>> = const { RefCell::new(Vec::new()) };
}

/// Begins a region.
pub(crate) fn push(device: i32, items: Vec<Data>) {
    REGIONS.with(|regions| regions.borrow_mut().push(Region { device, items }));
}

/// Ends the innermost region of a device, and returns what its beginning has done.
pub(crate) fn pop(device: i32) -> Option<Vec<Data>> {
    REGIONS.with(|regions| {
        let mut regions = regions.borrow_mut();
        let at = regions.iter().rposition(|region| region.device == device)?;
        Some(regions.remove(at).items)
    })
}

/// Looks at the items of the regions of a device, those of the innermost region first.
pub(crate) fn find<T>(device: i32, look: impl Fn(&Data) -> Option<T>) -> Option<T> {
    REGIONS.with(|regions| {
        let regions = regions.borrow();
        let of_device = regions.iter().rev().filter(|region| region.device == device);
        of_device.flat_map(|region| &region.items).find_map(look)
    })
}
