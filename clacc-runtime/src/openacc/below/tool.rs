//! A tool of the OpenMP runtime (OMPT, OpenMP 5.2 chapter 19), which is told of devices, of their memory and of launches.
//!
//! It is one only if somebody wants events when the runtime starts. A tool of the user's is started by this one, in the order of
//! OpenMP: one that is linked behind this library, or else the first of `OMP_TOOL_LIBRARIES` that wants to run. It gets its
//! callbacks for the same events from here.

use super::{memory, regions};
use crate::openacc::handle::Address;
use crate::openacc::system::{Search, find_symbol};
use crate::profile::cause::Cause;
use crate::profile::detail::Detail;
use crate::profile::dispatch;
use crate::profile::{libraries, objects};
use clacc_runtime_abi::profiling::Event;
use clacc_runtime_core::system::variable;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};

type Pointer = *mut c_void;
type Lookup = unsafe extern "C" fn(*const c_char) -> Option<Function>;
type Function = unsafe extern "C" fn();
type SetCallback = unsafe extern "C" fn(c_int, Option<Function>) -> c_int;
type GetCallback = unsafe extern "C" fn(c_int, *mut Option<Function>) -> c_int;
type Initialize = unsafe extern "C" fn(Lookup, c_int, *mut u64) -> c_int;
type Finalize = unsafe extern "C" fn(*mut u64);
type StartTool = unsafe extern "C" fn(c_uint, *const c_char) -> *mut Started;

/// `ompt_start_tool_result_t`.
#[repr(C)]
pub(super) struct Started {
    initialize: Initialize,
    finalize: Finalize,
    data: u64,
}

/// Numbers of `ompt_callbacks_t`.
mod event {
    use std::ffi::c_int;
    pub(super) const DATA_OP: c_int = 9;
    pub(super) const SUBMIT: c_int = 10;
    pub(super) const DEVICE_INITIALIZE: c_int = 12;
    pub(super) const DEVICE_FINALIZE: c_int = 13;
    pub(super) const DATA_OP_EMI: c_int = 34;
    pub(super) const SUBMIT_EMI: c_int = 35;
    /// The events of this tool.
    pub(super) const OURS: [c_int; 4] = [DEVICE_INITIALIZE, DEVICE_FINALIZE, DATA_OP_EMI, SUBMIT_EMI];
}

/// `ompt_set_always`.
const ALWAYS: c_int = 5;
/// `ompt_scope_begin` and `ompt_scope_end`.
const BEGIN: c_int = 1;
const END: c_int = 2;

/// The tool of the user, started by this one.
static OTHER: AtomicPtr<Started> = AtomicPtr::new(std::ptr::null_mut());
/// The address of the lookup function that the OpenMP runtime passed to this tool.
static LOOKUP: AtomicUsize = AtomicUsize::new(0);
/// The callbacks of the user's tool, by their numbers.
static THEIRS: [AtomicUsize; 40] = [const { AtomicUsize::new(0) }; 40];

/// The function with which a tool is found.
///
/// # Safety
/// Only an OpenMP runtime may call it.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn ompt_start_tool(version: c_uint, runtime: *const c_char) -> *mut Started {
    static mut OURS: Started = Started { initialize, finalize, data: 0 };
    // SAFETY: the arguments are passed on.
    let other = unsafe { start_other(version, runtime) };
    if !dispatch::is_on() && !libraries::are_wanted() {
        return other;
    }
    OTHER.store(other, Ordering::Release);
    &raw mut OURS
}

/// Starts the tool of the user. Returns null if there is none.
///
/// # Safety
/// The arguments are those of an OpenMP runtime.
unsafe fn start_other(version: c_uint, runtime: *const c_char) -> *mut Started {
    let own: StartTool = ompt_start_tool;
    let own = (own as *const c_void).expose_provenance();
    let linked = find_symbol(c"ompt_start_tool", Search::BehindThis).filter(|found| *found != own);
    let start = |found: Address| {
        // SAFETY: OpenMP gives a function of this name this type.
        let start = unsafe { super::symbols::function::<StartTool>(found) };
        // SAFETY: the caller promises the arguments.
        let started = unsafe { start(version, runtime) };
        (!started.is_null()).then_some(started)
    };
    let named = variable("OMP_TOOL_LIBRARIES").unwrap_or_default();
    let files = named.split(|byte| *byte == b':').filter(|name| !name.is_empty());
    let find = |file: CString| {
        let handle = objects::open(&file).ok()?;
        objects::find_in(handle, c"ompt_start_tool").map(<*mut c_void>::expose_provenance)
    };
    let mut libraries = files.filter_map(|name| CString::new(name).ok()).filter_map(find);
    linked.and_then(start).or_else(|| libraries.find_map(start)).unwrap_or(std::ptr::null_mut())
}

