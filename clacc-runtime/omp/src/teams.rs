//! Teams region routines (18.4).
//!
//! The gangs that the library runs are the teams of a league (`clacc_gangs`); outside of them there is one team.

use crate::runtime::of_this_thread;
use crate::settings::{Number, OMP_NUM_TEAMS, OMP_TEAMS_THREAD_LIMIT};

static NUM_TEAMS: Number = Number::unread(OMP_NUM_TEAMS);
static TEAMS_THREAD_LIMIT: Number = Number::unread(OMP_TEAMS_THREAD_LIMIT);

/// How many teams the league has (18.4.1).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_num_teams() -> i32 {
    of_this_thread(|head| i32::try_from(head.gangs).unwrap_or(i32::MAX))
}

/// The number of the team in its league (18.4.2).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_team_num() -> i32 {
    of_this_thread(|head| i32::try_from(head.gang).unwrap_or(i32::MAX))
}

/// Sets the number of teams for leagues that do not say theirs (18.4.3). Negative numbers change nothing.
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_num_teams(number: i32) {
    NUM_TEAMS.set(number);
}

/// The number of teams for leagues that do not say theirs, or 0 (18.4.4).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_max_teams() -> i32 {
    NUM_TEAMS.get()
}

/// Sets how many threads each team has at most (18.4.5). Negative numbers change nothing.
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_teams_thread_limit(limit: i32) {
    TEAMS_THREAD_LIMIT.set(limit);
}

/// How many threads each team has at most, or 0 (18.4.6).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_teams_thread_limit() -> i32 {
    TEAMS_THREAD_LIMIT.get()
}
