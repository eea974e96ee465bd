//! Internal control variables and other facts, for the `omp_*` routines. Processes are not put at places.

use crate::league;
use crate::settings::processors;
use crate::team::{Level, current};
use crate::world::world;
use clacc_runtime_abi::control_variables::{
    ACTIVE_LEVEL, ACTIVE_LEVELS, ALLOCATOR, BIND, CANCELLATION, CHUNK, DEVICE, DYNAMIC, IN_EXPLICIT,
    IN_FINAL, NUM_TEAMS, PARTITION_COUNT, PARTITION_FIRST, PLACES, PROCESSORS, SCHEDULE, SCHEDULE_MODIFIER,
    SUPPORTED_LEVELS, TASK, TEAM, TEAMS, TEAMS_THREAD_LIMIT, THREAD_LIMIT, THREADS,
};
use clacc_runtime_core::icvs::{MOST_ACTIVE_LEVELS, signed};

/// `clacc_icv_get`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_icv_get(which: u32) -> i64 {
    let level = current();
    let task = level.task.get();
    let icvs = task.icvs;
    match which {
        THREADS => i64::from(icvs.threads),
        DYNAMIC => i64::from(icvs.dynamic),
        ACTIVE_LEVELS => i64::from(icvs.max_active_levels),
        SCHEDULE => i64::from(icvs.schedule.kind),
        SCHEDULE_MODIFIER => i64::from(icvs.asked_monotonic),
        CHUNK => signed(icvs.schedule.chunk),
        DEVICE => icvs.device.map_or(-1, i64::from),
        ALLOCATOR => signed(icvs.allocator),
        THREAD_LIMIT => i64::from(icvs.thread_limit),
        PROCESSORS => i64::from(processors()),
        ACTIVE_LEVEL => i64::from(level.team().active_level),
        IN_FINAL => i64::from(task.is_final),
        TASK => signed(task.number),
        SUPPORTED_LEVELS => i64::from(MOST_ACTIVE_LEVELS),
        BIND | PLACES | PARTITION_FIRST | PARTITION_COUNT | CANCELLATION => 0,
        IN_EXPLICIT => i64::from(task.is_explicit),
        NUM_TEAMS => league::teams_variable().into(),
        TEAMS_THREAD_LIMIT => league::limit_variable().into(),
        TEAM => level.league_place().0,
        TEAMS => level.league_place().1,
        // CLACC_ICV_PLACE among them: the thread is at no place.
        _ => -1,
    }
}

/// `clacc_icv_set`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_icv_set(which: u32, value: i64) {
    let Ok(value) = u64::try_from(value) else { return };
    let number = u32::try_from(value).unwrap_or(u32::MAX).min(i32::MAX as u32);
    match which {
        NUM_TEAMS => return world().teams.set(number),
        TEAMS_THREAD_LIMIT => return world().teams_thread_limit.set(number),
        _ => (),
    }
    let level = current();
    let mut task = level.task.get();
    task.icvs.set(which, value);
    level.task.set(task);
}

/// The region at a level.
fn at(level: i32) -> Option<&'static Level> {
    let level = u32::try_from(level).ok()?;
    current()
        .outwards()
        .take_while(|other| other.team().level <= current().team().level)
        .find(|other| other.team().level == level)
}

/// `clacc_ancestor`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_ancestor(level: i32) -> i32 {
    at(level).map_or(-1, |level| level.id().cast_signed())
}

/// `clacc_team_size`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_team_size(level: i32) -> i32 {
    at(level).map_or(-1, |level| level.team().threads().cast_signed())
}

/// `clacc_place_processors`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_place_processors(_: i32, _: *mut i32) -> i32 {
    0
}
