//! Data clauses -> `map`, and what a dialect cannot say about them.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::DataMapping;
use clacc_sema::flow::releases::may_release_data;
use clacc_sema::omp::form::{Argument, Item, MapFlags, MapKind};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{Bound, EntityId, Extent, Place, Step, Value, Via};
use clacc_syntax::directive::{AccClause, AccDirective};

use super::build::places;
use super::{Build, Context, Mapped};
use crate::codes;

const SAME: &str = "the OpenMP clause means the same";

/// What `map` says about a data attribute of a structured construct: the map type, and the modifiers that the design has.
pub(super) fn structured(mapping: DataMapping) -> (MapKind, MapFlags) {
    let (kind, flags) = match mapping {
        DataMapping::Copy => (MapKind::Tofrom, MapFlags::NONE),
        DataMapping::Copyin => (MapKind::To, MapFlags::NONE),
        DataMapping::Copyout => (MapKind::From, MapFlags::NONE),
        DataMapping::Present => (MapKind::Alloc, MapFlags::PRESENT),
        DataMapping::NoCreate => (MapKind::Alloc, MapFlags::NO_ALLOC),
        DataMapping::Create | DataMapping::Delete | DataMapping::Deviceptr | DataMapping::Nomap => {
            (MapKind::Alloc, MapFlags::NONE)
        }
    };
    (kind, flags.with(MapFlags::HOLD))
}

/// The `map` clause of a data attribute in the words of the dialect.
pub(super) fn map(cx: &Context<'_>, mapping: DataMapping, items: Vec<Item>) -> Argument {
    let (kind, flags) = structured(mapping);
    Argument::Map { kind, flags: cx.dialect.spelled(flags), items }
}

/// Maps a data clause of a structured construct.
pub(super) fn data_clause(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if clause.kind == AccClause::NoCreate && cx.dialect.no_alloc.is_none() && cx.dialect.implicit_no_create {
        return left_to_openmp(cx);
    }
    let parts = directions(cx, build, clause);
    if parts.iter().all(|(_, items)| items.is_empty()) {
        return Mapped::dropped("the other data clause of the variable says both directions");
    }
    for (mapping, items) in parts {
        if !items.is_empty() {
            build.push(map(cx, mapping, items), clause.id);
        }
    }
    report_pointed_members(cx, build, clause);
    fidelity(cx, clause)
}

/// The attribute that a data clause states.
fn stated_by(kind: AccClause) -> DataMapping {
    match kind {
        AccClause::Copy => DataMapping::Copy,
        AccClause::Copyin => DataMapping::Copyin,
        AccClause::Copyout => DataMapping::Copyout,
        AccClause::Present => DataMapping::Present,
        AccClause::NoCreate => DataMapping::NoCreate,
        _ => DataMapping::Create,
    }
}

/// The items of a data clause by what they are mapped to: as the clause says; one way only, of those that nothing can
/// change; in both directions, because a later clause of the directive says the other one. What an earlier clause maps is
/// in none of them.
fn directions(cx: &Context<'_>, build: &Build<'_>, clause: &Clause) -> [(DataMapping, Vec<Item>); 3] {
    let stated = stated_by(clause.kind);
    let (mut own, mut one_way, mut both) = (Vec::new(), Vec::new(), Vec::new());
    for (at, place) in places(clause.items()) {
        let Some(mapping) = build.mapping_by(at) else { continue };
        let written = Item::written(place.clone(), at);
        match mapping {
            DataMapping::Copy if stated != DataMapping::Copy => both.push(written),
            _ if stated == DataMapping::Copy && is_one_way(cx, place) => one_way.push(written),
            _ if stated == DataMapping::Present => own.push(pointed(cx, written)),
            _ => own.push(written),
        }
    }
    [(stated, own), (DataMapping::Copyin, one_way), (DataMapping::Copy, both)]
}

/// What `present` or `delete` means by an item: of a pointer the memory behind it, which programs map in no other way and
/// never the pointer. The design takes the pointer itself.
pub(super) fn pointed(cx: &Context<'_>, item: Item) -> Item {
    let is_pointer = |place: &Place| !place.is_part() && cx.view.class_of(place) == Class::Pointer;
    if !cx.dialect.implicit_pointers || !item.place().is_some_and(is_pointer) {
        return item;
    }
    let zero = Value::Constant(0);
    let nothing = Step::Range { start: Bound::At(zero), extent: Extent::Length(zero), stride: None };
    item.then([Step::Deref(Via::Pointer), nothing])
}

