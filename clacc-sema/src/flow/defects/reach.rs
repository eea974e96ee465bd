//! The elements that a subscript reaches in the loops around it.

use crate::acc::facts::AccFacts;
use crate::dependence::polynomial::{Atom, Polynomial, Turn};
use crate::program::View;
use crate::program::arithmetic::{Arithmetic, Combination, Comparison, Counting};
use crate::program::entity::StorageDuration;
use crate::program::place::{At, EntityId};

/// The maximum depth to which expressions, and the values of variables in them, are evaluated.
const DEEPEST: u32 = 12;
/// The assumed minimum of sizes.
const SMALLEST_SIZE: i128 = 8;

/// The elements from the first to the last, both included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ElementRange {
    pub(super) first: Polynomial,
    pub(super) last: Polynomial,
}

impl ElementRange {
    /// A range of one element.
    pub(super) fn one(number: i128) -> ElementRange {
        let first = Polynomial::constant(number);
        ElementRange { last: first.clone(), first }
    }

    fn symbols(&self) -> Vec<Atom> {
        self.first.symbols().chain(self.last.symbols()).collect()
    }

    pub(super) fn is_one(&self) -> bool {
        self.first == self.last
    }
}

/// Computes values of a function as polynomials of variables that do not change.
#[derive(Clone, Copy)]
pub(super) struct Reaches<'a> {
    view: View<'a>,
    facts: &'a AccFacts,
}

impl<'a> Reaches<'a> {
    pub(super) fn new(view: View<'a>, facts: &'a AccFacts) -> Reaches<'a> {
        Reaches { view, facts }
    }

    /// The elements that a subscript reaches, none of which it leaves out; none if they are not known.
    pub(super) fn range(self, subscript: At) -> Option<ElementRange> {
        let value = self.value(subscript, DEEPEST)?;
        let mut range = ElementRange { first: value.clone(), last: value };
        for around in self.view.program.outline.ancestors(subscript) {
            if self.view.program.loops.binary_search(&around).is_ok() {
                range = self.through(range, around)?;
            }
        }
        let is_fixed = |symbol: Atom| match symbol {
            Atom::Fixed(variable) => self.is_fixed(variable),
            Atom::Unknown(..) => true,
            _ => false,
        };
        range.symbols().into_iter().all(is_fixed).then_some(range)
    }

    /// The value of an expression, if it does not vary with the loops around it.
    pub(super) fn fixed_value(self, at: At) -> Option<Polynomial> {
        self.range(at).filter(ElementRange::is_one).map(|range| range.first)
    }

    /// All elements that a range reaches in the iterations of a loop.
    fn through(self, range: ElementRange, around: At) -> Option<ElementRange> {
        let Some(counting) = self.view.counting(around) else { return Some(range) };
        let control = Atom::Fixed(counting.control);
        if !range.symbols().contains(&control) {
            return Some(range);
        }
        let (low, high) = self.counted(around, counting)?;
        Some(ElementRange {
            first: extreme(&range.first, control, &low, &high)?,
            last: extreme(&range.last, control, &high, &low)?,
        })
    }

    /// The lowest and the highest value of a loop's control variable, for loops with a step of 1 or -1.
    fn counted(self, around: At, counting: Counting) -> Option<(Polynomial, Polynomial)> {
        let first = self.value(counting.first, DEEPEST)?;
        let unknown = || Polynomial::symbol(Atom::Unknown(counting.bound, Turn::First));
        let bound = self.value(counting.bound, DEEPEST).unwrap_or_else(unknown);
        let one = Polynomial::constant(1);
        let header_writes = if counting.is_declared { 1 } else { 2 };
        let writes = self.facts.uses.writes_in(self.view.run(around), counting.control);
        if writes.len() != header_writes {
            return None;
        }
        match (counting.step?, counting.comparison) {
            (1, Comparison::Less | Comparison::Unequal) => Some((first, bound.minus(&one)?)),
            (1, Comparison::LessOrEqual) => Some((first, bound)),
            (-1, Comparison::Greater | Comparison::Unequal) => Some((bound.plus(&one)?, first)),
            (-1, Comparison::GreaterOrEqual) => Some((bound, first)),
            _ => None,
        }
    }

    fn value(self, at: At, depth: u32) -> Option<Polynomial> {
        let depth = depth.checked_sub(1)?;
        match self.view.arithmetic(at) {
            Arithmetic::Constant(number) => Some(Polynomial::constant(number)),
            Arithmetic::Variable(variable) => self.variable(variable, depth),
            Arithmetic::Same(operand) => self.value(operand, depth),
            Arithmetic::Scaled { operand, by, .. } => self.value(operand, depth)?.scaled(by),
            Arithmetic::Combined { by, operands: [left, right], .. } => {
                let (left, right) = (self.value(left, depth)?, self.value(right, depth)?);
                match by {
                    Combination::Sum => left.plus(&right),
                    Combination::Difference => left.minus(&right),
                    Combination::Product => left.times(&right),
                }
            }
            Arithmetic::Other => None,
        }
    }

    /// The value of a variable: that of its initialiser if it has one and is never changed, or else the variable as a symbol.
    fn variable(self, variable: EntityId, depth: u32) -> Option<Polynomial> {
        let is_unchanged = !self.facts.uses.changes_in(self.view.program.outline.all(), variable);
        let first = self.view.initial_value(variable).filter(|_| is_unchanged && self.is_own(variable));
        match first {
            Some(first) => self.value(first, depth),
            None => Some(Polynomial::symbol(Atom::Fixed(variable))),
        }
    }

    fn is_own(self, variable: EntityId) -> bool {
        self.view.entity(variable).duration == StorageDuration::Automatic
    }

    /// Returns whether a variable has only one value in the function.
    fn is_fixed(self, variable: EntityId) -> bool {
        let writes = self.facts.uses.writes_in(self.view.program.outline.all(), variable).len();
        let has_first = self.view.is_parameter(variable) || self.view.initial_value(variable).is_some();
        writes == 0 || writes == 1 && !has_first && self.is_own(variable)
    }
}

