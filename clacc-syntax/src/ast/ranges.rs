//! The token range of each node of a kind, as a column.

use std::marker::PhantomData;
use std::ops::Index;

use crate::arena::Idx;
use crate::rare::Table;
use crate::token::TokenRange;

/// The ranges of nodes. They are set in about the order of the nodes, and nearly every node has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranges<N> {
    ranges: Vec<TokenRange>,
    node: PhantomData<fn(N)>,
}

/// Stands for the range of a node that has none.
const NONE: TokenRange = TokenRange { start: u32::MAX, end: u32::MAX };

impl<N> Default for Ranges<N> {
    fn default() -> Self {
        Ranges::new()
    }
}

impl<N: 'static> Table for Ranges<N> {
    const EMPTY: &'static Self = &Ranges::new();
}

impl<N> Ranges<N> {
    const fn new() -> Self {
        Ranges { ranges: Vec::new(), node: PhantomData }
    }

    /// A column with room for this many nodes.
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Ranges { ranges: Vec::with_capacity(nodes), ..Ranges::default() }
    }

    /// The range of a node; none if the parser made the node without tokens.
    pub fn get(&self, node: Idx<N>) -> Option<&TokenRange> {
        self.ranges.get(node.into_raw().into_u32() as usize).filter(|range| **range != NONE)
    }

    /// The ranges of the nodes that have one, in the order of the nodes.
    pub fn iter(&self) -> impl Iterator<Item = TokenRange> {
        self.ranges.iter().copied().filter(|range| *range != NONE)
    }

    /// Sets the range of a node.
    pub(crate) fn insert(&mut self, node: Idx<N>, range: TokenRange) {
        let at = node.into_raw().into_u32() as usize;
        if at > self.ranges.len() {
            self.ranges.resize(at, NONE);
        }
        if at == self.ranges.len() {
            self.ranges.push(range);
        } else {
            self.ranges[at] = range;
        }
    }

    pub(crate) fn reserve(&mut self, more: usize) {
        self.ranges.reserve(more);
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.ranges.shrink_to_fit();
    }
}

impl<N> Index<Idx<N>> for Ranges<N> {
    type Output = TokenRange;

    /// # Panics
    ///
    /// Panics if the parser made the node without tokens.
    fn index(&self, node: Idx<N>) -> &TokenRange {
        self.get(node).expect("the node has tokens")
    }
}
