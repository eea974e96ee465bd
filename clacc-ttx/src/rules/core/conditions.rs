//! `if` and `self`: whether a construct is executed on the device.

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_sema::omp::form::{self, Operand, Origin};
use clacc_sema::program::place::{EntityId, Value};
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::build::places;
use super::{Build, Context, Mapped};
use crate::dialect::Fault;

/// `if` on a directive that copies or maps data.
pub(crate) fn of_data(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if let Some(condition) = clause.value() {
        let condition = evaluated_once(cx, build, clause, Operand::Value(Value::Node(condition)));
        build.push(form::Argument::If { of: None, condition }, clause.id);
    }
    Mapped::exact("the OpenMP clause means the same")
}

/// `if` or `self` on a compute construct.
pub(crate) fn of_compute(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let is_self = clause.kind == AccClause::SelfClause;
    let other = cx.clause(if is_self { AccClause::If } else { AccClause::SelfClause });
    if is_self && other.is_some() {
        return Mapped::exact("the condition of `if` says both");
    }
    if let (Argument::Value(condition), Some(other)) = (&clause.argument, other)
        && !matches!(other.argument, Argument::Value(_))
        && cx.view.has_side_effects(*condition)
    {
        return Mapped::unsupported_part(cx, clause, "side effects and `self` beside it");
    }
    let condition = of_region(cx).unwrap_or(Operand::Value(Value::constant(0)));
    let condition = evaluated_once(cx, build, clause, condition);
    build.push(form::Argument::If { of: Some(OmpDirective::Target), condition }, clause.id);
    Mapped::exact("the condition says whether the region runs on the device")
}

/// Returns the condition, evaluated before the directive if it has side effects: when no device is targeted, clang 19 leaves out directives
/// together with their conditions.
fn evaluated_once(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause, condition: Operand) -> Operand {
    let conditions = cx.clauses().filter(|each| matches!(each.kind, AccClause::If | AccClause::SelfClause));
    let mut values = conditions.flat_map(Clause::values);
    if !cx.avoids(Fault::ConditionsWithoutDevice) || !values.any(|value| cx.view.has_side_effects(value)) {
        return condition;
    }
    Operand::Fresh(build.keep_condition(condition, &Origin::Clause(clause.id)))
}

/// Returns the condition under which a construct with a region uses the device; none if it always does. The construct runs on the host if
/// the condition of `if` is false, or if that of `self` is true or missing.
pub(crate) fn of_region(cx: &Context<'_>) -> Option<Operand> {
    let argument = |kind| cx.clause(kind).map(|clause: &Clause| &clause.argument);
    Some(match (argument(AccClause::If), argument(AccClause::SelfClause)) {
        (None, None) => return None,
        (Some(Argument::Value(condition)), None) => Operand::Value(Value::Node(*condition)),
        (None, Some(Argument::Value(unless))) => Operand::Not(*unless),
        (Some(Argument::Value(condition)), Some(Argument::Value(unless))) => {
            Operand::Unless { condition: *condition, unless: *unless }
        }
        _ => Operand::Value(Value::constant(0)),
    })
}

/// Maps a clause that takes one value and has the same meaning in OpenMP.
pub(crate) fn same_value(build: &mut Build<'_>, clause: &Clause, kind: OmpClause) -> Mapped {
    if let Some(value) = clause.value() {
        build.push(form::Argument::Value(kind, Operand::Value(Value::Node(value))), clause.id);
    }
    Mapped::exact("the OpenMP clause means the same")
}

/// Returns whether the arguments of the directive can be evaluated several times: they have no side effects, and do not depend on updated
/// data.
pub(crate) fn is_repeatable(cx: &Context<'_>) -> bool {
    let is_value =
        |clause: &&Clause| matches!(clause.kind, AccClause::If | AccClause::Async | AccClause::Wait);
    let updated: Vec<EntityId> =
        cx.clauses().flat_map(|clause| places(clause.items())).map(|(_, place)| place.root).collect();
    cx.clauses().filter(is_value).flat_map(Clause::values).all(|value| {
        let mut mentions = cx.view.mentions(cx.view.run(value));
        !cx.view.has_side_effects(value) && !mentions.any(|mention| updated.contains(&mention.place.root))
    })
}
