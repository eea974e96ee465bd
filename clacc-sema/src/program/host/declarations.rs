//! Questions about what a program declares: variables, parameters and functions.

use clacc_syntax::token::TokenRange;

use crate::program::place::{At, EntityId};

/// Questions about the declarations of entities.
pub trait Declarations {
    /// The tokens of an entity's declaration; none if it lies outside this external declaration.
    fn declared_at(&self, id: EntityId) -> Option<TokenRange>;

    /// Returns true if an entity is a function of the language's own library, which calls no function of the
    /// program.
    fn is_library_function(&self, id: EntityId) -> bool;

    /// Returns true if a function of the language's library reads its arguments alone and only returns a value.
    fn is_mathematical(&self, id: EntityId) -> bool;

    /// The parameters of the function that the declaration defines, in order; none if they are not all named there.
    fn parameters(&self) -> Option<Vec<EntityId>>;

    /// Returns true if a variable is a parameter.
    fn is_parameter(&self, id: EntityId) -> bool;

    /// Returns true if a variable can have no address, by its declaration.
    fn is_register(&self, id: EntityId) -> bool;

    /// Returns true if a pointer is declared as the only way to what it points to (`restrict`, C17 6.7.3.1).
    fn is_restrict(&self, id: EntityId) -> bool;

    /// Returns true if a variable is volatile: it may change, or be read, in ways that the program does not show.
    fn is_volatile(&self, id: EntityId) -> bool;

    /// The value with which a variable is declared; none if there is none, or it is declared outside this external
    /// declaration.
    fn initial_value(&self, id: EntityId) -> Option<At>;

    /// Returns true if a variable is declared with a value.
    fn has_initial_value(&self, id: EntityId) -> bool;

    /// The number of elements in the declaration of a parameter that is an array there and a pointer in fact; none if
    /// the number is no constant.
    fn parameter_length(&self, id: EntityId) -> Option<i128>;

    /// The variable that gives the length of a dimension in the declaration of an entity, counted from the fastest
    /// dimension; none if anything else gives it.
    fn length_variable(&self, id: EntityId, from_last: usize) -> Option<EntityId>;

    /// Returns true if a pointer has a variably modified type as it is declared (C17 6.7.6p3).
    fn is_variably_modified(&self, id: EntityId) -> bool;

    /// Returns true if an array in what a pointer leads to has a length that is no constant.
    fn has_variable_target(&self, id: EntityId) -> bool;

    /// Returns true if the type of an entity is incomplete.
    fn is_incomplete(&self, id: EntityId) -> bool;

    /// The type of an entity in words.
    fn describe(&self, id: EntityId) -> String;
}
