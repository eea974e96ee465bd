//! The directives for pointees of pointer members, on `enter data` and `exit data`.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::omp::form::{
    self, Argument, CallArgument, Declare, Directive, Fresh, InitialValue, Item, Local, MapFlags, MapKind,
    Omp, Operand, Origin, Routine, TypeLike,
};
use clacc_sema::program::place::Value;
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::rows;
use crate::codes;
use crate::rules::core::build::places;
use crate::rules::core::member_targets::MemberTarget;
use crate::rules::core::{Build, Context, conditions};
use crate::verdict::Fidelity;

/// The call for each member, which is next to the directive for its pointee.
#[derive(Clone, Copy)]
struct MemberAction {
    kind: OmpDirective,
    /// True if the attachment counter is set to zero.
    finalize: bool,
    queue: Option<rows::RoutineQueue>,
}

impl MemberAction {
    fn of(cx: &Context<'_>, build: &Build<'_>, kind: OmpDirective) -> MemberAction {
        let is_deferred = build.clauses().iter().any(|clause| clause.kind() == OmpClause::Nowait);
        let queue = is_deferred.then(|| rows::RoutineQueue::of(cx)).flatten();
        MemberAction { kind, finalize: cx.clause(AccClause::Finalize).is_some(), queue }
    }

    /// Returns the routine for a member, and its asynchronous version.
    fn routines(self, starts_later: bool) -> (Routine, Routine) {
        match (self.kind, self.finalize, starts_later) {
            (OmpDirective::TargetExitData, true, _) => {
                (Routine::DetachPartFinalize, Routine::DetachPartFinalizeAsync)
            }
            (OmpDirective::TargetExitData, false, _) => (Routine::DetachPart, Routine::DetachPartAsync),
            (_, _, true) => (Routine::AttachPart, Routine::AttachPartAsync),
            (_, _, false) => (Routine::Attach, Routine::AttachAsync),
        }
    }
}

/// Adds the directives of `enter data`, after those of the structs: a member is attached if it is on the device.
pub(crate) fn begin(cx: &Context<'_>, build: &mut Build<'_>) {
    let mut targets = build.take_targets();
    targets.sort_by_key(|target| target.member.steps.len());
    let action = MemberAction::of(cx, build, OmpDirective::TargetEnterData);
    if let Some(code) = code(cx, build, targets, action) {
        build.push_first_behind(code);
    }
}

/// Adds the directives of `exit data`, before those of the structs. Each member is detached when its pointee is released, which shows
/// whether a region still holds the pointee.
pub(crate) fn end(cx: &Context<'_>, build: &mut Build<'_>) {
    let mut targets = build.take_targets();
    targets.sort_by_key(|target| std::cmp::Reverse(target.member.steps.len()));
    let action = MemberAction::of(cx, build, OmpDirective::TargetExitData);
    let code = code(cx, build, targets, action);
    code.into_iter().flatten().for_each(|each| build.push_before(each));
}

/// Returns the code at the start and at the end of a region for the pointee of a member. Without map types the pointee is only attached.
pub(crate) fn around_region(target: &MemberTarget, kinds: Option<(MapKind, MapKind)>) -> (Omp, Omp) {
    let code = |directive, kind: Option<MapKind>| {
        let action = MemberAction { kind: directive, finalize: false, queue: None };
        Omp::Block(match kind {
            Some(kind) => {
                let is_copied = matches!(kind, MapKind::To | MapKind::From);
                let flags = if is_copied { target.flags } else { MapFlags::NONE };
                parts(target.clone().mapped(kind, flags), &[], action)
            }
            None => vec![pointer_to(target), attachment(target.clone(), action)],
        })
    };
    let first = code(OmpDirective::TargetEnterData, kinds.map(|(enter, _)| enter));
    (first, code(OmpDirective::TargetExitData, kinds.map(|(_, exit)| exit)))
}

