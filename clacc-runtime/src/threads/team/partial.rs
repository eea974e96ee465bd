//! Reductions of a league whose teams several threads execute: each thread combines the values of its own teams, and then, in the order of
//! the threads, combines the result with the original list items.

use crate::threads::task::seat::Seat;
use crate::threads::wait::event::Cause;
use crate::threads::wait::futex::Many;
use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Memory for values that the teams of one thread combine, in units of cache lines, so that it is aligned for all types.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bytes64(#[expect(dead_code, reason = "only its size and alignment count")] [u8; 64]);

/// The state of a thread that executes several teams of a league.
pub struct Runner {
    /// The number of the thread that may change the original list items now.
    turn: *const AtomicUsize,
    /// The thread's number in the team that executes the league, and its state that concerns tasks.
    id: usize,
    seat: *const Seat,
    /// The first team after those of this thread.
    end: u64,
    partial: UnsafeCell<Vec<Bytes64>>,
    has_values: Cell<bool>,
}

impl Runner {
    /// A thread that runs the teams before `end`. The references must outlive the result.
    pub fn new(turn: &AtomicUsize, id: usize, seat: &Seat, end: u64) -> Self {
        Self { turn, id, seat, end, partial: UnsafeCell::new(Vec::new()), has_values: Cell::new(false) }
    }

    /// The first team after those of this thread.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Returns whether no team of this thread has had a value yet, and records that one has a value now.
    pub fn is_first(&self) -> bool {
        !self.has_values.replace(true)
    }

    /// Returns the number of the thread that may change the original list items, and the state of this thread that concerns tasks.
    fn parts(&self) -> (&AtomicUsize, &Seat) {
        // SAFETY: `new` was given references that outlive this.
        unsafe { (&*self.turn, &*self.seat) }
    }

    /// Waits until the preceding threads have changed the original list items.
    pub fn wait_for_turn(&self) {
        let (turn, seat) = self.parts();
        seat.wait_without_tasks(|| turn.load(Ordering::SeqCst) == self.id);
    }

    /// Permits the next thread to change the original list items.
    pub fn give_turn(&self) {
        let (turn, seat) = self.parts();
        turn.store(self.id + 1, Ordering::SeqCst);
        seat.pool().event.notify(Cause::Progress, Many::All);
    }

    /// Returns memory of this size, which is the same for all teams.
    pub fn memory(&self, bytes: usize) -> *mut c_void {
        // SAFETY: only this thread uses it, and no other reference to it exists.
        let partial = unsafe { &mut *self.partial.get() };
        partial.resize(bytes.div_ceil(size_of::<Bytes64>()).max(1), Bytes64([0; 64]));
        partial.as_mut_ptr().cast()
    }
}