/// Whether a variable that is copied in both directions needs to go to the device only.
pub(super) fn goes_one_way(cx: &Context<'_>, variable: EntityId) -> bool {
    cx.dialect.const_one_way && cx.entity(variable).is_const
}

/// The same for a list item. What lies behind a pointer may change by another way.
fn is_one_way(cx: &Context<'_>, place: &Place) -> bool {
    (place.is_whole() || !cx.is_pointer(place.root)) && goes_one_way(cx, place.root)
}

/// Leaves `no_create` to OpenMP's implicit rules. A `data` construct needs nothing: its only effect would be on the
/// structured reference count. A compute construct that refers to the variable maps it implicitly.
fn left_to_openmp(cx: &Context<'_>) -> Mapped {
    let reason = if cx.construct().kind == AccDirective::Data {
        "left out: present data stays present, absent data stays absent"
    } else {
        "left out: memory behind a pointer is used if present, an absent array is copied for the region"
    };
    let message = "`no_create` is left to OpenMP's implicit mapping in this dialect";
    Mapped::approximated(reason).reported(&codes::MAP0008, message)
}

/// How much of a data clause arrives in the words of the dialect.
fn fidelity(cx: &Context<'_>, clause: &Clause) -> Mapped {
    let (_, flags) = structured(stated_by(clause.kind));
    let lost = flags.without(cx.dialect.spelled(flags));
    if lost.contains(MapFlags::PRESENT) {
        let message = format!("absent data in `{}` is not reported in this dialect", cx.spelling(clause));
        let reason =
            "absent data is allocated, where OpenACC reports it; present data is used in place either way";
        return Mapped::approximated(reason).reported(&codes::MAP0007, message);
    }
    if lost.contains(MapFlags::NO_ALLOC) {
        let message = "`no_create` allocates absent data in this dialect";
        let reason = "absent data is allocated, where OpenACC leaves it absent";
        return Mapped::approximated(reason).reported(&codes::MAP0015, message);
    }
    if !lost.contains(MapFlags::HOLD) {
        return Mapped::exact(SAME);
    }
    if cx.construct().kind != AccDirective::Data || !may_release_data(cx.view, cx.facts, cx.id) {
        return Mapped::exact("nothing in the region can release the data, so one reference count is enough");
    }
    let message =
        format!("`{}` does not hold the data for the whole region in this dialect", cx.spelling(clause));
    let reason = "OpenMP has one reference count, so an exit data inside the region can remove the data";
    Mapped::approximated(reason).reported(&codes::MAP0006, message)
}

/// Warns of members behind pointers where a compiler that the dialect is for does not get them right.
fn report_pointed_members(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) {
    if cx.dialect.pointed_members {
        return;
    }
    let is_data = cx.construct().kind == AccDirective::Data;
    let mut members = places(clause.items()).filter_map(|(_, place)| behind_pointer(cx, place));
    let is_met = members.any(|member| (member == PointedMember::Pointer) == is_data);
    if is_met {
        let message = if is_data {
            "gcc 12 breaks off at memory behind a pointer member on `target data`"
        } else {
            "gcc 12 takes the wrong place for a member behind a pointer on a compute construct"
        };
        build.report(clause.id, &codes::MAP0024, message);
    }
}

/// What a list item names behind a pointer variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PointedMember {
    /// Elements behind a member that is a pointer.
    Pointer,
    /// Another member, or elements of one that is an array.
    Other,
}

fn behind_pointer(cx: &Context<'_>, place: &Place) -> Option<PointedMember> {
    let member = place.without_ranges();
    if !matches!(member.steps.last(), Some(Step::Field(_))) || !cx.is_pointer(place.root) {
        return None;
    }
    match cx.view.class_of(&member) == Class::Pointer {
        true if !place.is_part() => None,
        true => Some(PointedMember::Pointer),
        false => Some(PointedMember::Other),
    }
}
