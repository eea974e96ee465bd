//! `private` and `firstprivate` of parts of arrays (OpenACC 3.4 2.5.13, 2.5.14).
//!
//! OpenMP privatises whole variables only. A copy of an array contains a copy of its part; for a part of what a pointer
//! points to, an array takes its place: declared inside where it is private, copied before where it is firstprivate.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{DataAttributes, Sharing};
use clacc_sema::omp::form::{Argument, Declare, Fresh, InitialValue, Item, Local, Omp, Origin, TypeLike};
use clacc_sema::program::entity::Dimension;
use clacc_sema::program::place::{At, EntityId, Place, Step};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::{AccClause, OmpClause};

use super::build::places;
use super::reductions::is_known;
use super::{Build, Context, Mapped};

/// Whether a place is a part of what a pointer points to.
pub(super) fn is_behind_pointer(cx: &Context<'_>, place: &Place) -> bool {
    let is_behind = matches!(place.steps.first(), Some(Step::Deref(_))) && place.is_part();
    is_behind && cx.is_pointer(place.root)
}

/// The parts of what pointers point to that a clause lists.
pub(super) fn parts_behind_pointers<'c>(
    cx: &Context<'_>,
    clause: &'c Clause,
) -> impl Iterator<Item = &'c Place> {
    places(clause.items()).map(|(_, place)| place).filter(|place| is_behind_pointer(cx, place))
}

/// The OpenMP list item for a place that is not behind a pointer.
pub(super) fn whole(at: At, place: &Place) -> Item {
    if place.is_part() { Item::entity(place.root) } else { Item::written(place.clone(), at) }
}

/// `private` on a compute construct.
pub(super) fn private(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if !is_possible(cx, clause, true) {
        return Mapped::unsupported_part(cx, clause, "elements behind a pointer");
    }
    for part in parts_behind_pointers(cx, clause) {
        build.push_inside(local_array(part, clause.id));
    }
    listed(cx, build, clause, OmpClause::Private, Vec::new())
}

/// `firstprivate` on a compute construct.
///
/// A part behind a pointer is copied before the construct, so that the copy can be firstprivate, and the pointer points to it
/// inside. A map of the part would give the values of the device where the part is present. What is copied before a
/// construct that runs later must outlive the block that the copy stands in.
pub(super) fn firstprivate(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if !is_possible(cx, clause, cx.clause(AccClause::Async).is_none()) {
        return Mapped::unsupported_part(cx, clause, "elements behind a pointer");
    }
    let mut copies = Vec::new();
    for part in parts_behind_pointers(cx, clause) {
        let copy = Fresh::CopyBehind(part.root);
        build.push_before(Omp::Declare(Declare {
            local: Local::Fresh(copy),
            ty: TypeLike::ElementsUpTo(part.clone()),
            init: Some(InitialValue::Elements(part.clone())),
            origin: Origin::Clause(clause.id),
        }));
        build.push_inside(Omp::Declare(Declare {
            local: Local::Hiding(part.root),
            ty: TypeLike::Entity(part.root),
            init: Some(InitialValue::AddressOf(copy)),
            origin: Origin::Clause(clause.id),
        }));
        copies.push(Item::Fresh(copy));
    }
    listed(cx, build, clause, OmpClause::Firstprivate, copies)
}

/// The clause with the items that are not behind pointers, and the copies of those that are.
fn listed(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    clause: &Clause,
    kind: OmpClause,
    copies: Vec<Item>,
) -> Mapped {
    let others = || places(clause.items()).filter(|(_, place)| !is_behind_pointer(cx, place));
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

/// The local array that is a private part behind a pointer.
pub(super) fn local_array(part: &Place, clause: ClauseId) -> Omp {
    Omp::Declare(Declare {
        local: Local::Hiding(part.root),
        ty: TypeLike::ElementsUpTo(part.clone()),
        init: None,
        origin: Origin::Clause(clause),
    })
}

/// A private variable as a local that is not initialized.
pub(super) fn local(entity: EntityId, origin: Origin) -> Omp {
    Omp::Declare(Declare { local: Local::Hiding(entity), ty: TypeLike::Entity(entity), init: None, origin })
}

/// Whether local arrays can take the place of all parts behind pointers that a clause lists.
pub(super) fn is_possible(cx: &Context<'_>, clause: &Clause, may_be_local: bool) -> bool {
    parts_behind_pointers(cx, clause).all(|part| may_be_local && has_known_length(cx, part))
}

/// Whether a local array can be declared for a part: with arithmetic of integer variables for bounds, that the compute construct
/// neither privatises nor hides.
fn has_known_length(cx: &Context<'_>, part: &Place) -> bool {
    let pointed = Place { root: part.root, steps: part.steps[..1].into() };
    let rows = cx.view.shape(&pointed).map_or_else(Box::default, |shape| shape.dims);
    let has_value = |other: EntityId| {
        let attribute = cx.compute().and_then(|compute| compute.attribute_of(other));
        other != part.root && attribute.and_then(DataAttributes::sharing_kind) != Some(Sharing::Private)
    };
    !rows.contains(&Dimension::Variable) && is_known(cx, part, &has_value)
}
