//! Arrays that can be private to each iteration of a loop: it reads only elements that it wrote before, and the elements are not read after
//! it.
//!
//! An element that is read must be one that was certainly written before in the same iteration, by whole loops with known bounds. The
//! [solver](super::solver) tests whether an element that is read can be one that was not written.
//!
//! Reads elsewhere in the function must be covered by other writes in the same way. Arrays are looked at only where nothing else
//! stands in the way of a proof. The mapping makes at most 2048 elements private without being asked, and never for vector lanes.

use std::cell::Cell;

use super::judged_loop::JudgedLoop;
use super::polynomial::{Atom, Polynomial, Turn};
use super::solver::System;
use super::value_scope::{Counted, DEEPEST, Use, ValueScope};
use crate::program::access::{JumpKind, WriteKind};
use crate::program::arithmetic::{Comparison, Counting};
use crate::program::element::Gathering;
use crate::program::entity::{Class, Dimension, EntityKind, StorageDuration};
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId, Place, Step, Value};
use crate::program::run::Run;

/// The maximum number of writes that may together cover a read.
const MOST_WRITES: usize = 6;

/// The maximum number of solver runs for one array.
const MOST_QUESTIONS: u32 = 300;

/// The maximum number of elements of one array that a function may name.
const MOST_ELEMENTS: usize = 64;

/// Returns whether an outer array can be private to each iteration of a loop.
pub(super) fn can_be_private(region: &JudgedLoop<'_, '_>, array: EntityId) -> bool {
    if !is_plain(region, array) {
        return false;
    }
    let view = region.view;
    let all = view.program.outline.all();
    let Some(elements) = elements(region, array) else { return false };
    let (inside, outside): (Vec<_>, Vec<_>) =
        elements.into_iter().partition(|element| region.run.contains(element.operand));
    let asked = Cell::new(0);
    let dimensions = &view.shape(&Place::whole(array)).map(|shape| shape.dims).unwrap_or_default()[..];
    let in_loop = Coverage {
        region,
        facts: region.context(),
        elements: &inside,
        dimensions,
        part: region.body,
        asked: &asked,
    };
    if !inside.iter().filter(|element| element.is_read).all(|read| in_loop.covers(read, None)) {
        return false;
    }
    let function = ValueScope::of(region.index, all, all);
    let around =
        Coverage { region: &function, facts: &[], elements: &outside, dimensions, part: all, asked: &asked };
    let mut behind = outside.iter().filter(|element| element.is_read && may_follow(region, array, element));
    behind.all(|read| around.covers(read, Some(region.run)))
}

/// Returns whether an array is a local one that no pointer points to, and statements are executed in source order.
fn is_plain(region: &JudgedLoop<'_, '_>, array: EntityId) -> bool {
    let view = region.view;
    let entity = view.entity(array);
    let shape = view.shape(&Place::whole(array));
    let has_labels = || {
        let is_label = |kind| matches!(kind, JumpKind::Selected(_));
        view.program.jumps.iter().any(|jump| is_label(jump.kind))
    };
    entity.class == Class::Array
        && entity.kind == EntityKind::Object
        && entity.duration == StorageDuration::Automatic
        && !view.is_parameter(array)
        && !region.is_own(array)
        && !view.is_volatile(array)
        && shape.is_some_and(|shape| {
            let is_fixed = |dimension: &Dimension| matches!(dimension, Dimension::Fixed(_));
            !shape.is_atomic && shape.dims.iter().all(is_fixed)
        })
        && !region.index.has_goto
        && !has_labels()
        && region.is_never_pointed_to(array)
}

/// An element of the array in the function.
struct NamedElement {
    operand: At,
    /// Its subscripts, one for each dimension.
    subscripts: Vec<Value>,
    is_read: bool,
    /// True if it is assigned here.
    is_written: bool,
}

