//! Listening to what directives map.
//!
//! libomptarget can say which device address belongs to a host address, but neither the other way round nor where its
//! mappings begin. So this library defines `__tgt_target_data_begin_mapper` itself, notes where they begin, and
//! passes the call on. A note is a hint: whether the data is still present is always asked of libomptarget.

use crate::handle::{Address, Extent};
use crate::ordered::{Ordered, Placed};
use crate::publish::Published;
use std::ffi::c_void;
use std::sync::{Arc, OnceLock};

type Pointer = *mut c_void;

/// How many notes there may be before those are dropped whose data is gone.
const FIRST_CLEARING: usize = 4_096;

/// Where something was mapped once.
#[derive(Debug)]
struct Note(Address);

impl Placed for Note {
    fn place(&self) -> Address {
        self.0
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

/// Notes the first address of a mapping. `is_mapped` says of an address whether it is still mapped on some device.
pub(super) fn note(start: Address, is_mapped: &dyn Fn(Address) -> bool) {
    if start == 0 || notes().read(|notes| notes.noted.at(start).is_some()) {
        return;
    }
    notes().update(|old| {
        if old.noted.at(start).is_some() {
            return (None, ());
        }
        let (noted, count, limit) = if old.count < old.limit {
            (old.noted.clone(), old.count, old.limit)
        } else {
            let kept = Ordered::from_ordered(old.noted.iter().filter(|note| is_mapped(note.0)).cloned());
            let count = kept.count();
            (kept, count, FIRST_CLEARING.max(count * 2))
        };
        (Some(Notes { noted: noted.with(Arc::new(Note(start))), count: count + 1, limit }), ())
    });
}

/// The noted addresses after `extent.start` and before its end.
pub(super) fn beginning_inside(extent: Extent) -> Vec<Address> {
    notes().read(|notes| {
        let inside = notes.noted.starting_at(extent.start.saturating_add(1)).map(|note| note.0);
        inside.take_while(|start| *start < extent.end()).collect()
    })
}

/// All noted addresses.
pub(super) fn all() -> Vec<Address> {
    notes().read(|notes| notes.noted.iter().map(|note| note.0).collect())
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
        if bytes > 0 {
            note(start.expose_provenance(), &super::is_mapped_anywhere);
        }
    }
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
        let gone = |_: Address| false;
        note(start, &gone);
        note(start, &gone);
        note(0, &gone);
        assert!(all().contains(&start) && !all().contains(&0));
        assert_eq!(beginning_inside(Extent { start: start - 8, bytes: 32 }), [start]);
        assert!(beginning_inside(Extent { start, bytes: 32 }).is_empty());
        for number in 1..=FIRST_CLEARING {
            note(start + number * 16, &|at| at == start);
        }
        let kept = all();
        assert!(kept.len() < FIRST_CLEARING && kept.contains(&start));
    }
}
