//! List items of clauses: which variable they name, which member, which part of it.

use super::place::{At, EntityId, Place};

/// A list item, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemParts {
    /// What the subscripts and ranges at its end select from; the item itself if there are none.
    pub base: At,
    /// The subscripts and ranges at its end, the slowest dimension first.
    pub selections: Box<[Selection]>,
    /// What stands below the members of the base.
    pub root: ItemRoot,
    /// Whether the base is a member.
    pub is_member: bool,
    /// What it names; none where it names no place.
    pub place: Option<Place>,
}

/// A subscript or range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The subscript or range together with what it selects from.
    pub at: At,
    /// What it selects from.
    pub base: At,
    /// What it selects.
    pub bounds: Bounds,
}

/// What a subscript or range selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// One element.
    Index(At),
    /// A range.
    Range {
        /// The first element, where it is written.
        start: Option<At>,
        /// The number of elements, where it is written.
        length: Option<At>,
    },
}

/// What a list item begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemRoot {
    /// A name, and its node.
    Entity(EntityId, At),
    /// A name, with its node, of which members of elements are taken, so that which part is meant depends on values.
    ElementOf(Option<EntityId>, At),
    /// A range, of which members are taken.
    Range(At),
    /// What is not known; an error was reported.
    Unknown,
    /// Some other expression.
    Other(At),
}
