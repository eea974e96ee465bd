//! What a thread knows of itself: the regions around it, and its current task. The objects lie on the stacks of those that began the
//! regions, where the processes that were made since read them.

use super::shared::{Seat, Team};
use crate::persona::Persona;
use crate::settings::settings;
use crate::world::world;
use clacc_runtime_abi::layout::ThreadHead;
use clacc_runtime_core::icvs::Icvs;
use clacc_runtime_core::share::Position;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::Ordering;

/// A task, as far as it differs from others.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Its control variables.
    pub icvs: Icvs,
    /// A number that no other task has.
    pub number: u64,
    /// Whether it is final.
    pub is_final: bool,
    /// Whether it is an explicit one.
    pub is_explicit: bool,
}

impl Task {
    /// The implicit task of a thread in a region.
    pub fn implicit(icvs: Icvs) -> Self {
        let number = world().tasks.fetch_add(1, Ordering::Relaxed) + 1;
        Self { icvs, number, is_final: false, is_explicit: false }
    }
}

/// A league while it runs.
pub struct League {
    /// The number of teams of the league.
    pub teams: u32,
    /// The values that the teams combine.
    pub partial: Cell<*mut c_void>,
}

/// A region, as one thread sees it.
pub struct Level {
    /// The region around.
    pub parent: *const Level,
    /// The team.
    pub team: *const Team,
    /// The thread's place in it.
    pub seat: &'static Seat,
    head: *mut Seat,
    /// The league, at the initial thread of one of its teams.
    pub league: Option<*const League>,
    /// The current task.
    pub task: Cell<Task>,
    /// The thread's place in its current worksharing loop.
    pub position: Position,
    /// The `single`s that the thread has come to.
    pub singles: Cell<u64>,
}

thread_local! {
    static CURRENT: Cell<*const Level> = const { Cell::new(ptr::null()) };
}

impl Level {
    /// A region that a thread is about to enter.
    pub fn new(team: &Team, id: usize, icvs: Icvs) -> Self {
        let seat = team.seat(id);
        Self {
            parent: CURRENT.get(),
            team,
            // SAFETY: the seat lives as long as the team, which levels do not outlive.
            seat: unsafe { &*seat },
            head: seat,
            league: None,
            task: Cell::new(Task::implicit(icvs)),
            position: Position::new(),
            singles: Cell::new(0),
        }
    }

    /// What generated code knows the thread by.
    pub fn head(&self) -> *mut ThreadHead {
        self.head.cast()
    }

    /// The team.
    pub fn team(&self) -> &Team {
        // SAFETY: the team lives until its region has ended.
        unsafe { &*self.team }
    }

    /// The thread's number in it.
    pub fn id(&self) -> u32 {
        self.seat.head.id.cast_unsigned()
    }

    /// The thread's own variables.
    pub fn persona(&self) -> &Persona {
        // SAFETY: whoever made the seat gave it a persona, which lives as long.
        unsafe { &*self.seat.persona }
    }

    /// The levels from this one outwards.
    pub fn outwards(&self) -> impl Iterator<Item = &Self> {
        // SAFETY: levels live until their regions have ended.
        std::iter::successors(Some(self), |level| unsafe { level.parent.as_ref() })
    }
}

/// The calling thread's innermost region: a team of one, in serial parts.
pub fn current() -> &'static Level {
    if CURRENT.get().is_null() {
        enter(ptr::from_ref(Box::leak(Box::new(first()))));
    }
    // SAFETY: the level lives until its region has ended, which the thread that asks is inside of.
    unsafe { &*CURRENT.get() }
}

/// The serial part around everything.
fn first() -> Level {
    // SAFETY: the team is made here, and stays.
    let team = unsafe { &*Team::make(1, None) };
    // SAFETY: the seat is that of this thread.
    unsafe { (*team.seat(0)).persona = Persona::make() };
    Level::new(team, 0, settings().icvs)
}

/// The thread is in another region now. Returns the one before.
pub fn enter(level: *const Level) -> *const Level {
    CURRENT.replace(level)
}

/// The seats of all regions around the calling thread.
pub fn seats_of_levels() -> impl Iterator<Item = &'static Seat> {
    // SAFETY: levels live until their regions have ended.
    let innermost: Option<&'static Level> = unsafe { CURRENT.get().as_ref() };
    innermost.into_iter().flat_map(Level::outwards).flat_map(|level| level.team().seats())
}
