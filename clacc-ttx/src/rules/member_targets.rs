//! Memory behind pointer members of structs on directives without a region (OpenACC 3.4 2.6.7, 2.6.8).
//!
//! OpenACC puts that memory on the device, counts it alone, and attaches the member only if the struct is there too.
//! Where OpenMP maps the memory through the member, compilers map the member with it, and count the struct each time.
//! Then a struct that is mapped later would be extended, which ends the program, and a struct that one function maps
//! and another one releases would keep a count too many. So a variable points to the memory, and a routine of the
//! runtime library attaches the member. A pointer whose target is gone needs no `detach`: runtimes keep the host's value for
//! what is copied back.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::omp::form::{
    self, Argument, CallArgument, Declare, Directive, Fresh, InitialValue, Item, Local, MapFlags, MapKind,
    Omp, Operand, Origin, Routine, TypeLike,
};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{Extent, Place, Step, Value};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::build::places;
use super::pointer_table::bounds_of;
use super::{Build, Context, conditions, rows};
use crate::codes;
use crate::verdict::Fidelity;

/// The memory behind a member that an item of a directive without a region names.
#[derive(Clone, Debug)]
pub(super) struct MemberTarget {
    member: Place,
    /// What is mapped of it, through the pointer of the form.
    part: Item,
    /// The first element of the part, if it may be another one than the first of the memory.
    first: Option<Operand>,
    clause: ClauseId,
    kind: MapKind,
    flags: MapFlags,
}

impl MemberTarget {
    /// What an item of a clause leads to through a member; none if it is mapped through the member.
    pub(super) fn of(cx: &Context<'_>, clause: &Clause, item: &Item) -> Option<MemberTarget> {
        let place = item.place().filter(|place| is_led_to(cx, clause.kind, place))?;
        let member = place.without_ranges();
        let [_, first, steps @ ..] = &place.steps[member.steps.len()..] else { return None };
        let (start, length) = bounds_of(first);
        let is_later = cx.view.number(start) != Some(0);
        let (start, length) = (Operand::Value(start), Operand::Value(length));
        let first = is_later.then_some(start);
        let part = Item::PartBehind { pointer: Fresh::Target, start, length, steps: steps.into() };
        let (kind, flags) = (MapKind::To, MapFlags::NONE);
        Some(MemberTarget { member, part, first, clause: clause.id, kind, flags })
    }

    /// The same memory with a map type and modifiers.
    pub(super) fn mapped(self, kind: MapKind, flags: MapFlags) -> MemberTarget {
        MemberTarget { kind, flags, ..self }
    }

    /// The directive for the memory, with the pointer to it before and what attaches the member behind.
    fn code(self, others: &[form::Clause], attach: Option<Attach>) -> Vec<Omp> {
        let origin = Origin::Clause(self.clause);
        let pointer = Omp::Declare(Declare {
            local: Local::Fresh(Fresh::Target),
            ty: TypeLike::Row,
            init: Some(InitialValue::FirstOf(self.member.clone())),
            origin: origin.clone(),
        });
        let map = Argument::Map { kind: self.kind, flags: self.flags, items: vec![self.part.clone()] };
        let map = form::Clause::new(map, origin.clone());
        let clauses = std::iter::once(map).chain(others.iter().cloned()).collect();
        let kind =
            if attach.is_some() { OmpDirective::TargetEnterData } else { OmpDirective::TargetExitData };
        let directive = Omp::Directive(Directive::standalone(kind, clauses, origin.clone()));
        let attach = attach.map(|attach| self.attachment(attach, &origin));
        [pointer, directive].into_iter().chain(attach).collect()
    }

    fn attachment(self, attach: Attach, origin: &Origin) -> Omp {
        let address = CallArgument::PointerAddress(Item::Place { place: self.member, written: None });
        let part = self.first.map(|index| CallArgument::Element { pointer: Fresh::Target, index });
        let (now, later) = match part {
            Some(_) => (Routine::AttachPart, Routine::AttachPartAsync),
            None => (Routine::Attach, Routine::AttachAsync),
        };
        rows::attachment(attach.queue, now, later, [address].into_iter().chain(part), None, origin)
    }
}

