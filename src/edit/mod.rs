//! Edits of texts: one's own and those of a translation, applied together.
//!
//! A [`TextEdit`] replaces a range of one file. An [`EditSet`] holds edits of several files that fit together, whoever made
//! them, and applies all of them at once. What does not fit is refused when it is added, and the set stays as it was.
//!
//! ```
//! use clacc::Session;
//! use clacc::edit::{EditSet, TextEdit};
//! use clacc::files::MemoryFiles;
//! use clacc::options::CompileOptions;
//! use clacc::translate::TranslateOptions;
//!
//! let program = "void f(int *x) {\n#pragma acc update self(x[0:8])\n}\n";
//! let mut session = Session::new(MemoryFiles::new().with("f.c", program));
//! let unit = session.add_unit("f.c", &CompileOptions::default())?;
//! let mut edits = EditSet::new(&session);
//! edits.merge(session.translate(unit, &TranslateOptions::default()).edits())?;
//! edits.push(TextEdit::insertion("f.c", program.find('#').unwrap(), "// from the device\n"))?;
//! let texts = edits.apply();
//! let expected = "void f(int *x) {\n// from the device\n#pragma omp target update from(x[0:8])\n}\n";
//! assert_eq!(texts["f.c"], expected.as_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use clacc_syntax::source::{FileId, FileRange};
use clacc_ttx::rewrite;

use crate::analysis::Analysis;
use crate::text_edits::fingerprint;
use crate::translate::Translation;

#[doc(inline)]
pub use crate::text_edits::{Conflict, TextEdit};

#[cfg(feature = "diff")]
mod unified_diff;

#[cfg(feature = "diff")]
#[cfg_attr(docsrs, doc(cfg(feature = "diff")))]
pub use unified_diff::unified_diff;

/// Why an edit is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// There is no such file.
    #[error("the edit {0} is of a file that is not there")]
    NoFile(TextEdit),
    /// The range ends before it starts, outside of the file, or behind 4 GiB.
    #[error("the edit {0} is outside of its file")]
    OutsideOfFile(TextEdit),
    /// The edit is made for another text of the file.
    #[error("the edit {0} is made for another text of its file")]
    OtherText(TextEdit),
    /// It does not go with an edit that is there.
    #[error("two edits do not go together")]
    Conflict(#[from] Conflict),
}

/// Edits of files that fit together. All of them are of the texts that the files have while the set exists.
///
/// Insertions at one place are made in the order in which they were added, before what is replaced there.
pub struct EditSet<'s> {
    sources: Box<TextSource<'s>>,
    files: BTreeMap<Arc<str>, FileEdits>,
    /// How many edits or merged lists were added so far.
    additions: usize,
}

/// Returns the text of the file at a path.
type TextSource<'s> = dyn Fn(&str) -> Option<Arc<[u8]>> + 's;

/// A file with its edits, in order.
#[derive(Clone)]
struct FileEdits {
    text: Arc<[u8]>,
    edits: Vec<AddedEdit>,
}

/// An edit, and with which addition it came: edits of one addition know of each other.
#[derive(Clone)]
struct AddedEdit {
    edit: TextEdit,
    addition: usize,
}

impl fmt::Debug for EditSet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.edits()).finish()
    }
}

