//! The nodes of one external declaration in source order, as columns.
//!
//! A subtree is a run of indices, so "inside", "before" and "the walk of the associated statement" are comparisons
//! and slices. Built once per declaration, without recursion; every later walk is a loop.

use std::ops::Range;

use clacc_syntax::ast::{ClauseId, DirectiveId, Node, StmtId, Tree};
use la_arena::ArenaMap;

/// The nodes of a tree in source order.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    nodes: Vec<Node>,
    /// One past the last node of each node's subtree.
    ends: Vec<u32>,
    /// The parent of each node; its own index for a root.
    parents: Vec<u32>,
    statements: ArenaMap<StmtId, u32>,
    directives: ArenaMap<DirectiveId, u32>,
    clauses: ArenaMap<ClauseId, u32>,
}

impl Outline {
    /// The outline of all roots of a tree.
    pub(crate) fn new(tree: &Tree) -> Self {
        let mut outline = Outline::with_room_for(tree);
        let mut pending: Vec<(Node, Option<u32>)> = Vec::with_capacity(64);
        pending.extend(tree.roots.iter().rev().map(|root| (Node::Decl(*root), None)));
        while let Some((node, parent)) = pending.pop() {
            let at = outline.push(node, parent);
            let first = pending.len();
            tree.for_each_child(node, &mut |child| pending.push((child, Some(at))));
            pending[first..].reverse();
        }
        outline.find_ends();
        outline
    }

    fn with_room_for(tree: &Tree) -> Outline {
        let nodes = tree.exprs.len()
            + tree.stmts.len()
            + tree.decls.len()
            + tree.entities.len()
            + tree.inits.len()
            + tree.type_names.len()
            + tree.directives.len()
            + tree.clauses.len();
        Outline {
            nodes: Vec::with_capacity(nodes),
            ends: Vec::with_capacity(nodes),
            parents: Vec::with_capacity(nodes),
            statements: ArenaMap::with_capacity(tree.stmts.len()),
            directives: ArenaMap::with_capacity(tree.directives.len()),
            clauses: ArenaMap::with_capacity(tree.clauses.len()),
        }
    }

    /// A subtree ends where the subtree of its last child does. Children stand behind their parents.
    fn find_ends(&mut self) {
        for at in (0..self.nodes.len()).rev() {
            let parent = self.parents[at] as usize;
            self.ends[parent] = self.ends[parent].max(self.ends[at]);
        }
    }

    fn push(&mut self, node: Node, parent: Option<u32>) -> u32 {
        let at = self.len();
        match node {
            Node::Stmt(stmt) => {
                self.statements.insert(stmt, at);
            }
            Node::Directive(directive) => {
                self.directives.insert(directive, at);
            }
            Node::Clause(clause) => {
                self.clauses.insert(clause, at);
            }
            _ => {}
        }
        self.nodes.push(node);
        self.ends.push(at + 1);
        self.parents.push(parent.unwrap_or(at));
        at
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// The node at an index.
    pub(crate) fn node(&self, at: u32) -> Node {
        self.nodes[at as usize]
    }

    /// One past the subtree at an index.
    pub(crate) fn end(&self, at: u32) -> u32 {
        self.ends[at as usize]
    }

    /// The index of the parent; none for a root.
    pub(crate) fn parent(&self, at: u32) -> Option<u32> {
        let parent = self.parents[at as usize];
        (parent != at).then_some(parent)
    }

    /// The ancestors of a node, nearest first.
    pub(crate) fn ancestors(&self, at: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.parent(at), |parent| self.parent(*parent))
    }

    /// Where a statement is; none if it is not reached from a root.
    pub(crate) fn statement(&self, stmt: StmtId) -> Option<u32> {
        self.statements.get(stmt).copied()
    }

    /// Where a directive is.
    pub(crate) fn directive(&self, directive: DirectiveId) -> Option<u32> {
        self.directives.get(directive).copied()
    }

    /// The run of a clause's subtree, itself included; empty if it is not reached.
    pub(crate) fn clause_run(&self, clause: ClauseId) -> Range<u32> {
        self.clauses.get(clause).map_or(0..0, |at| *at..self.end(*at))
    }

    /// The run of a statement's subtree, itself included; empty if it is not reached.
    pub(crate) fn run_of(&self, stmt: StmtId) -> Range<u32> {
        self.statement(stmt).map_or(0..0, |at| at..self.end(at))
    }
}

#[cfg(test)]
mod tests {
    use clacc_syntax::ast::{Decl, Expr, Stmt};

    use super::*;

    #[test]
    fn a_subtree_is_a_run() {
        let mut tree = Tree::new(clacc_syntax::Names::default());
        let value = tree.exprs.alloc(Expr::Error);
        let first = tree.stmts.alloc(Stmt::Expr(Some(value)));
        let second = tree.stmts.alloc(Stmt::Break);
        let block = tree.stmts.alloc(Stmt::Compound { labels: [].into(), items: [first, second].into() });
        let body = tree.stmts.alloc(Stmt::While { condition: value, body: block });
        let root = tree.decls.alloc(Decl::Empty);
        tree.roots.push(root);
        assert_eq!(Outline::new(&tree).len(), 1);

        let condition = tree.exprs.alloc(Expr::Statement(body));
        tree.decls[root] = Decl::StaticAssert { condition, message: None };
        let outline = Outline::new(&tree);
        let run = outline.run_of(block);
        assert!(outline.statement(first).is_some_and(|at| run.contains(&at)));
        assert!(outline.statement(second).is_some_and(|at| run.contains(&at) && at + 1 == run.end));
        assert!(!run.contains(&outline.statement(body).unwrap()));
        assert_eq!(outline.ancestors(run.start).count(), 3);
    }
}
