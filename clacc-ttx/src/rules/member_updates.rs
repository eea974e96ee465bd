//! The directives for memory behind pointer members on `update`, in dialects with the motion modifier `present`.
//!
//! Through the member, compilers demand that the struct is on the device too, which OpenACC does not. So a variable points
//! to the memory.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::omp::form::{
    self, Argument, Declare, Directive, Fresh, InitialValue, Local, Omp, Operand, Origin, TypeLike,
};
use clacc_sema::program::place::Value;
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::build::places;
use super::member_targets::MemberTarget;
use super::{Build, Context, conditions};
use crate::verdict::Fidelity;

/// Whether the items and values of the directive can be evaluated in several directives.
pub(super) fn are_possible(cx: &Context<'_>) -> bool {
    let mut items = cx.clauses().flat_map(|clause| places(clause.items()));
    !items.any(|(at, _)| cx.view.has_side_effects(at)) && conditions::is_repeatable(cx)
}

/// Adds the directives.
pub(super) fn arrange(cx: &Context<'_>, build: &mut Build<'_>) {
    let targets = build.take_targets();
    if targets.is_empty() {
        return;
    }
    build.directive_verdict(
        Fidelity::Exact,
        "a directive for the memory behind each member, through a variable",
    );
    let is_other = |clause: &&form::Clause| {
        clause.kind() != OmpClause::If && !matches!(clause.argument, Argument::Motion { .. })
    };
    let others: Vec<form::Clause> = build.clauses().iter().filter(is_other).cloned().collect();
    let condition = cx.clause(AccClause::If).and_then(Clause::value);
    let condition = condition.map(|at| Operand::Value(Value::Node(at)));
    // If the condition is false, there may be no struct.
    let placed = |parts| match condition {
        Some(condition) => Omp::If { condition, then: parts },
        None => Omp::Block(parts),
    };
    let to_device = |target: &MemberTarget| {
        cx.clauses().any(|clause| clause.id == target.clause && clause.kind == AccClause::Device)
    };
    let code = targets.into_iter().map(|target| placed(parts(&target, to_device(&target), &others)));
    build.push_first_behind(code.collect());
}

/// The pointer to the memory, and the directive.
fn parts(target: &MemberTarget, to_device: bool, others: &[form::Clause]) -> Vec<Omp> {
    let origin = Origin::Clause(target.clause);
    let pointer = Omp::Declare(Declare {
        local: Local::Fresh(Fresh::Target),
        ty: TypeLike::Row,
        init: Some(InitialValue::FirstOf(target.member.clone())),
        origin: origin.clone(),
    });
    let motion = Argument::Motion { to_device, present: true, items: vec![target.part.clone()] };
    let motion = form::Clause::new(motion, origin.clone());
    let clauses = std::iter::once(motion).chain(others.iter().cloned()).collect();
    vec![pointer, Omp::Directive(Directive::standalone(OmpDirective::TargetUpdate, clauses, origin))]
}
