//! Random numbers. The C library's generators have one state for all threads; here all processes have it, under a lock, with the library's
//! own functions for a state of the caller's. So a program gets the same numbers as with threads.

use crate::system::{Condition, fail, hidden};
use crate::world::world;
use std::ffi::{c_char, c_double, c_int, c_long, c_uint, c_void};
use std::mem::transmute;

type Seed = unsafe extern "C" fn(c_uint, *mut c_void) -> c_int;
type SeedReal = unsafe extern "C" fn(c_long, *mut c_void) -> c_int;
type Next = unsafe extern "C" fn(*mut c_void, *mut i32) -> c_int;
type NextReal<T> = unsafe extern "C" fn(*mut c_void, *mut T) -> c_int;

/// Uses the states of both generators under the lock.
fn with<T>(action: impl FnOnce(*mut c_void, *mut c_void) -> T) -> T {
    world().generators.with(action)
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
