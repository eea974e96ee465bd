//! Directives whose required clauses all have errors.

use clacc_syntax::ast::ClauseKind;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::checkpoint;
use clacc_syntax::directive::AccDirective;

use super::clauses::{Argument, Clause, ListItem};
use super::constructs::Draft;
use super::cx::Cx;
use super::findings::Findings;
use crate::program::item::ItemRoot;

/// Marks the directives whose required clauses contain no valid list item. There is no further finding, because the errors of the items
/// suffice; the design of the Clacc compiler reports the directive as well. A directive without such clauses was reported already, and one
/// with an unknown clause is left out.
pub(super) fn find(cx: &Cx<'_>, draft: &mut Draft, report: &Findings) {
    for directive in draft.directives.clone() {
        checkpoint::pass();
        let has_errors = cx.directive(directive).has_errors || report.is_broken(directive);
        let Some(halves) = draft.halves(directive).filter(|_| has_errors) else { continue };
        draft.facts.constructs[halves.outer].is_left_empty = is_left_empty(cx, draft, directive, report);
    }
}

/// Returns whether required clauses are present, and all their items have errors.
fn is_left_empty(cx: &Cx<'_>, draft: &Draft, directive: DirectiveId, report: &Findings) -> bool {
    use AccDirective as D;
    let Some(outer) = draft.halves(directive).map(|halves| halves.outer) else { return false };
    let construct = draft.construct(outer);
    if !matches!(construct.kind, D::Data | D::EnterData | D::ExitData | D::Update | D::HostData | D::Declare)
    {
        return false;
    }
    let unknown = |id| cx.clause_node(id).kind == ClauseKind::Unknown;
    if cx.directive(directive).clauses.iter().copied().any(unknown) {
        return false;
    }
    let clauses = construct.clauses.iter().filter_map(|id| cx.clauses.get(*id));
    let needed =
        |clause: &&Clause| construct.kind.info().required.iter().any(|group| group.contains(&clause.kind));
    let mut needed = clauses.filter(needed).peekable();
    let errors = report.errors_of(directive);
    let is_right = |item: &ListItem| {
        let at = cx.span(item.at);
        item.written.root != ItemRoot::Unknown
            && !errors.iter().any(|error| at.start <= error.start && error.end <= at.end)
    };
    let says_something = |clause: &Clause| match &clause.argument {
        Argument::Items(items) => items.iter().any(is_right),
        _ => true,
    };
    needed.peek().is_some() && !needed.any(says_something)
}
