//! Checks the variables of `threadprivate` directives (OpenMP 5.2 5.2).

use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::codes;
use super::cx::{Cx, Finding, Findings};
use super::items::{self, Listed};
use crate::program::View;
use crate::program::entity::{EntityKind, StorageDuration};
use crate::program::place::{At, EntityId};

/// Checks all `threadprivate` directives of a declaration.
pub(super) fn check(cx: &Cx<'_>, report: &mut Findings) {
    let view = cx.view;
    let is_threadprivate =
        |id: &DirectiveId| view.directive(*id).kind.omp() == Some(OmpDirective::Threadprivate);
    let directives: Vec<DirectiveId> = view.program.order.iter().copied().filter(is_threadprivate).collect();
    if directives.is_empty() {
        return;
    }
    let first_uses = first_uses(cx, &directives);
    let mut known: FxHashSet<EntityId> = FxHashSet::default();
    for directive in directives {
        let argument = view.directive(directive).argument.iter().flat_map(|argument| &argument.items);
        argument.for_each(|item| items::check_name(view, item, report));
        for listed in items::of_argument(view, directive) {
            if let Some(finding) =
                refused(cx, &listed).or_else(|| items::in_other_scope(cx.view, directive, &listed))
            {
                report.push(finding);
            } else if known.insert(listed.entity) {
                let used = first_uses.get(&listed.entity).filter(|used| **used < listed.at);
                let name = view.text(view.name(listed.entity));
                report.extend(used.map(|used| late(name, view.span(listed.at), view.span(*used))));
            }
        }
    }
}

/// The first place that uses each variable, other than a directive that makes it threadprivate.
fn first_uses(cx: &Cx<'_>, directives: &[DirectiveId]) -> FxHashMap<EntityId, At> {
    let view = cx.view;
    let mut runs = directives.iter().map(|id| view.run(view.directive(*id).at)).peekable();
    let mut found = FxHashMap::default();
    for named in view.names_in(view.program.outline.all()) {
        while runs.next_if(|run| run.end <= named.at).is_some() {}
        if !runs.peek().is_some_and(|run| run.contains(named.at)) {
            found.entry(named.entity).or_insert(named.at);
        }
    }
    found
}

/// A finding about an item that can never be threadprivate.
fn refused(cx: &Cx<'_>, listed: &Listed) -> Option<Finding> {
    let view = cx.view;
    let entity = view.entity(listed.entity);
    let name = view.text(entity.name);
    let message = match entity.kind {
        EntityKind::Object if entity.duration == StorageDuration::Automatic => {
            format!("`{name}` has automatic storage duration, so it cannot be threadprivate")
        }
        EntityKind::Object if view.is_incomplete(listed.entity) => {
            format!("`{name}` has an incomplete type, so it cannot be threadprivate")
        }
        EntityKind::Object => return None,
        _ => items::not_among(view, "`threadprivate` names variables", listed.entity),
    };
    let finding = Diagnostic::new(&codes::OMP0141, view.span(listed.at), message);
    Some(items::with_declaration(view, finding, listed.entity))
}

/// The variables that `threadprivate` directives at file scope name, with their places.
pub fn named_at_file_scope(view: View<'_>) -> Vec<(Name, TokenRange)> {
    let order = view.program.order.iter().copied();
    let directives = order.filter(|id| view.directive(*id).kind.omp() == Some(OmpDirective::Threadprivate));
    let named = directives.flat_map(|directive| items::of_argument(view, directive));
    let variables = named.filter(|listed| view.entity(listed.entity).is_object());
    variables.map(|listed| (view.name(listed.entity), view.span(listed.at))).collect()
}

/// The finding about a variable that was used before it becomes threadprivate.
pub fn late(name: &str, at: TokenRange, used: TokenRange) -> Finding {
    let message = format!("`{name}` is used before it becomes threadprivate");
    Diagnostic::new(&codes::OMP0142, at, message).label(used, "used here")
}
