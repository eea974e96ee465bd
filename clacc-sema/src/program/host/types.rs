//! Queries about the types of places and expressions.

use crate::program::entity::{Class, Components, Selectable, Shape};
use crate::program::place::{At, EntityId, Place};

/// The types of places and expressions, as far as rules about directives depend on them.
pub trait Types {
    /// The dimensions of the array at a place and the class of its elements; none if the type is not known.
    fn shape(&self, place: &Place) -> Option<Shape>;

    /// The scalars that a struct at a place, or each element of an array of structs there, consists of; none for
    /// other types.
    fn components(&self, place: &Place) -> Option<Components>;

    /// The class of the type of a part of a variable.
    fn class_of_part(&self, place: &Place) -> Class;

    /// The class of the type of an expression, before conversions.
    fn class_at(&self, at: At) -> Class;

    /// Returns true if the object that an expression names may not be assigned to.
    fn is_const_at(&self, at: At) -> bool;

    /// Returns true if the type of the object that an expression names is incomplete.
    fn is_incomplete_at(&self, at: At) -> bool;

    /// Returns true if an expression names a member that has no address, because it takes some bits of a word only.
    fn is_bit_field_at(&self, at: At) -> bool;

    /// Returns true if the value of an expression has an unsigned integer type.
    fn is_unsigned(&self, at: At) -> bool;

    /// Returns true if the value of an expression has the character type, which is unusual for numbers.
    fn is_character(&self, at: At) -> bool;

    /// Returns true if an assignment to a variable keeps each value of an expression.
    fn keeps_assigned(&self, variable: EntityId, value: At) -> bool;

    /// Returns true if an assignment to the lvalue `operand` keeps each integer that `value` can have.
    fn keeps_stored(&self, operand: At, value: At) -> bool;

    /// Returns true if a parameter of a called function gets the unchanged value of an argument.
    fn keeps_argument(&self, call: At, position: usize) -> bool;

    /// Returns true if accesses to an lvalue have no other effects: it is not `volatile`, and not meant for access by other threads.
    fn is_plain_memory(&self, at: At) -> bool;

    /// Returns true if an lvalue has a type through which memory of every type may be accessed (C17 6.5p7).
    fn is_byte(&self, at: At) -> bool;

    /// The operands from which each of `count` subscripts or ranges selects, the slowest first. The first
    /// of them follows the expression `base`. The list ends early where a type is not known.
    fn selectables(&self, base: At, count: usize) -> Vec<Selectable>;

    /// The shape of the elements that `count` subscripts or ranges after the expression `base` select; none
    /// if it is not known.
    fn selected(&self, base: At, count: usize) -> Option<Shape>;

    /// A description of the type of an expression; empty if it is not known.
    fn describe_at(&self, at: At) -> String;

    /// A description of the type of the elements that `count` subscripts or ranges after the expression `base` select, without the
    /// remaining dimensions; empty if it is not known.
    fn describe_element(&self, base: At, count: usize) -> String;

    /// The description of a class, with its article, for messages.
    fn class_words(&self, class: Class) -> &'static str;
}
