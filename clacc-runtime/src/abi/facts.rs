//! Internal control variables and other facts, for the `omp_*` routines.

use super::layout;
use crate::icvs::{Icvs, MOST_ACTIVE_LEVELS, Schedule};
use crate::team::environment::settings;
use crate::team::league;
use crate::team::member::Member;
use crate::team::origin;
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
const PLACE: u32 = 24;
const PARTITION_FIRST: u32 = 25;
const PARTITION_COUNT: u32 = 26;
const IN_EXPLICIT: u32 = 27;
const NUM_TEAMS: u32 = 40;
const TEAMS_THREAD_LIMIT: u32 = 41;
const TEAM: u32 = 42;
const TEAMS: u32 = 43;

fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// `clacc_icv_get`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_icv_get(which: u32) -> i64 {
    let member = origin::current();
    let icvs = member.seat.icvs.get();
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
        ACTIVE_LEVEL => i64::from(member.team().active_level),
        IN_FINAL => i64::from(member.seat.current().is_final),
        BIND => i64::from(icvs.bind as u32),
        TASK => signed(std::sync::Arc::as_ptr(&member.seat.current()).addr() as u64),
        SUPPORTED_LEVELS => i64::from(MOST_ACTIVE_LEVELS),
        PLACES => signed(settings().places.len() as u64),
        PLACE => member.place.get().map_or(-1, i64::from),
        PARTITION_FIRST => i64::from(member.partition.get().first),
        PARTITION_COUNT => i64::from(member.partition.get().count),
        IN_EXPLICIT => i64::from(member.seat.current().is_explicit()),
        NUM_TEAMS => league::TEAMS.get().into(),
        TEAMS_THREAD_LIMIT => league::TEAMS_THREAD_LIMIT.get().into(),
        TEAM => member.league_place().0,
        TEAMS => member.league_place().1,
        _ => -1,
    }
}

/// `clacc_icv_set`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_icv_set(which: u32, value: i64) {
    let Ok(value) = u64::try_from(value) else { return };
    let of_device = match which {
        NUM_TEAMS => &league::TEAMS,
        TEAMS_THREAD_LIMIT => &league::TEAMS_THREAD_LIMIT,
        _ => return origin::current().seat.icvs.change(|icvs| set(icvs, which, value)),
    };
    of_device.set(u32::try_from(value).unwrap_or(u32::MAX).min(i32::MAX as u32));
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

/// The thread's ancestor at a level.
fn ancestor(level: i32) -> Option<&'static Member> {
    let level = u32::try_from(level).ok()?;
    let mut member = origin::current();
    if level > member.team().level {
        return None;
    }
    while member.team().level > level {
        // SAFETY: a team inside regions has a parent, which waits for the end of the region.
        member = unsafe { member.team().founding.parent.as_ref() }?;
    }
    Some(member)
}

/// `clacc_ancestor`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_ancestor(level: i32) -> i32 {
    ancestor(level).map_or(-1, Member::c_id)
}

/// `clacc_place_processors`.
///
/// # Safety
/// `ids` is null, or there is room for all of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_place_processors(place: i32, ids: *mut i32) -> i32 {
    let place = usize::try_from(place).ok().and_then(|place| settings().places.get(place));
    let processors = place.map_or(&[][..], Vec::as_slice);
    if !ids.is_null() {
        for (at, processor) in processors.iter().enumerate() {
            // SAFETY: the caller promises the room.
            unsafe { ids.add(at).write(processor.cast_signed()) };
        }
    }
    i32::try_from(processors.len()).unwrap_or(i32::MAX)
}

/// `clacc_team_size`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_team_size(level: i32) -> i32 {
    ancestor(level).map_or(-1, Member::c_count)
}
