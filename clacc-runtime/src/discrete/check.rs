//! Whether device code may access bytes. Accesses of the arena that are allowed take a few instructions.

use super::explain;
use super::kernel::{Access, Kernel, with_running};
use super::shadow::{State, WRITTEN, is_filled};
use super::system;
use crate::openacc::handle::{Address, Extent};

/// Checks an access of so many bytes, which is a number that the compiler knows.
#[inline]
pub(crate) fn check<const WRITES: bool, const BYTES: usize>(address: Address) {
    with_running(|kernel| {
        let extent = Extent { start: address, bytes: BYTES };
        let is_allowed = if kernel.shadow.holds(address) {
            is_plain::<BYTES>(kernel, address)
        } else {
            is_on_stack(kernel, extent)
        };
        if !is_allowed {
            check_slowly(kernel, Access { extent, writes: WRITES });
        }
    });
}

/// Whether all bytes of the arena have a value already. Then loads and stores change nothing.
#[inline]
fn is_plain<const BYTES: usize>(kernel: &Kernel, address: Address) -> bool {
    const W: u8 = WRITTEN;
    let shadow = &kernel.shadow;
    match BYTES {
        1 => shadow.all_written(address, W),
        2 => shadow.all_written(address, u16::from_ne_bytes([W; 2])),
        4 => shadow.all_written(address, u32::from_ne_bytes([W; 4])),
        8 => shadow.all_written(address, u64::from_ne_bytes([W; 8])),
        _ => shadow.all_written(address, u128::from_ne_bytes([W; 16])),
    }
}

/// Checks an access of any number of bytes.
pub(crate) fn check_bytes(address: Address, bytes: usize, writes: bool) {
    if bytes > 0 {
        with_running(|kernel| {
            check_slowly(kernel, Access { extent: Extent { start: address, bytes }, writes });
        });
    }
}

#[inline(never)]
fn check_slowly(kernel: &Kernel, access: Access) {
    let Access { extent: Extent { start, bytes }, writes } = access;
    if kernel.shadow.holds(start) {
        match kernel.shadow.state(start, bytes) {
            State::Closed(_) => explain::end(kernel, access),
            _ if writes => kernel.shadow.set(start, bytes, WRITTEN),
            State::Fresh => check_fresh(kernel, access),
            State::Open => {}
        }
    } else if !is_on_stack(kernel, access.extent) && !is_elsewhere(kernel, access) {
        explain::end(kernel, access);
    }
}

/// Whether the bytes lie on the stack of the body. The function that is called for a check lies below them.
#[inline]
fn is_on_stack(kernel: &Kernel, extent: Extent) -> bool {
    let here = 0_u8;
    let low = (&raw const here).addr();
    extent.start >= low && extent.end() <= kernel.top
}

/// Whether the bytes are storage of device code, or constants that are read.
fn is_elsewhere(kernel: &Kernel, access: Access) -> bool {
    let Access { extent, writes } = access;
    if !writes && kernel.constants.get().contains(extent) {
        return true;
    }
    let is_stored = kernel.storage.iter().any(|storage| storage.contains(extent));
    if is_stored || writes {
        return is_stored;
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

/// The sizes of loads for which a value that was never given is a mistake. Single bytes are no values: programs copy structs with
/// holes byte by byte. Wider loads copy structs with members that nobody needs.
const VALUES: [usize; 3] = [2, 4, 8];

/// A load of bytes none of which a store of device code has written.
fn check_fresh(kernel: &Kernel, access: Access) {
    let Extent { start, bytes } = access.extent;
    if !VALUES.contains(&bytes) || explain::is_unwritten_allowed() {
        return;
    }
    if is_filled(start, bytes) {
        explain::end_unwritten(kernel, access);
    }
    kernel.shadow.set(start, bytes, WRITTEN);
}
