//! Whether two names with subscripts are about the same elements, judging by the loops that count the subscripts.

use crate::program::View;
use crate::program::element::{CountingLoop, ElementPart, Elements};
use crate::program::place::{At, EntityId};

/// What a subscript selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    /// One element.
    Number(i64),
    /// One element, which a variable tells.
    Variable(EntityId, i64),
    /// All elements from this one on that a loop comes to, one after the other; none if the first is not known.
    From(Option<i64>),
    /// Others.
    Unknown,
}

/// Whether two names of an object certainly reach a common element, if the loops around them come to more than one.
pub(super) fn overlap(view: View<'_>, elements: &Elements, one: usize, other: usize) -> bool {
    let (left, right) = (subscripts(elements, one), subscripts(elements, other));
    let reach = |position, at: &Option<At>| reach(view, elements, position, *at);
    left.len() == right.len()
        && left.iter().zip(&right).all(|(left, right)| meet(reach(one, left), reach(other, right)))
}

/// The subscripts of a name; none for the first element.
fn subscripts(elements: &Elements, position: usize) -> Vec<Option<At>> {
    let parts = elements.parts(position).map(|part| elements.part(part));
    let subscripts = parts.filter_map(|part| match part {
        ElementPart::Subscript(at) => Some(at),
        _ => None,
    });
    subscripts.collect()
}

fn reach(view: View<'_>, elements: &Elements, position: usize, at: Option<At>) -> Reach {
    let Some(at) = at else { return Reach::Number(0) };
    let Some(sum) = view.sum(at) else { return Reach::Unknown };
    let Some(variable) = sum.variable else { return Reach::Number(sum.distance) };
    let all = view.program.outline.all();
    match elements.loop_of(position, all, variable) {
        Some(counting) => counted(view, counting, sum.distance).unwrap_or(Reach::Unknown),
        None => Reach::Variable(variable, sum.distance),
    }
}

/// The elements that a loop in steps of one comes to.
fn counted(view: View<'_>, counting: &CountingLoop, distance: i64) -> Option<Reach> {
    let first = counting.first.and_then(|first| view.constant(first));
    let first = first.and_then(|first| i64::try_from(first).ok()?.checked_add(distance));
    counting.has_unit_step.then_some(Reach::From(first))
}

fn meet(left: Reach, right: Reach) -> bool {
    use Reach::{From, Number, Unknown, Variable};
    match (left, right) {
        (Number(one), Number(other)) => one == other,
        (Variable(one, distance), Variable(other, more)) => one == other && distance == more,
        (From(first), Number(number)) | (Number(number), From(first)) => {
            first.is_some_and(|first| first <= number)
        }
        (From(_), Variable(..)) | (Variable(..), From(_)) => true,
        (Unknown | From(_), Unknown | From(_)) => true,
        _ => false,
    }
}
