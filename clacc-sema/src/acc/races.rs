//! Scalars of a gang that the iterations of a worker or vector loop assign, and share.
//!
//! A scalar without a clause is `firstprivate` on the compute construct, so that each gang has one (OpenACC 3.4 2.6.2), and a loop
//! below does not change that. What a program means is nearly always one for each iteration, and compilers that find this out
//! by analysis hide the mistake.

use clacc_syntax::ast::{Expr, ExprId, Node};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use rustc_hash::{FxHashMap, FxHashSet};

use super::codes;
use super::constructs::{Draft, Nest, is_compute};
use super::facts::{ConstructId, Sharing, Variable};
use super::report::Report;
use super::typing;
use super::view::View;
use crate::c::model::SymbolId;

/// The first assignment of a variable in a loop.
struct Assignment {
    symbol: SymbolId,
    target: ExprId,
    /// Whether the new value depends on the old one.
    accumulates: bool,
}

/// The first assignments of the variables that the iterations of each loop share.
#[derive(Default)]
struct Shared {
    /// In the order in which they are met.
    loops: Vec<(ConstructId, Vec<Assignment>)>,
    positions: FxHashMap<ConstructId, usize>,
    seen: FxHashSet<(ConstructId, SymbolId)>,
}

impl Shared {
    fn add(&mut self, id: ConstructId, symbol: SymbolId, assignment: impl FnOnce() -> Assignment) {
        if self.seen.insert((id, symbol)) {
            let next = self.loops.len();
            let position = *self.positions.entry(id).or_insert(next);
            if position == next {
                self.loops.push((id, Vec::new()));
            }
            self.loops[position].1.push(assignment());
        }
    }
}

/// Warns of every worker or vector loop whose iterations assign a scalar that they share and that is the gang's own. What the
/// gangs share is left alone: a clause says that the program wants it.
pub(super) fn check(view: &View<'_>, draft: &Draft, report: &mut Report) {
    if !draft.ids().any(|id| shares_a_gang(draft, id)) {
        return;
    }
    let mut nest = Nest::new(draft);
    let mut shared = Shared::default();
    for at in 0..view.outline.len() {
        let Node::Expr(expr) = view.outline.node(at) else { continue };
        let Some(target) = assigned_by(view, expr) else { continue };
        let Some(symbol) = view.model.symbol_of(target) else { continue };
        if let Some(id) = sharing_loop(view, draft, nest.at(draft, at), symbol) {
            let accumulates = || mentions(view, at, symbol) > 1 || !is_plain_assignment(view, expr);
            shared.add(id, symbol, || Assignment { symbol, target, accumulates: accumulates() });
        }
    }
    for (id, variables) in &shared.loops {
        report_loop(view, draft, *id, variables, report);
    }
}

/// Whether workers or vector lanes of one gang execute the iterations of a loop.
fn shares_a_gang(draft: &Draft, id: ConstructId) -> bool {
    draft
        .construct(id)
        .loop_facts
        .as_ref()
        .is_some_and(|facts| facts.worker.is_some() || facts.vector.is_some())
}

/// The name of the variable that an expression assigns.
fn assigned_by(view: &View<'_>, expr: ExprId) -> Option<ExprId> {
    let tree = view.tree();
    let target = tree.unparenthesized(view.model.written_by(expr)?);
    matches!(tree[target], Expr::Name(_)).then_some(target)
}

fn is_plain_assignment(view: &View<'_>, expr: ExprId) -> bool {
    matches!(view.tree()[expr], Expr::Assign { op: None, .. })
}

/// How often a node of the outline names a variable.
fn mentions(view: &View<'_>, at: u32, symbol: SymbolId) -> usize {
    let names = |node: &u32| match view.outline.node(*node) {
        Node::Expr(expr) => {
            matches!(view.tree()[expr], Expr::Name(_)) && view.model.symbol_of(expr) == Some(symbol)
        }
        _ => false,
    };
    (at..view.outline.end(at)).filter(names).count()
}

/// The innermost loop around an assignment whose iterations share the variable, if it is a gang's own.
fn sharing_loop(
    view: &View<'_>,
    draft: &Draft,
    open: &[ConstructId],
    symbol: SymbolId,
) -> Option<ConstructId> {
    let is_object = view.symbol(symbol).kind.is_object();
    if !is_object || !typing::classify(&view.symbol(symbol).ty).is_scalar() {
        return None;
    }
    let mut found = None;
    for id in open.iter().rev().copied() {
        if draft.construct(id).kind == AccDirective::Atomic {
            return None;
        }
        let is_own = view.is_declared_in(symbol, &draft.region(id));
        let sharing = sharing(draft, id, symbol);
        let is_private = is_own || matches!(sharing, Some(Sharing::Private | Sharing::Firstprivate));
        match found {
            None if is_private => return None,
            Some(_) if is_private || matches!(sharing, Some(Sharing::Reduction(_))) => return found,
            None if shares_a_gang(draft, id) && sharing == Some(Sharing::Shared) => found = Some(id),
            _ => {}
        }
        if is_compute(draft.construct(id).kind) {
            return None;
        }
    }
    None
}

fn sharing(draft: &Draft, id: ConstructId, symbol: SymbolId) -> Option<Sharing> {
    let variable = Variable { symbol, path: Box::default() };
    draft.attribute(id, &variable)?.sharing.as_ref().map(|(sharing, _)| *sharing)
}

fn report_loop(
    view: &View<'_>,
    draft: &Draft,
    id: ConstructId,
    assignments: &[Assignment],
    report: &mut Report,
) {
    /// How many of the assignments are shown.
    const SHOWN: usize = 3;
    let directive = draft.construct(id).directive;
    let (are, them) = if assignments.len() == 1 { ("is", "it") } else { ("are", "them") };
    let all = names(view, assignments.iter(), "`, `");
    let message = format!("`{all}` {are} assigned by the iterations of this loop, which share {them}");
    let mut finding = Diagnostic::new(&codes::ACC0106, view.directive_span(directive), message);
    for assignment in assignments.iter().take(SHOWN) {
        finding = finding.label(view.expr_span(assignment.target), "assigned here");
    }
    let (accumulated, temporary): (Vec<_>, Vec<_>) = assignments.iter().partition(|each| each.accumulates);
    if !temporary.is_empty() {
        let list = names(view, temporary.into_iter(), ", ");
        finding = finding.note(format!("`private({list})` on the loop gives each iteration its own"));
    }
    if !accumulated.is_empty() {
        let list = names(view, accumulated.into_iter(), "`, `");
        finding =
            finding.note(format!("`reduction` on the loop combines what the iterations make of `{list}`"));
    }
    report.push(directive, finding);
}

fn names<'s>(view: &View<'_>, assignments: impl Iterator<Item = &'s Assignment>, between: &str) -> String {
    assignments.map(|each| view.name(each.symbol)).collect::<Vec<_>>().join(between)
}
