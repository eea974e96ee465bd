//! The internal control variables that each task has a copy of (OpenMP 5.2 section 2).

use alloc::boxed::Box;
use clacc_runtime_abi::control_variables::{
    ACTIVE_LEVELS, ALLOCATOR, CHUNK, DEVICE, DYNAMIC, SCHEDULE, SCHEDULE_MODIFIER, THREADS,
};
use clacc_runtime_abi::layout;
use core::cell::Cell;
use core::ptr;
use core::sync::atomic::{AtomicU32, Ordering};

/// Converts a value to the signed type that the functions of the header return.
pub fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The greatest value of max-active-levels-var.
pub const MOST_ACTIVE_LEVELS: u32 = 255;

/// The binding of a team's threads to places: bind-var.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Bind {
    /// Threads are not bound to places.
    Unbound = 0,
    /// Threads are bound to places by an unspecified policy.
    Bound = 1,
    /// Threads are bound to the place of the primary thread.
    Primary = 2,
    /// Threads are bound to the places after that of the primary thread.
    Close = 3,
    /// Threads are distributed evenly over all places.
    Spread = 4,
}

/// A schedule of loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// `CLACC_STATIC` to `CLACC_AUTO`.
    pub kind: u32,
    /// The chunk, or 0 for none.
    pub chunk: u64,
}

/// The internal control variables of one task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Icvs {
    /// nthreads-var of this level.
    pub threads: u32,
    /// nthreads-var of the levels below.
    pub threads_below: &'static [u32],
    /// dyn-var.
    pub dynamic: bool,
    /// max-active-levels-var.
    pub max_active_levels: u32,
    /// thread-limit-var.
    pub thread_limit: u32,
    /// run-sched-var.
    pub schedule: Schedule,
    /// Whether `monotonic` was asked for with it. Every schedule here is monotonic.
    pub asked_monotonic: bool,
    /// bind-var of this level.
    pub bind: Bind,
    /// bind-var of the levels below.
    pub bind_below: &'static [Bind],
    /// default-device-var, if a task has set it.
    pub device: Option<i32>,
    /// def-allocator-var, a handle of the library of `omp_*` routines; 0 until a task sets it.
    pub allocator: u64,
}

/// The fewest threads that thread-limit-var permits by default, and how many there may be for each processor. More threads compute
/// nothing sooner, and a program that asks for millions would take all that the system has for everybody.
const FEWEST_OF_LIMIT: u32 = 1024;
const LIMIT_PER_PROCESSOR: u32 = 8;

const fn default_thread_limit(processors: u32) -> u32 {
    let of_processors = processors.saturating_mul(LIMIT_PER_PROCESSOR);
    if of_processors > FEWEST_OF_LIMIT { of_processors } else { FEWEST_OF_LIMIT }
}

impl Icvs {
    /// The variables when no environment variable is set.
    pub const fn on(processors: u32) -> Self {
        Self {
            threads: processors,
            threads_below: &[],
            dynamic: false,
            max_active_levels: 1,
            thread_limit: default_thread_limit(processors),
            schedule: Schedule { kind: layout::DYNAMIC, chunk: 1 },
            asked_monotonic: false,
            bind: Bind::Unbound,
            bind_below: &[],
            device: None,
            allocator: 0,
        }
    }

    /// Sets a variable by its number in the header. Values out of range, and numbers of what nobody sets, change nothing.
    pub fn set(&mut self, which: u32, value: u64) {
        match which {
            THREADS if (1..=i32::MAX as u64).contains(&value) => self.threads = value as u32,
            DYNAMIC => self.dynamic = value != 0,
            ACTIVE_LEVELS => self.max_active_levels = value.min(u64::from(MOST_ACTIVE_LEVELS)) as u32,
            SCHEDULE if (u64::from(layout::STATIC)..=u64::from(layout::AUTO)).contains(&value) => {
                self.schedule = Schedule { kind: value as u32, ..self.schedule };
            }
            SCHEDULE_MODIFIER => self.asked_monotonic = value != 0,
            CHUNK => self.schedule.chunk = value,
            DEVICE => self.device = i32::try_from(value).ok().or(self.device),
            ALLOCATOR => self.allocator = value,
            _ => (),
        }
    }

    /// Whether [`Self::below`] is the same.
    #[inline]
    pub const fn is_same_below(&self) -> bool {
        self.threads_below.is_empty() && self.bind_below.is_empty()
    }

