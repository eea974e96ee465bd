//! Timing routines (18.10).

use crate::system;

/// The seconds since some moment that stays the same while the program runs (18.10.1), on all threads alike.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_wtime() -> f64 {
    system::seconds()
}

/// The seconds of one tick of that clock (18.10.2).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_wtick() -> f64 {
    system::seconds_of_a_tick()
}
