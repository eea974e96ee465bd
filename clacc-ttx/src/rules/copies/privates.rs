//! `private` and `firstprivate` of parts of arrays (OpenACC 3.4 2.5.13, 2.5.14).
//!
//! OpenMP privatises only whole variables. For a part of an array, the whole array is copied. For a part of a pointee, an array replaces
//! the pointer: for `private` it is declared inside the construct, and for `firstprivate` it is copied before the construct.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{DataAttributes, Reason, Sharing};
use clacc_sema::omp::form::{Argument, Declare, Fresh, InitialValue, Item, Local, Omp, Origin, TypeLike};
use clacc_sema::program::entity::Dimension;
use clacc_sema::program::place::{At, EntityId, Place, Step};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::{AccClause, OmpClause};

use crate::dialect::Fault;
use crate::rules::core::build::places;
use crate::rules::core::section_bounds::is_known;
use crate::rules::core::{Build, Context, Mapped};

/// Returns whether a place is a part of a pointee.
pub(crate) fn is_behind_pointer(cx: &Context<'_>, place: &Place) -> bool {
    place.is_part_of_pointee() && cx.is_pointer(place.root)
}

/// Returns the parts of pointees in the list of a clause.
pub(crate) fn parts_behind_pointers<'c>(
    cx: &Context<'_>,
    clause: &'c Clause,
) -> impl Iterator<Item = &'c Place> {
    places(clause.items()).map(|(_, place)| place).filter(|place| is_behind_pointer(cx, place))
}

/// Returns the part of a pointee of which a construct has a copy, if that is what its clause names for a variable.
pub(crate) fn part_behind_pointer<'a>(cx: &Context<'a>, reason: &Reason) -> Option<&'a Place> {
    let part = reason.part_in(&cx.facts.clauses).map(|part| part.place);
    part.filter(|place| is_behind_pointer(cx, place))
}

/// Returns the OpenMP list item for a place that is not in a pointee.
pub(crate) fn whole(at: At, place: &Place) -> Item {
    if place.is_part() { Item::entity(place.root) } else { Item::written(place.clone(), at) }
}

/// `private` on a compute construct.
pub(crate) fn private(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if !is_possible(cx, clause, true) {
        return Mapped::unsupported_part(cx, clause, "elements behind a pointer");
    }
    for part in parts_behind_pointers(cx, clause) {
        copy_in_device_code(cx, build, part, clause.id, [Build::push_inside, Build::push_inside_behind]);
    }
    for (_, place) in places(clause.items()).filter(|(_, place)| is_other_local(cx, place)) {
        build.push_inside(local(place.root, Origin::Clause(clause.id)));
    }
    listed(cx, build, clause, OmpClause::Private, Vec::new())
}

/// `firstprivate` on a compute construct.
///
/// A part of a pointee is copied before the construct. The copy can be `firstprivate`, and inside the construct the pointer points to it.
/// Mapping the part would not be enough: if it is present, the map would give the device's values. Where `firstprivate` takes a section, as for
/// clacc's own device, it brings the values there, and the copy is made inside. A construct with `async` runs later,
/// when the block with the copy may have ended; its `firstprivate` takes the values when it is launched, or it is executed synchronously
/// ([`crate::rules::queues::async_queues`]).
pub(crate) fn firstprivate(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if !is_possible(cx, clause, cx.clause(AccClause::Async).is_none() || !cx.dialect.follows_design()) {
        return Mapped::unsupported_part(cx, clause, "elements behind a pointer");
    }
    if places(clause.items()).any(|(_, place)| is_other_local(cx, place) && !is_copied(cx, place)) {
        return Mapped::unsupported_part(cx, clause, "an array or struct that each thread has for itself");
    }
    let mut copies = Vec::new();
    for (_, place) in places(clause.items()).filter(|(_, place)| is_copied(cx, place)) {
        copies.push(Item::Fresh(copy_value(build, place.root, &Origin::Clause(clause.id))));
    }
    let takes_sections = cx.dialect.is_for_own_device();
    for (at, part) in places(clause.items()).filter(|(_, place)| is_behind_pointer(cx, place)) {
        let origin = Origin::Clause(clause.id);
        copies.push(if takes_sections {
            copy_part(build, part, &origin, Build::push_inside);
            Item::written(part.clone(), at)
        } else {
            Item::Fresh(copy_part(build, part, &origin, Build::push_before))
        });
    }
    listed(cx, build, clause, OmpClause::Firstprivate, copies)
}

/// Adds the clause with the items that are not in pointees, and with the copies of the others.
fn listed(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    clause: &Clause,
    kind: OmpClause,
    copies: Vec<Item>,
) -> Mapped {
    let is_replaced = |place: &Place| {
        let is_local = kind == OmpClause::Private && is_other_local(cx, place);
        is_behind_pointer(cx, place) || is_local || kind == OmpClause::Firstprivate && is_copied(cx, place)
    };
    let others = || places(clause.items()).filter(|(_, place)| !is_replaced(place));
    let items: Vec<Item> = others().map(|(at, place)| whole(at, place)).chain(copies).collect();
    if !items.is_empty() {
        build.push(Argument::List(kind, items), clause.id);
    }
    let has_parts = others().any(|(_, place)| place.is_part());
    Mapped::exact(match () {
        () if parts_behind_pointers(cx, clause).next().is_some() => {
            "an array of each team takes the place of what the pointer points to"
        }
        () if has_parts => "a copy of an array contains a copy of its part",
        () => "the OpenMP clause means the same",
    })
}

