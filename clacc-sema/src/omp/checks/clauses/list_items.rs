//! Checks what list items are: variables, members, parts of arrays, or other expressions (OpenMP 5.2 3.2.1).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{ItemKinds, Items, OmpDirective};

use super::super::cx::Findings;
use super::written::WrittenClause;
use crate::omp::codes;
use crate::program::View;
use crate::program::directive::{ArgumentItem, ArgumentValue, Arguments};
use crate::program::entity::EntityKind;
use crate::program::item::{Bounds, ItemParts, ItemRoot};
use crate::program::place::{At, EntityId};

/// A list item of a kind that its list takes.
pub(super) struct ListItem {
    pub(super) at: At,
    pub(super) parts: ItemParts,
    /// The variable with which it begins, if it begins with one.
    pub(super) variable: Option<EntityId>,
}

impl ListItem {
    /// The item in the syntax of the language, without subscripts and ranges.
    pub(super) fn text(&self, view: View<'_>) -> String {
        let place = self.parts.place.as_ref().map(|place| view.place_text(&place.without_ranges()));
        let root = || self.variable.map(|variable| view.text(view.name(variable)).to_owned());
        place.or_else(root).unwrap_or_else(|| "the item".to_owned())
    }
}

/// The list that items stand in.
struct List<'a> {
    view: View<'a>,
    /// The name of the clause or directive.
    name: &'a str,
    kinds: ItemKinds,
}

/// The list items of a clause that are of kinds that it takes; none if it takes no list. The others are reported.
pub(super) fn of_clause(clause: WrittenClause<'_>, report: &mut Findings) -> Vec<ListItem> {
    let Items::List(kinds) = clause.on.form(clause.kind).items else { return Vec::new() };
    if clause.names_iterations() {
        return Vec::new();
    }
    let list = List { view: clause.view, name: clause.text(), kinds };
    list.items(clause.arguments, report)
}

/// The list items in the argument of a directive, as [`of_clause`].
pub(super) fn of_argument(
    view: View<'_>,
    directive: DirectiveId,
    on: OmpDirective,
    report: &mut Findings,
) -> Vec<ListItem> {
    let Items::List(kinds) = on.info().argument.items else { return Vec::new() };
    let list = List { view, name: on.text(), kinds };
    list.items(view.directive(directive).argument.as_deref(), report)
}

impl List<'_> {
    fn items(&self, arguments: Option<&Arguments>, report: &mut Findings) -> Vec<ListItem> {
        let items = arguments.map_or(&[][..], |arguments| &arguments.items);
        items.iter().filter_map(|item| self.item(item, report)).collect()
    }

    fn item(&self, item: &ArgumentItem, report: &mut Findings) -> Option<ListItem> {
        let at = match item.value {
            ArgumentValue::Value(at) => at,
            ArgumentValue::Text(at) => {
                self.refuse(at, "a string", report);
                return None;
            }
            _ => return None,
        };
        let parts = self.view.list_item(at);
        if self.is_unknown(&parts) {
            return None;
        }
        if let Some(wrong) = self.wrong_kind(at, &parts) {
            self.refuse(at, wrong, report);
            return None;
        }
        let variable = match parts.root {
            ItemRoot::Entity(entity, _) => Some(entity),
            ItemRoot::ElementOf(entity, _) => entity,
            _ => None,
        };
        Some(ListItem { at, parts, variable })
    }

    /// Returns true if the kind of an item is not known, because the item has an error that is reported elsewhere.
    fn is_unknown(&self, parts: &ItemParts) -> bool {
        match parts.root {
            ItemRoot::Unknown => true,
            ItemRoot::Entity(entity, _) => self.view.entity(entity).kind == EntityKind::Undeclared,
            _ => false,
        }
    }

    /// Describes an item whose kind the list does not take; none for other items.
    fn wrong_kind(&self, at: At, parts: &ItemParts) -> Option<&'static str> {
        let takes = |kind| self.kinds.contains(kind);
        match parts.root {
            ItemRoot::Unknown => None,
            ItemRoot::Range(_) => Some("a member of an array section"),
            ItemRoot::ElementOf(..) => (!takes(ItemKinds::MEMBER)).then_some("a member of an element"),
            ItemRoot::Other(_) if takes(ItemKinds::LVALUE) => {
                self.view.is_computed(at).then_some("a value without a place in memory")
            }
            ItemRoot::Other(_) => Some("another expression"),
            ItemRoot::Entity(entity, _) => match self.view.entity(entity).kind {
                EntityKind::Undeclared => None,
                EntityKind::Function => (!takes(ItemKinds::FUNCTION)).then_some("a function"),
                EntityKind::Type => Some("a type"),
                EntityKind::Constant => Some(self.view.words().constant),
                EntityKind::Object => self.wrong_part(parts),
            },
        }
    }

    /// The kind of part of a variable that an item is, if the list does not take it.
    fn wrong_part(&self, parts: &ItemParts) -> Option<&'static str> {
        let takes = |kind| self.kinds.contains(kind);
        let is_range = |bounds| matches!(bounds, Bounds::Range { .. });
        if parts.is_member && !takes(ItemKinds::MEMBER) {
            Some("a member")
        } else if parts.selections.iter().any(|each| is_range(each.bounds)) {
            (!takes(ItemKinds::SECTION)).then_some("an array section")
        } else if parts.selections.is_empty() {
            None
        } else {
            (!takes(ItemKinds::ELEMENT)).then_some("an array element")
        }
    }

    fn refuse(&self, at: At, what: &str, report: &mut Findings) {
        let takes = if self.kinds.contains(ItemKinds::LVALUE) {
            "variables, parts of variables and other lvalues"
        } else if self.kinds.contains(ItemKinds::MEMBER) {
            "variables, their members and their array sections"
        } else if self.kinds.contains(ItemKinds::SECTION) {
            "variables and their array sections"
        } else if self.kinds.contains(ItemKinds::FUNCTION) {
            "variables and functions"
        } else {
            "variables"
        };
        let message = format!("`{}` takes {takes}, and this is {what}", self.name);
        report.push(Diagnostic::new(&codes::OMP0114, self.view.span(at), message));
    }
}
