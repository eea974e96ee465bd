//! Elements of arrays: which names are the beginning of one, and which are written alike.

use super::cx::Cx;
use crate::program::access::Write;
use crate::program::loops::Control;
use crate::program::place::{At, EntityId, Place, Step};
use crate::program::run::Run;

/// The element that the name of a variable is the beginning of.
pub(super) fn element_at(cx: &Cx<'_>, name: At) -> Option<Place> {
    let (mut at, mut place) = (name, cx.place_of(name)?);
    while let Some(parent) = cx.program.outline.parent(at)
        && let Some(longer) = cx.place_of(parent)
        && longer.root == place.root
        && (longer == place || longer.steps.len() > place.steps.len())
    {
        (at, place) = (parent, longer);
    }
    Some(place)
}

/// Whether two places are written alike.
pub(super) fn is_same(cx: &Cx<'_>, first: &Place, second: &Place) -> bool {
    let is_same_step = |(one, other): (&Step, &Step)| match (one, other) {
        (Step::Index(one), Step::Index(other)) => cx.same(*one, *other),
        _ => one == other,
    };
    first.steps.len() == second.steps.len() && first.steps.iter().zip(&second.steps).all(is_same_step)
}

/// The loops around a node that lie in a run, innermost first, each with its control variable.
pub(super) fn loops_around<'c, 'a>(
    cx: &'c Cx<'a>,
    at: At,
    run: Run,
) -> impl Iterator<Item = (At, EntityId)> + use<'c, 'a> {
    let outline = &cx.program.outline;
    let inside = outline.ancestors(at).take_while(move |ancestor| run.contains(*ancestor));
    inside.filter_map(|ancestor| match cx.control(ancestor) {
        Control::Variable { entity, .. } => Some((ancestor, entity)),
        _ => None,
    })
}

/// Whether the new value of a place depends on the old one.
pub(super) fn reads_itself(cx: &Cx<'_>, write: &Write, place: &Place) -> bool {
    let operand = cx.run(write.operand);
    let reads = |name: At| element_at(cx, name).is_some_and(|read| is_same(cx, &read, place));
    let mut others = cx.mentions(cx.run(write.at)).filter(|mention| !operand.contains(mention.at));
    !write.replaces || others.any(|mention| mention.place.root == place.root && reads(mention.at))
}
