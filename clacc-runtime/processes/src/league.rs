//! Leagues of teams (OpenMP 5.2 10.2). The calling thread runs the teams one after another, each as an initial thread outside of all
//! regions: teams never wait for one another.

use crate::heap;
use crate::settings::settings;
use crate::team::levels::League;
use crate::team::{Level, Team, current, enter};
use crate::world::world;
use clacc_runtime_abi::layout::Body;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

/// nteams-var, or 0.
pub fn teams_variable() -> u32 {
    world().teams.get(settings().teams)
}

/// teams-thread-limit-var, or 0.
pub fn limit_variable() -> u32 {
    world().teams_thread_limit.get(settings().teams_thread_limit)
}

/// How many teams there are.
fn teams(lower: u32, upper: u32) -> u32 {
    match (lower, upper) {
        (_, 0) => teams_variable().max(1),
        (lower, upper) if lower == 0 || lower >= upper => upper,
        (lower, _) => lower,
    }
}

/// Runs a league. `lower`, `upper` and `limit` are 0 where they are not given.
///
/// # Safety
/// `body` may be called with `args` by all threads of a team at once.
pub unsafe fn run(body: Body, args: *mut c_void, [lower, upper, limit]: [u32; 3]) {
    let outer = current();
    let mut icvs = outer.task.get().icvs;
    if let Some(limit) = [limit, limit_variable()].into_iter().find(|limit| *limit > 0) {
        icvs.thread_limit = icvs.thread_limit.min(limit);
    }
    let league = League { teams: teams(lower, upper), partial: Cell::new(ptr::null_mut()) };
    for number in 0..league.teams {
        let team = Team::make(1, None);
        // SAFETY: the team was just made, and its only thread is this one.
        let mut level = unsafe {
            let seat = &mut *(*team).seat(0);
            (seat.head.gang, seat.head.gangs) = (number.into(), league.teams.into());
            seat.persona = ptr::from_ref(outer.persona());
            Level::new(&*team, 0, icvs)
        };
        level.league = Some(ptr::from_ref(&league));
        let before = enter(&raw const level);
        // SAFETY: the caller promises that `body` may be called.
        unsafe { body(level.head(), args) };
        enter(before);
        // SAFETY: the team is finished.
        unsafe { Team::free(team) };
    }
    // SAFETY: the block is a heap's, or null.
    unsafe { heap::free(league.partial.get()) };
}

impl Level {
    fn league(&self) -> Option<&League> {
        // SAFETY: a league lives until all its teams are finished.
        self.outwards().find_map(|level| level.league).map(|league| unsafe { &*league })
    }

    /// The number of the team in its league, and how many there are.
    pub fn league_place(&self) -> (i64, i64) {
        let initial = self.outwards().find(|level| level.league.is_some());
        // SAFETY: the seat lives as long as the level.
        initial.map_or((0, 1), |level| unsafe { ((*level.head()).gang, (*level.head()).gangs) })
    }

    /// The memory for values of all teams, and whether this team is the first one, and the last one.
    pub fn league_partial(&self, bytes: usize) -> (*mut c_void, bool, bool) {
        const ALIGN: usize = 64;
        let (number, teams) = self.league_place();
        let Some(league) = self.league().filter(|league| league.teams > 1) else {
            return (ptr::null_mut(), true, true);
        };
        if league.partial.get().is_null() {
            league.partial.set(heap::aligned_alloc(ALIGN, bytes));
        }
        (league.partial.get(), number == 0, number + 1 == teams)
    }
}
