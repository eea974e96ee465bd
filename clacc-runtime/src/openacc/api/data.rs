//! Data on the current device: entering, leaving, updating, mapping, looking up, attaching.

use super::queues::acc_wait_all;
use super::{address, argument, here, here_and_now, pointer};
use crate::openacc::binding::{Direction, Leave};
use crate::openacc::fault::{Call, Fault};
use crate::openacc::handle::{Address, AsyncArgument, Extent};
use crate::openacc::system;
use crate::profile::sites::in_routine;
use std::ffi::{c_int, c_void};

type Pointer = *mut c_void;

fn extent(data: Pointer, bytes: usize) -> Extent {
    Extent { start: address(data), bytes }
}

fn enter(routine: &'static str, data: Pointer, bytes: usize, copy_in: bool) -> Pointer {
    let (runtime, device) = here_and_now();
    let run = || runtime.enter(device, extent(data, bytes), copy_in);
    let entered = in_routine(routine, AsyncArgument::SYNC, run);
    match entered {
        Ok(found) => pointer(found),
        Err(fault) => Call::on(routine, address(data), bytes).device(device).fail(fault),
    }
}

fn enter_async(routine: &'static str, data: Pointer, bytes: usize, copy_in: bool, number: c_int) {
    let (runtime, device) = here();
    let call = Call::on(routine, address(data), bytes).device(device);
    let queue = argument(&call, number);
    if !data.is_null() && bytes != 0 {
        in_routine(routine, number, || {
            runtime.enter_async(call, device, extent(data, bytes), copy_in, queue);
        });
    }
}

fn exit(routine: &'static str, data: Pointer, bytes: usize, leave: Leave) {
    let (runtime, device) = here_and_now();
    let run = || runtime.exit(device, extent(data, bytes), leave);
    if let Err(fault) = in_routine(routine, AsyncArgument::SYNC, run) {
        Call::on(routine, address(data), bytes).device(device).fail(fault);
    }
}

fn exit_async(routine: &'static str, data: Pointer, bytes: usize, leave: Leave, queue: c_int) {
    let (runtime, device) = here();
    let call = Call::on(routine, address(data), bytes).device(device);
    let extent = extent(data, bytes);
    let run = move || call.check(runtime.exit(device, extent, leave));
    let job = move || in_routine(routine, queue, run);
    runtime.change_in_order(argument(&call, queue), Box::new(job));
}

fn update(routine: &'static str, data: Pointer, bytes: usize, direction: Direction) {
    let (runtime, device) = here_and_now();
    let run = || runtime.update(device, extent(data, bytes), direction);
    if let Err(fault) = in_routine(routine, AsyncArgument::SYNC, run) {
        Call::on(routine, address(data), bytes).device(device).fail(fault);
    }
}

fn update_async(routine: &'static str, data: Pointer, bytes: usize, direction: Direction, queue: c_int) {
    let (runtime, device) = here();
    let call = Call::on(routine, address(data), bytes).device(device);
    let extent = extent(data, bytes);
    let run = move || call.check(runtime.update(device, extent, direction));
    let job = move || in_routine(routine, queue, run);
    runtime.in_order(argument(&call, queue), Box::new(job));
}

macro_rules! enter_routines {
    ($($copy_in:literal: $($name:ident)*, $name_async:ident;)*) => { $(
        $(
            #[doc = concat!("`", stringify!($name), "`: the device's address of the data.")]
            #[unsafe(no_mangle)]
            pub extern "C" fn $name(data: Pointer, bytes: usize) -> Pointer {
                enter(stringify!($name), data, bytes, $copy_in)
            }
        )*
        #[doc = concat!("`", stringify!($name_async), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name_async(data: Pointer, bytes: usize, queue: c_int) {
            enter_async(stringify!($name_async), data, bytes, $copy_in, queue);
        }
    )* };
}

enter_routines! {
    true: acc_copyin acc_present_or_copyin acc_pcopyin, acc_copyin_async;
    false: acc_create acc_present_or_create acc_pcreate, acc_create_async;
}

