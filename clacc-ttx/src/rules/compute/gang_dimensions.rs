//! `num_gangs` with several values: gangs in several dimensions (OpenACC 3.4 2.5.10).

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_sema::acc::facts::{Construct, ConstructId, Half};
use clacc_sema::omp::form::{self, Omp, Operand, Origin};
use clacc_sema::program::place::{At, Value};
use clacc_syntax::arena::RawIdx;
use clacc_syntax::directive::{AccClause, OmpClause};

use crate::rules::core::{Build, Context, Mapped};

/// Maps `num_gangs` with several values. OpenMP's teams have one dimension, so all gangs are teams. If the construct consists of one gang
/// loop, each iteration is executed by one team, and more teams than the gangs of the loop's dimension would be idle.
pub(crate) fn num_gangs(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause, values: Vec<At>) -> Mapped {
    let Some(dimension) = only_loop(cx).map(|id| dimension_of(cx, id)) else {
        build.push(form::Argument::Product(OmpClause::NumTeams, values), clause.id);
        return Mapped::exact("the gangs of all dimensions are teams");
    };
    let chosen = values.get(dimension - 1).copied();
    for value in values.into_iter().filter(|value| Some(*value) != chosen && cx.view.has_side_effects(*value))
    {
        build.push_before(Omp::Evaluate { value, origin: Origin::Clause(clause.id) });
    }
    let count = Operand::Value(chosen.map_or(Value::constant(1), Value::Node));
    build.push(form::Argument::Value(OmpClause::NumTeams, count), clause.id);
    Mapped::exact("the construct is one gang loop, and there is a team for each gang of its dimension")
}

/// Returns the gang loop that is the whole statement of a compute construct. It is the next construct in the arena.
fn only_loop(cx: &Context<'_>) -> Option<ConstructId> {
    let next = ConstructId::from_raw(RawIdx::from_u32(cx.id.into_raw().into_u32() + 1));
    let is_one = next.into_raw().into_u32() < cx.facts.constructs.len() as u32;
    let construct = is_one.then(|| &cx.facts.constructs[next]).filter(|each| each.parent == Some(cx.id))?;
    let is_whole = construct.half == Half::Inner || statement_of(cx, construct) == Some(cx.region().start);
    let has_gang = construct.loop_facts.as_deref().is_some_and(|facts| facts.gang.is_some());
    (is_whole && has_gang).then_some(next)
}

/// Returns the statement that consists of a directive and its loop.
fn statement_of(cx: &Context<'_>, construct: &Construct) -> Option<At> {
    cx.view.program.outline.parent(cx.view.directive(construct.directive).at)
}

/// Returns the dimension of the gangs among which a loop is partitioned.
fn dimension_of(cx: &Context<'_>, id: ConstructId) -> usize {
    let loop_ = Context { id, ..*cx };
    let stated = loop_.clause(AccClause::Gang).and_then(|clause| match clause.argument {
        Argument::Gang { dim: Some(dim), .. } => usize::try_from(cx.constant(dim)?).ok(),
        _ => None,
    });
    stated.unwrap_or(1).max(1)
}
