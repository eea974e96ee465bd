//! Data of a compute construct that an enclosing data construct maps as a whole.
//!
//! It is neither allocated nor copied again, and OpenMP's implicit rules find it: an array as a whole, and a pointee by its first element
//! (OpenMP 5.2 5.8.1). So an edition with `leaves_implicit` does not map it again. A part that begins elsewhere, or that may not be in the
//! mapped one, is named ([`super::visible`]).

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

/// The reason why such an item has no `map` clause.
pub(super) const FOUND: &str =
    "the data construct around has mapped it, and OpenMP finds it without a clause";

/// The maximum number of nodes of a data region that is searched for code that may release its data. The search is repeated for each
/// construct inside.
const LONG: u32 = 1 << 14;

/// Returns whether the construct finds the data of a clause's item without a `map` clause.
pub(crate) fn is_found(cx: &Context<'_>, clause: &Clause, place: &Place) -> bool {
    let may_be = cx.edition.leaves_implicit
        && cx.construct().is_compute()
        && clause.modifiers.is_empty()
        && has_rule(cx, place)
        && is_only_shared(cx, place);
    may_be && cx.facts.data_around(cx.id).any(|on| is_held_by(cx, on, place))
}

/// Returns whether OpenMP's implicit rules find a place: a whole array, or a section of a pointee from its first element on.
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

/// Returns whether the construct neither reduces nor privatises the variable.
fn is_only_shared(cx: &Context<'_>, place: &Place) -> bool {
    let sharing = cx.construct().attribute_of(place.root).and_then(DataAttributes::sharing_kind);
    sharing.is_none_or(|sharing| sharing == Sharing::Shared)
}

/// Returns whether an enclosing data construct certainly has all of a place on the device at the start of the construct.
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
