//! A team and the threads in it.

use super::handed::Handed;
use super::partial::Runner;
use super::state::State;
use super::workers::Worker;
use crate::threads::task::record::Task;
use crate::threads::task::seat::Seat;
use clacc_runtime_abi::layout::ThreadHead;
use clacc_runtime_core::icvs::{Bind, Icvs};
use clacc_runtime_core::line::Line;
use clacc_runtime_core::places::Partition;
use clacc_runtime_core::share::Position;
use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::ops::Deref;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64};

/// The state of a thread that other threads read.
#[derive(Debug, Default)]
pub struct Arrival {
    /// The last phase for which the thread has arrived, and whether it made tasks before: see [`Arrival::word`].
    pub phase: AtomicU64,
    /// The phase with which the thread has arrived at the end of a cancelled region, and not at a barrier.
    pub ended: AtomicU64,
    /// Its copy of a reduction's variables.
    pub offered: AtomicPtr<c_void>,
}

impl Arrival {
    /// Returns the word that a thread stores when it arrives.
    #[inline]
    pub fn word(phase: u64, made_tasks: bool) -> u64 {
        phase << 1 | u64::from(made_tasks)
    }

    /// The phase in a word.
    #[inline]
    pub fn phase_in(word: u64) -> u64 {
        word >> 1
    }
}

/// At a barrier and at the end of a region, other threads read one cache line of each thread.
const _: () = assert!(size_of::<Arrival>() <= 64 && align_of::<Line<Arrival>>() >= 64);

/// The creation of a team, and the members that are notified of its end.
pub struct Founding {
    /// The requested number of threads.
    pub asked: usize,
    /// The workers, which have the numbers from 1 on.
    pub workers: Vec<&'static Worker>,
    /// The affinity policy by which its threads were bound to places.
    pub bind: Bind,
    /// The process in which the team was made, by the number of forks before it.
    pub generation: u32,
    /// The number of threads in the contention group.
    pub group: Arc<AtomicU32>,
    /// The member that makes regions with this team. Null for a thread's first team.
    pub parent: *const Member,
}

/// A team: the state that its threads share, and the state of each thread.
pub struct Team {
    state: State,
    members: *mut Member,
    /// The creation of the team.
    pub founding: Founding,
}

// SAFETY: the state is `Sync`, and so are the members; the rest is set when the team is made.
unsafe impl Sync for Team {}
// SAFETY: pointers in it are only followed under the rules of the state and of the members.
unsafe impl Send for Team {}

impl Deref for Team {
    type Target = State;

    #[inline]
    fn deref(&self) -> &State {
        &self.state
    }
}

impl Team {
    /// Makes a team whose workers have not been told of it. It lives until [`Self::free`].
    pub fn make(founding: Founding, icvs: Icvs) -> *mut Self {
        let threads = founding.workers.len() + 1;
        // SAFETY: a parent outlives the teams that it makes.
        let above = unsafe { founding.parent.as_ref() }
            .map(|parent| (parent.team().level, parent.team().active_level));
        let level = above.map_or(0, |(level, _)| level + 1);
        let active_level = above.map_or(0, |(_, active)| active + u32::from(threads > 1));
        let state = State::new(threads, (level, active_level), icvs);
        let team = Box::into_raw(Box::new(Self { state, members: ptr::null_mut(), founding }));
        Self::add_members(team, threads);
        team
    }

    /// The members are kept by a raw pointer, because generated code has pointers to them that stay valid when the team is
    /// used.
    fn add_members(team: *mut Self, threads: usize) {
        let places = Box::into_raw(Box::<[Member]>::new_uninit_slice(threads)).cast::<Member>();
        for id in 0..threads {
            // SAFETY: the place is one of the slice, and the team keeps the slice as long as it lives.
            unsafe { Member::write(places.add(id), team, id) };
        }
        // SAFETY: nobody else knows the team yet.
        unsafe { (*team).members = places };
    }

    /// Frees a team.
    ///
    /// # Safety
    /// `make` made it, and nobody uses it any more: its workers have left, and its members have no teams.
    pub unsafe fn free(team: *mut Self) {
        // SAFETY: the caller promises that the team came from `make`, and is not used any more.
        drop(unsafe { Box::from_raw(team) });
    }

    /// The members.
    #[inline]
    pub fn members(&self) -> &[Member] {
        // SAFETY: `add_members` wrote so many, and they are dropped with the team.
        unsafe { std::slice::from_raw_parts(self.members, self.threads()) }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        // SAFETY: `add_members` made a slice of so many members, which nobody uses any more.
        drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(self.members, self.threads())) });
    }
}

