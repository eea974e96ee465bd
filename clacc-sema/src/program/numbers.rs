//! Columns of the numbers of nodes.

/// A column of numbers, of two bytes each where none is large: those of nodes are not in any but huge declarations.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::box_collection, reason = "so that the column takes no more room than the narrow one")]
pub(super) enum NodeNumbers {
    Narrow(Vec<u16>),
    Wide(Box<Vec<u32>>),
}

/// Stands for no number in a narrow column; in a wide one that is the largest number too.
const NONE: u16 = u16::MAX;

impl NodeNumbers {
    /// An empty column for numbers up to `largest`, with room for so many.
    pub(super) fn with_room(largest: usize, room: usize) -> NodeNumbers {
        if largest < usize::from(NONE) {
            NodeNumbers::Narrow(Vec::with_capacity(room))
        } else {
            NodeNumbers::Wide(Vec::with_capacity(room).into())
        }
    }

    /// A column of places for numbers up to `largest`, without numbers.
    pub(super) fn nothing(largest: usize, places: usize) -> NodeNumbers {
        if largest < usize::from(NONE) {
            NodeNumbers::Narrow(vec![NONE; places])
        } else {
            NodeNumbers::Wide(vec![u32::MAX; places].into())
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            NodeNumbers::Narrow(column) => column.len(),
            NodeNumbers::Wide(column) => column.len(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, number: u32) {
        match self {
            NodeNumbers::Narrow(column) => column.push(number as u16),
            NodeNumbers::Wide(column) => column.push(number),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, at: usize, number: u32) {
        match self {
            NodeNumbers::Narrow(column) => column[at] = number as u16,
            NodeNumbers::Wide(column) => column[at] = number,
        }
    }

    /// The number at a place that has one.
    #[inline]
    pub(super) fn get(&self, at: usize) -> u32 {
        match self {
            NodeNumbers::Narrow(column) => column[at].into(),
            NodeNumbers::Wide(column) => column[at],
        }
    }

    /// The number at a place, if there is one.
    #[inline]
    pub(super) fn find(&self, at: usize) -> Option<u32> {
        match self {
            NodeNumbers::Narrow(column) => {
                column.get(at).filter(|number| **number != NONE).map(|number| (*number).into())
            }
            NodeNumbers::Wide(column) => column.get(at).copied().filter(|number| *number != u32::MAX),
        }
    }
}

impl Default for NodeNumbers {
    fn default() -> Self {
        NodeNumbers::Wide(Box::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_and_narrow_columns_hold_the_same() {
        for largest in [9, 0xFFFE, 0xFFFF, 1 << 20] {
            let mut column = NodeNumbers::with_room(largest, 3);
            [0, largest as u32, 1].into_iter().for_each(|number| column.push(number));
            column.set(2, 7);
            assert_eq!((column.len(), column.get(1), column.get(2)), (3, largest as u32, 7));
            let mut sparse = NodeNumbers::nothing(largest, 2);
            sparse.set(1, largest as u32);
            assert_eq!([0, 1, 2].map(|at| sparse.find(at)), [None, Some(largest as u32), None]);
        }
    }
}
