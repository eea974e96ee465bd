//! Remarks for the user.

use crate::system;
use alloc::format;
use core::sync::atomic::{AtomicBool, Ordering};

/// A remark that is printed at most once per run.
#[derive(Debug)]
pub struct Remark {
    said: AtomicBool,
}

impl Remark {
    /// Makes a remark that has not been printed.
    pub const fn new() -> Self {
        Self { said: AtomicBool::new(false) }
    }

    /// Prints the remark if this is the first call.
    pub fn say(&self, routine: &str, text: &str) {
        if !self.said.swap(true, Ordering::Relaxed) {
            system::write_error(&format!("acc2omp: {routine}: note: {text}\n"));
        }
    }
}

impl Default for Remark {
    fn default() -> Self {
        Self::new()
    }
}