impl<'s> EditSet<'s> {
    /// Makes a set without edits for the files of a session, which cannot change while the set exists.
    #[must_use]
    pub fn new(session: &'s Analysis) -> EditSet<'s> {
        EditSet::of_sources(|path| session.source(path))
    }

    /// Makes a set without edits for files that a function returns. It is called once for each file that is edited.
    #[must_use]
    pub fn of_sources(sources: impl Fn(&str) -> Option<Arc<[u8]>> + 's) -> EditSet<'s> {
        EditSet { sources: Box::new(sources), files: BTreeMap::new(), additions: 0 }
    }

    /// Adds an edit. An edit that replaces a range as another one does is that edit.
    ///
    /// # Errors
    /// If it does not fit. The set is then as it was before.
    pub fn push(&mut self, edit: TextEdit) -> Result<(), EditError> {
        self.merge([edit])
    }

    /// Adds all edits of a list, such as those of a [translation](Translation::edits), or none of them. It costs a copy of the
    /// edits that the files had before, so that many edits are better added together.
    ///
    /// # Errors
    /// If one of them does not fit. The set is then as it was before.
    pub fn merge(&mut self, edits: impl IntoIterator<Item = TextEdit>) -> Result<(), EditError> {
        let mut changed: BTreeMap<Arc<str>, FileEdits> = BTreeMap::new();
        for edit in edits {
            let file = match changed.get_mut(&edit.path) {
                Some(file) => file,
                None => changed.entry(edit.path.clone()).or_insert(self.file(&edit)?),
            };
            file.add(AddedEdit { edit, addition: self.additions })?;
        }
        self.files.extend(changed);
        self.additions += 1;
        Ok(())
    }

    /// The file of an edit as it is before the addition.
    fn file(&self, edit: &TextEdit) -> Result<FileEdits, EditError> {
        if let Some(known) = self.files.get(&edit.path) {
            return Ok(known.clone());
        }
        let text = (self.sources)(&edit.path).ok_or_else(|| EditError::NoFile(edit.clone()))?;
        Ok(FileEdits { text, edits: Vec::new() })
    }

    /// Returns the edits, by the paths of their files and in the order in which they stand there.
    pub fn edits(&self) -> impl Iterator<Item = &TextEdit> {
        self.files.values().flat_map(|file| file.edits.iter().map(|added| &added.edit))
    }

    /// Whether it has no edits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.values().all(|file| file.edits.is_empty())
    }

    /// Returns the new text of every file that has edits, by its path. It changes no file and no session.
    #[must_use]
    pub fn apply(&self) -> BTreeMap<Arc<str>, Vec<u8>> {
        self.files.iter().map(|(path, file)| (path.clone(), file.edited())).collect()
    }

    /// Returns the edits as unified diffs of their files, one behind the other. `patch -p1` applies them in the
    /// folder that the paths are relative to.
    #[cfg(feature = "diff")]
    #[cfg_attr(docsrs, doc(cfg(feature = "diff")))]
    #[must_use]
    pub fn unified_diff(&self) -> Vec<u8> {
        let diff = |(path, file): (&Arc<str>, &FileEdits)| {
            unified_diff(&crate::files::path_bytes(path), &file.text, &file.edited())
        };
        self.files.iter().flat_map(diff).collect()
    }
}

impl FileEdits {
    fn add(&mut self, added: AddedEdit) -> Result<(), EditError> {
        let AddedEdit { edit, addition } = &added;
        if self.text.get(edit.range()).is_none() || u32::try_from(edit.range.end).is_err() {
            return Err(EditError::OutsideOfFile(added.edit));
        }
        if edit.made_for.is_some_and(|text| text != fingerprint(&self.text)) {
            return Err(EditError::OtherText(added.edit));
        }
        let at = self.edits.partition_point(|other| other.edit.order() <= edit.order());
        let before =
            self.edits[..at].iter().rev().take_while(|other| other.edit.range.start == edit.range.start);
        let alike =
            before.clone().find(|other| other.edit.replaces_like(edit) && other.addition != *addition);
        match alike {
            Some(other) if edit.is_insertion() => return Err(conflict(other, edit)),
            Some(_) => return Ok(()),
            None => {}
        }
        let last = self.edits[..at].last().filter(|last| last.edit.range.end > edit.range.start);
        let next = self.edits.get(at).filter(|next| next.edit.range.start < edit.range.end);
        if let Some(other) = last.or(next) {
            return Err(conflict(other, edit));
        }
        self.edits.insert(at, added);
        Ok(())
    }