unsafe extern "C" fn initialize(lookup: Lookup, initial_device: c_int, _data: *mut u64) -> c_int {
    LOOKUP.store(lookup as usize, Ordering::Release);
    if let Some(set) = runtime_function::<SetCallback>(c"ompt_set_callback") {
        for number in event::OURS {
            // SAFETY: each function has the type that OpenMP wants for its event.
            unsafe { set(number, Some(ours(number))) };
        }
        regions::set_told_of_launches();
    }
    let other = OTHER.load(Ordering::Acquire);
    if !other.is_null() {
        // SAFETY: the user's tool promised a valid result, which lives as long as the program.
        unsafe { ((*other).initialize)(lookup_for_other, initial_device, &raw mut (*other).data) };
    }
    1
}

unsafe extern "C" fn finalize(_data: *mut u64) {
    dispatch::shut_down();
    let other = OTHER.load(Ordering::Acquire);
    if !other.is_null() {
        // SAFETY: as in `initialize`.
        unsafe { ((*other).finalize)(&raw mut (*other).data) };
    }
}

/// Looks up an entry point of the runtime.
fn runtime_function<F: Copy>(name: &CStr) -> Option<F> {
    let lookup = LOOKUP.load(Ordering::Acquire);
    if lookup == 0 {
        return None;
    }
    // SAFETY: `initialize` stored a function of this type there.
    let lookup = unsafe { super::symbols::function::<Lookup>(lookup) };
    // SAFETY: the name is a C string.
    let found = unsafe { lookup(name.as_ptr()) }?;
    // SAFETY: the caller names the type that OpenMP gives the entry point.
    Some(unsafe { super::symbols::function::<F>(found as usize) })
}

/// The function that this tool registers for an event of its own.
fn ours(number: c_int) -> Function {
    let function = match number {
        event::DEVICE_INITIALIZE => device_initialize as *const c_void,
        event::DEVICE_FINALIZE => device_finalize as *const c_void,
        event::DATA_OP_EMI => data_op as *const c_void,
        _ => submit as *const c_void,
    };
    // SAFETY: it is a function, which the runtime calls with the type of the event.
    unsafe { super::symbols::function::<Function>(function.expose_provenance()) }
}

/// The lookup function that the user's tool gets.
unsafe extern "C" fn lookup_for_other(name: *const c_char) -> Option<Function> {
    let function = |address: *const c_void| {
        // SAFETY: it is a function, which the tool calls with the type of the entry point.
        Some(unsafe { super::symbols::function::<Function>(address.expose_provenance()) })
    };
    // SAFETY: a tool passes a C string.
    let name = unsafe { CStr::from_ptr(name) };
    match name.to_bytes() {
        b"ompt_set_callback" => function(set_for_other as *const c_void),
        b"ompt_get_callback" => function(get_for_other as *const c_void),
        _ => runtime_function::<Function>(name),
    }
}

/// Returns true if this tool passes the events of a number on to the user's tool. The older forms without `emi` are made from the newer ones.
fn is_shared(number: c_int) -> bool {
    event::OURS.contains(&number) || number == event::DATA_OP || number == event::SUBMIT
}

fn theirs(number: c_int) -> Option<&'static AtomicUsize> {
    usize::try_from(number).ok().and_then(|number| THEIRS.get(number))
}

unsafe extern "C" fn set_for_other(number: c_int, callback: Option<Function>) -> c_int {
    if let Some(place) = theirs(number).filter(|_| is_shared(number)) {
        place.store(callback.map_or(0, |callback| callback as usize), Ordering::Release);
        return ALWAYS;
    }
    // SAFETY: the tool promises that the function has the type of the event.
    runtime_function::<SetCallback>(c"ompt_set_callback").map_or(0, |set| unsafe { set(number, callback) })
}

unsafe extern "C" fn get_for_other(number: c_int, callback: *mut Option<Function>) -> c_int {
    if is_shared(number) {
        let found = callback_of_other::<Function>(number);
        // SAFETY: the tool passes a place for the result.
        unsafe { callback.write(found) };
        return c_int::from(found.is_some());
    }
    // SAFETY: the tool passes a place for the result.
    runtime_function::<GetCallback>(c"ompt_get_callback").map_or(0, |get| unsafe { get(number, callback) })
}

/// The function that the user's tool registered for an event.
fn callback_of_other<F: Copy>(number: c_int) -> Option<F> {
    let function = theirs(number)?.load(Ordering::Acquire);
    // SAFETY: the tool registered a function of the event's type, and the caller names this type.
    (function != 0).then(|| unsafe { super::symbols::function::<F>(function) })
}

/// Raises the two events of a device that has started or is about to end. The runtime tells of one moment only.
fn raise_both(number: c_int, start: Event, end: Event) {
    let device = regions::device_by_number(number);
    let cause = dispatch::cause().unwrap_or(Cause::INTERNAL);
    let cause = Cause { device, ..cause };
    dispatch::raise_for(&cause, start, Detail::None);
    dispatch::raise_for(&cause, end, Detail::None);
}

type DeviceInitialize = unsafe extern "C" fn(c_int, *const c_char, Pointer, Option<Function>, *const c_char);

unsafe extern "C" fn device_initialize(
    number: c_int,
    kind: *const c_char,
    device: Pointer,
    lookup: Option<Function>,
    documentation: *const c_char,
) {
    raise_both(number, Event::DeviceInitStart, Event::DeviceInitEnd);
    if let Some(next) = callback_of_other::<DeviceInitialize>(event::DEVICE_INITIALIZE) {
        // SAFETY: the arguments are passed on.
        unsafe { next(number, kind, device, lookup, documentation) };
    }
}

