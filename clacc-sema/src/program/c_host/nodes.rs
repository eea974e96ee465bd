//! Which node of the tree each node of the outline is.

use clacc_syntax::ast::{ExprId, Node, StmtId, Tree};
use la_arena::{Idx, RawIdx};

use crate::c::model::SymbolId;
use crate::program::place::{At, EntityId};

/// The nodes of a C tree that an outline was made of, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CNodes {
    nodes: Vec<Node>,
    exprs: Vec<At>,
    stmts: Vec<At>,
}

/// Stands for a node of the tree that no root leads to.
const UNREACHED: At = At::new(u32::MAX);

impl CNodes {
    pub(super) fn with_room_for(tree: &Tree, nodes: usize) -> CNodes {
        CNodes {
            nodes: Vec::with_capacity(nodes),
            exprs: vec![UNREACHED; tree.exprs.len()],
            stmts: vec![UNREACHED; tree.stmts.len()],
        }
    }

    /// Adds the next node of the outline.
    pub(super) fn push(&mut self, node: Node, at: At) {
        match node {
            Node::Expr(expr) => self.exprs[expr.into_raw().into_u32() as usize] = at,
            Node::Stmt(stmt) => self.stmts[stmt.into_raw().into_u32() as usize] = at,
            _ => {}
        }
        self.nodes.push(node);
    }

    /// The node of the tree.
    pub(crate) fn node(&self, at: At) -> Node {
        self.nodes[at.index() as usize]
    }

    /// The expression at a node, if it is one.
    pub(crate) fn expr(&self, at: At) -> Option<ExprId> {
        match self.nodes.get(at.index() as usize) {
            Some(Node::Expr(expr)) => Some(*expr),
            _ => None,
        }
    }

    /// The statement at a node, if it is one.
    pub(crate) fn stmt(&self, at: At) -> Option<StmtId> {
        match self.nodes.get(at.index() as usize) {
            Some(Node::Stmt(stmt)) => Some(*stmt),
            _ => None,
        }
    }

    /// Where an expression is; none if no root leads to it.
    pub(crate) fn of_expr(&self, expr: ExprId) -> Option<At> {
        reached(&self.exprs, expr)
    }

    /// Where a statement is; none if no root leads to it.
    pub(crate) fn of_stmt(&self, stmt: StmtId) -> Option<At> {
        reached(&self.stmts, stmt)
    }
}

fn reached<T>(column: &[At], node: Idx<T>) -> Option<At> {
    column.get(node.into_raw().into_u32() as usize).copied().filter(|at| *at != UNREACHED)
}

/// The entity of a symbol: both tables have the same order.
pub(crate) fn entity_of(symbol: SymbolId) -> EntityId {
    EntityId::new(symbol.into_raw().into_u32())
}

/// The symbol of an entity.
pub(crate) fn symbol_of(entity: EntityId) -> SymbolId {
    SymbolId::from_raw(RawIdx::from_u32(entity.index()))
}
