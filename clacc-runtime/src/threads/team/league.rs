//! Leagues of teams, and `target` regions, which are leagues of one team (OpenMP 5.2 10.2, 13.8).
//!
//! Each team begins with an initial thread outside of all parallel regions, and with a contention group of its own. There are two ways
//! to run a league. One thread runs all teams, one after another, and each of them has all threads for its parallel regions. Or the
//! threads of a team of the library run a block of teams each, and the threads are divided among the teams that run at
//! the same time. A thread that is outside of all regions is an initial thread already; any other one has a team of one
//! for this, which stays with its member.

use super::member::{Founding, Member, Team};
use super::origin;
use super::partial::Runner;
use super::region::{Called, fork, run};
use super::settings::settings;
use super::workers;
use clacc_runtime_abi::layout::{Body, TEAMS_SHARE, ThreadHead};
use clacc_runtime_core::icvs::{Bind, DeviceVariable, Icvs};
use clacc_runtime_core::share::block;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// nteams-var, if a routine has set it.
pub static TEAMS: DeviceVariable = DeviceVariable::new();
/// teams-thread-limit-var, if a routine has set it.
pub static TEAMS_THREAD_LIMIT: DeviceVariable = DeviceVariable::new();

/// nteams-var, or 0.
pub fn teams_variable() -> u32 {
    TEAMS.get(settings().teams)
}

/// teams-thread-limit-var, or 0.
pub fn limit_variable() -> u32 {
    TEAMS_THREAD_LIMIT.get(settings().teams_thread_limit)
}

/// The arguments of `num_teams` and `thread_limit`, 0 if they are not given, and the flags of the region.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The least number of teams; 0 if it is the greatest one too.
    pub lower: u32,
    /// The greatest number of teams.
    pub upper: u32,
    /// The most threads of a team.
    pub thread_limit: u32,
    /// The flags `CLACC_TEAMS_…`.
    pub flags: u32,
}

impl Asked {
    fn shares(self) -> bool {
        self.flags & TEAMS_SHARE != 0
    }

    /// How many teams there are, where so many threads can run them.
    fn teams(self, threads: u32) -> u32 {
        let wanted = if self.shares() { threads } else { 1 };
        match (self.lower, self.upper) {
            (_, 0) => Some(teams_variable()).filter(|teams| *teams > 0).unwrap_or(wanted),
            (lower, upper) if lower == 0 || lower >= upper => upper,
            (lower, upper) => wanted.clamp(lower, upper),
        }
    }

    fn limit(self) -> Option<u32> {
        Some(self.thread_limit)
            .filter(|limit| *limit > 0)
            .or(Some(limit_variable()))
            .filter(|limit| *limit > 0)
    }

    /// Returns the number of threads that execute teams at the same time. If the teams have parallel regions, one thread executes all
    /// teams, so that these regions get all threads, unless there are enough teams to occupy all threads.
    fn runners(self, teams: u32, threads: u32) -> u32 {
        let fills = threads > 0 && (teams.is_multiple_of(threads) || teams / 4 >= threads);
        let is_alone = self.limit() == Some(1);
        if self.shares() || is_alone || fills { teams.min(threads) } else { 1 }
    }
}

/// A league whose teams several threads run.
struct League {
    body: Body,
    args: *mut c_void,
    teams: u64,
    /// The variables with which the initial tasks begin.
    icvs: Icvs,
    /// The number of the thread that may combine the values of its teams with the original list items now.
    turn: AtomicUsize,
}

/// The steps by which the values of one team are combined in a reduction of the league.
#[derive(Clone, Copy, Debug)]
pub struct Partial {
    /// The memory in which the values of this thread's teams are combined; null if there is only one such team.
    pub memory: *mut c_void,
    /// True if the memory contains no value yet.
    pub is_first: bool,
    /// True if the original list items are changed now, until [`Member::league_done`] is called.
    pub is_last: bool,
}

/// Runs a league.
///
/// # Safety
/// `body` may be called with `args` by all threads of a team at once.
pub unsafe fn run_league(body: Body, args: *mut c_void, asked: Asked) {
    let member = origin::current();
    let icvs = member.seat.icvs.get();
    let threads = member.asked(&icvs, 0, 0) as u32;
    let teams = asked.teams(threads);
    let runners = asked.runners(teams, threads);
    // Inside active regions no team gets more threads.
    let all = if threads == 1 && icvs.threads > 1 { 1 } else { icvs.thread_limit };
    let share = if runners > 1 { (threads / runners).max(1) } else { all };
    let limit = asked.limit().map_or(share, |limit| limit.min(share));
    let icvs = Icvs { thread_limit: limit, ..icvs };
    if runners > 1 {
        let mut league = League { body, args, teams: teams.into(), icvs, turn: AtomicUsize::new(0) };
        let called = Called { body: run_block, args: ptr::from_mut(&mut league).cast(), gangs: None };
        // SAFETY: `run_block` gets what it wants, and the league lives until the region ends.
        unsafe { fork(called, runners.cast_signed(), 0) };
    } else if member.is_initial() {
        // SAFETY: the caller promises that the body may be called.
        unsafe { member.run_teams_here(body, args, teams, icvs) };
    } else {
        let team = member.initial_team(&icvs);
        for number in 0..i64::from(teams) {
            // SAFETY: the team stays with the member, and the caller promises the rest.
            unsafe { run_team(&*team, body, args, icvs, (number, teams.into())) };
        }
    }
}

/// Runs one team of a league.
///
/// # Safety
/// As [`run_league`]; and the initial team belongs to the calling thread.
unsafe fn run_team(initial: &Team, body: Body, args: *mut c_void, icvs: Icvs, (number, teams): (i64, i64)) {
    initial.members()[0].set_gang(number, teams);
    // SAFETY: the caller promises both.
    unsafe { run(initial, Called { body, args, gangs: None }, &icvs) };
}

