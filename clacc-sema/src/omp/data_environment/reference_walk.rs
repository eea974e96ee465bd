//! Follows the references to variables through the constructs around them.
//!
//! A reference applies to each construct around it, from the inside to the outside, up to one with a private variable. Then the attributes
//! on these constructs are determined from the outside to the inside, because those of tasks depend on the constructs around them.

use clacc_syntax::checkpoint;
use clacc_syntax::directive::{Association, OmpClause, OmpDirective};

use super::clause_readings::{ClauseReading, Expression};
use super::combined_effects::{CombinedDirective, NamedByClauses};
use super::defaults::DefaultSharing;
use super::determination::Determination;
use super::environment_facts::{OmpConstructId, VariableAttributes};
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

impl Determination<'_> {
    /// Follows the references of all names, and those in clauses when the walk reaches their directives.
    pub(super) fn refer(&mut self) {
        let view = self.view;
        let clauses = self.clause_runs();
        let mut clauses = clauses.iter().peekable();
        let mut next = 0;
        let mut open: Vec<(Run, OmpConstructId)> = Vec::new();
        for named in checkpoint::every(checkpoint::STRIDE, view.program.named.iter()) {
            while next < self.directives.len() && self.begins_before(next, named.at) {
                self.refer_from_clauses(next);
                let innermost = self.constructs_of(next).last().map(|(id, _)| *id);
                open.extend(innermost.map(|innermost| (self.directives[next].run, innermost)));
                next += 1;
            }
            while clauses.next_if(|run| run.end <= named.at).is_some() {}
            while open.pop_if(|(run, _)| run.end <= named.at).is_some() {}
            let is_in_clause = clauses.peek().is_some_and(|run| run.contains(named.at));
            if let (false, Some((_, around))) = (is_in_clause, open.last()) {
                self.refer_to(Some(*around), named.entity, Some(named.at));
            }
        }
        for number in next..self.directives.len() {
            self.refer_from_clauses(number);
        }
    }

    fn begins_before(&self, directive: usize, at: At) -> bool {
        self.directives[directive].start(self.view) <= at
    }

    /// The clauses of the directives whose constructs are analysed, in source order. Names in them are references from where they are
    /// evaluated. The runs of declarative directives are included, because their arguments are not evaluated.
    fn clause_runs(&self) -> Vec<Run> {
        let view = self.view;
        let mut runs: Vec<Run> = Vec::new();
        let mut last = None;
        for (number, placed) in (0_u32..).zip(self.directives) {
            let declares = view.directive(placed.at).kind.omp().is_some_and(is_declarative);
            if last == Some(placed.at) || !declares && self.facts.constituents(number).next().is_none() {
                continue;
            }
            last = Some(placed.at);
            let node = view.directive(placed.at);
            if declares {
                runs.push(view.run(node.at));
            }
            runs.extend(node.clauses.iter().map(|clause| view.run(view.clause_node(*clause).at)));
        }
        runs.sort_by_key(|run| (run.start, run.end));
        runs
    }

    /// Follows the references in the clauses of a directive: list items from outside the directive, and other expressions from outside the
    /// constituent to which the clause applies.
    fn refer_from_clauses(&mut self, number: usize) {
        let constructs = self.constructs_of(number);
        if constructs.is_empty() {
            return;
        }
        let outside = self.around[number];
        let readings = std::mem::take(&mut self.readings[number]);
        let constituents = &self.directives[number].form.kind.info().constituents;
        let combined = CombinedDirective { constituents, named: &NamedByClauses::default() };
        for reading in &readings {
            for item in reading.items.iter().filter(|_| reading.kind != OmpClause::Private) {
                self.refer_to(outside, item.entity, item.at);
            }
            let around = |constituent: usize| {
                let inside = constructs.iter().rev().find(|(_, position)| *position < constituent);
                inside.map(|(id, _)| *id).or(outside)
            };
            self.refer_to_expressions(around(combined.evaluating(reading)), reading, true);
            // Compilers do not agree on whether `default(none)` requires a clause for variables that are evaluated once more.
            if let Some(again) = combined.testing_again(reading) {
                self.refer_to_expressions(around(again), reading, false);
            }
        }
        self.readings[number] = readings;
    }

    fn refer_to_expressions(
        &mut self,
        around: Option<OmpConstructId>,
        reading: &ClauseReading,
        is_reported: bool,
    ) {
        for expression in &reading.expressions {
            match expression {
                Expression::Variable(variable, at) => {
                    self.refer_to(around, *variable, at.filter(|_| is_reported));
                }
                Expression::Names(run) => {
                    // The items are in source order.
                    let is_item =
                        |at: At| reading.items.binary_search_by_key(&Some(at), |item| item.at).is_ok();
                    let names = self.view.names_in(*run).iter().filter(|named| !is_item(named.at));
                    names.for_each(|named| {
                        self.refer_to(around, named.entity, is_reported.then_some(named.at));
                    });
                }
            }
        }
    }

    /// Follows a reference to a variable from inside a construct.
    fn refer_to(&mut self, around: Option<OmpConstructId>, variable: EntityId, at: Option<At>) {
        if !self.view.entity(variable).is_object() || self.iterators.binary_search(&variable).is_ok() {
            return;
        }
        let mut way = Vec::new();
        let mut next = around;
        while let Some(construct) = next {
            if !self.visited.insert((construct, variable)) {
                break;
            }
            way.push(construct);
            if self.hides(construct, variable) {
                break;
            }
            next = self.facts.constructs[construct].parent;
        }
        for construct in way.into_iter().rev() {
            self.settle(construct, variable, at);
        }
    }

    /// Returns whether references to the variable from inside a construct do not concern enclosing constructs, because this one has a
    /// private variable. A variable that is declared in the construct is declared in those around it as well, and private there, so they
    /// are concerned.
    fn hides(&self, construct: OmpConstructId, variable: EntityId) -> bool {
        let known = self.facts.attributes(construct, variable).and_then(VariableAttributes::sharing);
        if let Some(known) = known {
            return known.attribute.hides_original();
        }
        let own = &self.facts.constructs[construct];
        if let Some(determined) = self.predetermined(construct, variable) {
            return determined.attribute.hides_original() && !self.view.is_declared_in(variable, own.run);
        }
        matches!(self.default_sharing(construct), Some((DefaultSharing::Private, _)))
    }
}

/// Returns whether a directive is declarative, so that its arguments are not evaluated at its place.
fn is_declarative(kind: OmpDirective) -> bool {
    kind.info().association == Association::Declarative
}
