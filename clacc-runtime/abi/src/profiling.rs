//! The structs and numbers of `acc_prof.h` (OpenACC 3.4 sections 5.1 and 5.2).

use core::ffi::{c_char, c_int, c_void};

/// The value of `_ACC_PROF_INFO_VERSION`, which is that of `_OPENACC`.
pub const VERSION: c_int = 202_506;

/// `acc_device_host`.
pub const HOST: c_int = 2;

/// An event, with the number that `acc_event_t` gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i32)]
#[expect(missing_docs, reason = "the names are those of the header")]
pub enum Event {
    DeviceInitStart = 1,
    DeviceInitEnd,
    DeviceShutdownStart,
    DeviceShutdownEnd,
    RuntimeShutdown,
    Create,
    Delete,
    Alloc,
    Free,
    EnterDataStart,
    EnterDataEnd,
    ExitDataStart,
    ExitDataEnd,
    UpdateStart,
    UpdateEnd,
    ComputeConstructStart,
    ComputeConstructEnd,
    EnqueueLaunchStart,
    EnqueueLaunchEnd,
    EnqueueUploadStart,
    EnqueueUploadEnd,
    EnqueueDownloadStart,
    EnqueueDownloadEnd,
    WaitStart,
    WaitEnd,
}

/// `acc_ev_last`: one more than the greatest number of an event.
pub const EVENTS: usize = 26;

/// The position of an event in a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It has no partner.
    Single,
    /// It begins what its partner ends.
    Start,
    /// It ends what its partner began.
    End,
}

impl Event {
    /// All events, in the order of their numbers.
    pub const ALL: [Self; EVENTS - 1] = [
        Self::DeviceInitStart,
        Self::DeviceInitEnd,
        Self::DeviceShutdownStart,
        Self::DeviceShutdownEnd,
        Self::RuntimeShutdown,
        Self::Create,
        Self::Delete,
        Self::Alloc,
        Self::Free,
        Self::EnterDataStart,
        Self::EnterDataEnd,
        Self::ExitDataStart,
        Self::ExitDataEnd,
        Self::UpdateStart,
        Self::UpdateEnd,
        Self::ComputeConstructStart,
        Self::ComputeConstructEnd,
        Self::EnqueueLaunchStart,
        Self::EnqueueLaunchEnd,
        Self::EnqueueUploadStart,
        Self::EnqueueUploadEnd,
        Self::EnqueueDownloadStart,
        Self::EnqueueDownloadEnd,
        Self::WaitStart,
        Self::WaitEnd,
    ];

    /// Converts an `acc_event_t`.
    pub fn from_c(number: c_int) -> Option<Self> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        Self::ALL.get(index).copied()
    }

    /// The number of the event, as an index.
    pub fn index(self) -> usize {
        usize::try_from(self as c_int).unwrap_or(0)
    }

    /// Returns the position of the event in its pair.
    pub fn role(self) -> Role {
        match self {
            Self::RuntimeShutdown | Self::Create | Self::Delete | Self::Alloc | Self::Free => Role::Single,
            Self::DeviceInitStart | Self::DeviceShutdownStart => Role::Start,
            Self::DeviceInitEnd | Self::DeviceShutdownEnd => Role::End,
            _ if self as c_int % 2 == 0 => Role::Start,
            _ => Role::End,
        }
    }

    /// The struct that describes the event.
    pub fn shape(self) -> Shape {
        match self {
            Self::Create
            | Self::Delete
            | Self::Alloc
            | Self::Free
            | Self::EnqueueUploadStart
            | Self::EnqueueUploadEnd
            | Self::EnqueueDownloadStart
            | Self::EnqueueDownloadEnd => Shape::Data,
            Self::EnqueueLaunchStart | Self::EnqueueLaunchEnd => Shape::Launch,
            _ => Shape::Other,
        }
    }
}

/// The member of `acc_event_info` that describes an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `data_event`.
    Data,
    /// `launch_event`.
    Launch,
    /// `other_event`.
    Other,
}

/// Numbers of `acc_construct_t`.
pub mod construct {
    use core::ffi::c_int;
    /// `acc_construct_parallel`.
    pub const PARALLEL: c_int = 0;
    /// `acc_construct_data`.
    pub const DATA: c_int = 3;
    /// `acc_construct_enter_data`.
    pub const ENTER_DATA: c_int = 4;
    /// `acc_construct_exit_data`.
    pub const EXIT_DATA: c_int = 5;
    /// `acc_construct_update`.
    pub const UPDATE: c_int = 12;
    /// `acc_construct_runtime_api`.
    pub const RUNTIME_API: c_int = 15;
    /// `acc_construct_serial`.
    pub const SERIAL: c_int = 16;
    /// `acc_construct_kernels`.
    pub const KERNELS: c_int = 1;
    /// `acc_construct_wait`.
    pub const WAIT: c_int = 14;
}

