//! Records restart points while files are read.

use super::super::expander::Expander;
use super::super::restart_points::{RestartPoint, RestartState};
use super::Reader;

impl Reader<'_> {
    /// Records a restart point here if one is due and the state allows it. Returns whether the rest of the result can be taken from an
    /// earlier run.
    pub(super) fn passes_restart_point(&mut self, expander: &Expander) -> bool {
        let Some(due) = self.recorder.as_ref().map(|recorder| recorder.due) else { return false };
        let Some(token) = self.files.next_in_main().filter(|token| *token >= due) else { return false };
        if !expander.is_idle() {
            return false;
        }
        let restart_point = self.restart_point(token, expander);
        let is_steady = self.is_steady(expander);
        let journal = expander.journal().map_or(&[][..], |journal| &journal.entries);
        self.recorder.as_mut().is_some_and(|recorder| recorder.pass(restart_point, journal, is_steady))
    }

    /// Returns the index of the token of the main file up to which text can be read without a restart point.
    pub(super) fn until_restart_point(&self, next: usize, stop: usize) -> usize {
        match &self.recorder {
            Some(recorder) if self.files.next_in_main().is_some() => stop.min(recorder.due.max(next + 1)),
            _ => stop,
        }
    }

    fn restart_point(&self, token: usize, expander: &Expander) -> RestartPoint {
        RestartPoint {
            token,
            state: RestartState {
                map: self.out.map.mark(),
                files: self.files.state(),
                macros: expander.macro_mark(),
                open: self.conditionals.open().to_vec(),
            },
            output: self.out.mark(),
            line_reads: self.files.noted().line_reads,
            tokens_left: expander.tokens_left(),
        }
    }

    /// Returns whether restart points hold the whole state of the run so far.
    pub(crate) fn is_steady(&self, expander: &Expander) -> bool {
        expander.is_within_limits()
            && expander.journal().is_some_and(|journal| !journal.has_saves)
            && !self.files.noted().has_line_marks
            && !self.out.is_limited()
    }
}
