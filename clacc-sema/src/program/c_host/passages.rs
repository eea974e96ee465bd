//! The statements of C by the order in which their parts are executed (C17 6.8).

use clacc_syntax::ast::Stmt;

use super::CHost;
use super::nodes::symbol_of;
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId};

impl CHost<'_> {
    /// The order in which the parts of a statement are executed; none if there is no statement at a node.
    pub(crate) fn passage(self, at: At) -> Option<Passage> {
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

    /// Whether a variable is `volatile`.
    pub(crate) fn is_volatile(self, entity: EntityId) -> bool {
        self.model.symbols[symbol_of(entity)].ty.is_volatile()
    }
}
