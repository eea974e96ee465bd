//! Tests whether a loop and the one at the end of its body can be interchanged.
//!
//! `for j { A; for k B; }` becomes `for j A; for k for j B;`. For each `j` the parts are executed in the same order as before; only the
//! order of different `j` changes. So it is enough that the iterations of the outer loop are independent, that only memory carries a value
//! from `A` to `B`, and that the headers have the same meaning in both places.

use super::judged;
use super::judged_loop::JudgedLoop;
use super::outcome::{Assumptions, Independent, Interchange, Outcome};
use super::scalars;
use super::use_index::UseIndex;
use crate::program::View;
use crate::program::arithmetic::{Arithmetic, Comparison, Counting, Wraps};
use crate::program::entity::{Class, StorageDuration};
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// The requirements for interchanging two loops; none if they cannot be interchanged, as far as is known.
pub(super) fn judge(
    index: &UseIndex<'_>,
    [outer, inner]: [At; 2],
    assumptions: &Assumptions,
) -> Option<Interchange> {
    let pair = JudgedNest {
        view: index.view,
        outer: JudgedLoop::of(index, outer)?,
        inner: JudgedLoop::of(index, inner)?,
    };
    if !pair.is_nest() || !pair.has_free_headers() || !pair.declares_inside_only() {
        return None;
    }
    let Outcome::Independent(found) = judged::judge(index, outer, assumptions) else { return None };
    let is_plain = found.arrays.is_empty()
        && found.last.is_empty()
        && found.reductions.is_empty()
        && found.elements.is_empty();
    if !is_plain || !pair.forgets_controls(&found) {
        return None;
    }
    Some(Interchange { private: pair.private(&found)?, assumed: found.assumed })
}

/// The two loops to be interchanged.
struct JudgedNest<'j, 'a> {
    view: View<'a>,
    outer: JudgedLoop<'j, 'a>,
    inner: JudgedLoop<'j, 'a>,
}

impl JudgedNest<'_, '_> {
    /// Returns whether the inner loop is the last statement of the outer loop's body, and there are no other loops and no jumps.
    fn is_nest(&self) -> bool {
        let (view, run) = (self.view, self.outer.run);
        let body = self.outer.body.start;
        let last = match view.passage(body) {
            Some(Passage::Sequence) => view.program.outline.children(body).last(),
            _ => Some(body),
        };
        // The loop may be in a statement with its directive.
        let is_last = last.is_some_and(|last| {
            last == self.inner.run.start
                || view.passage(last) == Some(Passage::Other)
                    && view.run(last).contains(self.inner.run.start)
                    && view.run(last).end == self.inner.run.end
        });
        let loops = run.of(&view.program.loops, |at| *at);
        is_last && loops == [run.start, self.inner.run.start] && view.jumps(run).next().is_none()
    }

    /// Returns whether each header has the same meaning at the place of the other one, and may be evaluated any number of times, or once
    /// more than before: its bounds are sums and products of variables that neither loop changes.
    fn has_free_headers(&self) -> bool {
        let header = |region: &JudgedLoop<'_, '_>| Run::new(region.run.start, region.body.start);
        let is_free = |region: &JudgedLoop<'_, '_>| {
            let Counting { control, first, bound, step, .. } = region.counting;
            let mut named = header(region).of(&self.view.program.named, |named| named.at).iter();
            step.is_some()
                && self.is_plain(first)
                && self.is_plain(bound)
                && named.all(|named| named.entity == control || self.is_kept(named.entity))
        };
        self.outer.counting.control != self.inner.counting.control
            && self.ends_by_itself()
            && is_free(&self.outer)
            && is_free(&self.inner)
    }

    /// Returns whether the inner loop certainly terminates, with few iterations, even if the outer one has none: then it is executed
    /// although it was not before. `n - 1` may be a large number for an unsigned `n`, and a negative number converted to unsigned becomes
    /// large.
    fn ends_by_itself(&self) -> bool {
        let counting = self.inner.counting;
        let Counting { control, first, bound, .. } = counting;
        let may_pass_bound = match counting.comparison {
            Comparison::Less | Comparison::Greater => false,
            Comparison::LessOrEqual | Comparison::GreaterOrEqual => counting.is_unsigned,
            Comparison::Unequal => true,
        };
        let header = Run::new(self.inner.run.start, self.inner.body.start);
        let mut named = header.of(&self.view.program.named, |named| named.at).iter();
        !may_pass_bound
            && named.all(|named| named.entity == control || self.has_value(named.entity))
            && !self.view.has_narrow_control(self.inner.run.start)
            && counting.is_unsigned == counting.compares_unsigned
            && [first, bound].into_iter().all(|at| self.is_small(control, at))
    }