    /// The variables of the implicit tasks of a region that a task with these variables makes.
    #[must_use]
    pub fn below(mut self) -> Self {
        if let [threads, below @ ..] = self.threads_below {
            (self.threads, self.threads_below) = (*threads, below);
        }
        if let [bind, below @ ..] = self.bind_below {
            (self.bind, self.bind_below) = (*bind, below);
        }
        self
    }
}

/// A control variable of the device that a routine may set: one more than its value then, or 0.
#[derive(Debug, Default)]
pub struct DeviceVariable(AtomicU32);

impl DeviceVariable {
    /// Makes a variable that no routine has set.
    pub const fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// The value, or the one of the environment if no routine has set another one.
    pub fn get(&self, of_environment: u32) -> u32 {
        self.0.load(Ordering::Relaxed).checked_sub(1).unwrap_or(of_environment)
    }

    /// Sets the value.
    pub fn set(&self, value: u32) {
        self.0.store(value.saturating_add(1), Ordering::Relaxed);
    }
}

/// The variables of a thread's current task: those that it inherited, until it sets one.
#[derive(Debug)]
pub struct CurrentIcvs {
    inherited: Cell<*const Icvs>,
    changed: Cell<Option<Icvs>>,
}

/// What a thread must remember of a task that it interrupts.
#[derive(Debug)]
pub struct Interrupted(*const Icvs, Option<Box<Icvs>>);

impl CurrentIcvs {
    /// Makes a value that must be given variables by [`Self::inherit`] before it is used.
    pub const fn new() -> Self {
        Self { inherited: Cell::new(ptr::null()), changed: Cell::new(None) }
    }

    /// A task begins, with these variables.
    ///
    /// # Safety
    /// They live, and are not changed, until the next call of this function or of [`Self::resume`].
    #[inline]
    pub unsafe fn inherit(&self, icvs: *const Icvs) {
        self.inherited.set(icvs);
        self.set_changed(None);
    }

    /// Returns what [`Self::resume`] needs to go on with the current task after another one.
    #[inline]
    pub fn interrupted(&self) -> Interrupted {
        Interrupted(self.inherited.get(), self.has_changed().then(|| Box::new(self.get())))
    }

    fn has_changed(&self) -> bool {
        // SAFETY: only this thread uses the cell, and no other reference to its content exists.
        unsafe { (*self.changed.as_ptr()).is_some() }
    }

    /// Goes on with an interrupted task.
    #[inline]
    pub fn resume(&self, interrupted: &Interrupted) {
        self.inherited.set(interrupted.0);
        self.set_changed(interrupted.1.as_deref());
    }

    /// Most tasks change nothing, so that there is nothing to copy.
    #[inline]
    fn set_changed(&self, changed: Option<&Icvs>) {
        if self.has_changed() || changed.is_some() {
            self.changed.set(changed.copied());
        }
    }

    /// Returns the variables.
    #[inline]
    pub fn get(&self) -> Icvs {
        // SAFETY: `inherit` was called, whose caller promises that the variables live, and nobody changes them meanwhile.
        unsafe { *self.address() }
    }

    /// Returns where the variables are. They stay there, and as they are, until the current task changes one, ends, or is
    /// interrupted.
    #[inline]
    pub fn address(&self) -> *const Icvs {
        // SAFETY: only this thread uses the cell, and no other reference to its content exists.
        match unsafe { &*self.changed.as_ptr() } {
            Some(changed) => changed,
            None => self.inherited.get(),
        }
    }

    /// Changes variables of the current task.
    pub fn change(&self, change: impl FnOnce(&mut Icvs)) {
        let mut icvs = self.get();
        change(&mut icvs);
        self.changed.set(Some(icvs));
    }
}

impl Default for CurrentIcvs {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_lose_their_first_value_at_each_level() {
        let top = Icvs { threads: 4, threads_below: &[3, 2], ..Icvs::on(1) };
        assert_eq!(top.below().threads, 3);
        assert_eq!(top.below().below().threads, 2);
        assert_eq!(top.below().below().below().threads, 2);
    }

    #[test]
    fn a_change_is_the_task_s_own() {
        let (outer, inner) = (Icvs::on(4), Icvs::on(2));
        let current = CurrentIcvs::new();
        // SAFETY: both live until the end of the test.
        unsafe { current.inherit(&raw const outer) };
        current.change(|icvs| icvs.threads = 7);
        let interrupted = current.interrupted();
        // SAFETY: as above.
        unsafe { current.inherit(&raw const inner) };
        assert_eq!(current.get().threads, 2);
        current.resume(&interrupted);
        assert_eq!(current.get().threads, 7);
        assert_eq!(outer.threads, 4);
    }
}
