//! Tests whether two names with subscripts denote common elements.

use super::reach::{ElementRange, Reaches, is_negative};
use crate::program::element::{ElementPart, Elements};
use crate::program::place::At;

/// Returns whether two names of an object are taken to reach a common element. Loops around them are assumed to have more than a few
/// iterations, and unknown subscripts to overlap unless the other name reaches a single element.
pub(super) fn overlap(reaches: Reaches<'_>, elements: &Elements, one: usize, other: usize) -> bool {
    all(reaches, elements, one, other, meet)
}

/// Returns whether two names certainly reach a common element, whatever values the variables in the subscripts have.
pub(super) fn certainly_overlap(reaches: Reaches<'_>, elements: &Elements, one: usize, other: usize) -> bool {
    let both = |one: Option<&ElementRange>, other: Option<&ElementRange>| match (one, other) {
        (Some(one), Some(other)) => gaps(one, other) == [Some(false); 2],
        _ => false,
    };
    all(reaches, elements, one, other, both)
}

fn all(
    reaches: Reaches<'_>,
    elements: &Elements,
    one: usize,
    other: usize,
    meet: impl Fn(Option<&ElementRange>, Option<&ElementRange>) -> bool,
) -> bool {
    let (left, right) = (subscripts(elements, one), subscripts(elements, other));
    let range = |at: &Option<At>| at.map_or(Some(ElementRange::one(0)), |at| reaches.range(at));
    left.len() == right.len()
        && left.iter().zip(&right).all(|(left, right)| meet(range(left).as_ref(), range(right).as_ref()))
}

/// The subscripts of a name; a none among them is the first element.
pub(super) fn subscripts(elements: &Elements, position: usize) -> Vec<Option<At>> {
    let parts = elements.parts(position).map(|part| elements.part(part));
    let subscripts = parts.filter_map(|part| match part {
        ElementPart::Subscript(at) => Some(at),
        _ => None,
    });
    subscripts.collect()
}

fn meet(left: Option<&ElementRange>, right: Option<&ElementRange>) -> bool {
    match (left, right) {
        (None, None) => true,
        (Some(known), None) | (None, Some(known)) => !known.is_one(),
        (Some(left), Some(right)) => {
            let gaps = gaps(left, right);
            let is_chosen = |range: &ElementRange| range.is_one() && range.first.as_constant().is_none();
            let is_open = (is_chosen(left) || is_chosen(right)) && left != right;
            gaps.iter().all(|gap| *gap == Some(false) || is_open && gap.is_none())
        }
    }
}

/// Returns whether the left range ends before the right one begins, and whether the right one ends before the left one begins.
fn gaps(left: &ElementRange, right: &ElementRange) -> [Option<bool>; 2] {
    let is_before = |one: &ElementRange, other: &ElementRange| is_negative(&one.last.minus(&other.first)?);
    [is_before(left, right), is_before(right, left)]
}
