//! The numbers of the internal control variables and facts in `clacc_abi.h`, and how a task's variables are set by them.

use super::layout;
use crate::icvs::{Icvs, MOST_ACTIVE_LEVELS, Schedule};

pub(super) const THREADS: u32 = 1;
pub(super) const DYNAMIC: u32 = 2;
pub(super) const ACTIVE_LEVELS: u32 = 3;
pub(super) const SCHEDULE: u32 = 4;
pub(super) const CHUNK: u32 = 5;
pub(super) const DEVICE: u32 = 6;
pub(super) const ALLOCATOR: u32 = 7;
pub(super) const SCHEDULE_MODIFIER: u32 = 8;
pub(super) const THREAD_LIMIT: u32 = 16;
pub(super) const PROCESSORS: u32 = 17;
pub(super) const ACTIVE_LEVEL: u32 = 18;
pub(super) const IN_FINAL: u32 = 19;
pub(super) const BIND: u32 = 20;
pub(super) const TASK: u32 = 21;
pub(super) const SUPPORTED_LEVELS: u32 = 22;
pub(super) const PLACES: u32 = 23;
pub(super) const PLACE: u32 = 24;
pub(super) const PARTITION_FIRST: u32 = 25;
pub(super) const PARTITION_COUNT: u32 = 26;
pub(super) const IN_EXPLICIT: u32 = 27;
pub(super) const CANCELLATION: u32 = 28;
pub(super) const NUM_TEAMS: u32 = 40;
pub(super) const TEAMS_THREAD_LIMIT: u32 = 41;
pub(super) const TEAM: u32 = 42;
pub(super) const TEAMS: u32 = 43;

/// A value of the header, which has signed ones.
pub(super) fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Sets a variable. Values out of range and numbers of what nobody sets change nothing.
pub(super) fn set(icvs: &mut Icvs, which: u32, value: u64) {
    match which {
        THREADS if (1..=i32::MAX as u64).contains(&value) => icvs.threads = value as u32,
        DYNAMIC => icvs.dynamic = value != 0,
        ACTIVE_LEVELS => icvs.max_active_levels = value.min(u64::from(MOST_ACTIVE_LEVELS)) as u32,
        SCHEDULE if (u64::from(layout::STATIC)..=u64::from(layout::AUTO)).contains(&value) => {
            icvs.schedule = Schedule { kind: value as u32, ..icvs.schedule };
        }
        SCHEDULE_MODIFIER => icvs.asked_monotonic = value != 0,
        CHUNK => icvs.schedule.chunk = value,
        DEVICE => icvs.device = i32::try_from(value).ok().or(icvs.device),
        ALLOCATOR => icvs.allocator = value,
        _ => (),
    }
}
