//! A part of a program with its loops, and the values of expressions in it.

use std::cell::{OnceCell, RefCell};

use rustc_hash::FxHashMap;

use super::polynomial::{Atom, Polynomial, Turn};
use super::use_index::UseIndex;
use crate::program::View;
use crate::program::access::{Jump, JumpKind, WriteKind};
use crate::program::arithmetic::{Arithmetic, Combination, Comparison, Condition, Counting, Wraps};
use crate::program::assigned_parts::{AssignedPart, PartFinder};
use crate::program::entity::StorageDuration;
use crate::program::loops::Control;
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// The maximum depth to which the values of variables are followed.
pub(super) const DEEPEST: u32 = 12;

/// A loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    pub(super) at: At,
    /// The body. The rest of the loop is its header.
    pub(super) body: At,
    /// The counting of the loop; none if the values of its variable are unknown.
    pub(super) counting: Option<Counting>,
    /// The control variable in the header.
    pub(super) control: Option<EntityId>,
}

/// The use of an expression, which decides whether wrapping around matters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// As a subscript, for which wrapping around at the size of the address space does not matter.
    Subscript,
    /// As a number.
    Number,
}

/// A loop under analysis, or a whole function, with the loops in it.
pub(super) struct ValueScope<'j, 'a> {
    pub(super) index: &'j UseIndex<'a>,
    pub(super) view: View<'a>,
    /// The whole region.
    pub(super) run: Run,
    /// The part that is executed in each iteration.
    pub(super) body: Run,
    /// The loops, in source order; the loop under analysis is the first.
    loops: Vec<Counted>,
    /// The index of the innermost loop around each loop.
    outer: Vec<Option<u32>>,
    /// The parts of the program that follow assignments to each scalar.
    parts: OnceCell<FxHashMap<EntityId, Vec<AssignedPart>>>,
    /// Different expressions with the same value in all iterations, by their keys.
    same: RefCell<FxHashMap<u64, Vec<At>>>,
}

impl<'j, 'a> ValueScope<'j, 'a> {
    /// The scope of a run, the part `body` of which is executed in each iteration.
    pub(super) fn of(index: &'j UseIndex<'a>, run: Run, body: Run) -> ValueScope<'j, 'a> {
        let view = index.view;
        let loops: Vec<_> =
            run.of(&view.program.loops, |at| *at).iter().map(|at| counted(index, *at)).collect();
        let outer = outer_loops(view, &loops);
        ValueScope { index, view, run, body, loops, outer, parts: OnceCell::new(), same: RefCell::default() }
    }

    /// The loops in it.
    pub(super) fn loops(&self) -> &[Counted] {
        &self.loops
    }

    fn find_parts(&self) -> FxHashMap<EntityId, Vec<AssignedPart>> {
        let mut finder = PartFinder::new();
        let mut parts: FxHashMap<EntityId, Vec<AssignedPart>> = FxHashMap::default();
        for write in self.view.writes(self.body).filter(|write| write.kind == WriteKind::Assigned) {
            if let Some(target) = write.target.filter(|target| self.view.entity(*target).class.is_scalar()) {
                finder.add(self.view, target, write, parts.entry(target).or_default());
            }
        }
        parts
    }

