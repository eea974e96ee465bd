//! An event, as the runtime tells of it.

use clacc_runtime_abi::profiling::{DataEvent, Event, EventInfo, LaunchEvent, OtherEvent, ProfInfo, Shape};
use std::ffi::{CStr, c_char, c_int};
use std::mem::offset_of;

/// A device, as events name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Device {
    /// Its `acc_device_t`.
    pub(crate) kind: c_int,
    /// Its number among the devices of the type.
    pub(crate) number: c_int,
}

/// An event. Texts live as long as the callback.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told<'t> {
    pub(crate) event: Event,
    pub(crate) thread: c_int,
    pub(crate) device: Device,
    /// The queue, or a negative number as `async` arguments have it.
    pub(crate) queue: c_int,
    /// The `acc_construct_t`.
    pub(crate) construct: c_int,
    pub(crate) is_implicit: bool,
    pub(crate) file: Option<&'t [u8]>,
    pub(crate) function: Option<&'t [u8]>,
    pub(crate) line: c_int,
    pub(crate) variable: Option<&'t [u8]>,
    pub(crate) bytes: usize,
    pub(crate) gangs: usize,
}

/// Returns true if `valid_bytes` covers a field that ends at an offset.
fn is_valid(valid_bytes: c_int, end: usize) -> bool {
    usize::try_from(valid_bytes).is_ok_and(|valid| valid >= end)
}

/// # Safety
/// The pointer is null or leads to a C string that lives as long as the result.
unsafe fn text<'t>(pointer: *const c_char) -> Option<&'t [u8]> {
    // SAFETY: the caller promises it.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) }.to_bytes())
}

impl Told<'_> {
    /// Reads the arguments of a callback. `None` if the event is none of `acc_prof.h`, or older than this library.
    ///
    /// # Safety
    /// The pointers are the arguments of a callback, and the result is used in it alone.
    pub(crate) unsafe fn read(prof: *const ProfInfo, info: *const EventInfo) -> Option<Self> {
        // SAFETY: the caller promises it. All members of the union begin with the fields of this struct.
        let (prof, common) = unsafe { (prof.as_ref()?, info.cast::<OtherEvent>().as_ref()?) };
        let event = Event::from_c(prof.event_type)?;
        if !is_valid(prof.valid_bytes, offset_of!(ProfInfo, line_no) + size_of::<c_int>()) {
            return None;
        }
        let queue = if prof.async_queue >= 0 { prof.async_queue } else { prof.async_argument };
        let mut told = Self {
            event,
            thread: prof.thread_id,
            device: Device { kind: prof.device_type, number: prof.device_number },
            queue: c_int::try_from(queue).unwrap_or(-1),
            construct: common.parent_construct,
            is_implicit: common.implicit != 0,
            // SAFETY: the interface says that they are null or C strings.
            file: unsafe { text(prof.src_file) },
            // SAFETY: as above.
            function: unsafe { text(prof.func_name) },
            line: prof.line_no,
            variable: None,
            bytes: 0,
            gangs: 0,
        };
        // SAFETY: the caller promises it, and the event is the one of the union.
        unsafe { told.read_details(common.valid_bytes, info) };
        Some(told)
    }

    /// Reads the fields of the event's own struct.
    ///
    /// # Safety
    /// The pointer leads to the struct that belongs to the event.
    unsafe fn read_details(&mut self, valid: c_int, info: *const EventInfo) {
        match self.event.shape() {
            Shape::Data if is_valid(valid, offset_of!(DataEvent, host_ptr)) => {
                // SAFETY: so many bytes are valid, and the caller promises the member.
                let data = unsafe { &(*info).data_event };
                // SAFETY: the interface says that it is null or a C string.
                self.variable = unsafe { text(data.var_name) };
                self.bytes = data.bytes;
            }
            Shape::Launch if is_valid(valid, offset_of!(LaunchEvent, num_workers)) => {
                // SAFETY: so many bytes are valid, and the caller promises the member.
                self.gangs = unsafe { (*info).launch_event.num_gangs };
            }
            _ => {}
        }
    }
}
