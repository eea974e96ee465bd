//! `memcpy` and its kin, `malloc` and its kin, in programs for this device: they use the memory of the side on which they run.

use super::check::check_bytes;
use super::devices::owner_of;
use super::kernel::with_running;
use super::line::calling;
use super::mistake::Mistake;
use super::origin::Origin;
use crate::openacc::handle::Address;
use crate::openacc::system;
use std::ffi::{c_int, c_void};

unsafe extern "C" {
    fn calloc(count: usize, bytes: usize) -> *mut c_void;
    fn realloc(memory: *mut c_void, bytes: usize) -> *mut c_void;
}

/// `clacc_memcpy`.
///
/// # Safety
/// That of `memcpy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_memcpy(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void {
    // SAFETY: the caller promises it.
    unsafe { clacc_memmove(to, from, bytes) }
}

/// `clacc_memmove`.
///
/// # Safety
/// That of `memmove`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_memmove(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void {
    check_bytes(from.expose_provenance(), bytes, false);
    check_bytes(to.expose_provenance(), bytes, true);
    // SAFETY: both runs of bytes were checked, or the caller promises that they are its own.
    unsafe { system::copy(to.expose_provenance(), from.expose_provenance(), bytes) };
    to
}

/// `clacc_memset`.
///
/// # Safety
/// That of `memset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_memset(to: *mut c_void, value: c_int, bytes: usize) -> *mut c_void {
    check_bytes(to.expose_provenance(), bytes, true);
    // SAFETY: as above. `memset` takes the lowest byte.
    unsafe { to.cast::<u8>().write_bytes(value.to_le_bytes()[0], bytes) };
    to
}

/// Allocates memory of the device whose code the thread runs. `None`: it runs code of the host.
fn on_device(bytes: usize) -> Option<Address> {
    with_running(|kernel| {
        let origin = Origin::Item("the memory of malloc".to_owned(), kernel.construct.calling_line());
        kernel.device.arena.allocate(bytes, 0, origin).unwrap_or(0)
    })
}

fn pointer(address: Address) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address)
}

/// `clacc_malloc`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_malloc(bytes: usize) -> *mut c_void {
    pointer(on_device(bytes).unwrap_or_else(|| system::allocate(bytes).unwrap_or(0)))
}

/// `clacc_calloc`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_calloc(count: usize, bytes: usize) -> *mut c_void {
    let all = count.saturating_mul(bytes);
    match on_device(all) {
        // SAFETY: `calloc` accepts any numbers.
        None => unsafe { calloc(count, bytes) },
        Some(0) => std::ptr::null_mut(),
        // SAFETY: so many bytes were allocated.
        Some(address) => unsafe { clacc_memset(pointer(address), 0, all) },
    }
}

/// `clacc_realloc`.
///
/// # Safety
/// That of `realloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_realloc(memory: *mut c_void, bytes: usize) -> *mut c_void {
    let address = memory.expose_provenance();
    let Some(new) = on_device(bytes) else {
        if owner_of(address).is_some() {
            mistaken("the host gives realloc", address, "memory of a device");
        }
        // SAFETY: the caller promises it.
        return unsafe { realloc(memory, bytes) };
    };
    let known = owner_of(address).and_then(|device| device.arena.block_of(address));
    if let Some(block) = known {
        // SAFETY: the new memory has so many bytes, and the old one too.
        unsafe { system::copy(new, address, bytes.min(block.bytes)) };
        clacc_free(memory);
    } else if address != 0 {
        mistaken("device code gives realloc", address, "no memory that malloc gave there");
    }
    pointer(new)
}

fn mistaken(who: &str, address: Address, what: &str) -> ! {
    Mistake::new(calling().line, format!("{who} {address:#x}, which is {what}"), "discrete_free").end()
}

/// `clacc_free`.
///
/// # Safety
/// That of `free`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_free(memory: *mut c_void) {
    let address = memory.expose_provenance();
    let line = with_running(|kernel| kernel.construct.calling_line());
    match (line, owner_of(address)) {
        _ if address == 0 => {}
        (Some(line), Some(owner)) => {
            if !owner.arena.free(address, Origin::Item("free".to_owned(), line)) {
                mistaken(
                    "device code gives free",
                    address,
                    "no memory that malloc gave and that is still there",
                );
            }
        }
        (Some(_), None) => mistaken("device code gives free", address, "memory of the host"),
        (None, Some(_)) => mistaken("the host gives free", address, "memory of a device"),
        // SAFETY: outside of device code, the program has this memory from `malloc`.
        (None, None) => unsafe { system::release(address) },
    }
}
