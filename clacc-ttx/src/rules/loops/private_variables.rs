//! The variables of which each iteration of a loop has a private copy.

use clacc_sema::acc::facts::{DataAttributes, Given, Reason, Sharing};
use clacc_sema::program::place::EntityId;

use super::loop_levels::prints_tile;
use super::{associated_loops, loop_nests};
use crate::rules::copies::temporaries;
use crate::rules::core::Context;

/// The private variables of a loop, except for the control variables that it declares itself and for temporaries.
pub(super) fn private_variables<'a>(
    cx: &Context<'a>,
) -> impl Iterator<Item = (&'a DataAttributes, &'a Reason)> + use<'a> {
    let construct = cx.construct();
    let controls = construct.loop_facts.as_deref().map_or(&[][..], |facts| &facts.control);
    let is_declared = |entity| controls.iter().any(|control| control.entity == entity && control.declared);
    let attributes = construct.whole_attributes().filter(move |each| !is_declared(each.place.root));
    attributes.filter_map(|attribute| {
        let is_private =
            |given: &&Given<_>| given.kind == Sharing::Private && !temporaries::is_temporary(given);
        let sharing = attribute.sharing.as_ref().filter(is_private)?;
        Some((attribute, &sharing.reason))
    })
}

/// Returns whether a variable becomes a local variable because it controls a loop of a directive with `simd`.
pub(super) fn is_local_control(cx: &Context<'_>, entity: EntityId) -> bool {
    let has_vector = cx.construct().loop_facts.as_deref().is_some_and(|facts| facts.vector.is_some());
    has_vector
        && !associated_loops::leaves_last(cx)
        && !associated_loops::takes_all(cx)
        && !prints_tile(cx)
        && loop_nests::is_assigned_control(cx, entity)
}
