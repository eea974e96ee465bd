//! Nodes, entities and places: the names that analyses of directives use for parts of a program.
//!
//! Facts and OpenMP forms contain these and nothing of the host language's tree, so that a second host can
//! use the same facts.

use std::fmt;
use std::sync::Arc;

use clacc_syntax::Name;

/// A node of a declaration's outline: its index in source order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct At(u32);

impl At {
    /// The node with this index.
    pub const fn new(index: u32) -> At {
        At(index)
    }

    /// Its index, for side tables.
    pub const fn index(self) -> u32 {
        self.0
    }

    /// The next node in source order.
    pub const fn next(self) -> At {
        At(self.0 + 1)
    }
}

/// A named thing of a declaration: its index among the entities of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct EntityId(u32);

impl EntityId {
    /// The entity with this index.
    pub const fn new(index: u32) -> EntityId {
        EntityId(index)
    }

    /// Its index, for side tables.
    pub const fn index(self) -> u32 {
        self.0
    }
}

/// A part of the program's data: an entity, and the steps that lead from it to the part.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The entity at its base.
    pub root: EntityId,
    /// The steps, outermost first; none for the whole entity. Dimensions are in order from the slowest to
    /// the fastest. They are shared, because facts name the places of list items again and again.
    pub steps: Arc<[Step]>,
}

/// A step from a part of the data to a part of that part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A member. For a member of a pointee, a [`Step::Deref`] comes before it.
    Field(Name),
    /// A step from a pointer or descriptor to its target. It precedes each subscript or range of the target.
    Deref(Via),
    /// One element of a dimension.
    Index(Value),
    /// Consecutive elements of a dimension, or elements `stride` apart.
    Range {
        /// The first element.
        start: Bound,
        /// The extent of the range.
        extent: Extent,
        /// The distance between its elements; 1 if none is given.
        stride: Option<Value>,
    },
}

impl Step {
    /// Returns whether the step leads from a pointer or descriptor to its target.
    pub fn is_dereference(&self) -> bool {
        matches!(self, Step::Deref(_))
    }

    /// The values in a step.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        let values: [Option<Value>; 3] = match self {
            Step::Index(value) => [Some(*value), None, None],
            Step::Range { start, extent, stride } => {
                let start = match start {
                    Bound::At(value) => Some(*value),
                    Bound::Default => None,
                };
                let extent = match extent {
                    Extent::Length(value) | Extent::Upto(value) => Some(*value),
                    Extent::All => None,
                };
                [start, extent, *stride]
            }
            Step::Field(_) | Step::Deref(_) => [None; 3],
        };
        values.into_iter().flatten()
    }
}

/// The kinds of variables that a [`Step::Deref`] dereferences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Via {
    /// A pointer, which holds an address only.
    Pointer,
    /// A descriptor, which also holds bounds and may be unset.
    Descriptor,
}

/// The first element of a range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// No bound is given: the lower bound of the dimension, which is 0 in C.
    Default,
    /// An explicit bound.
    At(Value),
}

/// The extent of a range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// The range reaches to the end of the dimension.
    All,
    /// The range has this many elements.
    Length(Value),
    /// The range reaches to this element, which is included.
    Upto(Value),
}

/// A constant, or the value of an expression of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The value of the expression at a node.
    Node(At),
    /// A number.
    Constant(PlaceNumber),
}

/// A number in a place. It is stored as bytes, because with the alignment of an `i128` the steps of places would be almost twice as large.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlaceNumber([u8; 16]);

impl PlaceNumber {
    /// A number of this value.
    pub const fn new(value: i128) -> PlaceNumber {
        PlaceNumber(value.to_ne_bytes())
    }

    /// The value.
    pub const fn get(self) -> i128 {
        i128::from_ne_bytes(self.0)
    }
}

impl fmt::Debug for PlaceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl fmt::Display for PlaceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl Value {
    /// A number as a value.
    pub const fn constant(number: i128) -> Value {
        Value::Constant(PlaceNumber::new(number))
    }
}

impl Place {
    /// A whole entity.
    pub fn whole(root: EntityId) -> Place {
        Place { root, steps: Arc::default() }
    }

    /// The place that these steps lead to from an entity. Without steps it needs no allocation.
    pub fn behind(root: EntityId, steps: &[Step]) -> Place {
        if steps.is_empty() { Place::whole(root) } else { Place { root, steps: steps.into() } }
    }

    /// Whether it is a whole entity.
    pub fn is_whole(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether its last step selects elements of a dimension.
    pub fn is_part(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Index(_) | Step::Range { .. }))
    }

    /// Returns whether a step of the place dereferences a pointer, so that the place is no part of its entity itself.
    pub fn leads_through_pointer(&self) -> bool {
        self.steps.iter().any(Step::is_dereference)
    }

    /// Returns whether the entity of the place is the pointer that the place dereferences first.
    pub fn is_in_pointee(&self) -> bool {
        self.steps.first().is_some_and(Step::is_dereference)
    }

    /// Returns whether the place selects elements, and its entity is the pointer that it dereferences first.
    pub fn is_part_of_pointee(&self) -> bool {
        self.is_in_pointee() && self.is_part()
    }

    /// The steps to the block of memory that it is in, up to the last pointer that is dereferenced, and those inside of the block.
    pub fn steps_to_block(&self) -> (&[Step], &[Step]) {
        let last = self.steps.iter().rposition(Step::is_dereference);
        self.steps.split_at(last.map_or(0, |last| last + 1))
    }

    /// The place from which the subscripts and ranges at the end select, without the dereferences before
    /// them: `s->a` for `s->a[0:n][1]`.
    pub fn without_ranges(&self) -> Place {
        let selects = |step: &Step| !matches!(step, Step::Field(_));
        let last = self.steps.iter().rposition(|step| !selects(step)).map_or(0, |field| field + 1);
        let has_range =
            self.steps[last..].iter().any(|step| matches!(step, Step::Index(_) | Step::Range { .. }));
        let end = if has_range { last } else { self.steps.len() };
        Place::behind(self.root, &self.steps[..end])
    }

    /// The values in its subscripts and ranges, in order.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        self.steps.iter().flat_map(Step::values)
    }

    /// The expressions in its subscripts and ranges, in order.
    pub fn expressions(&self) -> impl Iterator<Item = At> {
        self.values().filter_map(|value| match value {
            Value::Node(at) => Some(at),
            Value::Constant(_) => None,
        })
    }

    /// The same place followed by further steps.
    pub fn then(&self, steps: impl IntoIterator<Item = Step>) -> Place {
        Place { root: self.root, steps: self.steps.iter().copied().chain(steps).collect() }
    }
}
