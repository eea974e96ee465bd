//! Queries about what a program declares: variables, parameters and functions.

use clacc_syntax::token::TokenRange;

use crate::program::place::{At, EntityId, Value};

/// Queries about the declarations of entities.
pub trait Declarations {
    /// The tokens of an entity's declaration; none if it lies outside this external declaration.
    fn declared_at(&self, id: EntityId) -> Option<TokenRange>;

    /// Returns true if an entity is a function of the language's own library, which calls no function of the
    /// program.
    fn is_library_function(&self, id: EntityId) -> bool;

    /// Returns true if a function of the language's library only computes a value from its arguments.
    fn is_mathematical(&self, id: EntityId) -> bool;

    /// The parameters of the function that the declaration defines, in order; none if they are not all named there.
    fn parameters(&self) -> Option<Vec<EntityId>>;

    /// Returns true if a variable is a parameter.
    fn is_parameter(&self, id: EntityId) -> bool;

    /// Returns true if the declaration of a variable forbids taking its address (`register`).
    fn is_register(&self, id: EntityId) -> bool;

    /// Returns true if a pointer is declared to be the only access path to its pointee (`restrict`, C17 6.7.3.1).
    fn is_restrict(&self, id: EntityId) -> bool;

    /// Returns true if a variable is volatile: it may change, or be read, in ways that the program does not show.
    fn is_volatile(&self, id: EntityId) -> bool;

    /// The initial value in the declaration of a variable; none if there is none, or if the variable is declared outside this external
    /// declaration.
    fn initial_value(&self, id: EntityId) -> Option<At>;

    /// Returns true if a variable is declared with a value.
    fn has_initial_value(&self, id: EntityId) -> bool;

    /// The number of elements in the declaration of a parameter that is declared as an array and is a pointer; none if it is not constant.
    /// This is the expression there, unless a name in it may mean something else in the function.
    fn parameter_length(&self, id: EntityId) -> Option<Value>;

    /// The expressions that give the lengths of the dimensions in the declaration of an entity, as far as there are any; none if they lie
    /// outside this external declaration.
    fn declared_lengths(&self, id: EntityId) -> Vec<At>;

    /// The variable that gives the length of a dimension in the declaration of an entity, counted from the fastest dimension; none if
    /// another expression gives it.
    fn length_variable(&self, id: EntityId, from_last: usize) -> Option<EntityId>;

    /// Returns true if a pointer is declared with a variably modified type (C17 6.7.6p3).
    fn is_variably_modified(&self, id: EntityId) -> bool;

    /// Returns true if the type of a pointer's pointee contains an array whose length is not constant.
    fn has_variable_target(&self, id: EntityId) -> bool;

    /// Returns true if the type of an entity is incomplete.
    fn is_incomplete(&self, id: EntityId) -> bool;

    /// A description of the type of an entity.
    fn describe(&self, id: EntityId) -> String;
}
