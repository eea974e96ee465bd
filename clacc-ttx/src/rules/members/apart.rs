//! Members of structs on directives without a region.
//!
//! For a member, OpenMP maps a part of the struct, and a construct that later maps the struct would extend the mapped part, which is not
//! permitted (OpenMP 5.2 5.8.3). OpenMP also increments the struct's reference count with each map of a member. The pointee of a pointer
//! member is mapped without the member (`member_targets`), except in the dialects of the design.

use clacc_sema::acc::block_of;
use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::ConstructId;
use clacc_sema::program::place::{At, EntityId, Place, Step};
use clacc_sema::program::run::Run;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::structs::{begins_at_zero, surely_held_of};
use super::whole_members::Whole;
use crate::codes;
use crate::rules::core::build::places;
use crate::rules::core::member_targets::is_led_to;
use crate::rules::core::{Context, Mapped};

/// Returns the result for a clause of `enter data` or `exit data`. `mapped` is the result without the checks of members.
pub(crate) fn checked(cx: &Context<'_>, clause: &Clause, mapped: Mapped) -> Mapped {
    let is_counted = |place: &&Place| !is_led_to(cx, clause.kind, place);
    let named = || places(clause.items()).map(|(_, place)| place);
    let apart = named().filter(is_counted).find(|place| is_apart(cx, place));
    if let Some(place) = apart {
        let name = cx.view.place_text(&place.without_ranges());
        let message =
            format!("OpenMP maps `{name}` in its struct too; map the struct first, and release it last");
        return lowered(
            mapped,
            "OpenMP maps a part of the struct too, which is not known to be on the device as a whole",
            message,
        );
    }
    let early = named().find(|place| is_early(cx, place));
    let Some(place) = early else { return mapped };
    let name = cx.view.place_text(&place.without_ranges());
    let message = format!("OpenMP counts `{name}` with the memory behind its members; release that first");
    lowered(mapped, "OpenMP releases the struct with the memory behind its members, not here", message)
}

fn lowered(mapped: Mapped, reason: &'static str, message: String) -> Mapped {
    mapped.at_most_approximated(reason).reported(&codes::MAP0045, message)
}

/// Returns whether a place is a member, or in the pointee of one, whose struct is not known to be on the device.
fn is_apart(cx: &Context<'_>, place: &Place) -> bool {
    let variable = place.without_ranges();
    let is_member = matches!(variable.steps.last(), Some(Step::Field(_)));
    is_member && !is_held(cx, &variable)
}

/// Returns whether the struct that contains a variable is known to be on the device.
pub(crate) fn is_held(cx: &Context<'_>, variable: &Place) -> bool {
    let holds_items = |kind: AccClause| begins_or_ends(kind) || kind == AccClause::Present;
    let mut on_directive = cx.clauses().flat_map(|clause| items(clause, holds_items));
    on_directive.any(|place| holds(cx, place, variable)) || is_held_before(cx, variable)
}

/// Returns whether the struct that contains a variable is known to be on the device before the directive.
pub(crate) fn is_held_before(cx: &Context<'_>, variable: &Place) -> bool {
    surely_held_of(cx, variable.root).any(|place| holds(cx, place, variable)) || was_entered(cx, variable)
}

/// Returns whether a clause begins or ends mappings.
fn begins_or_ends(kind: AccClause) -> bool {
    kind.creates() || kind == AccClause::Delete
}

fn items(clause: &Clause, is_meant: impl Fn(AccClause) -> bool) -> impl Iterator<Item = &Place> {
    let is_one = is_meant(clause.kind);
    places(clause.items()).map(|(_, place)| place).filter(move |_| is_one)
}

/// Returns whether an item maps the struct that contains a variable.
fn holds(cx: &Context<'_>, item: &Place, variable: &Place) -> bool {
    let last = item.steps.iter().rposition(|step| matches!(step, Step::Field(_)));
    if item.root != variable.root
        || !variable.steps.starts_with(&item.steps[..last.map_or(0, |last| last + 1)])
    {
        return false;
    }
    let whole = Whole::of(cx, item);
    let Some(rest) = whole.rest_to(variable) else { return false };
    let has_element = rest.iter().any(|step| matches!(step, Step::Index(_) | Step::Range { .. }));
    let has_pointer = rest.iter().any(|step| matches!(step, Step::Deref(_)));
    !rest.is_empty() && !has_pointer && (!item.is_part() || begins_at_zero(cx, item) && !has_element)
}

