//! Nodes, entities and places: how everything that analyses directives names parts of a program.
//!
//! Facts and OpenMP forms hold these and nothing of the host language's tree, so that a second host needs no second
//! set of facts.

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

    /// The node behind it in source order.
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
    /// The steps, outermost first; none for the whole entity. Dimensions run from the slowest to the fastest.
    pub steps: Box<[Step]>,
}

/// One step from a part of the data to a part of that part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A member. A member behind a pointer is a [`Step::Deref`] and a member.
    Field(Name),
    /// From a pointer or descriptor to what it stands for. Subscripts and ranges of what lies behind a pointer follow one.
    Deref(Via),
    /// One element of a dimension.
    Index(Value),
    /// Elements of a dimension, one behind the other or `stride` apart.
    Range {
        /// The first element.
        start: Bound,
        /// How far the range reaches.
        extent: Extent,
        /// The distance of its elements; 1 if none is written.
        stride: Option<Value>,
    },
}

/// What a [`Step::Deref`] goes through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Via {
    /// A pointer: an address and nothing else.
    Pointer,
    /// A descriptor, which knows bounds and may be unset.
    Descriptor,
}

/// The first element of a range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// Not written: the lower bound of the dimension, in C 0.
    Default,
    /// Written.
    At(Value),
}

/// How far a range reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// To the end of the dimension.
    All,
    /// This many elements.
    Length(Value),
    /// To this element, itself included.
    Upto(Value),
}

/// A value that is known, or that an expression of the source has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// What the expression at a node evaluates to.
    Node(At),
    /// A number.
    Constant(i128),
}

impl Place {
    /// A whole entity.
    pub fn whole(root: EntityId) -> Place {
        Place { root, steps: Box::default() }
    }

    /// Whether it is a whole entity.
    pub fn is_whole(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether its last step selects elements of a dimension.
    pub fn is_part(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Index(_) | Step::Range { .. }))
    }

    /// The place that subscripts and ranges at the end select from, dereferences for them left out: `s->a` for
    /// `s->a[0:n][1]`.
    pub fn without_ranges(&self) -> Place {
        let selects = |step: &Step| !matches!(step, Step::Field(_));
        let last = self.steps.iter().rposition(|step| !selects(step)).map_or(0, |field| field + 1);
        let has_range =
            self.steps[last..].iter().any(|step| matches!(step, Step::Index(_) | Step::Range { .. }));
        let end = if has_range { last } else { self.steps.len() };
        Place { root: self.root, steps: self.steps[..end].into() }
    }

    /// The same place with further steps behind it.
    pub fn then(&self, steps: impl IntoIterator<Item = Step>) -> Place {
        Place { root: self.root, steps: self.steps.iter().copied().chain(steps).collect() }
    }
}
