//! The place of a directive in C: file scope, a list of members, a block, or the body of a statement.

use clacc_syntax::ast::{Decl, Node, Stmt};

use super::CHost;
use crate::program::directive::{BodyOwner, Scope};
use crate::program::place::At;

impl CHost<'_> {
    /// The scope that contains the directive at a node.
    pub(crate) fn scope_of(self, directive: At) -> Scope {
        let Some(holder) = self.outline.parent(directive) else { return Scope::Block };
        match (self.nodes.node(holder), self.outline.parent(holder)) {
            (Node::Decl(decl), outer) if matches!(self.tree()[decl], Decl::Directive(_)) => {
                if outer.is_none() { Scope::File } else { Scope::Members }
            }
            _ => Scope::Block,
        }
    }

    /// The owner of the directive at a node, if the directive is its body; none if it is in a block or
    /// follows a label.
    pub(crate) fn owner_of(self, directive: At) -> Option<BodyOwner> {
        let statement = self.outline.parent(directive)?;
        // A variant of a metadirective stands where that one does.
        if matches!(self.nodes.node(statement), Node::Clause(_)) {
            return None;
        }
        let mut owner = self.outline.parent(statement)?;
        if self.is_block_without_braces(owner, statement) {
            owner = self.outline.parent(owner)?;
        }
        let words = match self.nodes.node(owner) {
            Node::Directive(outer) => return Some(BodyOwner::Directive(outer)),
            Node::Stmt(stmt) => match &self.tree()[stmt] {
                Stmt::If { .. } => "`if` or `else`",
                Stmt::While { .. } => "`while`",
                Stmt::DoWhile { .. } => "`do`",
                Stmt::For { .. } => "`for`",
                Stmt::Switch { .. } => "`switch`",
                _ => return None,
            },
            _ => return None,
        };
        Some(BodyOwner::Statement(words))
    }
    /// Whether a block begins with its first statement: the parser makes it of `cache` directives and the statement behind
    /// them.
    fn is_block_without_braces(self, block: At, first: At) -> bool {
        let start = |at| self.tree().spans.of(self.nodes.node(at)).map(|span| span.start);
        let is_block =
            self.nodes.stmt(block).is_some_and(|stmt| matches!(self.tree()[stmt], Stmt::Compound { .. }));
        is_block && start(block) == start(first)
    }

    /// Whether a statement is an item of the block at `region`, or the only statement there.
    pub(crate) fn is_own_statement(self, statement: At, region: At) -> bool {
        let is_block =
            self.nodes.stmt(region).is_some_and(|stmt| matches!(self.tree()[stmt], Stmt::Compound { .. }));
        if is_block { self.outline.parent(statement) == Some(region) } else { statement == region }
    }
}
