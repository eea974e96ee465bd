//! The values that the teams of a league combine, where several threads run its teams: each thread combines those of its own teams
//! first, and then, when it is its turn, with the originals.

use crate::threads::task::seat::Seat;
use crate::threads::wait::event::Cause;
use crate::threads::wait::futex::Many;
use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Memory for values that the teams of one thread combine: lines, so that all types are aligned.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bytes64(#[expect(dead_code, reason = "only its size and alignment count")] [u8; 64]);

/// The state of a thread that executes several teams of a league.
pub struct Runner {
    /// The number of the thread that may change the originals now.
    turn: *const AtomicUsize,
    /// The thread's number in the team of the threads that run the league, and its place at their tasks.
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

    /// Returns whether no team of this thread has had a value yet. From now on one has.
    pub fn is_first(&self) -> bool {
        !self.has_values.replace(true)
    }

    /// Whose turn it is, and the place of this thread.
    fn parts(&self) -> (&AtomicUsize, &Seat) {
        // SAFETY: `new` was given references that outlive this.
        unsafe { (&*self.turn, &*self.seat) }
    }

    /// Waits until the threads before this one have changed the originals.
    pub fn wait_for_turn(&self) {
        let (turn, seat) = self.parts();
        seat.wait_without_tasks(|| turn.load(Ordering::SeqCst) == self.id);
    }

    /// Lets the next thread change the originals.
    pub fn give_turn(&self) {
        let (turn, seat) = self.parts();
        turn.store(self.id + 1, Ordering::SeqCst);
        seat.pool().event.notify(Cause::Progress, Many::All);
    }

    /// Memory of so many bytes, which are the same for all teams.
    pub fn memory(&self, bytes: usize) -> *mut c_void {
        // SAFETY: only this thread uses it, and no other reference to it exists.
        let partial = unsafe { &mut *self.partial.get() };
        partial.resize(bytes.div_ceil(size_of::<Bytes64>()).max(1), Bytes64([0; 64]));
        partial.as_mut_ptr().cast()
    }
}
