//! Internal control variables and other facts, for the `omp_*` routines.

use crate::threads::team::league;
use crate::threads::team::member::Member;
use crate::threads::team::origin;
use crate::threads::team::settings::settings;
use crate::threads::wait::crowd;
use clacc_runtime_abi::control_variables::{
    ACTIVE_LEVEL, ACTIVE_LEVELS, ALLOCATOR, BIND, CANCELLATION, CHUNK, DEVICE, DYNAMIC, IN_EXPLICIT,
    IN_FINAL, NUM_TEAMS, PARTITION_COUNT, PARTITION_FIRST, PLACE, PLACES, PROCESSORS, SCHEDULE,
    SCHEDULE_MODIFIER, SUPPORTED_LEVELS, TASK, TEAM, TEAMS, TEAMS_THREAD_LIMIT, THREAD_LIMIT, THREADS,
};
use clacc_runtime_core::icvs::{MOST_ACTIVE_LEVELS, signed};

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
        SCHEDULE_MODIFIER => i64::from(icvs.asked_monotonic),
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
        CANCELLATION => i64::from(settings().cancellation),
        NUM_TEAMS => league::teams_variable().into(),
        TEAMS_THREAD_LIMIT => league::limit_variable().into(),
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
        _ => return origin::current().seat.icvs.change(|icvs| icvs.set(which, value)),
    };
    of_device.set(u32::try_from(value).unwrap_or(u32::MAX).min(i32::MAX as u32));
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
