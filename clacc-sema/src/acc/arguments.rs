//! Arguments of clauses that are no list items: sizes, counts, conditions, queues ("Integer Expression Arguments").

use clacc_syntax::ast::{ArgumentValue, ClauseId, DirectiveId, Expr, ExprId, Node};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use rustc_hash::FxHashSet;

use super::codes;
use super::constructs::{Draft, clause_of, is_compute};
use super::facts::{ConstructId, SizeArgument};
use super::items;
use super::report::Report;
use super::typing::{self, Class};
use super::view::View;
use crate::c::model::SymbolKind;
use crate::c::types::QualType;

/// Checks the arguments of every clause and records the sizes of compute constructs.
pub(super) fn settle(view: &View<'_>, draft: &mut Draft, report: &mut Report) {
    for id in draft.ids() {
        let construct = draft.construct(id);
        for clause in &construct.clauses {
            check_clause(view, construct.directive, *clause, report);
        }
        if is_compute(construct.kind) {
            let (gangs, workers, vector) = (
                size(view, draft, id, AccClause::NumGangs),
                size(view, draft, id, AccClause::NumWorkers),
                size(view, draft, id, AccClause::VectorLength),
            );
            let sizes = &mut draft.facts.constructs[id].sizes;
            sizes.num_gangs = gangs;
            sizes.num_workers = workers;
            sizes.vector_length = vector;
        }
    }
}

fn size(view: &View<'_>, draft: &Draft, id: ConstructId, kind: AccClause) -> Option<SizeArgument> {
    let clause = clause_of(view, draft, id, kind)?;
    let expr = view.tree()[clause].exprs().next()?;
    Some(SizeArgument {
        clause,
        expr,
        constant: view.constant(expr),
        side_effects: view.model.has_side_effects(expr),
        ty: view.type_of(expr).cloned().unwrap_or_else(QualType::error),
    })
}

/// What an argument must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// An integer greater than zero, where its value is known.
    Positive,
    Queue,
    Integer,
    Condition,
}

fn need_of(view: &View<'_>, directive: DirectiveId, kind: AccClause) -> Option<Need> {
    use AccClause as C;
    match kind {
        C::NumGangs
        | C::NumWorkers
        | C::VectorLength
        | C::Collapse
        | C::Tile
        | C::Gang
        | C::Worker
        | C::Vector => Some(Need::Positive),
        C::Async | C::DefaultAsync => Some(Need::Queue),
        C::DeviceNum => Some(Need::Integer),
        C::If => Some(Need::Condition),
        C::SelfClause if view.tree()[directive].acc() != Some(AccDirective::Update) => Some(Need::Condition),
        _ => None,
    }
}

fn check_clause(view: &View<'_>, directive: DirectiveId, clause: ClauseId, report: &mut Report) {
    let Some(kind) = view.tree()[clause].acc() else { return };
    check_names(view, directive, clause, kind, report);
    let Some(need) = need_of(view, directive, kind) else { return };
    for item in view.tree()[clause].arguments.iter().flat_map(|arguments| &arguments.items) {
        let ArgumentValue::Expr(expr) = item.value else { continue };
        if matches!(view.tree()[expr], Expr::Star | Expr::Error) {
            continue;
        }
        let fits = check_argument(view, directive, clause, expr, need, report);
        // Of what has no type, an error was reported.
        let typed = view.type_of(expr).is_some_and(|ty| typing::classify(ty) != Class::Unknown);
        if fits && typed && kind == AccClause::VectorLength && view.constant(expr).is_none() {
            report_unused_length(view, directive, expr, report);
        }
    }
}

/// Whether an argument is what it must be; files an error if not.
fn check_argument(
    view: &View<'_>,
    directive: DirectiveId,
    clause: ClauseId,
    expr: ExprId,
    need: Need,
    report: &mut Report,
) -> bool {
    let spelling = view.spelling(clause);
    let at = view.expr_span(expr);
    let ty = view.type_of(expr);
    let class = ty.map_or(Class::Unknown, typing::classify);
    let what = || ty.map_or_else(String::new, |ty| view.describe(ty));
    if need == Need::Condition {
        // Arrays and functions decay to pointers.
        if matches!(class, Class::Struct | Class::Union | Class::Void | Class::Opaque) {
            let message =
                format!("the condition of `{spelling}` must be a number or a pointer, and it is {}", what());
            report.push(directive, Diagnostic::new(&codes::ACC0064, at, message));
            return false;
        }
        return true;
    }
    if !matches!(class, Class::Integer | Class::Unknown) {
        let message = format!("the argument of `{spelling}` must be an integer, and it is {}", what());
        report.push(directive, Diagnostic::new(&codes::ACC0060, at, message));
        return false;
    }
    /// `acc_async_default`, the smallest of the special queues (OpenACC 3.4 2.16.1).
    const LOWEST_QUEUE: i128 = -3;
    let finding = match (need, view.constant(expr)) {
        (Need::Positive, Some(value)) if value <= 0 => {
            let message = format!("the argument of `{spelling}` must be positive, and it is {value}");
            Diagnostic::new(&codes::ACC0061, at, message)
        }
        (Need::Queue, Some(value)) if value < LOWEST_QUEUE => {
            let message =
                format!("{value} is no queue: `{spelling}` takes a nonnegative number or a queue's name");
            Diagnostic::new(&codes::ACC0066, at, message)
        }
        _ => return true,
    };
    report.push(directive, finding);
    false
}

fn report_unused_length(view: &View<'_>, directive: DirectiveId, expr: ExprId, report: &mut Report) {
    let message = "`vector_length` is ignored, because its argument is not a constant";
    let mut finding = Diagnostic::new(&codes::ACC0063, view.expr_span(expr), message);
    if view.model.has_side_effects(expr) {
        finding = finding.note("the argument is still evaluated, for its side effects");
    }
    report.push(directive, finding);
}

/// Names in a clause that are declared nowhere; a list item that is such a name alone is reported with the items.
fn check_names(
    view: &View<'_>,
    directive: DirectiveId,
    clause: ClauseId,
    kind: AccClause,
    report: &mut Report,
) {
    let is_list = items::takes_variables(kind) || kind == AccClause::SelfClause;
    let listed: FxHashSet<ExprId> =
        view.tree()[clause].exprs().filter(|_| is_list).map(|each| base_of(view, each)).collect();
    for at in view.outline.clause_run(clause) {
        if let Node::Expr(expr) = view.outline.node(at)
            && !listed.contains(&expr)
        {
            check_name(view, directive, expr, report);
        }
    }
}

/// The name below ranges and members.
fn base_of(view: &View<'_>, mut expr: ExprId) -> ExprId {
    while let Expr::Section { base, .. } | Expr::Member { base, .. } = view.tree()[expr] {
        expr = base;
    }
    expr
}

fn check_name(view: &View<'_>, directive: DirectiveId, expr: ExprId, report: &mut Report) {
    if !matches!(view.tree()[expr], Expr::Name(_)) {
        return;
    }
    let Some(symbol) = view.model.symbol_of(expr) else { return };
    if view.symbol(symbol).kind == SymbolKind::Undeclared {
        let message = format!("`{}` is not declared", view.name(symbol));
        report.push(directive, Diagnostic::new(&codes::ACC0065, view.expr_span(expr), message));
    }
}
