//! Regions, barriers, compute constructs on the memory of the host.

use super::affinity_display::{Displayed, displayed};
use super::misused_at;
use crate::profile::{dispatch, sites};
use crate::threads::team::member::Member;
use crate::threads::team::origin;
use crate::threads::team::region::{self, Called};
use crate::threads::team::settings::settings;
use clacc_runtime_abi::layout::{Body, SERIAL, Site, ThreadHead, VERSION, When};
use clacc_runtime_core::launches::{Announced, announced};
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
    let Some(body) = body else { unsafe { misused_at(site, "clacc_fork", "no region is given") } };
    let run = || {
        if settings().region_lines.is_any() {
            // SAFETY: the caller promises what `fork` wants.
            return unsafe { fork_told_of(Announced { site, gangs: None, body, args }, threads, flags) };
        }
        // SAFETY: the caller promises what `fork` wants.
        unsafe { region::fork(Called { body, args, gangs: None }, threads, flags) };
    };
    if dispatch::is_on() {
        // SAFETY: a site of generated code lives as long as the program. The gangs are the threads; zero leaves their number open.
        return unsafe { sites::around_gangs(site, i64::from(threads), run) };
    }
    run();
}

/// Runs a region of which the environment wants to be told.
///
/// # Safety
/// `body` may be called with `args` by all threads of a team at once.
#[cold]
unsafe fn fork_told_of(mut launch: Announced, threads: i32, flags: u32) {
    if settings().region_lines.of_threads {
        let mut shown = Displayed::new(launch.body, launch.args);
        (launch.body, launch.args) = (displayed, ptr::from_mut(&mut shown).cast());
        // SAFETY: `displayed` gets what it wants, which lives until the region ends, and the caller promises the rest.
        unsafe { fork_perhaps_announced(launch, threads, flags) };
        shown.remember();
    } else {
        // SAFETY: the caller promises what it wants.
        unsafe { fork_perhaps_announced(launch, threads, flags) };
    }
}

/// Runs a region, with a line about it if that is asked for.
///
/// # Safety
/// The body may be called with its arguments by all threads of a team at once.
unsafe fn fork_perhaps_announced(launch: Announced, threads: i32, flags: u32) {
    if settings().region_lines.of_launches {
        // SAFETY: the caller promises it.
        return unsafe { fork_announced(launch, threads, flags) };
    }
    let Announced { body, args, gangs, .. } = launch;
    // SAFETY: the caller promises it.
    unsafe { region::fork(Called { body, args, gangs }, threads, flags) };
}

/// Runs a region with a line about it.
///
/// # Safety
/// `body` may be called with `args` by all threads of a team at once.
#[cold]
unsafe fn fork_announced(mut launch: Announced, threads: i32, flags: u32) {
    let called = Called { body: announced, args: ptr::from_mut(&mut launch).cast(), gangs: launch.gangs };
    // SAFETY: `announced` gets what it wants, which lives until the region ends, and the caller promises the rest.
    unsafe { region::fork(called, threads, flags) };
}

/// `clacc_self`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_self() -> *mut ThreadHead {
    origin::current().head()
}

/// `clacc_barrier`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_barrier(thread: *mut ThreadHead) {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.barrier();
}

/// `clacc_flush`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_flush() {
    fence(Ordering::SeqCst);
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
    let Some(body) = body else { unsafe { misused_at(site, "clacc_gangs", "no region is given") } };
    // SAFETY: the caller promises that the pointer is valid if it is not null.
    let runs_here = gangs == 1 || unsafe { when.as_ref() }.is_some_and(|when| when.go == 0);
    let flags = if runs_here { SERIAL } else { 0 };
    let run = || {
        let launch = Announced { site, gangs: Some(gangs), body, args };
        // SAFETY: the caller promises what `fork` wants.
        unsafe { gangs_perhaps_announced(launch, flags) };
    };
    if dispatch::is_on() {
        // SAFETY: a site of generated code lives as long as the program.
        return unsafe { sites::around_gangs(site, gangs, run) };
    }
    run();
}

/// Runs a compute construct, with a line about it if that is asked for.
///
/// # Safety
/// The body may be called with its arguments by all threads of a team at once.
unsafe fn gangs_perhaps_announced(launch: Announced, flags: u32) {
    if settings().region_lines.of_launches {
        // SAFETY: the caller promises it.
        return unsafe { fork_announced(launch, 0, flags) };
    }
    let Announced { body, args, gangs, .. } = launch;
    // SAFETY: the caller promises it.
    unsafe { region::fork(Called { body, args, gangs }, 0, flags) };
}
