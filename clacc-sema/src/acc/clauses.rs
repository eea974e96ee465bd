//! OpenACC clauses with typed arguments.
//!
//! Clauses are lowered once, from their nodes in the tree. Checks, attributes and mapping policies use the
//! typed arguments, so they do not have to analyze words and list items again.

use clacc_syntax::Name;
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::AccClause;

use crate::directives::reduction::ReductionOp;
pub use crate::directives::subarrays::Gap;
use crate::program::item::{Bounds, ItemParts, ItemRoot, Selection};
use crate::program::place::{At, Place};

/// A clause of an OpenACC directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The node in the tree.
    pub id: ClauseId,
    /// Its kind; an alias has the kind of its canonical name.
    pub kind: AccClause,
    /// Its name in the source, which may be an alias.
    pub spelling: Name,
    /// The modifiers of a data clause, in source order.
    pub modifiers: Box<[DataModifier]>,
    /// Its argument, without the modifiers.
    pub argument: Argument,
}

/// A modifier of a data clause (OpenACC 3.4 2.7.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[expect(missing_docs, reason = "each variant names its word")]
pub enum DataModifier {
    Always,
    Alwaysin,
    Alwaysout,
    Capture,
    Readonly,
    Zero,
}

impl DataModifier {
    /// All modifiers.
    pub const ALL: &[DataModifier] = &[
        DataModifier::Always,
        DataModifier::Alwaysin,
        DataModifier::Alwaysout,
        DataModifier::Capture,
        DataModifier::Readonly,
        DataModifier::Zero,
    ];

    /// The modifier with this spelling.
    pub(super) fn spelled(word: &str) -> Option<DataModifier> {
        DataModifier::ALL.iter().copied().find(|modifier| modifier.text() == word)
    }

    /// Its keyword.
    pub const fn text(self) -> &'static str {
        match self {
            DataModifier::Always => "always",
            DataModifier::Alwaysin => "alwaysin",
            DataModifier::Alwaysout => "alwaysout",
            DataModifier::Capture => "capture",
            DataModifier::Readonly => "readonly",
            DataModifier::Zero => "zero",
        }
    }
}

/// The argument of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// No argument.
    None,
    /// A list of variables and parts of them.
    Items(Box<[ListItem]>),
    /// `reduction`: the operator and the list.
    Reduction(ReductionOp, Box<[ListItem]>),
    /// One value: a condition, a size, the number of a device or queue.
    Value(At),
    /// Several values: `num_gangs`.
    Values(Box<[At]>),
    /// `collapse`: the number of loops, and whether `force` allows other statements between them.
    Collapse {
        /// The number of loops.
        count: At,
        /// `force:`
        force: bool,
    },
    /// `tile`: the sizes; none for `*`.
    Tile(Box<[Option<At>]>),
    /// `gang` with arguments.
    Gang {
        /// `num:`
        num: Option<At>,
        /// `dim:`
        dim: Option<At>,
        /// `static:`
        chunk: Option<StaticChunk>,
    },
    /// `default`
    Default(DefaultKind),
    /// `wait`
    Wait(WaitArgument),
    /// `device_type`: the keywords; empty for `*`.
    DeviceTypes(Box<[Name]>),
    /// `bind`: the name of a function, as an identifier or a string.
    Bind(Name),
    /// Too few or too many arguments, so that the clause has no meaning.
    Malformed,
}

/// A list item: a variable, a member, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListItem {
    /// The node of the item.
    pub at: At,
    /// The place that it names, if it names one.
    pub place: Option<Place>,
    /// The item with its selections as in the source.
    pub written: ItemParts,
    /// Properties because of which clauses of other models may be unable to name its elements.
    pub limits: Contiguity,
}

impl ListItem {
    /// Returns true if the item is a member of an element, as in `a[i].x`.
    pub fn is_of_element(&self) -> bool {
        matches!(self.written.root, ItemRoot::ElementOf(..))
    }

    /// Returns whether the item is one element, with a subscript at its end.
    pub fn is_element(&self) -> bool {
        matches!(self.written.selections.last(), Some(Selection { bounds: Bounds::Index(_), .. }))
    }
}

/// Properties of the elements of a list item that OpenACC allows, but for which other models have no
/// clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contiguity {
    /// The subscript or range because of which the elements are not contiguous.
    pub gap: Option<Gap>,
    /// True if a subscript or range other than the first one dereferences a pointer.
    pub behind_pointers: bool,
}

/// The argument of `gang(static:)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StaticChunk {
    /// `*`
    Any,
    /// A number of iterations.
    Size(At),
}

/// The argument of `default`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DefaultKind {
    /// `none`
    None,
    /// `present`
    Present,
}

/// The argument of the `wait` clause and directive (OpenACC 3.4 2.16).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WaitArgument {
    /// `devnum:`
    pub device: Option<At>,
    /// The queues; all queues if none is named.
    pub queues: Box<[At]>,
}

impl Clause {
    /// The list items; empty for a clause without a list.
    pub fn items(&self) -> &[ListItem] {
        match &self.argument {
            Argument::Items(items) | Argument::Reduction(_, items) => items,
            _ => &[],
        }
    }

    /// The values that the clause takes, without those in list items.
    pub fn values(&self) -> Vec<At> {
        match &self.argument {
            Argument::Value(at) | Argument::Collapse { count: at, .. } => vec![*at],
            Argument::Values(values) => values.to_vec(),
            Argument::Wait(wait) => wait.device.into_iter().chain(wait.queues.iter().copied()).collect(),
            Argument::Tile(sizes) => sizes.iter().copied().flatten().collect(),
            Argument::Gang { num, dim, chunk } => {
                let chunk = chunk.and_then(|chunk| match chunk {
                    StaticChunk::Size(at) => Some(at),
                    StaticChunk::Any => None,
                });
                [*num, *dim, chunk].into_iter().flatten().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The first value of a clause that takes values.
    pub fn value(&self) -> Option<At> {
        match &self.argument {
            Argument::Value(at) | Argument::Collapse { count: at, .. } => Some(*at),
            Argument::Values(values) => values.first().copied(),
            _ => None,
        }
    }
}
