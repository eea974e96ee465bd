//! `attach` and `detach` (OpenACC 3.4 2.7.13, 2.7.14): routines of the runtime library, which count attachments as OpenACC does. OpenMP
//! before version 6.1 has no equivalent.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::flow::changes::directly_changed;
use clacc_sema::omp::form::{Argument, CallArgument, Item, MapFlags, MapKind, Omp, Operand, Origin, Routine};
use clacc_sema::program::entity::StorageDuration;
use clacc_sema::program::place::{Bound, Extent, Place, Step, Value, Via};
use clacc_syntax::directive::{AccClause, OmpClause};

use super::{rows, structs};
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::build::places;
use crate::rules::core::{Build, Context, Mapped, conditions};
use crate::verdict::Fidelity;

const CALLED: &str = "a routine of the runtime library does the same";

/// `attach` on `enter data` and `detach` on `exit data`. The calls need the queue, so [`begins`] and [`ends`] add
/// them.
pub(crate) fn unstructured(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let others = [AccClause::If, AccClause::Async, AccClause::Wait];
    let has_others = cx.clauses().any(|each| others.contains(&each.kind));
    let waits = cx.clause(AccClause::Wait).is_some() && !cx.avoids(Fault::DependencesWithoutDevice);
    if has_others && !conditions::is_repeatable(cx) || has_effects(cx, clause) || waits {
        return Mapped::refused(
            "the condition, the number of the queue or the pointer would be evaluated more than once",
            &codes::MAP0003,
            format!("`{}` has no OpenMP form with this condition, queue or pointer", cx.spelling(clause)),
        );
    }
    build.directive_verdict(Fidelity::Exact, "routines of the runtime library attach pointers");
    if clause.kind == AccClause::Detach && cx.clause(AccClause::Finalize).is_none() {
        return counted_down(cx, clause);
    }
    Mapped::exact(CALLED)
}

/// `detach` without `finalize`: the routine counts only attachments that routines made.
fn counted_down(cx: &Context<'_>, clause: &Clause) -> Mapped {
    if let Some(place) = attached_around(cx, clause) {
        let name = cx.view.place_text(place);
        let message = format!("`detach` may undo what a data region around it attached to `{name}`");
        return Mapped::approximated("OpenMP does not count attachments").reported(&codes::MAP0058, message);
    }
    if places(clause.items()).all(|(_, place)| is_own(cx, place)) {
        return Mapped::exact(CALLED);
    }
    Mapped::approximated(
        "the library counts down; what data regions of calling functions attached is not counted",
    )
}

/// Returns whether a pointer is local to the function, so that no data region of its callers attached it.
fn is_own(cx: &Context<'_>, place: &Place) -> bool {
    let entity = cx.entity(place.root);
    let is_local = entity.scope.is_some() && entity.duration == StorageDuration::Automatic;
    is_local && !place.leads_through_pointer()
}

/// Returns a pointer of a `detach` whose pointee an enclosing data region names.
fn attached_around<'a>(cx: &Context<'a>, clause: &'a Clause) -> Option<&'a Place> {
    let is_attached = |pointer: &&Place| {
        structs::held_of(cx, pointer.root).any(|held| {
            let behind = held.steps.strip_prefix(&*pointer.steps);
            behind.is_some_and(|steps| matches!(steps.first(), Some(Step::Deref(_))))
        })
    };
    places(clause.items()).map(|(_, place)| place).find(is_attached)
}

fn has_effects(cx: &Context<'_>, clause: &Clause) -> bool {
    places(clause.items()).any(|(at, _)| cx.view.has_side_effects(at))
}

/// Adds the calls that attach, after the data that `enter data` maps.
pub(crate) fn begins(cx: &Context<'_>, build: &mut Build<'_>) {
    let calls = calls(cx, build, AccClause::Attach, Routine::Attach, Routine::AttachAsync);
    build.push_first_behind(calls);
}

/// Adds the calls that detach, before `exit data` ends mappings.
pub(crate) fn ends(cx: &Context<'_>, build: &mut Build<'_>) {
    let (now, later) = if cx.clause(AccClause::Finalize).is_some() {
        (Routine::DetachFinalize, Routine::DetachFinalizeAsync)
    } else {
        (Routine::Detach, Routine::DetachAsync)
    };
    for call in calls(cx, build, AccClause::Detach, now, later) {
        build.push_before(call);
    }
}

fn calls(cx: &Context<'_>, build: &Build<'_>, kind: AccClause, now: Routine, later: Routine) -> Vec<Omp> {
    let is_deferred = build.clauses().iter().any(|clause| clause.kind() == OmpClause::Nowait);
    let queue = is_deferred.then(|| rows::RoutineQueue::of(cx)).flatten();
    let condition = cx.clause(AccClause::If).and_then(Clause::value);
    let condition = condition.map(|at| Operand::Value(Value::Node(at)));
    let clauses = cx.clauses().filter(|clause| clause.kind == kind);
    let items = clauses.flat_map(|clause| places(clause.items()).map(move |(_, place)| (clause.id, place)));
    items
        .map(|(clause, place)| {
            rows::attachment(queue, now, later, [address(place)], condition, &Origin::Clause(clause))
        })
        .collect()
}

fn address(place: &Place) -> CallArgument {
    CallArgument::PointerAddress(Item::Place { place: place.clone(), written: None })
}

/// The section `[0:0]` of a pointee.
const NO_ELEMENT: [Step; 2] = [
    Step::Deref(Via::Pointer),
    Step::Range {
        start: Bound::At(Value::constant(0)),
        extent: Extent::Length(Value::constant(0)),
        stride: None,
    },
];

/// `attach` on a structured construct: attached at the start of the region, and detached at its end.
pub(crate) fn structured(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if cx.dialect.spelled(MapFlags::ATTACH) == MapFlags::ATTACH {
        let none = |(at, place): (_, &Place)| Item::written(place.clone(), at).then(NO_ELEMENT);
        let (kind, items) = (MapKind::Alloc, places(clause.items()).map(none).collect());
        build.push(Argument::Map { kind, flags: MapFlags::ATTACH, items }, clause.id);
        return Mapped::exact("the pointer is attached where the region begins, and until it is unmapped");
    }
    let condition = rows::around_region(cx, build, clause);
    if has_effects(cx, clause) || places(clause.items()).any(|(_, place)| !is_fixed(cx, place)) {
        return rows::refused_around(cx, clause, "for a pointer that the region may change");
    }
    places(clause.items()).for_each(|(_, place)| push_calls(build, clause, place, condition));
    Mapped::exact(CALLED)
}

/// Attaches a pointer at the start of the region, and detaches it at its end.
pub(crate) fn push_calls(
    build: &mut Build<'_>,
    clause: &Clause,
    pointer: &Place,
    condition: Option<Operand>,
) {
    let call = |routine| {
        rows::attachment(None, routine, routine, [address(pointer)], condition, &Origin::Clause(clause.id))
    };
    build.push_around_region(clause, Some(call(Routine::Attach)), Some(call(Routine::Detach)));
}

/// Returns whether the region does not change the variables that determine the location of a pointer.
pub(crate) fn is_fixed(cx: &Context<'_>, place: &Place) -> bool {
    let changed = directly_changed(cx.view, cx.region());
    rows::leads_to_the_same(cx, place, &|entity| !changed.contains(&entity))
}
