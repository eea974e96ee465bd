//! What the threads of a team share.

use super::handed::Taken;
use crate::threads::task::pool::Pool;
use crate::threads::wait::event::Cause;
use crate::threads::wait::futex::Many;
use crate::threads::wait::lock::Threads;
use clacc_runtime_abi::layout::Body;
use clacc_runtime_core::icvs::Icvs;
use clacc_runtime_core::line::Line;
use clacc_runtime_core::share::Shares;
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};

/// The number of threads that poll one cache line for their release.
const RELEASED_TOGETHER: usize = 16;

/// A region that the team runs.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// The outlined region, or `None`: the workers leave the team.
    pub body: Option<Body>,
    /// Its arguments.
    pub args: *mut c_void,
    /// For a compute construct, the number of gangs, or 0 for one gang for each thread.
    pub gangs: Option<i64>,
    /// The internal control variables of its implicit tasks. They live, and do not change, until the region ends.
    pub icvs: *const Icvs,
    /// Whether the team has more threads than there are processors for it.
    pub crowded: bool,
    /// The number of polls before a waiting thread sleeps, if the team is not crowded.
    pub looks: u32,
}

impl Region {
    /// The region of a team before its first region, and when its workers leave.
    pub const NONE: Self =
        Self { body: None, args: ptr::null_mut(), gangs: None, icvs: ptr::null(), crowded: false, looks: 0 };
}

/// The only cache line that a worker reads when a region begins. It contains all data that is written for each region.
struct Call {
    phase: AtomicU64,
    region: UnsafeCell<Region>,
}

/// A worker has to read one cache line to begin a region. With a second cache line, this would take about half as long again.
const _: () = assert!(size_of::<Call>() <= 64 && align_of::<Line<Call>>() >= 64);

/// A value that is the number of no loop: every loop of the region is cancelled.
pub(super) const ALL: u64 = u64::MAX;

/// The cancellation state of the constructs in a region of a team.
#[derive(Debug, Default)]
pub struct Cancellation {
    /// The number of loops that a thread had begun when it cancelled its loop, [`ALL`], or 0. Numbers grow, so that a loop that was
    /// cancelled once is not mistaken for a later one.
    pub(super) loops: AtomicU64,
    /// The threads that wait at the current cancellable barrier, and the number of such barriers that are open.
    pub(super) arrived: AtomicU32,
    pub(super) opened: AtomicU32,
}

impl Cancellation {
    /// Returns whether any loop was cancelled.
    #[inline]
    pub fn has_ended_loops(&self) -> bool {
        self.loops.load(Ordering::Acquire) != 0
    }

    /// Returns whether the loop is cancelled that a thread has begun as its `begun`th one.
    #[inline]
    pub fn has_ended_loop(&self, begun: u64) -> bool {
        let cancelled = self.loops.load(Ordering::Acquire);
        cancelled != 0 && (cancelled == begun || cancelled == ALL)
    }
}

/// The state that all threads of a team use.
#[repr(align(128))]
pub struct State {
    call: Line<Call>,
    /// Copies of the phase, one for each further group of threads.
    more_phases: Box<[Line<AtomicU64>]>,
    /// In crowded teams, the number of threads that have not arrived.
    pub missing: Line<AtomicU32>,
    /// The number of `single` constructs that a thread runs or has run.
    pub singles: Line<AtomicU64>,
    /// The list of a `copyprivate`.
    pub copied: AtomicPtr<c_void>,
    /// The loops.
    pub shares: Shares<Threads>,
    /// The reductions that thread 0 has combined.
    pub taken: Line<Taken>,
    /// What is cancelled.
    pub cancellation: Cancellation,
    /// The tasks of the team, and the event at which its threads sleep.
    pub tasks: Arc<Pool>,
    /// The internal control variables of implicit tasks, if they differ from those of the task that makes the region. They have separate
    /// cache lines, because the neighbouring fields are read by all threads and never written.
    icvs: Line<UnsafeCell<Icvs>>,
    threads: usize,
    /// The number of enclosing regions, including that of this team.
    pub level: u32,
    /// The number of enclosing regions with more than one thread, including that of this team.
    pub active_level: u32,
}

// SAFETY: `call.region` and `icvs` are written by the primary thread before it releases a phase, when all other threads
// have arrived for that phase and wait; they read them after the release. Everything else is `Sync`, or set when the team is made.
unsafe impl Sync for State {}
// SAFETY: pointers in it are only followed under the rules of `Sync` above.
unsafe impl Send for State {}

impl State {
    /// Makes the state of a team, before other threads know the team. `level` and `active_level` include its region.
    pub fn new(threads: usize, (level, active_level): (u32, u32), icvs: Icvs) -> Self {
        let further = (threads - 1) / RELEASED_TOGETHER;
        Self {
            call: Line(Call { phase: AtomicU64::new(0), region: UnsafeCell::new(Region::NONE) }),
            more_phases: (0..further).map(|_| Line::default()).collect(),
            missing: Line(AtomicU32::new(threads as u32)),
            singles: Line::default(),
            copied: AtomicPtr::default(),
            shares: Shares::new(),
            taken: Line::default(),
            cancellation: Cancellation::default(),
            tasks: Pool::new(threads),
            icvs: Line(UnsafeCell::new(icvs)),
            threads,
            level,
            active_level,
        }
    }

    /// The number of threads.
    #[inline]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The region that runs. Threads of the team call it between a release and the next gathering.
    #[inline]
    pub fn region(&self) -> Region {
        // SAFETY: the primary thread writes only while the others gather.
        unsafe { *self.call.region.get() }
    }

    /// The variables that the team was made with, or those of the last call of [`Self::keep_icvs`].
    pub fn icvs(&self) -> *const Icvs {
        self.icvs.get()
    }

    /// Keeps variables for the implicit tasks of a region.
    ///
    /// # Safety
    /// As [`Self::set_region`].
    pub unsafe fn keep_icvs(&self, icvs: Icvs) -> *const Icvs {
        // SAFETY: the caller promises that nobody reads.
        unsafe { *self.icvs.get() = icvs };
        self.icvs.get()
    }

    /// Sets what the threads run when they are released.
    ///
    /// # Safety
    /// The calling thread is the primary one, and all others have arrived and wait.
    #[inline]
    pub unsafe fn set_region(&self, region: Region) {
        // SAFETY: the caller promises that nobody reads.
        unsafe { *self.call.region.get() = region };
    }

    /// Lets the waiting threads go on.
    #[inline]
    pub fn release(&self, phase: u64) {
        self.call.phase.store(phase, Ordering::SeqCst);
        for further in &self.more_phases {
            further.store(phase, Ordering::SeqCst);
        }
        self.tasks.event.notify(Cause::Release, Many::All);
    }

    /// Whether a thread has been released for a phase.
    #[inline]
    pub fn is_released(&self, id: usize, phase: u64) -> bool {
        let word = match id / RELEASED_TOGETHER {
            0 => &self.call.phase,
            group => &*self.more_phases[group - 1],
        };
        word.load(Ordering::Acquire) == phase
    }
}
