//! Checkpoints: places between tokens of the main file at which nothing is being expanded and no header is open, with the
//! state there. A run can be resumed at one; and where a run comes to a checkpoint of an earlier run in the same state, what
//! follows is what followed then.

use super::super::conditionals::Conditional;
use super::super::expander::{Definition, Expander, MacroMark};
use super::super::files::FilesMark;
use super::super::output::map::MapMark;
use super::super::output::{Moved, OutputMark};
use super::Reader;
use crate::Name;

/// A checkpoint. What follows depends on the state, on the text, and on lines and limits, for which [`Earlier`] has
/// rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Checkpoint {
    /// The index of the next token of the main file.
    pub(crate) token: usize,
    pub(crate) state: State,
    pub(crate) output: OutputMark,
    pub(crate) line_reads: u32,
    pub(crate) tokens_left: usize,
}

/// The state at a checkpoint, but for the definitions of macros, of which it counts the changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) map: MapMark,
    pub(crate) files: FilesMark,
    pub(crate) macros: MacroMark,
    pub(crate) open: Vec<Conditional>,
}

impl Checkpoint {
    /// The same place in a run that came from the checkpoint `old` to the checkpoint `new`, which has the same state.
    pub(crate) fn moved(&self, old: &Checkpoint, new: &Checkpoint, moved: &Moved) -> Checkpoint {
        let open = self.state.open.iter().map(|each| each.moved(|range| moved.range(range)));
        Checkpoint {
            token: self.token - old.token + new.token,
            state: State { open: open.collect(), ..self.state },
            output: self.output.moved(&old.output, &new.output),
            line_reads: self.line_reads - old.line_reads + new.line_reads,
            tokens_left: (self.tokens_left + new.tokens_left).saturating_sub(old.tokens_left),
        }
    }
}

/// The definitions of macros and the files read for the last time, in the order of a run.
pub(crate) type MacroEntry = (Name, Option<Definition>);

/// An earlier run, which this one was resumed from.
pub(crate) struct Earlier<'t> {
    pub(crate) checkpoints: &'t [Checkpoint],
    /// The checkpoint from which this run goes on.
    pub(crate) from: usize,
    pub(crate) journal: &'t [MacroEntry],
    /// The index of the first old token behind the edit, and how far those from there on moved.
    pub(crate) behind: usize,
    pub(crate) by: isize,
    /// How often the number of a line was asked for altogether. None if the edit keeps the number of lines.
    pub(crate) line_reads: Option<u32>,
    /// The number of tokens that could be made in the end.
    pub(crate) tokens_left: usize,
    /// The number of tokens of the unit in the end, and the greatest size that was compared with the limit.
    pub(crate) largest: usize,
    pub(crate) unit_limit: usize,
}

impl Earlier<'_> {
    /// Whether everything behind the checkpoint `old` follows here too.
    fn meets(&self, old: &Checkpoint, new: &Checkpoint, journal: &[MacroEntry]) -> bool {
        let from = self.checkpoints[self.from].state.macros.entries;
        let made = &self.journal[from..old.state.macros.entries];
        let grown = new.output.tokens.saturating_sub(old.output.tokens) as usize;
        self.line_reads.is_none_or(|all| all == old.line_reads)
            && old.state == new.state
            && journal[from..] == *made
            && self.tokens_left + new.tokens_left >= old.tokens_left
            && self.largest + grown <= self.unit_limit
    }
}

/// Notes the checkpoints of a run.
pub(crate) struct Recorder<'t> {
    pub(crate) checkpoints: Vec<Checkpoint>,
    /// How many tokens lie between two checkpoints, or more.
    pub(crate) distance: usize,
    /// The token at which the next checkpoint may be.
    due: usize,
    earlier: Option<Earlier<'t>>,
    /// The next checkpoint of the earlier run.
    next: usize,
    /// The checkpoint of the earlier run that was met, and the state there in this run.
    pub(crate) met: Option<(usize, Checkpoint)>,
}

impl<'t> Recorder<'t> {
    pub(crate) fn new(distance: usize, earlier: Option<Earlier<'t>>) -> Recorder<'t> {
        let mut recorder =
            Recorder { checkpoints: Vec::new(), distance, due: 0, earlier, next: 0, met: None };
        if let Some(earlier) = &recorder.earlier {
            let from = earlier.from;
            let behind = earlier.checkpoints.partition_point(|old| old.token < earlier.behind);
            recorder.checkpoints.extend_from_slice(&earlier.checkpoints[..=from]);
            recorder.next = behind.max(from + 1);
            recorder.fall_due(earlier.checkpoints[from].token);
        }
        recorder
    }

    /// The token of the next checkpoint of the earlier run, in this run.
    fn next_of_earlier(&self) -> Option<usize> {
        let earlier = self.earlier.as_ref()?;
        let old = earlier.checkpoints.get(self.next)?;
        Some(old.token.wrapping_add_signed(earlier.by))
    }

    /// Finds the next place for a checkpoint behind a token.
    fn fall_due(&mut self, token: usize) {
        while self.next_of_earlier().is_some_and(|next| next <= token) {
            self.next += 1;
        }
        let next = self.next_of_earlier().unwrap_or(usize::MAX);
        self.due = next.min(token + self.distance);
    }

    /// Notes a checkpoint. Returns whether the earlier run is met there.
    fn pass(&mut self, new: Checkpoint, journal: &[MacroEntry], is_steady: bool) -> bool {
        while self.next_of_earlier().is_some_and(|next| next < new.token) {
            self.next += 1;
        }
        if is_steady
            && self.next_of_earlier() == Some(new.token)
            && let Some(earlier) = &self.earlier
            && earlier.meets(&earlier.checkpoints[self.next], &new, journal)
        {
            self.met = Some((self.next, new));
            return true;
        }
        self.fall_due(new.token);
        self.checkpoints.push(new);
        false
    }
}

impl Reader<'_> {
    /// Notes a checkpoint here, if there can be one. Returns whether the rest follows from an earlier run.
    pub(super) fn passes_checkpoint(&mut self, expander: &Expander) -> bool {
        let Some(due) = self.recorder.as_ref().map(|recorder| recorder.due) else { return false };
        let Some(token) = self.files.next_in_main().filter(|token| *token >= due) else { return false };
        if !expander.is_idle() {
            return false;
        }
        let checkpoint = self.checkpoint(token, expander);
        let is_steady = self.is_steady(expander);
        let journal = expander.journal().map_or(&[][..], |journal| &journal.entries);
        self.recorder.as_mut().is_some_and(|recorder| recorder.pass(checkpoint, journal, is_steady))
    }

    /// The token of the main file up to which text can be read without a checkpoint.
    pub(super) fn until_checkpoint(&self, next: usize, stop: usize) -> usize {
        match &self.recorder {
            Some(recorder) if self.files.next_in_main().is_some() => stop.min(recorder.due.max(next + 1)),
            _ => stop,
        }
    }

    fn checkpoint(&self, token: usize, expander: &Expander) -> Checkpoint {
        Checkpoint {
            token,
            state: State {
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

    /// Whether the run so far has nothing that a checkpoint does not hold.
    pub(crate) fn is_steady(&self, expander: &Expander) -> bool {
        expander.is_within_limits()
            && expander.journal().is_some_and(|journal| !journal.has_saves)
            && !self.files.noted().has_line_marks
            && !self.out.is_limited()
    }
}
