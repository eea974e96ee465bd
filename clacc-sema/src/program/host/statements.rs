//! Queries about statements, and about the places of directives among them.

use clacc_syntax::ast::DirectiveId;

use crate::program::atomic::{AtomicKind, AtomicStatement};
use crate::program::directive::{BodyOwner, Scope};
use crate::program::loops::Fault;
use crate::program::passage::Passage;
use crate::program::place::At;
use crate::program::run::Run;

/// The statements of a program: their order of execution, and the forms that directives need.
pub trait Statements {
    /// The order in which the parts of a statement are executed; none if there is no statement at a node.
    fn passage(&self, at: At) -> Option<Passage>;

    /// Returns true if a condition between `around` and a node inside it decides whether the node is evaluated. Conditions of loops do not
    /// count.
    fn is_conditional(&self, at: At, around: At) -> bool;

    /// Returns true if a statement belongs to the region itself and not to a statement inside it, so that no
    /// condition or loop in the region decides whether it is executed.
    fn is_own_statement(&self, at: At, region: Run) -> bool;

    /// Returns true if a node is a directive of neither OpenACC nor OpenMP. A pragma before a statement, such as `#pragma GCC ivdep`, is
    /// the node before that of the statement.
    fn is_foreign_pragma(&self, at: At) -> bool;

    /// The statement of a region as an atomic one, or the reason why it has no such form.
    fn atomic_statement(&self, region: Run, kind: AtomicKind) -> Result<AtomicStatement, Fault>;

    /// The scope that contains a directive.
    fn scope_of(&self, id: DirectiveId) -> Scope;

    /// The owner of a directive, if the directive is its body.
    fn owner_of(&self, id: DirectiveId) -> Option<BodyOwner>;
}
