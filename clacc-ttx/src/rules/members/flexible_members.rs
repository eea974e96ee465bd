//! Flexible array members, `b->d[0:n]`, together with other members of the struct or with the whole struct.
//!
//! The type of the struct does not include the elements of such a member. Compilers that map the struct allocate it without the elements,
//! but treat these as a part of it. If all members are mapped individually, they form one block of memory with the elements.

use clacc_sema::omp::form::Item;
use clacc_sema::program::entity::Dimension;
use clacc_sema::program::place::{Place, Step};
use rustc_hash::FxHashMap;

use super::whole_members::{Member, Whole, mapped};
use crate::codes;
use crate::rules::core::{Build, Context};

/// Replaces structs by their members if the construct maps their flexible array member.
pub(super) fn replace_structs(cx: &Context<'_>, build: &mut Build<'_>) {
    let flexible = of_construct(cx, build);
    if flexible.is_empty() {
        return;
    }
    let wholes: Vec<Whole> = mapped(build).map(|place| Whole::of(cx, place)).collect();
    for (block, header) in flexible.iter().filter(|(block, _)| wholes.contains(block)) {
        match header.as_ref().filter(|_| cx.has_statement()) {
            Some(header) => build.replace_mapped(|place| {
                let written = |place: &Place| Item::Place { place: place.clone(), written: None };
                (Whole::of(cx, place) == *block).then(|| header.iter().map(written).collect())
            }),
            None => refuse(cx, build, block),
        }
    }
    put_last(cx, build);
}

/// Moves flexible array members after all others: gcc 12 takes the address of the first member for that of the struct.
pub(super) fn put_last(cx: &Context<'_>, build: &mut Build<'_>) {
    if mapped(build).any(|place| of_flexible(cx, place).is_some()) {
        build.sort_maps(&false, |item| item.place().is_some_and(|place| of_flexible(cx, place).is_some()));
    }
}

/// Returns the structs whose flexible array members the construct maps through pointer variables, each with its other members in order;
/// without the members if there are too many or the type is not known.
pub(crate) fn of_construct(cx: &Context<'_>, build: &Build<'_>) -> FxHashMap<Whole, Option<Vec<Place>>> {
    let members = mapped(build).filter_map(|place| of_flexible(cx, place));
    members.map(|member| (member.whole_block(), header(cx, &member))).collect()
}

/// Returns the member that an item names, if it is a flexible array member reached through a pointer variable.
fn of_flexible(cx: &Context<'_>, place: &Place) -> Option<Member> {
    let member = Member::of(cx, place)?;
    let shape = member.is_behind_variable().then(|| cx.view.shape(&member.variable))??;
    (shape.dims.first() == Some(&Dimension::Unknown)).then_some(member)
}

/// Returns the other members of a member's struct.
fn header(cx: &Context<'_>, member: &Member) -> Option<Vec<Place>> {
    let block = member.whole_block();
    let object = Place::behind(member.variable.root, &block.0.steps);
    let components = cx.view.components(&object).filter(|components| components.is_complete)?;
    let mut fields: Vec<Step> =
        components.scalars.iter().filter_map(|each| each.steps.first().copied()).collect();
    fields.dedup();
    let places = fields.into_iter().map(|field| object.then([field]));
    Some(places.filter(|place| place != &member.variable).collect())
}

/// Reports that a struct and its flexible array member have no form together.
pub(crate) fn refuse(cx: &Context<'_>, build: &mut Build<'_>, block: &Whole) {
    let name = cx.view.place_text(&block.pointer());
    build.unsupported_directive(
        "OpenMP compilers take a flexible array member for a part of the struct, and allocate the struct alone",
        &codes::MAP0092,
        format!("`*{name}` and its flexible array member are mapped together, but the type does not contain the elements"),
    );
}
