//! Thread team routines (18.2).

use crate::runtime::{Icv, ancestor, get, get_int, of_this_thread, set, team_size};

/// The kinds of `omp_sched_t` that are no modifiers (18.2.11).
const KINDS: core::ops::RangeInclusive<u32> = STATIC..=AUTO;
const STATIC: u32 = 1;
const DYNAMIC: u32 = 2;
const GUIDED: u32 = 3;
const AUTO: u32 = 4;

/// The modifier `omp_sched_monotonic`. The library gives chunks out in increasing order always, so that it asks for nothing; it is given back.
const MONOTONIC: u32 = 0x8000_0000;

/// Sets how many threads regions without `num_threads` have (18.2.1). A number that is not positive changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_num_threads(number: i32) {
    if number > 0 {
        set(Icv::Threads, number.into());
    }
}

/// How many threads the team has (18.2.2).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_num_threads() -> i32 {
    of_this_thread(|head| head.count)
}

/// How many threads a region has that begins now, at most (18.2.3).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_max_threads() -> i32 {
    get_int(Icv::Threads)
}

/// The number of the thread in its team (18.2.4).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_thread_num() -> i32 {
    of_this_thread(|head| head.id)
}

/// Whether a team of more than one thread encloses the caller (18.2.5).
#[unsafe(no_mangle)]
pub extern "C" fn omp_in_parallel() -> i32 {
    i32::from(get(Icv::ActiveLevel) > 0)
}

/// Lets teams have fewer threads than asked for, or not (18.2.6).
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_dynamic(dynamic: i32) {
    set(Icv::Dynamic, i64::from(dynamic != 0));
}

/// Whether teams may have fewer threads than asked for (18.2.7).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_dynamic() -> i32 {
    i32::from(get(Icv::Dynamic) > 0)
}

/// Whether constructs can be cancelled (18.2.8): cancel-var.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_cancellation() -> i32 {
    i32::from(get(Icv::Cancellation) > 0)
}

/// Lets regions nest as deep as they can, or not at all (18.2.9). A limit above one that was set stays.
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_nested(nested: i32) {
    let limit = get(Icv::MaxActiveLevels);
    if nested != 0 && limit <= 1 {
        set(Icv::MaxActiveLevels, get(Icv::SupportedLevels));
    } else if nested == 0 && limit > 1 {
        set(Icv::MaxActiveLevels, 1);
    }
}

/// Whether a region that begins now could have a team within another one (18.2.10).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_nested() -> i32 {
    let limit = get(Icv::MaxActiveLevels);
    i32::from(limit > 1 && limit > get(Icv::ActiveLevel))
}

/// Sets the schedule of loops with `schedule(runtime)` (18.2.11). Kinds that are unknown change nothing.
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_schedule(kind: u32, chunk: i32) {
    let (modifier, kind) = (kind & MONOTONIC, kind & !MONOTONIC);
    if KINDS.contains(&kind) {
        set(Icv::ScheduleModifier, (modifier != 0).into());
        set(Icv::Schedule, kind.into());
        set(Icv::Chunk, if kind == AUTO { 0 } else { chunk.max(0).into() });
    }
}

/// Gives the schedule of loops with `schedule(runtime)` (18.2.12), with its modifier: the chunk is 0 if there is none.
///
/// # Safety
/// Both pointers are null or those of objects of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_schedule(kind: *mut u32, chunk: *mut i32) {
    let (its_kind, its_chunk) = schedule();
    if !kind.is_null() {
        // SAFETY: the caller promises it.
        unsafe { kind.write(if asked_monotonic() { its_kind | MONOTONIC } else { its_kind }) };
    }
    if !chunk.is_null() {
        // SAFETY: the caller promises it.
        unsafe { chunk.write(its_chunk) };
    }
}

/// The kind and the chunk of run-sched-var. Chunks that are given out have a size even if none was asked for.
pub fn schedule() -> (u32, i32) {
    let kind = u32::try_from(get(Icv::Schedule)).unwrap_or(STATIC);
    let least = i32::from(matches!(kind, DYNAMIC | GUIDED));
    (kind, get_int(Icv::Chunk).max(least))
}

/// Whether run-sched-var has the modifier `monotonic`.
pub fn asked_monotonic() -> bool {
    get(Icv::ScheduleModifier) == 1
}

/// How many threads the contention group can have (18.2.13).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_thread_limit() -> i32 {
    get_int(Icv::ThreadLimit)
}

/// How deep active regions can nest at all (18.2.14).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_supported_active_levels() -> i32 {
    get_int(Icv::SupportedLevels)
}

/// Sets how deep active regions nest (18.2.15). A negative number changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn omp_set_max_active_levels(levels: i32) {
    if levels >= 0 {
        set(Icv::MaxActiveLevels, levels.into());
    }
}

/// How deep active regions nest (18.2.16).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_max_active_levels() -> i32 {
    get_int(Icv::MaxActiveLevels)
}

/// How many regions enclose the caller (18.2.17).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_level() -> i32 {
    of_this_thread(|head| head.level.cast_signed())
}

/// The number of the caller's ancestor at a level, or -1 (18.2.18).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_ancestor_thread_num(level: i32) -> i32 {
    ancestor(level)
}

/// The size of the team at a level, or -1 (18.2.19).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_team_size(level: i32) -> i32 {
    team_size(level)
}

/// How many active regions enclose the caller (18.2.20).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_active_level() -> i32 {
    get_int(Icv::ActiveLevel)
}
