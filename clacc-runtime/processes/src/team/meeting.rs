//! The threads of a team wait for one another.

use super::levels::Level;
use super::shared::Team;
use crate::wait::futex;
use crate::wait::lock::Processes;
use crate::wait::watched::{wait_until, wait_while};
use clacc_runtime_core::loops::InLoop;
use clacc_runtime_core::share::{Position, Share};
use std::sync::atomic::Ordering;

impl Team {
    /// Waits until all threads have come. The last one calls a function before it lets the others go.
    pub fn barrier_with(&self, last: impl FnOnce()) {
        let phase = self.phase.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads() {
            last();
            self.arrived.store(0, Ordering::Relaxed);
            self.phase.fetch_add(1, Ordering::SeqCst);
            if self.threads() > 1 {
                futex::wake_all(&self.phase);
            }
        } else {
            wait_while(&self.phase, phase);
        }
    }
}

impl InLoop for Level {
    type Waits = Processes;

    fn position(&self) -> &Position {
        &self.position
    }

    fn share(&self) -> &Share<Processes> {
        self.team().shares.of(self.position.number())
    }

    fn wait_until(&self, holds: impl Fn() -> bool) {
        wait_until(&self.team().event, holds);
    }

    fn notify(&self) {
        self.team().event.notify();
    }

    /// Never: cancel-var is false.
    fn is_cancelled(&self) -> bool {
        false
    }
}
