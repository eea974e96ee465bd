//! The directives that code around them announces: `include/acc2omp_prof.h`.

use crate::profile::cause::{Cause, Device, SYNC, THE_HOST};
use crate::profile::detail::Detail;
use crate::profile::dispatch;
use clacc_runtime_abi::layout::Site;
use clacc_runtime_abi::profiling::{Event, construct};
use std::ffi::c_int;
use std::sync::OnceLock;

/// The flags of a site.
mod flag {
    pub(super) const IMPLICIT: u32 = 1;
    pub(super) const ENTER: u32 = 2;
    pub(super) const EXIT: u32 = 4;
}

/// `acc_async_noval`.
const NO_VALUE: c_int = -2;

/// Functions of another room that answer questions about the runtime below and the calling thread.
#[derive(Clone, Copy, Debug)]
pub struct Below {
    /// Returns the device of the thread's next construct.
    pub current_device: fn() -> Device,
    /// Returns the queue that an async argument means, or `acc_async_sync`.
    pub queue: fn(c_int) -> isize,
}

static BELOW: OnceLock<Below> = OnceLock::new();

/// Sets who knows the device and the queue of the next construct. Without, that is the host.
pub fn ask(below: Below) {
    let _ = BELOW.set(below);
}

fn current_device() -> Device {
    BELOW.get().map_or(THE_HOST, |below| (below.current_device)())
}

fn queue_of(argument: c_int) -> isize {
    BELOW.get().map_or(SYNC, |below| (below.queue)(argument))
}

/// The event that begins the construct of a site. `None` if it has none of its own.
fn start_of(site: &Site) -> Option<Event> {
    Some(match c_int::from(site.construct) {
        construct::PARALLEL | construct::KERNELS | construct::SERIAL => Event::ComputeConstructStart,
        construct::ENTER_DATA => Event::EnterDataStart,
        construct::EXIT_DATA => Event::ExitDataStart,
        construct::UPDATE => Event::UpdateStart,
        construct::WAIT => Event::WaitStart,
        _ if site.flags & flag::ENTER != 0 => Event::EnterDataStart,
        _ if site.flags & flag::EXIT != 0 => Event::ExitDataStart,
        _ => return None,
    })
}

/// The events of a construct, in the order of their beginning. On the host, a compute construct is its own kernel.
fn starts_of(site: &Site, device: Device) -> impl DoubleEndedIterator<Item = Event> {
    let start = start_of(site);
    let launch = (start == Some(Event::ComputeConstructStart) && device == THE_HOST)
        .then_some(Event::EnqueueLaunchStart);
    start.into_iter().chain(launch)
}

/// `acc2omp_prof_begin`.
///
/// # Safety
/// The site is null or valid, and lives as long as the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc2omp_prof_begin(site: *const Site, argument: c_int) {
    if dispatch::is_on() {
        // SAFETY: the caller promises it.
        unsafe { begin(site, argument, false) };
    }
}

/// `acc2omp_prof_end`.
///
/// # Safety
/// The site is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc2omp_prof_end(site: *const Site) {
    if dispatch::is_on() {
        // SAFETY: the caller promises it.
        unsafe { end(site) };
    }
}

/// Begins an announced construct of the calling thread, of generated code or of a translation.
///
/// # Safety
/// As for [`acc2omp_prof_begin`].
#[cold]
pub unsafe fn begin(site: *const Site, argument: c_int, is_generated: bool) {
    // SAFETY: the caller promises it.
    let (Some(cause), Some(site)) =
        (unsafe { Cause::of_site(site, current_device()) }, unsafe { site.as_ref() })
    else {
        return;
    };
    let is_implicit = site.flags & flag::IMPLICIT != 0;
    let waits_for_all = cause.construct == construct::WAIT && argument == NO_VALUE;
    let queue = if waits_for_all { SYNC } else { queue_of(argument) };
    dispatch::enter(Cause { is_implicit, is_announced: true, is_generated, queue, ..cause });
    starts_of(site, cause.device).for_each(|event| dispatch::raise(event, Detail::None));
}

/// Ends the innermost construct if it is the one of the site: a library that was registered in between has seen no beginning.
///
/// # Safety
/// As for [`acc2omp_prof_end`].
#[cold]
pub unsafe fn end(site: *const Site) {
    // SAFETY: the caller promises it.
    let Some(site) = (unsafe { site.as_ref() }) else { return };
    let is_of_site = |cause: &Cause| cause.is_announced && cause.construct == c_int::from(site.construct);
    let Some(cause) = dispatch::cause().filter(is_of_site) else { return };
    let ends = starts_of(site, cause.device).rev().filter_map(|start| Event::from_c(start as c_int + 1));
    ends.for_each(|event| dispatch::raise(event, Detail::None));
    dispatch::leave();
}

/// Runs a routine of OpenACC, which is the cause of the events inside, unless code around a directive announced the directive.
pub fn in_routine<R>(routine: &str, queue: c_int, run: impl FnOnce() -> R) -> R {
    if !dispatch::is_on() || dispatch::cause().is_some_and(|cause| cause.is_announced) {
        return run();
    }
    dispatch::enter(Cause::routine(routine, current_device(), queue_of(queue)));
    let result = run();
    dispatch::leave();
    result
}

/// Raises the events of a wait of the calling thread around it: where a queue waits, there are none (section 5.1.12). Waits that code around a directive announced are known already.
pub fn around_wait<R>(routine: &str, queue: c_int, wait: impl FnOnce() -> R) -> R {
    if !dispatch::is_on() || dispatch::cause().is_some_and(|cause| cause.construct == construct::WAIT) {
        return wait();
    }
    dispatch::enter(Cause::routine(routine, current_device(), queue_of(queue)));
    dispatch::raise(Event::WaitStart, Detail::None);
    let result = wait();
    dispatch::raise(Event::WaitEnd, Detail::None);
    dispatch::leave();
    result
}
