//! Teams region routines (18.4).

use crate::runtime::{Icv, get_int, set};

/// How many teams the league has (18.4.1).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_num_teams() -> i32 {
    get_int(Icv::Teams)
}

/// The number of the team in its league (18.4.2).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_team_num() -> i32 {
    get_int(Icv::Team)
}

/// Sets the number of teams for leagues that do not say theirs (18.4.3). Negative numbers change nothing.
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_num_teams(number: i32) {
    set(Icv::NumTeams, number.into());
}

/// The number of teams for leagues that do not say theirs, or 0 (18.4.4).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_max_teams() -> i32 {
    get_int(Icv::NumTeams)
}

/// Sets how many threads each team has at most (18.4.5). Negative numbers change nothing.
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_teams_thread_limit(limit: i32) {
    set(Icv::TeamsThreadLimit, limit.into());
}

/// How many threads each team has at most, or 0 (18.4.6).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_teams_thread_limit() -> i32 {
    get_int(Icv::TeamsThreadLimit)
}
