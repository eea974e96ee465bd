//! Pointers of variably modified type (C17 6.7.6p3) in device code, such as the parameter `double a[n][m]`.
//!
//! A `target` region captures the value of such a pointer. For NVIDIA devices, clang 19 treats the pointer as an array of variable length
//! if threads of a `parallel` region share it, or if code outside `parallel` computes an address from it: the pointer gets memory that all
//! threads of a team share, and its value is never stored there. So each such `parallel` gets copies of the pointer, and outside
//! `parallel`, a local variable of the region hides it.

use clacc_sema::acc;
use clacc_sema::acc::facts::{Construct, ConstructId, DataAttributes, Sharing};
use clacc_sema::flow::changes::directly_changed;
use clacc_sema::omp::form::{
    Argument, Clause, Declare, Fresh, InitialValue, Item, Local, Omp, Origin, TypeLike,
};
use clacc_sema::program::place::{At, EntityId};
use clacc_sema::program::run::Run;
use clacc_sema::tuning::SharedBy;
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::loop_levels::{directive_of, has_distribute, has_parallel};
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

const WHY: &str =
    "clang gives the threads of a device no value of a pointer of variably modified type that they share";

/// Hides the pointers from which a compute construct computes addresses outside `parallel`.
pub(crate) fn hide(cx: &Context<'_>, build: &mut Build<'_>) {
    hiding(cx, cx.region()).for_each(|code| build.push_inside(code));
}

/// Returns the declarations of local variables that hide such pointers in a run of nodes of a compute construct.
pub(crate) fn hiding(cx: &Context<'_>, run: Run) -> impl Iterator<Item = Omp> {
    hidden(cx, run).into_iter().flat_map(|entity| {
        let copy = Fresh::DevicePointer(entity);
        let declare = |local, init| {
            let (ty, origin) = (TypeLike::Entity(entity), Origin::Mapping(WHY));
            Omp::declare(Declare { local, ty, init: Some(init), origin })
        };
        [
            declare(Local::Fresh(copy), InitialValue::ValueOf(entity)),
            declare(Local::Hiding(entity), InitialValue::Fresh(copy)),
        ]
    })
}

/// `firstprivate` on a loop that threads share.
pub(super) fn copy_to_threads(cx: &Context<'_>, build: &mut Build<'_>) {
    if !has_parallel(directive_of(cx)) || is_whole_region(cx) {
        return;
    }
    let mut copied = copied(cx, cx.region());
    if has_distribute(directive_of(cx)) && !copied.is_empty() {
        let refused = refused(cx);
        let facts = cx.construct().loop_facts.as_deref();
        let first = facts.and_then(|facts| facts.loops.first());
        // An undivided `kernels` construct reports this itself.
        if !first.is_some_and(|at| cx.is_kernel_part(*at)) {
            // The variable that hides another pointer is not of variably modified type, and threads may share it.
            let is_faulty =
                |entity: &&EntityId| refused.contains(entity) && cx.view.has_variable_target(**entity);
            report(cx, build, copied.iter().filter(is_faulty));
        }
        copied.retain(|entity| !refused.contains(entity));
    }
    if let Some(Clause { argument, .. }) = firstprivate(&copied) {
        build.push_needed(argument, WHY);
    }
}

/// Returns the `firstprivate` clause of another directive that makes threads execute these nodes.
pub(crate) fn of_threads(cx: &Context<'_>, kind: OmpDirective, run: Run) -> Option<Clause> {
    let mut copied = copied(cx, run);
    if has_distribute(Some(kind)) && !copied.is_empty() {
        let refused = refused(cx);
        copied.retain(|entity| !refused.contains(entity));
    }
    firstprivate(&copied)
}

/// Returns the finding about a `kernels` construct that is printed undivided, if the loops of its parts would need copies.
pub(crate) fn fault_of_whole(cx: &Context<'_>) -> Option<String> {
    let refused = refused(cx);
    let shared = cx.kernel_parts().iter().filter_map(|part| part.shared.as_ref());
    let mut named = shared.flat_map(|shared| cx.view.names_in(cx.view.run(shared.at)));
    let is_faulty = |entity: EntityId| refused.contains(&entity) && cx.view.has_variable_target(entity);
    named.find(|named| is_faulty(named.entity)).map(|named| message(cx, named.entity))
}

fn firstprivate(pointers: &[EntityId]) -> Option<Clause> {
    let items = pointers.iter().map(|entity| Item::entity(*entity)).collect();
    let argument = Argument::List(OmpClause::Firstprivate, items);
    (!pointers.is_empty()).then(|| Clause::new(argument, Origin::Mapping(WHY)))
}