/// Returns the directives for the targets; none without targets, or if they have no form.
fn code(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    targets: Vec<MemberTarget>,
    action: MemberAction,
) -> Option<Vec<Omp>> {
    if targets.is_empty() {
        return None;
    }
    let is_one = targets.len() == 1 && build.clauses().iter().all(|clause| clause.kind() != OmpClause::Map);
    if has_effects(cx) || !is_one && !is_repeatable(cx, action.kind) {
        build.unsupported_directive(
            "several directives would evaluate the condition, the queue's number or an item more than once",
            &codes::MAP0003,
            "memory behind members has no OpenMP form with this condition, queue or item",
        );
        return None;
    }
    let reason = "a directive for the memory behind each member, through a variable that points to it";
    build.directive_verdict(Fidelity::Exact, reason);
    let others = others(build);
    Some(targets.into_iter().map(|target| placed(cx, parts(target, &others, action))).collect())
}

/// Returns the clauses that each directive has in addition to the one for the pointee.
pub(crate) fn others(build: &Build<'_>) -> Vec<form::Clause> {
    let is_other = |clause: &&form::Clause| {
        clause.kind() != OmpClause::If
            && !matches!(clause.argument, Argument::Map { .. } | Argument::Motion { .. })
    };
    build.clauses().iter().filter(is_other).cloned().collect()
}

/// Returns the code for one member, under the condition of the directive: if it is false, there may be no struct.
pub(super) fn placed(cx: &Context<'_>, parts: Vec<Omp>) -> Omp {
    let condition = cx.clause(AccClause::If).and_then(Clause::value);
    match condition {
        Some(at) => Omp::If { condition: Operand::Value(Value::Node(at)), then: parts },
        None => Omp::Block(parts),
    }
}

/// Returns whether an item has side effects, which would be repeated because several directives name it.
pub(super) fn has_effects(cx: &Context<'_>) -> bool {
    let mut items = cx.clauses().flat_map(|clause| places(clause.items()));
    items.any(|(at, _)| cx.view.has_side_effects(at))
}

/// Returns whether the arguments of the directive can be evaluated several times. An `enter data` changes nothing on the host.
fn is_repeatable(cx: &Context<'_>, kind: OmpDirective) -> bool {
    let is_value =
        |clause: &&Clause| matches!(clause.kind, AccClause::If | AccClause::Async | AccClause::Wait);
    let mut values = cx.clauses().filter(is_value).flat_map(Clause::values);
    if kind == OmpDirective::TargetEnterData {
        !values.any(|value| cx.view.has_side_effects(value))
    } else {
        conditions::is_repeatable(cx)
    }
}

/// Returns the pointer to the pointee, the directive for it, and the call that attaches or detaches the member.
fn parts(target: MemberTarget, others: &[form::Clause], action: MemberAction) -> Vec<Omp> {
    let map = Argument::Map { kind: target.kind, flags: target.flags, items: vec![target.part.clone()] };
    let mut parts = through_pointer(&target, action.kind, map, others);
    parts.push(attachment(target, action));
    parts
}

/// Returns the declaration of a pointer to the pointee, and a directive for the pointee.
pub(crate) fn through_pointer(
    target: &MemberTarget,
    kind: OmpDirective,
    argument: Argument,
    others: &[form::Clause],
) -> Vec<Omp> {
    let origin = Origin::Clause(target.clause);
    let own = form::Clause::new(argument, origin.clone());
    let clauses = std::iter::once(own).chain(others.iter().cloned()).collect();
    vec![pointer_to(target), Omp::Directive(Directive::standalone(kind, clauses, origin))]
}

fn pointer_to(target: &MemberTarget) -> Omp {
    Omp::declare(Declare {
        local: Local::Fresh(Fresh::Target),
        ty: TypeLike::Row,
        init: Some(InitialValue::FirstOf(target.member.clone())),
        origin: Origin::Clause(target.clause),
    })
}

fn attachment(target: MemberTarget, action: MemberAction) -> Omp {
    let origin = Origin::Clause(target.clause);
    let address = CallArgument::PointerAddress(Item::Place { place: target.member, written: None });
    let is_entry = action.kind == OmpDirective::TargetEnterData;
    let (now, later) = action.routines(target.first.is_some());
    let start = (!is_entry).then_some(Operand::Value(Value::constant(0)));
    let part = target.first.or(start).map(|index| CallArgument::Element { pointer: Fresh::Target, index });
    rows::attachment(action.queue, now, later, [address].into_iter().chain(part), None, &origin)
}
