//! Regions begin and end, and teams stay for the next one.

use super::disband::disband_all;
use super::member::{Founding, Member, Team};
use super::origin;
use super::settings::settings;
use super::state::Region;
use super::workers::{self, Worker};
use crate::threads::wait::crowd;
use crate::threads::wait::event::MOST_SLEEPERS;
use clacc_runtime_abi::layout::{BIND, BIND_CLOSE, BIND_PRIMARY, Body, SERIAL, ThreadHead};
use clacc_runtime_core::affinity;
use clacc_runtime_core::icvs::{Bind, Icvs};
use clacc_runtime_core::places;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// What a region runs.
#[derive(Clone, Copy, Debug)]
pub struct Called {
    /// The outlined region.
    pub body: Body,
    /// Its arguments.
    pub args: *mut c_void,
    /// For a compute construct, how many gangs it has; 0: one for each thread.
    pub gangs: Option<i64>,
}

/// Runs a region.
///
/// # Safety
/// The body may be called with the arguments by all threads of a team at once.
#[inline]
pub unsafe fn fork(called: Called, threads: i32, flags: u32) {
    let parent = origin::current();
    // SAFETY: the variables are those of the current task, which is in this call.
    let icvs = unsafe { &*parent.seat.icvs.address() };
    let asked = parent.asked(icvs, threads, flags);
    let team =
        if asked == 1 { parent.serial_team(icvs) } else { parent.team_of(asked, bind_of(icvs, flags), icvs) };
    // SAFETY: a team of this parent exists until the parent gives it up, which it does not while a region runs. The
    // caller promises the rest.
    unsafe { run(&*team, called, icvs) };
}

/// How the threads of a region are put at places. Without bind-var, the clause `proc_bind` has no effect.
#[inline]
fn bind_of(icvs: &Icvs, flags: u32) -> Bind {
    match flags & BIND {
        _ if icvs.bind == Bind::Unbound => Bind::Unbound,
        BIND_PRIMARY => Bind::Primary,
        BIND_CLOSE => Bind::Close,
        BIND => Bind::Spread,
        _ => icvs.bind,
    }
}

/// Runs a region with a team that waits for it.
///
/// # Safety
/// As [`fork`]; the calling thread is the one that makes the team's regions, and `icvs` are its task's variables.
#[inline]
pub(super) unsafe fn run(team: &Team, called: Called, icvs: &Icvs) {
    let primary = &team.members()[0];
    let (crowded, looks) = (crowd::is_crowded(), settings().looks);
    // SAFETY: the workers wait for the release below.
    let icvs = if icvs.is_same_below() { icvs } else { unsafe { team.keep_icvs(icvs.below()) } };
    let Called { body, args, gangs } = called;
    let region = Region { body: Some(body), args, gangs, icvs, crowded, looks };
    // SAFETY: as above.
    unsafe { team.set_region(region) };
    let is_team = team.threads() > 1;
    if is_team {
        primary.release_region();
    }
    // SAFETY: the variables stay until the region ends: the task that they belong to goes on behind it.
    unsafe { primary.seat.begin_region(icvs, looks, crowded) };
    let before = origin::enter(primary);
    // SAFETY: the caller promises that the body may be called.
    unsafe { primary.call(body, &region) };
    if is_team {
        primary.give_up_hot_teams();
        primary.gather_all();
    } else {
        // The events of detached tasks may not be fulfilled yet.
        primary.seat.finish_all();
    }
    if primary.is_region_cancelled() {
        // SAFETY: all threads have arrived.
        unsafe { team.forget_cancelled_region() };
    }
    origin::enter(before);
}

impl Member {
    /// The number of threads to ask for (OpenMP 5.2 section 10.1.1).
    #[inline]
    pub(super) fn asked(&self, icvs: &Icvs, threads: i32, flags: u32) -> usize {
        if flags & SERIAL != 0 || self.team().active_level >= icvs.max_active_levels {
            return 1;
        }
        let asked = u32::try_from(threads).ok().filter(|threads| *threads > 0).unwrap_or(icvs.threads);
        let asked = if icvs.dynamic { asked.min(crowd::processors()) } else { asked };
        (asked.min(icvs.thread_limit).max(1) as usize).min(MOST_SLEEPERS)
    }

