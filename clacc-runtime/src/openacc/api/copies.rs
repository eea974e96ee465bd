//! Copying bytes between memories.

use super::{address, argument, here, runtime};
use crate::openacc::data::Runtime;
use crate::openacc::fault::{Call, Fault};
use crate::openacc::handle::{Address, AsyncArgument, Device, DeviceType};
use crate::profile::sites::in_routine;
use std::ffi::{c_int, c_void};

type Pointer = *mut c_void;
type End = (Device, Address);

/// A copy that a routine is called for.
#[derive(Clone, Copy)]
struct Request {
    call: Call,
    to: End,
    from: End,
    bytes: usize,
}

impl Request {
    fn run(self, runtime: &Runtime) {
        self.run_for(runtime, AsyncArgument::SYNC);
    }

    fn run_for(self, runtime: &Runtime, queue: c_int) {
        let run = || runtime.copy(self.to, self.from, self.bytes);
        self.call.check(in_routine(self.call.routine, queue, run));
    }

    fn run_async(self, runtime: &'static Runtime, queue: c_int) {
        let argument = argument(&self.call, queue);
        runtime.in_order(argument, Box::new(move || self.run_for(runtime, queue)));
    }
}

/// The ends of a copy that are on the current device.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Upload,
    Download,
    Within,
}

fn request(
    routine: &'static str,
    to: Pointer,
    from: Pointer,
    bytes: usize,
    ends: Ends,
) -> (&'static Runtime, Request) {
    let (runtime, device) = here();
    let (to, from) = (address(to), address(from));
    let side = |on_device: bool| if on_device { device } else { Device::Host };
    let request = Request {
        call: Call::on(routine, to, bytes).device(device),
        to: (side(ends != Ends::Download), to),
        from: (side(ends != Ends::Upload), from),
        bytes,
    };
    (runtime, request)
}

macro_rules! copy_routines {
    ($($name:ident, $name_async:ident: $ends:ident;)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(to: Pointer, from: Pointer, bytes: usize) {
            let (runtime, request) = request(stringify!($name), to, from, bytes, Ends::$ends);
            request.run(runtime);
        }
        #[doc = concat!("`", stringify!($name_async), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name_async(to: Pointer, from: Pointer, bytes: usize, queue: c_int) {
            let (runtime, request) = request(stringify!($name_async), to, from, bytes, Ends::$ends);
            request.run_async(runtime, queue);
        }
    )* };
}

copy_routines! {
    acc_memcpy_to_device, acc_memcpy_to_device_async: Upload;
    acc_memcpy_from_device, acc_memcpy_from_device_async: Download;
    acc_memcpy_device, acc_memcpy_device_async: Within;
}

/// Returns the ends of a copy between data on two devices of the current type. Addresses of the host name the
/// data.
fn between(call: &Call, to: Pointer, from: Pointer, to_device: c_int, from_device: c_int) -> (End, End) {
    let device = |number: c_int| {
        if number < 0 {
            call.fail(Fault::NoSuchDevice(runtime().current_type(), number));
        }
        call.check(runtime().device(DeviceType::Default, number))
    };
    ((device(to_device), address(to)), (device(from_device), address(from)))
}

/// `acc_memcpy_d2d`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_memcpy_d2d(
    to: Pointer,
    from: Pointer,
    bytes: usize,
    to_device: c_int,
    from_device: c_int,
) {
    let call = Call::on("acc_memcpy_d2d", address(to), bytes);
    runtime().settle_presence();
    let (to, from) = between(&call, to, from, to_device, from_device);
    let run = || runtime().copy_between(to, from, bytes);
    call.check(in_routine(call.routine, AsyncArgument::SYNC, run));
}

/// `acc_memcpy_d2d_async`.
#[unsafe(no_mangle)]
pub extern "C" fn acc_memcpy_d2d_async(
    to: Pointer,
    from: Pointer,
    bytes: usize,
    to_device: c_int,
    from_device: c_int,
    queue: c_int,
) {
    let call = Call::on("acc_memcpy_d2d_async", address(to), bytes);
    let (to, from) = between(&call, to, from, to_device, from_device);
    let runtime = runtime();
    let run = move || call.check(runtime.copy_between(to, from, bytes));
    let job = move || in_routine(call.routine, queue, run);
    runtime.in_order(argument(&call, queue), Box::new(job));
}
