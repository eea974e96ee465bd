//! The state that the processes of a team share.

use crate::heap;
use crate::persona::Persona;
use crate::wait::event::Event;
use crate::wait::lock::Processes;
use clacc_runtime_abi::layout::ThreadHead;
use clacc_runtime_core::share::Shares;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU32, AtomicU64};

/// A thread's place in a team.
#[repr(C)]
pub struct Seat {
    /// The part that generated code reads.
    pub head: ThreadHead,
    /// The process, while it is to be waited for; 0 for thread 0.
    pub process: AtomicI32,
    /// True if the process has done its work.
    pub is_done: AtomicBool,
    /// The copy that the thread offers to a reduction.
    pub offered: AtomicPtr<c_void>,
    /// The stack of the process.
    pub stack: *mut c_void,
    /// The thread's own variables.
    pub persona: *const Persona,
}

/// The state that all threads of a team share, in the shared heap.
pub struct Team {
    /// The places, of which the first `count` have a thread.
    seats: *mut Seat,
    room: usize,
    count: usize,
    /// Enclosing regions, and those of them with more than one thread.
    pub level: u32,
    /// See `level`.
    pub active_level: u32,
    /// Not 0 when the threads may begin.
    pub begun: AtomicU32,
    /// The threads that wait at the barrier, and how often it was passed.
    pub(super) arrived: AtomicU32,
    pub(super) phase: AtomicU32,
    /// The event on which threads wait for everything else.
    pub event: Event,
    /// The worksharing loops.
    pub shares: Shares<Processes>,
    /// The `single`s that have a thread.
    pub singles: AtomicU64,
    /// The list of `copyprivate`.
    pub copied: AtomicPtr<c_void>,
    /// The processes that have done their work.
    pub done: AtomicU32,
}

impl Team {
    /// Makes a team with room for so many threads, below another one.
    pub fn make(room: usize, above: Option<&Self>) -> *mut Self {
        let seats: *mut Seat = heap::calloc(room, size_of::<Seat>()).cast();
        let is_active = room > 1;
        let team = Self {
            seats,
            room,
            count: room,
            level: above.map_or(0, |team| team.level + 1),
            active_level: above.map_or(0, |team| team.active_level + u32::from(is_active)),
            begun: AtomicU32::new(0),
            arrived: AtomicU32::new(0),
            phase: AtomicU32::new(0),
            event: Event::default(),
            shares: Shares::new(),
            singles: AtomicU64::new(0),
            copied: AtomicPtr::default(),
            done: AtomicU32::new(0),
        };
        let made = Box::into_raw(Box::new(team));
        // SAFETY: the team was just made, and zeros are empty seats.
        unsafe { (*made).set_count(room) };
        made
    }

    /// Frees a team.
    ///
    /// # Safety
    /// [`Self::make`] made it, and nobody uses it any more.
    pub unsafe fn free(team: *mut Self) {
        // SAFETY: the caller promises it.
        unsafe {
            heap::free((*team).seats.cast());
            drop(Box::from_raw(team));
        }
    }

    /// Says how many threads there are. No other process runs in the team yet.
    pub fn set_count(&mut self, count: usize) {
        (self.count, self.active_level) =
            (count, self.active_level - u32::from(self.room > 1 && count == 1 && self.active_level > 0));
        for id in 0..self.room {
            // SAFETY: there are so many seats, and no other process reads them yet.
            unsafe {
                (*self.seats.add(id)).head = ThreadHead {
                    id: (id as u32).cast_signed(),
                    count: (count as u32).cast_signed(),
                    gang: 0,
                    gangs: 1,
                    level: self.level,
                    reserved: 0,
                };
            }
        }
    }

    /// The places of the threads.
    pub fn seats(&self) -> &[Seat] {
        // SAFETY: there are so many, and what changes in them is atomic or their thread's own.
        unsafe { std::slice::from_raw_parts(self.seats, self.count) }
    }

    /// The place of a thread, by address.
    pub fn seat(&self, id: usize) -> *mut Seat {
        // SAFETY: callers know the room.
        unsafe { self.seats.add(id) }
    }

    /// The number of threads.
    pub fn threads(&self) -> u32 {
        self.count as u32
    }
}
