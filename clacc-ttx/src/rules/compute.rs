//! `parallel` -> `target teams`.

use clacc_sema::acc::facts::{Attribute, How, Mapping, Reason, Sharing, SizeArgument};
use clacc_sema::c::model::SymbolId;
use clacc_sema::c::types::Type;
use clacc_syntax::ast::{Clause, ClauseId};
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};
use rustc_hash::FxHashSet;

use super::builder::is_whole;
use super::context::directly_changed;
use super::data::{data_clause, default_clause, goes_one_way, is_data_clause, map_modifiers};
use super::reductions::{self, reduction};
use super::{Context, NodeBuilder, conditions, loops, privates, queues};
use crate::codes;
use crate::omp::{Fidelity, NewCode, OmpItem, OmpNode, Origin};

const SAME: &str = "the OpenMP clause means the same";

/// `parallel` -> `target teams`: the clauses in source order, then what no clause states: `map` of what a visible
/// `no_create` covers, copies, shared, firstprivate, reductions, `defaultmap`.
pub fn parallel(cx: &Context<'_>) -> OmpNode {
    let mut node = NodeBuilder::new(cx);
    for (id, clause) in cx.clauses() {
        explicit_clause(cx, &mut node, id, clause);
    }
    implicit_clauses(cx, &mut node);
    queues::clauses(cx, &mut node);
    node.finish(Some(OmpDirective::TargetTeams))
}

fn explicit_clause(cx: &Context<'_>, node: &mut NodeBuilder<'_>, id: ClauseId, clause: &Clause) {
    let sizes = &cx.construct().sizes;
    match clause.acc() {
        Some(kind) if is_data_clause(kind) => {
            data_clause(cx, node, id, clause, kind);
        }
        Some(kind) if queues::is_queue_clause(kind) => {}
        Some(AccClause::If | AccClause::SelfClause) => conditions::of_compute(cx, node, id, clause),
        Some(AccClause::Deviceptr) => same_list(node, id, clause, OmpClause::IsDevicePtr),
        Some(AccClause::Default) => default_clause(node, id),
        Some(AccClause::Private) => privates::clause(cx, node, id, clause, OmpClause::Private),
        Some(AccClause::Firstprivate) => privates::clause(cx, node, id, clause, OmpClause::Firstprivate),
        Some(AccClause::Reduction) => reduction(cx, node, id),
        Some(AccClause::NumGangs) if clause.exprs().count() == 1 => {
            same_list(node, id, clause, OmpClause::NumTeams);
        }
        Some(AccClause::NumGangs) => node.unsupported_part(id, clause, "several values"),
        Some(AccClause::NumWorkers) => match &sizes.num_workers {
            Some(size) if size.clause == id => num_workers(cx, node, size, sizes.has_worker_loop),
            _ => node.unsupported(id),
        },
        Some(AccClause::VectorLength) => match &sizes.vector_length {
            Some(size) if size.clause == id => vector_length(node, size),
            _ => node.unsupported(id),
        },
        _ => node.unsupported(id),
    }
}

fn same_list(node: &mut NodeBuilder<'_>, id: ClauseId, clause: &Clause, kind: OmpClause) {
    if node.is_plain(id, clause) {
        node.push_items_of(id, kind, Vec::new());
        node.verdict(id, Fidelity::Exact, SAME);
    }
}

/// OpenMP says how many threads a worker loop has on the loop. A constant is repeated there; anything else is
/// evaluated once, before the region.
fn num_workers(cx: &Context<'_>, node: &mut NodeBuilder<'_>, size: &SizeArgument, has_worker_loop: bool) {
    let SizeArgument { clause, expr, .. } = *size;
    if has_worker_loop {
        if size.constant.is_none() {
            node.push_code(NewCode::Constant {
                name: loops::workers_variable(cx),
                ty: size.ty.clone(),
                value: expr,
                clause,
            });
        }
        return node.verdict(clause, Fidelity::Exact, "each worker loop says num_threads");
    }
    if size.side_effects {
        node.push_code(NewCode::Evaluate { value: expr, clause });
    }
    node.verdict(clause, Fidelity::Dropped, "no loop is partitioned among workers");
}

/// `vector_length` becomes `simdlen` on the vector loops, where OpenMP takes a constant only.
fn vector_length(node: &mut NodeBuilder<'_>, size: &SizeArgument) {
    if size.constant.is_some() {
        return node.verdict(size.clause, Fidelity::Exact, "each vector loop says simdlen");
    }
    if size.side_effects {
        node.push_code(NewCode::Evaluate { value: size.expr, clause: size.clause });
    }
    let reason = "simdlen takes a constant only, so the compiler chooses the length; no result depends on it";
    node.verdict(size.clause, Fidelity::Approximated, reason);
    node.report(
        size.clause,
        &codes::MAP0009,
        "`vector_length` is ignored because its argument is no constant".to_owned(),
    );
}

