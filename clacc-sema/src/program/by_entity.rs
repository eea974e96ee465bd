//! Columns of values, grouped by entity.

use super::place::EntityId;

/// Values for each entity, in the order in which they were given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ByEntity<T> {
    /// The index of the first value of each entity, and at the end the number of values.
    starts: Box<[u32]>,
    values: Box<[T]>,
}

impl<T> Default for ByEntity<T> {
    fn default() -> ByEntity<T> {
        ByEntity { starts: Box::default(), values: Box::default() }
    }
}

impl<T: Copy> ByEntity<T> {
    /// Groups values by entity, for this many entities.
    pub(crate) fn of(entities: usize, values: impl Iterator<Item = (EntityId, T)> + Clone) -> ByEntity<T> {
        let mut starts = vec![0_u32; entities + 1];
        for (entity, _) in values.clone() {
            starts[entity.index() as usize + 1] += 1;
        }
        for entity in 1..starts.len() {
            starts[entity] += starts[entity - 1];
        }
        let Some((_, first)) = values.clone().next() else {
            return ByEntity { starts: starts.into(), values: Box::default() };
        };
        let mut next = starts.clone();
        let mut column = vec![first; starts[entities] as usize];
        for (entity, value) in values {
            let position = &mut next[entity.index() as usize];
            column[*position as usize] = value;
            *position += 1;
        }
        ByEntity { starts: starts.into(), values: column.into() }
    }

    /// The values of an entity.
    pub(crate) fn get(&self, entity: EntityId) -> &[T] {
        let entity = entity.index() as usize;
        match self.starts.get(entity..entity + 2) {
            Some([start, end]) => &self.values[*start as usize..*end as usize],
            _ => &[],
        }
    }
}
