//! Listening to what directives map.
//!
//! libomptarget can say which device address belongs to a host address, but neither the other way round nor where its
//! mappings begin. So this library defines `__tgt_target_data_begin_mapper` itself, notes where they begin, and
//! passes the call on. A note is a hint: whether the data is still present is always asked of libomptarget.

use crate::handle::{Address, Extent};
use crate::ordered::{Ordered, Placed};
use crate::publish::Published;
use crate::queue;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

type Pointer = *mut c_void;

/// How many notes there may be before those are dropped whose data is gone.
const FIRST_CLEARING: usize = if cfg!(miri) { 64 } else { 4_096 };

/// Where something was mapped once, and how many bytes from there.
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
    /// A smaller extent at the same place is a part of the mapping, unless that is gone and this is another one.
    fn see(&self, bytes: usize, is_mapped: &dyn Fn(Extent) -> bool) {
        let known = self.bytes.load(Ordering::Relaxed);
        if bytes > known || bytes < known && !is_mapped(Extent { start: self.start, bytes: known }) {
            self.bytes.store(bytes, Ordering::Relaxed);
        }
    }
}

/// The notes, and how many there may be.
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

/// Whether a mapping was noted that begins with this extent. If its first byte is mapped still, so is all of it, but for
/// mappings that nobody hears of: those of a compute construct, for as long as it runs.
pub(super) fn begins_a_mapping(extent: Extent) -> bool {
    let long_enough = |note: &Arc<Note>| note.bytes.load(Ordering::Relaxed) >= extent.bytes;
    notes().read(|notes| notes.noted.at(extent.start).is_some_and(long_enough))
}

/// The noted addresses after `extent.start` and before its end.
pub(super) fn beginning_inside(extent: Extent) -> Vec<Address> {
    notes().read(|notes| {
        let inside = notes.noted.starting_at(extent.start.saturating_add(1)).map(|note| note.start);
        inside.take_while(|start| *start < extent.end()).collect()
    })
}

/// All noted addresses.
pub(super) fn all() -> Vec<Address> {
    notes().read(|notes| notes.noted.iter().map(|note| note.start).collect())
}

/// The addresses of the functions defined here, which are not the ones to bind to.
pub(super) fn own_definitions() -> [Address; 2] {
    let begin: super::symbols::DataMapper = __tgt_target_data_begin_mapper;
    let begin_nowait: NowaitMapper = __tgt_target_data_begin_nowait_mapper;
    [begin as *const c_void, begin_nowait as *const c_void].map(<*const c_void>::expose_provenance)
}

/// Notes what a directive maps.
///
/// # Safety
/// The arrays hold `count` items, as the compiler that calls libomptarget makes them.
unsafe fn note_items(count: i32, begins: *mut Pointer, sizes: *mut i64) {
    if begins.is_null() || sizes.is_null() {
        return;
    }
    for item in 0..usize::try_from(count).unwrap_or(0) {
        // SAFETY: the item is one of `count`, says the caller.
        let (start, bytes) = unsafe { (begins.add(item).read(), sizes.add(item).read()) };
        let extent = Extent { start: start.expose_provenance(), bytes: usize::try_from(bytes).unwrap_or(0) };
        note(extent, &super::is_mapped_anywhere);
    }
}

/// Map types of libomptarget: absent data ends the program.
const PRESENT: i64 = 0x1000;

/// Whether a directive that does not wait for queues depends on what comes and goes there. In OpenACC data has its place
/// from when an asynchronous directive is met; here it has it when the task runs. So data that must be present and is
/// absent may be on its way, and data that a routine takes away in a queue's order may be there still.
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
        // SAFETY: the item is one of `count`, says the caller.
        let (start, kind) = unsafe { (begins.add(item).read(), kinds.add(item).read()) };
        let start = start.expose_provenance();
        kind & PRESENT != 0 && start != 0 && symbols.mapped_address(number, start).is_none()
    });
    queue::take_presence_changes() || on_its_way
}

/// libomptarget's entry of `target data` and `target enter data`.
///
/// # Safety
/// Called by compiled directives only, with the arrays libomptarget asks for.
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
        // SAFETY: the arrays are the caller's, with `count` items.
        if unsafe { needs_the_queues(device, count, begins, kinds) } {
            super::symbols().wait_for_all();
        }
        // SAFETY: the caller's own arguments, unchanged.
        unsafe { next(place, device, count, bases, begins, sizes, kinds, names, mappers) };
        // SAFETY: the arrays are the caller's, with `count` items.
        unsafe { note_items(count, begins, sizes) };
    }
}

type NowaitMapper = unsafe extern "C" fn(
    Pointer,
    i64,
    i32,
    *mut Pointer,
    *mut Pointer,
    *mut i64,
    *mut i64,
    *mut Pointer,
    *mut Pointer,
    i32,
    Pointer,
    i32,
    Pointer,
);

/// The same with `nowait`.
///
/// # Safety
/// Called by compiled directives only, with the arrays libomptarget asks for.
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
        // SAFETY: the caller's own arguments, unchanged.
        unsafe {
            next(
                place,
                device,
                count,
                bases,
                begins,
                sizes,
                kinds,
                names,
                mappers,
                dependences,
                dependence_list,
                no_alias,
                no_alias_list,
            );
        }
        // SAFETY: the arrays are the caller's, with `count` items.
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