macro_rules! exit_routines {
    ($($name:ident, $name_async:ident: $copy_out:literal, $finalize:literal;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(data: Pointer, bytes: usize) {
            exit(stringify!($name), data, bytes, Leave { copy_out: $copy_out, finalize: $finalize });
        }
        #[doc = concat!("`", stringify!($name_async), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name_async(data: Pointer, bytes: usize, queue: c_int) {
            let leave = Leave { copy_out: $copy_out, finalize: $finalize };
            exit_async(stringify!($name_async), data, bytes, leave, queue);
        }
    )* };
}

exit_routines! {
    acc_copyout, acc_copyout_async: true, false;
    acc_copyout_finalize, acc_copyout_finalize_async: true, true;
    acc_delete, acc_delete_async: false, false;
    acc_delete_finalize, acc_delete_finalize_async: false, true;
}

/// Data of a region that ends where a variable goes out of scope: where it starts, the number of its bytes, and how it is
/// left: 1 if it is copied to the host, plus 2 if the queues of the thread are waited for before.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LeftData {
    start: Pointer,
    bytes: usize,
    how: usize,
}

/// Ends the region of data. Translations give it to compilers as the function that cleans up a variable.
///
/// # Safety
///
/// The pointer must be null, or point to a value that is not changed at the same time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc2omp_leave_data(left: *const LeftData) {
    // SAFETY: the caller promises it.
    if let Some(LeftData { start, bytes, how }) = unsafe { left.as_ref() }.copied() {
        if how & 2 != 0 {
            acc_wait_all();
        }
        exit("acc2omp_leave_data", start, bytes, Leave { copy_out: how & 1 != 0, finalize: false });
    }
}

macro_rules! update_routines {
    ($($name:ident, $name_async:ident: $direction:ident;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(data: Pointer, bytes: usize) {
            update(stringify!($name), data, bytes, Direction::$direction);
        }
        #[doc = concat!("`", stringify!($name_async), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name_async(data: Pointer, bytes: usize, queue: c_int) {
            update_async(stringify!($name_async), data, bytes, Direction::$direction, queue);
        }
    )* };
}

update_routines! {
    acc_update_device, acc_update_device_async: ToDevice;
    acc_update_self, acc_update_self_async: ToHost;
    acc_update_host, acc_update_host_async: ToHost;
}

/// `acc_malloc`. Returns null for zero bytes, and if the device has no memory left.
#[unsafe(no_mangle)]
pub extern "C" fn acc_malloc(bytes: usize) -> Pointer {
    let (runtime, device) = here();
    let run = || runtime.allocate(device, bytes);
    pointer(in_routine("acc_malloc", AsyncArgument::SYNC, run).ok().flatten())
}

/// `acc_free`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_free(data: Pointer) {
    let (runtime, device) = here();
    let call = Call::at("acc_free", address(data)).device(device);
    let run = || runtime.release(device, address(data));
    call.check(in_routine(call.routine, AsyncArgument::SYNC, run));
}

/// `acc_map_data`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_map_data(data: Pointer, on_device: Pointer, bytes: usize) {
    let (runtime, device) = here_and_now();
    let call = Call::on("acc_map_data", address(data), bytes).device(device);
    let run = || runtime.map(device, extent(data, bytes), address(on_device));
    call.check(in_routine(call.routine, AsyncArgument::SYNC, run));
}

/// `acc_unmap_data`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_unmap_data(data: Pointer) {
    let (runtime, device) = here_and_now();
    let call = Call::at("acc_unmap_data", address(data)).device(device);
    let run = || runtime.unmap(device, address(data));
    call.check(in_routine(call.routine, AsyncArgument::SYNC, run));
}

/// `acc_deviceptr`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_deviceptr(data: Pointer) -> Pointer {
    let (runtime, device) = here_and_now();
    pointer(runtime.device_address(device, address(data)))
}

/// `acc_hostptr`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_hostptr(on_device: Pointer) -> Pointer {
    let (runtime, device) = here_and_now();
    pointer(runtime.host_address(device, address(on_device)))
}

/// `acc_is_present`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_is_present(data: Pointer, bytes: usize) -> c_int {
    let (runtime, device) = here_and_now();
    c_int::from(runtime.is_present(device, extent(data, bytes)))
}

/// Returns the address of a pointer variable of the program, and its value.
///
/// # Safety
/// `variable` is null or points to a pointer.
unsafe fn pointer_variable(call: &Call, variable: *mut Pointer) -> (Address, Address) {
    if variable.is_null() {
        call.fail(Fault::NullPointer);
    }
    let place = variable.expose_provenance();
    // SAFETY: `place` is not null, and the caller promises that a pointer is there.
    (place, unsafe { system::read_pointer(place) })
}

