//! The host for C: lowers declarations of C to programs, and answers the questions that a program does not
//! answer as data.

mod accumulations;
mod arithmetic;
mod atomic;
mod atomic_comparisons;
mod canonical_loop;
mod clauses;
mod components;
mod declarations;
mod declarative;
mod declared_lengths;
mod effects;
mod element_parts;
mod header_hazards;
mod items;
mod jumps;
mod library;
pub(crate) mod lone_functions;
mod loops;
mod lower;
mod memory;
mod mentions;
pub mod nodes;
mod places;
mod pointed_places;
mod same_value;
mod statements;
pub(crate) mod types;
mod values;

use clacc_syntax::Names;
use clacc_syntax::ast::{ExprId, StmtId, Tree};
use clacc_syntax::token::TokenRange;

pub(crate) use self::library::is_library_function;
pub use self::lower::lower;
use self::nodes::CNodes;
use super::Program;
use super::host::Host;
use super::place::{At, EntityId};
use super::words::Words;
use crate::c::model::DeclModel;

/// One external declaration of C.
#[derive(Clone, Copy, Debug)]
pub(super) struct CHost<'a> {
    pub(super) model: &'a DeclModel,
    pub(super) nodes: &'a CNodes,
    pub(super) program: &'a Program,
}

/// The terms of C for messages.
pub(super) const WORDS: Words = Words {
    loop_statement: "`for` loop",
    members_scope: "among the members of a struct",
    constant: "an enumerator",
    record: "a struct",
};

impl<'a> CHost<'a> {
    pub(super) fn tree(self) -> &'a Tree {
        &self.model.parsed.tree
    }

    /// The table of the program's names.
    pub(super) fn names(self) -> &'a Names {
        &self.tree().names
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
}

impl Host for CHost<'_> {
    fn span(&self, at: At) -> TokenRange {
        self.tree().spans.of(self.nodes.node(at)).unwrap_or_default()
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }
}
