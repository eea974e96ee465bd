//! Records which data the directives map.
//!
//! libomptarget can tell the device address of a host address, but not the host address of a device address,
//! and not where its mappings begin. So this library defines `__tgt_target_data_begin_mapper` itself, notes
//! where mappings begin, and passes the call on. A note is a hint: only libomptarget says whether the data is
//! still present.

use super::regions::{self, Items, Region};
use super::symbols::{DataMapper, NowaitMapper};
use crate::openacc::handle::{Address, Extent};
use crate::openacc::ordered::{Ordered, Placed};
use crate::openacc::publish::Published;
use crate::openacc::queue;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

type Pointer = *mut c_void;

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

/// Returns the addresses of the functions defined here, which [`Symbols`](super::symbols::Symbols) must not
/// find.
pub(super) fn own_definitions() -> [Address; 2] {
    let begin: DataMapper = __tgt_target_data_begin_mapper;
    let begin_nowait: NowaitMapper = __tgt_target_data_begin_nowait_mapper;
    [begin as *const c_void, begin_nowait as *const c_void].map(<*const c_void>::expose_provenance)
}

/// Notes the data that a directive maps.
///
/// # Safety
/// The arrays hold `count` items, as the compiler that calls libomptarget makes them.
unsafe fn note_items(count: i32, begins: *mut Pointer, sizes: *mut i64) {
    if begins.is_null() || sizes.is_null() {
        return;
    }
    for item in 0..usize::try_from(count).unwrap_or(0) {
        // SAFETY: the caller promises `count` items, and this is one of them.
        let (start, bytes) = unsafe { (begins.add(item).read(), sizes.add(item).read()) };
        let extent = Extent { start: start.expose_provenance(), bytes: usize::try_from(bytes).unwrap_or(0) };
        note(extent, &super::is_mapped_anywhere);
    }
}

/// A map type of libomptarget. With it, absent data ends the program.
const PRESENT: i64 = 0x1000;

/// Whether a directive that does not wait for queues must wait for data that is made present or absent there.
/// In OpenACC, the presence of data changes when an asynchronous directive is encountered. Here it changes
/// when the task runs. So data that must be present but is absent may still be on its way, and data that a
/// routine deletes in the order of a queue may still be there.
///
/// # Safety
/// The arrays hold `count` items, as the compiler that calls libomptarget makes them.
unsafe fn needs_the_queues(device: i64, count: i32, begins: *mut Pointer, kinds: *mut i64) -> bool {
    if !queue::were_used() || begins.is_null() || kinds.is_null() {
        return false;
    }
    let symbols = super::symbols();
    let number = i32::try_from(device).ok().filter(|number| *number >= 0);
    let number = number.unwrap_or_else(|| symbols.default_device());
    let mut items = 0..usize::try_from(count).unwrap_or(0);
    let on_its_way = items.any(|item| {
        // SAFETY: the caller promises `count` items, and this is one of them.
        let (start, kind) = unsafe { (begins.add(item).read(), kinds.add(item).read()) };
        let start = start.expose_provenance();
        kind & PRESENT != 0 && start != 0 && symbols.mapped_address(number, start).is_none()
    });
    queue::take_presence_changes() || on_its_way
}

/// libomptarget's entry point of `target data` and `target enter data`.
///
/// # Safety
/// Only compiled directives may call it, with the arrays that libomptarget requires.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __tgt_target_data_begin_mapper(
    place: Pointer,
    device: i64,
    count: i32,
    bases: *mut Pointer,
    begins: *mut Pointer,
    sizes: *mut i64,
    kinds: *mut i64,
    names: *mut Pointer,
    mappers: *mut Pointer,
) {
    if let Some(next) = super::next_begin_mapper() {
        // SAFETY: the caller promises arrays of `count` items.
        if unsafe { needs_the_queues(device, count, begins, kinds) } {
            super::symbols().wait_for_all();
        }
        // Another thread may ask for a host address as soon as the data is mapped. Before that, a note may be dropped.
        // SAFETY: the caller promises arrays of `count` items.
        unsafe { note_items(count, begins, sizes) };
        // SAFETY: the arguments are passed on unchanged, and the arrays hold `count` items.
        unsafe {
            let items = Items::new(count, begins, sizes, kinds, names);
            let run = || next(place, device, count, bases, begins, sizes, kinds, names, mappers);
            regions::around(Region::Begin, place, device, items, run);
        }
        // SAFETY: the caller promises arrays of `count` items.
        unsafe { note_items(count, begins, sizes) };
    }
}

/// libomptarget's entry point of `target enter data nowait`.
///
/// # Safety
/// Only compiled directives may call it, with the arrays that libomptarget requires.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __tgt_target_data_begin_nowait_mapper(
    place: Pointer,
    device: i64,
    count: i32,
    bases: *mut Pointer,
    begins: *mut Pointer,
    sizes: *mut i64,
    kinds: *mut i64,
    names: *mut Pointer,
    mappers: *mut Pointer,
    dependences: i32,
    dependence_list: Pointer,
    no_alias: i32,
    no_alias_list: Pointer,
) {
    static NEXT: OnceLock<Option<NowaitMapper>> = OnceLock::new();
    let find = || {
        let found = super::behind_ours(c"__tgt_target_data_begin_nowait_mapper")?;
        // SAFETY: libomptarget's function of this name has this type.
        Some(unsafe { super::symbols::function::<NowaitMapper>(found) })
    };
    if let Some(next) = NEXT.get_or_init(find) {
        // SAFETY: the caller promises arrays of `count` items.
        unsafe { note_items(count, begins, sizes) };
        // SAFETY: the arguments are passed on unchanged, and the arrays hold `count` items.
        unsafe {
            let items = Items::new(count, begins, sizes, kinds, names);
            #[rustfmt::skip]
            let run = || next(place, device, count, bases, begins, sizes, kinds, names, mappers, dependences, dependence_list, no_alias, no_alias_list);
            regions::around(Region::Begin, place, device, items, run);
        }
        // SAFETY: the caller promises arrays of `count` items.
        unsafe { note_items(count, begins, sizes) };
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
