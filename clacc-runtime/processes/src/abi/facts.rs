//! Internal control variables and other facts, for the `omp_*` routines. Processes are not put at places.

use super::layout;
use crate::icvs::{Icvs, MOST_ACTIVE_LEVELS, Schedule};
use crate::team::{Level, current};
use crate::wait::crowd;

const THREADS: u32 = 1;
const DYNAMIC: u32 = 2;
const ACTIVE_LEVELS: u32 = 3;
const SCHEDULE: u32 = 4;
const CHUNK: u32 = 5;
const DEVICE: u32 = 6;
const ALLOCATOR: u32 = 7;
const THREAD_LIMIT: u32 = 16;
const PROCESSORS: u32 = 17;
const ACTIVE_LEVEL: u32 = 18;
const IN_FINAL: u32 = 19;
const BIND: u32 = 20;
const TASK: u32 = 21;
const SUPPORTED_LEVELS: u32 = 22;
const PLACES: u32 = 23;
const PARTITION_FIRST: u32 = 25;
const PARTITION_COUNT: u32 = 26;
const IN_EXPLICIT: u32 = 27;

fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

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
        CHUNK => signed(icvs.schedule.chunk),
        DEVICE => icvs.device.map_or(-1, i64::from),
        ALLOCATOR => signed(icvs.allocator),
        THREAD_LIMIT => i64::from(icvs.thread_limit),
        PROCESSORS => i64::from(crowd::processors()),
        ACTIVE_LEVEL => i64::from(level.team().active_level),
        IN_FINAL => i64::from(task.is_final),
        TASK => signed(task.number),
        SUPPORTED_LEVELS => i64::from(MOST_ACTIVE_LEVELS),
        BIND | PLACES | PARTITION_FIRST | PARTITION_COUNT => 0,
        IN_EXPLICIT => i64::from(task.is_explicit),
        // CLACC_ICV_PLACE among them: the thread is at no place.
        _ => -1,
    }
}

/// `clacc_icv_set`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_icv_set(which: u32, value: i64) {
    let Ok(value) = u64::try_from(value) else { return };
    let level = current();
    let mut task = level.task.get();
    set(&mut task.icvs, which, value);
    level.task.set(task);
}

fn set(icvs: &mut Icvs, which: u32, value: u64) {
    match which {
        THREADS if (1..=i32::MAX as u64).contains(&value) => icvs.threads = value as u32,
        DYNAMIC => icvs.dynamic = value != 0,
        ACTIVE_LEVELS => icvs.max_active_levels = value.min(u64::from(MOST_ACTIVE_LEVELS)) as u32,
        SCHEDULE if (u64::from(layout::STATIC)..=u64::from(layout::AUTO)).contains(&value) => {
            icvs.schedule = Schedule { kind: value as u32, ..icvs.schedule };
        }
        CHUNK => icvs.schedule.chunk = value,
        DEVICE => icvs.device = i32::try_from(value).ok().or(icvs.device),
        ALLOCATOR => icvs.allocator = value,
        _ => (),
    }
}

/// The region at a level.
fn at(level: i32) -> Option<&'static Level> {
    let level = u32::try_from(level).ok()?;
    current().outwards().find(|other| other.team().level == level)
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
