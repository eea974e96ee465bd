//! Restart points: places between tokens of the main file at which nothing is being expanded and no header is open, with the state there. A
//! run can be resumed at a restart point. When a run reaches a restart point of an earlier run in the same state, the rest of its result is
//! that of the earlier run.

use super::conditionals::Conditional;
use super::expander::{Definition, MacroMark};
use super::files::FilesMark;
use super::output::map::MapMark;
use super::output::{MovedPlaces, OutputMark};
use crate::Name;

/// A restart point. The result from here on depends on the state, on the text, and on lines and limits, for which [`Earlier`] has rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RestartPoint {
    /// The index of the next token of the main file.
    pub(crate) token: usize,
    pub(crate) state: RestartState,
    pub(crate) output: OutputMark,
    pub(crate) line_reads: u32,
    pub(crate) tokens_left: usize,
}

/// The state at a restart point, except for the macro definitions, of which only the number of changes is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RestartState {
    pub(crate) map: MapMark,
    pub(crate) files: FilesMark,
    pub(crate) macros: MacroMark,
    pub(crate) open: Vec<Conditional>,
}

impl RestartPoint {
    /// Returns a later restart point of an earlier run with its values in this run, given that both runs had the same state at `old` and
    /// `new`.
    pub(crate) fn moved(&self, old: &RestartPoint, new: &RestartPoint, moved: &MovedPlaces) -> RestartPoint {
        let open = self.state.open.iter().map(|each| each.moved(|range| moved.range(range)));
        RestartPoint {
            token: self.token - old.token + new.token,
            state: RestartState { open: open.collect(), ..self.state },
            output: self.output.moved(&old.output, &new.output),
            line_reads: self.line_reads - old.line_reads + new.line_reads,
            tokens_left: (self.tokens_left + new.tokens_left).saturating_sub(old.tokens_left),
        }
    }
}

/// A name and its new definition, or none if it was undefined.
pub(crate) type MacroEntry = (Name, Option<Definition>);

/// An earlier run, from which this run was resumed.
pub(crate) struct Earlier<'t> {
    pub(crate) restart_points: &'t [RestartPoint],
    /// The index of the restart point from which this run continues.
    pub(crate) from: usize,
    pub(crate) journal: &'t [MacroEntry],
    /// The index of the first old token after the edit, and the distance by which the tokens from there on moved.
    pub(crate) behind: usize,
    pub(crate) by: isize,
    /// The total number of line numbers that were requested. None if the edit keeps the number of lines.
    pub(crate) line_reads: Option<u32>,
    /// The number of tokens that could still be produced at the end.
    pub(crate) tokens_left: usize,
    /// The largest size of the unit, in tokens, that was compared with the limit.
    pub(crate) largest: usize,
    pub(crate) unit_limit: usize,
}

impl Earlier<'_> {
    /// Returns whether the result after the restart point `old` of the earlier run is also the result after `new` in this run.
    fn meets(&self, old: &RestartPoint, new: &RestartPoint, journal: &[MacroEntry]) -> bool {
        let from = self.restart_points[self.from].state.macros.entries;
        let made = &self.journal[from..old.state.macros.entries];
        let grown = new.output.tokens.saturating_sub(old.output.tokens) as usize;
        self.line_reads.is_none_or(|all| all == old.line_reads)
            && old.state == new.state
            && journal[from..] == *made
            && self.tokens_left + new.tokens_left >= old.tokens_left
            && self.largest + grown <= self.unit_limit
    }
}

/// Records the restart points of a run.
pub(crate) struct Recorder<'t> {
    pub(crate) restart_points: Vec<RestartPoint>,
    /// The number of tokens between two restart points, or more.
    pub(crate) distance: usize,
    /// The index of the token at which the next restart point may be recorded.
    pub(crate) due: usize,
    earlier: Option<Earlier<'t>>,
    /// The index of the next restart point of the earlier run.
    next: usize,
    /// The index of the earlier run's restart point from which on the results are the same, and the restart point there in this run.
    pub(crate) met: Option<(usize, RestartPoint)>,
}

impl<'t> Recorder<'t> {
    pub(crate) fn new(distance: usize, earlier: Option<Earlier<'t>>) -> Recorder<'t> {
        let mut recorder =
            Recorder { restart_points: Vec::new(), distance, due: 0, earlier, next: 0, met: None };
        if let Some(earlier) = &recorder.earlier {
            let from = earlier.from;
            let behind = earlier.restart_points.partition_point(|old| old.token < earlier.behind);
            recorder.restart_points.reserve(earlier.restart_points.len() + 16);
            recorder.restart_points.extend_from_slice(&earlier.restart_points[..=from]);
            recorder.next = behind.max(from + 1);
            recorder.fall_due(earlier.restart_points[from].token);
        }
        recorder
    }

    /// Returns the index in this run of the token at the earlier run's next restart point.
    fn next_of_earlier(&self) -> Option<usize> {
        let earlier = self.earlier.as_ref()?;
        let old = earlier.restart_points.get(self.next)?;
        Some(old.token.wrapping_add_signed(earlier.by))
    }

    /// Sets the next place for a restart point after a token.
    fn fall_due(&mut self, token: usize) {
        while self.next_of_earlier().is_some_and(|next| next <= token) {
            self.next += 1;
        }
        let next = self.next_of_earlier().unwrap_or(usize::MAX);
        self.due = next.min(token + self.distance);
    }

    /// Records a restart point. Returns whether the earlier run has the same state there.
    pub(crate) fn pass(&mut self, new: RestartPoint, journal: &[MacroEntry], is_steady: bool) -> bool {
        while self.next_of_earlier().is_some_and(|next| next < new.token) {
            self.next += 1;
        }
        if is_steady
            && self.next_of_earlier() == Some(new.token)
            && let Some(earlier) = &self.earlier
            && earlier.meets(&earlier.restart_points[self.next], &new, journal)
        {
            self.met = Some((self.next, new));
            return true;
        }
        self.fall_due(new.token);
        self.restart_points.push(new);
        false
    }
}
