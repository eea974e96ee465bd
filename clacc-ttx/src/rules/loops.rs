//! `loop` -> the part of `distribute parallel for simd` that its levels say, or nothing.

use clacc_sema::acc::facts::{Attribute, How, LoopFacts, Reason, Sharing};
use clacc_sema::c::model::SymbolId;
use clacc_syntax::Name;
use clacc_syntax::ast::{Clause, ClauseId};
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::builder::is_whole;
use super::reductions::{gangs_reduce_parts, has_later_part, reduction};
use super::{Context, NodeBuilder, privates};
use crate::codes;
use crate::omp::{Fidelity, NewCode, OmpItem, OmpNode, Origin};

const NO_SIMD: &str =
    "compilers of the dialect lose the reduction on simd, and no result depends on vector lanes";

/// The variable that holds a `num_workers` argument which is no constant. The name is the design's.
pub(super) fn workers_variable(cx: &Context<'_>) -> Name {
    cx.tree().names.intern("__clang_acc_num_workers__")
}

/// `loop` -> `distribute`, `parallel for`, `simd` and what they combine to; no directive for a sequential loop.
pub fn loop_(cx: &Context<'_>) -> OmpNode {
    let mut node = NodeBuilder::new(cx);
    let Some(facts) = &cx.construct().loop_facts else { return super::unmapped(cx) };
    if cx.compute().is_none() {
        let message =
            "`acc loop` outside a compute construct has no OpenMP form under this mapping".to_owned();
        node.unsupported_directive(
            "what the loop maps to depends on the callers of its function",
            &codes::MAP0004,
            message,
        );
        return node.finish(None);
    }
    let directive = directive_of(facts).and_then(|directive| with_possible_simd(cx, directive));
    match directive {
        Some(directive) => partitioned(cx, &mut node, facts, directive),
        None => sequential(cx, &mut node, facts),
    }
    node.finish(directive)
}

/// The directive, without `simd` where the dialect's compilers lose a reduction on it.
fn with_possible_simd(cx: &Context<'_>, directive: OmpDirective) -> Option<OmpDirective> {
    let is_lost = |(id, clause): (ClauseId, &Clause)| {
        clause.acc() == Some(AccClause::Reduction) && has_later_part(cx, id)
    };
    if cx.dialect.simd_parts || !cx.clauses().any(is_lost) {
        return Some(directive);
    }
    match directive {
        OmpDirective::Simd => None,
        OmpDirective::ParallelForSimd => Some(OmpDirective::ParallelFor),
        OmpDirective::DistributeSimd => Some(OmpDirective::Distribute),
        OmpDirective::DistributeParallelForSimd => Some(OmpDirective::DistributeParallelFor),
        other => Some(other),
    }
}

fn has_simd(directive: OmpDirective) -> bool {
    matches!(
        directive,
        OmpDirective::Simd
            | OmpDirective::ParallelForSimd
            | OmpDirective::DistributeSimd
            | OmpDirective::DistributeParallelForSimd
    )
}

/// The directive of a loop, by its levels.
fn directive_of(facts: &LoopFacts) -> Option<OmpDirective> {
    if facts.sequential.is_some() {
        return None;
    }
    match (facts.gang.is_some(), facts.worker.is_some(), facts.vector.is_some()) {
        (false, false, false) => None,
        (false, false, true) if is_lone_vector(facts) => Some(OmpDirective::ParallelForSimd),
        (false, false, true) => Some(OmpDirective::Simd),
        (false, true, false) => Some(OmpDirective::ParallelFor),
        (false, true, true) => Some(OmpDirective::ParallelForSimd),
        (true, false, false) => Some(OmpDirective::Distribute),
        (true, false, true) => Some(OmpDirective::DistributeSimd),
        (true, true, false) => Some(OmpDirective::DistributeParallelFor),
        (true, true, true) => Some(OmpDirective::DistributeParallelForSimd),
    }
}

/// Whether a loop is partitioned among vector lanes, and neither it nor a loop around it among gangs or workers.
/// OpenMP does not permit `simd` directly inside `target teams`.
fn is_lone_vector(facts: &LoopFacts) -> bool {
    facts.vector.is_some() && facts.gang.is_none() && facts.worker.is_none() && !facts.inside_partitioned
}

