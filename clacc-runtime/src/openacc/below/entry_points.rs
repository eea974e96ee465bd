//! libomptarget's entry points, which compiled directives call: each call is passed on between two events. Calls that map data are
//! noted too ([`listen`](super::listen)).
//!
//! A program that calls one of them needs libomptarget for its registration (`__tgt_unregister_lib`), which this library does not
//! define, so that the hidden function is always found.

use super::listen;
use super::regions::{self, Items, Region};
use super::symbols::{DataMapper, NowaitMapper};
use crate::openacc::handle::Address;
use std::ffi::{CStr, c_void};
use std::sync::OnceLock;

type Pointer = *mut c_void;

/// Passes a call about data on, between the events of its region. The wait of a mapping for queues does not apply to `nowait`.
///
/// # Safety
/// The place is null or an `ident_t` of the compiler, and the items are those of the call.
unsafe fn pass_on(
    (region, is_nowait): (Region, bool),
    place: Pointer,
    device: i64,
    items: Items,
    run: impl FnOnce(),
) {
    let is_mapping = region == Region::Begin;
    if is_mapping && !is_nowait {
        listen::wait_for_presence(device, &items);
    }
    // Another thread may ask for a host address as soon as the data is mapped. Before that, a note may be dropped.
    if is_mapping {
        listen::note_items(&items);
    }
    // SAFETY: the caller promises it.
    unsafe { regions::around(region, place, device, items, run) };
    if is_mapping {
        listen::note_items(&items);
    }
}

/// Defines an entry point of libomptarget that takes items, with the arguments of its `nowait` form.
macro_rules! entry_point {
    ($region:expr, $name:ident: $kind:ty, $is_nowait:literal, ($($more:ident: $of:ty),*)) => {
        /// libomptarget's entry point of this name.
        ///
        /// # Safety
        /// Only compiled directives may call it, with the arrays that libomptarget requires.
        #[unsafe(no_mangle)]
        pub(super) unsafe extern "C" fn $name(
            place: Pointer,
            device: i64,
            count: i32,
            bases: *mut Pointer,
            begins: *mut Pointer,
            sizes: *mut i64,
            kinds: *mut i64,
            names: *mut Pointer,
            mappers: *mut Pointer,
            $($more: $of),*
        ) {
            static NEXT: OnceLock<Option<Address>> = OnceLock::new();
            let name = CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()).unwrap_or_default();
            // SAFETY: libomptarget's function of this name has this type.
            let Some(next) = (unsafe { super::hidden::<$kind>(&NEXT, name) }) else { return };
            // SAFETY: the caller promises arrays of `count` items, and the arguments are passed on unchanged.
            unsafe {
                let items = Items::new(count, begins, sizes, kinds, names);
                let run = || next(place, device, count, bases, begins, sizes, kinds, names, mappers, $($more),*);
                pass_on(($region, $is_nowait), place, device, items, run);
            }
        }
    };
}

/// Defines an entry point without and with `nowait`.
macro_rules! entry_points {
    ($region:expr, $name:ident, $nowait:ident) => {
        entry_point!($region, $name: DataMapper, false, ());
        entry_point!($region, $nowait: NowaitMapper, true, (depends: i32, list: Pointer, others: i32, other_list: Pointer));
    };
}

entry_points!(Region::Begin, __tgt_target_data_begin_mapper, __tgt_target_data_begin_nowait_mapper);
entry_points!(Region::End, __tgt_target_data_end_mapper, __tgt_target_data_end_nowait_mapper);
entry_points!(Region::Update, __tgt_target_data_update_mapper, __tgt_target_data_update_nowait_mapper);

/// The beginning of libomptarget's arguments of a kernel, in versions 1 to 3.
#[repr(C)]
pub(super) struct KernelArguments {
    version: u32,
    count: u32,
    bases: *mut Pointer,
    begins: *mut Pointer,
    sizes: *mut i64,
    kinds: *mut i64,
    names: *mut Pointer,
}

type Kernel = unsafe extern "C" fn(Pointer, i64, i32, i32, Pointer, *mut KernelArguments) -> i32;

/// The result of `__tgt_target_kernel` for a region that has to run on the host.
const NOT_OFFLOADED: i32 = 1;

/// libomptarget's entry point of kernels.
///
/// # Safety
/// Only compiled directives may call it, with the arrays that libomptarget requires.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __tgt_target_kernel(
    place: Pointer,
    device: i64,
    teams: i32,
    threads: i32,
    host: Pointer,
    arguments: *mut KernelArguments,
) -> i32 {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    // SAFETY: libomptarget's function of this name has this type.
    let Some(next) = (unsafe { super::hidden::<Kernel>(&NEXT, c"__tgt_target_kernel") }) else {
        return NOT_OFFLOADED;
    };
    // SAFETY: the caller promises valid arguments, which are passed on unchanged.
    unsafe {
        let items = (*arguments).items();
        let run = || next(place, device, teams, threads, host, arguments);
        regions::around(Region::Kernel, place, device, items, run)
    }
}

impl KernelArguments {
    /// # Safety
    /// The arrays hold what libomptarget requires.
    unsafe fn items(&self) -> Items {
        let count = if self.version == 0 { 0 } else { i32::try_from(self.count).unwrap_or(0) };
        // SAFETY: the caller promises it.
        unsafe { Items::new(count, self.begins, self.sizes, self.kinds, self.names) }
    }
}

/// Returns the addresses of the functions defined here, which [`Symbols`](super::symbols::Symbols) must not find.
pub(super) fn own_definitions() -> [Address; 7] {
    let mappers: [DataMapper; 3] =
        [__tgt_target_data_begin_mapper, __tgt_target_data_end_mapper, __tgt_target_data_update_mapper];
    let nowait: [NowaitMapper; 3] = [
        __tgt_target_data_begin_nowait_mapper,
        __tgt_target_data_end_nowait_mapper,
        __tgt_target_data_update_nowait_mapper,
    ];
    let kernel: Kernel = __tgt_target_kernel;
    let [begin, end, update] = mappers.map(|mapper| mapper as *const c_void);
    let [begin_nowait, end_nowait, update_nowait] = nowait.map(|mapper| mapper as *const c_void);
    [begin, end, update, begin_nowait, end_nowait, update_nowait, kernel as *const c_void]
        .map(<*const c_void>::expose_provenance)
}