/// The extreme of a value over the range of a variable: at `near` if the value grows with the variable, at `far` if it falls.
fn extreme(value: &Polynomial, control: Atom, near: &Polynomial, far: &Polynomial) -> Option<Polynomial> {
    let (factor, rest) = value.divided_by(control);
    if factor.symbols().any(|symbol| symbol == control) {
        return None;
    }
    let factors = factor.terms().iter().map(|(_, factor)| *factor);
    let end = if factors.clone().all(|factor| factor >= 0) {
        near
    } else if factors.clone().all(|factor| factor <= 0) {
        far
    } else {
        return None;
    };
    factor.times(end)?.plus(&rest)
}

/// Returns whether a value is negative, if the variables in it are sizes; none if that depends on their values.
pub(super) fn is_negative(value: &Polynomial) -> Option<bool> {
    is_negative_from(value, SMALLEST_SIZE)
}

/// Returns whether a value is negative, as [`is_negative`] with another minimum of sizes.
pub(super) fn is_negative_from(value: &Polynomial, smallest: i128) -> Option<bool> {
    let (mut constant, mut sizes) = (0_i128, 0_i128);
    for (product, factor) in value.terms() {
        if product.is_empty() {
            constant = *factor;
        } else if sizes == 0 || (sizes > 0) == (*factor > 0) {
            sizes = sizes.checked_add(*factor)?;
        } else {
            return None;
        }
    }
    let value = constant.checked_add(sizes.checked_mul(smallest)?)?;
    match sizes {
        0 => Some(value < 0),
        1.. => (value >= 0).then_some(false),
        _ => (value < 0).then_some(true),
    }
}