/// Returns the pointers that threads executing these nodes must copy: those that they would share and do not change.
fn copied(cx: &Context<'_>, run: Run) -> Vec<EntityId> {
    let mut pointers = named(cx, run);
    if !pointers.is_empty() {
        let changed = directly_changed(cx.view, run);
        pointers.retain(|entity| !changed.contains(entity) && !is_private(cx.construct(), *entity));
    }
    pointers
}

fn is_private(construct: &Construct, entity: EntityId) -> bool {
    construct.attribute_of(entity).and_then(DataAttributes::sharing_kind) == Some(Sharing::Private)
}

/// Returns the pointers of variably modified type that these nodes name and an enclosing region captures, each once.
fn named(cx: &Context<'_>, run: Run) -> Vec<EntityId> {
    let mut found: Vec<EntityId> = Vec::new();
    if !cx.avoids(Fault::VariablePointers) {
        return found;
    }
    let whole = cx.compute().map_or(run, Construct::run);
    for named in cx.view.names_in(run) {
        let entity = named.entity;
        if cx.is_pointer(entity)
            && !found.contains(&entity)
            && !cx.view.is_declared_in(entity, whole)
            && cx.view.is_variably_modified(entity)
        {
            found.push(entity);
        }
    }
    found
}

/// Returns the pointers from which these nodes of a compute construct compute addresses outside `parallel`.
fn hidden(cx: &Context<'_>, run: Run) -> Vec<EntityId> {
    let mut pointers = named(cx, run);
    if !pointers.is_empty() {
        let threads = runs_of_threads(cx);
        let is_outside = |at: At| !threads.iter().any(|run| run.contains(at));
        let used = cx.view.names_in(run).iter();
        let used: Vec<EntityId> = used
            .filter(|named| is_outside(named.at) && cx.view.is_in_address(named.at))
            .map(|named| named.entity)
            .collect();
        pointers.retain(|entity| used.contains(entity));
    }
    pointers
}

/// The loops in a compute construct that threads share.
fn runs_of_threads(cx: &Context<'_>) -> Vec<Run> {
    let is_shared = |id: ConstructId| has_parallel(directive_of(&Context { id, ..*cx }));
    let stated =
        cx.constructs_inside().filter(|(id, construct)| construct.loop_facts.is_some() && is_shared(*id));
    let inner = cx.tuned.inner_loops.iter().filter(|inner| cx.region().contains(inner.at));
    let inner = inner.filter(|inner| matches!(inner.shared_by, SharedBy::Threads { .. }));
    stated.map(|(_, construct)| construct.run()).chain(inner.map(|inner| cx.view.run(inner.at))).collect()
}

/// Whether a loop is the whole region of its compute construct. Threads execute such a region from its start, and share
/// nothing in it.
fn is_whole_region(cx: &Context<'_>) -> bool {
    let Some(parent) = cx.construct().parent.map(|id| &cx.facts.constructs[id]) else { return false };
    let is_combined = parent.is_compute() && parent.directive == cx.construct().directive;
    let has_own = |clause: &&_| {
        cx.facts
            .clauses
            .get(**clause)
            .is_some_and(|clause| matches!(clause.kind, AccClause::Private | AccClause::Firstprivate))
    };
    is_combined && !parent.clauses.iter().any(|clause| has_own(&clause))
}

/// Returns the pointers that gcc takes for private to the teams around a loop and therefore refuses in `firstprivate` on the loop.
fn refused(cx: &Context<'_>) -> Vec<EntityId> {
    let Some(id) = cx.construct().compute.filter(|_| cx.avoids(Fault::DistributedLocals)) else {
        return Vec::new();
    };
    let compute = Context { id, ..*cx };
    let mut refused = hidden(&compute, compute.region());
    let listed = compute.clauses().filter(|clause| clause.kind == AccClause::Firstprivate);
    let listed = listed.flat_map(acc::clauses::Clause::items).filter_map(|item| item.place.as_ref());
    refused.extend(listed.map(|place| place.root));
    refused
}

/// Reports pointers that threads would need to copy.
fn report<'e>(cx: &Context<'_>, build: &mut Build<'_>, pointers: impl Iterator<Item = &'e EntityId>) {
    for entity in pointers {
        let reason = "for devices, clang 19 gives threads no value of a pointer of variably modified type";
        build.directive_verdict_of(Fidelity::Approximated, reason, &codes::MAP0088);
        build.report_directive(&codes::MAP0088, message(cx, *entity));
    }
}

fn message(cx: &Context<'_>, entity: EntityId) -> String {
    let name = cx.view.text(cx.view.name(entity));
    format!(
        "threads of a device get no value of `{name}` here from clang 19, because statements of the construct outside \
             its loops use `{name}` too; use a dialect for clang alone, or move these statements into a loop"
    )
}
