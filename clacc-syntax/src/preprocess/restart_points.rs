//! Restart points: places between tokens of the main file at which nothing is being expanded and no header is open, with the
//! state there. A run can be resumed at one; and where a run comes to a restart point of an earlier run in the same state, what
//! follows is what followed then.

use super::conditionals::Conditional;
use super::expander::{Definition, MacroMark};
use super::files::FilesMark;
use super::output::map::MapMark;
use super::output::{MovedPlaces, OutputMark};
use crate::Name;

/// A restart point. What follows depends on the state, on the text, and on lines and limits, for which [`Earlier`] has
/// rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RestartPoint {
    /// The index of the next token of the main file.
    pub(crate) token: usize,
    pub(crate) state: RestartState,
    pub(crate) output: OutputMark,
    pub(crate) line_reads: u32,
    pub(crate) tokens_left: usize,
}

/// The state at a restart point, but for the definitions of macros, of which it counts the changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RestartState {
    pub(crate) map: MapMark,
    pub(crate) files: FilesMark,
    pub(crate) macros: MacroMark,
    pub(crate) open: Vec<Conditional>,
}

impl RestartPoint {
    /// The same place in a run that came from the restart point `old` to the restart point `new`, which has the same state.
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

/// What a name became: a macro, or none.
pub(crate) type MacroEntry = (Name, Option<Definition>);

/// An earlier run, which this one was resumed from.
pub(crate) struct Earlier<'t> {
    pub(crate) restart_points: &'t [RestartPoint],
    /// The restart point from which this run goes on.
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
    /// Whether everything behind the restart point `old` follows here too.
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

/// Notes the restart points of a run.
pub(crate) struct Recorder<'t> {
    pub(crate) restart_points: Vec<RestartPoint>,
    /// How many tokens lie between two restart points, or more.
    pub(crate) distance: usize,
    /// The token at which the next restart point may be.
    pub(crate) due: usize,
    earlier: Option<Earlier<'t>>,
    /// The next restart point of the earlier run.
    next: usize,
    /// The restart point of the earlier run that was met, and the state there in this run.
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

    /// The token of the next restart point of the earlier run, in this run.
    fn next_of_earlier(&self) -> Option<usize> {
        let earlier = self.earlier.as_ref()?;
        let old = earlier.restart_points.get(self.next)?;
        Some(old.token.wrapping_add_signed(earlier.by))
    }

    /// Finds the next place for a restart point behind a token.
    fn fall_due(&mut self, token: usize) {
        while self.next_of_earlier().is_some_and(|next| next <= token) {
            self.next += 1;
        }
        let next = self.next_of_earlier().unwrap_or(usize::MAX);
        self.due = next.min(token + self.distance);
    }

    /// Notes a restart point. Returns whether the earlier run is met there.
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