/// The elements of an array in the function; none if the function names another part of the array, or too many elements.
fn elements(region: &JudgedLoop<'_, '_>, array: EntityId) -> Option<Vec<NamedElement>> {
    let view = region.view;
    let dimensions = view.shape(&Place::whole(array))?.dims.len();
    let mut gathering = Gathering::default();
    view.gather_elements(view.program.outline.all(), &|root| root == array, &mut gathering);
    let gathered = gathering.finish();
    let named: Vec<_> = (0..gathered.len())
        .map(|position| gathered.get(position))
        .filter(|element| !region.index.is_in_clause(element.name))
        .collect();
    if named.len() > MOST_ELEMENTS {
        return None;
    }
    let element = |operand: At| {
        let place = view.place_of(operand)?;
        let subscript = |step: &Step| match step {
            Step::Index(value) => Some(*value),
            _ => None,
        };
        let subscripts: Vec<Value> = place.steps.iter().map(subscript).collect::<Option<_>>()?;
        let write = region.index.write_of(operand);
        let is_assigned = write.is_some_and(|write| write.kind == WriteKind::Assigned && write.replaces);
        let is_whole = subscripts.len() == dimensions;
        is_whole.then_some(NamedElement {
            operand,
            subscripts,
            is_read: !is_assigned,
            is_written: is_assigned,
        })
    };
    named.into_iter().map(|named| element(named.operand)).collect()
}

/// Returns whether a read outside of a loop may be executed after the loop, with the same instance of the array.
fn may_follow(region: &JudgedLoop<'_, '_>, array: EntityId, read: &NamedElement) -> bool {
    let view = region.view;
    let brings_back = |around: At| {
        let run = view.run(around);
        matches!(view.passage(around), Some(Passage::Loop { .. }))
            && run.contains(read.operand)
            && !view.is_declared_in(array, run)
    };
    read.operand >= region.run.end || view.program.outline.ancestors(region.run.start).any(brings_back)
}

/// The elements that a part of the program writes and reads, and facts about them.
struct Coverage<'r, 'j, 'a> {
    region: &'r ValueScope<'j, 'a>,
    /// Polynomials that are at least 0 everywhere.
    facts: &'r [Polynomial],
    elements: &'r [NamedElement],
    /// The dimensions of the array.
    dimensions: &'r [Dimension],
    /// The part in which writes and reads belong to the same execution.
    part: Run,
    /// The number of solver runs so far.
    asked: &'r Cell<u32>,
}