/// Whether a variable is one of each thread. No clause of OpenMP makes it private; a local variable does.
pub(crate) fn is_other_local(cx: &Context<'_>, place: &Place) -> bool {
    cx.is_thread_local(place) && !is_behind_pointer(cx, place)
}

/// Whether a scalar is copied before the construct, because `firstprivate` does not take it.
pub(crate) fn is_copied(cx: &Context<'_>, place: &Place) -> bool {
    let is_refused = cx.is_thread_local(place) || cx.avoids(Fault::AtomicData) && cx.is_atomic(place);
    is_refused && place.is_whole() && cx.entity(place.root).class.is_scalar()
}

/// Copies the value of a scalar before the construct. Inside, a local variable has the value of the copy.
pub(crate) fn copy_value(build: &mut Build<'_>, entity: EntityId, origin: &Origin) -> Fresh {
    let copy = Fresh::CopyOf(entity);
    build.push_before(Omp::declare(Declare {
        local: Local::Fresh(copy),
        ty: TypeLike::ValueOf(entity),
        init: Some(InitialValue::ValueOf(entity)),
        origin: origin.clone(),
    }));
    build.push_inside(Omp::declare(Declare {
        local: Local::Hiding(entity),
        ty: TypeLike::Entity(entity),
        init: Some(InitialValue::Fresh(copy)),
        origin: origin.clone(),
    }));
    copy
}

/// Copies a part of a pointee where `push` puts the copy: before the construct, or in it. In the construct, the pointer points to the copy.
pub(crate) fn copy_part<'b>(
    build: &mut Build<'b>,
    part: &Place,
    origin: &Origin,
    push: fn(&mut Build<'b>, Omp),
) -> Fresh {
    let copy = Fresh::CopyBehind(part.root);
    let elements = Omp::declare(Declare {
        local: Local::Fresh(copy),
        ty: TypeLike::ElementsUpTo(part.clone()),
        init: Some(InitialValue::Elements(part.clone())),
        origin: origin.clone(),
    });
    push(build, elements);
    build.push_inside(Omp::declare(Declare {
        local: Local::Hiding(part.root),
        ty: TypeLike::Entity(part.root),
        init: Some(InitialValue::AddressOf(copy)),
        origin: origin.clone(),
    }));
    copy
}

/// The local array for a private part of a pointee.
pub(crate) fn local_array(part: &Place, clause: ClauseId) -> Omp {
    Omp::declare(Declare {
        local: Local::Hiding(part.root),
        ty: TypeLike::ElementsUpTo(part.clone()),
        init: None,
        origin: Origin::Clause(clause),
    })
}

/// Declares the copy of a private part of a pointee, for code that devices may execute: a local array, or memory of the device where clang has
/// no arrays of variable length. `around` adds code before and behind what uses the copy.
pub(crate) fn copy_in_device_code<'b>(
    cx: &Context<'_>,
    build: &mut Build<'b>,
    part: &Place,
    clause: ClauseId,
    around: [fn(&mut Build<'b>, Omp); 2],
) {
    let [before, behind] = around;
    if !cx.avoids(Fault::VariableLengths) || has_constant_length(cx, part) {
        return before(build, local_array(part, clause));
    }
    let declare = Declare {
        local: Local::Hiding(part.root),
        ty: TypeLike::Decayed(part.root),
        init: Some(InitialValue::Allocated(part.clone())),
        origin: Origin::Clause(clause),
    };
    before(build, Omp::declare(declare));
    behind(build, Omp::Free { entity: part.root, origin: Origin::Clause(clause) });
}

/// Returns whether the numbers of the first range of a part are constants.
fn has_constant_length(cx: &Context<'_>, part: &Place) -> bool {
    let range = part.steps.iter().find(|step| matches!(step, Step::Range { .. }));
    range.is_some_and(|range| range.values().all(|value| cx.view.number(value).is_some()))
}

/// The local variable, without an initializer, for a private variable.
pub(crate) fn local(entity: EntityId, origin: Origin) -> Omp {
    Omp::declare(Declare { local: Local::Hiding(entity), ty: TypeLike::Entity(entity), init: None, origin })
}

/// Returns whether local arrays can replace all parts of pointees in the list of a clause.
pub(crate) fn is_possible(cx: &Context<'_>, clause: &Clause, may_be_local: bool) -> bool {
    parts_behind_pointers(cx, clause).all(|part| may_be_local && has_known_length(cx, part))
}

/// Whether a local array can be declared for a part. Its bounds must be arithmetic on integer variables
/// that the compute construct neither privatises nor hides.
fn has_known_length(cx: &Context<'_>, part: &Place) -> bool {
    let pointed = Place::behind(part.root, &part.steps[..1]);
    let rows = cx.view.shape(&pointed).map_or_else(Box::default, |shape| shape.dims);
    let has_value = |other: EntityId| {
        let attribute = cx.compute().and_then(|compute| compute.attribute_of(other));
        other != part.root && attribute.and_then(DataAttributes::sharing_kind) != Some(Sharing::Private)
    };
    !rows.contains(&Dimension::Variable) && is_known(cx, part, &has_value)
}
