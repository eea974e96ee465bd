//! Questions about the values of expressions.

use crate::program::accumulation::Accumulation;
use crate::program::arithmetic::{Arithmetic, Condition};
use crate::program::element::Sum;
use crate::program::place::{At, EntityId};

/// The values of expressions: constants, arithmetic, and expressions that certainly have the same value.
pub trait Values {
    /// The value of an expression that is an integer constant.
    fn constant(&self, at: At) -> Option<i128>;

    /// Returns true if a value has a number in it that is larger than those of every integer type.
    fn is_too_large(&self, at: At) -> bool;

    /// Returns true if evaluating an expression may have side effects.
    fn has_side_effects(&self, at: At) -> bool;

    /// Returns true if two expressions are the same constant, or the same text about the same variables.
    fn same_value(&self, first: At, second: At) -> bool;

    /// Returns true if two expressions are the same name or the same number, in the same words.
    fn is_same_word(&self, first: At, second: At) -> bool;

    /// A number that is the same for all expressions that are no constants and have the same value, as
    /// [`Values::same_value`] has it, and different for most others.
    fn words_key(&self, at: At) -> u64;

    /// Returns true if an expression is integer arithmetic on constants and on variables for which `is_known`
    /// holds.
    fn value_is(&self, at: At, is_known: &dyn Fn(EntityId) -> bool) -> bool;

    /// A value as a variable and a constant that is added to it, or as a constant alone.
    fn sum(&self, at: At) -> Option<Sum>;

    /// The outermost operator of an integer expression.
    fn arithmetic(&self, at: At) -> Arithmetic;

    /// A condition that compares integers.
    fn condition(&self, at: At) -> Condition;

    /// The accumulation that an assignment to a variable is; none if it is another assignment.
    fn accumulation(&self, at: At) -> Option<Accumulation>;

    /// Returns true if an expression is a null pointer constant, perhaps with casts around it.
    fn is_null(&self, at: At) -> bool;

    /// Returns true if an expression is a call that returns new memory.
    fn is_allocation(&self, at: At) -> bool;

    /// Returns true if a value goes nowhere but into a condition, or out of the function as its result.
    fn is_tested_or_returned(&self, value: At) -> bool;
}
