//! Garbage collection of a session's database: when it is replaced, because its interning tables are full of entries that are no longer
//! used.
//!
//! Inputs of the database are never freed, names of a session neither. So memory comes back by making the database anew
//! (`Session::compact`): when no unit is left, when more inputs were left behind than there are units (and eight), or when edits have
//! filled the tables of names and paths ([`Wear`]). For that reason alone, files are not read again. The next question of a snapshot
//! frees the old database, so that the edit does not wait for it; where nobody made a snapshot since, a change frees it, and no
//! session keeps two.
//!
//! There is no limit on the number of trees, models and programs that are kept. salsa evicts values only when an input changes,
//! and by the number of keys and not by their size: a first answer would hold as much as before, and an answer after each edit
//! would compute again what the limit had dropped. Large results are shared instead: facts with merged levels share attributes,
//! indices and clauses with those of the program, and the mapping of a function its nodes with those of the directives. What is
//! needed seldom and computed quickly is computed again. Answers are owned, so none of them depends on a database.
//! `tests/memory.rs` counts live bytes and bounds those for each line; `docs/decisions/0003-lists-and-ids.md` has the figures.

use clacc_syntax::wide_search::{common_prefix, common_suffix};

/// The least number of bytes that edits must write, in addition to the size of the texts, before a collection: small sessions keep their
/// headers.
const LEAST_WRITTEN: usize = 1 << 14;
/// The number of bytes that an edit counts for in addition to those that it writes.
const EDIT: usize = 16;

/// The edits of a session since its last collection.
///
/// Whenever the edits have written as many bytes as all texts have, the sizes of the tables are checked. The first check gives the size
/// that the texts need, plus what as many bytes of edits can add. If a later check finds half as many entries more, the database is
/// replaced. So the amortised cost of an edit is at most that of the analysis of a text as long as the edit, and the tables hold at most a
/// constant multiple of what the texts can fill.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wear {
    /// The number of bytes written since the last check.
    written: usize,
    /// The number of table entries at the first check.
    first: Option<usize>,
}

/// The state of the session after an edit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EditedState {
    /// The number of bytes that the edit wrote.
    pub(crate) written: usize,
    /// The number of bytes of all texts.
    pub(crate) texts: usize,
    /// The number of entries of the tables that only grow.
    pub(crate) entries: usize,
}

impl Wear {
    /// Records an edit, and returns whether the database should be replaced.
    pub(crate) fn edit(&mut self, now: EditedState) -> bool {
        self.written += now.written + EDIT;
        if self.written < now.texts + LEAST_WRITTEN {
            return false;
        }
        self.written = 0;
        let first = *self.first.get_or_insert(now.entries);
        now.entries > first + first / 2
    }
}

/// Returns the number of bytes of a new text without the prefix and suffix that it has in common with the old one.
pub(crate) fn written(old: &[u8], new: &[u8]) -> usize {
    let before = common_prefix(old, new);
    let (old, new) = (&old[before..], &new[before..]);
    new.len() - common_suffix(old, new)
}

#[cfg(test)]
mod tests {
    use super::{EditedState, Wear, written};

    #[test]
    fn only_what_is_new_was_written() {
        let cases: [(&[u8], &[u8], usize); 6] = [
            (b"", b"", 0),
            (b"abc", b"abc", 0),
            (b"ab", b"axb", 1),
            (b"axb", b"ab", 0),
            (b"aa", b"aaa", 1),
            (b"", b"ab", 2),
        ];
        for (old, new, count) in cases {
            assert_eq!(written(old, new), count, "{old:?} {new:?}");
        }
    }

    /// Returns the number of edits before a collection, if each edit writes 24 bytes and adds `new` entries.
    fn edits_until_anew(texts: usize, live: usize, new: usize) -> Option<usize> {
        let mut wear = Wear::default();
        (1..1_000_000).find(|edit| wear.edit(EditedState { written: 24, texts, entries: live + edit * new }))
    }

    #[test]
    fn a_session_begins_anew_when_its_tables_have_grown() {
        assert_eq!(edits_until_anew(400_000, 10_000, 0), None);
        let few = edits_until_anew(1_000, 3_000, 1).expect("entries are added");
        assert!((1_000..4_000).contains(&few), "{few}");
        let many = edits_until_anew(400_000, 10_000, 1).expect("entries are added");
        assert!((10_000..40_000).contains(&many), "{many}");
    }
}
