//! The pointees of pointer values.

use super::place::{At, Place};

/// The pointee of a pointer, as far as the expression for its value determines it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointedPlace {
    /// The name of the variable with which the expression begins.
    pub name: At,
    /// The place: an element, or an object that is no element.
    pub place: Place,
    /// The numbers of elements by which the pointer is moved from there.
    pub moved: Vec<Moved>,
}

/// A number of elements by which a pointer is moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The number.
    pub by: At,
    /// True if the pointer is moved back.
    pub is_back: bool,
}
