//! The host for C: lowers declarations of C to programs, and answers the questions that a program does not
//! answer as data.

mod accumulations;
mod arithmetic;
mod atomic;
mod canonical_loop;
mod clauses;
mod components;
mod declared_lengths;
mod effects;
mod element_parts;
mod element_questions;
mod header_hazards;
mod items;
mod jumps;
mod library;
mod loops;
mod lower;
mod memory;
mod mentions;
pub(crate) mod nodes;
mod passages;
mod places;
mod pointed_places;
mod pointer_uses;
mod same_value;
mod standing;
pub(crate) mod types;

use clacc_syntax::Names;
use clacc_syntax::ast::{Expr, ExprId, StmtId, Tree};
use clacc_syntax::token::TokenRange;

pub(crate) use self::library::is_library_function;
pub use self::lower::lower;
pub use self::nodes::CNodes;
use super::outline::Outline;
use super::place::{At, EntityId};
use super::run::Run;
use super::words::Words;
use crate::c::model::{DeclModel, SymbolKind};
use crate::c::types::QualType;

/// One external declaration of C.
#[derive(Clone, Copy, Debug)]
pub struct CHost<'a> {
    pub(crate) model: &'a DeclModel,
    pub(crate) nodes: &'a CNodes,
    pub(crate) outline: &'a Outline,
}

/// The words of C.
pub(crate) const WORDS: Words = Words {
    loop_statement: "`for` loop",
    members_scope: "among the members of a struct",
    constant: "an enumerator",
    record: "a struct",
};

impl<'a> CHost<'a> {
    pub(crate) fn tree(self) -> &'a Tree {
        &self.model.parsed.tree
    }

    /// The table of the program's names.
    pub(crate) fn names(self) -> &'a Names {
        &self.tree().names
    }

    /// Whether an entity is a function of the C library, which calls no function of the program.
    pub(crate) fn is_library_function(self, entity: EntityId) -> bool {
        is_library_function(self.model.text(self.model.symbols[nodes::symbol_of(entity)].name))
    }

    fn is_object(self, entity: EntityId) -> bool {
        self.model.symbols[nodes::symbol_of(entity)].kind.is_object()
    }

    /// The tokens of an expression.
    fn expr_span(self, expr: ExprId) -> TokenRange {
        self.tree().spans.exprs.get(expr).unwrap_or_default()
    }

    /// The first token of a statement, which is enough to point to it.
    fn stmt_start(self, stmt: StmtId) -> TokenRange {
        let span = self.tree().spans.stmts.get(stmt).unwrap_or_default();
        TokenRange::new(span.start, span.end.min(span.start + 1))
    }

    /// The tokens of a node.
    pub(crate) fn span(self, at: At) -> TokenRange {
        self.tree().spans.of(self.nodes.node(at)).unwrap_or_default()
    }

    /// The tokens of an entity's declaration; none if it lies outside this external declaration.
    pub(crate) fn declared_at(self, entity: EntityId) -> Option<TokenRange> {
        let declarator = self.model.symbols[nodes::symbol_of(entity)].entity?;
        self.tree().spans.entity_names.get(declarator)
    }

    /// The names in a run of nodes that are not declared, with their places.
    pub(crate) fn undeclared(self, run: Run) -> Vec<(At, EntityId)> {
        let undeclared = |at: At| {
            let expr = self.nodes.expr(at).filter(|expr| matches!(self.tree()[*expr], Expr::Name(_)))?;
            let symbol = self.model.symbol_of(expr)?;
            let is_undeclared = self.model.symbols[symbol].kind == SymbolKind::Undeclared;
            is_undeclared.then_some((at, nodes::entity_of(symbol)))
        };
        run.nodes().filter_map(undeclared).collect()
    }

    pub(crate) fn constant(self, at: At) -> Option<i128> {
        self.model.integer_constant(self.nodes.expr(at)?)
    }

    /// Whether an expression has a number in it that no type holds.
    pub(crate) fn is_too_large(self, at: At) -> bool {
        self.outline.run(at).nodes().filter_map(|at| self.nodes.expr(at)).any(|expr| {
            matches!(self.tree()[expr], Expr::Number(_))
                && self.model.types.get(expr).is_none_or(QualType::is_error)
        })
    }

    pub(crate) fn has_side_effects(self, at: At) -> bool {
        self.nodes.expr(at).is_some_and(|expr| self.model.has_side_effects(expr))
    }
}
