//! The progress of a run over several units: one line on a terminal.

use std::io::{IsTerminal as _, Write as _};

/// A line on stderr that is overwritten, if stderr is a terminal.
pub(crate) struct Progress {
    shown: bool,
    all: usize,
    done: usize,
    drawn: bool,
}

impl Progress {
    pub(crate) fn new(all: usize) -> Self {
        let can_erase = std::env::var_os("TERM").is_some_and(|terminal| terminal != "dumb");
        let shown = all > 1 && can_erase && std::io::stderr().is_terminal();
        Progress { shown, all, done: 0, drawn: false }
    }

    /// Counts a unit. The line is updated at most a hundred times.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        let percent = |done: usize| done * 100 / self.all;
        if self.shown && (percent(self.done) > percent(self.done - 1) || !self.drawn) {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[Kclacc: {} of {} units", self.done, self.all);
            self.drawn = true;
        }
    }

    /// Erases the line, so that other output can be written.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}
