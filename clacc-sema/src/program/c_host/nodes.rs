//! The node of the tree that each node of the outline stands for.

use clacc_syntax::ast::{ExprId, Node, StmtId, Tree};
use la_arena::{Idx, RawIdx};

use crate::c::model::SymbolId;
use crate::program::place::{At, EntityId};

/// The nodes of the C tree that an outline was made from, in the order of the outline.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CNodes {
    nodes: Vec<Node>,
    exprs: Vec<At>,
    stmts: Vec<At>,
}

/// Marks a node of the tree that cannot be reached from a root.
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

    /// The node of the tree at a node of the outline.
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

    /// The node of an expression; none if it cannot be reached from a root.
    pub(crate) fn of_expr(&self, expr: ExprId) -> Option<At> {
        reached(&self.exprs, expr)
    }

    /// The node of a statement; none if it cannot be reached from a root.
    pub(crate) fn of_stmt(&self, stmt: StmtId) -> Option<At> {
        reached(&self.stmts, stmt)
    }
}

fn reached<T>(column: &[At], node: Idx<T>) -> Option<At> {
    column.get(node.into_raw().into_u32() as usize).copied().filter(|at| *at != UNREACHED)
}

/// The entity of a symbol. The table of entities has the same order as that of symbols.
pub(crate) fn entity_of(symbol: SymbolId) -> EntityId {
    EntityId::new(symbol.into_raw().into_u32())
}

/// The symbol of an entity.
pub(crate) fn symbol_of(entity: EntityId) -> SymbolId {
    SymbolId::from_raw(RawIdx::from_u32(entity.index()))
}
