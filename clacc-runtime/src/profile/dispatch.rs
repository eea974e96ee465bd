//! Events, and the calls of the callbacks that are registered for them.

use crate::profile::callbacks::{self, State};
use crate::profile::cause::Cause;
use crate::profile::detail::Detail;
use crate::profile::{libraries, notify};
use clacc_runtime_abi::profiling::{
    API_BYTES, ApiInfo, DATA_BYTES, DataEvent, Event, EventInfo, LAUNCH_BYTES, LaunchEvent, OTHER_BYTES,
    OtherEvent, PROF_INFO_BYTES, ProfInfo, Role, Shape, VERSION,
};
use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// A pair of events of which the first one was raised.
#[derive(Debug)]
struct Pair {
    end: Event,
    /// The values of `tool_info` that callbacks stored at its beginning, by the objects that hold the callbacks.
    infos: Vec<(usize, *mut c_void)>,
}

impl Pair {
    fn info_of(&self, owner: usize) -> *mut c_void {
        self.infos.iter().find(|(of, _)| *of == owner).map_or(ptr::null_mut(), |(_, info)| *info)
    }

    fn set_info(&mut self, owner: usize, info: *mut c_void) {
        self.infos.retain(|(of, _)| *of != owner);
        if !info.is_null() {
            self.infos.push((owner, info));
        }
    }
}

/// A list that is still there when the devices of the program end, which is after the end of what threads own. A thread that had
/// events leaves some words behind.
type Lasting<T> = ManuallyDrop<Vec<T>>;

