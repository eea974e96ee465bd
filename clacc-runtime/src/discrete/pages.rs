//! The pages that a region loads from, as they were before.
//!
//! Compilers check one access of two to the same bytes, so that the check of a load may stand for that of a store too. If a byte that was loaded has
//! another value when the region ends, the region has stored it.

use super::shadow::{self, CLOSED, Shadow};
use crate::openacc::handle::{Address, Extent};
use std::collections::BTreeMap;

const PAGE: usize = 4096;

/// A page of the memory of a device.
struct Page {
    shadow: Shadow,
    before: Box<[u8]>,
    /// A bit for each byte that was loaded.
    loaded: [u64; PAGE / 64],
}

/// Pages, by their addresses.
#[derive(Default)]
pub(crate) struct Pages(BTreeMap<Address, Page>);

fn extent_of(page: Address) -> Extent {
    Extent { start: page, bytes: PAGE }
}

impl Pages {
    /// Keeps bytes that are about to be loaded.
    pub(crate) fn keep(&mut self, shadow: &Shadow, extent: Extent) {
        let first = extent.start - extent.start % PAGE;
        for start in (first..extent.end()).step_by(PAGE) {
            let page = self.0.entry(start).or_insert_with(|| Page {
                shadow: *shadow,
                before: shadow::bytes_in(extent_of(start)),
                loaded: [0; PAGE / 64],
            });
            let (from, to) = (extent.start.max(start) - start, extent.end().min(start + PAGE) - start);
            for at in from..to {
                page.loaded[at / 64] |= 1 << (at % 64);
            }
        }
    }

    /// Calls a function for each byte that was loaded and has changed, with its state and its reader.
    pub(crate) fn for_changed(&self, mut change: impl FnMut(Address, &mut u8, &mut u8)) {
        for (start, page) in &self.0 {
            let now = shadow::bytes_in(extent_of(*start));
            let is_loaded = |at: &usize| page.loaded[at / 64] >> (at % 64) & 1 != 0;
            let has_changed = |at: &usize| page.before[*at] != now[*at];
            let may_have_changed = if page.before == now { 0..0 } else { 0..PAGE };
            for at in may_have_changed.filter(is_loaded).filter(has_changed) {
                let address = start + at;
                page.shadow.change(Extent { start: address, bytes: 1 }, |state, reader| {
                    if *state != CLOSED {
                        change(address, state, reader);
                    }
                });
            }
        }
    }
}