/// A thread in a team. While a region runs, only that thread uses it, except for `arrival` and `handed`.
#[repr(C, align(128))]
pub struct Member {
    /// Generated code knows a member by the address of this field, which is that of the member.
    head: UnsafeCell<ThreadHead>,
    id: usize,
    team: *const Team,
    /// The number of phases that the thread has passed.
    pub phase: Cell<u64>,
    /// The number of `single` constructs that the thread has encountered.
    pub singles: Cell<u64>,
    /// The state of the thread in its current worksharing loop.
    pub position: Position,
    /// The state of the thread that concerns tasks.
    pub seat: Seat,
    /// The place to which the thread is bound, if it is bound.
    pub place: Cell<Option<u32>>,
    /// The places for the teams that the thread makes: place-partition-var.
    pub partition: Cell<Partition>,
    /// The team that is kept for the regions that this thread makes; null if there is none.
    pub hot: Cell<*mut Team>,
    /// The team that is kept for regions of one thread; null if there is none.
    pub serial: Cell<*mut Team>,
    /// The team of one thread to which the thread belongs while it executes teams of leagues; null if there was none.
    pub initial: Cell<*mut Team>,
    /// The team of the last region that the thread made and whose threads were displayed, for `OMP_DISPLAY_AFFINITY`.
    pub displayed: Cell<*const Team>,
    /// In an initial thread, the state of its teams if several threads execute the league; null otherwise.
    pub runner: Cell<*const Runner>,
    /// The state that other threads read.
    pub arrival: Line<Arrival>,
    /// The thread's values for reductions, of which thread 0 reads some.
    pub handed: Handed,
}

// SAFETY: threads other than the member's own use `arrival` only, and `handed` as its module says, and while the own thread waits for a release, the
// primary thread may use the rest.
unsafe impl Sync for Member {}
// SAFETY: it is made by one thread and handed to another one before it is used.
unsafe impl Send for Member {}

impl Member {
    /// Writes a member to the place where it stays.
    ///
    /// # Safety
    /// `place` is valid for writes and aligned, and `team` will be the team that the member belongs to and outlive it.
    pub unsafe fn write(place: *mut Self, team: *const Team, id: usize) {
        // SAFETY: the caller promises that the team lives; its parts that are used here are set.
        let about = unsafe { &*team };
        let head = ThreadHead {
            id: i32::try_from(id).unwrap_or(i32::MAX),
            count: i32::try_from(about.threads()).unwrap_or(i32::MAX),
            gang: 0,
            gangs: 1,
            level: about.level,
            reserved: 0,
        };
        // SAFETY: a parent outlives the teams that it makes.
        let above = unsafe { about.founding.parent.as_ref() };
        let (place_above, partition_above) =
            above.map_or_else(Default::default, |parent| (parent.place.get(), parent.partition.get()));
        // SAFETY: the team was made with them, and nobody else knows it yet.
        let implicit = Task::implicit(unsafe { *about.icvs() }, false);
        let member = Self {
            head: UnsafeCell::new(head),
            id,
            team,
            phase: Cell::new(0),
            singles: Cell::new(0),
            position: Position::new(),
            seat: Seat::new(&about.tasks, id, place.cast(), implicit),
            place: Cell::new(place_above),
            partition: Cell::new(partition_above),
            hot: Cell::new(ptr::null_mut()),
            serial: Cell::new(ptr::null_mut()),
            initial: Cell::new(ptr::null_mut()),
            displayed: Cell::new(ptr::null()),
            runner: Cell::new(ptr::null()),
            arrival: Line::default(),
            handed: Handed::new(),
        };
        // SAFETY: the caller promises that the place may be written.
        unsafe { place.write(member) };
    }

    /// The member that generated code knows by this head.
    ///
    /// # Safety
    /// The head is that of a member of a team that exists, and of the calling thread.
    #[inline]
    #[expect(clippy::cast_ptr_alignment, reason = "the head is the first field of a member")]
    pub unsafe fn of<'m>(head: *mut ThreadHead) -> &'m Self {
        // SAFETY: the head is the first field of the member, whose address generated code was given.
        unsafe { &*head.cast::<Self>() }
    }

    /// The head for generated code.
    #[inline]
    pub fn head(&self) -> *mut ThreadHead {
        ptr::from_ref(self).cast_mut().cast()
    }

    /// The team.
    #[inline]
    pub fn team(&self) -> &Team {
        // SAFETY: `write` was called with a team that outlives the member.
        unsafe { &*self.team }
    }

    /// The thread's number.
    #[inline]
    pub fn id(&self) -> usize {
        self.id
    }

    /// The thread's number as C programs know it.
    pub fn c_id(&self) -> i32 {
        // SAFETY: the field is never written after `write`.
        unsafe { (*self.head.get()).id }
    }

    /// The number of threads of the team as C programs know it.
    pub fn c_count(&self) -> i32 {
        // SAFETY: as above.
        unsafe { (*self.head.get()).count }
    }

    /// The gang that the thread runs, or the team of a league, and how many there are. Only the member's own thread, or one that it
    /// waits for, calls it.
    pub fn gang(&self) -> (i64, i64) {
        // SAFETY: the fields are written by the own thread alone, between the regions of those that it waits for.
        unsafe { ((*self.head.get()).gang, (*self.head.get()).gangs) }
    }

    /// Says which gang the thread runs. Only the member's own thread calls it.
    pub fn set_gang(&self, gang: i64, gangs: i64) {
        // SAFETY: only this thread reads or writes these fields, and no reference to them exists.
        unsafe {
            (*self.head.get()).gang = gang;
            (*self.head.get()).gangs = gangs;
        }
    }
}
