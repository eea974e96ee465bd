//! Side tables for a run of neighbouring nodes of a large tree.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU32;

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

    /// Makes room in front. It doubles the room, so that setting values backwards takes linear time.
    fn lower_base(&mut self, node: u32) {
        let room = (self.base - node).max(self.values.len() as u32).min(self.base);
        let front = std::iter::repeat_with(|| None).take(room as usize);
        self.values.splice(0..0, front);
        self.base -= room;
    }
}

/// Ids by node. An id takes four bytes, half of what [`Slots`] would need for it and for whether it is there.
pub struct IdSlots<N, T> {
    slots: Slots<N, StoredId>,
    target: PhantomData<fn(T)>,
}

/// The index of an id, and one more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StoredId(NonZeroU32);

impl StoredId {
    /// None for the largest index alone, which no arena reaches: its nodes would need more memory than there are addresses for.
    fn of<T>(id: Idx<T>) -> Option<StoredId> {
        id.into_raw().into_u32().checked_add(1).and_then(NonZeroU32::new).map(StoredId)
    }

    fn id<T>(self) -> Idx<T> {
        Idx::from_raw(RawIdx::from_u32(self.0.get() - 1))
    }
}

impl<N, T> Default for IdSlots<N, T> {
    fn default() -> Self {
        IdSlots { slots: Slots::default(), target: PhantomData }
    }
}

impl<N, T> Clone for IdSlots<N, T> {
    fn clone(&self) -> Self {
        IdSlots { slots: self.slots.clone(), target: PhantomData }
    }
}

impl<N, T> PartialEq for IdSlots<N, T> {
    fn eq(&self, other: &Self) -> bool {
        self.slots == other.slots
    }
}

impl<N, T> Eq for IdSlots<N, T> {}

impl<N, T> fmt::Debug for IdSlots<N, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.iter().map(|(node, id)| (node.into_raw(), id.into_raw()));
        f.debug_map().entries(entries).finish()
    }
}

impl<N, T> IdSlots<N, T> {
    /// See [`Slots::with_room`].
    pub(crate) fn with_room(nodes: usize) -> Self {
        IdSlots { slots: Slots::with_room(nodes), target: PhantomData }
    }

    /// The id of a node, if it has one.
    pub fn get(&self, node: Idx<N>) -> Option<Idx<T>> {
        self.slots.get(node).map(|stored| stored.id())
    }

    /// Returns the nodes that have an id, in their order, with the ids.
    pub fn iter(&self) -> impl Iterator<Item = (Idx<N>, Idx<T>)> {
        self.slots.iter().map(|(node, stored)| (node, stored.id()))
    }

    /// Sets the id of a node.
    pub(crate) fn set(&mut self, node: Idx<N>, id: Idx<T>) {
        if let Some(stored) = StoredId::of(id) {
            self.slots.set(node, stored);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_that_were_set_and_take_four_bytes() {
        let id = |number| Idx::<u8>::from_raw(RawIdx::from_u32(number));
        let ids = [(5, 0), (6, u32::MAX - 1), (3, 7)];
        let mut slots = IdSlots::<u8, u8>::default();
        for (node, number) in ids {
            slots.set(id(node), id(number));
        }
        for node in 0..9 {
            let expected = ids.iter().find(|(known, _)| *known == node).map(|(_, number)| id(*number));
            assert_eq!(slots.get(id(node)), expected);
        }
        let in_order = [(3, 7), (5, 0), (6, u32::MAX - 1)].map(|(node, number)| (id(node), id(number)));
        assert_eq!(slots.iter().collect::<Vec<_>>(), in_order);
        assert_eq!(size_of::<Option<StoredId>>(), 4);
    }

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
