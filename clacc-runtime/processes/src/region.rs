//! Regions: processes begin, run the same code, and end.

use crate::memory;
use crate::persona::Persona;
use crate::processes;
use crate::settings::processors;
use crate::stacks;
use crate::streams;
use crate::team::{Level, Team, current, enter};
use crate::wait::futex;
use crate::wait::watched::wait_while;
use crate::world::world;
use clacc_runtime_abi::layout::{Body, SERIAL};
use clacc_runtime_core::icvs::Icvs;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::Ordering;

/// What the threads of a region run.
#[derive(Clone, Copy)]
struct Region {
    body: Body,
    args: *mut c_void,
    icvs: Icvs,
}

/// What a worker needs to know. It lies on the stack of the process that makes it.
struct Worker<'r> {
    region: &'r Region,
    team: *mut Team,
    id: usize,
    parent: usize,
}

/// Runs a region.
///
/// # Safety
/// `body` may be called with `args` by all threads of a team at once.
pub unsafe fn fork(body: Body, args: *mut c_void, threads: i32, flags: u32) {
    let outer = current();
    let icvs = outer.task.get().icvs;
    let region = Region { body, args, icvs: icvs.below() };
    let asked = asked(outer, &icvs, threads, flags);
    let wanted = if asked > 1 { reserve(asked - 1, icvs.thread_limit) } else { 0 };
    let team = Team::make(1 + wanted as usize, Some(outer.team()));
    // SAFETY: the team was just made, and its first thread is this one.
    unsafe { (*(*team).seat(0)).persona = ptr::from_ref(outer.persona()) };
    if wanted == 0 {
        // SAFETY: the team lives until the end of this function.
        run(&region, unsafe { &*team }, 0);
    } else {
        run_with_workers(&region, team, wanted as usize);
    }
    // SAFETY: all threads have left it.
    unsafe { Team::free(team) };
}

/// The number of threads to ask for (OpenMP 5.2 section 10.1.1).
fn asked(outer: &Level, icvs: &Icvs, threads: i32, flags: u32) -> u32 {
    if flags & SERIAL != 0 || outer.team().active_level >= icvs.max_active_levels {
        return 1;
    }
    let asked = u32::try_from(threads).ok().filter(|threads| *threads > 0).unwrap_or(icvs.threads);
    let asked = if icvs.dynamic { asked.min(processors()) } else { asked };
    asked.min(icvs.thread_limit)
}

/// Counts workers, as many as the limit of threads allows. Returns how many.
fn reserve(wanted: u32, limit: u32) -> u32 {
    let allowed = |now: u32| wanted.min(limit.saturating_sub(now + 1));
    let running = &world().running;
    let before = running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| Some(now + allowed(now)));
    allowed(before.unwrap_or(limit))
}

/// Runs the code of a thread.
fn run(region: &Region, team: &Team, id: usize) {
    let level = Level::new(team, id, region.icvs);
    let before = enter(&raw const level);
    // SAFETY: whoever called `fork` promised that all threads may call the body.
    unsafe { (region.body)(level.head(), region.args) };
    enter(before);
}

fn run_with_workers(region: &Region, team: *mut Team, wanted: usize) {
    if !processes::is_worker() {
        memory::share();
    }
    let kept = streams::enter_region();
    let parent = processes::number();
    let workers: Vec<_> = (1..=wanted).map(|id| Worker { region, team, id, parent }).collect();
    let started = workers.iter().take_while(|worker| start(worker)).count();
    world().running.fetch_sub((wanted - started) as u32, Ordering::Relaxed);
    // SAFETY: the workers that there are wait for the word below.
    let team = unsafe {
        (*team).set_count(1 + started);
        &*team
    };
    team.begun.store(1, Ordering::SeqCst);
    futex::wake_all(&team.begun);
    let level = Level::new(team, 0, region.icvs);
    let before = enter(&raw const level);
    // SAFETY: whoever called `fork` promised that all threads may call the body.
    unsafe { (region.body)(level.head(), region.args) };
    streams::flush();
    join(team, started as u32);
    enter(before);
    world().running.fetch_sub(started as u32, Ordering::Relaxed);
    streams::leave_region(kept);
}

/// Waits until the workers have done their work and ended.
fn join(team: &Team, started: u32) {
    let mut done = team.done.load(Ordering::Acquire);
    while done < started {
        wait_while(&team.done, done);
        done = team.done.load(Ordering::Acquire);
    }
    for seat in &team.seats()[1..] {
        processes::reap(seat);
        // SAFETY: the process that ran on it has ended.
        unsafe { stacks::give_back(seat.stack) };
        if team.level > 1 {
            // SAFETY: the process that used it has ended.
            unsafe { Persona::free(seat.persona.cast_mut()) };
        }
    }
}

/// Begins a worker. Returns whether the system allows it.
fn start(worker: &Worker<'_>) -> bool {
    // SAFETY: the team has so many seats, and nobody else uses this one yet.
    let seat = unsafe { &mut *(*worker.team).seat(worker.id) };
    // SAFETY: the team lives.
    let is_outermost = unsafe { (*worker.team).level } == 1;
    seat.persona = if is_outermost { kept_persona(worker.id) } else { Persona::make() };
    seat.stack = stacks::take();
    if seat.stack.is_null() {
        return false;
    }
    // SAFETY: `work` gets what it wants, and the stack is that of this worker alone.
    let process =
        unsafe { processes::begin(work, ptr::from_ref(worker).cast_mut().cast(), stacks::top(seat.stack)) };
    seat.process.store(process.unwrap_or(0), Ordering::Relaxed);
    process.is_some()
}

/// The persona of a thread of outermost teams, which it keeps from region to region.
fn kept_persona(id: usize) -> *const Persona {
    let Some(place) = world().personas.get(id) else { return Persona::make() };
    if place.load(Ordering::Relaxed).is_null() {
        place.store(Persona::make(), Ordering::Relaxed);
    }
    place.load(Ordering::Relaxed)
}

/// What a worker does from its beginning to its end.
///
/// # Safety
/// The argument is a [`Worker`].
unsafe extern "C" fn work(worker: *mut c_void) -> c_int {
    // SAFETY: the caller promises it, and the object stays until the region ends.
    let worker = unsafe { &*worker.cast::<Worker<'_>>() };
    processes::end_with(worker.parent);
    processes::become_worker();
    streams::begin_worker();
    // SAFETY: the team lives until this process has ended.
    let team = unsafe { &*worker.team };
    let seat = team.seat(worker.id);
    // SAFETY: the seat is this worker's.
    stacks::begin_on(unsafe { (*seat).stack });
    wait_while(&team.begun, 0);
    run(worker.region, team, worker.id);
    streams::end_worker();
    // SAFETY: the seat is this worker's.
    unsafe { (*seat).is_done.store(true, Ordering::Release) };
    team.done.fetch_add(1, Ordering::SeqCst);
    futex::wake_all(&team.done);
    processes::leave(0)
}
