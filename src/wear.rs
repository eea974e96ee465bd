//! When a session works everything out anew, because tables that only grow are full of what is gone.

use clacc_syntax::wide_search::{common_prefix, common_suffix};

/// So many bytes are written, whatever is there, before a session begins anew: small ones keep their headers.
const LEAST_WRITTEN: usize = 1 << 14;
/// What an edit counts for beside the bytes that it writes.
const EDIT: usize = 16;

/// What edits have added to a session since it began anew.
///
/// Whenever the edits have written as many bytes as all texts have, the tables are looked at. What they hold at the first
/// look is what the texts need and what as many bytes of edits can add. If they have grown by half at a later look,
/// everything is worked out anew. So an edit costs, in the mean, no more than the analysis of a text as long as what it wrote,
/// and the tables hold at most a fixed multiple of what the texts can fill.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wear {
    /// The bytes written since the tables were looked at.
    written: usize,
    /// What the tables held at the first look.
    first: Option<usize>,
}

/// What an edit leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EditedState {
    /// The bytes that the edit wrote.
    pub(crate) written: usize,
    /// The bytes of all texts.
    pub(crate) texts: usize,
    /// The entries of the tables that only grow.
    pub(crate) entries: usize,
}

impl Wear {
    /// Notes an edit, and says whether everything should be worked out anew.
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

/// The bytes of a new text between the beginning and the end that it has in common with the old one.
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

    /// Each edit writes 24 bytes and makes `new` entries. Returns after how many edits the session begins anew.
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