thread_local! {
    /// The number of the thread, in the order of first events, or -1.
    static NUMBER: Cell<c_int> = const { Cell::new(-1) };
    /// The pairs that have begun, the innermost one last.
    static PAIRS: RefCell<Lasting<Pair>> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
    /// The constructs that the thread executes, the innermost one last.
    static CAUSES: RefCell<Lasting<Cause>> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// Returns true if events are raised. The first call of the process looks for libraries.
#[inline]
pub fn is_on() -> bool {
    match callbacks::state() {
        State::Off => false,
        State::On => true,
        State::Unknown => first_look(),
    }
}

#[cold]
fn first_look() -> bool {
    static BEGUN: AtomicBool = AtomicBool::new(false);
    if !BEGUN.swap(true, Ordering::AcqRel) {
        libraries::start(at_exit);
        callbacks::publish(notify::is_wanted());
    }
    callbacks::state() == State::On
}

/// The end of a program whose OpenMP runtime tells of no end.
extern "C" fn at_exit() {
    shut_down();
}

/// Raises the last event of the process, once.
pub fn shut_down() {
    static IS_DOWN: AtomicBool = AtomicBool::new(false);
    if is_on() && !IS_DOWN.swap(true, Ordering::AcqRel) {
        raise_for(&Cause::INTERNAL, Event::RuntimeShutdown, Detail::None);
    }
}

/// Begins a construct of the calling thread: its events have this cause until [`leave`].
pub fn enter(cause: Cause) {
    let _ = CAUSES.try_with(|causes| causes.borrow_mut().push(cause));
}

/// Ends the construct of the last [`enter`].
pub fn leave() {
    let _ = CAUSES.try_with(|causes| causes.borrow_mut().pop());
}

/// The innermost construct of the calling thread.
pub fn cause() -> Option<Cause> {
    CAUSES.try_with(|causes| causes.borrow().last().copied()).ok().flatten()
}

/// Raises an event of the innermost construct.
pub fn raise(event: Event, detail: Detail) {
    raise_for(&cause().unwrap_or(Cause::INTERNAL), event, detail);
}

/// Raises an event: calls the callbacks that are registered for it.
pub fn raise_for(cause: &Cause, event: Event, detail: Detail) {
    if !is_on() {
        return;
    }
    if event.role() == Role::Start {
        begin_pair(event);
    }
    notify::tell(cause, event, detail);
    let Some(registry) = callbacks::of_this_thread() else { return };
    for entry in registry.called(event) {
        let mut prof = prof_info(cause, event);
        let mut info = event_info(cause, event, detail);
        let mut api = api_info(cause);
        let common: *mut OtherEvent = (&raw mut info).cast();
        let known = in_pair(event, |pair| pair.info_of(entry.owner)).unwrap_or(ptr::null_mut());
        // SAFETY: every member of the union begins with these fields.
        unsafe { (*common).tool_info = known };
        // SAFETY: a profiling library registered the function for events, and the structs are those that it wants.
        unsafe { (entry.callback)(&raw mut prof, &raw mut info, &raw mut api) };
        if event.role() == Role::Start {
            // SAFETY: as above.
            let info = unsafe { (*common).tool_info };
            in_pair(event, |pair| pair.set_info(entry.owner, info));
        }
    }
    if event.role() == Role::End {
        end_pair(event);
    }
}

fn begin_pair(start: Event) {
    let Some(end) = Event::from_c(start as c_int + 1) else { return };
    let _ = PAIRS.try_with(|pairs| pairs.borrow_mut().push(Pair { end, infos: Vec::new() }));
}

/// Ends the innermost pair of an event, and those that were left open inside.
fn end_pair(end: Event) {
    let _ = PAIRS.try_with(|pairs| {
        let mut pairs = pairs.borrow_mut();
        if let Some(at) = pairs.iter().rposition(|pair| pair.end == end) {
            pairs.truncate(at);
        }
    });
}

/// Looks at the innermost pair that an event begins or ends. `None` for a single event.
fn in_pair<R>(event: Event, look: impl FnOnce(&mut Pair) -> R) -> Option<R> {
    let end = match event.role() {
        Role::Start => Event::from_c(event as c_int + 1)?,
        Role::End => event,
        Role::Single => return None,
    };
    let found = |pairs: &RefCell<Lasting<Pair>>| {
        pairs.borrow_mut().iter_mut().rev().find(|pair| pair.end == end).map(look)
    };
    PAIRS.try_with(found).ok().flatten()
}

/// The number of the calling thread, in the order in which threads have their first events.
fn thread_number() -> c_int {
    static NEXT: AtomicI32 = AtomicI32::new(0);
    let number = |number: &Cell<c_int>| {
        if number.get() < 0 {
            number.set(NEXT.fetch_add(1, Ordering::Relaxed));
        }
        number.get()
    };
    NUMBER.try_with(number).unwrap_or(0)
}

fn prof_info(cause: &Cause, event: Event) -> ProfInfo {
    let [line_no, end_line_no, func_line_no, func_end_line_no] = cause.source.lines;
    ProfInfo {
        event_type: event as c_int,
        valid_bytes: PROF_INFO_BYTES,
        version: VERSION,
        device_type: cause.device.kind,
        device_number: cause.device.number,
        thread_id: thread_number(),
        async_argument: cause.queue,
        async_queue: if cause.queue >= 0 { cause.queue } else { -1 },
        src_file: cause.source.file,
        func_name: cause.source.function,
        line_no,
        end_line_no,
        func_line_no,
        func_end_line_no,
    }
}

fn event_info(cause: &Cause, event: Event, detail: Detail) -> EventInfo {
    let common = |valid_bytes| OtherEvent {
        event_type: event as c_int,
        valid_bytes,
        parent_construct: cause.construct,
        implicit: c_int::from(cause.is_implicit),
        tool_info: ptr::null_mut(),
    };
    match (event.shape(), detail) {
        (Shape::Data, Detail::Data { variable, bytes, host, device }) => EventInfo {
            data_event: DataEvent {
                common: common(DATA_BYTES),
                var_name: variable,
                bytes,
                host_ptr: host,
                device_ptr: device,
            },
        },
        (Shape::Launch, detail) => {
            let num_gangs = if let Detail::Gangs(gangs) = detail { gangs } else { 0 };
            let common = common(LAUNCH_BYTES);
            let kernel_name = ptr::null();
            EventInfo {
                launch_event: LaunchEvent {
                    common,
                    kernel_name,
                    num_gangs,
                    num_workers: 0,
                    vector_length: 0,
                },
            }
        }
        _ => EventInfo { other_event: common(OTHER_BYTES) },
    }
}

fn api_info(cause: &Cause) -> ApiInfo {
    ApiInfo {
        device_api: 0,
        valid_bytes: API_BYTES,
        device_type: cause.device.kind,
        vendor: 0,
        device_handle: ptr::null(),
        context_handle: ptr::null(),
        async_handle: ptr::null(),
    }
}
