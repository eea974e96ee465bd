//! The function of the profiling interface, and the callback of all events.

use crate::kind::Kind;
use crate::recording::Recording;
use crate::report::report;
use crate::settings::Settings;
use crate::told::Told;
use clacc_runtime_abi::profiling::{ApiInfo, Callback, Event, EventInfo, ProfInfo};
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// `acc_prof_register`.
type Registering = unsafe extern "C" fn(c_int, Option<Callback>, c_int);

unsafe extern "C" {
    fn pthread_atfork(
        before: Option<extern "C" fn()>,
        in_parent: Option<extern "C" fn()>,
        in_child: Option<extern "C" fn()>,
    ) -> c_int;
}

/// The recorder of a process.
#[derive(Debug)]
struct Recorder {
    start: Instant,
    settings: Settings,
    /// True in a child that another process forked.
    is_child: bool,
    recording: Mutex<Recording>,
}

/// The recorder of the process, which is never freed. A child that the program forks has another one, because a thread that it does
/// not have may hold the lock of this one.
static RECORDER: AtomicPtr<Recorder> = AtomicPtr::new(std::ptr::null_mut());

fn start(settings: Settings, is_child: bool) {
    let recording = Mutex::new(Recording::new(settings.wants_timeline()));
    let recorder = Recorder { start: Instant::now(), settings, is_child, recording };
    RECORDER.store(Box::into_raw(Box::new(recorder)), Ordering::Release);
}

fn recorder() -> Option<&'static Recorder> {
    // SAFETY: the pointer is null or leads to a recorder, which is never freed.
    unsafe { RECORDER.load(Ordering::Acquire).as_ref() }
}

/// Calls a function. A panic, which would be a fault of this library, must not reach the program.
fn guarded(run: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(run));
}

extern "C" fn in_child() {
    guarded(|| {
        if let Some(recorder) = recorder() {
            start(recorder.settings.of_child(), true);
        }
    });
}

impl Recorder {
    fn record(&self, told: &Told<'_>, now: Instant) {
        let now = u64::try_from((now - self.start).as_nanos()).unwrap_or(u64::MAX);
        let mut recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
        if told.event != Event::RuntimeShutdown {
            return recording.record(told, now);
        }
        let ended = recording.finish(now);
        drop(recording);
        // A child without events of its own has nothing to say.
        let is_silent = |ended: &Recording| self.is_child && ended.rows.iter().next().is_none();
        if let Some(ended) = ended.filter(|ended| !is_silent(ended)) {
            report(&self.settings, now, &ended);
        }
    }
}

/// The callback of all events.
unsafe extern "C" fn on_event(prof: *mut ProfInfo, info: *mut EventInfo, _: *mut ApiInfo) {
    let now = Instant::now();
    guarded(|| {
        // SAFETY: the runtime passes the structs of the interface, and they are read in this callback alone.
        let told = unsafe { Told::read(prof, info) };
        if let (Some(told), Some(recorder)) = (told, recorder()) {
            recorder.record(&told, now);
        }
    });
}

/// Registers the callback for all events that begin or end something, and for the end of the program. Further calls do nothing: a
/// runtime may find the library in two ways.
///
/// # Safety
/// The first argument is the function of the runtime that registers callbacks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acc_register_library(register: Registering, _: *const c_void, _: *const c_void) {
    static IS_REGISTERED: AtomicBool = AtomicBool::new(false);
    if IS_REGISTERED.swap(true, Ordering::AcqRel) {
        return;
    }
    guarded(|| {
        start(Settings::read(), false);
        // SAFETY: the handler has no arguments and no result, and this library is never unloaded.
        unsafe { pthread_atfork(None, None, Some(in_child)) };
    });
    let is_wanted = |event: &Event| Kind::of(*event).is_some() || *event == Event::RuntimeShutdown;
    for event in Event::ALL.into_iter().filter(is_wanted) {
        // SAFETY: the caller promises it, and the callback accepts what the interface passes.
        unsafe { register(event as c_int, Some(on_event), 0) };
    }
}
