//! The loop under analysis.

use std::cell::OnceCell;
use std::ops::Deref;

use super::polynomial::{Atom, Polynomial, Turn};
use super::solver::System;
use super::use_index::UseIndex;
use super::value_scope::{Counted, DEEPEST, Use, ValueScope, counted};
use crate::program::arithmetic::{Comparison, Counting};
use crate::program::passage::Passage;
use crate::program::place::At;
use crate::program::run::Run;

/// The loop under analysis, as a [`ValueScope`].
pub(super) struct JudgedLoop<'j, 'a> {
    region: ValueScope<'j, 'a>,
    pub(super) counting: Counting,
    /// Facts about the symbols whenever the loop is executed: polynomials that are at least 0.
    context: OnceCell<Vec<Polynomial>>,
}

impl<'j, 'a> Deref for JudgedLoop<'j, 'a> {
    type Target = ValueScope<'j, 'a>;

    fn deref(&self) -> &ValueScope<'j, 'a> {
        &self.region
    }
}

impl<'j, 'a> JudgedLoop<'j, 'a> {
    /// Returns none if the loop does not count its iterations by a variable that its body does not change.
    pub(super) fn of(index: &'j UseIndex<'a>, at: At) -> Option<JudgedLoop<'j, 'a>> {
        let view = index.view;
        view.program.loops.binary_search(&at).ok()?;
        let judged = counted(index, at);
        let counting = judged.counting?;
        let region = ValueScope::of(index, view.run(at), view.run(judged.body));
        let judged = JudgedLoop { region, counting, context: OnceCell::new() };
        judged.keeps_bound().then_some(judged)
    }

    /// Returns whether the loop does not change the variables in its header, except the control variable.
    fn keeps_bound(&self) -> bool {
        let header = Run::new(self.run.start, self.body.start);
        let mut named = header.of(&self.view.program.named, |named| named.at).iter();
        let is_kept = |variable| variable == self.counting.control || self.is_fixed(variable);
        let bound = self.view.run(self.counting.bound);
        let has_calls = self.view.calls(header).next().is_some();
        !has_calls
            && !self.view.has_side_effects(self.counting.bound)
            && named.all(|named| {
                is_kept(named.entity) && !(bound.contains(named.at) && named.entity == self.counting.control)
            })
    }

    /// Returns whether each iteration evaluates a node of the body exactly once.
    pub(super) fn is_certain(&self, at: At) -> bool {
        self.body.contains(at)
            && self.loops_around(at).nth(1).is_none()
            && !self.view.is_conditional(at, self.run.start)
    }

    /// The facts from the loops and conditions around the whole loop about variables that it does not change.
    pub(super) fn context(&self) -> &[Polynomial] {
        self.context.get_or_init(|| self.find_context())
    }

    fn find_context(&self) -> Vec<Polynomial> {
        let mut found = Vec::new();
        for around in self.view.program.outline.ancestors(self.run.start) {
            let steady = |at: At| self.steady_value(at, around);
            if let Some(condition) = self.condition_for(around, self.run.start) {
                self.add_condition(condition, &steady, &mut found);
            } else if let Some(Passage::Loop { .. }) = self.view.passage(around)
                && let Counted { body, counting: Some(counting), .. } = counted(self.index, around)
                && self.view.run(body).contains(self.run.start)
                && self.view.keeps_assigned(counting.control, counting.first)
                && let Some(value) = self.fixed_value(counting.control)
            {
                let unknown = || Polynomial::symbol(Atom::Unknown(around, Turn::First));
                let known = |at| steady(at).unwrap_or_else(unknown);
                found.extend(self.limits(counting, &value, &known(counting.first), &known(counting.bound)));
            }
        }
        found.retain(|fact| fact.symbols().all(Atom::is_fixed));
        found
    }

    /// The value of an expression, if no part of the statement `around` the loop changes its variables.
    fn steady_value(&self, at: At, around: At) -> Option<Polynomial> {
        let value = self.value_at(at, self.run.start, Use::Number, DEEPEST);
        let run = self.view.run(around);
        let is_steady = |atom| match atom {
            Atom::Fixed(variable) => {
                let is_declared = self.view.is_declared_in(variable, run);
                !is_declared
                    && self.index.writes_in(run, variable).is_empty()
                    && !self.index.is_addressed(variable)
            }
            _ => false,
        };
        let holds = value.symbols().all(is_steady);
        holds.then_some(value)
    }

    /// The trip count, if it is constant.
    pub(super) fn iterations(&self) -> Option<i128> {
        let constant = |at| self.view.constant(at);
        let (first, bound) = (constant(self.counting.first)?, constant(self.counting.bound)?);
        let (length, is_strict) = match self.counting.comparison {
            Comparison::Less => (bound - first, true),
            Comparison::LessOrEqual => (bound - first, false),
            Comparison::Greater => (first - bound, true),
            Comparison::GreaterOrEqual => (first - bound, false),
            Comparison::Unequal => ((bound - first).abs(), true),
        };
        let last = length.checked_sub(i128::from(is_strict))?;
        Some(if last < 0 { 0 } else { last / self.counting.step?.abs() + 1 })
    }

    /// Returns whether neither the conditions around the loop nor its header limit it to at most one iteration.
    pub(super) fn may_repeat(&self) -> bool {
        if let Some(iterations) = self.iterations() {
            return iterations > 1;
        }
        let named =
            |run: Run| run.of(&self.view.program.named, |named| named.at).iter().map(|named| named.entity);
        let header = Run::new(self.run.start, self.body.start);
        let mentions =
            |variable| variable != self.counting.control && named(header).any(|each| each == variable);
        let around = self.view.program.outline.ancestors(self.run.start);
        let conditions = around.filter_map(|around| match self.view.passage(around)? {
            Passage::Choice { then, .. } => Some(Run::new(around, then)),
            Passage::Loop { .. } => {
                Some(Run::new(around, self.view.program.outline.children(around).last().unwrap_or(around)))
            }
            _ => None,
        });
        let is_restricted = conditions.into_iter().any(|condition| named(condition).any(mentions));
        let judged = &self.loops()[0];
        let facts = self.bounds_of(judged);
        let count = |turn| Polynomial::symbol(Atom::Count(self.run.start, turn));
        let mut system = System::default();
        facts.iter().for_each(|fact| system.at_least_zero(fact));
        facts.iter().for_each(|fact| system.at_least_zero(&fact.second()));
        let differs = count(Turn::First)
            .minus(&count(Turn::Second))
            .map(|difference| difference.minus(&Polynomial::constant(1)));
        differs.flatten().iter().for_each(|differs| system.at_least_zero(differs));
        !is_restricted && !system.has_no_solution()
    }
}