    /// The parts of the program that follow assignments to a scalar.
    pub(super) fn parts(&self, variable: EntityId) -> &[AssignedPart] {
        self.parts.get_or_init(|| self.find_parts()).get(&variable).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a variable is private to each iteration, because it is declared in the loop.
    pub(super) fn is_own(&self, variable: EntityId) -> bool {
        let entity = self.view.entity(variable);
        entity.duration == StorageDuration::Automatic && self.view.is_declared_in(variable, self.run)
    }

    /// Returns whether a variable is declared outside of the loop and not changed by it.
    pub(super) fn is_fixed(&self, variable: EntityId) -> bool {
        !self.is_own(variable) && self.index.writes_in(self.run, variable).is_empty()
    }

    /// The loops whose bodies contain a node, innermost first.
    pub(super) fn loops_around(&self, at: At) -> impl Iterator<Item = &Counted> {
        let before = self.loops.partition_point(|each| each.at < at);
        let last = before.checked_sub(1).map(|last| last as u32);
        // A loop around the node is the last loop before it, or a loop around that one.
        let chain = std::iter::successors(last, |inner| self.outer[*inner as usize]);
        let chain = chain.map(|position| &self.loops[position as usize]);
        chain.filter(move |each| self.view.run(each.body).contains(at))
    }

    /// The value of an expression in the first iteration.
    pub(super) fn value(&self, at: At, usage: Use) -> Polynomial {
        self.value_at(at, at, usage, DEEPEST)
    }

    /// The value of an expression at the place of a statement.
    pub(super) fn value_at(&self, at: At, position: At, usage: Use, depth: u32) -> Polynomial {
        self.known_value(at, position, usage, depth).unwrap_or_else(|| self.unknown(at, position))
    }

    fn known_value(&self, at: At, position: At, usage: Use, depth: u32) -> Option<Polynomial> {
        let depth = depth.checked_sub(1)?;
        let value = |at| self.value_at(at, position, usage, depth);
        let is_exact = |wraps| match wraps {
            Wraps::Never => true,
            Wraps::LikeAddresses => usage == Use::Subscript,
            Wraps::Sooner => false,
        };
        match self.view.arithmetic(at) {
            Arithmetic::Constant(number) => Some(Polynomial::constant(number)),
            Arithmetic::Variable(variable) => self.variable(variable, position, usage, depth),
            Arithmetic::Same(operand) => Some(value(operand)),
            Arithmetic::Scaled { operand, by, wraps } if is_exact(wraps) => value(operand).scaled(by),
            Arithmetic::Combined { by, operands: [left, right], wraps } if is_exact(wraps) => {
                let (left, right) = (value(left), value(right));
                match by {
                    Combination::Sum => left.plus(&right),
                    Combination::Difference => left.minus(&right),
                    Combination::Product => left.times(&right),
                }
            }
            _ => None,
        }
    }

    /// A symbol for an unknown value in one of the iterations.
    pub(super) fn unknown_number(at: At) -> Polynomial {
        Polynomial::symbol(Atom::Unknown(at, Turn::First))
    }

    /// A symbol for an unknown value. Equal expressions with one value in all iterations have the same symbol.
    fn unknown(&self, at: At, position: At) -> Polynomial {
        if position > self.run.start && !self.view.value_is(at, &|variable| self.is_fixed(variable)) {
            return Polynomial::symbol(Atom::Unknown(at, Turn::First));
        }
        let mut all = self.same.borrow_mut();
        let known = all.entry(self.view.value_key(at)).or_default();
        let first = known.iter().copied().find(|other| self.view.same_value(at, *other));
        if first.is_none() {
            known.push(at);
        }
        Polynomial::symbol(Atom::Same(first.unwrap_or(at)))
    }

    fn variable(&self, variable: EntityId, position: At, usage: Use, depth: u32) -> Option<Polynomial> {
        let around = self.loops_around(position).find(|each| each.control == Some(variable));
        match around {
            Some(counted) => self.count(counted, usage, depth),
            None if self.is_fixed(variable) => Some(Polynomial::symbol(Atom::Fixed(variable))),
            None => self.assigned(variable, position, usage, depth),
        }
    }

    /// The value of a variable with a single assignment that reaches this place.
    fn assigned(&self, variable: EntityId, position: At, usage: Use, depth: u32) -> Option<Polynomial> {
        let is_local = self.view.entity(variable).duration == StorageDuration::Automatic;
        if !is_local || self.index.is_addressed(variable) || self.index.has_goto {
            return None;
        }
        let value = match self.index.writes_in(self.run, variable) {
            [] => self.view.initial_value(variable).filter(|_| self.is_own(variable))?,
            [only] if only.replaces => {
                let reaches = |part: &AssignedPart| part.assigned() == only.at && part.contains(position);
                let is_only = self.view.initial_value(variable).is_none() || !self.is_own(variable);
                let reached = is_only && self.parts(variable).iter().any(reaches);
                self.view.program.outline.children(only.at).last().filter(|_| reached)?
            }
            _ => return None,
        };
        let is_kept = self.view.keeps_assigned(variable, value) && !self.view.has_side_effects(value);
        is_kept.then(|| self.value_at(value, value, usage, depth))
    }

    /// The value of the control variable of a loop. With steps larger than one it is the sum of the first value and the steps.
    fn count(&self, counted: &Counted, usage: Use, depth: u32) -> Option<Polynomial> {
        let counting = counted.counting?;
        let count = Polynomial::symbol(Atom::Count(counted.at, Turn::First));
        match counting.step {
            Some(step) if step.abs() > 1 => {
                self.first_value(counted, usage, depth).plus(&count.scaled(step)?)
            }
            _ => Some(count),
        }
    }

    pub(super) fn first_value(&self, counted: &Counted, usage: Use, depth: u32) -> Polynomial {
        let Some(counting) = counted.counting else { return self.unknown(counted.at, counted.at) };
        if self.view.keeps_assigned(counting.control, counting.first) {
            self.value_at(counting.first, counted.at, usage, depth)
        } else {
            self.unknown(counting.first, counted.at)
        }
    }

    /// The facts from the loops and conditions around a node: polynomials that are at least 0 in the first iteration.
    pub(super) fn bounds(&self, at: At) -> Vec<Polynomial> {
        let mut found: Vec<_> = self.loops_around(at).flat_map(|counted| self.bounds_of(counted)).collect();
        let around = self.view.program.outline.ancestors(at).take_while(|around| *around > self.run.start);
        for condition in around.filter_map(|around| self.condition_for(around, at)) {
            self.add_condition(condition, &|at| Some(self.value(at, Use::Number)), &mut found);
        }
        found
    }

    /// The part of the innermost loop or branch around a node. All nodes in that part have the same bounds.
    pub(super) fn surroundings(&self, at: At) -> At {
        let decides = |around: &At| {
            matches!(self.view.passage(*around), Some(Passage::Choice { .. } | Passage::Loop { .. }))
        };
        let around = self.view.program.outline.ancestors(at).find(decides).unwrap_or(self.run.start);
        // The branches of a statement, and the header and body of a loop, are different parts.
        let part =
            self.view.program.outline.children(around).find(|child| self.view.run(*child).contains(at));
        part.unwrap_or(around)
    }

    /// The condition under which a statement executes one of its parts.
    pub(super) fn condition_for(&self, statement: At, part: At) -> Option<At> {
        match self.view.passage(statement)? {
            Passage::Choice { then, .. } if self.view.run(then).contains(part) => Some(statement.next()),
            _ => None,
        }
    }

    pub(super) fn add_condition(
        &self,
        condition: At,
        value: &dyn Fn(At) -> Option<Polynomial>,
        found: &mut Vec<Polynomial>,
    ) {
        match self.view.condition(condition) {
            Condition::Both(both) => both.iter().for_each(|each| self.add_condition(*each, value, found)),
            Condition::Compared { left, comparison, right } => {
                let (Some(left), Some(right)) = (value(left), value(right)) else { return };
                let one = Polynomial::constant(1);
                let (up, down) = (right.minus(&left), left.minus(&right));
                match comparison {
                    None => found.extend(up.into_iter().chain(down)),
                    Some(Comparison::Less) => found.extend(up.and_then(|room| room.minus(&one))),
                    Some(Comparison::LessOrEqual) => found.extend(up),
                    Some(Comparison::Greater) => found.extend(down.and_then(|room| room.minus(&one))),
                    Some(Comparison::GreaterOrEqual) => found.extend(down),
                    Some(Comparison::Unequal) => {}
                }
            }
            Condition::Other => {}
        }
    }

    /// The value of a variable that the loop does not change.
    pub(super) fn fixed_value(&self, variable: EntityId) -> Option<Polynomial> {
        self.is_fixed(variable).then(|| Polynomial::symbol(Atom::Fixed(variable)))
    }

    /// The facts from the header of a loop: polynomials that are at least 0 in the first iteration.
    pub(super) fn bounds_of(&self, counted: &Counted) -> Vec<Polynomial> {
        let Some(counting) = counted.counting else { return Vec::new() };
        let Some(value) = self.count(counted, Use::Number, DEEPEST) else { return Vec::new() };
        let first = self.first_value(counted, Use::Number, DEEPEST);
        let bound = self.value_at(counting.bound, counted.at, Use::Number, DEEPEST);
        let mut found = self.limits(counting, &value, &first, &bound);
        if counting.step.is_some_and(|step| step.abs() > 1) {
            found.push(Polynomial::symbol(Atom::Count(counted.at, Turn::First)));
        }
        found
    }

    /// The facts from a loop header about the value of its variable.
    pub(super) fn limits(
        &self,
        counting: Counting,
        value: &Polynomial,
        first: &Polynomial,
        bound: &Polynomial,
    ) -> Vec<Polynomial> {
        let one = Polynomial::constant(1);
        let is_up = match counting.comparison {
            Comparison::Less | Comparison::LessOrEqual => true,
            Comparison::Greater | Comparison::GreaterOrEqual => false,
            Comparison::Unequal => counting.step == Some(1),
        };
        let is_strict = !matches!(counting.comparison, Comparison::LessOrEqual | Comparison::GreaterOrEqual);
        let (low, high) = if is_up { (first, value) } else { (value, first) };
        let from_first = high.minus(low);
        let (low, high) = if is_up { (value, bound) } else { (bound, value) };
        let to_bound = high.minus(low).and_then(|room| if is_strict { room.minus(&one) } else { Some(room) });
        let mut found = Vec::new();
        let is_settled = counting.comparison != Comparison::Unequal || is_bounded_unequal(counting);
        if is_settled {
            found.extend(from_first);
        }
        if is_settled && self.compares_numbers(counting) {
            found.extend(to_bound);
        }
        if counting.is_unsigned {
            found.push(value.clone());
        }
        found
    }

    /// Returns whether the comparison in a loop header compares the integer values: no conversion makes a negative value large.
    pub(super) fn compares_numbers(&self, counting: Counting) -> bool {
        let is_natural =
            |at: At| self.view.constant(at).is_some_and(|number| number >= 0) || self.view.is_unsigned(at);
        let is_below = matches!(counting.comparison, Comparison::Less | Comparison::LessOrEqual);
        !counting.compares_unsigned || is_natural(counting.bound) && (counting.is_unsigned || is_below)
    }
}

/// Returns whether a loop that ends when its variable is equal to the bound takes all values up to the bound.
fn is_bounded_unequal(counting: Counting) -> bool {
    !counting.is_unsigned && counting.step.is_some_and(|step| step.abs() == 1)
}

/// The index of the innermost loop around each of these loops in source order.
fn outer_loops(view: View<'_>, loops: &[Counted]) -> Vec<Option<u32>> {
    let mut open: Vec<u32> = Vec::new();
    let mut outer = Vec::with_capacity(loops.len());
    for (position, counted) in loops.iter().enumerate() {
        let is_behind = |last: &mut u32| !view.run(loops[*last as usize].at).contains(counted.at);
        while open.pop_if(is_behind).is_some() {}
        outer.push(open.last().copied());
        open.push(position as u32);
    }
    outer
}

/// Returns whether a jump may enter a loop or branch, so that the facts from its header do not hold there.
pub(super) fn leads_into_part(view: View<'_>, jump: &Jump) -> bool {
    match jump.kind {
        JumpKind::Return | JumpKind::Leave(_) | JumpKind::Cycle(_) => false,
        JumpKind::Goto(_) | JumpKind::Indirect | JumpKind::Selected(None) => true,
        JumpKind::Selected(Some(by)) => {
            let between = view.program.outline.ancestors(jump.at).take_while(|around| *around > by);
            between.into_iter().any(|around| {
                matches!(view.passage(around), Some(Passage::Loop { .. } | Passage::Choice { .. }))
            })
        }
    }
}

pub(super) fn counted(index: &UseIndex<'_>, at: At) -> Counted {
    let view = index.view;
    let body = view.program.outline.children(at).last().unwrap_or(at);
    let known = view.counting(at);
    let leaves_alone = |counting: &Counting| {
        let is_plain = !index.is_addressed(counting.control) && !view.is_volatile(counting.control);
        let steps_alike = !counting.is_unsigned || counting.step.is_some_and(|step| step.abs() == 1);
        let ends = !(counting.is_unsigned && counting.comparison == Comparison::GreaterOrEqual);
        is_plain && steps_alike && ends && index.writes_in(view.run(body), counting.control).is_empty()
    };
    let control = match view.control(at) {
        Control::Variable { entity, .. } => Some(entity),
        _ => None,
    };
    Counted { at, body, counting: known.filter(leaves_alone), control }
}
