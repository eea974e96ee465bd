//! The check of an access of device code. An access of the arena that is allowed takes a few instructions.

use super::devices::{may_be_of_device, owner_of};
use super::explain;
use super::kernel::{Access, Kernel, with_running};
use super::order;
use super::shadow::{State, is_filled};
use super::system;
use super::unordered_accesses;
use super::watched;
use crate::openacc::handle::{Address, Extent};
use crate::threads::abi::parallel::clacc_self;
use crate::threads::lent;
use clacc_runtime_abi::layout::ThreadHead;

/// Checks an access of so many bytes, which is a number that the compiler knows.
#[inline]
pub(crate) fn check<const WRITES: bool, const BYTES: usize>(address: Address) {
    if watched::any() {
        check_where_it_runs::<WRITES, BYTES>(address);
    } else if may_be_of_device(address) {
        check_on_host(address, BYTES, WRITES);
    }
}

/// Checks an access while any thread runs a region or is watched.
#[inline(never)]
fn check_where_it_runs<const WRITES: bool, const BYTES: usize>(address: Address) {
    let checked = with_running(|kernel| {
        if !kernel.shadow.holds(address) {
            check_outside(kernel, address, BYTES, WRITES);
        } else if !is_plain::<WRITES, BYTES>(kernel, address) {
            check_slowly(kernel, address, BYTES, WRITES);
        }
    });
    if checked.is_none() {
        check_of_host(address, BYTES, WRITES);
    }
}

/// Checks an access outside of the arena, which most often is one of the stack. Accesses of the arena need no stack frame, because this is a
/// function of its own.
#[inline(never)]
fn check_outside(kernel: &Kernel, address: Address, bytes: usize, writes: bool) {
    if !is_on_stack(kernel, Extent { start: address, bytes }) {
        check_slowly(kernel, address, bytes, writes);
    }
}

/// Checks an access of code of the host, which must not use memory of a device.
#[cold]
#[inline(never)]
fn check_on_host(address: Address, bytes: usize, writes: bool) {
    if let Some(device) = owner_of(address) {
        explain::end_on_host(device, Access { extent: Extent { start: address, bytes }, writes });
    }
}

/// Checks an access of code of the host: it must not use memory of a device, nor data that an operation may still use.
#[inline(never)]
fn check_of_host(address: Address, bytes: usize, writes: bool) {
    if may_be_of_device(address) {
        check_on_host(address, bytes, writes);
    }
    let extent = Extent { start: address, bytes };
    if let Err(other) = order::check_host(extent, writes) {
        unordered_accesses::end_on_host(Access { extent, writes }, &other);
    }
}

/// Returns whether the shadow says of all bytes of an access to the arena what the access would make it say.
#[inline]
fn is_plain<const WRITES: bool, const BYTES: usize>(kernel: &Kernel, address: Address) -> bool {
    let shadow = &kernel.shadow;
    let (known, byte) = if WRITES { (shadow.states, kernel.written) } else { kernel.read };
    match BYTES {
        1 => shadow.all_are(known, address, byte),
        2 => shadow.all_are(known, address, u16::from_ne_bytes([byte; 2])),
        4 => shadow.all_are(known, address, u32::from_ne_bytes([byte; 4])),
        8 => shadow.all_are(known, address, u64::from_ne_bytes([byte; 8])),
        _ => shadow.all_are(known, address, u128::from_ne_bytes([byte; 16])),
    }
}

/// Checks an access of any number of bytes.
pub(crate) fn check_bytes(address: Address, bytes: usize, writes: bool) {
    let check = |kernel: &Kernel| check_slowly(kernel, address, bytes, writes);
    let is_running = bytes == 0 || with_running(check).is_some();
    if !is_running {
        check_of_host(address, bytes, writes);
    }
}

/// Checks that bytes may be moved. They need no value, because it is not used.
pub(crate) fn check_moved(address: Address, bytes: usize) {
    let access = Access { extent: Extent { start: address, bytes }, writes: false };
    let check = |kernel: &Kernel| {
        if check_place(kernel, access).is_some() {
            touch(kernel, access);
        }
    };
    let is_running = bytes == 0 || with_running(check).is_some();
    if !is_running {
        check_of_host(address, bytes, false);
    }
}

#[inline(never)]
fn check_slowly(kernel: &Kernel, start: Address, bytes: usize, writes: bool) {
    let access = Access { extent: Extent { start, bytes }, writes };
    let Some(state) = check_place(kernel, access) else { return };
    if state == State::Fresh && !writes {
        check_fresh(kernel, access);
    }
    touch(kernel, access);
}

/// Notes an access to the arena, which must come after all operations on queues that use the same bytes.
fn touch(kernel: &Kernel, access: Access) {
    if !access.writes {
        order::keep_loaded(&kernel.shadow, access.extent);
    }
    if let Err(other) = order::touch(&kernel.shadow, access.extent, access.writes) {
        unordered_accesses::end(kernel, access, &other);
    }
}

/// Checks that bytes may be used. Returns what is known of those of the arena.
fn check_place(kernel: &Kernel, access: Access) -> Option<State> {
    let Extent { start, bytes } = access.extent;
    if kernel.shadow.holds(start) {
        let state = kernel.shadow.state(start, bytes);
        if matches!(state, State::Closed(_)) {
            explain::end(kernel, access);
        }
        return Some(state);
    }
    if !is_on_stack(kernel, access.extent) && !is_elsewhere(kernel, access) {
        explain::end(kernel, access);
    }
    None
}

/// Returns whether the bytes lie in the stack frames of the region, which are above the frame of this function.
#[inline]
fn is_on_stack(kernel: &Kernel, extent: Extent) -> bool {
    let here = 0_u8;
    let low = (&raw const here).addr();
    extent.start >= low && extent.end() <= kernel.top
}

/// Returns whether the bytes belong to the thread's head, which generated code reads.
fn is_own_head(extent: Extent) -> bool {
    let start = clacc_self().expose_provenance();
    Extent { start, bytes: size_of::<ThreadHead>() }.contains(extent)
}

/// Returns whether the bytes are memory of this library that generated code uses, or constants that are read.
fn is_elsewhere(kernel: &Kernel, access: Access) -> bool {
    let Access { extent, writes } = access;
    if !writes && kernel.constants.get().contains(extent) {
        return true;
    }
    let is_lent = is_own_head(extent) || lent::holds(extent.start, extent.bytes);
    if is_lent || writes {
        return is_lent;
    }
    let segments = system::segments().into_iter().filter(|segment| !segment.is_writable);
    let mut constants =
        segments.map(|segment| Extent { start: segment.start, bytes: segment.end - segment.start });
    match constants.find(|constants| constants.contains(extent)) {
        Some(found) => {
            kernel.constants.set(found);
            true
        }
        None => false,
    }
}

/// The sizes of loads for which a value that was never given is a mistake: those of numbers, and of vectors of numbers. Loads of other sizes
/// move structs, and those of single bytes may do so outside of arrays of numbers.
const VALUES: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// A load of bytes none of which a store of device code has written.
fn check_fresh(kernel: &Kernel, access: Access) {
    let Extent { start, bytes } = access.extent;
    let holds_values = || kernel.device.arena.block_of(start).is_some_and(|block| block.are_values);
    let is_value = VALUES.contains(&bytes) || bytes == 1 && holds_values();
    if !is_value {
        return;
    }
    if is_filled(start, bytes) {
        explain::end_unwritten(kernel, access);
    }
    touch(kernel, Access { writes: true, ..access });
}
