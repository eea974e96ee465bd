//! The functions of `clacc_abi.h` that the routines use.

use clacc_runtime_abi::control_variables;
use clacc_runtime_abi::layout::{Depend, ThreadHead};

/// The numbers `CLACC_ICV_…` of control variables and other facts about the current task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Icv {
    /// nthreads-var.
    Threads = control_variables::THREADS,
    /// dyn-var.
    Dynamic = control_variables::DYNAMIC,
    /// max-active-levels-var.
    MaxActiveLevels = control_variables::ACTIVE_LEVELS,
    /// The kind of run-sched-var.
    Schedule = control_variables::SCHEDULE,
    /// The chunk of run-sched-var.
    Chunk = control_variables::CHUNK,
    /// default-device-var, or -1 before a task sets it.
    Device = control_variables::DEVICE,
    /// def-allocator-var, or 0 before a task sets it.
    Allocator = control_variables::ALLOCATOR,
    /// Whether `monotonic` was asked for with run-sched-var.
    ScheduleModifier = control_variables::SCHEDULE_MODIFIER,
    /// thread-limit-var.
    ThreadLimit = control_variables::THREAD_LIMIT,
    /// The processors that the program may use.
    Processors = control_variables::PROCESSORS,
    /// active-levels-var.
    ActiveLevel = control_variables::ACTIVE_LEVEL,
    /// Whether the current task is final.
    InFinal = control_variables::IN_FINAL,
    /// bind-var.
    Bind = control_variables::BIND,
    /// A number that no other task has.
    Task = control_variables::TASK,
    /// The greatest value of max-active-levels-var.
    SupportedLevels = control_variables::SUPPORTED_LEVELS,
    /// How many places there are.
    Places = control_variables::PLACES,
    /// The place of the calling thread, or -1.
    Place = control_variables::PLACE,
    /// The first place of place-partition-var.
    PartitionFirst = control_variables::PARTITION_FIRST,
    /// How many places it has; they follow one another.
    PartitionCount = control_variables::PARTITION_COUNT,
    /// Whether the current task is an explicit one.
    InExplicit = control_variables::IN_EXPLICIT,
    /// cancel-var.
    Cancellation = control_variables::CANCELLATION,
    /// nteams-var, of the device.
    NumTeams = control_variables::NUM_TEAMS,
    /// teams-thread-limit-var, of the device.
    TeamsThreadLimit = control_variables::TEAMS_THREAD_LIMIT,
    /// The number of the team in its league.
    Team = control_variables::TEAM,
    /// How many teams the league has.
    Teams = control_variables::TEAMS,
}

// The declarations say again what `clacc_abi.h` says. Functions that are safe ask nothing of their caller but values.
unsafe extern "C" {
    safe fn clacc_abi() -> u32;
    safe fn clacc_self() -> *const ThreadHead;
    safe fn clacc_icv_get(which: u32) -> i64;
    safe fn clacc_icv_set(which: u32, value: i64);
    safe fn clacc_ancestor(level: i32) -> i32;
    safe fn clacc_team_size(level: i32) -> i32;
    fn clacc_place_processors(place: i32, ids: *mut i32) -> i32;
    fn clacc_affinity_format_set(format: *const core::ffi::c_char);
    fn clacc_affinity_format_get(buffer: *mut core::ffi::c_char, room: usize) -> usize;
    fn clacc_affinity_line(
        format: *const core::ffi::c_char,
        buffer: *mut core::ffi::c_char,
        room: usize,
    ) -> usize;
    safe fn clacc_device_count() -> i32;
    safe fn clacc_running_device() -> i32;
    safe fn clacc_device_allocate(device: i32, bytes: usize) -> *mut core::ffi::c_void;
    safe fn clacc_device_release(device: i32, memory: *mut core::ffi::c_void);
    fn clacc_device_copy(
        to_device: i32,
        to: *mut core::ffi::c_void,
        from_device: i32,
        from: *const core::ffi::c_void,
        bytes: usize,
    );
    safe fn clacc_device_mapped(device: i32, host: *const core::ffi::c_void) -> *mut core::ffi::c_void;
    safe fn clacc_device_associate(
        device: i32,
        host: *const core::ffi::c_void,
        memory: *const core::ffi::c_void,
        bytes: usize,
    ) -> i32;
    safe fn clacc_device_disassociate(device: i32, host: *const core::ffi::c_void) -> i32;
    fn clacc_event_fulfill(event: *mut core::ffi::c_void);
    fn clacc_task_wait(thread: *const ThreadHead, count: u32, list: *const Depend);
}

/// The version of the interface that the library acc2omp has.
pub fn version() -> u32 {
    clacc_abi()
}

/// Asks something of the calling thread's head in its innermost team.
pub fn of_this_thread<T>(question: impl FnOnce(&ThreadHead) -> T) -> T {
    // SAFETY: the pointer is that of a live head until the innermost region of the calling thread ends, and that does
    // not happen during a routine.
    question(unsafe { &*clacc_self() })
}

