//! The correspondence between the nodes of the outline and those of the C tree.

use clacc_syntax::arena::{Idx, RawIdx};
use clacc_syntax::ast::{ExprId, Node, StmtId, Tree};

use crate::c::model::SymbolId;
use crate::program::place::{At, EntityId};

/// The nodes of the C tree that an outline was made from, in the order of the outline.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CNodes {
    /// The arena and the index of each node of the tree, in two columns, because one column of pairs would take a third more memory.
    kinds: Vec<NodeArena>,
    indices: Vec<u32>,
    /// The nodes of the outline for each expression and statement of the tree.
    exprs: Vec<Option<At>>,
    stmts: Vec<Option<At>>,
}

/// The arena of the tree that contains a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeArena {
    Expr,
    Stmt,
    Decl,
    Entity,
    TypeName,
    Init,
    Directive,
    Clause,
}

/// Splits a node into its arena and its index.
fn parts(node: Node) -> (NodeArena, RawIdx) {
    match node {
        Node::Expr(id) => (NodeArena::Expr, id.into_raw()),
        Node::Stmt(id) => (NodeArena::Stmt, id.into_raw()),
        Node::Decl(id) => (NodeArena::Decl, id.into_raw()),
        Node::Entity(id) => (NodeArena::Entity, id.into_raw()),
        Node::TypeName(id) => (NodeArena::TypeName, id.into_raw()),
        Node::Init(id) => (NodeArena::Init, id.into_raw()),
        Node::Directive(id) => (NodeArena::Directive, id.into_raw()),
        Node::Clause(id) => (NodeArena::Clause, id.into_raw()),
    }
}

fn node_of(kind: NodeArena, index: u32) -> Node {
    let index = RawIdx::from_u32(index);
    match kind {
        NodeArena::Expr => Node::Expr(Idx::from_raw(index)),
        NodeArena::Stmt => Node::Stmt(Idx::from_raw(index)),
        NodeArena::Decl => Node::Decl(Idx::from_raw(index)),
        NodeArena::Entity => Node::Entity(Idx::from_raw(index)),
        NodeArena::TypeName => Node::TypeName(Idx::from_raw(index)),
        NodeArena::Init => Node::Init(Idx::from_raw(index)),
        NodeArena::Directive => Node::Directive(Idx::from_raw(index)),
        NodeArena::Clause => Node::Clause(Idx::from_raw(index)),
    }
}

impl CNodes {
    pub(super) fn with_room_for(tree: &Tree, nodes: usize) -> CNodes {
        CNodes {
            kinds: Vec::with_capacity(nodes),
            indices: Vec::with_capacity(nodes),
            exprs: vec![None; tree.exprs.len()],
            stmts: vec![None; tree.stmts.len()],
        }
    }

    /// Adds the next node of the outline.
    pub(super) fn push(&mut self, node: Node, at: At) {
        match node {
            Node::Expr(expr) => self.exprs[expr.into_raw().into_u32() as usize] = Some(at),
            Node::Stmt(stmt) => self.stmts[stmt.into_raw().into_u32() as usize] = Some(at),
            _ => {}
        }
        let (kind, index) = parts(node);
        self.kinds.push(kind);
        self.indices.push(index.into_u32());
    }

    /// The node of the tree at a node of the outline.
    pub(crate) fn node(&self, at: At) -> Node {
        let at = at.index() as usize;
        node_of(self.kinds[at], self.indices[at])
    }

    /// The expression at a node, if it is one.
    pub(crate) fn expr(&self, at: At) -> Option<ExprId> {
        self.id_of(NodeArena::Expr, at)
    }

    /// The statement at a node, if it is one.
    pub(crate) fn stmt(&self, at: At) -> Option<StmtId> {
        self.id_of(NodeArena::Stmt, at)
    }

    /// The node of the tree at a node, if it is of this kind.
    fn id_of<T>(&self, kind: NodeArena, at: At) -> Option<Idx<T>> {
        let at = at.index() as usize;
        let is_kind = self.kinds.get(at).is_some_and(|known| *known == kind);
        is_kind.then(|| Idx::from_raw(RawIdx::from_u32(self.indices[at])))
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

/// The node of the outline; none if the tree's node cannot be reached from a root.
fn reached<T>(column: &[Option<At>], node: Idx<T>) -> Option<At> {
    *column.get(node.into_raw().into_u32() as usize)?
}

/// The entity of a symbol. The table of entities has the same order as that of symbols.
pub(crate) fn entity_of(symbol: SymbolId) -> EntityId {
    EntityId::new(symbol.into_raw().into_u32())
}

/// The symbol of an entity.
pub(crate) fn symbol_of(entity: EntityId) -> SymbolId {
    SymbolId::from_raw(RawIdx::from_u32(entity.index()))
}