/// `acc_prof_info`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes the fields")]
pub struct ProfInfo {
    pub event_type: c_int,
    pub valid_bytes: c_int,
    pub version: c_int,
    pub device_type: c_int,
    pub device_number: c_int,
    pub thread_id: c_int,
    pub async_argument: isize,
    pub async_queue: isize,
    pub src_file: *const c_char,
    pub func_name: *const c_char,
    pub line_no: c_int,
    pub end_line_no: c_int,
    pub func_line_no: c_int,
    pub func_end_line_no: c_int,
}

/// The fields that all members of `acc_event_info` begin with; `acc_other_event_info` has no more.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes the fields")]
pub struct OtherEvent {
    pub event_type: c_int,
    pub valid_bytes: c_int,
    pub parent_construct: c_int,
    pub implicit: c_int,
    pub tool_info: *mut c_void,
}

/// `acc_data_event_info`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes the fields")]
pub struct DataEvent {
    pub common: OtherEvent,
    pub var_name: *const c_char,
    pub bytes: usize,
    pub host_ptr: *const c_void,
    pub device_ptr: *const c_void,
}

/// `acc_launch_event_info`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes the fields")]
pub struct LaunchEvent {
    pub common: OtherEvent,
    pub kernel_name: *const c_char,
    pub num_gangs: usize,
    pub num_workers: usize,
    pub vector_length: usize,
}

/// `acc_event_info`.
#[derive(Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes the members")]
pub union EventInfo {
    pub data_event: DataEvent,
    pub launch_event: LaunchEvent,
    pub other_event: OtherEvent,
}

/// `acc_api_info`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes the fields")]
pub struct ApiInfo {
    pub device_api: c_int,
    pub valid_bytes: c_int,
    pub device_type: c_int,
    pub vendor: c_int,
    pub device_handle: *const c_void,
    pub context_handle: *const c_void,
    pub async_handle: *const c_void,
}

/// `acc_prof_callback`.
pub type Callback = unsafe extern "C" fn(*mut ProfInfo, *mut EventInfo, *mut ApiInfo);

/// The number of bytes of a struct up to the end of a field of a type.
macro_rules! valid_bytes {
    ($kind:ty, $field:ident, $of:ty) => {
        (core::mem::offset_of!($kind, $field) + size_of::<$of>()).cast_signed() as c_int
    };
}

/// `valid_bytes` of `acc_prof_info`.
pub const PROF_INFO_BYTES: c_int = valid_bytes!(ProfInfo, func_end_line_no, c_int);
/// `valid_bytes` of `acc_other_event_info`.
pub const OTHER_BYTES: c_int = valid_bytes!(OtherEvent, tool_info, *mut c_void);
/// `valid_bytes` of `acc_data_event_info`.
pub const DATA_BYTES: c_int = valid_bytes!(DataEvent, device_ptr, *const c_void);
/// `valid_bytes` of `acc_launch_event_info` up to the number of gangs: workers and vector lanes are not known.
pub const LAUNCH_BYTES: c_int = valid_bytes!(LaunchEvent, num_gangs, usize);
/// `valid_bytes` of `acc_api_info` without an interface below.
pub const API_BYTES: c_int = valid_bytes!(ApiInfo, device_type, c_int);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_roles() {
        for (index, event) in Event::ALL.iter().enumerate() {
            assert_eq!(event.index(), index + 1);
            assert_eq!(Event::from_c(*event as c_int), Some(*event));
        }
        assert_eq!([-1, 0, 26].map(Event::from_c), [None; 3]);
        assert_eq!(Event::DeviceShutdownEnd.role(), Role::End);
        assert_eq!(Event::WaitStart.role(), Role::Start);
        assert_eq!(Event::UpdateEnd.role(), Role::End);
        assert_eq!(Event::ALL.iter().filter(|event| event.role() == Role::Single).count(), 5);
        let of = |role| Event::ALL.iter().filter(|event| event.role() == role).count();
        assert_eq!(of(Role::Start), of(Role::End));
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn sizes_are_those_of_the_header() {
        assert_eq!([PROF_INFO_BYTES, OTHER_BYTES, DATA_BYTES, LAUNCH_BYTES, API_BYTES], [72, 24, 56, 40, 12]);
        assert_eq!((size_of::<EventInfo>(), size_of::<ApiInfo>()), (56, 40));
    }
}