/// The value of a control variable.
pub fn get(icv: Icv) -> i64 {
    clacc_icv_get(icv as u32)
}

/// The value of a control variable as C's `int`: the greatest one if it is greater.
pub fn get_int(icv: Icv) -> i32 {
    i32::try_from(get(icv)).unwrap_or(i32::MAX)
}

/// Sets a control variable; the library leaves out what is not in its range.
pub fn set(icv: Icv, value: i64) {
    clacc_icv_set(icv as u32, value);
}

/// The number of this thread's ancestor at a level, or -1.
pub fn ancestor(level: i32) -> i32 {
    clacc_ancestor(level)
}

/// The size of the team at a level, or -1.
pub fn team_size(level: i32) -> i32 {
    clacc_team_size(level)
}

/// How many processors a place has; 0 if there is no such place.
pub fn processors_of(place: i32) -> i32 {
    // SAFETY: with a null pointer nothing is stored.
    unsafe { clacc_place_processors(place, core::ptr::null_mut()) }
}

/// Stores the numbers of the processors of a place.
///
/// # Safety
/// The pointer is null, or there is room for as many as [`processors_of`] says.
pub unsafe fn store_processors_of(place: i32, ids: *mut i32) {
    // SAFETY: the caller promises it.
    unsafe { clacc_place_processors(place, ids) };
}

/// Sets affinity-format-var; null changes nothing.
///
/// # Safety
/// The pointer is null or that of a C string.
pub unsafe fn set_affinity_format(format: *const core::ffi::c_char) {
    // SAFETY: the caller promises it.
    unsafe { clacc_affinity_format_set(format) };
}

/// Stores affinity-format-var, as much as has room. Returns its length.
///
/// # Safety
/// The pointer is that of `room` bytes, or there is no room.
pub unsafe fn store_affinity_format(buffer: *mut core::ffi::c_char, room: usize) -> usize {
    // SAFETY: the caller promises it.
    unsafe { clacc_affinity_format_get(buffer, room) }
}

/// Stores a line about the calling thread in a format, or in that of affinity-format-var for none or an empty one. Returns its length.
///
/// # Safety
/// The format is null or a C string, and the buffer has the room, or there is none.
pub unsafe fn store_affinity_line(
    format: *const core::ffi::c_char,
    buffer: *mut core::ffi::c_char,
    room: usize,
) -> usize {
    // SAFETY: the caller promises it.
    unsafe { clacc_affinity_line(format, buffer, room) }
}

/// Fulfils the event of a detached task.
///
/// # Safety
/// The event is one that the library made, and it has not been fulfilled.
pub unsafe fn fulfill(event: *mut core::ffi::c_void) {
    // SAFETY: the caller promises it.
    unsafe { clacc_event_fulfill(event) };
}

/// Waits for those child tasks of the current task on which one with this dependence would wait. The address is only compared.
pub fn wait_for(address: *const core::ffi::c_void, kind: u32) {
    let list = [Depend { address, kind, reserved: 0 }];
    // SAFETY: the head is the calling thread's own, and there is one dependence.
    unsafe { clacc_task_wait(clacc_self(), 1, list.as_ptr()) };
}

/// Returns the number of devices with a memory of their own. They are numbered from zero.
pub fn devices() -> i32 {
    clacc_device_count()
}

/// The device whose code the caller is; -1 on the host.
pub fn running_device() -> i32 {
    clacc_running_device()
}

/// Allocates memory of a device; null if there is none left.
pub fn allocate_on(device: i32, bytes: usize) -> *mut core::ffi::c_void {
    clacc_device_allocate(device, bytes)
}

/// Frees memory of a device, or ends the program with a message.
pub fn release_on(device: i32, memory: *mut core::ffi::c_void) {
    clacc_device_release(device, memory);
}

/// Copies bytes from one device or the host to another, or ends the program with a message.
///
/// # Safety
/// Bytes of the host are the program's.
pub unsafe fn copy(
    (to_device, to): (i32, *mut core::ffi::c_void),
    (from_device, from): (i32, *const core::ffi::c_void),
    bytes: usize,
) {
    // SAFETY: the caller promises it.
    unsafe { clacc_device_copy(to_device, to, from_device, from, bytes) };
}

/// Returns the device address of the copy of a byte of the host, or null.
pub fn mapped_on(device: i32, host: *const core::ffi::c_void) -> *mut core::ffi::c_void {
    clacc_device_mapped(device, host)
}

/// Makes memory of a device the copy of the host's. Returns whether it did.
pub fn associate(
    device: i32,
    host: *const core::ffi::c_void,
    memory: *const core::ffi::c_void,
    bytes: usize,
) -> bool {
    clacc_device_associate(device, host, memory, bytes) != 0
}

/// Takes an association back. Returns whether there was one.
pub fn disassociate(device: i32, host: *const core::ffi::c_void) -> bool {
    clacc_device_disassociate(device, host) != 0
}