fn sequential(cx: &Context<'_>, node: &mut NodeBuilder<'_>, facts: &LoopFacts) {
    for (id, clause) in cx.clauses() {
        let Some(kind) = supported(cx, node, None, id, clause) else { continue };
        let (fidelity, reason) = match kind {
            AccClause::Private => (Fidelity::Exact, "a local variable of a new block is the private copy"),
            AccClause::Reduction => (
                Fidelity::Exact,
                "one thread runs the loop; a reduction among gangs is stated on the construct",
            ),
            AccClause::Vector if facts.sequential.is_none() => (Fidelity::Dropped, NO_SIMD),
            AccClause::Gang | AccClause::Worker | AccClause::Vector => {
                (Fidelity::Dropped, "the loop is decided as sequential, as auto permits")
            }
            _ => (Fidelity::Dropped, "a plain loop runs sequentially"),
        };
        node.verdict(id, fidelity, reason);
    }
    for code in private_copies(cx, facts) {
        node.push_code(code);
    }
}

fn partitioned(cx: &Context<'_>, node: &mut NodeBuilder<'_>, facts: &LoopFacts, directive: OmpDirective) {
    sizes(cx, node, facts, directive);
    for (id, clause) in cx.clauses() {
        let Some(kind) = supported(cx, node, Some(directive), id, clause) else { continue };
        match kind {
            AccClause::Collapse => {
                node.push_items_of(id, OmpClause::Collapse, Vec::new());
                node.verdict(id, Fidelity::Exact, "the OpenMP clause means the same");
            }
            AccClause::Reduction => loop_reduction(cx, node, facts, directive, id),
            AccClause::Private => private_clause(cx, node, facts, id, clause),
            AccClause::Vector if !has_simd(directive) => node.verdict(id, Fidelity::Dropped, NO_SIMD),
            AccClause::Gang | AccClause::Worker | AccClause::Vector => {
                node.verdict(id, Fidelity::Exact, "the name of the OpenMP directive says it");
            }
            _ => node.verdict(
                id,
                Fidelity::Dropped,
                "an OpenMP loop directive already says that iterations are independent",
            ),
        }
    }
    predetermined_privates(cx, node, facts);
    if has_parallel(directive) {
        node.push_symbols(OmpClause::Shared, Vec::new(), &implicitly_shared(cx));
    }
}

/// The kind of a clause if the rules know it and its arguments.
fn supported(
    cx: &Context<'_>,
    node: &mut NodeBuilder<'_>,
    directive: Option<OmpDirective>,
    id: ClauseId,
    clause: &Clause,
) -> Option<AccClause> {
    let kind = clause.acc()?;
    let has_arguments = clause.arguments.as_ref().is_some_and(|arguments| !arguments.items.is_empty());
    match kind {
        AccClause::Gang | AccClause::Worker | AccClause::Vector if has_arguments => {
            node.unsupported_part(id, clause, "an argument");
            None
        }
        AccClause::Gang
        | AccClause::Worker
        | AccClause::Vector
        | AccClause::Seq
        | AccClause::Independent
        | AccClause::Auto
        | AccClause::Reduction => Some(kind),
        AccClause::Private => {
            // A local array in a block around the loop is each team's own; threads and lanes would share it.
            let is_own = matches!(directive, None | Some(OmpDirective::Distribute));
            (node.is_plain(id, clause) && privates::check(cx, node, id, clause, is_own)).then_some(kind)
        }
        AccClause::Collapse => node.is_plain(id, clause).then_some(kind),
        _ => {
            node.unsupported(id);
            None
        }
    }
}

/// `num_threads` and `simdlen`, which come before everything else.
fn sizes(cx: &Context<'_>, node: &mut NodeBuilder<'_>, facts: &LoopFacts, directive: OmpDirective) {
    if is_lone_vector(facts) {
        let why = "OpenMP permits no simd directly inside target teams, so one thread runs it";
        node.push(OmpClause::NumThreads, Vec::new(), vec![OmpItem::Number(1)], Origin::Mapping(why));
    }
    let Some(compute) = cx.compute() else { return };
    if facts.worker.is_some()
        && let Some(size) = &compute.sizes.num_workers
    {
        let item = match size.constant {
            Some(_) => OmpItem::Expr(size.expr),
            None => OmpItem::New(workers_variable(cx)),
        };
        node.push(OmpClause::NumThreads, Vec::new(), vec![item], Origin::Clause(size.clause));
    }
    if has_simd(directive)
        && let Some(size) = compute.sizes.vector_length.as_ref().filter(|size| size.constant.is_some())
    {
        let items = vec![OmpItem::Expr(size.expr)];
        node.push(OmpClause::Simdlen, Vec::new(), items, Origin::Clause(size.clause));
    }
}

/// A reduction stays where threads or lanes reduce. What gangs reduce is stated on the compute construct.
fn loop_reduction(
    cx: &Context<'_>,
    node: &mut NodeBuilder<'_>,
    facts: &LoopFacts,
    directive: OmpDirective,
    id: ClauseId,
) {
    if facts.gang.is_some() && !gangs_reduce_parts(cx, id) {
        let clause = &cx.tree()[id];
        return node.unsupported_part(id, clause, "elements behind a pointer that each gang has for itself");
    }
    if directive != OmpDirective::Distribute {
        return reduction(cx, node, id);
    }
    node.verdict(id, Fidelity::Exact, "the reduction among gangs is stated on the construct around it");
}

