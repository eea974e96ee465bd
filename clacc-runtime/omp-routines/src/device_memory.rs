//! Device memory routines (18.8): on the memory of the host, and of the devices that the library acc2omp has.

use crate::devices::{is_device, is_host};
use crate::rectangle::Shape;
use crate::{runtime, system};
use core::ffi::c_void;
use core::{ptr, slice};

/// The result of routines that could not do what was asked: `EINVAL` of the C library.
const INVALID: i32 = 22;

/// How many dimensions copies can have: any number that an `int` counts.
const MOST_DIMENSIONS: i32 = i32::MAX;

/// Allocates memory of a device (18.8.1), or returns null.
#[unsafe(no_mangle)]
pub extern "C" fn omp_target_alloc(bytes: usize, device: i32) -> *mut c_void {
    match () {
        () if bytes == 0 || !is_device(device) => ptr::null_mut(),
        () if is_host(device) => system::allocate(bytes),
        () => runtime::allocate_on(device, bytes),
    }
}

/// Frees memory of a device (18.8.2).
///
/// # Safety
/// The pointer is null, or [`omp_target_alloc`] returned it for this device and it was not freed since.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_target_free(memory: *mut c_void, device: i32) {
    if is_host(device) {
        // SAFETY: the caller promises it.
        unsafe { system::release(memory) };
    } else if is_device(device) {
        runtime::release_on(device, memory);
    }
}

/// Whether a device has memory of the host's, or a copy of it (18.8.3).
#[unsafe(no_mangle)]
pub extern "C" fn omp_target_is_present(memory: *const c_void, device: i32) -> i32 {
    let is_there = || is_host(device) || memory.is_null() || !runtime::mapped_on(device, memory).is_null();
    i32::from(is_device(device) && is_there())
}

/// Whether a device can read and write memory of the host's (18.8.4).
#[unsafe(no_mangle)]
pub extern "C" fn omp_target_is_accessible(memory: *const c_void, _bytes: usize, device: i32) -> i32 {
    i32::from(!memory.is_null() && is_host(device))
}

/// Copies bytes between the host and devices.
///
/// # Safety
/// Bytes of the host are the program's.
unsafe fn copy(to: (i32, *mut c_void), from: (i32, *const c_void), bytes: usize) {
    if is_host(to.0) && is_host(from.0) {
        // SAFETY: the caller promises it.
        unsafe { from.1.copy_to(to.1, bytes) };
    } else {
        // SAFETY: as above.
        unsafe { runtime::copy(to, from, bytes) };
    }
}

/// Copies bytes (18.8.5). Returns 0, or another number if nothing was copied.
///
/// # Safety
/// Both runs of bytes are the program's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_target_memcpy(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    to_offset: usize,
    from_offset: usize,
    to_device: i32,
    from_device: i32,
) -> i32 {
    if !is_device(to_device) || !is_device(from_device) {
        return INVALID;
    }
    if bytes == 0 {
        return 0;
    }
    if to.is_null() || from.is_null() {
        return INVALID;
    }
    let (to, from) = (to.wrapping_byte_add(to_offset), from.wrapping_byte_add(from_offset));
    // SAFETY: the caller promises it.
    unsafe { copy((to_device, to), (from_device, from), bytes) };
    0
}

/// Copies a part of an array with several dimensions (18.8.6). Returns 0, or another number if nothing was copied. Without
/// pointers it returns how many dimensions there can be.
///
/// # Safety
/// Both arrays are the program's, and each description has `dimensions` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_target_memcpy_rect(
    to: *mut c_void,
    from: *const c_void,
    element: usize,
    dimensions: i32,
    volume: *const usize,
    to_offsets: *const usize,
    from_offsets: *const usize,
    to_extents: *const usize,
    from_extents: *const usize,
    to_device: i32,
    from_device: i32,
) -> i32 {
    if to.is_null() && from.is_null() {
        return MOST_DIMENSIONS;
    }
    let descriptions = [volume, to_offsets, from_offsets, to_extents, from_extents];
    let is_null = to.is_null() || from.is_null() || descriptions.iter().any(|each| each.is_null());
    let count = usize::try_from(dimensions).unwrap_or(0);
    if is_null || count == 0 || element == 0 || !is_device(to_device) || !is_device(from_device) {
        return INVALID;
    }
    // SAFETY: the caller promises it.
    let [volume, to_offsets, from_offsets, to_extents, from_extents] =
        descriptions.map(|each| unsafe { slice::from_raw_parts(each, count) });
    let shape = Shape { volume, to_offsets, from_offsets, to_extents, from_extents };
    if !shape.is_sound(element) {
        return INVALID;
    }
    let run = |to: *mut c_void, from: *const c_void, bytes: usize| {
        // SAFETY: the shape is sound, so that this run lies in both arrays, which the caller promises.
        unsafe { copy((to_device, to), (from_device, from), bytes) };
    };
    shape.copy(element, to, from, &run);
    0
}

