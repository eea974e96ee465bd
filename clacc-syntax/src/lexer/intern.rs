//! The distinct texts of one file, so that interning takes one lock per file and not one per token.

use std::borrow::Cow;

use crate::encoding;
use crate::name::Name;
use crate::token::{FIXED_KINDS, TokenKind};

/// A number for a text that is local to the file until [`LocalNames::finish`].
pub(super) type LocalName = u32;

/// Local numbers below this stand for [`Name::of_kind`] of that kind; the ones above for texts of the file.
const FIRST_LOCAL: u32 = FIXED_KINDS.len() as u32;

const EMPTY_SLOT: u32 = u32::MAX;
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    len: u32,
    /// Offset in the source, or in `owned` for texts that differ from their source.
    start: u32,
    owned: bool,
}

/// An open-addressing table of texts. A general hash map would need the key twice or a wrapper type around an
/// offset; this is the hottest structure of the lexer.
pub(super) struct LocalNames<'t> {
    source: &'t [u8],
    owned: Vec<u8>,
    entries: Vec<Entry>,
    slots: Vec<u32>,
}

fn word(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|word| word.try_into().ok()).map_or(0, u64::from_le_bytes)
}

fn short_word(bytes: &[u8]) -> u64 {
    match *bytes {
        [] => 0,
        [a] => u64::from(a),
        [a, b] => u64::from(a) | u64::from(b) << 8,
        [a, b, c] => u64::from(a) | u64::from(b) << 8 | u64::from(c) << 16,
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, ref rest @ ..] => u64::from(u32::from_le_bytes([a, b, c, d])) | short_word(rest) << 32,
    }
}

/// Equality that stays inline for the lengths that identifiers have.
fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() || a.len() > 16 {
        return a == b;
    }
    match a.len().checked_sub(8) {
        Some(tail) => word(a, 0) == word(b, 0) && word(a, tail) == word(b, tail),
        None => short_word(a) == short_word(b),
    }
}

fn hash(bytes: &[u8]) -> u32 {
    let mut state = (bytes.len() as u64).wrapping_mul(MULTIPLIER);
    if bytes.len() < 8 {
        state ^= short_word(bytes);
    } else {
        for at in (0..bytes.len() - 7).step_by(8) {
            state = (state ^ word(bytes, at)).wrapping_mul(MULTIPLIER).rotate_left(29);
        }
        state ^= word(bytes, bytes.len() - 8);
    }
    state = state.wrapping_mul(MULTIPLIER);
    (state >> 32) as u32
}

impl<'t> LocalNames<'t> {
    pub(super) fn new(source: &'t [u8]) -> Self {
        let slots = (source.len() / 64).clamp(64, 1 << 16).next_power_of_two();
        LocalNames { source, owned: Vec::new(), entries: Vec::new(), slots: vec![EMPTY_SLOT; slots] }
    }

    /// The local name of a kind whose text is fixed.
    pub(super) fn fixed(kind: TokenKind) -> LocalName {
        kind as u32
    }

    /// The local name of `source[start..end]`.
    pub(super) fn slice(&mut self, start: usize, end: usize) -> LocalName {
        let text = &self.source[start..end];
        let hash = hash(text);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let id = self.slots[slot];
            if id == EMPTY_SLOT {
                return self
                    .insert(slot, Entry { hash, len: text.len() as u32, start: start as u32, owned: false });
            }
            let entry = self.entries[id as usize];
            if entry.hash == hash && same(self.text(entry), text) {
                return FIRST_LOCAL + id;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The local name of a text that stands nowhere in the source in this form. Rare, so not deduplicated.
    pub(super) fn owned(&mut self, text: &[u8]) -> LocalName {
        let start = self.owned.len() as u32;
        self.owned.extend_from_slice(text);
        self.entries.push(Entry { hash: 0, len: text.len() as u32, start, owned: true });
        FIRST_LOCAL + self.entries.len() as u32 - 1
    }

    fn insert(&mut self, slot: usize, entry: Entry) -> LocalName {
        let id = self.entries.len() as u32;
        self.entries.push(entry);
        self.slots[slot] = id;
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        FIRST_LOCAL + id
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots = vec![EMPTY_SLOT; size];
        for (id, entry) in self.entries.iter().enumerate().filter(|(_, entry)| !entry.owned) {
            let mut slot = entry.hash as usize & (size - 1);
            while self.slots[slot] != EMPTY_SLOT {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = id as u32;
        }
    }

    fn text(&self, entry: Entry) -> &[u8] {
        let start = entry.start as usize;
        let source = if entry.owned { &self.owned } else { self.source };
        &source[start..start + entry.len as usize]
    }

    /// The names of all local names, by number.
    pub(super) fn finish(&self) -> Vec<Name> {
        let mut names: Vec<Name> = FIXED_KINDS.iter().map(|kind| Name::of_kind(*kind)).collect();
        let texts: Vec<Cow<'_, str>> =
            self.entries.iter().map(|entry| encoding::decode(self.text(*entry))).collect();
        names.extend(Name::intern_all(texts.iter().map(AsRef::as_ref)));
        names
    }
}