/// Executes the teams that are assigned to one thread.
///
/// # Safety
/// The head is the caller's own, and `league` points to a [`League`].
unsafe extern "C" fn run_block(thread: *mut ThreadHead, league: *mut c_void) {
    // SAFETY: `run_league` passes both.
    let (member, league) = unsafe { (Member::of(thread), &*league.cast::<League>()) };
    let threads = u64::from(member.c_count().cast_unsigned());
    let (begin, end) = block(member.id() as u64, threads, league.teams);
    let runner = Runner::new(&league.turn, member.id(), &member.seat, end);
    // SAFETY: the team stays with the member.
    let initial = unsafe { &*member.initial_team(&league.icvs) };
    let before =
        initial.members()[0].runner.replace(if end - begin > 0 { &raw const runner } else { ptr::null() });
    for number in begin..end {
        let place = (number.cast_signed(), league.teams.cast_signed());
        // SAFETY: the caller of `run_league` promises that threads may run teams at once.
        unsafe { run_team(initial, league.body, league.args, league.icvs, place) };
    }
    initial.members()[0].runner.set(before);
}

impl Member {
    /// Whether the thread is outside of all regions, so that it is an initial thread.
    fn is_initial(&self) -> bool {
        let team = self.team();
        team.level == 0 && team.threads() == 1
    }

    /// Runs all teams of a league as this initial thread.
    ///
    /// # Safety
    /// As [`run_league`].
    unsafe fn run_teams_here(&self, body: Body, args: *mut c_void, teams: u32, icvs: Icvs) {
        let (gang, gangs) = self.gang();
        let (interrupted, runner) = (self.seat.icvs.interrupted(), self.runner.replace(ptr::null()));
        for number in 0..i64::from(teams) {
            self.set_gang(number, teams.into());
            // SAFETY: the variables live until the call of `resume` below.
            unsafe { self.seat.icvs.inherit(&raw const icvs) };
            // SAFETY: the caller promises it.
            unsafe { body(self.head(), args) };
        }
        self.seat.icvs.resume(&interrupted);
        self.set_gang(gang, gangs);
        self.runner.set(runner);
    }

    /// Returns the team of one thread to which this thread belongs while it executes teams of leagues.
    fn initial_team(&self, icvs: &Icvs) -> *mut Team {
        if self.initial.get().is_null() {
            let group = Arc::new(1.into());
            let generation = workers::generation();
            let (workers, parent) = (Vec::new(), ptr::null());
            let founding = Founding { asked: 1, workers, bind: Bind::Unbound, generation, group, parent };
            let team = Team::make(founding, *icvs);
            // SAFETY: the team was just made.
            let first = unsafe { &(&*team).members()[0] };
            first.place.set(self.place.get());
            first.partition.set(self.partition.get());
            self.initial.set(team);
        }
        self.initial.get()
    }

    /// The number of the team that the thread belongs to in its league, and the number of teams (OpenMP 5.2 18.4).
    pub fn league_place(&self) -> (i64, i64) {
        let mut member = self;
        loop {
            let (gang, gangs) = member.gang();
            // SAFETY: a team inside regions has a parent, which waits for the end of the region.
            match unsafe { member.team().founding.parent.as_ref() } {
                Some(parent) if gangs == 1 => member = parent,
                _ => return (gang, gangs),
            }
        }
    }

    /// Returns where the values of this team are combined with those of others. Waits if the original list items are changed next. `bytes`
    /// is the same for all teams.
    pub fn league_partial(&self, bytes: usize) -> Partial {
        // SAFETY: `run_block` keeps its runner while it runs teams.
        let Some(runner) = (unsafe { self.runner.get().as_ref() }) else {
            return Partial { memory: ptr::null_mut(), is_first: true, is_last: true };
        };
        let is_first = runner.is_first();
        let is_last = self.gang().0 + 1 == runner.end().cast_signed();
        if is_last {
            runner.wait_for_turn();
        }
        let memory = if is_first && is_last { ptr::null_mut() } else { runner.memory(bytes) };
        Partial { memory, is_first, is_last }
    }

    /// Permits the next thread to change the original list items.
    pub fn league_done(&self) {
        // SAFETY: as in `league_partial`.
        if let Some(runner) = unsafe { self.runner.get().as_ref() } {
            runner.give_turn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn asked(lower: u32, upper: u32, thread_limit: u32, flags: u32) -> Asked {
        Asked { lower, upper, thread_limit, flags }
    }

    #[test]
    fn leagues_have_as_many_teams_as_asked_for() {
        let cases = [
            (asked(0, 0, 0, 0), 8, 1, 1),
            (asked(0, 0, 0, TEAMS_SHARE), 8, 8, 8),
            (asked(0, 5, 0, TEAMS_SHARE), 8, 5, 5),
            (asked(0, 5, 0, 0), 8, 5, 1),
            (asked(0, 5, 1, 0), 8, 5, 5),
            (asked(0, 16, 0, 0), 8, 16, 8),
            (asked(0, 31, 0, 0), 8, 31, 1),
            (asked(0, 33, 0, 0), 8, 33, 8),
            (asked(0, 3, 0, 0), 1, 3, 1),
            (asked(2, 6, 0, TEAMS_SHARE), 8, 6, 6),
            (asked(2, 6, 0, 0), 8, 2, 1),
            (asked(2, 16, 0, TEAMS_SHARE), 8, 8, 8),
        ];
        for (asked, threads, teams, runners) in cases {
            assert_eq!(asked.teams(threads), teams, "{asked:?}");
            assert_eq!(asked.runners(teams, threads), runners, "{asked:?}");
        }
    }
}
