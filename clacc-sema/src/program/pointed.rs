//! What the values of pointers lead to.

use super::place::{At, Place};

/// What a pointer leads to, as far as the expression tells that gives its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointedPlace {
    /// The name of the variable with which the expression begins.
    pub name: At,
    /// The place: an element, or an object that is none.
    pub place: Place,
    /// By how many elements the pointer is moved from there.
    pub moved: Vec<Moved>,
}

/// A number of elements by which a pointer is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The number.
    pub by: At,
    /// Whether it is moved back.
    pub is_back: bool,
}
