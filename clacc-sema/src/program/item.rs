//! The list items of clauses: the variable, the member and the part of it that they name.

use super::place::{At, EntityId, Place};

/// A list item, split into its base and its subscripts and ranges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemParts {
    /// The operand of the subscripts and ranges at the end of the item; the item itself if there are none.
    pub base: At,
    /// The subscripts and ranges at its end, the slowest dimension first.
    pub selections: Box<[Selection]>,
    /// The expression that remains of the base without its members.
    pub root: ItemRoot,
    /// Whether the base is a member.
    pub is_member: bool,
    /// The place that it names, if it names one.
    pub place: Option<Place>,
}

/// A subscript or range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The subscript or range, with the operand from which it selects.
    pub at: At,
    /// The operand from which it selects.
    pub base: At,
    /// The elements that it selects.
    pub bounds: Bounds,
}

/// The elements that a subscript or range selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// One element.
    Index(At),
    /// A range.
    Range {
        /// The first element, if it is given.
        start: Option<At>,
        /// The number of elements, if it is given.
        length: Option<At>,
    },
}

/// The expression that a list item begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemRoot {
    /// A name, with its node.
    Entity(EntityId, At),
    /// A name, with its node, in a member of an element (`a[i].x`). The subscript selects the element.
    ElementOf(Option<EntityId>, At),
    /// A range, in a member of its elements.
    Range(At),
    /// An unknown expression. The error was reported.
    Unknown,
    /// Another expression.
    Other(At),
}