/// `private` as written, without control variables that OpenMP makes `linear` on `simd` and that get a local instead.
fn private_clause(
    cx: &Context<'_>,
    node: &mut NodeBuilder<'_>,
    facts: &LoopFacts,
    id: ClauseId,
    clause: &Clause,
) {
    let is_local = |symbol: Option<SymbolId>| {
        facts.vector.is_some() && symbol.is_some_and(|symbol| is_assigned_control(facts, symbol))
    };
    for code in clause.exprs().filter_map(|expr| privates::local_array(cx, expr, id)) {
        node.push_code(code);
    }
    let kept = clause.exprs().filter(|expr| !is_local(cx.model.symbol_of(*expr)));
    let kept = kept.filter(|expr| !privates::is_behind_pointer(cx, *expr));
    let items: Vec<_> = kept.map(|expr| privates::whole(cx, expr)).collect();
    for expr in clause.exprs() {
        if let Some(symbol) = cx.model.symbol_of(expr).filter(|symbol| is_local(Some(*symbol))) {
            node.push_code(NewCode::Local { symbol, clause: Some(id) });
        }
    }
    if !items.is_empty() {
        node.push(OmpClause::Private, Vec::new(), items, Origin::Clause(id));
    }
    node.verdict(id, Fidelity::Exact, "a private clause, or a local variable where simd permits none");
}

/// Control variables that are private without a clause: a `private` clause, or a local where the directive has `simd`.
fn predetermined_privates(cx: &Context<'_>, node: &mut NodeBuilder<'_>, facts: &LoopFacts) {
    let variables: Vec<_> = cx
        .construct()
        .attributes
        .iter()
        .filter(is_whole)
        .filter(|each| !is_declared_control(facts, each.variable.symbol))
        .filter_map(|each| match &each.sharing {
            Some((Sharing::Private, reason)) if reason.how != How::Explicit => {
                Some((each.variable.symbol, reason))
            }
            _ => None,
        })
        .collect();
    if facts.vector.is_none() {
        return node.push_symbols(OmpClause::Private, Vec::new(), &variables);
    }
    for (symbol, _) in variables {
        node.push_code(NewCode::Local { symbol, clause: None });
    }
}

/// The local variables that are a sequential loop's own copies.
fn private_copies(cx: &Context<'_>, facts: &LoopFacts) -> Vec<NewCode> {
    let local = |each: &Attribute| match &each.sharing {
        Some((Sharing::Private, reason)) => {
            let clause = reason.clause.filter(|_| reason.how == How::Explicit);
            let array = reason.item.zip(clause).and_then(|(item, id)| privates::local_array(cx, item, id));
            Some(array.unwrap_or(NewCode::Local { symbol: each.variable.symbol, clause }))
        }
        _ => None,
    };
    let attributes = cx.construct().attributes.iter().filter(is_whole);
    attributes.filter(|each| !is_declared_control(facts, each.variable.symbol)).filter_map(local).collect()
}

fn is_declared_control(facts: &LoopFacts, symbol: SymbolId) -> bool {
    facts.control.iter().any(|control| control.symbol == symbol && control.declared)
}

fn is_assigned_control(facts: &LoopFacts, symbol: SymbolId) -> bool {
    facts.control.iter().any(|control| control.symbol == symbol && !control.declared)
}

fn has_parallel(directive: OmpDirective) -> bool {
    matches!(
        directive,
        OmpDirective::ParallelFor
            | OmpDirective::ParallelForSimd
            | OmpDirective::DistributeParallelFor
            | OmpDirective::DistributeParallelForSimd
    )
}

/// The variables that are shared because nothing else is said, in the order in which the associated statement mentions
/// them.
pub(super) fn implicitly_shared<'a>(cx: &Context<'a>) -> Vec<(SymbolId, &'a Reason)> {
    let mut found: Vec<(&'a Attribute, &'a Reason)> = cx
        .construct()
        .attributes
        .iter()
        .filter(is_whole)
        .filter_map(|each| match &each.sharing {
            Some((Sharing::Shared, reason)) if reason.how == How::Implicit => Some((each, reason)),
            _ => None,
        })
        .collect();
    found.sort_by_key(|(attribute, _)| attribute.met.unwrap_or(u32::MAX));
    found.into_iter().map(|(attribute, reason)| (attribute.variable.symbol, reason)).collect()
}
