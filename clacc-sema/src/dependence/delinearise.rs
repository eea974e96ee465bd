//! Subscripts that are those of several dimensions in one: `a[(k * n + j) * m + i]`.
//!
//! If a rest is at least 0 and less than a length, a quotient times this length and the rest have one value for each
//! pair. So two such subscripts are equal if both parts are.

use super::polynomial::{Atom, Polynomial};
use super::solver::System;

/// How many dimensions are looked for.
const MOST: usize = 5;

/// The equations that two subscripts are equal by: one, or one for each dimension if the facts allow it.
pub(super) fn dimensions(
    left: &Polynomial,
    right: &Polynomial,
    facts: &[Polynomial],
) -> Vec<(Polynomial, Polynomial)> {
    let mut found = Vec::new();
    let (mut left, mut right) = (left.clone(), right.clone());
    while found.len() < MOST {
        let Some((quotients, rests)) = split(&left, &right, facts) else { break };
        found.push(rests);
        (left, right) = quotients;
    }
    found.push((left, right));
    found
}

type Both = (Polynomial, Polynomial);

/// How much longer a dimension may be than a variable says.
const LONGER: [i128; 4] = [0, 1, 2, -1];

fn split(left: &Polynomial, right: &Polynomial, facts: &[Polynomial]) -> Option<(Both, Both)> {
    lengths(left, right).into_iter().find_map(|length| {
        let may_be = |longer: &i128| *longer == 0 || is_multiple(left, (length, *longer));
        let longer = LONGER.into_iter().filter(may_be);
        longer.into_iter().find_map(|longer| split_by(left, right, facts, (length, longer)))
    })
}

/// Whether a value has terms that are a multiple of a symbol and a number together.
fn is_multiple(value: &Polynomial, (length, longer): (Atom, i128)) -> bool {
    let (quotient, rest) = value.divided_by(length);
    quotient.terms().iter().any(|(product, factor)| {
        let wanted = factor.checked_mul(longer);
        rest.terms().iter().any(|(other, own)| other == product && Some(*own) == wanted)
            || quotient.terms().iter().any(|(other, _)| other.contains(&length))
    })
}

/// Splits by the length that is a symbol and a number. The symbol stands for the whole length meanwhile.
fn split_by(
    left: &Polynomial,
    right: &Polynomial,
    facts: &[Polynomial],
    (length, longer): (Atom, i128),
) -> Option<(Both, Both)> {
    let shifted =
        |value: &Polynomial| if longer == 0 { Some(value.clone()) } else { value.shifted(length, -longer) };
    let back =
        |value: &Polynomial| if longer == 0 { Some(value.clone()) } else { value.shifted(length, longer) };
    let (left_quotient, left_rest) = shifted(left)?.divided_by(length);
    let (right_quotient, right_rest) = shifted(right)?.divided_by(length);
    let facts: Vec<Polynomial> = facts.iter().filter_map(shifted).collect();
    // The facts about the two may differ: one may stand in a loop that keeps it below the length, and the other not.
    let fits = is_below(&left_rest, length, &facts) && is_below(&right_rest, length, &facts);
    let quotients = (back(&left_quotient)?, back(&right_quotient)?);
    fits.then_some((quotients, (back(&left_rest)?, back(&right_rest)?)))
}

/// The symbols that are factors of something that changes.
fn lengths(left: &Polynomial, right: &Polynomial) -> Vec<Atom> {
    let products = left.terms().iter().chain(right.terms()).map(|(product, _)| product);
    let changing = products.filter(|product| product.iter().any(|symbol| !symbol.is_fixed()));
    let mut found: Vec<Atom> = changing.flatten().copied().filter(|symbol| symbol.is_fixed()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether facts say that a value is at least 0 and less than a length.
fn is_below(value: &Polynomial, length: Atom, facts: &[Polynomial]) -> bool {
    let one = Polynomial::constant(1);
    let negative = value.scaled(-1).and_then(|value| value.minus(&one));
    let large = value.minus(&Polynomial::symbol(length));
    let contradicts = |fact: Option<Polynomial>| {
        fact.is_some_and(|fact| {
            let mut system = System::default();
            facts.iter().chain([&fact]).for_each(|fact| system.at_least_zero(fact));
            system.has_no_solution()
        })
    };
    contradicts(negative) && contradicts(large)
}
