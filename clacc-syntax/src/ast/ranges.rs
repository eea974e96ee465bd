//! The token ranges of the nodes of one kind, as a column.

use std::marker::PhantomData;

use crate::arena::Idx;
use crate::token::TokenRange;

/// The ranges of nodes, indexed by node. They are set in about the order of the nodes, and nearly every node has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranges<N> {
    column: Column,
    node: PhantomData<fn(N)>,
}

/// The ranges. Token numbers count from the start of the parsed run, which is one declaration as a rule, so most ranges fit into four
/// bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::box_collection, reason = "so that the column takes no more room than the narrow one")]
enum Column {
    Narrow(Vec<[u16; 2]>),
    Wide(Box<Vec<TokenRange>>),
}

/// Stands for the range of a node that has none.
const NONE: TokenRange = TokenRange { start: u32::MAX, end: u32::MAX };
const NARROW_NONE: [u16; 2] = [u16::MAX; 2];

/// Returns the range in four bytes, or none if it does not fit.
fn narrow(range: TokenRange) -> Option<[u16; 2]> {
    if range == NONE {
        return Some(NARROW_NONE);
    }
    let [start, end] = [range.start, range.end].map(|at| u16::try_from(at).ok());
    Some([start?, end?]).filter(|narrow| *narrow != NARROW_NONE)
}

fn wide(narrow: [u16; 2]) -> TokenRange {
    let [start, end] = narrow.map(u32::from);
    if narrow == NARROW_NONE { NONE } else { TokenRange { start, end } }
}

impl<N> Default for Ranges<N> {
    fn default() -> Self {
        Ranges::new()
    }
}

impl<N> Ranges<N> {
    const fn new() -> Self {
        Ranges { column: Column::Narrow(Vec::new()), node: PhantomData }
    }

    /// A column with room for this many nodes.
    pub(crate) fn with_capacity(nodes: usize) -> Self {
        Ranges { column: Column::Narrow(Vec::with_capacity(nodes)), ..Ranges::default() }
    }

    /// Returns the range of a node, or none if the parser made the node without tokens.
    pub fn get(&self, node: Idx<N>) -> Option<TokenRange> {
        let at = node.into_raw().into_u32() as usize;
        let range = match &self.column {
            Column::Narrow(ranges) => wide(*ranges.get(at)?),
            Column::Wide(ranges) => *ranges.get(at)?,
        };
        (range != NONE).then_some(range)
    }

    /// The ranges of the nodes that have one, in the order of the nodes.
    pub fn iter(&self) -> impl Iterator<Item = TokenRange> {
        let (narrow, wider) = match &self.column {
            Column::Narrow(ranges) => (&**ranges, &[][..]),
            Column::Wide(ranges) => (&[][..], ranges.as_slice()),
        };
        let all = narrow.iter().map(|range| wide(*range)).chain(wider.iter().copied());
        all.filter(|range| *range != NONE)
    }

    /// Sets the range of a node.
    pub(crate) fn insert(&mut self, node: Idx<N>, range: TokenRange) {
        let at = node.into_raw().into_u32() as usize;
        match (&mut self.column, narrow(range)) {
            (Column::Narrow(ranges), Some(range)) => set(ranges, at, range, NARROW_NONE),
            (Column::Narrow(ranges), None) => {
                let mut wider = ranges.iter().map(|range| wide(*range)).collect();
                set(&mut wider, at, range, NONE);
                self.column = Column::Wide(wider.into());
            }
            (Column::Wide(ranges), _) => set(ranges, at, range, NONE),
        }
    }

    pub(crate) fn reserve(&mut self, more: usize) {
        match &mut self.column {
            Column::Narrow(ranges) => ranges.reserve(more),
            Column::Wide(ranges) => ranges.reserve(more),
        }
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        match &mut self.column {
            Column::Narrow(ranges) => ranges.shrink_to_fit(),
            Column::Wide(ranges) => ranges.shrink_to_fit(),
        }
    }
}

fn set<T: Copy>(ranges: &mut Vec<T>, at: usize, range: T, none: T) {
    if at > ranges.len() {
        ranges.resize(at, none);
    }
    if at == ranges.len() {
        ranges.push(range);
    } else {
        ranges[at] = range;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::RawIdx;
    use crate::ast::Expr;

    #[test]
    fn ranges_are_kept() {
        let node = |number: u32| Idx::<Expr>::from_raw(RawIdx::from_u32(number));
        let most = u32::from(u16::MAX);
        let check = |ranges: &[(u32, [u32; 2])]| {
            let mut kept = Ranges::default();
            for (number, [start, end]) in ranges {
                kept.insert(node(*number), TokenRange::new(*start, *end));
            }
            for (number, [start, end]) in ranges {
                assert_eq!(kept.get(node(*number)), Some(TokenRange::new(*start, *end)), "{ranges:?}");
            }
            assert_eq!(kept.iter().count(), ranges.len());
            assert_eq!(kept.get(node(99)), None);
        };
        check(&[]);
        check(&[(0, [0, 3]), (2, [1, 2]), (1, [7, 7])]);
        check(&[(0, [most - 1, most]), (1, [most, most]), (3, [most, most + 1]), (2, [5, 6])]);
    }
}
