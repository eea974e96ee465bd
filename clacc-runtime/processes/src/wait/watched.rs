//! Waiting until something holds. A sleeper wakes up now and then to see whether the processes that it made still run.

use super::crowd;
use super::event::Event;
use super::futex;
use super::lock::Processes;
use crate::processes;
use clacc_runtime_core::waits::Waits;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of polls before a thread sleeps, if each process has a processor.
const LOOKS: u32 = 2_000;

/// Waits while a word has a value.
pub fn wait_while(word: &AtomicU32, value: u32) {
    let looks = if crowd::is_crowded() { 1 } else { LOOKS };
    let has_changed = || word.load(Ordering::Acquire) != value;
    for _ in 0..looks {
        if has_changed() {
            return;
        }
        std::hint::spin_loop();
    }
    while !has_changed() {
        Processes::sleep(word, value);
    }
}

/// Waits until something holds. Whoever makes it hold notifies the event.
pub fn wait_until(event: &Event, holds: impl Fn() -> bool) {
    loop {
        let seen = event.0.load(Ordering::SeqCst);
        if holds() {
            return;
        }
        wait_while(&event.0, seen);
    }
}

impl Waits for Processes {
    fn is_crowded() -> bool {
        crowd::is_crowded()
    }

    fn sleep(word: &AtomicU32, expected: u32) {
        if futex::wait(word, expected) {
            processes::watch();
        }
    }

    fn wake_one(word: &AtomicU32) {
        futex::wake_one(word);
    }
}
