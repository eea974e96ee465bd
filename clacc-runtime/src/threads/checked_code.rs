//! A message at the end of a program without instrumented code, if the user selects the device that checks accesses (`ACC_DEVICE_TYPE=discrete`).

use clacc_runtime_core::system::{call_at_exit, write_error};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_THERE: AtomicBool = AtomicBool::new(false);

/// Notes that the program has such code.
pub(crate) fn note() {
    IS_THERE.store(true, Ordering::Relaxed);
}

/// Has the end of the program say that nothing was checked, if the user asks for the device and the program has no such code.
pub(crate) fn look_for() {
    static ASKED: Once = Once::new();
    ASKED.call_once(|| {
        let wanted =
            std::env::var("ACC_DEVICE_TYPE").is_ok_and(|value| value.trim().eq_ignore_ascii_case("discrete"));
        if wanted {
            call_at_exit(say_if_missing);
        }
    });
}

extern "C" fn say_if_missing() {
    if !IS_THERE.load(Ordering::Relaxed) {
        write_error(
            "acc2omp: ACC_DEVICE_TYPE=discrete: nothing was checked, because no part of the program was built with clacc cc --native --discrete\n",
        );
    }
}
