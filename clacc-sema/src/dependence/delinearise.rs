//! Linearised subscripts of several dimensions: `a[(k * n + j) * m + i]`.
//!
//! If a remainder is at least 0 and less than a length, the sum of a quotient times this length and the remainder is unique for each pair
//! of both. So two such subscripts are equal if and only if both parts are.

use super::polynomial::{Atom, Polynomial};
use super::solver::System;

/// The maximum number of dimensions that are recovered.
const MOST: usize = 5;

/// The equations for two equal subscripts: one, or one for each dimension if the facts allow it.
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

/// The differences between the length of a dimension and a variable that are tried.
const LONGER: [i128; 4] = [0, 1, 2, -1];

fn split(left: &Polynomial, right: &Polynomial, facts: &[Polynomial]) -> Option<(Both, Both)> {
    lengths(left, right).into_iter().find_map(|length| {
        let may_be = |longer: &i128| *longer == 0 || is_multiple(left, (length, *longer));
        let longer = LONGER.into_iter().filter(may_be);
        longer.into_iter().find_map(|longer| split_by(left, right, facts, (length, longer)))
    })
}

/// Returns whether a value has terms that are a multiple of the sum of a symbol and a number.
fn is_multiple(value: &Polynomial, (length, longer): (Atom, i128)) -> bool {
    let (quotient, rest) = value.divided_by(length);
    quotient.terms().iter().any(|(product, factor)| {
        let wanted = factor.checked_mul(longer);
        rest.terms().iter().any(|(other, own)| other == product && Some(*own) == wanted)
            || quotient.terms().iter().any(|(other, _)| other.contains(&length))
    })
}

/// Splits by a length that is the sum of a symbol and a number. The symbol is replaced by the whole length in the meantime.
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
    // The facts about both remainders may differ: a loop may keep one of them below the length, and not the other.
    let fits = is_below(&left_rest, length, &facts) && is_below(&right_rest, length, &facts);
    let quotients = (back(&left_quotient)?, back(&right_quotient)?);
    fits.then_some((quotients, (back(&left_rest)?, back(&right_rest)?)))
}

/// The symbols that are factors in products with something that changes.
fn lengths(left: &Polynomial, right: &Polynomial) -> Vec<Atom> {
    let products = left.terms().iter().chain(right.terms()).map(|(product, _)| product);
    let changing = products.filter(|product| product.iter().any(|symbol| !symbol.is_fixed()));
    let mut found: Vec<Atom> = changing.flatten().copied().filter(|symbol| symbol.is_fixed()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns whether a value is proven to be at least 0 and less than a length.
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
