//! The structs of `include/clacc_abi.h`. A test compares sizes and offsets with those of a C compiler.

use core::ffi::{c_char, c_void};

/// The version of the interface that this library implements.
pub const VERSION: u32 = 1;

/// `clacc_thread`: the head of a thread in a team.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ThreadHead {
    /// The thread's number in the team.
    pub id: i32,
    /// The number of threads.
    pub count: i32,
    /// The gang that the thread runs now.
    pub gang: i64,
    /// The number of gangs.
    pub gangs: i64,
    /// How many parallel regions enclose the thread.
    pub level: u32,
    /// Not used.
    pub reserved: u32,
}

/// `clacc_body`: an outlined region.
pub type Body = unsafe extern "C" fn(*mut ThreadHead, *mut c_void);

/// `CLACC_SITE_OPENMP`: the first number of OpenMP's constructs.
pub const SITE_OPENMP: u16 = 0x100;
/// `CLACC_SITE_TEAMS`: the last one.
pub const SITE_TEAMS: u16 = 0x109;

/// `clacc_site`: a construct in the source.
#[derive(Debug)]
#[repr(C)]
pub struct Site {
    /// The size of the struct.
    pub size: u16,
    /// The kind of the construct.
    pub construct: u16,
    /// Zero.
    pub flags: u32,
    /// The name of the file.
    pub file: *const c_char,
    /// The name of the function.
    pub function: *const c_char,
    /// The line of the directive.
    pub line: i32,
    /// The line where the construct ends.
    pub end_line: i32,
    /// The line where the function begins.
    pub func_line: i32,
    /// The line where the function ends.
    pub func_end_line: i32,
}

/// `clacc_when`: when, where and in which queue an OpenACC construct runs.
#[derive(Debug)]
#[repr(C)]
pub struct When {
    /// The device number, or -1.
    pub device: i32,
    /// The async argument.
    pub queue: i32,
    /// Whether the condition holds.
    pub go: i32,
    /// How many queues are waited for.
    pub waits: u32,
    /// Their async arguments.
    pub wait: *const i32,
    /// The device of these queues.
    pub wait_device: i32,
}

/// `clacc_depend`: a dependence of a task.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Depend {
    /// The address of the object.
    pub address: *const c_void,
    /// One of the kinds `CLACC_IN` and so on.
    pub kind: u32,
    /// Zero.
    pub reserved: u32,
}

/// `clacc_task_info`: what a task is.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TaskInfo {
    /// The construct.
    pub site: *const Site,
    /// The outlined task.
    pub body: Option<Body>,
    /// Copies the arguments.
    pub copy: Option<unsafe extern "C" fn(*mut c_void, *const c_void)>,
    /// The size of the arguments.
    pub bytes: u32,
    /// Their alignment.
    pub align: u32,
    /// The flags `CLACC_TASK_…`.
    pub flags: u32,
    /// Zero.
    pub reserved: u32,
}

/// `clacc_task_reduction`: a variable that tasks reduce.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TaskReduction {
    /// The variable, or a part of it.
    pub original: *mut c_void,
    /// Its size.
    pub bytes: usize,
    /// Gives a copy its first value.
    pub initialise: Option<unsafe extern "C" fn(*mut c_void, *const c_void, usize)>,
    /// Combines two copies.
    pub combine: Option<unsafe extern "C" fn(*mut c_void, *const c_void, usize)>,
}

/// `combine` of `clacc_reduce`.
pub type Combine = unsafe extern "C" fn(*mut c_void, *const c_void);

/// `CLACC_SERIAL`.
pub const SERIAL: u32 = 1;
/// `CLACC_NOWAIT`.
pub const NOWAIT: u32 = 2;
/// `CLACC_REDUCE_ALL`.
pub const REDUCE_ALL: u32 = 4;
/// `CLACC_REDUCE_VALUES`.
pub const REDUCE_VALUES: u32 = 8;
/// `CLACC_BIND_PRIMARY`.
pub const BIND_PRIMARY: u32 = 0x100;
/// `CLACC_BIND_CLOSE`.
pub const BIND_CLOSE: u32 = 0x200;
/// `CLACC_BIND_SPREAD`, and the bits of all three.
pub const BIND: u32 = 0x300;

