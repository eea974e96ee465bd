//! `async` on `data`, left to the queue (OpenACC 3.4 2.6.5, 2.16.1).
//!
//! The host thread executes the region immediately, and only the copies at its start and end wait for the queue. So
//! `target enter data` and `target exit data` with `nowait` and `depend` surround the region. `nowait` on the `target data`
//! of OpenMP 6.0 would defer the region too: the lifetime of variables might have ended when it is executed.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::flow::queues::is_left_to;
use clacc_sema::omp::form::{self, Argument, Directive, MapFlags, MapKind, Omp, Origin};
use clacc_sema::program::place::{Place, Step};
use clacc_syntax::directive::{AccClause, AccDirective, OmpDirective};

use crate::rules::core::build::places;
use crate::rules::core::pointer_table::PointerTable;
use crate::rules::core::{Build, Context, Mapped};
use crate::rules::members::attach;
use crate::rules::queues::async_queues;
use crate::verdict::Fidelity;

const DEFERRED: &str = "tasks of the queue map the data before the region and unmap it behind the region";

/// `async` on a `data` construct.
pub(crate) fn async_clause(cx: &Context<'_>, build: &mut Build<'_>, _clause: &Clause) -> Mapped {
    if is_deferred(cx) { Mapped::exact(DEFERRED) } else { async_queues::wait_for_own_before(cx, build) }
}

/// Returns whether the copies of a `data` construct are left to its queue: nothing in the region needs the data
/// before the queue has copied it, and both added directives name the same data.
pub(crate) fn is_deferred(cx: &Context<'_>) -> bool {
    let is_known = |kind: AccClause| {
        kind.creates() || matches!(kind, AccClause::Async | AccClause::Wait | AccClause::Default)
    };
    cx.dialect.openmp_version() >= (6, 0)
        && cx.construct().kind == AccDirective::Data
        && !async_queues::is_synchronous(cx)
        && cx.clauses().all(|clause| is_known(clause.kind) && clause.modifiers.is_empty())
        && cx.clauses().flat_map(|clause| places(clause.items())).all(|(_, place)| is_plain(cx, place))
        && is_left_to(cx.view, cx.facts, cx.id)
}

fn is_plain(cx: &Context<'_>, place: &Place) -> bool {
    let is_member = |step: &Step| matches!(step, Step::Field(_));
    !place.steps.iter().any(is_member)
        && PointerTable::of(cx.view, place).is_none()
        && attach::is_fixed(cx, place)
}

/// Puts `target enter data` and `target exit data` around the region instead of `target data`.
pub(crate) fn divide(cx: &Context<'_>, build: &mut Build<'_>) {
    if !is_deferred(cx) || build.clauses().is_empty() {
        return;
    }
    let maps = build.take_clauses();
    let origin = Origin::Directive(cx.construct().directive);
    let queue = || async_queues::deferred(cx);
    let directive = |kind, is_entry| {
        let clauses = maps.iter().filter_map(|clause| end_of(clause, is_entry)).chain(queue()).collect();
        Omp::Directive(Directive::standalone(kind, clauses, origin.clone()))
    };
    let wait = || async_queues::may_be_synchronous(cx).then(|| async_queues::wait_for_sync(&origin));
    let entry = [Some(directive(OmpDirective::TargetEnterData, true)), wait()];
    entry.into_iter().flatten().for_each(|code| build.push_directly_before(code));
    let exit = [Some(directive(OmpDirective::TargetExitData, false)), wait()];
    exit.into_iter().flatten().for_each(|code| build.push_behind(code));
    build.directive_verdict(Fidelity::Exact, DEFERRED);
}

/// Returns the part of a `map` clause that applies at the start or the end of the region.
fn end_of(clause: &form::Clause, is_entry: bool) -> Option<form::Clause> {
    let Argument::Map { kind, flags, items } = &clause.argument else { return None };
    let kind = match (kind, is_entry) {
        (MapKind::To | MapKind::Tofrom, true) => MapKind::To,
        (_, true) => MapKind::Alloc,
        (MapKind::From | MapKind::Tofrom, false) => MapKind::From,
        (_, false) => MapKind::Release,
    };
    // A count of `target enter data` with `hold` is taken back by a `target exit data` with `hold` alone.
    let held = if flags.contains(MapFlags::HOLD) { MapFlags::HOLD } else { MapFlags::NONE };
    let flags = if is_entry { *flags } else { held };
    let argument = Argument::Map { kind, flags, items: items.clone() };
    Some(form::Clause::new(argument, clause.origin.clone()))
}