impl Coverage<'_, '_, '_> {
    /// Returns whether the element that is read was certainly written before, and after the last execution of `between`.
    fn covers(&self, read: &NamedElement, between: Option<Run>) -> bool {
        let writes = self.elements.iter().filter(|element| element.is_written).rev();
        let writes = writes.filter(|write| write.operand < read.operand);
        let covering: Vec<Vec<Polynomial>> =
            writes.filter_map(|write| self.conditions(write, read, between)).take(MOST_WRITES).collect();
        if covering.is_empty() {
            return false;
        }
        let mut system = System::default();
        let bounds = self.region.bounds(read.operand);
        let in_array = self.in_array(read);
        bounds.iter().chain(self.facts).chain(&in_array).for_each(|fact| system.at_least_zero(fact));
        self.are_exhaustive(&system, &covering)
    }

    /// The facts that an element is in the bounds of the array; otherwise the behavior is undefined (C17 6.5.6p8).
    fn in_array(&self, element: &NamedElement) -> Vec<Polynomial> {
        let subscripts = self.subscripts(element);
        let dimensions = self.dimensions.iter().map(|dimension| match dimension {
            Dimension::Fixed(length) => i128::from(*length),
            Dimension::Variable | Dimension::Unknown => i128::from(i64::MAX),
        });
        let both = subscripts
            .into_iter()
            .zip(dimensions)
            .map(|(subscript, length)| [Polynomial::constant(length - 1).minus(&subscript), Some(subscript)]);
        both.flatten().flatten().collect()
    }

    /// Returns whether the system has no solution in which each of these groups has a condition that does not hold.
    fn are_exhaustive(&self, system: &System, groups: &[Vec<Polynomial>]) -> bool {
        self.asked.set(self.asked.get() + 1);
        if self.asked.get() > MOST_QUESTIONS {
            return false;
        }
        if system.clone().has_no_solution() {
            return true;
        }
        let [first, rest @ ..] = groups else { return false };
        let mut system = system.clone();
        first.iter().all(|condition| {
            let fails = condition.scaled(-1).and_then(|value| value.minus(&Polynomial::constant(1)));
            let is_covered = fails.is_some_and(|fails| {
                let mut without = system.clone();
                without.at_least_zero(&fails);
                self.are_exhaustive(&without, rest)
            });
            // The next condition only matters if this one holds.
            system.at_least_zero(condition);
            is_covered
        })
    }

    /// The conditions, as polynomials that are at least 0, under which a statement that is certainly executed before a read has written the
    /// element; none if there is no such statement.
    fn conditions(
        &self,
        write: &NamedElement,
        read: &NamedElement,
        between: Option<Run>,
    ) -> Option<Vec<Polynomial>> {
        let statement = self.statement_before(write, read, between)?;
        let loops = self.loops_of(write, statement)?;
        let wanted = self.subscripts(read);
        let written = self.subscripts(write);
        let counts = solved(&loops, &written, &wanted)?;
        let mut conditions = Vec::new();
        for (written, wanted) in written.iter().zip(&wanted) {
            let difference = wanted.minus(&self.as_read(written, &loops, &counts, statement)?)?;
            if difference.as_constant() != Some(0) {
                conditions.push(difference.scaled(-1)?);
                conditions.push(difference);
            }
        }
        for (counted, count) in loops.iter().zip(&counts) {
            let [low, high] = self.limits(counted)?;
            let low = self.as_read(&low, &loops, &counts, statement)?;
            let high = self.as_read(&high, &loops, &counts, statement)?;
            match count {
                Some(count) => conditions.extend([count.minus(&low)?, high.minus(count)?]),
                None => conditions.push(high.minus(&low)?),
            }
        }
        Some(conditions)
    }

    /// The statement of a write that precedes the statement of a read in the same block and is certainly executed before it.
    fn statement_before(
        &self,
        write: &NamedElement,
        read: &NamedElement,
        between: Option<Run>,
    ) -> Option<At> {
        let view = self.region.view;
        let outline = &view.program.outline;
        let block =
            outline.ancestors(read.operand).find(|around| view.run(*around).contains(write.operand))?;
        let child = |at: At| outline.children(block).find(|child| view.run(*child).contains(at));
        let (first, second) = (child(write.operand)?, child(read.operand)?);
        let from_first = Run::new(first, view.run(second).end);
        let is_ordered = view.passage(block) == Some(Passage::Sequence)
            && self.part.contains(block)
            && first < second
            && between.is_none_or(|between| !from_first.contains(between.start));
        let is_certain =
            !view.is_conditional(write.operand, block) && view.jumps(view.run(first)).next().is_none();
        (is_ordered && is_certain).then_some(first)
    }

    /// The loops around a write in a statement, if only these determine how often it is executed.
    fn loops_of(&self, write: &NamedElement, statement: At) -> Option<Vec<Counted>> {
        let view = self.region.view;
        let mut around = view.program.outline.ancestors(write.operand).take_while(|at| *at >= statement);
        let is_followed = |at: At| match view.passage(at) {
            Some(Passage::Loop { .. }) => view.counting(at).is_some(),
            Some(Passage::Plain | Passage::Sequence) | None => view.directive_at(at).is_none(),
            Some(Passage::Choice { .. } | Passage::Other) => false,
        };
        if !around.all(is_followed) {
            return None;
        }
        let loops = self.region.loops_around(write.operand).take_while(|counted| counted.at >= statement);
        let loops: Vec<Counted> = loops.copied().collect();
        // A write in a loop header may be executed once more than the body.
        let of_headers = view
            .program
            .outline
            .ancestors(write.operand)
            .filter(|at| *at >= statement && matches!(view.passage(*at), Some(Passage::Loop { .. })));
        (of_headers.count() == loops.len()).then_some(loops)
    }

    fn subscripts(&self, element: &NamedElement) -> Vec<Polynomial> {
        let value = |value: &Value| match value {
            Value::Node(at) => self.region.value(*at, Use::Number),
            Value::Constant(number) => Polynomial::constant(number.get()),
        };
        element.subscripts.iter().map(value).collect()
    }

    /// A value of the write, expressed at the place of the read; none if it may differ there.
    fn as_read(
        &self,
        value: &Polynomial,
        loops: &[Counted],
        counts: &[Option<Polynomial>],
        statement: At,
    ) -> Option<Polynomial> {
        let own = |atom: Atom| match atom {
            Atom::Count(at, _) => loops.iter().position(|counted| counted.at == at),
            _ => None,
        };
        let is_known = |atom: Atom| match atom {
            Atom::Fixed(variable) => !self.region.index.is_addressed(variable),
            Atom::Same(at) => {
                let named = self.region.view.names_in(self.region.view.run(at));
                named.iter().all(|named| !self.region.index.is_addressed(named.entity))
            }
            Atom::Count(at, Turn::First) => match own(atom) {
                Some(position) => counts[position].is_some(),
                None => self.region.view.run(at).contains(statement),
            },
            _ => false,
        };
        let replaced = |atom: Atom| {
            let count = own(atom).and_then(|position| counts[position].clone());
            count.unwrap_or_else(|| Polynomial::symbol(atom))
        };
        value.symbols().all(is_known).then(|| value.replaced(&replaced))?
    }

    /// The smallest and the largest value of a loop's control variable, if it takes all values in between.
    fn limits(&self, counted: &Counted) -> Option<[Polynomial; 2]> {
        let view = self.region.view;
        let counting = counted.counting?;
        let Counting { control, first, bound, comparison, step, is_unsigned, compares_unsigned, .. } =
            counting;
        let one = Polynomial::constant(1);
        let is_exact = is_unsigned == compares_unsigned && view.keeps_assigned(control, first);
        let natural = |at: At| view.constant(at).is_some_and(|number| number >= 0) || view.is_unsigned(at);
        if !is_exact || is_unsigned && !(natural(bound) && natural(first)) {
            return None;
        }
        let value = |at| self.region.value_at(at, counted.at, Use::Number, DEEPEST);
        let (first, bound) = (value(first), value(bound));
        match (comparison, step) {
            (Comparison::Less, Some(1)) => Some([first, bound.minus(&one)?]),
            (Comparison::LessOrEqual, Some(1)) => Some([first, bound]),
            (Comparison::Greater, Some(-1)) => Some([bound.plus(&one)?, first]),
            (Comparison::GreaterOrEqual, Some(-1)) => Some([bound, first]),
            _ => None,
        }
    }
}

/// The iterations of loops in which a write writes the wanted element. Each subscript determines at most one of them; none for a loop on
/// which no subscript depends.
fn solved(
    loops: &[Counted],
    written: &[Polynomial],
    wanted: &[Polynomial],
) -> Option<Vec<Option<Polynomial>>> {
    let count = |counted: &Counted| Atom::Count(counted.at, Turn::First);
    let is_own = |atom: Atom| loops.iter().any(|counted| count(counted) == atom);
    let mut found = Vec::new();
    for counted in loops {
        let symbol = count(counted);
        let depends = |value: &&Polynomial| value.symbols().any(|atom| atom == symbol);
        if !written.iter().any(|value| depends(&value)) {
            found.push(None);
            continue;
        }
        let solution = written.iter().zip(wanted).find_map(|(written, wanted)| {
            let (factor, rest) = written.divided_by(symbol);
            let sign = factor.as_constant().filter(|sign| sign.abs() == 1)?;
            let is_free = !rest.symbols().any(is_own);
            let count = wanted.minus(&rest)?.scaled(sign)?;
            is_free.then_some(count)
        });
        found.push(Some(solution?));
    }
    Some(found)
}
