//! Records which data the directives map.
//!
//! libomptarget can tell the device address of a host address, but not the host address of a device address,
//! and not where its mappings begin. So this library notes where mappings begin, in the calls that it passes on
//! ([`entry_points`](super::entry_points)). A note is a hint: only libomptarget says whether the data is still present.

use super::regions::Items;
use crate::openacc::handle::{Address, Extent};
use crate::openacc::ordered::{Ordered, Placed};
use crate::openacc::publish::Published;
use crate::openacc::queue;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The number of notes at which notes of data that is no longer mapped are dropped for the first time.
const FIRST_CLEARING: usize = if cfg!(miri) { 64 } else { 4_096 };

/// An address at which something was mapped once, and the number of bytes from there.
#[derive(Debug)]
struct Note {
    start: Address,
    bytes: AtomicUsize,
}

impl Placed for Note {
    fn place(&self) -> Address {
        self.start
    }
}

impl Note {
    /// Notes another mapping at the same place. A smaller one is part of the known mapping if that is still
    /// mapped, and replaces it otherwise.
    fn see(&self, bytes: usize, is_mapped: &dyn Fn(Extent) -> bool) {
        let known = self.bytes.load(Ordering::Relaxed);
        if bytes > known || bytes < known && !is_mapped(Extent { start: self.start, bytes: known }) {
            self.bytes.store(bytes, Ordering::Relaxed);
        }
    }
}

/// The notes, and the number at which old ones are dropped.
#[derive(Debug, Default)]
struct Notes {
    noted: Ordered<Note>,
    count: usize,
    limit: usize,
}

fn notes() -> &'static Published<Notes> {
    static NOTES: OnceLock<Published<Notes>> = OnceLock::new();
    NOTES.get_or_init(|| Published::new(Notes { limit: FIRST_CLEARING, ..Notes::default() }))
}

/// Notes a mapping. `is_mapped` says whether an extent is mapped as a whole on some device.
pub(super) fn note(extent: Extent, is_mapped: &dyn Fn(Extent) -> bool) {
    if extent.start == 0 || extent.bytes == 0 {
        return;
    }
    let known = notes().read(|notes| notes.noted.at(extent.start).cloned());
    if let Some(note) = known {
        note.see(extent.bytes, is_mapped);
        return;
    }
    notes().update(|old| {
        let (noted, count, limit) = if old.count < old.limit {
            (old.noted.clone(), old.count, old.limit)
        } else {
            let alive = |note: &&Arc<Note>| is_mapped(Extent { start: note.start, bytes: 1 });
            let kept = Ordered::from_ordered(old.noted.iter().filter(alive).cloned());
            let count = kept.count();
            (kept, count, FIRST_CLEARING.max(count * 2))
        };
        let count = count + usize::from(noted.at(extent.start).is_none());
        let note = Note { start: extent.start, bytes: AtomicUsize::new(extent.bytes) };
        (Some(Notes { noted: noted.with(Arc::new(note)), count, limit }), ())
    });
}

/// Whether a mapping was noted that begins with this extent. If its first byte is still mapped, so is all of
/// it. The only exception are mappings of a compute construct while it runs, because this library does not
/// see them.
pub(super) fn begins_a_mapping(extent: Extent) -> bool {
    let long_enough = |note: &Arc<Note>| note.bytes.load(Ordering::Relaxed) >= extent.bytes;
    notes().read(|notes| notes.noted.at(extent.start).is_some_and(long_enough))
}

/// Returns the noted addresses after `extent.start` and before its end.
pub(super) fn beginning_inside(extent: Extent) -> Vec<Address> {
    notes().read(|notes| {
        let inside = notes.noted.starting_at(extent.start.saturating_add(1)).map(|note| note.start);
        inside.take_while(|start| *start < extent.end()).collect()
    })
}

/// Returns all noted addresses.
pub(super) fn all() -> Vec<Address> {
    notes().read(|notes| notes.noted.iter().map(|note| note.start).collect())
}

/// Notes the data that a directive maps.
pub(super) fn note_items(items: &Items) {
    items.extents().for_each(|extent| note(extent, &super::is_mapped_anywhere));
}

/// A map type of libomptarget. With it, absent data ends the program.
const PRESENT: i64 = 0x1000;

/// Waits for the queues before a directive maps data whose presence depends on them. In OpenACC, the presence of data changes when an
/// asynchronous directive is encountered. Here it changes when the task runs. So data that must be present but is absent may still be
/// on its way, and data that a routine deletes in the order of a queue may still be there.
pub(super) fn wait_for_presence(device: i64, items: &Items) {
    if !queue::were_used() {
        return;
    }
    let symbols = super::symbols();
    let number = i32::try_from(device).ok().filter(|number| *number >= 0);
    let number = number.unwrap_or_else(|| symbols.default_device());
    let is_absent = |start: Address| start != 0 && symbols.mapped_address(number, start).is_none();
    let mut must_be_present = items.extents().zip(items.all_kinds()).filter(|(_, kind)| kind & PRESENT != 0);
    let is_on_its_way = must_be_present.any(|(extent, _)| is_absent(extent.start));
    if queue::take_presence_changes() || is_on_its_way {
        symbols.wait_for_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_kept_and_cleared() {
        let start = 0x7000_0000_0000;
        let extent = |bytes| Extent { start, bytes };
        let gone = |_: Extent| false;
        note(extent(8), &gone);
        note(Extent { start: 0, bytes: 8 }, &gone);
        assert!(all().contains(&start) && !all().contains(&0));
        assert_eq!(beginning_inside(Extent { start: start - 8, bytes: 32 }), [start]);
        assert!(beginning_inside(extent(32)).is_empty());
        note(extent(12), &|_| true);
        note(extent(4), &|whole| whole == extent(12));
        assert!(begins_a_mapping(extent(12)) && !begins_a_mapping(extent(13)), "a part of the mapping");
        note(extent(4), &gone);
        assert!(begins_a_mapping(extent(4)) && !begins_a_mapping(extent(5)), "another, smaller mapping");
        for number in 1..=FIRST_CLEARING {
            note(Extent { start: start + number * 16, bytes: 1 }, &|one| one.start == start);
        }
        let kept = all();
        assert!(kept.len() < FIRST_CLEARING && kept.contains(&start));
    }
}