/// Whether the last directive of this function about the struct is an `enter data` that certainly runs
/// before the construct.
fn was_entered(cx: &Context<'_>, variable: &Place) -> bool {
    let last = holders(variable).filter_map(|holder| last_about(cx, &holder, variable));
    last.max_by_key(|id| id.into_raw().into_u32()).is_some_and(|id| has_entered(cx, id))
}

/// Returns whether the last directive without a region before the construct that names a variable or its pointee is an `enter data` that
/// certainly takes effect.
pub(crate) fn was_given(cx: &Context<'_>, variable: EntityId) -> bool {
    let about = cx.facts.data_events.of_entity(variable);
    let earlier = about.partition_point(|id| id.into_u32() < cx.id.into_raw().into_u32());
    about[..earlier].last().is_some_and(|id| has_entered(cx, ConstructId::from_raw(*id)))
}

/// Returns whether a directive is an `enter data` that certainly runs before the construct, and no call of an OpenACC routine between them
/// releases data.
fn has_entered(cx: &Context<'_>, id: ConstructId) -> bool {
    let construct = &cx.facts.constructs[id];
    let at = |directive| cx.view.directive(directive).at;
    let between = Run::new(at(construct.directive), at(cx.construct().directive));
    construct.kind == AccDirective::EnterData
        && !cx.facts.data_events.is_released_in(between)
        && cx.clauses_of(id).all(|clause| clause.kind != AccClause::If)
        && block_of(cx.view, construct.directive).is_some_and(|block| is_around(cx, block))
}

/// Returns the last directive before the construct that names `holder` or a part of it and whose items contain a variable.
fn last_about(cx: &Context<'_>, holder: &Place, variable: &Place) -> Option<ConstructId> {
    let about = cx.facts.data_events.of_place(holder);
    let earlier = about.partition_point(|id| id.into_u32() < cx.id.into_raw().into_u32());
    let mut earlier = about[..earlier].iter().rev().map(|id| ConstructId::from_raw(*id));
    earlier.find(|id| names(cx, *id).any(|place| holds(cx, place, variable)))
}

/// Returns the variables and members that an item which contains a variable can name: the enclosing structs in the same block of memory,
/// and the pointer to that block.
fn holders(variable: &Place) -> impl Iterator<Item = Place> {
    let Place { root, steps } = variable;
    let pointer = steps.iter().rposition(|step| matches!(step, Step::Deref(_)));
    (pointer.unwrap_or(0)..steps.len()).map(|length| Place::behind(*root, &steps[..length]))
}

/// Returns the places that a directive maps or releases.
fn names<'a>(cx: &Context<'a>, id: ConstructId) -> impl Iterator<Item = &'a Place> + use<'a> {
    cx.clauses_of(id).flat_map(|clause| items(clause, begins_or_ends))
}

/// Returns the places that a directive maps or releases and that OpenMP counts with their structs.
fn counted<'a>(cx: &Context<'a>, id: ConstructId) -> impl Iterator<Item = &'a Place> + use<'a> {
    let cx = *cx;
    cx.clauses_of(id).flat_map(move |clause| {
        items(clause, begins_or_ends).filter(move |place| !is_led_to(&cx, clause.kind, place))
    })
}

fn is_around(cx: &Context<'_>, block: At) -> bool {
    let at = cx.view.directive(cx.construct().directive).at;
    cx.view.program.outline.ancestors(at).any(|each| each == block)
}

/// Returns whether an `exit data` names a struct while a later one releases a member of it.
fn is_early(cx: &Context<'_>, place: &Place) -> bool {
    if cx.construct().kind != AccDirective::ExitData {
        return false;
    }
    let about = cx.facts.data_events.of_entity(place.root);
    let until = about.partition_point(|id| id.into_u32() <= cx.id.into_raw().into_u32());
    let variable = place.without_ranges();
    let is_enter = |id: ConstructId| cx.facts.constructs[id].kind == AccDirective::EnterData;
    let is_mapped_again = |id| is_enter(id) && names(cx, id).any(|other| other.without_ranges() == variable);
    let later = about[until..].iter().map(|id| ConstructId::from_raw(*id));
    let mut exits = later.take_while(|id| !is_mapped_again(*id)).filter(|id| !is_enter(*id));
    exits.any(|id| counted(cx, id).any(|other| holds(cx, place, &other.without_ranges())))
}
