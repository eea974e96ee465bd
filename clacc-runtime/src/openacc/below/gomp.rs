//! libgomp's entry points of directives for devices. gcc calls them without a device too, and libgomp tells no tool of them: each
//! call is passed on between two events. They carry no names, and libgomp does not tell of its transfers.

use super::regions::{self, Region};
use super::task_queues;
use crate::openacc::handle::Address;
use std::ffi::{CStr, c_int, c_uint, c_void};
use std::sync::OnceLock;

type Pointer = *mut c_void;
type List = *mut Pointer;
type Sizes = *mut usize;
type Kinds = *mut u16;
type Kernel = unsafe extern "C" fn(c_int, Pointer, usize, List, Sizes, Kinds, c_uint, List, List);
type Data = unsafe extern "C" fn(c_int, usize, List, Sizes, Kinds);
type EndData = unsafe extern "C" fn();
type Moved = unsafe extern "C" fn(c_int, usize, List, Sizes, Kinds, c_uint, List);

/// `GOMP_TARGET_FLAG_EXIT_DATA`.
const EXIT_DATA: c_uint = 2;

/// Finds libgomp's function behind a definition here.
///
/// # Safety
/// `F` is the type of the function called `name`.
unsafe fn hidden<F: Copy>(place: &OnceLock<Option<Address>>, name: &CStr) -> Option<F> {
    let found = (*place.get_or_init(|| super::behind_ours(name)))?;
    // SAFETY: the caller promises the type, and the function lives as long as the process.
    Some(unsafe { super::symbols::function(found) })
}

/// The queue among the addresses of a list of dependences.
///
/// # Safety
/// The list is null or one of libgomp: the number of addresses, that of outputs, and the addresses; or zero and five numbers.
unsafe fn queue_in(list: List) -> Option<isize> {
    if list.is_null() {
        return None;
    }
    // SAFETY: the caller promises the form of the list.
    let at = |index: usize| unsafe { list.add(index).read().addr() };
    let (count, first) = if at(0) != 0 { (at(0), 2) } else { (at(1), 5) };
    (first..first + count).rev().map(at).find_map(task_queues::queue_at)
}

/// `target`.
///
/// # Safety
/// Only compiled directives may call it.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn GOMP_target_ext(
    device: c_int,
    region: Pointer,
    count: usize,
    hosts: List,
    sizes: Sizes,
    kinds: Kinds,
    flags: c_uint,
    depends: List,
    arguments: List,
) {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    // SAFETY: libgomp's function of this name has this type, and the arguments are passed on.
    unsafe {
        let Some(next) = hidden::<Kernel>(&NEXT, c"GOMP_target_ext") else { return };
        let run = || next(device, region, count, hosts, sizes, kinds, flags, depends, arguments);
        regions::around_unnamed(Region::Kernel, device, || queue_in(depends), run);
    }
}

/// The beginning of `target data`.
///
/// # Safety
/// Only compiled directives may call it.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn GOMP_target_data_ext(
    device: c_int,
    count: usize,
    hosts: List,
    sizes: Sizes,
    kinds: Kinds,
) {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    // SAFETY: libgomp's function of this name has this type, and the arguments are passed on.
    unsafe {
        let Some(next) = hidden::<Data>(&NEXT, c"GOMP_target_data_ext") else { return };
        let run = || next(device, count, hosts, sizes, kinds);
        regions::around_unnamed(Region::BeginHeld, device, || None, run);
    }
}

/// The end of `target data`.
///
/// # Safety
/// Only compiled directives may call it.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn GOMP_target_end_data() {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    // SAFETY: libgomp's function of this name has this type.
    unsafe {
        let Some(next) = hidden::<EndData>(&NEXT, c"GOMP_target_end_data") else { return };
        regions::around_unnamed(Region::EndHeld, -1, || None, || next());
    }
}

/// `target update`.
///
/// # Safety
/// Only compiled directives may call it.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn GOMP_target_update_ext(
    device: c_int,
    count: usize,
    hosts: List,
    sizes: Sizes,
    kinds: Kinds,
    flags: c_uint,
    depends: List,
) {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    // SAFETY: libgomp's function of this name has this type, and the arguments are passed on.
    unsafe {
        let Some(next) = hidden::<Moved>(&NEXT, c"GOMP_target_update_ext") else { return };
        let run = || next(device, count, hosts, sizes, kinds, flags, depends);
        regions::around_unnamed(Region::Update, device, || queue_in(depends), run);
    }
}

/// `target enter data` and `target exit data`.
///
/// # Safety
/// Only compiled directives may call it.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn GOMP_target_enter_exit_data(
    device: c_int,
    count: usize,
    hosts: List,
    sizes: Sizes,
    kinds: Kinds,
    flags: c_uint,
    depends: List,
) {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    let region = if flags & EXIT_DATA != 0 { Region::End } else { Region::Begin };
    // SAFETY: libgomp's function of this name has this type, and the arguments are passed on.
    unsafe {
        let Some(next) = hidden::<Moved>(&NEXT, c"GOMP_target_enter_exit_data") else { return };
        let run = || next(device, count, hosts, sizes, kinds, flags, depends);
        regions::around_unnamed(region, device, || queue_in(depends), run);
    }
}

/// Returns the addresses of the functions defined here.
pub(super) fn own_definitions() -> [Address; 5] {
    let moved: [Moved; 2] = [GOMP_target_update_ext, GOMP_target_enter_exit_data];
    [
        GOMP_target_ext as Kernel as *const c_void,
        GOMP_target_data_ext as Data as *const c_void,
        GOMP_target_end_data as EndData as *const c_void,
        moved[0] as *const c_void,
        moved[1] as *const c_void,
    ]
    .map(<*const c_void>::expose_provenance)
}
