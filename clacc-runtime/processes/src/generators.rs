//! The states of the C library's generators of random numbers, which all processes share.

use crate::system::hidden;
use crate::wait::lock::WordLock;
use std::cell::UnsafeCell;
use std::ffi::{c_int, c_uint, c_void};
use std::mem::transmute;

/// `struct random_data` and `struct drand48_data` of the C library, with room to spare, and the state of the first.
#[repr(C, align(16))]
struct States {
    data: [u64; 8],
    state: [u64; 16],
    real: [u64; 8],
    is_set: bool,
}

/// The state of both generators. Zeros are generators that nobody has used.
pub struct Generators {
    lock: WordLock,
    states: UnsafeCell<States>,
}

// SAFETY: the states are used under the lock only.
unsafe impl Sync for Generators {}

impl std::fmt::Debug for Generators {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Generators")
    }
}

type Initialise = unsafe extern "C" fn(c_uint, *mut c_void, usize, *mut c_void) -> c_int;

impl Generators {
    /// Uses the states under the lock.
    pub fn with<T>(&self, action: impl FnOnce(*mut c_void, *mut c_void) -> T) -> T {
        self.lock.lock();
        // SAFETY: the lock is taken.
        let states = unsafe { &mut *self.states.get() };
        let data = (&raw mut states.data).cast();
        if !states.is_set {
            states.is_set = true;
            // SAFETY: the C library's function has this type; the state has the size of the usual one.
            unsafe {
                let initialise = transmute::<*mut c_void, Initialise>(hidden(c"initstate_r"));
                initialise(1, (&raw mut states.state).cast(), 128, data);
            }
        }
        let result = action(data, (&raw mut states.real).cast());
        self.lock.unlock();
        result
    }
}
