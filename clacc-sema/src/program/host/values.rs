//! Queries about the values of expressions.

use crate::program::accumulation::Accumulation;
use crate::program::arithmetic::{Arithmetic, Condition};
use crate::program::element::Sum;
use crate::program::place::{At, EntityId};

/// The values of expressions: constants, arithmetic, and expressions that certainly have the same value.
pub trait Values {
    /// The value of an expression that is an integer constant.
    fn constant(&self, at: At) -> Option<i128>;

    /// The text between the quotes of a string literal, as it is written; none for other expressions.
    fn quoted(&self, at: At) -> Option<String>;

    /// Returns true if an expression contains a number that is too large for every integer type.
    fn is_too_large(&self, at: At) -> bool;

    /// Returns true if evaluating an expression may have side effects.
    fn has_side_effects(&self, at: At) -> bool;

    /// Returns true if two expressions are the same constant, or have the same structure and variables.
    fn same_value(&self, first: At, second: At) -> bool;

    /// Returns true if two expressions are the same name or number, with the same spelling.
    fn is_same_word(&self, first: At, second: At) -> bool;

    /// A hash that is equal for all non-constant expressions with the same value according to [`Values::same_value`].
    fn words_key(&self, at: At) -> u64;

    /// Returns true if an expression is integer arithmetic on constants and on variables that `is_known` accepts.
    fn value_is(&self, at: At, is_known: &dyn Fn(EntityId) -> bool) -> bool;

    /// A value as the sum of a variable and a constant, or as a constant alone.
    fn sum(&self, at: At) -> Option<Sum>;

    /// The outermost operator of an integer expression.
    fn arithmetic(&self, at: At) -> Arithmetic;

    /// A condition that compares integers.
    fn condition(&self, at: At) -> Condition;

    /// The accumulation in an assignment to a variable; none for other assignments.
    fn accumulation(&self, at: At) -> Option<Accumulation>;

    /// Returns true if an expression is a null pointer constant, perhaps with casts around it.
    fn is_null(&self, at: At) -> bool;

    /// Returns true if an expression is a call that returns new memory.
    fn is_allocation(&self, at: At) -> bool;

    /// Returns true if a value is used only in a condition, or as the result of the function.
    fn is_tested_or_returned(&self, value: At) -> bool;
}
