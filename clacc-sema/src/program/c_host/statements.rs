//! The statements of C (C17 6.8), and the places of directives among them.

use clacc_syntax::ast::{BinaryOp, Decl, DirectiveId, Expr, Node, Stmt};

use super::CHost;
use crate::program::atomic::{AtomicKind, AtomicStatement};
use crate::program::directive::{BodyOwner, Scope};
use crate::program::host::statements::Statements;
use crate::program::loops::Fault;
use crate::program::passage::Passage;
use crate::program::place::At;
use crate::program::run::Run;

impl Statements for CHost<'_> {
    fn passage(&self, at: At) -> Option<Passage> {
        Some(match self.tree()[self.nodes.stmt(at)?] {
            Stmt::Expr(_) | Stmt::Decl(_) => Passage::Plain,
            Stmt::Compound { .. } | Stmt::Pragma { body: Some(_), .. } => Passage::Sequence,
            Stmt::If { then, otherwise, .. } => Passage::Choice {
                then: self.nodes.of_stmt(then)?,
                otherwise: otherwise.and_then(|otherwise| self.nodes.of_stmt(otherwise)),
            },
            Stmt::For { init, .. } => Passage::Loop { first: self.nodes.of_stmt(init) },
            Stmt::DoWhile { body, .. } => Passage::Loop { first: self.nodes.of_stmt(body) },
            Stmt::While { .. } => Passage::Loop { first: None },
            _ => Passage::Other,
        })
    }

    fn is_conditional(&self, at: At, around: At) -> bool {
        let inside = self.program.outline.ancestors(at).take_while(|ancestor| *ancestor > around);
        inside.into_iter().any(|ancestor| match self.nodes.node(ancestor) {
            Node::Stmt(stmt) => matches!(self.tree()[stmt], Stmt::If { .. } | Stmt::Switch { .. }),
            Node::Expr(expr) => {
                let is_logical = |op| matches!(op, BinaryOp::And | BinaryOp::Or);
                match self.tree()[expr] {
                    Expr::Conditional { .. } => true,
                    Expr::Binary { op, .. } => is_logical(op),
                    _ => false,
                }
            }
            _ => false,
        })
    }

    fn is_own_statement(&self, at: At, region: Run) -> bool {
        let first = region.start;
        let is_block =
            self.nodes.stmt(first).is_some_and(|stmt| matches!(self.tree()[stmt], Stmt::Compound { .. }));
        if is_block { self.program.outline.parent(at) == Some(first) } else { at == first }
    }

    fn is_foreign_pragma(&self, at: At) -> bool {
        self.nodes.stmt(at).is_some_and(|stmt| matches!(self.tree()[stmt], Stmt::Pragma { .. }))
    }

    fn atomic_statement(&self, region: Run, kind: AtomicKind) -> Result<AtomicStatement, Fault> {
        CHost::atomic_statement(*self, region.start, kind)
    }

    fn scope_of(&self, id: DirectiveId) -> Scope {
        let Some(holder) = self.program.outline.parent(self.program.directives[id].at) else {
            return Scope::Block;
        };
        match (self.nodes.node(holder), self.program.outline.parent(holder)) {
            (Node::Decl(decl), outer) if matches!(self.tree()[decl], Decl::Directive(_)) => {
                if outer.is_none() { Scope::File } else { Scope::Members }
            }
            _ => Scope::Block,
        }
    }

    fn owner_of(&self, id: DirectiveId) -> Option<BodyOwner> {
        let statement = self.program.outline.parent(self.program.directives[id].at)?;
        // A variant of a metadirective is at the place of the metadirective.
        if matches!(self.nodes.node(statement), Node::Clause(_)) {
            return None;
        }
        let mut owner = self.program.outline.parent(statement)?;
        if self.is_block_without_braces(owner, statement) {
            owner = self.program.outline.parent(owner)?;
        }
        let words = match self.nodes.node(owner) {
            Node::Directive(outer) => return Some(BodyOwner::Directive(outer)),
            Node::Stmt(stmt) => match &self.tree()[stmt] {
                Stmt::If { .. } => "`if` or `else`",
                Stmt::While { .. } => "`while`",
                Stmt::DoWhile { .. } => "`do`",
                Stmt::For { .. } => "`for`",
                Stmt::Switch { .. } => "`switch`",
                Stmt::Label { .. } | Stmt::Case { .. } | Stmt::Default { .. } => {
                    return Some(BodyOwner::Label);
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(BodyOwner::Statement(words))
    }
}

impl CHost<'_> {
    /// Returns true if a block begins with its first statement, and so has no braces: the parser makes it of `cache` directives and the
    /// statement after them.
    fn is_block_without_braces(self, block: At, first: At) -> bool {
        let start = |at| self.tree().spans.of(self.nodes.node(at)).map(|span| span.start);
        let is_block =
            self.nodes.stmt(block).is_some_and(|stmt| matches!(self.tree()[stmt], Stmt::Compound { .. }));
        is_block && start(block) == start(first)
    }
}
