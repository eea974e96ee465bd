//! Tests whether two accesses to one block of memory can be to the same address in different iterations.

use std::cell::OnceCell;

use super::accesses::MemoryAccess;
use super::delinearise;
use super::judged_loop::JudgedLoop;
use super::outcome::Dependence;
use super::path_steps::PathStep;
use super::polynomial::{Atom, Polynomial, Turn};
use super::solver::System;
use super::value_scope::Use;
use crate::program::entity::Class;
use crate::program::place::{At, Place, Step, Value};

/// The maximum distance in iterations at which two accesses certainly conflict although the trip count is not known.
const CERTAIN_DISTANCE: i128 = 1;

/// The kind of a proof.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Apart {
    Subscripts,
    Bounds,
}

/// An access with the values of its subscripts in the first iteration.
pub(super) struct Valued<'p, 'a> {
    pub(super) access: &'p MemoryAccess<'a>,
    /// The steps from the variable, with the values of subscripts.
    steps: Vec<PathStep>,
    /// The number of steps to the block.
    before: usize,
    bounds: OnceCell<Vec<Polynomial>>,
    /// The part of the innermost loop or branch that contains it.
    surroundings: At,
}

impl<'p, 'a> Valued<'p, 'a> {
    pub(super) fn of(region: &JudgedLoop<'_, '_>, access: &'p MemoryAccess<'a>) -> Valued<'p, 'a> {
        let steps = match &access.called {
            Some(called) => called.path.clone(),
            None => region.path(&access.place),
        };
        let surroundings = region.surroundings(access.at);
        Valued { access, steps, before: access.block_length(), bounds: OnceCell::new(), surroundings }
    }

    /// An access with its values, if its subscripts change only with the count of the loop, by a constant step.
    pub(super) fn steady(
        region: &JudgedLoop<'_, '_>,
        access: &'p MemoryAccess<'a>,
    ) -> Option<Valued<'p, 'a>> {
        let is_steady = |step: &Step| match step {
            Step::Index(Value::Node(at)) => slope(region, &region.value(*at, Use::Subscript)).is_some(),
            _ => true,
        };
        let is_steady = access.called.is_none() && access.place.steps.iter().all(is_steady);
        is_steady.then(|| Valued::of(region, access))
    }

    /// The facts from the loops and conditions around it.
    fn bounds(&self, region: &JudgedLoop<'_, '_>) -> &[Polynomial] {
        self.bounds.get_or_init(|| {
            let mut facts = region.bounds(self.access.at);
            facts.extend(self.access.called.iter().flat_map(|called| called.facts.iter().cloned()));
            facts
        })
    }

    fn subscripts(&self) -> impl Iterator<Item = &Polynomial> {
        let value = |step: &'_ PathStep| matches!(step, PathStep::Subscript(_));
        self.steps.iter().filter(move |step| value(step)).filter_map(|step| match step {
            PathStep::Subscript(value) => Some(value),
            PathStep::Other(_) => None,
        })
    }

    /// Returns whether it has the same steps and subscripts as another access with the same surroundings.
    pub(super) fn is_like(&self, other: &Valued<'_, '_>) -> bool {
        let is_known = |value: &Polynomial| !value.symbols().any(|each| matches!(each, Atom::Unknown(..)));
        let is_named = |valued: &Valued<'_, '_>| valued.access.called.is_none();
        self.surroundings == other.surroundings
            && is_named(self)
            && is_named(other)
            && self.steps == other.steps
            && self.subscripts().all(is_known)
    }

    /// Returns whether another access is to the same block, as far as the forms of the paths show.
    pub(super) fn has_block_of(&self, other: &Valued<'_, '_>) -> bool {
        self.access.place.root == other.access.place.root
            && self.before == other.before
            && are_like(&self.steps[..self.before], &other.steps[..other.before])
    }

    /// Whether it is a part of a variable itself.
    pub(super) fn is_variable(&self) -> bool {
        self.before == 0
    }

    /// Returns whether one subscript is different in all iterations and equal in all these accesses: it changes with the count of the loop
    /// alone.
    pub(super) fn are_told_apart(region: &JudgedLoop<'_, '_>, block: &[Valued<'_, '_>]) -> bool {
        let [first, rest @ ..] = block else { return false };
        let is_like = |other: &Valued<'_, '_>| {
            other.has_fixed_block() && other.steps[..first.before] == first.steps[..first.before]
        };
        let tells = |(position, step): (usize, &PathStep)| match step {
            PathStep::Subscript(value) => {
                keeps_apart(region, value, value)
                    && rest.iter().all(|other| other.steps.get(position) == Some(step))
            }
            // After members the same position may be something else.
            PathStep::Other(_) => false,
        };
        let is_index = |step: &&PathStep| matches!(step, PathStep::Subscript(_));
        first.has_fixed_block()
            && rest.iter().all(is_like)
            && first
                .steps
                .iter()
                .enumerate()
                .skip(first.before)
                .take_while(|(_, step)| is_index(step))
                .any(tells)
    }

