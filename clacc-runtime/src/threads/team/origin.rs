//! The calling thread's place: which team it belongs to now, or its first one if it was never in any.

use super::disband::disband_all;
use super::member::{Founding, Member, Team};
use super::settings::settings;
use super::workers;
use clacc_runtime_core::affinity;
use clacc_runtime_core::icvs::Bind;
use clacc_runtime_core::places::Partition;
use std::cell::{Cell, RefCell};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// The team of one in which a thread of the program is outside regions. Dropped when the thread ends.
struct FirstTeam(*mut Team);

thread_local! {
    static CURRENT: Cell<*const Member> = const { Cell::new(ptr::null()) };
    static FIRST: RefCell<Option<FirstTeam>> = const { RefCell::new(None) };
}

/// Returns the calling thread's place.
#[inline]
pub fn current<'m>() -> &'m Member {
    let member = CURRENT.get();
    if member.is_null() {
        return begin();
    }
    // SAFETY: a member that is current lives until the thread leaves it, which is when another one becomes current.
    unsafe { &*member }
}

/// Makes another place current. Returns the one before, for the end of the region.
#[inline]
pub fn enter(member: *const Member) -> *const Member {
    CURRENT.replace(member)
}

/// A thread of the program uses the library for the first time.
#[cold]
fn begin<'m>() -> &'m Member {
    let founding = Founding {
        asked: 1,
        workers: Vec::new(),
        bind: Bind::Unbound,
        generation: workers::generation(),
        group: Arc::new(AtomicU32::new(1)),
        parent: ptr::null(),
    };
    let team = Team::make(founding, settings().icvs);
    // While a thread ends, its storage may be gone. Then the team stays until the process ends.
    let _ = FIRST.try_with(|first| first.replace(Some(FirstTeam(team))));
    // SAFETY: the team was just made, and stays until the thread ends.
    let member = unsafe { &(&*team).members()[0] };
    // SAFETY: the team holds the variables and outlives its member.
    unsafe { member.seat.begin_region(member.team().icvs(), settings().looks, false) };
    take_first_place(member);
    CURRENT.set(member);
    member
}

/// The initial thread goes to the first place. Threads that the program made stay where they are.
fn take_first_place(member: &Member) {
    let places = &settings().places;
    member.partition.set(Partition { first: 0, count: places.len() as u32 });
    if let Some(first) = places.first().filter(|_| crate::threads::system::is_initial_thread()) {
        member.place.set(Some(0));
        affinity::put_on(first);
    }
}

impl Drop for FirstTeam {
    /// A thread of the program ends: its workers become free. The thread may be the one that ends the whole process, from
    /// within a region too. Then everything stays as it is, because exit handlers of the program may still use it.
    fn drop(&mut self) {
        // SAFETY: the team lives, and only this thread uses it.
        let member = unsafe { &(&*self.0).members()[0] };
        if !ptr::eq(CURRENT.get(), member) || crate::threads::system::is_initial_thread() {
            return;
        }
        CURRENT.set(ptr::null());
        disband_all(member);
        // SAFETY: the thread is outside regions, and has just given up the teams of its member.
        unsafe { Team::free(self.0) };
    }
}
