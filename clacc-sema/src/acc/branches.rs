//! Branches into and out of constructs (OpenACC 3.4 2.5).

use clacc_syntax::Name;
use clacc_syntax::ast::{Node, Stmt, StmtId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHashMap;

use super::codes;
use super::constructs::{Draft, is_compute};
use super::facts::ConstructId;
use super::report::Report;
use super::view::View;

/// Reports `return` and `goto` across the border of a construct.
pub(super) fn check(view: &View<'_>, draft: &Draft, report: &mut Report) {
    if !draft.ids().any(|id| is_bordered(draft, id)) {
        return;
    }
    let labels = labels(view);
    for at in 0..view.outline.len() {
        let Node::Stmt(stmt) = view.outline.node(at) else { continue };
        let here = innermost(view, draft, at);
        match &view.tree()[stmt] {
            Stmt::Return(_) => {
                if let Some(construct) = here {
                    report_branch(view, draft, stmt, construct, "`return` leaves", report);
                }
            }
            Stmt::Goto(name) => {
                let Some(target) = labels.get(name) else { continue };
                let there = innermost(view, draft, *target);
                if let (Some(construct), true) = (here.or(there), here != there) {
                    report_branch(view, draft, stmt, construct, "`goto` crosses the border of", report);
                }
            }
            _ => {}
        }
    }
}

fn labels(view: &View<'_>) -> FxHashMap<Name, u32> {
    let mut labels = FxHashMap::default();
    for at in 0..view.outline.len() {
        if let Node::Stmt(stmt) = view.outline.node(at)
            && let Stmt::Label { name, .. } = view.tree()[stmt]
        {
            labels.insert(name, at);
        }
    }
    labels
}

/// Whether control may enter a construct at its start and leave it at its end only.
fn is_bordered(draft: &Draft, id: ConstructId) -> bool {
    let kind = draft.construct(id).kind;
    is_compute(kind) || matches!(kind, AccDirective::Data | AccDirective::HostData | AccDirective::Loop)
}

/// The innermost bordered construct around a node.
fn innermost(view: &View<'_>, draft: &Draft, at: u32) -> Option<ConstructId> {
    view.outline.ancestors(at).find_map(|outer| {
        let Node::Directive(directive) = view.outline.node(outer) else { return None };
        let (first, second) = draft.halves(directive)?;
        let construct = second.unwrap_or(first);
        (is_bordered(draft, construct) && draft.region(construct).contains(&at)).then_some(construct)
    })
}

fn report_branch(
    view: &View<'_>,
    draft: &Draft,
    stmt: StmtId,
    construct: ConstructId,
    what: &str,
    report: &mut Report,
) {
    let directive = draft.construct(construct).directive;
    let name = view.tree()[directive].kind.text(&view.tree().names);
    let finding =
        Diagnostic::new(&codes::ACC0058, view.stmt_start(stmt), format!("{what} a `{name}` construct"))
            .label(view.directive_span(directive), "the construct");
    report.push(directive, finding);
}
