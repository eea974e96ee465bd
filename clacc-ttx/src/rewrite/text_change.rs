//! By which stretch two versions of a text differ.

use std::ops::Range;

use clacc_syntax::wide_search::{common_prefix, common_suffix};

/// The stretch by which two versions of a text differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextChange {
    /// The number of bytes that both begin with.
    pub(super) front: usize,
    /// The number of bytes behind these that both end with.
    pub(super) back: usize,
    old_length: usize,
    new_length: usize,
}

impl TextChange {
    /// The change from one text to another one.
    pub(super) fn between(old: &[u8], new: &[u8]) -> TextChange {
        let front = common_prefix(old, new);
        let back = common_suffix(&old[front..], &new[front..]);
        TextChange { front, back, old_length: old.len(), new_length: new.len() }
    }

    /// Where a stretch of the old text stands in the new one, if the stretch and the bytes next to it are the same.
    pub(super) fn moved(&self, old: &Range<usize>) -> Option<Range<usize>> {
        if old.end < self.front {
            return Some(old.clone());
        }
        let is_behind = old.start > self.old_length - self.back;
        let moved = |at: usize| at + self.new_length - self.old_length;
        is_behind.then(|| moved(old.start)..moved(old.end))
    }
}
