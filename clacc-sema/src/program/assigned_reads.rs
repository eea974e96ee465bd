//! The reads of a variable, with the assignments that each of them certainly follows.

use rustc_hash::FxHashMap;

use super::View;
use super::assigned_parts::{AssignedPart, Latest, latest_assignments};
use super::passage::Passage;
use super::place::At;
use super::run::Run;

/// The places where a variable is read, in source order, as columns.
#[derive(Debug)]
pub(crate) struct AssignedReads {
    at: Vec<At>,
    /// The assignments that each read certainly follows.
    latest: Vec<Option<Latest>>,
    /// For each read, the first assignment that it and all later reads follow; none if one of these reads follows none.
    of_rest: Vec<Option<At>>,
    /// The first node of the code that each instance of the variable covers.
    first: At,
    /// The first read in each loop that may get a value from the previous iteration.
    carried: FxHashMap<At, Option<At>>,
}

impl AssignedReads {
    pub(crate) fn new(at: &mut Vec<At>, parts: &mut [AssignedPart], first: At) -> Self {
        let at = std::mem::take(at);
        let mut reads = AssignedReads {
            latest: Vec::new(),
            of_rest: vec![None; at.len()],
            at,
            first,
            carried: FxHashMap::default(),
        };
        reads.latest = latest_assignments(&mut reads.at, parts);
        let mut rest = Some(At::new(u32::MAX));
        for (latest, of_rest) in reads.latest.iter().zip(&mut reads.of_rest).rev() {
            rest = rest.min(latest.map(|latest| latest.assigned));
            *of_rest = rest;
        }
        reads
    }

    /// Returns whether no read depends on other iterations of a loop: its value was assigned by the same iteration, or outside of the loop
    /// without an execution of the loop since then.
    pub(crate) fn are_apart_from(&mut self, view: View<'_>, run: Run) -> bool {
        let inside = self.at.partition_point(|at| *at < run.start);
        let behind = self.at.partition_point(|at| *at < run.end);
        let is_behind_apart = self.of_rest.get(behind).is_none_or(|assigned| *assigned >= Some(run.end));
        is_behind_apart && self.are_assigned_in(run) && (inside == 0 || self.is_before_apart(view, run))
    }

    /// Returns whether each read in a loop gets a value that the same iteration assigned.
    pub(crate) fn are_assigned_in(&self, run: Run) -> bool {
        let inside = self.at.partition_point(|at| *at < run.start);
        let behind = self.at.partition_point(|at| *at < run.end);
        let is_assigned_inside =
            |latest: &Option<Latest>| latest.is_some_and(|latest| latest.assigned >= run.start);
        self.latest[inside..behind].iter().all(is_assigned_inside)
    }

    /// Returns whether the reads before the loop do not depend on its iterations: no loop around both brings control back to them without
    /// an assignment.
    fn is_before_apart(&mut self, view: View<'_>, run: Run) -> bool {
        let first = self.first;
        let around = view.program.outline.ancestors(run.start).take_while(|around| *around >= first);
        let loops = around.filter(|around| matches!(view.passage(*around), Some(Passage::Loop { .. })));
        loops.into_iter().all(|around| self.first_carried(view, around).is_none_or(|read| read >= run.start))
    }

    fn first_carried(&mut self, view: View<'_>, around: At) -> Option<At> {
        if let Some(known) = self.carried.get(&around) {
            return *known;
        }
        let run = view.run(around);
        let from = self.at.partition_point(|at| *at < run.start);
        let reads = self.at[from..].iter().zip(&self.latest[from..]).take_while(|(at, _)| **at < run.end);
        let is_carried = |latest: &Option<Latest>| latest.is_none_or(|latest| latest.entered <= around);
        let found = reads.into_iter().find(|(_, latest)| is_carried(latest)).map(|(at, _)| *at);
        self.carried.insert(around, found);
        found
    }
}
