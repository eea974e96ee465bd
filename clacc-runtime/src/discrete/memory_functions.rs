//! `memcpy` and its kin, `malloc` and its kin, in programs for this device: they use the memory of the side on which they run.

use super::arena::Block;
use super::check::{check_bytes, check_moved};
use super::devices::owner_of;
use super::explain::{inside, made};
use super::kernel::with_running;
use super::line::calling;
use super::mistake::Mistake;
use super::origin::{Cause, Origin};
use crate::openacc::handle::Address;
use crate::openacc::system;
use std::ffi::{c_int, c_void};
use std::sync::Arc;

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
    check_moved(from.expose_provenance(), bytes);
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
        let cause = Cause::unknown(Origin::heap(kernel.construct.line.as_ref()));
        kernel.device.arena.allocate(bytes, 0, cause).unwrap_or(0)
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
    if memory.is_null() {
        return clacc_malloc(bytes);
    }
    let Some(old) = on_heap("realloc", address) else {
        // SAFETY: the caller promises it.
        return unsafe { realloc(memory, bytes) };
    };
    let new = on_device(bytes).unwrap_or(0);
    if new != 0 {
        // SAFETY: the new memory has so many bytes, and the old one too.
        unsafe { system::copy(new, address, bytes.min(old.bytes)) };
        clacc_free(memory);
    }
    pointer(new)
}

/// `clacc_free`.
///
/// # Safety
/// That of `free`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_free(memory: *mut c_void) {
    let address = memory.expose_provenance();
    if memory.is_null() {
        return;
    }
    if on_heap("free", address).is_none() {
        // SAFETY: outside of device code, the program has this memory from `malloc`.
        return unsafe { system::release(address) };
    }
    with_running(|kernel| {
        kernel.device.arena.free(address, Origin::heap(kernel.construct.line.as_ref()));
    });
}

/// The block of `malloc` of the device that runs. `None`: the thread runs code of the host, and the memory is not that of a device. Anything
/// else ends the program.
fn on_heap(function: &str, address: Address) -> Option<Arc<Block>> {
    let owner = owner_of(address);
    let block = owner.and_then(|device| device.arena.block_of(address));
    let Some(running) = with_running(|kernel| kernel.device.number) else {
        let device = owner?;
        let what = format!("memory of device {}", device.number);
        misused(&format!("the host gives {function}"), address, &what, block.as_ref())
    };
    let who = format!("code of device {running} gives {function}");
    match (owner, block) {
        (None, _) => misused(&who, address, "memory of the host", None),
        (Some(owner), block) if owner.number != running => {
            misused(&who, address, &format!("memory of device {}", owner.number), block.as_ref())
        }
        (_, Some(block)) if block.freed.is_some() => {
            misused(&who, address, "memory that was freed", Some(&block))
        }
        (_, Some(block)) if block.start == address && matches!(block.origin, Origin::Heap(..)) => Some(block),
        (_, block) => misused(&who, address, "no memory that malloc gave there", block.as_ref()),
    }
}

/// Ends the program because a function gets memory that it may not free.
#[cold]
fn misused(who: &str, address: Address, what: &str, block: Option<&Arc<Block>>) -> ! {
    let inside = block.map_or_else(String::new, |block| format!(": {}", inside(block, address)));
    let what = format!("{who} {address:#x}, which is {what}{inside}");
    let mut mistake = made(Mistake::new(calling().line, what, "discrete_free"), block);
    if let Some(freed) = block.and_then(|block| block.freed.as_ref()) {
        mistake = mistake.note(freed.told().1, "it was freed here");
    }
    mistake.end()
}