/// What a depend object holds, as `depobj` writes it: an address, and the kind of the dependence.
#[repr(C)]
#[derive(Debug)]
pub struct DependObject {
    address: *const c_void,
    kind: usize,
}

/// Waits for the tasks that a task with these dependences would wait for.
///
/// # Safety
/// There are so many initialised objects.
unsafe fn wait_for(count: i32, objects: *const DependObject) {
    let count = usize::try_from(count).unwrap_or(0);
    if count == 0 || objects.is_null() {
        return;
    }
    // SAFETY: the caller promises it.
    for object in unsafe { slice::from_raw_parts(objects, count) } {
        runtime::wait_for(object.address, object.kind as u32);
    }
}

/// Copies bytes at once (18.8.7): a task that is finished when it was made, behind those that it depends on.
///
/// # Safety
/// As for [`omp_target_memcpy`]; and there are so many initialised depend objects.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_target_memcpy_async(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    to_offset: usize,
    from_offset: usize,
    to_device: i32,
    from_device: i32,
    count: i32,
    depends: *mut DependObject,
) -> i32 {
    // SAFETY: the caller promises both.
    unsafe {
        wait_for(count, depends);
        omp_target_memcpy(to, from, bytes, to_offset, from_offset, to_device, from_device)
    }
}

/// Copies a part of an array at once (18.8.8), like [`omp_target_memcpy_async`].
///
/// # Safety
/// As for [`omp_target_memcpy_rect`]; and there are so many initialised depend objects.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_target_memcpy_rect_async(
    to: *mut c_void,
    from: *const c_void,
    element: usize,
    dimensions: i32,
    volume: *const usize,
    to_offsets: *const usize,
    from_offsets: *const usize,
    to_extents: *const usize,
    from_extents: *const usize,
    to_device: i32,
    from_device: i32,
    count: i32,
    depends: *mut DependObject,
) -> i32 {
    // SAFETY: the caller promises both.
    unsafe {
        wait_for(count, depends);
        omp_target_memcpy_rect(
            to,
            from,
            element,
            dimensions,
            volume,
            to_offsets,
            from_offsets,
            to_extents,
            from_extents,
            to_device,
            from_device,
        )
    }
}

/// Makes memory of a device the copy of memory of the host's (18.8.9). The host has its own, so that this fails for it.
#[unsafe(no_mangle)]
pub extern "C" fn omp_target_associate_ptr(
    host: *const c_void,
    memory: *const c_void,
    bytes: usize,
    offset: usize,
    device: i32,
) -> i32 {
    let memory = memory.wrapping_byte_add(offset);
    if !is_host(device) && runtime::associate(device, host, memory, bytes) { 0 } else { INVALID }
}

/// Takes an association back (18.8.10). The host has none.
#[unsafe(no_mangle)]
pub extern "C" fn omp_target_disassociate_ptr(host: *const c_void, device: i32) -> i32 {
    if !is_host(device) && runtime::disassociate(device, host) { 0 } else { INVALID }
}

/// Where a device has memory of the host's (18.8.11), or null.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_mapped_ptr(host: *const c_void, device: i32) -> *mut c_void {
    match () {
        () if !is_device(device) => ptr::null_mut(),
        () if is_host(device) => host.cast_mut(),
        () => runtime::mapped_on(device, host),
    }
}
