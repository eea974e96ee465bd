//! The list items of clauses in C.

use clacc_syntax::Name;
use clacc_syntax::ast::{Expr, ExprId};

use super::CHost;
use super::nodes::entity_of;
use super::types::describe;
use crate::c::types::Type;
use crate::program::host::places::Places;
use crate::program::item::{Bounds, ItemParts, ItemRoot, Selection};
use crate::program::place::{At, EntityId};

impl CHost<'_> {
    /// Splits a list item into its base and its subscripts and ranges.
    pub(super) fn list_item(self, at: At) -> ItemParts {
        let mut selections = Vec::new();
        let mut base = at;
        while let Some(selection) = self.selection(base) {
            selections.push(selection);
            base = selection.base;
        }
        selections.reverse();
        let is_member =
            self.nodes.expr(base).is_some_and(|expr| matches!(self.tree()[expr], Expr::Member { .. }));
        let root = self.item_root(base);
        ItemParts { base, selections: selections.into(), root, is_member, place: self.place_of(at) }
    }

    /// The subscript or range at a node.
    fn selection(self, at: At) -> Option<Selection> {
        let place = |expr: ExprId| self.nodes.of_expr(expr).unwrap_or_default();
        let (base, bounds) = match &self.tree()[self.nodes.expr(at)?] {
            Expr::Section { base, range } => {
                (*base, Bounds::Range { start: range.lower.map(place), length: range.length.map(place) })
            }
            Expr::Index { base, index } => {
                let (array, subscript) = self.model.subscripted(*base, *index);
                (array, Bounds::Index(place(subscript)))
            }
            _ => return None,
        };
        Some(Selection { at, base: place(base), bounds })
    }

    /// The innermost member of an item that its type does not have, and a description of this type. A type that is not known, or not
    /// complete, may have any member.
    pub(super) fn absent_member(self, base: At) -> Option<(Name, String)> {
        let (mut absent, mut expr) = (None, self.nodes.expr(base)?);
        while let Expr::Member { base, field, arrow } = self.tree()[expr] {
            let ty = self.model.value_type(base);
            let record = match ty.plain() {
                Type::Pointer(target) if arrow => target,
                _ if arrow => return None,
                _ => &ty,
            };
            if self.model.is_complete(record) && self.model.field(record, field).is_none() {
                absent = Some((field, describe(self.names(), record)));
            }
            expr = base;
        }
        absent
    }

    fn item_root(self, base: At) -> ItemRoot {
        let Some(expr) = self.nodes.expr(base) else { return ItemRoot::Unknown };
        let mut root = expr;
        while let Expr::Member { base, .. } = self.tree()[root] {
            root = base;
        }
        let at = self.nodes.of_expr(root).unwrap_or_default();
        match self.tree()[root] {
            Expr::Name(_) => {
                self.entity_at(root).map_or(ItemRoot::Unknown, |entity| ItemRoot::Entity(entity, at))
            }
            Expr::Error => ItemRoot::Unknown,
            Expr::Section { .. } => ItemRoot::Range(at),
            Expr::Index { .. } if root != expr => self.element_root(root).unwrap_or(ItemRoot::Other(at)),
            _ => ItemRoot::Other(at),
        }
    }

    /// The root of an item whose base has members of elements: the name below all members and subscripts.
    fn element_root(self, mut expr: ExprId) -> Option<ItemRoot> {
        loop {
            expr = match self.tree()[expr] {
                Expr::Member { base, .. } => base,
                Expr::Index { base, index } => self.model.subscripted(base, index).0,
                _ => break,
            };
        }
        let is_name = matches!(self.tree()[expr], Expr::Name(_));
        is_name.then_some(ItemRoot::ElementOf(self.entity_at(expr), self.nodes.of_expr(expr)?))
    }

    fn entity_at(self, name: ExprId) -> Option<EntityId> {
        self.model.symbol_of(name).map(entity_of)
    }
}