    /// Returns whether a variable has a value wherever it is read, even if the loops have no iteration. Values from assignments do not
    /// count.
    fn has_value(&self, variable: EntityId) -> bool {
        self.view.entity(variable).duration != StorageDuration::Automatic
            || self.view.is_parameter(variable)
            || self.view.initial_value(variable).is_some()
    }

    /// Returns whether the control variable can hold the value of a bound, which does not become large by wrapping around.
    fn is_small(&self, control: EntityId, at: At) -> bool {
        match self.view.constant(at) {
            Some(number) => number >= 0 && i32::try_from(number).is_ok(),
            None => self.view.keeps_assigned(control, at) && self.is_never_wrapped(at),
        }
    }

    fn is_never_wrapped(&self, at: At) -> bool {
        match self.view.arithmetic(at) {
            Arithmetic::Same(operand) => self.is_never_wrapped(operand),
            Arithmetic::Scaled { operand, wraps, .. } => {
                wraps == Wraps::Never && self.is_never_wrapped(operand)
            }
            Arithmetic::Combined { operands, wraps, .. } => {
                wraps == Wraps::Never && operands.into_iter().all(|each| self.is_never_wrapped(each))
            }
            Arithmetic::Constant(_) | Arithmetic::Variable(_) => true,
            Arithmetic::Other => false,
        }
    }

    fn is_kept(&self, variable: EntityId) -> bool {
        let entity = self.view.entity(variable);
        matches!(entity.class, Class::Integer)
            && entity.duration != StorageDuration::Thread
            && !self.view.is_volatile(variable)
            && self.outer.is_fixed(variable)
    }

    fn is_plain(&self, at: At) -> bool {
        match self.view.arithmetic(at) {
            Arithmetic::Constant(_) | Arithmetic::Variable(_) => true,
            Arithmetic::Same(operand) | Arithmetic::Scaled { operand, .. } => self.is_plain(operand),
            Arithmetic::Combined { operands, .. } => operands.into_iter().all(|each| self.is_plain(each)),
            Arithmetic::Other => false,
        }
    }

    /// Returns whether the outer loop declares only its control variable and variables of the inner loop, because the two new loops do not
    /// share a block.
    fn declares_inside_only(&self) -> bool {
        let view = self.view;
        let mut named = self.outer.run.of(&view.program.named, |named| named.at).iter();
        named.all(|named| {
            named.entity == self.outer.counting.control
                || !view.is_declared_in(named.entity, self.outer.run)
                || view.is_declared_in(named.entity, self.inner.run)
        })
    }

    /// Returns whether the values of the control variables are not used after the loops: they differ if one of the loops has no iteration.
    fn forgets_controls(&self, found: &Independent) -> bool {
        let is_forgotten = |region: &JudgedLoop<'_, '_>| {
            let Counting { control, is_declared, .. } = region.counting;
            is_declared && self.view.is_declared_in(control, region.run)
                || found.private.contains(&control)
                || scalars::is_forgotten(region, control)
        };
        is_forgotten(&self.outer) && is_forgotten(&self.inner)
    }

    /// The variables that must be private to each iteration of both loops. None if a variable carries a value from one part of the outer
    /// loop, or from one iteration of the inner one, to another.
    fn private(&self, found: &Independent) -> Option<Vec<EntityId>> {
        let mut of_inner = Independent::default();
        let mut barriers = Vec::new();
        scalars::judge(&self.inner, &mut of_inner, &mut barriers);
        let control = self.inner.counting.control;
        let named = self.inner.run.of(&self.view.program.named, |named| named.at);
        let is_used = |variable: &&EntityId| {
            **variable != control && named.iter().any(|named| named.entity == **variable)
        };
        let used: Vec<EntityId> = found.private.iter().filter(is_used).copied().collect();
        used.iter().all(|variable| of_inner.private.contains(variable)).then_some(used)
    }
}
