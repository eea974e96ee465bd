//! The functions of `clacc_abi.h` for devices with a memory of their own. The header says what each does.

use super::devices::{self, Device, Global, are_selected, devices};
use super::items::{self, Work};
use super::kernel::with_running;
use super::launch::{self, Target};
use super::line::Line;
use super::mistake::Mistake;
use super::order::{self, Issued};
use super::regions;
use super::site::{Construct, text};
use super::unordered_accesses;

use crate::openacc::api::{argument, runtime};
use crate::openacc::binding::Presence;
use crate::openacc::fault::Call;
use crate::openacc::handle::{self, DeviceType, Extent};
use crate::openacc::queue::{self, Queue, QueueId};
use crate::threads::abi::leagues::{clacc_target_device, clacc_teams};
use crate::threads::abi::tasks::dependences;
use crate::threads::checked_code;
use crate::threads::task::observer;
use crate::threads::team::member::Member;
use clacc_runtime_abi::layout::{self, Body, DEFAULT_DEVICE, Depend, Item, PRESENT, Param, Site, ThreadHead};
use std::ffi::{c_char, c_void};

/// `omp_initial_device`: the host.
const INITIAL_DEVICE: i32 = -1;

/// The device that a construct works on. `None`: the host.
fn chosen(site: *const Site, number: i32, go: i32) -> Option<&'static Device> {
    checked_code::note();
    if go == 0 || !are_selected() || devices().is_empty() {
        return None;
    }
    let count = i32::try_from(devices().len()).unwrap_or(0);
    let number = match number {
        DEFAULT_DEVICE => match runtime().binding().current_device() {
            handle::Device::Host => return None,
            handle::Device::Offload(number) => number,
        },
        INITIAL_DEVICE => return None,
        number if number == count => return None,
        number => number,
    };
    if let Some(running) = with_running(|kernel| kernel.construct.line.clone()) {
        nested(site, running);
    }
    let found = devices::device(number);
    if found.is_none() {
        // SAFETY: generated code gives a site that is null or valid.
        let construct = unsafe { Construct::of(site) };
        let what = format!("{number} is the number of no device; there are {count}");
        Mistake::new(construct.line, what, "acc_error_device_unavailable").end();
    }
    found
}

/// Ends the program because device code encounters a construct for a device.
#[cold]
fn nested(site: *const Site, running: Option<Line>) -> ! {
    // SAFETY: generated code gives a site that is null or valid.
    let construct = unsafe { Construct::of(site) };
    let what = format!("{} in the code of a device, which starts nothing on devices", construct.name);
    let mistake = Mistake::new(construct.line, what, "discrete_nested");
    mistake.note(running, "the construct that runs on the device begins here").end()
}

fn check(result: Result<(), Mistake>) {
    if let Err(mistake) = result {
        mistake.end();
    }
}

/// `clacc_target`.
///
/// # Safety
/// The arguments are as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_target(
    site: *const Site,
    device: i32,
    go: i32,
    body: Option<Body>,
    args: *mut c_void,
    bytes: usize,
    thread_limit: i32,
    params: u32,
    param: *const Param,
    items: u32,
    item: *const Item,
) {
    let chosen = chosen(site, device, go);
    let (Some(device), Some(body)) = (chosen, body) else {
        if go != 0 {
            clacc_target_device(site, device);
        }
        // SAFETY: the caller promises it.
        return unsafe { clacc_teams(site, body, args, 1, 1, thread_limit, 0) };
    };
    // SAFETY: the caller promises valid lists, texts and arguments, as the header says.
    let (construct, arguments, items) =
        unsafe { (Construct::of(site), launch::read(params, param, args), items::read(items, item)) };
    let work = Work { device, construct: &construct };
    let args = Extent { start: args.expose_provenance(), bytes };
    // SAFETY: the body is the one that generated code has for these arguments.
    check(unsafe { Target { work, body, args, arguments, items }.run() });
}

/// Does something with the items of a data construct, if it is for a device.
///
/// # Safety
/// The lists and texts are valid.
unsafe fn with_items(
    site: *const Site,
    device: i32,
    go: i32,
    (count, items): (u32, *const Item),
    run: impl FnOnce(&Work<'_>, Vec<items::Data>) -> Result<(), Mistake>,
) {
    let Some(device) = chosen(site, device, go) else { return };
    // SAFETY: the caller promises it.
    let (construct, items) = unsafe { (Construct::of(site), items::read(count, items)) };
    let work = Work { device, construct: &construct };
    check(run(&work, items));
}

macro_rules! data_functions {
    ($($name:ident($work:ident, $items:ident) $run:block)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        ///
        /// # Safety
        /// The site is null or valid, and the items are valid.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(site: *const Site, device: i32, go: i32, items: u32, item: *const Item) {
            let run = |$work: &Work<'_>, #[allow(unused_mut, reason = "not all change them")] mut $items: Vec<items::Data>| $run;
            // SAFETY: the caller promises it.
            unsafe { with_items(site, device, go, (items, item), run) };
        }
    )* };
}

data_functions! {
    clacc_data_begin(work, items) {
        work.enter(&mut items, &[])?;
        regions::push(work.device.number, items);
        Ok(())
    }
    clacc_data_end(work, items) {
        match regions::pop(work.device.number) {
            Some(begun) => work.leave(&begun),
            None => work.exit(&items),
        }
    }
    clacc_data_enter(work, items) { work.enter(&mut items, &[]) }
    clacc_data_exit(work, items) { work.exit(&items) }
    clacc_data_begin_deferred(work, items) {
        work.enter(&mut items, &[])?;
        regions::push(work.device.number, items);
        Ok(())
    }
    clacc_data_end_deferred(work, items) {
        regions::pop(work.device.number);
        work.exit(&items)
    }
    clacc_data_update(work, items) { work.update(&items) }
    clacc_data_zero(work, items) { work.zero(&items) }
}

