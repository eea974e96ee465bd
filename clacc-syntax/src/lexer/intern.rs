//! The distinct texts of one file. They are collected first, so that interning takes one lock for many tokens instead of one per token.

use std::borrow::Cow;

use crate::checkpoint::{self, HalfDone};
use crate::encoding;
use crate::token::{FIXED_KINDS, TokenKind};
use crate::{Name, Names};

/// The index of a text, local to the file. [`LocalNames::finish`] maps it to a [`Name`].
pub(super) type LocalName = u32;

/// Local names below this number stand for [`Name::of_kind`] of the kind with that number. The others stand for texts of the file.
const FIRST_LOCAL: u32 = FIXED_KINDS.len() as u32;

/// The number of texts that are interned between two cancellation points and under one lock. In a table of data each number is another
/// text, and each of them may touch a page of memory for the first time.
const PIECE: usize = 1 << 10;

const EMPTY_SLOT: u32 = 0;
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// A hash key of a text. For most texts, comparing keys makes it unnecessary to compare all bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct InternKey {
    /// The first eight bytes. Shorter texts are padded with zeros.
    prefix: u64,
    hash: u32,
    len: u32,
}

#[derive(Clone, Copy)]
struct Interned {
    key: InternKey,
    /// The offset in the source. For texts that differ from their source, it is the offset in `owned`.
    start: u32,
    owned: bool,
}

/// An open-addressing table of texts. It is the hottest structure of the lexer. A general hash map would need
/// the key twice, or a wrapper type around an offset.
pub(super) struct LocalNames<'t> {
    source: &'t [u8],
    owned: Vec<u8>,
    entries: HalfDone<Vec<Interned>>,
    /// Each slot holds the index of its entry plus one, so that a large empty table is zeroed memory that has not been touched yet.
    slots: HalfDone<Vec<u32>>,
}

/// The number of bytes of the text that an [`InternKey`] contains.
const PREFIX: usize = 8;

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at + PREFIX)?.try_into().ok().map(u64::from_le_bytes)
}

/// Returns the first bytes of `source[start..start + len]`.
fn prefix(source: &[u8], start: usize, len: usize) -> u64 {
    let at_end = || source[start..].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let word = word(source, start).unwrap_or_else(at_end);
    if len < PREFIX { word & ((1 << (8 * len)) - 1) } else { word }
}

impl InternKey {
    fn of(source: &[u8], start: usize, end: usize) -> InternKey {
        let len = end - start;
        let prefix = prefix(source, start, len);
        let mut state = (len as u64).wrapping_mul(MULTIPLIER) ^ prefix;
        for at in (start + PREFIX..end).step_by(PREFIX) {
            let rest = word(source, at.min(end - PREFIX)).unwrap_or_default();
            state = state.wrapping_mul(MULTIPLIER).rotate_left(29) ^ rest;
        }
        InternKey { prefix, hash: (state.wrapping_mul(MULTIPLIER) >> 32) as u32, len: len as u32 }
    }

    /// Returns whether the key contains the whole text, so that equal keys mean equal texts.
    fn is_whole(self) -> bool {
        self.len as usize <= PREFIX
    }
}

impl<'t> LocalNames<'t> {
    /// Makes a table for about `length` bytes of a source.
    pub(super) fn new(source: &'t [u8], length: usize) -> Self {
        let slots = (length / 64).clamp(64, 1 << 16).next_power_of_two();
        LocalNames {
            source,
            owned: Vec::new(),
            entries: HalfDone::default(),
            slots: HalfDone::new(vec![EMPTY_SLOT; slots]),
        }
    }

    /// Returns the local name of a kind whose text is fixed.
    pub(super) fn fixed(kind: TokenKind) -> LocalName {
        kind as u32
    }

    /// Returns the local name of `source[start..end]`.
    pub(super) fn slice(&mut self, start: usize, end: usize) -> LocalName {
        let key = InternKey::of(self.source, start, end);
        let mask = self.slots.len() - 1;
        let mut slot = key.hash as usize & mask;
        loop {
            let occupant = self.slots[slot];
            if occupant == EMPTY_SLOT {
                return self.insert(slot, Interned { key, start: start as u32, owned: false });
            }
            let entry = self.entries[occupant as usize - 1];
            if entry.key == key && (key.is_whole() || self.text(entry) == &self.source[start..end]) {
                return FIRST_LOCAL + occupant - 1;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Returns a local name for a text that differs from its source bytes. Such texts are rare, so they are not deduplicated.
    pub(super) fn owned(&mut self, text: &[u8]) -> LocalName {
        let start = self.owned.len() as u32;
        self.owned.extend_from_slice(text);
        let key = InternKey { prefix: 0, hash: 0, len: text.len() as u32 };
        self.entries.push(Interned { key, start, owned: true });
        FIRST_LOCAL + self.entries.len() as u32 - 1
    }

    fn insert(&mut self, slot: usize, entry: Interned) -> LocalName {
        let id = self.entries.len() as u32;
        self.entries.push(entry);
        self.slots[slot] = id + 1;
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        FIRST_LOCAL + id
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots = HalfDone::new(vec![EMPTY_SLOT; size]);
        for (id, entry) in self.entries.iter().enumerate().filter(|(_, entry)| !entry.owned) {
            if id.is_multiple_of(PIECE) {
                checkpoint::pass();
            }
            let mut slot = entry.key.hash as usize & (size - 1);
            while self.slots[slot] != EMPTY_SLOT {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = id as u32 + 1;
        }
    }

    fn text(&self, entry: Interned) -> &[u8] {
        let start = entry.start as usize;
        let source = if entry.owned { &self.owned } else { self.source };
        &source[start..start + entry.key.len as usize]
    }

    /// Returns the names of all local names, indexed by local name.
    pub(super) fn finish(&self, table: &Names) -> Vec<Name> {
        let mut names: Vec<Name> = FIXED_KINDS.iter().map(|kind| Name::of_kind(*kind)).collect();
        names.reserve(self.entries.len());
        for piece in self.entries.chunks(PIECE) {
            checkpoint::pass();
            let texts: Vec<Cow<'_, str>> =
                piece.iter().map(|entry| encoding::decode(self.text(*entry))).collect();
            names.extend(table.intern_all(texts.iter().map(AsRef::as_ref)));
        }
        names
    }
}
