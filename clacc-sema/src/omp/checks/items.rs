//! The list items of directives that declare something, and what messages say of them.

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;

use super::super::codes;
use super::cx::{Finding, Findings};
use crate::program::View;
use crate::program::directive::{ArgumentItem, ArgumentValue, Scope};
use crate::program::entity::EntityKind;
use crate::program::item::ItemRoot;
use crate::program::place::{At, EntityId};

/// A name in a list.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    /// The item.
    pub(super) at: At,
    /// The entity that it names.
    pub(super) entity: EntityId,
    /// The clause that lists it; none for the argument of the directive.
    pub(super) clause: Option<ClauseId>,
}

/// The names in the argument of a directive. Items that are no names are left out.
pub(super) fn of_argument(view: View<'_>, directive: DirectiveId) -> Vec<Listed> {
    let argument = view.directive(directive).argument.as_deref();
    argument.map_or_else(Vec::new, |argument| listed(view, &argument.items, None))
}

/// The names in a clause. Items that are no names are left out.
pub(super) fn of_clause(view: View<'_>, clause: ClauseId) -> Vec<Listed> {
    listed(view, view.clause_node(clause).items(), Some(clause))
}

fn listed(view: View<'_>, items: &[ArgumentItem], clause: Option<ClauseId>) -> Vec<Listed> {
    let listed = |item: &ArgumentItem| match item.value {
        ArgumentValue::Value(at) => Some(Listed { at, entity: named(view, at)?, clause }),
        _ => None,
    };
    items.iter().filter_map(listed).collect()
}

/// The entity that an item names; none if the item is more than a name.
fn named(view: View<'_>, at: At) -> Option<EntityId> {
    let parts = view.list_item(at);
    match parts.root {
        ItemRoot::Entity(entity, _) if parts.selections.is_empty() && !parts.is_member => Some(entity),
        _ => None,
    }
}

/// Reports an item of a list that is no name.
pub(super) fn check_name(view: View<'_>, item: &ArgumentItem, report: &mut Findings) {
    let ArgumentValue::Value(at) = item.value else { return };
    if named(view, at).is_none() && view.list_item(at).root != ItemRoot::Unknown {
        let message = "this list has names alone, without subscripts and members";
        report.push(Diagnostic::new(&codes::OMP0141, view.span(at), message));
    }
}

/// A finding about a directive of a block that names a variable of another scope.
pub(super) fn in_other_scope(view: View<'_>, directive: DirectiveId, listed: &Listed) -> Option<Finding> {
    if view.scope_of(directive) != Scope::Block {
        return None;
    }
    let block = block_around(view, directive);
    if block.is_some() && block == view.entity(listed.entity).scope {
        return None;
    }
    let name = view.text(view.name(listed.entity));
    let message = format!("`{name}` is declared in another scope than that of this directive");
    let finding = Diagnostic::new(&codes::OMP0142, view.span(listed.at), message);
    Some(with_declaration(view, finding, listed.entity))
}

/// The block of a directive: the node whose scope its declarations belong to.
pub(super) fn block_around(view: View<'_>, directive: DirectiveId) -> Option<At> {
    let outline = &view.program.outline;
    outline.parent(outline.parent(view.directive(directive).at)?)
}

/// The end of a message about a name that is of another kind than those that a directive lists.
pub(super) fn not_among(view: View<'_>, wanted: &str, entity: EntityId) -> String {
    let name = view.text(view.name(entity));
    let kind = match view.entity(entity).kind {
        EntityKind::Object => "is a variable",
        EntityKind::Function => "is a function",
        EntityKind::Type => "is a type",
        EntityKind::Constant => "is a constant",
        EntityKind::Undeclared => "is not declared",
    };
    format!("{wanted}, and `{name}` {kind}")
}

/// Adds the place of an entity's declaration to a finding, if it is in the same external declaration.
pub(super) fn with_declaration(view: View<'_>, finding: Finding, entity: EntityId) -> Finding {
    match view.declared_at(entity) {
        Some(declared) => finding.label(declared, "declared here"),
        None => finding,
    }
}