/// `CLACC_TEAMS_SHARE`.
pub const TEAMS_SHARE: u32 = 1;
/// `CLACC_PARTIAL_FIRST`.
pub const PARTIAL_FIRST: u32 = 1;
/// `CLACC_PARTIAL_LAST`.
pub const PARTIAL_LAST: u32 = 2;
/// `CLACC_DEFAULT_DEVICE`.
pub const DEFAULT_DEVICE: i32 = i32::MIN;

/// `CLACC_STATIC`.
pub const STATIC: u32 = 1;
/// `CLACC_DYNAMIC`.
pub const DYNAMIC: u32 = 2;
/// `CLACC_GUIDED`.
pub const GUIDED: u32 = 3;
/// `CLACC_AUTO`.
pub const AUTO: u32 = 4;
/// `CLACC_RUNTIME`.
pub const RUNTIME: u32 = 5;
/// `CLACC_ORDERED`.
pub const ORDERED: u32 = 0x100;

/// `CLACC_TASK_UNDEFERRED`.
pub const TASK_UNDEFERRED: u32 = 1;
/// `CLACC_TASK_FINAL`.
pub const TASK_FINAL: u32 = 2;

/// `CLACC_CANCEL_PARALLEL`.
pub const CANCEL_PARALLEL: u32 = 1;
/// `CLACC_CANCEL_LOOP`.
pub const CANCEL_LOOP: u32 = 2;
/// `CLACC_CANCEL_SECTIONS`.
pub const CANCEL_SECTIONS: u32 = 3;
/// `CLACC_CANCEL_TASKGROUP`.
pub const CANCEL_TASKGROUP: u32 = 4;

/// `CLACC_IN`.
pub const IN: u32 = 1;
/// `CLACC_INOUTSET`.
pub const INOUTSET: u32 = 5;

/// `CLACC_TO`: copied to the device if the item is not there yet; update: to the device.
pub const TO: u32 = 1;
/// `CLACC_FROM`: copied to the host if the item leaves the device; update: to the host.
pub const FROM: u32 = 2;
/// `CLACC_ALWAYS`: copied in any case.
pub const ALWAYS: u32 = 4;
/// `CLACC_PRESENT`: it is a mistake if the item is not on the device.
pub const PRESENT: u32 = 8;
/// `CLACC_NO_ALLOC`: nothing happens if the item is not on the device.
pub const NO_ALLOC: u32 = 16;
/// `CLACC_HOLD`: counts in the structured reference counter.
pub const HOLD: u32 = 32;
/// `CLACC_FINALIZE`: the dynamic counter becomes zero.
pub const FINALIZE: u32 = 64;
/// `CLACC_OWN`: a copy for one region alone.
pub const OWN: u32 = 128;
/// `CLACC_IMPLICIT`: no clause of the source names the item.
pub const IMPLICIT: u32 = 256;
/// `CLACC_MEMBER`: inside a struct that the name names too.
pub const MEMBER: u32 = 1024;
/// `CLACC_VALUES`: numbers and pointers alone, no struct or union.
pub const VALUES: u32 = 512;
/// `CLACC_ADDRESS_OF`: the address of a variable.
pub const ADDRESS_OF: u32 = 1;
/// `CLACC_POINTER`: the value of a pointer.
pub const POINTER: u32 = 2;

/// `clacc_item`: an item of a data clause.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Item {
    /// The first byte.
    pub host: *mut c_void,
    /// The size in bytes.
    pub bytes: usize,
    /// The pointer through which the item is named, or null.
    pub pointer: *mut *mut c_void,
    /// The item as the program writes it.
    pub name: *const c_char,
    /// The action: the bits `TO` to `VALUES`.
    pub action: u32,
    /// Zero.
    pub reserved: u32,
}

/// `clacc_param`: an address in the arguments of a `target` region.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Param {
    /// The offset of the address in the arguments.
    pub offset: u32,
    /// `ADDRESS_OF` for the address of a variable, `POINTER` for the value of a pointer.
    pub kind: u32,
    /// The size of the variable, or of what the pointer points to.
    pub bytes: usize,
    /// The name of the variable.
    pub name: *const c_char,
}

/// `clacc_global`: a variable with storage of its own on the device.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Global {
    /// The host's variable.
    pub host: *mut c_void,
    /// Its size.
    pub bytes: usize,
    /// Its name.
    pub name: *const c_char,
    /// `TO`, `VALUES`.
    pub flags: u32,
    /// Zero.
    pub reserved: u32,
}
