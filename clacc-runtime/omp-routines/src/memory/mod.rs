//! Memory management routines (18.13).

pub mod allocator;
pub mod block;
pub mod named;
pub mod traits;

use crate::runtime::{Icv, get, set};
use allocator::{Allocator, Handle};
use block::Request;
use core::ffi::c_void;
use core::sync::atomic::{AtomicUsize, Ordering};
use traits::Trait;

/// The default allocator of tasks for which none was set, or [`Handle::NULL`] before it is first asked for.
static FIRST_DEFAULT: AtomicUsize = AtomicUsize::new(0);

/// The allocator in use where none is named.
fn default_allocator() -> Handle {
    match usize::try_from(get(Icv::Allocator)) {
        Ok(its @ 1..) => Handle(its),
        _ => first_default(),
    }
}

/// The allocator of the environment variable, which is read once.
fn first_default() -> Handle {
    let known = Handle(FIRST_DEFAULT.load(Ordering::Acquire));
    if known != Handle::NULL {
        return known;
    }
    let read = named::from_environment().unwrap_or(Handle::DEFAULT);
    match FIRST_DEFAULT.compare_exchange(0, read.0, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => read,
        Err(faster) => {
            read.destroy();
            Handle(faster)
        }
    }
}

fn named_or_default(handle: Handle) -> Handle {
    if handle == Handle::NULL { default_allocator() } else { handle }
}

/// Makes an allocator (18.13.2). Returns `omp_null_allocator` if a trait is unknown or cannot be had.
///
/// # Safety
/// The pointer is that of `count` traits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_init_allocator(space: usize, count: i32, traits: *const Trait) -> Handle {
    let count = if traits.is_null() { 0 } else { usize::try_from(count).unwrap_or(0) };
    // SAFETY: a slice without elements needs any aligned pointer; for one with elements, the caller promises it.
    let traits = if count == 0 { &[] } else { unsafe { core::slice::from_raw_parts(traits, count) } };
    Allocator::with_traits(space, traits).map_or(Handle::NULL, Allocator::into_handle)
}

/// Gives back what belongs to an allocator (18.13.3). Those of OpenMP itself stay.
#[unsafe(no_mangle)]
pub extern "C" fn omp_destroy_allocator(handle: Handle) {
    handle.destroy();
}

/// Sets the allocator in use where none is named (18.13.4), for the task and those that it makes.
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_default_allocator(handle: Handle) {
    if let Ok(value @ 1..) = i64::try_from(handle.0) {
        set(Icv::Allocator, value);
    }
}

/// The allocator in use where none is named (18.13.5).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_default_allocator() -> Handle {
    default_allocator()
}

/// Allocates memory (18.13.6).
#[unsafe(no_mangle)]
pub extern "C" fn omp_alloc(bytes: usize, handle: Handle) -> *mut c_void {
    obtain(Some(Request::of(bytes)), handle)
}

/// Allocates memory at a multiple of `alignment` (18.13.6), which is a power of two.
#[unsafe(no_mangle)]
pub extern "C" fn omp_aligned_alloc(alignment: usize, bytes: usize, handle: Handle) -> *mut c_void {
    obtain(Request::of(bytes).aligned(alignment), handle)
}

/// Allocates `count` times `bytes` of memory that is zero (18.13.8).
#[unsafe(no_mangle)]
pub extern "C" fn omp_calloc(count: usize, bytes: usize, handle: Handle) -> *mut c_void {
    obtain(Request::zeroed(count, bytes), handle)
}

/// Allocates `count` times `bytes` of memory that is zero, at a multiple of `alignment` (18.13.8).
#[unsafe(no_mangle)]
pub extern "C" fn omp_aligned_calloc(
    alignment: usize,
    count: usize,
    bytes: usize,
    handle: Handle,
) -> *mut c_void {
    obtain(Request::zeroed(count, bytes).and_then(|request| request.aligned(alignment)), handle)
}

/// Fulfils a request that could be made, with the allocator or the default one.
fn obtain(request: Option<Request>, handle: Handle) -> *mut c_void {
    request.map_or(core::ptr::null_mut(), |request| request.fulfil(named_or_default(handle)))
}

/// Frees memory (18.13.7). The memory knows its allocator.
///
/// # Safety
/// The pointer is null, or a routine of this section returned it and it was not freed since.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_free(memory: *mut c_void, _handle: Handle) {
    if !memory.is_null() {
        // SAFETY: the caller promises it.
        unsafe { block::free(memory) };
    }
}

/// Moves memory to a block of another size (18.13.9), of the allocator `handle`, else of `old`, else of the same one.
/// Without memory it allocates; without bytes it frees.
///
/// # Safety
/// As for [`omp_free`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_realloc(
    memory: *mut c_void,
    bytes: usize,
    handle: Handle,
    old: Handle,
) -> *mut c_void {
    if memory.is_null() {
        return omp_alloc(bytes, handle);
    }
    let named = [handle, old].into_iter().find(|named| *named != Handle::NULL);
    // SAFETY: the caller promises it.
    let from = unsafe { block::of(memory) };
    let moved = Request::of(bytes).fulfil(named.unwrap_or(from.handle()));
    if !moved.is_null() {
        // SAFETY: both blocks have that many bytes, and are different ones.
        unsafe { memory.copy_to_nonoverlapping(moved, from.bytes().min(bytes)) };
    }
    if !moved.is_null() || bytes == 0 {
        // SAFETY: the caller promises it.
        unsafe { block::free(memory) };
    }
    moved
}