/// How members are attached.
#[derive(Clone, Copy)]
struct Attach {
    queue: Option<rows::RoutineQueue>,
}

/// Whether an item of a clause on `enter data` or `exit data` names memory behind a member that is mapped without the
/// member. The dialects of the design map it through the member.
pub(super) fn is_led_to(cx: &Context<'_>, clause: AccClause, place: &Place) -> bool {
    let member = place.without_ranges();
    let is_member = matches!(member.steps.last(), Some(Step::Field(_)));
    if cx.dialect.structs_with_members || !is_member || cx.view.class_of(&member) != Class::Pointer {
        return false;
    }
    match &place.steps[member.steps.len()..] {
        [] => clause == AccClause::Delete,
        [Step::Deref(_), first, ..] => {
            matches!(first, Step::Index(_) | Step::Range { extent: Extent::Length(_), stride: None, .. })
        }
        _ => false,
    }
}

/// Adds the directives of `enter data`, behind the structs: a member is attached if it is on the device.
pub(super) fn begin(cx: &Context<'_>, build: &mut Build<'_>) {
    let mut targets = build.take_targets();
    targets.sort_by_key(|target| target.member.steps.len());
    let is_deferred = build.clauses().iter().any(|clause| clause.kind() == OmpClause::Nowait);
    let queue = is_deferred.then(|| rows::RoutineQueue::of(cx)).flatten();
    if let Some(code) = code(cx, build, targets, Some(Attach { queue })) {
        build.push_first_behind(code);
    }
}

/// Adds the directives of `exit data`, before the structs.
pub(super) fn end(cx: &Context<'_>, build: &mut Build<'_>) {
    let mut targets = build.take_targets();
    targets.sort_by_key(|target| std::cmp::Reverse(target.member.steps.len()));
    let code = code(cx, build, targets, None);
    code.into_iter().flatten().for_each(|each| build.push_before(each));
}

/// The directives; none if there are no targets, or if they have no form.
fn code(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    targets: Vec<MemberTarget>,
    attach: Option<Attach>,
) -> Option<Vec<Omp>> {
    if targets.is_empty() {
        return None;
    }
    let is_one = targets.len() == 1 && build.clauses().iter().all(|clause| clause.kind() != OmpClause::Map);
    if has_effects(cx) || !is_one && !is_repeatable(cx, attach.is_some()) {
        build.unsupported_directive(
            "several directives would evaluate the condition, the queue's number or an item more than once",
            &codes::MAP0003,
            "memory behind members has no OpenMP form with this condition, queue or item",
        );
        return None;
    }
    let reason = "a directive for the memory behind each member, through a variable that points to it";
    build.directive_verdict(Fidelity::Exact, reason);
    let is_other = |clause: &&form::Clause| !matches!(clause.kind(), OmpClause::Map | OmpClause::If);
    let others: Vec<form::Clause> = build.clauses().iter().filter(is_other).cloned().collect();
    let condition = cx.clause(AccClause::If).and_then(Clause::value);
    let condition = condition.map(|at| Operand::Value(Value::Node(at)));
    // If the condition is false, there may be no struct.
    let placed = |parts| match condition {
        Some(condition) => Omp::If { condition, then: parts },
        None => Omp::Block(parts),
    };
    Some(targets.into_iter().map(|target| placed(target.code(&others, attach))).collect())
}

/// Whether an item has side effects. It is named more than once.
fn has_effects(cx: &Context<'_>) -> bool {
    let mut items = cx.clauses().flat_map(|clause| places(clause.items()));
    items.any(|(at, _)| cx.view.has_side_effects(at))
}

/// Whether the values of the directive can be evaluated several times. An `enter data` changes nothing on the host.
fn is_repeatable(cx: &Context<'_>, is_entry: bool) -> bool {
    let is_value =
        |clause: &&Clause| matches!(clause.kind, AccClause::If | AccClause::Async | AccClause::Wait);
    let mut values = cx.clauses().filter(is_value).flat_map(Clause::values);
    if is_entry {
        !values.any(|value| cx.view.has_side_effects(value))
    } else {
        conditions::is_repeatable(cx)
    }
}