    /// Whether the path to its block is the same in all iterations.
    fn has_fixed_block(&self) -> bool {
        self.steps[..self.before].iter().all(|step| match step {
            PathStep::Subscript(value) => value.is_fixed(),
            PathStep::Other(_) => true,
        })
    }
}

/// Returns whether two paths are equal except for their subscripts.
fn are_like(one: &[PathStep], other: &[PathStep]) -> bool {
    let is_like = |(left, right): (&PathStep, &PathStep)| match (left, right) {
        (PathStep::Subscript(_), PathStep::Subscript(_)) => true,
        (left, right) => left == right,
    };
    one.len() == other.len() && one.iter().zip(other).all(is_like)
}

/// Two accesses to the same block.
pub(super) struct AccessPair<'r, 'j, 'a> {
    pub(super) region: &'r JudgedLoop<'j, 'a>,
    pub(super) one: &'r Valued<'r, 'a>,
    pub(super) other: &'r Valued<'r, 'a>,
}

impl AccessPair<'_, '_, '_> {
    /// Whether the paths to the blocks have the same form, whatever their subscripts are.
    pub(super) fn have_like_blocks(&self) -> bool {
        let (one, other) = (self.one, self.other);
        one.before == other.before && are_like(&one.steps[..one.before], &other.steps[..other.before])
    }

    /// Returns whether both accesses are certainly to the same block, in all iterations.
    pub(super) fn have_one_block(&self) -> bool {
        self.one.has_fixed_block()
            && self.one.before == self.other.before
            && self.one.steps[..self.one.before] == self.other.steps[..self.other.before]
    }

    /// The proof that the accesses are to different memory in different iterations; none if there is no proof.
    pub(super) fn are_apart(&self) -> Option<Apart> {
        let equations = match self.equations() {
            Equations::Apart => return Some(Apart::Subscripts),
            Equations::Of(equations) => equations,
        };
        if equations.iter().any(|(left, right)| keeps_apart(self.region, left, right)) {
            return Some(Apart::Subscripts);
        }
        let mut facts = self.one.bounds(self.region).to_vec();
        facts.extend(self.other.bounds(self.region).iter().map(Polynomial::second));
        facts.extend(self.region.context().iter().cloned());
        let mut system = System::default();
        facts.iter().for_each(|fact| system.at_least_zero(fact));
        for (left, right) in &equations {
            for (left, right) in delinearise::dimensions(left, &right.second(), &facts) {
                match left.minus(&right) {
                    Some(difference) => system.equate(&difference),
                    None => return None,
                }
            }
        }
        let count = |turn| Polynomial::symbol(Atom::Count(self.region.run.start, turn));
        let later = |one: Turn, other: Turn| {
            let mut system = system.clone();
            let distance =
                count(other).minus(&count(one)).and_then(|room| room.minus(&Polynomial::constant(1)));
            distance.is_some_and(|distance| {
                system.at_least_zero(&distance);
                system.has_no_solution()
            })
        };
        (later(Turn::First, Turn::Second) && later(Turn::Second, Turn::First)).then_some(Apart::Bounds)
    }

    /// The subscripts that must be equal for a conflict.
    fn equations(&self) -> Equations {
        let mut found = Vec::new();
        let pairs = self.one.steps.iter().zip(&self.other.steps).enumerate();
        for (position, (left, right)) in pairs {
            match (left, right) {
                (PathStep::Subscript(left), PathStep::Subscript(right)) => {
                    found.push((left.clone(), right.clone()));
                }
                (PathStep::Other(Step::Field(left)), PathStep::Other(Step::Field(right)))
                    if left != right =>
                {
                    return if self.is_structure(position) { Equations::Apart } else { Equations::Of(found) };
                }
                (PathStep::Other(left), PathStep::Other(right)) if left == right => {}
                _ => break,
            }
        }
        Equations::Of(found)
    }

    /// Returns whether the members at a step have disjoint storage: they are named members of a structure.
    fn is_structure(&self, position: usize) -> bool {
        let steps = |valued: &Valued<'_, '_>, length| valued.access.place.steps[..length].into();
        let root = self.one.access.place.root;
        let place = |valued, length| Place { root, steps: steps(valued, length) };
        let is_plain = |valued| self.region.view.anonymous_path(&place(valued, position + 1)).is_empty();
        self.region.view.class_of(&place(self.one, position)) == Class::Struct
            && is_plain(self.one)
            && is_plain(self.other)
    }

    /// Returns whether the accesses certainly conflict in different iterations: they are unconditional, and their subscripts are equal at a
    /// constant distance in iterations.
    pub(super) fn certainly_meet(&self) -> bool {
        let region = self.region;
        let is_read = |valued: &Valued<'_, '_>| valued.access.is_read();
        let is_named = |valued: &Valued<'_, '_>| valued.access.called.is_none();
        let has_jumps = region.view.jumps(region.run).next().is_some();
        let are_certain = region.is_certain(self.one.access.at)
            && region.is_certain(self.other.access.at)
            && is_named(self.one)
            && is_named(self.other)
            && !has_jumps;
        if !are_certain
            || !are_like(&self.one.steps, &self.other.steps)
            || !(is_read(self.one) || is_read(self.other))
        {
            return false;
        }
        let Equations::Of(equations) = self.equations() else { return false };
        let mut distance = None;
        for (left, right) in &equations {
            match self.distance(left, right) {
                Distance::Any => {}
                Distance::Of(number) if distance.is_none_or(|known| known == number) => {
                    distance = Some(number);
                }
                _ => return false,
            }
        }
        match (distance, region.iterations()) {
            (None, iterations) => {
                self.reads_before() && iterations.map_or(region.may_repeat(), |iterations| iterations > 1)
            }
            (Some(0), _) => false,
            (Some(distance), None) => distance.abs() <= CERTAIN_DISTANCE && region.may_repeat(),
            (Some(distance), Some(iterations)) => distance.abs() < iterations,
        }
    }

    /// The dependence between the two accesses.
    pub(super) fn dependence(&self) -> Dependence {
        let is_change = self.one.access.is_change();
        let (change, read) = if is_change { (self.one, self.other) } else { (self.other, self.one) };
        let variable = change.access.place.root;
        Dependence { change: change.access.at, other: read.access.at, variable }
    }

    /// Whether an iteration reads the memory before it changes it: no other change of the variable comes before.
    fn reads_before(&self) -> bool {
        let read = if self.one.access.is_read() { self.one } else { self.other };
        let root = self.one.access.place.root;
        let is_before = |at: At| match read.access.write {
            Some(write) => at < write.at,
            None => at < read.access.at && !self.region.view.run(at).contains(read.access.at),
        };
        let changes = self.region.view.writes(self.region.run);
        let mut of_root = changes.filter(|write| self.region.view.root_of(write.operand) == Some(root));
        !of_root.any(|write| is_before(write.at))
    }

    /// The distance in iterations at which both values are equal.
    fn distance(&self, left: &Polynomial, right: &Polynomial) -> Distance {
        let (Some(one), Some(other)) = (slope(self.region, left), slope(self.region, right)) else {
            return Distance::Unknown;
        };
        let constant = left.minus(right).and_then(|difference| difference.as_constant());
        match constant {
            Some(0) if one == 0 && other == 0 => Distance::Any,
            Some(constant) if one == other && one != 0 && constant % one == 0 => Distance::Of(constant / one),
            _ => Distance::Unknown,
        }
    }
}

