//! A side table for a run of neighbouring nodes of a large tree.

use la_arena::{ArenaMap, Idx, RawIdx};

/// Values by node. Costs memory for the stretch of nodes that has values only: the tree of all headers holds tens of
/// thousands of nodes, and one of its declarations a few.
#[derive(Debug)]
pub(super) struct Slots<N, T> {
    base: u32,
    values: Vec<Option<T>>,
    node: std::marker::PhantomData<fn(N)>,
}

impl<N, T> Default for Slots<N, T> {
    fn default() -> Self {
        Slots { base: 0, values: Vec::new(), node: std::marker::PhantomData }
    }
}

impl<N, T> Slots<N, T> {
    pub(super) fn get(&self, node: Idx<N>) -> Option<&T> {
        let at = node.into_raw().into_u32().checked_sub(self.base)?;
        self.values.get(at as usize)?.as_ref()
    }

    pub(super) fn set(&mut self, node: Idx<N>, value: T) {
        let node = node.into_raw().into_u32();
        if self.values.is_empty() {
            self.base = node;
        }
        if node < self.base {
            self.lower_base(node);
        }
        let at = (node - self.base) as usize;
        if at >= self.values.len() {
            self.values.resize_with(at + 1, || None);
        }
        self.values[at] = Some(value);
    }

    /// Makes room in front, as much again as there is, so that going backwards stays linear.
    fn lower_base(&mut self, node: u32) {
        let room = (self.base - node).max(self.values.len() as u32).min(self.base);
        let front = std::iter::repeat_with(|| None).take(room as usize);
        self.values.splice(0..0, front);
        self.base -= room;
    }

    pub(super) fn into_map(self) -> ArenaMap<Idx<N>, T> {
        let mut map = ArenaMap::with_capacity(self.base as usize + self.values.len());
        for (at, value) in self.values.into_iter().enumerate() {
            if let Some(value) = value {
                map.insert(Idx::from_raw(RawIdx::from_u32(self.base + at as u32)), value);
            }
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_where_they_were_put() {
        let node = |number| Idx::<u8>::from_raw(RawIdx::from_u32(number));
        let mut slots = Slots::default();
        for number in [50, 51, 49, 10, 70, 0] {
            slots.set(node(number), number);
        }
        for number in 0..80 {
            let expected = [50, 51, 49, 10, 70, 0].contains(&number).then_some(number);
            assert_eq!(slots.get(node(number)).copied(), expected);
        }
        assert_eq!(
            slots.into_map().iter().map(|(_, value)| *value).collect::<Vec<_>>(),
            [0, 10, 49, 50, 51, 70]
        );
    }
}
