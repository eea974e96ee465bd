//! Finds the number of a text by its hash.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

/// An open-addressing table from hashes to numbers. It holds no text: the caller compares the texts.
#[derive(Clone)]
pub(super) struct Index {
    /// The slots. Their number is a power of two, and at least half of them are vacant.
    slots: Vec<Slot>,
    len: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    number: u32,
}

const VACANT: Slot = Slot { hash: 0, number: u32::MAX };

impl Default for Index {
    fn default() -> Self {
        /// The number of slots for the fixed words and the names of a small program.
        const SLOTS: usize = 1 << 12;
        Index { slots: vec![VACANT; SLOTS], len: 0 }
    }
}

impl Index {
    /// The hash of a text, for the other functions.
    pub(super) fn hash(text: &str) -> u32 {
        let hash = FxBuildHasher.hash_one(text);
        (hash ^ (hash >> 32)) as u32
    }

    /// The number of entries.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// The number with this hash for which `is_wanted` holds.
    pub(super) fn find(&self, hash: u32, is_wanted: impl Fn(u32) -> bool) -> Option<u32> {
        let mut slot = self.first_slot(hash);
        loop {
            let found = self.slots[slot];
            if found.number == VACANT.number {
                return None;
            }
            if found.hash == hash && is_wanted(found.number) {
                return Some(found.number);
            }
            slot = self.next_slot(slot);
        }
    }

    /// Adds the next number.
    pub(super) fn insert(&mut self, hash: u32) -> u32 {
        let number = self.len;
        assert!(number != VACANT.number, "fewer than 2^32 distinct texts fit into memory");
        self.len += 1;
        if self.len as usize * 2 > self.slots.len() {
            self.grow();
        }
        self.place(Slot { hash, number });
        number
    }

    fn grow(&mut self) {
        let larger = vec![VACANT; self.slots.len() * 4];
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot.number != VACANT.number {
                self.place(slot);
            }
        }
    }

    fn place(&mut self, entry: Slot) {
        let mut slot = self.first_slot(entry.hash);
        while self.slots[slot].number != VACANT.number {
            slot = self.next_slot(slot);
        }
        self.slots[slot] = entry;
    }

    fn first_slot(&self, hash: u32) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    fn next_slot(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
}
