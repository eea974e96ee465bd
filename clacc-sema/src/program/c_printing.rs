//! Conversions between nodes of programs and nodes of the C tree. Only printers and the library's interface use them; analyses must not.

use clacc_syntax::ast::{ExprId, Node, StmtId};

use super::View;
use super::c_host::nodes::symbol_of;
use super::place::{At, EntityId};
use crate::c::model::{DeclModel, SymbolId};

impl<'a> View<'a> {
    /// The names and types of a C declaration; none for another host.
    pub fn c_model(self) -> Option<&'a DeclModel> {
        self.c_host().map(|host| host.model)
    }

    /// The node of the tree at a node of the program.
    pub fn c_node(self, at: At) -> Option<Node> {
        self.c_host().map(|host| host.nodes.node(at))
    }

    /// The node of the program for an expression; none if it cannot be reached from a root.
    pub fn at_c_expr(self, expr: ExprId) -> Option<At> {
        self.c_host()?.nodes.of_expr(expr)
    }

    /// The node of the program for a statement; none if it cannot be reached from a root.
    pub fn at_c_stmt(self, stmt: StmtId) -> Option<At> {
        self.c_host()?.nodes.of_stmt(stmt)
    }

    /// The expression at a node.
    pub fn c_expr(self, at: At) -> Option<ExprId> {
        self.c_host()?.nodes.expr(at)
    }

    /// The statement at a node.
    pub fn c_stmt(self, at: At) -> Option<StmtId> {
        self.c_host()?.nodes.stmt(at)
    }

    /// The symbol of an entity.
    pub fn c_symbol(self, entity: EntityId) -> SymbolId {
        symbol_of(entity)
    }
}
