//! The table that handles on names share.

use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::append::AppendOnly;
use super::fixed::FIXED;
use super::index::Index;
use super::number::Name;

/// Interned texts with ids. The lowest ids are those of the fixed words, whose texts are stored elsewhere.
pub(super) struct TextTable {
    fixed: &'static [&'static str],
    /// The texts of all other ids, which can be borrowed without a lock.
    own: AppendOnly<TextPiece, 1024>,
    /// The ids by text. Interning changes only this index and `own`.
    index: RwLock<Index>,
}

/// A text, as a range of the block that holds all texts added by the same call.
struct TextPiece {
    block: Arc<str>,
    start: u32,
    end: u32,
}

/// A text that is being added.
struct NewText {
    hash: u32,
    /// The range of the text in the block.
    range: Range<usize>,
    /// The index of the text among those that are being interned.
    position: usize,
}

impl TextTable {
    /// Makes a table of the fixed words, whose hashes are computed once per process.
    pub(super) fn new() -> Self {
        let index = RwLock::new(FIXED.index.clone());
        TextTable { fixed: &FIXED.texts, own: AppendOnly::new(), index }
    }

    fn read(&self) -> RwLockReadGuard<'_, Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Index> {
        self.index.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of texts.
    pub(super) fn len(&self) -> usize {
        self.read().len() as usize
    }

    /// Returns the text with this id, if there is one.
    pub(super) fn text(&self, number: u32) -> Option<&str> {
        match self.fixed.get(number as usize) {
            Some(text) => Some(text),
            None => self.own.get(number - self.fixed.len() as u32)?.text(),
        }
    }

    /// Returns the name of a text, if it is interned.
    pub(super) fn find(&self, text: &str) -> Option<Name> {
        self.find_in(&self.read(), Index::hash(text), text).map(Name)
    }

    fn find_in(&self, index: &Index, hash: u32, text: &str) -> Option<u32> {
        index.find(hash, |number| self.text(number) == Some(text))
    }

    /// Interns one text.
    pub(super) fn intern(&self, text: &str) -> Name {
        self.find(text).unwrap_or_else(|| self.intern_all(std::iter::once(text))[0])
    }

    /// Interns many texts and returns their names in order. The new texts share one block of memory.
    pub(super) fn intern_all<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Vec<Name> {
        let mut names = Vec::with_capacity(texts.size_hint().0);
        let (mut block, mut fresh) = (String::new(), Vec::new());
        let mut index = self.write();
        for text in texts {
            let hash = Index::hash(text);
            let known = self.find_in(&index, hash, text);
            if known.is_none() {
                let range = block.len()..block.len() + text.len();
                fresh.push(NewText { hash, range, position: names.len() });
                block.push_str(text);
            }
            names.push(Name(known.unwrap_or_default()));
        }
        self.add(&mut index, &block.into(), &fresh, &mut names);
        names
    }

    /// Adds texts that the table does not have. The same text may occur twice among them.
    fn add(&self, index: &mut Index, block: &Arc<str>, fresh: &[NewText], names: &mut [Name]) {
        for NewText { hash, range, position } in fresh {
            let known = self.find_in(index, *hash, &block[range.clone()]);
            names[*position] = Name(known.unwrap_or_else(|| {
                let number = index.insert(*hash);
                let (start, end) = (range.start as u32, range.end as u32);
                self.own.set(
                    number - self.fixed.len() as u32,
                    TextPiece { block: Arc::clone(block), start, end },
                );
                number
            }));
        }
    }
}

impl TextPiece {
    fn text(&self) -> Option<&str> {
        self.block.get(self.start as usize..self.end as usize)
    }
}