/// `clacc_use_device`.
///
/// # Safety
/// The site is null or valid, and the name is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_use_device(
    site: *const Site,
    device: i32,
    go: i32,
    host: *const c_void,
    flags: u32,
    name: *const c_char,
) -> *mut c_void {
    let Some(device) = chosen(site, device, go).filter(|_| !host.is_null()) else { return host.cast_mut() };
    let start = host.expose_provenance();
    match device.table.presence(Extent { start, bytes: 1 }) {
        Presence::Fully(address) => std::ptr::with_exposed_provenance_mut(address),
        _ if flags & PRESENT == 0 => host.cast_mut(),
        _ => {
            // SAFETY: the caller promises it.
            let (construct, name) = unsafe { (Construct::of(site), text(name)) };
            let what = format!("`{name}` ({start:#x}) is not on device {}", device.number);
            let mistake = Mistake::new(construct.line, what, "acc_error_not_present");
            mistake.help("put it there before, by a data region, enter data or acc_copyin").end()
        }
    }
}

/// `clacc_globals`.
///
/// # Safety
/// So many variables are there, for ever, with names that are C strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_globals(count: u32, list: *const layout::Global) {
    checked_code::note();
    for at in 0..if list.is_null() { 0 } else { count as usize } {
        // SAFETY: the caller promises so many.
        let global = unsafe { list.add(at).read() };
        let known = Global {
            host: Extent { start: global.host.expose_provenance(), bytes: global.bytes },
            // SAFETY: the caller promises a C string.
            name: unsafe { text(global.name) },
            is_copied: global.flags & layout::TO != 0,
            are_values: global.flags & layout::VALUES != 0,
        };
        // The copies begin with the values that variables have before `main`.
        for device in devices() {
            device.add(&known);
        }
    }
}

/// `clacc_here`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_here(host: *mut c_void) -> *mut c_void {
    let copy = with_running(|kernel| kernel.device.table.device_address(host.expose_provenance()));
    copy.flatten().map_or(host, std::ptr::with_exposed_provenance_mut)
}

/// `clacc_running_device`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_running_device() -> i32 {
    with_running(|kernel| kernel.device.number).unwrap_or(INITIAL_DEVICE)
}

/// `clacc_running_type`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_running_type() -> i32 {
    with_running(|kernel| kernel.device.kind).unwrap_or(DeviceType::Host) as i32
}

/// The queue that the argument of a clause means.
fn queue_of(clause: &'static str, number: i32) -> (QueueId, &'static Queue) {
    let id = queue::resolve(argument(&Call::new(clause), number));
    (id, runtime().queues.get(id))
}

/// `clacc_queue_begin`.
///
/// # Safety
/// The site is null or valid, and so many queues are there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_queue_begin(site: *const Site, own: i32, count: u32, waits: *const i32) {
    if devices().is_empty() {
        return;
    }
    // SAFETY: the caller promises so many.
    let waits = unsafe { numbers(count, waits) };
    let waits = waits.iter().map(|number| queue_of("wait", *number).1);
    let (id, own) = queue_of("async", own);
    if id == QueueId::Sync {
        return waits.for_each(|queue| queue.wait(runtime().binding().tasks()));
    }
    own.issue_construct();
    let waits: Vec<_> = waits.map(Queue::address).collect();
    // SAFETY: the caller promises a valid site.
    order::begin(own.address(), &waits, || Issued::Construct(unsafe { Construct::of(site) }));
}

/// `clacc_deferred_begin`.
///
/// # Safety
/// The head is the caller's own, the site is null or valid, and so many dependences are there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_deferred_begin(
    thread: *mut ThreadHead,
    site: *const Site,
    count: u32,
    list: *const Depend,
) {
    // SAFETY: the caller promises both.
    let (seat, dependences) = unsafe { (&Member::of(thread).seat, dependences(count, list)) };
    if !dependences.is_empty() {
        seat.wait_for_dependences(dependences);
    }
    if seat.current().is_final {
        // An included task, for which the thread waits.
        return observer::tell_of_task(dependences, true);
    }
    if !devices().is_empty() {
        // SAFETY: the caller promises a valid site.
        order::begin_deferred(dependences, || Issued::Construct(unsafe { Construct::of(site) }));
    }
}

/// Reads a list of async arguments.
///
/// # Safety
/// So many numbers are there.
unsafe fn numbers<'n>(count: u32, first: *const i32) -> &'n [i32] {
    // SAFETY: the caller promises it.
    if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(first, count as usize) } }
}

/// `clacc_queue_end`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_queue_end() {
    unordered_accesses::finish();
}

/// `clacc_atomic_access`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_atomic_access(object: *const c_void, bytes: usize) {
    let extent = Extent { start: object.addr(), bytes };
    with_running(|kernel| {
        if order::is_followed() && kernel.shadow.holds(extent.start) {
            order::touch_atomically(&kernel.shadow, extent);
        }
    });
}

/// `clacc_queue_wait`.
///
/// # Safety
/// So many queues are there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_queue_wait(count: u32, queues: *const i32) {
    if devices().is_empty() {
        return;
    }
    let (runtime, tasks) = (runtime(), runtime().binding().tasks());
    if count == 0 {
        runtime.queues.wait_all(tasks);
    }
    // SAFETY: the caller promises so many.
    for number in unsafe { numbers(count, queues) } {
        queue_of("wait", *number).1.wait(tasks);
    }
}
