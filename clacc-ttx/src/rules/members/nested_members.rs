//! Members of structs that are reached through a pointer member: `s->a->x[0:n]` on a compute construct.
//!
//! clang 19 increments the reference counts of the pointer member and its pointee with each construct that maps memory through both
//! pointers, and never releases them (`members_behind_two_pointers` in the table of faults). So an added variable points to the struct, the
//! construct maps the struct and its members through that variable, and one more clause attaches the pointer member.

use clacc_sema::omp::form::{Argument, Fresh, InitialValue, Item, MapFlags, MapKind, Origin};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{Place, Step, Via};
use clacc_syntax::directive::OmpClause;

use super::whole_members::mapped;
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::build::first_elements;
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

/// Adds variables that point to the pointees of pointer members. Structs that are reached through two pointer members keep their clauses.
pub(crate) fn lead(cx: &Context<'_>, build: &mut Build<'_>) {
    if !cx.avoids(Fault::NestedMembers) {
        return;
    }
    let mut pointers: Vec<Place> = Vec::new();
    for place in mapped(build) {
        let Some(pointer) = pointer_to_struct(cx, place) else { continue };
        if !pointers.contains(&pointer) {
            pointers.push(pointer);
        }
    }
    pointers.retain(|pointer| !mapped(build).any(|place| is_deep(place) && place.root == pointer.root));
    for pointer in pointers {
        lead_to(cx, build, &pointer);
    }
}

/// Returns the positions at which steps go from a pointer member to a member of its pointee.
fn leads(place: &Place) -> impl Iterator<Item = usize> {
    let steps = &place.steps;
    (1..steps.len().max(1)).filter(|at| {
        matches!(steps[*at], Step::Deref(_)) && matches!(steps.get(at + 1), Some(Step::Field(_)))
    })
}

fn is_deep(place: &Place) -> bool {
    leads(place).count() > 1
}

/// Returns the pointer member through which the struct of an item is reached.
fn pointer_to_struct(cx: &Context<'_>, place: &Place) -> Option<Place> {
    let end = leads(place).next()?;
    let pointer = Place::behind(place.root, &place.steps[..end]);
    let is_element = |step: &Step| matches!(step, Step::Index(_) | Step::Range { .. });
    let is_member = matches!(pointer.steps.last(), Some(Step::Field(_)));
    let is_found = is_member && !pointer.steps.iter().any(is_element);
    (is_found && cx.view.class_of(&pointer) == Class::Pointer).then_some(pointer)
}

/// The parts of a pointer member's pointee that a construct maps.
struct BehindMember {
    /// True if a clause maps the whole struct.
    is_whole: bool,
    /// True if the construct maps more than one member without a pointer. A single one needs no added variable.
    needs_pointer: bool,
    /// The map type of the clause that attaches the pointer. clang 19 allocates and releases the struct by that clause.
    attaching: MapKind,
}

impl BehindMember {
    fn of(build: &Build<'_>, pointer: &Place) -> BehindMember {
        let (mut is_whole, mut members, mut others) = (false, 0, 0);
        let (mut struct_kind, mut returns) = (MapKind::To, false);
        for (kind, rest) in mapped_behind(build, pointer) {
            if !rest.iter().any(is_field) {
                is_whole = true;
                struct_kind = kind;
            } else if rest.iter().skip(1).any(|step| matches!(step, Step::Deref(_))) {
                others += 1;
            } else {
                members += 1;
                returns |= matches!(kind, MapKind::From | MapKind::Tofrom);
            }
        }
        let attaching = if returns && !is_whole { MapKind::Tofrom } else { struct_kind };
        let needs_pointer = others > 0 || members > 1 || is_whole && members > 0;
        BehindMember { is_whole, needs_pointer, attaching }
    }
}

/// Returns the map types of the items in a pointer's pointee, and their steps from the pointer.
fn mapped_behind<'b>(
    build: &'b Build<'_>,
    pointer: &'b Place,
) -> impl Iterator<Item = (MapKind, &'b [Step])> {
    let maps = build.clauses().iter().filter_map(|clause| match &clause.argument {
        Argument::Map { kind, items, .. } => Some((*kind, items)),
        _ => None,
    });
    let places =
        maps.flat_map(|(kind, items)| items.iter().filter_map(move |item| Some((kind, item.place()?))));
    places.filter_map(|(kind, place)| Some((kind, behind(pointer, place)?)))
}

/// Returns the steps from a pointer to a place in its pointee; none if the place is elsewhere.
fn behind<'p>(pointer: &Place, place: &'p Place) -> Option<&'p [Step]> {
    let rest = place.steps.strip_prefix(&*pointer.steps).filter(|_| place.root == pointer.root)?;
    matches!(rest.first(), Some(Step::Deref(_))).then_some(rest)
}

fn is_field(step: &Step) -> bool {
    matches!(step, Step::Field(_))
}

/// Maps a struct through an added variable. The whole struct is mapped, because its members and the pointer to it are found only then.
fn lead_to(cx: &Context<'_>, build: &mut Build<'_>, pointer: &Place) {
    let group = BehindMember::of(build, pointer);
    let is_deferred = || build.clauses().iter().any(|clause| clause.kind() == OmpClause::Nowait);
    // Mapping the whole struct would also copy other members back, and the host may have changed them by then.
    let copies_others = !group.is_whole && group.attaching == MapKind::Tofrom && is_deferred();
    if !group.needs_pointer || copies_others {
        return;
    }
    let origin = Origin::Directive(cx.construct().directive);
    let fresh = build.lead_to(InitialValue::FirstOf(pointer.clone()), &origin);
    build.replace_mapped(|place| {
        let rest = behind(pointer, place)?;
        Some(vec![Item::Through { pointer: fresh, steps: rest.into() }])
    });
    if !group.is_whole {
        let steps = [Step::Deref(Via::Pointer), first_elements(1)].into();
        let whole = Item::Through { pointer: fresh, steps };
        push(cx, build, MapKind::To, whole, "the members of a struct are found in it");
        let name = cx.view.place_text(pointer);
        let message = format!("`*{name}` is mapped whole, so that its members are found on the device");
        build.report_directive(&codes::MAP0029, message);
        build.directive_verdict(
            Fidelity::Approximated,
            "a struct is mapped to the device whole, because compilers find its members only in it",
        );
    }
    build.sort_maps(&Order::Other, |item| rank(item, fresh));
    let place = pointer.then([Step::Deref(Via::Pointer), first_elements(1)]);
    let attached = Item::Place { place, written: None };
    push(cx, build, group.attaching, attached, "the pointer to the struct is attached");
}

fn push(cx: &Context<'_>, build: &mut Build<'_>, kind: MapKind, item: Item, why: &'static str) {
    let flags = cx.dialect.spelled(MapFlags::HOLD);
    build.push_needed(Argument::Map { kind, flags, items: vec![item] }, why);
}

/// The order of the items of `map` clauses: the struct before its members.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Other,
    Struct,
    Member,
}

fn rank(item: &Item, fresh: Fresh) -> Order {
    match item {
        Item::Through { pointer, steps } if *pointer == fresh => {
            if steps.iter().any(is_field) {
                Order::Member
            } else {
                Order::Struct
            }
        }
        _ => Order::Other,
    }
}