unsafe extern "C" fn device_finalize(number: c_int) {
    raise_both(number, Event::DeviceShutdownStart, Event::DeviceShutdownEnd);
    if let Some(next) = callback_of_other::<unsafe extern "C" fn(c_int)>(event::DEVICE_FINALIZE) {
        // SAFETY: the argument is passed on.
        unsafe { next(number) };
    }
}

fn next_operation() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// # Safety
/// The pointer is null or leads to the data of a construct.
unsafe fn number_of_target(data: *mut u64) -> u64 {
    // SAFETY: the caller promises it.
    unsafe { data.as_ref() }.copied().unwrap_or(0)
}

type SubmitEmi = unsafe extern "C" fn(c_int, *mut u64, *mut u64, c_uint);
type Submit = unsafe extern "C" fn(u64, u64, c_uint);

unsafe extern "C" fn submit(endpoint: c_int, target: *mut u64, operation: *mut u64, teams: c_uint) {
    let gangs = Detail::Gangs(usize::try_from(teams).unwrap_or(0));
    if endpoint == BEGIN {
        regions::before_launch();
        dispatch::raise(Event::EnqueueLaunchStart, gangs);
    }
    if let Some(next) = callback_of_other::<SubmitEmi>(event::SUBMIT_EMI) {
        // SAFETY: the arguments are passed on.
        unsafe { next(endpoint, target, operation, teams) };
    } else if let Some(next) = callback_of_other::<Submit>(event::SUBMIT).filter(|_| endpoint == BEGIN) {
        // SAFETY: the runtime passes the data of the construct.
        unsafe { next(number_of_target(target), next_operation(), teams) };
    }
    if endpoint == END {
        dispatch::raise(Event::EnqueueLaunchEnd, gangs);
        regions::after_launch();
    }
}

/// An operation on the memory of a device.
#[derive(Clone, Copy, Debug)]
struct Operation {
    kind: c_int,
    source: (Pointer, c_int),
    target: (Pointer, c_int),
    bytes: usize,
}

type DataOpEmi = unsafe extern "C" fn(
    c_int,
    *mut u64,
    *mut u64,
    *mut u64,
    c_int,
    Pointer,
    c_int,
    Pointer,
    c_int,
    usize,
    *const c_void,
);
type DataOp = unsafe extern "C" fn(u64, u64, c_int, Pointer, c_int, Pointer, c_int, usize, *const c_void);

unsafe extern "C" fn data_op(
    endpoint: c_int,
    task: *mut u64,
    target: *mut u64,
    operation: *mut u64,
    kind: c_int,
    source: Pointer,
    source_device: c_int,
    dest: Pointer,
    dest_device: c_int,
    bytes: usize,
    code: *const c_void,
) {
    let told = Operation { kind, source: (source, source_device), target: (dest, dest_device), bytes };
    if endpoint == BEGIN {
        begin_operation(told);
    }
    if let Some(next) = callback_of_other::<DataOpEmi>(event::DATA_OP_EMI) {
        // SAFETY: the arguments are passed on.
        unsafe {
            next(
                endpoint,
                task,
                target,
                operation,
                kind,
                source,
                source_device,
                dest,
                dest_device,
                bytes,
                code,
            );
        }
    } else if let Some(next) = callback_of_other::<DataOp>(event::DATA_OP).filter(|_| endpoint == BEGIN) {
        // SAFETY: the runtime passes the data of the construct.
        let number = unsafe { number_of_target(target) };
        // SAFETY: the arguments are passed on.
        unsafe {
            next(number, next_operation(), kind, source, source_device, dest, dest_device, bytes, code);
        };
    }
    if endpoint == END {
        end_operation(told);
    }
}

/// The kinds of operations: each also has an asynchronous form.
const ASYNCHRONOUS: c_int = 16;
const ALLOCATE: c_int = 1;
const TO_DEVICE: c_int = 2;
const FROM_DEVICE: c_int = 3;
const DELETE: c_int = 4;

fn begin_operation(told: Operation) {
    match told.kind % ASYNCHRONOUS {
        TO_DEVICE => memory::transfer(Event::EnqueueUploadStart, told.source.0, told.target, told.bytes),
        FROM_DEVICE => memory::transfer(Event::EnqueueDownloadStart, told.target.0, told.source, told.bytes),
        DELETE => memory::freed(if told.source.0.is_null() { told.target } else { told.source }),
        _ => {}
    }
}

fn end_operation(told: Operation) {
    match told.kind % ASYNCHRONOUS {
        ALLOCATE => memory::allocated(told.source.0, told.target, told.bytes),
        TO_DEVICE => memory::transfer(Event::EnqueueUploadEnd, told.source.0, told.target, told.bytes),
        FROM_DEVICE => memory::transfer(Event::EnqueueDownloadEnd, told.target.0, told.source, told.bytes),
        _ => {}
    }
}
