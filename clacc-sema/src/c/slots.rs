//! Side tables for a run of neighbouring nodes of a large tree.

use std::fmt;
use std::marker::PhantomData;

use clacc_syntax::arena::{Idx, RawIdx};

/// Values by node. Memory is used only for the range of nodes that have values: the tree of all headers holds
/// tens of thousands of nodes, and one declaration in it only a few.
pub struct Slots<N, T> {
    base: u32,
    values: Vec<Option<T>>,
    node: PhantomData<fn(N)>,
}

impl<N, T> Default for Slots<N, T> {
    fn default() -> Self {
        Slots { base: 0, values: Vec::new(), node: PhantomData }
    }
}

impl<N, T: Clone> Clone for Slots<N, T> {
    fn clone(&self) -> Self {
        Slots { base: self.base, values: self.values.clone(), node: PhantomData }
    }
}

impl<N, T: PartialEq> PartialEq for Slots<N, T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<N, T: Eq> Eq for Slots<N, T> {}

impl<N, T: fmt::Debug> fmt::Debug for Slots<N, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(node, value)| (node.into_raw(), value))).finish()
    }
}

impl<N, T> Slots<N, T> {
    /// Makes an empty table with room for the values of a number of nodes, starting with the first one that
    /// gets a value.
    pub(crate) fn with_room(nodes: usize) -> Self {
        Slots { values: Vec::with_capacity(nodes), ..Slots::default() }
    }

    /// The value of a node, if it has one.
    pub fn get(&self, node: Idx<N>) -> Option<&T> {
        let at = node.into_raw().into_u32().checked_sub(self.base)?;
        self.values.get(at as usize)?.as_ref()
    }

    /// Returns the nodes that have a value, in their order, with the values.
    pub fn iter(&self) -> impl Iterator<Item = (Idx<N>, &T)> {
        let node = |at: usize| Idx::from_raw(RawIdx::from_u32(self.base + at as u32));
        self.values.iter().enumerate().filter_map(move |(at, value)| Some((node(at), value.as_ref()?)))
    }

    /// Returns the nodes that have a value, in their order, with copies of the values.
    pub fn copied(&self) -> impl Iterator<Item = (Idx<N>, T)>
    where
        T: Copy,
    {
        self.iter().map(|(node, value)| (node, *value))
    }

    /// Sets the value of a node.
    pub(crate) fn set(&mut self, node: Idx<N>, value: T) {
        let node = node.into_raw().into_u32();
        if self.values.capacity() == 0 {
            self.base = node;
        }
        if node < self.base {
            self.lower_base(node);
        }
        let at = (node - self.base) as usize;
        // Most values are set in the order of their nodes.
        if at > self.values.len() {
            self.values.resize_with(at, || None);
        }
        if at == self.values.len() {
            self.values.push(Some(value));
        } else {
            self.values[at] = Some(value);
        }
    }

    /// Extends the table in front. The capacity is doubled, so that setting values backwards takes linear time.
    fn lower_base(&mut self, node: u32) {
        let room = (self.base - node).max(self.values.len() as u32).min(self.base);
        let front = std::iter::repeat_with(|| None).take(room as usize);
        self.values.splice(0..0, front);
        self.base -= room;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_where_they_were_put() {
        let node = |number| Idx::<u8>::from_raw(RawIdx::from_u32(number));
        for mut slots in [Slots::default(), Slots::with_room(60)] {
            for number in [50, 51, 49, 10, 70, 0] {
                slots.set(node(number), number);
            }
            for number in 0..80 {
                let expected = [50, 51, 49, 10, 70, 0].contains(&number).then_some(number);
                assert_eq!(slots.get(node(number)).copied(), expected);
            }
            assert_eq!(slots.iter().map(|(_, value)| *value).collect::<Vec<_>>(), [0, 10, 49, 50, 51, 70]);
        }
    }
}