fn implicit_clauses(cx: &Context<'_>, node: &mut NodeBuilder<'_>) {
    let construct = cx.construct();
    let whole = || construct.attributes.iter().filter(is_whole);
    let pointers: Vec<_> = whole().filter(|each| suppressed_by(cx, each, Mapping::Deviceptr)).collect();
    node.push_symbols(OmpClause::IsDevicePtr, Vec::new(), &with_mapping_reason(&pointers));
    let invisible: Vec<_> = whole().filter(|each| suppressed_by(cx, each, Mapping::NoCreate)).collect();
    if let Some(no_alloc) = cx.dialect.no_alloc {
        node.push_symbols(OmpClause::Map, vec![no_alloc, "alloc"], &with_mapping_reason(&invisible));
    }
    let copies: Vec<_> = whole().filter(|each| has_implicit_copy(each)).collect();
    let (one_way, both_ways): (Vec<_>, Vec<_>) =
        with_mapping_reason(&copies).into_iter().partition(|(symbol, _)| goes_one_way(cx, *symbol));
    for (copied, map_type) in [(both_ways, "tofrom"), (one_way, "to")] {
        let mut modifiers = map_modifiers(cx, AccClause::Copy);
        modifiers.push(map_type);
        let items = copied.iter().map(|(symbol, reason)| reductions::copied(cx, *symbol, reason));
        let first = copied.first().map(|(_, reason)| *reason);
        node.push_variables(OmpClause::Map, modifiers, items.collect(), first);
    }
    let presents: Vec<_> = whole().filter(|each| has_implicit(each, Mapping::Present)).collect();
    let mut modifiers = map_modifiers(cx, AccClause::Present);
    modifiers.push("alloc");
    node.push_symbols(OmpClause::Map, modifiers, &with_mapping_reason(&presents));
    node.push_symbols(OmpClause::Shared, Vec::new(), &loops::implicitly_shared(cx));
    firstprivates(cx, node);
    reductions::check_parts(cx, node);
    reductions::implicit_reductions(cx, node);
    let relies_on_default = |each: &&Attribute| {
        is_suppressed(each)
            && (cx.dialect.no_alloc.is_none() || !suppressed_by(cx, each, Mapping::NoCreate))
            && !suppressed_by(cx, each, Mapping::Deviceptr)
            && is_scalar(cx, each.variable.symbol)
    };
    if whole().any(|each| relies_on_default(&each)) {
        let why = "variables that an enclosing data clause covers must not become firstprivate";
        node.push(OmpClause::Defaultmap, vec!["tofrom"], vec![OmpItem::Word("scalar")], Origin::Mapping(why));
    }
}

fn with_mapping_reason<'a>(attributes: &[&'a Attribute]) -> Vec<(SymbolId, &'a Reason)> {
    let reason =
        |each: &&'a Attribute| each.mapping.as_ref().map(|(_, reason)| (each.variable.symbol, reason));
    attributes.iter().filter_map(reason).collect()
}

/// Whether a data clause that is visible from outside keeps the variable from any implicit attribute.
fn is_suppressed(attribute: &Attribute) -> bool {
    matches!(&attribute.mapping, Some((Mapping::Nomap, _)))
        && matches!(&attribute.sharing, Some((Sharing::Shared, reason)) if reason.how == How::Implicit)
}

/// Whether that data clause gives the variable a certain attribute.
fn suppressed_by(cx: &Context<'_>, attribute: &Attribute, wanted: Mapping) -> bool {
    let Some((Mapping::Nomap, reason)) = &attribute.mapping else { return false };
    let visible = reason.from.and_then(|from| {
        let outer = &cx.facts.constructs[from];
        outer.attributes.iter().find(|each| each.variable == attribute.variable)
    });
    is_suppressed(attribute)
        && matches!(visible, Some(Attribute { mapping: Some((mapping, _)), .. }) if *mapping == wanted)
}

fn has_implicit_copy(attribute: &Attribute) -> bool {
    has_implicit(attribute, Mapping::Copy)
}

fn has_implicit(attribute: &Attribute, wanted: Mapping) -> bool {
    matches!(&attribute.mapping, Some((mapping, reason)) if *mapping == wanted && reason.how != How::Explicit)
}

fn firstprivates(cx: &Context<'_>, node: &mut NodeBuilder<'_>) {
    let assigned = if cx.dialect.implicit_pointers { directly_changed(cx) } else { FxHashSet::default() };
    let left_implicit = |symbol: SymbolId| {
        cx.dialect.implicit_pointers && is_pointer(cx, symbol) && !assigned.contains(&symbol)
    };
    let variables: Vec<_> = cx
        .construct()
        .attributes
        .iter()
        .filter(is_whole)
        .filter_map(|each| match &each.sharing {
            Some((Sharing::Firstprivate, reason)) if reason.how != How::Explicit => {
                Some((each.variable.symbol, reason))
            }
            _ => None,
        })
        .filter(|(symbol, _)| !left_implicit(*symbol))
        .collect();
    node.push_symbols(OmpClause::Firstprivate, Vec::new(), &variables);
}

/// Whether OpenMP makes a variable `firstprivate` where nothing else is said: arithmetic types. Pointers count among
/// the scalars of the design, which prints `defaultmap` for them too.
fn is_scalar(cx: &Context<'_>, symbol: SymbolId) -> bool {
    matches!(*cx.symbol(symbol).ty.ty, Type::Builtin(_) | Type::Enum(_) | Type::Pointer(_))
}

fn is_pointer(cx: &Context<'_>, symbol: SymbolId) -> bool {
    matches!(*cx.symbol(symbol).ty.ty, Type::Pointer(_))
}