macro_rules! attach_routines {
    ($($name:ident, $name_async:ident: $action:expr;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        ///
        /// # Safety
        /// The argument points to a pointer variable.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(variable: *mut Pointer) {
            let (runtime, device) = here_and_now();
            let call = Call::at(stringify!($name), variable.expose_provenance()).device(device);
            // SAFETY: the caller promises what `pointer_variable` requires.
            let (place, value) = unsafe { pointer_variable(&call, variable) };
            call.check($action(runtime, device, place, value));
        }
        #[doc = concat!("`", stringify!($name_async), "`.")]
        ///
        /// # Safety
        /// The argument points to a pointer variable.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name_async(variable: *mut Pointer, queue: c_int) {
            let (runtime, device) = here();
            let call = Call::at(stringify!($name_async), variable.expose_provenance()).device(device);
            // SAFETY: the caller promises what `pointer_variable` requires.
            let (place, value) = unsafe { pointer_variable(&call, variable) };
            let job = move || call.check($action(runtime, device, place, value));
            runtime.in_order(argument(&call, queue), Box::new(job));
        }
    )* };
}

use crate::openacc::data::Runtime;
use crate::openacc::handle::Device;

fn attach(runtime: &Runtime, device: Device, place: Address, value: Address) -> Result<(), Fault> {
    runtime.attach(device, place, value)
}

fn detach(runtime: &Runtime, device: Device, place: Address, value: Address) -> Result<(), Fault> {
    runtime.detach(device, place, value, false)
}

fn detach_finalize(runtime: &Runtime, device: Device, place: Address, value: Address) -> Result<(), Fault> {
    runtime.detach(device, place, value, true)
}

macro_rules! part_routines {
    ($($name:ident, $name_async:ident: $what:literal, $action:expr;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`: ", $what)]
        ///
        /// # Safety
        /// The first argument points to a pointer variable.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(variable: *mut Pointer, part: Pointer) {
            let (runtime, device) = here_and_now();
            let call = Call::at(stringify!($name), variable.expose_provenance()).device(device);
            // SAFETY: the caller promises what `pointer_variable` requires.
            let (place, value) = unsafe { pointer_variable(&call, variable) };
            call.check($action(runtime, device, place, value, address(part)));
        }
        #[doc = concat!("`", stringify!($name_async), "`: the same in the order of a queue.")]
        ///
        /// # Safety
        /// The first argument points to a pointer variable.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name_async(variable: *mut Pointer, part: Pointer, queue: c_int) {
            let (runtime, device) = here();
            let call = Call::at(stringify!($name_async), variable.expose_provenance()).device(device);
            // SAFETY: the caller promises what `pointer_variable` requires.
            let (place, value) = unsafe { pointer_variable(&call, variable) };
            let part = address(part);
            let job = move || call.check($action(runtime, device, place, value, part));
            runtime.in_order(argument(&call, queue), Box::new(job));
        }
    )* };
}

fn detach_part(
    runtime: &Runtime,
    device: Device,
    place: Address,
    value: Address,
    part: Address,
) -> Result<(), Fault> {
    runtime.detach_part(device, place, value, part, false)
}

fn detach_part_finalize(
    runtime: &Runtime,
    device: Device,
    place: Address,
    value: Address,
    part: Address,
) -> Result<(), Fault> {
    runtime.detach_part(device, place, value, part, true)
}

part_routines! {
    acc2omp_attach_part, acc2omp_attach_part_async:
        "as `acc_attach`, for a pointer to memory of which only the part at `part` is on the device.", Runtime::attach_part;
    acc2omp_detach_part, acc2omp_detach_part_async:
        "undoes it, behind the directive that may have released the part.", detach_part;
    acc2omp_detach_part_finalize, acc2omp_detach_part_finalize_async:
        "as `acc2omp_detach_part`, and sets the attachment counter to zero.", detach_part_finalize;
}

attach_routines! {
    acc_attach, acc_attach_async: attach;
    acc_detach, acc_detach_async: detach;
    acc_detach_finalize, acc_detach_finalize_async: detach_finalize;
}
