//! Queries about directives that declare something, and about the functions that directives apply to.

use clacc_syntax::ast::DirectiveId;

use crate::program::declared::{DeclaredMapper, DeclaredReduction, LoneFunction};
use crate::program::place::EntityId;

/// Reductions and mappers that directives declare, and the declarations that directives apply to.
pub trait Declarative {
    /// The reduction that a directive declares; none if it declares none.
    fn declared_reduction(&self, id: DirectiveId) -> Option<DeclaredReduction>;

    /// The mapper that a directive declares; none if it declares none.
    fn declared_mapper(&self, id: DirectiveId) -> Option<DeclaredMapper>;

    /// The function that this external declaration declares or defines; none if it declares something else as well, or instead.
    fn lone_function(&self) -> Option<LoneFunction>;

    /// The directives of blocks that apply to a declaration of one function, and are followed by something else, sorted. Directives in
    /// between do not matter.
    fn before_no_function(&self) -> Box<[DirectiveId]>;

    /// Returns true if the language itself declares a variable in each function, with its name (`__func__`).
    fn is_predefined(&self, id: EntityId) -> bool;
}
