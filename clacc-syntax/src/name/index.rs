//! Finds the id of a text by its hash.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

/// An open-addressing table from hashes to ids. It holds no text: the caller compares the texts.
///
/// Moving a table of a million entries takes longer than an editor's user should wait, and the table is locked meanwhile. So a table that
/// has become too small is moved to a larger one piece by piece, by the insertions that follow.
#[derive(Clone)]
pub(super) struct Index {
    slots: HashSlots,
    /// The smaller table while its entries are being moved, and the number of its slots that have been moved.
    old: Option<(HashSlots, usize)>,
    len: u32,
}

/// The number of slots of the smaller table that each insertion moves. The larger table takes three times as many new entries as the
/// smaller one held, and the smaller one has two slots for each entry: any number above one moves all entries in time.
const MOVED_AT_ONCE: usize = 8;

/// Slots with a hash in the upper half and the id plus one in the lower half, or zero. The number of slots is a power of two, and at least
/// half of them are vacant. A new table is zeroed memory, which is not touched before it is needed.
#[derive(Clone)]
struct HashSlots(Vec<u64>);

const VACANT: u64 = 0;

fn occupied(hash: u32, number: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(number + 1)
}

impl HashSlots {
    fn new(count: usize) -> HashSlots {
        HashSlots(vec![VACANT; count])
    }

    fn first(&self, hash: u32) -> usize {
        hash as usize & (self.0.len() - 1)
    }

    fn next(&self, slot: usize) -> usize {
        (slot + 1) & (self.0.len() - 1)
    }

    fn find(&self, hash: u32, is_wanted: &impl Fn(u32) -> bool) -> Option<u32> {
        let mut slot = self.first(hash);
        loop {
            let found = self.0[slot];
            if found == VACANT {
                return None;
            }
            let number = (found as u32) - 1;
            if (found >> 32) as u32 == hash && is_wanted(number) {
                return Some(number);
            }
            slot = self.next(slot);
        }
    }

    fn place(&mut self, entry: u64) {
        let mut slot = self.first((entry >> 32) as u32);
        while self.0[slot] != VACANT {
            slot = self.next(slot);
        }
        self.0[slot] = entry;
    }
}

impl Default for Index {
    fn default() -> Self {
        /// The number of slots for the fixed words and the names of a small program.
        const SLOTS: usize = 1 << 12;
        Index { slots: HashSlots::new(SLOTS), old: None, len: 0 }
    }
}

impl Index {
    /// Returns the hash of a text, which the other functions take.
    pub(super) fn hash(text: &str) -> u32 {
        let hash = FxBuildHasher.hash_one(text);
        (hash ^ (hash >> 32)) as u32
    }

    /// The number of entries.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// Returns the id with this hash for which `is_wanted` holds.
    pub(super) fn find(&self, hash: u32, is_wanted: impl Fn(u32) -> bool) -> Option<u32> {
        let in_old = || self.old.as_ref().and_then(|(old, _)| old.find(hash, &is_wanted));
        self.slots.find(hash, &is_wanted).or_else(in_old)
    }

    /// Adds the next id and returns it.
    pub(super) fn insert(&mut self, hash: u32) -> u32 {
        let number = self.len;
        assert!(number < u32::MAX - 1, "fewer than 2^32 distinct texts fit into memory");
        self.len += 1;
        self.move_some();
        if self.len as usize * 2 > self.slots.0.len() {
            let larger = HashSlots::new(self.slots.0.len() * 4);
            self.old = Some((std::mem::replace(&mut self.slots, larger), 0));
        }
        self.slots.place(occupied(hash, number));
        number
    }

    fn move_some(&mut self) {
        let Some((old, moved)) = &mut self.old else { return };
        let end = (*moved + MOVED_AT_ONCE).min(old.0.len());
        for entry in &old.0[*moved..end] {
            if *entry != VACANT {
                self.slots.place(*entry);
            }
        }
        *moved = end;
        if end == old.0.len() {
            self.old = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Index;

    #[test]
    fn numbers_are_found_while_the_table_moves() {
        let mut index = Index::default();
        let hash = |number: u32| number.wrapping_mul(0x9E37_79B9);
        for number in 0..40_000 {
            assert_eq!(index.insert(hash(number)), number);
            for each in [0, number / 2, number] {
                assert_eq!(index.find(hash(each), |found| found == each), Some(each));
            }
            assert_eq!(index.find(hash(number + 1), |found| found == number + 1), None);
        }
    }
}
