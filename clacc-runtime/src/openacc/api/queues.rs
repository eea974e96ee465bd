//! Asynchronous queues: default, test, wait.

use super::{argument, runtime};
use crate::openacc::below::task_queues;
use crate::openacc::data::Runtime;
use crate::openacc::fault::{Call, Fault};
use crate::openacc::handle::{AsyncArgument, DeviceType};
use crate::openacc::queue;
use crate::profile::dispatch;
use crate::profile::sites::around_wait;
use std::ffi::{c_char, c_int};

/// Returns the address that stands for a queue in the `depend` clauses of translated directives.
#[unsafe(no_mangle)]
pub extern "C" fn acc2omp_async2dep(number: c_int) -> *mut c_char {
    let argument = argument(&Call::new("acc2omp_async2dep"), number);
    let address: *mut c_char = runtime().queues.get(queue::resolve(argument)).issue_construct().cast();
    if dispatch::is_on() {
        task_queues::note(address.expose_provenance(), queue::number_for_events(number));
    }
    address
}

/// `acc_get_default_async`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_get_default_async() -> c_int {
    match queue::default_async() {
        AsyncArgument::Queue(number) => c_int::try_from(number).unwrap_or(c_int::MAX),
        AsyncArgument::Sync => AsyncArgument::SYNC,
        AsyncArgument::NoValue => AsyncArgument::NO_VALUE,
        AsyncArgument::Default => AsyncArgument::DEFAULT,
    }
}

/// `acc_set_default_async`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_set_default_async(number: c_int) {
    queue::set_default_async(argument(&Call::new("acc_set_default_async"), number));
}

/// Checks a device number among those of the current type and returns the runtime. The device is not needed
/// further, because a queue number means the same queue on every device.
fn on_device(call: &Call, device: c_int) -> &'static Runtime {
    let runtime = runtime();
    let kind = runtime.current_type();
    if device < 0 {
        call.fail(Fault::NoSuchDevice(kind, device));
    }
    call.check(runtime.device(DeviceType::Default, device));
    runtime
}

fn test(runtime: &Runtime, call: &Call, number: c_int) -> c_int {
    let id = queue::resolve(argument(call, number));
    c_int::from(runtime.queues.get(id).test(runtime.binding().tasks()))
}

fn test_all(runtime: &Runtime) -> c_int {
    c_int::from(runtime.queues.test_all(runtime.binding().tasks()))
}

fn wait(runtime: &Runtime, call: &Call, number: c_int) {
    let id = queue::resolve(argument(call, number));
    around_wait(call.routine, number, || runtime.queues.get(id).wait(runtime.binding().tasks()));
}

fn wait_all(runtime: &Runtime, call: &Call) {
    around_wait(call.routine, AsyncArgument::SYNC, || runtime.queues.wait_all(runtime.binding().tasks()));
}

fn wait_async(runtime: &Runtime, call: &Call, waited: c_int, queue: c_int) {
    runtime.wait_in_order(argument(call, waited), argument(call, queue));
}

/// `acc_async_test`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_async_test(number: c_int) -> c_int {
    test(runtime(), &Call::new("acc_async_test"), number)
}

/// `acc_async_test_device`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_async_test_device(number: c_int, device: c_int) -> c_int {
    let call = Call::new("acc_async_test_device");
    test(on_device(&call, device), &call, number)
}

/// `acc_async_test_all`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_async_test_all() -> c_int {
    test_all(runtime())
}

/// `acc_async_test_all_device`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_async_test_all_device(device: c_int) -> c_int {
    test_all(on_device(&Call::new("acc_async_test_all_device"), device))
}

/// `acc_wait`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_wait(number: c_int) {
    wait(runtime(), &Call::new("acc_wait"), number);
}

/// `acc_async_wait`, the name of OpenACC 1.0.
#[unsafe(no_mangle)]
pub extern "C" fn acc_async_wait(number: c_int) {
    wait(runtime(), &Call::new("acc_async_wait"), number);
}

/// `acc_wait_device`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_wait_device(number: c_int, device: c_int) {
    let call = Call::new("acc_wait_device");
    wait(on_device(&call, device), &call, number);
}

/// `acc_wait_all`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_wait_all() {
    wait_all(runtime(), &Call::new("acc_wait_all"));
}

/// `acc_async_wait_all`, the name of OpenACC 1.0.
#[unsafe(no_mangle)]
pub extern "C" fn acc_async_wait_all() {
    wait_all(runtime(), &Call::new("acc_async_wait_all"));
}

/// `acc_wait_all_device`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_wait_all_device(device: c_int) {
    let call = Call::new("acc_wait_all_device");
    wait_all(on_device(&call, device), &call);
}

/// `acc_wait_async`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_wait_async(waited: c_int, queue: c_int) {
    wait_async(runtime(), &Call::new("acc_wait_async"), waited, queue);
}

/// `acc_wait_device_async`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_wait_device_async(waited: c_int, queue: c_int, device: c_int) {
    let call = Call::new("acc_wait_device_async");
    wait_async(on_device(&call, device), &call, waited, queue);
}

/// `acc_wait_all_async`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_wait_all_async(queue: c_int) {
    let call = Call::new("acc_wait_all_async");
    runtime().wait_all_in_order(argument(&call, queue));
}

/// `acc_wait_all_device_async`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_wait_all_device_async(queue: c_int, device: c_int) {
    let call = Call::new("acc_wait_all_device_async");
    on_device(&call, device).wait_all_in_order(argument(&call, queue));
}

/// `acc_wait_any`. Returns the position of a queue whose operations are complete, or -1 if all are
/// `acc_async_sync`.
///
/// # Safety
/// `numbers` points to `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc_wait_any(count: c_int, numbers: *const c_int) -> c_int {
    // SAFETY: the caller promises what `wait_any` requires.
    unsafe { wait_any(runtime(), &Call::new("acc_wait_any"), count, numbers) }
}

/// `acc_wait_any_device`.
///
/// # Safety
/// `numbers` points to `count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc_wait_any_device(count: c_int, numbers: *const c_int, device: c_int) -> c_int {
    let call = Call::new("acc_wait_any_device");
    // SAFETY: the caller promises what `wait_any` requires.
    unsafe { wait_any(on_device(&call, device), &call, count, numbers) }
}

/// # Safety
/// `numbers` points to `count` values.
unsafe fn wait_any(runtime: &Runtime, call: &Call, count: c_int, numbers: *const c_int) -> c_int {
    let count = usize::try_from(count).unwrap_or(0);
    if count == 0 {
        return -1;
    }
    if numbers.is_null() {
        call.fail(Fault::NullPointer);
    }
    // SAFETY: `numbers` is not null, and the caller promises `count` values.
    let numbers = unsafe { std::slice::from_raw_parts(numbers, count) };
    let arguments: Vec<_> = numbers.iter().map(|number| argument(call, *number)).collect();
    let position = around_wait(call.routine, AsyncArgument::SYNC, || runtime.wait_any(&arguments));
    position.and_then(|position| c_int::try_from(position).ok()).unwrap_or(-1)
}
