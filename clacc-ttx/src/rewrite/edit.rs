//! Edits of original bytes, and how they are applied.

use std::sync::Arc;

use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::source::FileRange;

const EDITS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// A replacement of one stretch of a file. An empty range is an insertion.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edit {
    /// The range that is replaced.
    pub range: FileRange,
    /// The new bytes. They are shared, because the edits of an unchanged function are reused.
    #[cfg_attr(feature = "serde", serde(with = "clacc_syntax::encoding::byte_text"))]
    pub replacement: Arc<[u8]>,
}

impl Edit {
    /// Returns whether the replaced text contains a range that is not all of it.
    pub(super) fn has_inside(&self, at: FileRange) -> bool {
        self.range.holds(at) && self.range != at
    }
}

/// Returns the bytes of a file with the edits applied. The edits must be of this file, in order, and must not
/// overlap. [`rewrite`](super::rewrite) returns such edits. An edit that does not fit is left out. Bytes
/// outside the edits are copied as they are.
pub fn apply<'e>(bytes: &[u8], edits: impl IntoIterator<Item = &'e Edit, IntoIter: Clone>) -> Vec<u8> {
    let edits = edits.into_iter();
    let added: usize = edits.clone().map(|edit| edit.replacement.len()).sum();
    let removed: usize = edits.clone().map(|edit| (edit.range.end - edit.range.start) as usize).sum();
    let mut result = HalfDone::new(Vec::with_capacity((bytes.len() + added).saturating_sub(removed)));
    let mut copied = 0;
    for edit in checkpoint::every(EDITS_BETWEEN_CHECKPOINTS, edits) {
        let (start, end) = (edit.range.start as usize, edit.range.end as usize);
        if start < copied || end < start || end > bytes.len() {
            continue;
        }
        checkpoint::extend(&mut result, &bytes[copied..start]);
        result.extend_from_slice(&edit.replacement);
        copied = end;
    }
    checkpoint::extend(&mut result, &bytes[copied..]);
    result.finish()
}

/// Sorts edits, and joins insertions at one place, which stay in the given order, and removals that overlap: two directives on one line
/// both include the white space between them. Returns the edits, and the ranges where other edits overlap. Of overlapping edits only the
/// first is kept.
pub(super) fn in_order(mut edits: Vec<Edit>) -> (Vec<Edit>, Vec<FileRange>) {
    // If functions are rewritten separately, most edits are in order already.
    let is_apart = |one: FileRange, next: FileRange| {
        one.file < next.file || one.file == next.file && one.start < next.start && one.end <= next.start
    };
    if edits.windows(2).all(|pair| is_apart(pair[0].range, pair[1].range)) {
        return (edits, Vec::new());
    }
    edits.sort_by_key(|edit| (edit.range.file, edit.range.start, edit.range.end));
    let mut kept: Vec<Edit> = Vec::with_capacity(edits.len());
    let mut overlaps = Vec::new();
    for edit in checkpoint::every(EDITS_BETWEEN_CHECKPOINTS, edits.into_iter()) {
        let Some(last) = kept.last_mut().filter(|last| last.range.file == edit.range.file) else {
            kept.push(edit);
            continue;
        };
        let is_insertion = |edit: &Edit| edit.range.start == edit.range.end;
        let is_removal = |edit: &Edit| edit.replacement.is_empty();
        if is_insertion(last) && is_insertion(&edit) && last.range == edit.range {
            last.replacement = [&*last.replacement, &*edit.replacement].concat().into();
        } else if edit.range.start < last.range.end && is_removal(last) && is_removal(&edit) {
            last.range.end = last.range.end.max(edit.range.end);
        } else if edit.range.start < last.range.end {
            overlaps.push(edit.range);
        } else {
            kept.push(edit);
        }
    }
    (kept, overlaps)
}

#[cfg(test)]
mod tests {
    use clacc_syntax::source::FileId;

    use super::*;

    fn edit(start: u32, end: u32, replacement: &str) -> Edit {
        let range = FileRange { file: FileId(0), start, end };
        Edit { range, replacement: replacement.as_bytes().into() }
    }

    #[test]
    fn bytes_outside_edits_are_copied() {
        let check =
            |edits: &[Edit], expected: &[u8]| assert_eq!(apply(b"one\xe9two\r\nthree", edits), expected);
        check(&[], b"one\xe9two\r\nthree");
        check(&[edit(0, 3, "1"), edit(4, 7, "2")], b"1\xe92\r\nthree");
        check(&[edit(3, 3, "+"), edit(14, 14, "!")], b"one+\xe9two\r\nthree!");
        check(&[edit(0, 3, "1"), edit(2, 4, "no"), edit(9, 99, "no")], b"1\xe9two\r\nthree");
    }

    #[test]
    fn edits_are_ordered_joined_and_checked() {
        let (edits, overlaps) = in_order(vec![
            edit(5, 5, "b"),
            edit(9, 12, "x"),
            edit(5, 5, "c"),
            edit(0, 5, "a"),
            edit(10, 11, "y"),
        ]);
        assert_eq!(edits, [edit(0, 5, "a"), edit(5, 5, "bc"), edit(9, 12, "x")]);
        assert_eq!(overlaps, [edit(10, 11, "").range]);
        let (edits, overlaps) = in_order(vec![edit(3, 9, ""), edit(0, 5, ""), edit(9, 10, "")]);
        assert_eq!(edits, [edit(0, 9, ""), edit(9, 10, "")]);
        assert_eq!(overlaps, []);
    }
}
