//! The end of the region of a `declare` in a function (OpenACC 3.4 2.13).
//!
//! If control leaves the region only at the end of its block, it is a `target data` region. If there are other exits, a directive enters
//! the data, and a cleanup routine leaves it: compilers call the routine wherever control leaves the scope of a variable, after the value
//! of a `return` is computed.

use clacc_sema::acc::block_of;
use clacc_sema::acc::clauses::Clause;
use clacc_sema::flow::queues::unfinished;
use clacc_sema::omp::form::{
    self, Argument, Declare, Directive, Fresh, InitialValue, Item, Local, MapFlags, MapKind, Omp, Origin,
    TypeLike,
};
use clacc_sema::program::access::{Jump, JumpKind};
use clacc_sema::program::place::{Extent, Step};
use clacc_sema::program::run::Run;
use clacc_syntax::directive::{AccDirective, OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::data_directives;
use crate::codes;
use crate::dialect::OptionalWord;
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

/// Decides how the region ends.
pub(super) fn decide(cx: &Context<'_>, build: &mut Build<'_>) {
    let maps = build.clauses().iter().any(|clause| clause.kind() == OmpClause::Map);
    if !maps {
        return;
    }
    let jumps = || cx.view.program.jumps.iter();
    if jumps().any(|jump| enters(cx, jump)) {
        let message = "control enters the region of this `declare` behind the directive";
        let reason = "OpenMP has no data region that control may enter behind its start";
        return build.unsupported_directive(reason, &codes::MAP0053, message);
    }
    if !(jumps().any(|jump| leaves(cx, jump)) || returns_data(cx)) {
        data_directives::wait_at_end(cx, build);
        return build.enclose_statement();
    }
    let is_plain = |clause: &form::Clause| clause.items().iter().all(is_plain);
    let may_leave = build.has_only_clauses() && build.clauses().iter().all(is_plain);
    if !may_leave {
        let message = "control leaves the region of this `declare` in other places than the end of its block";
        let reason = "only data in one block of memory is left wherever control leaves";
        return build.unsupported_directive(reason, &codes::MAP0053, message);
    }
    let may_be_released = build.may_release_data() && !cx.dialect.shares_memory();
    if cx.dialect.has(OptionalWord::Hold) && may_be_released {
        if has_exit_data(cx) {
            let message =
                "an `exit data` in the region of this `declare` would release data that the region holds";
            let reason = "data that is not held by a structured block has one reference count";
            return build.unsupported_directive(reason, &codes::MAP0053, message);
        }
        let message = "this `declare` does not hold its data, because control leaves its region early";
        build.report_directive(&codes::MAP0006, message);
    }
    enter_and_leave(cx, build);
    let reason = if may_be_released {
        "the data is left wherever control leaves the block, and what the region calls may release it before"
    } else {
        "the data is left wherever control leaves the block, by a routine of the runtime library"
    };
    build.directive_verdict(Fidelity::Approximated, reason);
}

/// Returns whether the region contains an `exit data`. In dialects with `hold`, it is not refused itself.
fn has_exit_data(cx: &Context<'_>) -> bool {
    let mut constructs = cx.facts.constructs.iter().map(|(_, construct)| construct);
    constructs.any(|construct| {
        let at = cx.view.directive(construct.directive).at;
        construct.kind == AccDirective::ExitData && cx.region().contains(at)
    })
}

/// Whether a jump may lead into the region from outside.
fn enters(cx: &Context<'_>, jump: &Jump) -> bool {
    let region = cx.region();
    match jump.kind {
        JumpKind::Indirect | JumpKind::Goto(None) => true,
        JumpKind::Goto(Some(label)) => region.contains(label) && !region.contains(jump.at),
        JumpKind::Selected(Some(switch)) => region.contains(jump.at) && !region.contains(switch),
        JumpKind::Return | JumpKind::Leave(_) | JumpKind::Cycle(_) | JumpKind::Selected(None) => false,
    }
}

/// Whether a jump leads out of the region.
fn leaves(cx: &Context<'_>, jump: &Jump) -> bool {
    let region = cx.region();
    region.contains(jump.at)
        && match jump.kind {
            JumpKind::Return => true,
            kind => kind.other_end().is_some_and(|other| !region.contains(other)),
        }
}

/// Returns whether the code after the region, such as a `return`, may use data of the region, or a variable that is declared in it.
fn returns_data(cx: &Context<'_>) -> bool {
    let view = cx.view;
    let Some(block) = block_of(view, cx.construct().directive) else { return true };
    let behind = Run::new(cx.region().end, view.program.outline.end(block));
    let named: Vec<_> = cx.clauses().flat_map(Clause::items).filter_map(|item| item.place.as_ref()).collect();
    view.calls(behind).next().is_some()
        || view.mentions(behind).any(|mention| {
            let root = mention.place.root;
            let is_later = |at: TokenRange| at.start > cx.directive_range().start;
            named.iter().any(|place| place.root == root) || view.declared_at(root).is_some_and(is_later)
        })
}

/// Returns whether an item consists of bytes that can be named: a variable, or one range.
fn is_plain(item: &Item) -> bool {
    let Some(place) = item.place() else { return false };
    let is_known = |extent: &Extent| !matches!(extent, Extent::All);
    match &*place.steps {
        [] => true,
        [Step::Deref(_), Step::Range { extent, stride: None, .. }] => is_known(extent),
        [Step::Range { stride: None, .. }] => true,
        _ => false,
    }
}

/// An item that is left at the end of a scope.
struct LeftItem {
    item: Item,
    copy_out: bool,
    origin: Origin,
}

/// Enters the data by a directive, and leaves it at the end of the scope.
fn enter_and_leave(cx: &Context<'_>, build: &mut Build<'_>) {
    let maps = build.take_clauses();
    let left = maps.iter().flat_map(left_items).collect();
    let entered = maps.into_iter().filter_map(entered).collect();
    let origin = Origin::Mapping("control may leave the region anywhere");
    let enter = Directive::standalone(OmpDirective::TargetEnterData, entered, origin);
    build.push_before(Omp::Directive(enter));
    leave_with_scope(cx, build, left);
    build.open_scope();
}

/// Returns the `map` clause of the directive that enters the data of a clause.
fn entered(clause: form::Clause) -> Option<form::Clause> {
    let Argument::Map { kind, flags, items } = clause.argument else { return None };
    let kind = match kind {
        MapKind::Tofrom | MapKind::To => MapKind::To,
        _ => MapKind::Alloc,
    };
    let argument = Argument::Map { kind, flags: flags.without(MapFlags::HOLD), items };
    Some(form::Clause::new(argument, clause.origin))
}

/// Returns the items of a `map` clause.
fn left_items(clause: &form::Clause) -> Vec<LeftItem> {
    let Argument::Map { kind, items, .. } = &clause.argument else { return Vec::new() };
    let copy_out = matches!(kind, MapKind::From | MapKind::Tofrom);
    let left = |item: &Item| LeftItem { item: item.clone(), copy_out, origin: clause.origin.clone() };
    items.iter().map(left).collect()
}

/// Declares a variable for each item, at whose end of scope the item is left. The item whose variable is declared last is left first, so
/// that it waits for the queues whose work needs the data.
fn leave_with_scope(cx: &Context<'_>, build: &mut Build<'_>, left: Vec<LeftItem>) {
    let has_unfinished = unfinished(cx.view, cx.facts, cx.id).is_some();
    let last = left.len().saturating_sub(1) as u32;
    for (number, LeftItem { item, copy_out, origin }) in (0..).zip(left) {
        let waits = has_unfinished && number == last;
        build.push_before(Omp::declare(Declare {
            local: Local::Fresh(Fresh::Left(cx.id, number)),
            ty: TypeLike::LeftData,
            init: Some(InitialValue::Left { item, copy_out, waits }),
            origin,
        }));
    }
}
