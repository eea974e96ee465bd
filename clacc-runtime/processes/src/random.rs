//! Random numbers. The C library's generators have one state for all threads; here all processes have it, under a lock, with the library's
//! own functions for a state of the caller's. So a program gets the same numbers as with threads.

use crate::system::{Condition, fail, hidden};
use crate::wait::lock::WordLock;
use crate::world::world;
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_double, c_int, c_long, c_uint, c_void};
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
type Seed = unsafe extern "C" fn(c_uint, *mut c_void) -> c_int;
type SeedReal = unsafe extern "C" fn(c_long, *mut c_void) -> c_int;
type Next = unsafe extern "C" fn(*mut c_void, *mut i32) -> c_int;
type NextReal<T> = unsafe extern "C" fn(*mut c_void, *mut T) -> c_int;

/// Uses the states under the lock.
fn with<T>(action: impl FnOnce(*mut c_void, *mut c_void) -> T) -> T {
    let generators = &world().generators;
    generators.lock.lock();
    // SAFETY: the lock is taken.
    let states = unsafe { &mut *generators.states.get() };
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
    generators.lock.unlock();
    result
}

/// C's `rand`.
#[unsafe(no_mangle)]
extern "C" fn rand() -> c_int {
    random() as c_int
}

/// C's `srand`.
#[unsafe(no_mangle)]
extern "C" fn srand(seed: c_uint) {
    srandom(seed);
}

/// `random` of POSIX.
#[unsafe(no_mangle)]
extern "C" fn random() -> c_long {
    let mut number = 0;
    // SAFETY: the C library's function has this type, and the state is one.
    with(|data, _| unsafe { transmute::<*mut c_void, Next>(hidden(c"random_r"))(data, &raw mut number) });
    number.into()
}

/// `srandom` of POSIX.
#[unsafe(no_mangle)]
extern "C" fn srandom(seed: c_uint) {
    // SAFETY: as above.
    with(|data, _| unsafe { transmute::<*mut c_void, Seed>(hidden(c"srandom_r"))(seed, data) });
}

/// `initstate` of POSIX, which gives the generator another state: the program's, of which this library knows nothing.
#[unsafe(no_mangle)]
extern "C" fn initstate(_: c_uint, _: *mut c_char, _: usize) -> *mut c_char {
    fail(Condition::Refused, "initstate has no effect on the numbers of all processes")
}

/// `setstate` of POSIX.
#[unsafe(no_mangle)]
extern "C" fn setstate(_: *mut c_char) -> *mut c_char {
    fail(Condition::Refused, "setstate has no effect on the numbers of all processes")
}

/// `drand48` of POSIX.
#[unsafe(no_mangle)]
extern "C" fn drand48() -> c_double {
    let mut number = 0.0;
    // SAFETY: the C library's function has this type, and zeros are the state before the first call.
    with(|_, real| unsafe {
        transmute::<*mut c_void, NextReal<c_double>>(hidden(c"drand48_r"))(real, &raw mut number)
    });
    number
}

/// `lrand48` of POSIX.
#[unsafe(no_mangle)]
extern "C" fn lrand48() -> c_long {
    let mut number = 0;
    // SAFETY: as above.
    with(|_, real| unsafe {
        transmute::<*mut c_void, NextReal<c_long>>(hidden(c"lrand48_r"))(real, &raw mut number)
    });
    number
}

/// `mrand48` of POSIX.
#[unsafe(no_mangle)]
extern "C" fn mrand48() -> c_long {
    let mut number = 0;
    // SAFETY: as above.
    with(|_, real| unsafe {
        transmute::<*mut c_void, NextReal<c_long>>(hidden(c"mrand48_r"))(real, &raw mut number)
    });
    number
}

/// `srand48` of POSIX.
#[unsafe(no_mangle)]
extern "C" fn srand48(seed: c_long) {
    // SAFETY: as above.
    with(|_, real| unsafe { transmute::<*mut c_void, SeedReal>(hidden(c"srand48_r"))(seed, real) });
}
