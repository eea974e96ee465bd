//! A table ordered by address. A changed copy is cheap, because it shares all chunks but one with the
//! original.

use crate::openacc::handle::Address;
use std::sync::Arc;

/// The length above which a chunk is split. Copying a table of `n` entries moves about `CHUNK + n / CHUNK`
/// words.
const CHUNK: usize = 128;

/// An entry of an ordered table.
pub trait Placed {
    /// Returns the entry's place in the order. No two entries have the same place.
    fn place(&self) -> Address;
}

/// The table.
#[derive(Debug)]
pub struct Ordered<T> {
    chunks: Vec<Arc<Vec<Arc<T>>>>,
}

impl<T> Clone for Ordered<T> {
    fn clone(&self) -> Self {
        Self { chunks: self.chunks.clone() }
    }
}

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self { chunks: Vec::new() }
    }
}

impl<T: Placed> Ordered<T> {
    /// Returns the number of entries.
    pub fn count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// Returns all entries in order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    /// Returns the index of the chunk that holds `place`, or would hold it.
    fn chunk_of(&self, place: Address) -> usize {
        let after =
            self.chunks.partition_point(|chunk| chunk.first().is_some_and(|entry| entry.place() <= place));
        after.saturating_sub(1)
    }

    /// Returns the last entry at `place` or before it.
    pub fn at_or_before(&self, place: Address) -> Option<&Arc<T>> {
        let chunk = self.chunks.get(self.chunk_of(place))?;
        let after = chunk.partition_point(|entry| entry.place() <= place);
        chunk.get(after.checked_sub(1)?)
    }

    /// Returns the entry at `place`.
    pub fn at(&self, place: Address) -> Option<&Arc<T>> {
        self.at_or_before(place).filter(|entry| entry.place() == place)
    }

    /// Returns the entries at `from` and after it, in order.
    pub fn starting_at(&self, from: Address) -> impl Iterator<Item = &Arc<T>> {
        let chunks = self.chunks.get(self.chunk_of(from)..).unwrap_or_default();
        let entries = chunks.iter().flat_map(|chunk| chunk.iter());
        entries.skip_while(move |entry| entry.place() < from)
    }

    /// Returns a copy of the table with `entry`, which replaces the entry at the same place if there is one.
    #[must_use]
    pub fn with(&self, entry: Arc<T>) -> Self {
        let place = entry.place();
        let mut chunks = self.chunks.clone();
        let index = self.chunk_of(place);
        let Some(slot) = chunks.get_mut(index) else {
            return Self { chunks: vec![Arc::new(vec![entry])] };
        };
        let mut chunk = slot.as_ref().clone();
        match chunk.binary_search_by_key(&place, |known| known.place()) {
            Ok(same) => chunk[same] = entry,
            Err(gap) => chunk.insert(gap, entry),
        }
        let rest = (chunk.len() > CHUNK).then(|| chunk.split_off(CHUNK / 2));
        *slot = Arc::new(chunk);
        if let Some(rest) = rest {
            chunks.insert(index + 1, Arc::new(rest));
        }
        Self { chunks }
    }

    /// Returns a copy of the table without the entry at `place`.
    #[must_use]
    pub fn without(&self, place: Address) -> Self {
        let mut chunks = self.chunks.clone();
        let index = self.chunk_of(place);
        if let Some(slot) = chunks.get_mut(index) {
            let chunk: Vec<_> = slot.iter().filter(|entry| entry.place() != place).cloned().collect();
            if chunk.is_empty() {
                chunks.remove(index);
            } else {
                *slot = Arc::new(chunk);
            }
        }
        Self { chunks }
    }

    /// Makes a table of entries that are in order.
    pub fn from_ordered(entries: impl IntoIterator<Item = Arc<T>>) -> Self {
        let entries: Vec<_> = entries.into_iter().collect();
        Self { chunks: entries.chunks(CHUNK / 2).map(|chunk| Arc::new(chunk.to_vec())).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq)]
    struct Numbered(usize, u32);

    impl Placed for Numbered {
        fn place(&self) -> Address {
            self.0
        }
    }

    /// Compares random insertions and removals with those of a `BTreeMap`.
    #[test]
    fn behaves_like_a_map() {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = move |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % 0xffff_fffb).unwrap_or(0) % below
        };
        let (steps, places) = if cfg!(miri) { (300, 200) } else { (20_000, 1_500) };
        let mut table = Ordered::default();
        let mut model = BTreeMap::new();
        for step in 0..steps {
            let place = next(places);
            if next(3) > 0 {
                table = table.with(Arc::new(Numbered(place, step)));
                model.insert(place, step);
            } else {
                table = table.without(place);
                model.remove(&place);
            }
            let probe = next(places);
            let seen = table.at_or_before(probe).map(|entry| (entry.0, entry.1));
            assert_eq!(seen, model.range(..=probe).next_back().map(|(k, v)| (*k, *v)));
            assert_eq!(table.at(probe).map(|entry| entry.1), model.get(&probe).copied());
            let after = table.starting_at(probe).next().map(|entry| entry.0);
            assert_eq!(after, model.range(probe..).next().map(|(k, _)| *k));
        }
        assert_eq!(table.count(), model.len());
        assert!(table.iter().map(|entry| entry.0).eq(model.keys().copied()));
        let rebuilt = Ordered::from_ordered(table.iter().cloned());
        assert!(rebuilt.iter().eq(table.iter()) && rebuilt.at(usize::MAX).is_none());
    }

    #[test]
    fn a_changed_copy_leaves_the_original() {
        let one = Ordered::default().with(Arc::new(Numbered(5, 0)));
        let two = one.with(Arc::new(Numbered(6, 0)));
        let none = one.without(5);
        assert_eq!((one.count(), two.count(), none.count()), (1, 2, 0));
        assert!(none.at_or_before(9).is_none() && none.starting_at(0).next().is_none());
    }
}
