//! `no_create` on a compute construct, in dialects that have no modifier for it.
//!
//! OpenMP's implicit rules use present data, and leave absent pointees alone: they look up the first element of the pointee, an array or a
//! struct as a whole, and they copy a scalar's value into the region (OpenMP 5.2 5.8.1, 5.8.3). Where another part of the item may be
//! present, those rules would find nothing or another part, so the construct names the data to find.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::omp::form::{Argument, Item, MapFlags, MapKind};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{Bound, Extent, Place, Step, Value};
use clacc_syntax::directive::AccDirective;

use crate::codes;
use crate::dialect::optional_words::NoCreate;
use crate::rules::core::build::section;
use crate::rules::core::pointer_table::PointerTable;
use crate::rules::core::{Build, Context, Mapped, device_statics};
use crate::rules::members::element_members;
use crate::rules::members::structs::begins_at_zero;

/// Returns whether the dialect has no modifier for `no_create`, and leaves absent data absent.
pub(super) fn has_no_word(cx: &Context<'_>) -> bool {
    cx.dialect.words.no_create == NoCreate::Implicit
}

/// Adds `map` clauses for data that the implicit rules would not find. On a `data` construct, leaving `no_create` out only loses its effect
/// on the structured reference count; the compute constructs inside name its data ([`super::visible`]).
pub(crate) fn found(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if cx.dialect.shares_memory() {
        return Mapped::dropped("the device shares the memory of the host, where all data is present");
    }
    let is_data = cx.construct().kind == AccDirective::Data;
    let mut is_named = false;
    if !is_data {
        let elsewhere =
            element_members::others(clause).filter(|(_, place)| !device_statics::is_there(cx, place));
        for (at, place) in elsewhere {
            let table = PointerTable::of(cx.view, place).map(|table| table.pointers);
            let item = match &table {
                Some(table) => Item::Place { place: table.clone(), written: None },
                None => section(place, at),
            };
            if let Some(argument) = argument(cx, build, table.as_ref().unwrap_or(place), item) {
                build.push(argument, clause.id);
                is_named = true;
            }
        }
    }
    let reason = match () {
        () if is_data && build.may_release_data() => {
            "left out: absent data stays absent, and present data is not held, so the region may release it"
        }
        () if is_data => "left out: present data stays present, absent data stays absent",
        () if is_named => {
            "present data is used; absent data behind a pointer stays absent, any other is copied for the region"
        }
        () => {
            "left out: memory behind a pointer is used if present, an absent array is copied for the region"
        }
    };
    let message = "`no_create` is left to OpenMP's implicit mapping in this dialect";
    Mapped::approximated(reason).reported(&codes::MAP0008, message)
}

/// Returns the `map` clause that finds a place; none if the implicit rules find it.
pub(crate) fn argument(cx: &Context<'_>, build: &Build<'_>, place: &Place, item: Item) -> Option<Argument> {
    let map = |kind, items| Argument::Map { kind, flags: cx.dialect.spelled(MapFlags::HOLD), items };
    let copied = || if cx.goes_one_way(place.root) { MapKind::To } else { MapKind::Tofrom };
    let variable = place.without_ranges();
    let has_member = !variable.is_whole();
    if cx.view.class_of(&variable) != Class::Pointer {
        // The whole struct is mapped, including the member.
        if has_member && !build.mentioned().is_alone(&variable) {
            return None;
        }
        let is_scalar = cx.view.class_of(&variable).is_scalar();
        return (has_member || place.is_part() || is_scalar).then(|| map(copied(), vec![item]));
    }
    let is_found = !place.is_part() || !has_member && begins_at_zero(cx, place);
    let start = (!is_found).then(|| without_elements(place, variable.steps.len()))?;
    Some(Argument::Map { kind: MapKind::Alloc, flags: MapFlags::NONE, items: vec![start] })
}

/// Returns an empty section at the start of a section of a pointee: nothing is allocated for it, and present data is found.
fn without_elements(place: &Place, pointer: usize) -> Item {
    let (steps, first) = (&place.steps[..=pointer], place.steps.get(pointer + 1));
    let start = match first {
        Some(Step::Range { start, .. }) => *start,
        Some(Step::Index(index)) => Bound::At(*index),
        _ => Bound::Default,
    };
    let none = Step::Range { start, extent: Extent::Length(Value::constant(0)), stride: None };
    Item::Place { place: Place::behind(place.root, steps).then([none]), written: None }
}