    /// The team for a serial region.
    #[inline]
    fn serial_team(&self, icvs: &Icvs) -> *mut Team {
        if self.serial.get().is_null() {
            self.serial.set(Team::make(self.found(1, Bind::Unbound, Vec::new()), icvs.below()));
        }
        self.serial.get()
    }

    fn found(&self, asked: usize, bind: Bind, workers: Vec<&'static Worker>) -> Founding {
        let group = Arc::clone(&self.team().founding.group);
        Founding { asked, workers, bind, generation: workers::generation(), group, parent: self }
    }

    /// The team for a region of so many threads: the one of the last such region if it fits.
    #[inline]
    fn team_of(&self, asked: usize, bind: Bind, icvs: &Icvs) -> *mut Team {
        // SAFETY: the team exists until `give_up_hot`.
        let hot = unsafe { self.hot.get().as_ref() };
        let fits = hot.is_some_and(|Team { founding, .. }| {
            founding.asked == asked && founding.bind == bind && founding.generation == workers::generation()
        });
        if fits { self.hot.get() } else { self.new_team(asked, bind, icvs) }
    }

    #[cold]
    fn new_team(&self, asked: usize, bind: Bind, icvs: &Icvs) -> *mut Team {
        self.give_up_hot();
        let wanted = reserve(&self.team().founding.group, asked as u32 - 1, icvs.thread_limit);
        let workers = workers::lease(wanted as usize, settings().stack_size, serve);
        let missing = wanted - workers.len() as u32;
        self.team().founding.group.fetch_sub(missing, Ordering::Relaxed);
        if workers.is_empty() {
            return self.serial_team(icvs);
        }
        crowd::count_hot(self.hot_share(workers.len()));
        let team = Team::make(self.found(asked, bind, workers), icvs.below());
        self.hot.set(team);
        // SAFETY: the team was just made.
        let made = unsafe { &*team };
        self.give_places(bind, made.members());
        // Each of many new workers would keep the others from running.
        let crowded = crowd::is_crowded();
        for (worker, member) in made.founding.workers.iter().zip(&made.members()[1..]) {
            member.seat.patience.allow(settings().looks, crowded);
            worker.send(member.head());
        }
        team
    }

    /// Says to the members of a new team of this thread at which places they are.
    fn give_places(&self, bind: Bind, members: &[Self]) {
        let partition = self.partition.get();
        if bind == Bind::Unbound || partition.count == 0 {
            return;
        }
        let primary = self.place.get().unwrap_or(partition.first);
        let places = places::assign(bind, members.len() as u32, primary, partition);
        for (member, (place, partition)) in members.iter().zip(places) {
            member.place.set(Some(place));
            member.partition.set(partition);
        }
        // The primary thread keeps its place, if it has one.
        members[0].place.set(self.place.get());
    }
}

/// Counts threads into a contention group, as many as its limit allows. Returns how many.
fn reserve(group: &AtomicU32, wanted: u32, limit: u32) -> u32 {
    let allowed = |now: u32| wanted.min(limit.saturating_sub(now));
    let before = group.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| Some(now + allowed(now)));
    allowed(before.unwrap_or(limit))
}

/// What a worker does in a team: it runs each region, and leaves when there is none.
///
/// # Safety
/// The head is that of a place in a team, which is the calling thread's own.
unsafe fn serve(place: *mut ThreadHead) {
    // SAFETY: the caller promises it.
    let member = unsafe { Member::of(place) };
    let team = member.team();
    origin::enter(member);
    if let Some(place) = member.place.get().and_then(|place| settings().places.get(place as usize)) {
        affinity::put_on(place);
    }
    loop {
        let phase = member.phase.get() + 1;
        member.seat.wait_for_region(|| team.is_released(member.id(), phase));
        member.phase.set(phase);
        member.forget_tasks();
        let region = team.region();
        let Some(body) = region.body else { break };
        // SAFETY: the primary thread does not change the variables before this one arrives.
        unsafe { member.seat.begin_region(region.icvs, region.looks, region.crowded) };
        // SAFETY: whoever called `fork` promised that all threads may call the body.
        unsafe { member.call(body, &region) };
        member.give_up_hot_teams();
        member.arrive();
    }
    disband_all(member);
    origin::enter(ptr::null());
}
