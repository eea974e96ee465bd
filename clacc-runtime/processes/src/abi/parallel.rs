//! Regions, barriers, compute constructs on the memory of the host.

use super::misused;
use crate::region;
use crate::settings::settings;
use crate::streams;
use crate::team::current;
use clacc_runtime_abi::layout::{Body, SERIAL, Site, ThreadHead, VERSION, When};
use clacc_runtime_core::launches::{Announced, announced};
use clacc_runtime_core::share::block;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{Ordering, fence};

/// `clacc_abi`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_abi() -> u32 {
    VERSION
}

/// `clacc_fork`.
///
/// # Safety
/// `body` may be called with `args` by all threads of a team at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_fork(
    site: *const Site,
    body: Option<Body>,
    args: *mut c_void,
    threads: i32,
    flags: u32,
) {
    // SAFETY: a site of generated code lives as long as the program.
    let Some(body) = body else { unsafe { misused(site, "clacc_fork", "no region is given") } };
    // SAFETY: the caller promises what `launch` wants.
    unsafe { launch(Announced { site, gangs: None, body, args }, threads, flags) };
}

/// Runs a region, with a line about it if that is asked for.
///
/// # Safety
/// The body may be called with its arguments by all threads of a team at once.
unsafe fn launch(mut launch: Announced, threads: i32, flags: u32) {
    let (body, args): (Body, *mut c_void) = if settings().region_lines.of_launches {
        (announced, ptr::from_mut(&mut launch).cast())
    } else {
        (launch.body, launch.args)
    };
    // SAFETY: `announced` gets what it wants, which lives until the region ends, and the caller promises the rest.
    unsafe { region::fork(body, args, threads, flags) };
}

/// `clacc_self`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_self() -> *mut ThreadHead {
    current().head()
}

/// `clacc_barrier`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_barrier(_: *mut ThreadHead) {
    streams::flush();
    current().team().barrier_with(|| ());
}

/// `clacc_flush`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_flush() {
    fence(Ordering::SeqCst);
}

/// A compute construct whose gangs a team shares.
struct Construct {
    body: Body,
    args: *mut c_void,
    gangs: i64,
}

/// Runs the gangs of one thread.
///
/// # Safety
/// The head is the caller's own, and `gangs` points to a [`Construct`].
unsafe extern "C" fn run_gangs(thread: *mut ThreadHead, gangs: *mut c_void) {
    // SAFETY: `clacc_gangs` passes both.
    let (head, construct) = unsafe { (&mut *thread, &*gangs.cast::<Construct>()) };
    let gangs = if construct.gangs > 0 { construct.gangs } else { i64::from(head.count) };
    let (part, parts) = (u64::from(head.id.cast_unsigned()), u64::from(head.count.cast_unsigned()));
    let (lo, hi) = block(part, parts, gangs.cast_unsigned());
    for gang in lo..hi {
        // SAFETY: the head is this thread's own.
        unsafe { ((*thread).gang, (*thread).gangs) = (gang.cast_signed(), gangs) };
        // SAFETY: the caller of `clacc_gangs` promises that threads may run gangs at once.
        unsafe { (construct.body)(thread, construct.args) };
    }
    // SAFETY: as above.
    unsafe { ((*thread).gang, (*thread).gangs) = (0, 1) };
}

/// `clacc_gangs`.
///
/// # Safety
/// `body` may be called with `args` by all threads of a team at once, and `when` is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_gangs(
    site: *const Site,
    when: *const When,
    gangs: i64,
    body: Option<Body>,
    args: *mut c_void,
) {
    // SAFETY: a site of generated code lives as long as the program.
    let Some(body) = body else { unsafe { misused(site, "clacc_gangs", "no region is given") } };
    // SAFETY: the caller promises that the pointer is valid if it is not null.
    let runs_here = gangs == 1 || unsafe { when.as_ref() }.is_some_and(|when| when.go == 0);
    let mut construct = Construct { body, args, gangs };
    let args = ptr::from_mut(&mut construct).cast();
    let announced = Announced { site, gangs: Some(gangs), body: run_gangs, args };
    // SAFETY: `run_gangs` gets what it wants, and the construct lives until the region ends.
    unsafe { launch(announced, 0, if runs_here { SERIAL } else { 0 }) };
}
