//! Data of a compute construct that a data construct around it maps as a whole.
//!
//! Nothing is allocated or copied for it, and OpenMP's own rules find it: an array as a whole, and what a pointer points
//! to by its first element (OpenMP 5.2 5.8.1). So an edition that prints nothing needless names it no second time. A
//! part that begins elsewhere, or that the other construct may not contain, is named ([`super::visible`]).

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{ConstructId, DataAttributes, Sharing};
use clacc_sema::flow::releases::may_release_data;
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{Place, Step};
use clacc_syntax::directive::AccClause;

use crate::rules::core::Context;
use crate::rules::core::pointer_table::PointerTable;
use crate::rules::core::section_bounds::{are_fixed_since, changes, contains_steps};
use crate::rules::members::structs::begins_at_zero;

/// Why such an item has no `map` clause.
pub(super) const FOUND: &str =
    "the data construct around has mapped it, and OpenMP finds it without a clause";

/// So many nodes in a data region are not searched for what may release its data, once for each construct inside.
const LONG: u32 = 1 << 14;

/// Whether the construct finds what a data clause names although no `map` clause does.
pub(crate) fn is_found(cx: &Context<'_>, clause: &Clause, place: &Place) -> bool {
    let may_be = cx.edition.leaves_implicit
        && cx.construct().is_compute()
        && clause.modifiers.is_empty()
        && has_rule(cx, place)
        && is_only_shared(cx, place);
    may_be && cx.facts.data_around(cx.id).any(|on| is_held_by(cx, on, place))
}

/// Whether OpenMP's rules find a variable: an array, or memory behind a pointer from its first element on.
fn has_rule(cx: &Context<'_>, place: &Place) -> bool {
    let is_range = |step: &Step| matches!(step, Step::Range { .. });
    let class = cx.entity(place.root).class;
    match &*place.steps {
        [] => class == Class::Array,
        [Step::Deref(_), ranges @ ..] => {
            class == Class::Pointer
                && !ranges.is_empty()
                && ranges.iter().all(is_range)
                && begins_at_zero(cx, place)
                && PointerTable::of(cx.view, place).is_none()
        }
        _ => false,
    }
}

/// Whether the construct neither reduces the variable nor has one of its own.
fn is_only_shared(cx: &Context<'_>, place: &Place) -> bool {
    let sharing = cx.construct().attribute_of(place.root).and_then(DataAttributes::sharing_kind);
    sharing.is_none_or(|sharing| sharing == Sharing::Shared)
}

/// Whether a data construct around certainly has all of a place on the device, where the construct begins.
fn is_held_by(cx: &Context<'_>, on: ConstructId, place: &Place) -> bool {
    let holds = |clause: &Clause, held: &Place| {
        let maps = !matches!(clause.kind, AccClause::Deviceptr | AccClause::NoCreate);
        maps && begins_at_zero(cx, held)
            && contains_steps(cx, &held.steps, &place.steps)
            && are_fixed_since(cx, on, held.root, &held.steps)
            && are_fixed_since(cx, on, place.root, &place.steps)
    };
    let is_certain = || {
        let may_be_absent = cx.clauses_of(on).any(|clause| clause.kind == AccClause::If)
            || cx.is_pointer(place.root) && changes(cx, on, place.root);
        let run = cx.facts.constructs[on].run();
        let is_long = run.end.index() - run.start.index() > LONG;
        !may_be_absent && !is_long && !may_release_data(cx.view, cx.facts, on)
    };
    cx.facts.items_of(on, place.root).any(|(clause, _, held)| holds(clause, held)) && is_certain()
}