    fn edited(&self) -> Vec<u8> {
        let edits = self.edits.iter().map(|AddedEdit { edit, .. }| rewrite::Edit {
            range: FileRange { file: FileId(0), start: edit.range.start as u32, end: edit.range.end as u32 },
            replacement: edit.replacement.clone(),
        });
        rewrite::apply(&self.text, &edits.collect::<Vec<_>>())
    }
}

fn conflict(existing: &AddedEdit, new: &TextEdit) -> EditError {
    Conflict::new(existing.edit.clone(), new.clone()).into()
}

impl Translation {
    /// Returns the edits of all files that make the translation, those of headers among them, whether or not the caller
    /// writes these. They are in order and do not overlap, and each of them knows the text that it is made for.
    #[must_use]
    pub fn edits(&self) -> Vec<TextEdit> {
        let edited = self.read.iter().filter_map(|read| Some((read, fingerprint(read.text.as_ref()?))));
        let files: BTreeMap<FileId, _> = edited.map(|(read, text)| (read.file, (&read.path, text))).collect();
        let edit = |edit: &rewrite::Edit| {
            let (path, text) = files.get(&edit.range.file)?;
            let range = edit.range.start as usize..edit.range.end as usize;
            let edit = TextEdit::new(Arc::clone(path), range, edit.replacement.clone());
            Some(TextEdit { made_for: Some(*text), ..edit })
        };
        self.edits.iter().filter_map(edit).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    const TEXT: &str = "0123456789";

    fn edit(range: Range<usize>, replacement: &str) -> TextEdit {
        TextEdit::new("f.c", range, replacement)
    }

    /// Adds lists of edits one after the other: the text, or the first refused edit.
    fn check(lists: &[&[TextEdit]], expected: Result<&str, &str>) {
        let mut set = EditSet::of_sources(|path| (path == "f.c").then(|| TEXT.as_bytes().into()));
        let mut refused = Ok(());
        for list in lists {
            let before = set.apply();
            let added = set.merge(list.iter().cloned());
            if let Err(error) = added {
                assert_eq!(set.apply(), before, "a refused list changes nothing");
                let source = std::error::Error::source(&error).map(ToString::to_string);
                refused = refused.and(Err(source.unwrap_or_else(|| error.to_string())));
            }
        }
        let text = set.apply().remove("f.c").unwrap_or_else(|| TEXT.into());
        let text = String::from_utf8(text).expect("ASCII");
        assert_eq!(refused.as_ref().map(|()| text.as_str()).map_err(String::as_str), expected);
    }

    #[test]
    fn edits_that_fit_are_applied_in_order() {
        check(&[], Ok(TEXT));
        check(&[&[edit(4..6, "B"), edit(0..2, "A")], &[edit(2..4, "-")]], Ok("A-B6789"));
        // Insertions stand before what is replaced there, and behind what ends there.
        check(&[&[edit(2..4, "B")], &[edit(2..2, "a")], &[edit(4..4, "c")]], Ok("01aBc456789"));
        check(&[&[edit(2..2, "a")], &[edit(2..2, "b")], &[edit(2..4, "C")]], Ok("01abC456789"));
        check(&[&[edit(10..10, "!")]], Ok("0123456789!"));
        // One list may insert the same twice.
        check(&[&[edit(3..3, "}"), edit(3..3, "}")]], Ok("012}}3456789"));
        // The same replacement is made once.
        check(&[&[edit(2..4, "B")], &[edit(2..4, "B"), edit(5..5, "x")]], Ok("01B4x56789"));
    }

    #[test]
    fn edits_that_do_not_fit_are_refused() {
        let refused = |new: &str, old: &str| format!("the edit f.c:{new} does not go with f.c:{old}");
        for (old, new) in [(2..6, 4..8), (2..6, 0..3), (2..6, 3..4), (2..6, 4..4), (4..4, 2..6), (2..6, 2..6)]
        {
            let message =
                refused(&format!("{}..{}", new.start, new.end), &format!("{}..{}", old.start, old.end));
            check(&[&[edit(old, "x")], &[edit(new, "y")]], Err(&message));
        }
        check(&[&[edit(3..3, "}")], &[edit(0..1, ""), edit(3..3, "}")]], Err(&refused("3..3", "3..3")));
        check(&[&[edit(0..2, "a"), edit(1..3, "b")]], Err(&refused("1..3", "0..2")));
        check(&[&[edit(9..11, "")]], Err("the edit f.c:9..11 is outside of its file"));
        #[expect(clippy::reversed_empty_ranges, reason = "such a range is no range")]
        check(&[&[edit(3..1, "")]], Err("the edit f.c:3..1 is outside of its file"));
        let absent = TextEdit::insertion("g.c", 0, "");
        check(&[&[absent]], Err("the edit g.c:0..0 is of a file that is not there"));
        check(&[&[edit(0..1, "x").made_for(TEXT.as_bytes())]], Ok("x123456789"));
        let stale = edit(0..1, "x").made_for(b"another text");
        check(&[&[stale]], Err("the edit f.c:0..1 is made for another text of its file"));
    }
}