/// The coefficient of the loop's count in a value, if nothing else in it changes.
fn slope(region: &JudgedLoop<'_, '_>, value: &Polynomial) -> Option<i128> {
    let judged = Atom::Count(region.run.start, Turn::First);
    let (mut factor, mut rest) = (0, true);
    for (product, by) in value.terms() {
        match &product[..] {
            [only] if *only == judged => factor = *by,
            product => rest &= product.iter().all(|symbol| symbol.is_fixed()),
        }
    }
    rest.then_some(factor)
}

/// Returns whether a subscript alone has different values in different iterations: both sides are equal, and only the count of the loop
/// changes in them.
fn keeps_apart(region: &JudgedLoop<'_, '_>, left: &Polynomial, right: &Polynomial) -> bool {
    let judged = Atom::Count(region.run.start, Turn::First);
    let is_steady = |(product, _): &(Vec<Atom>, i128)| match &product[..] {
        [only] if *only == judged => true,
        product => product.iter().all(|symbol| symbol.is_fixed()),
    };
    left == right
        && left.terms().iter().all(is_steady)
        && left.terms().iter().any(|(product, _)| product[..] == [judged])
}

/// The relation between two paths.
enum Equations {
    /// The paths lead to different members.
    Apart,
    /// These pairs of subscripts are equal where the accesses conflict.
    Of(Vec<(Polynomial, Polynomial)>),
}

enum Distance {
    /// The value is the same in all iterations.
    Any,
    Of(i128),
    Unknown,
}
