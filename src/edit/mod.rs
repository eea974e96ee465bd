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
//! let expected = "void f(int *x) {\n// from the device\n#pragma omp target update from(present: x[0:8])\n}\n";
//! assert_eq!(texts["f.c"], expected.as_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clause_edits;
mod edit_error;
mod edited_sources;
mod edited_translation;
mod inserted_text;
mod node_edits;
mod ordered_edits;
mod statement_places;
mod surrounding;
#[cfg(feature = "diff")]
mod unified_diff;
mod unread_text;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use clacc_syntax::source::FileId;
use clacc_ttx::rewrite;

use self::ordered_edits::{AddedEdit, Belongs, EditSlot, FileEdits};
use crate::analysis::Analysis;
use crate::diagnostics::{Confidence, Fix, Lines, Place};
use crate::translate::Translation;
use clacc_syntax::source::fingerprint;

pub use self::edit_error::EditError;
pub use self::edited_translation::{EditedTranslation, KeptInsertion};
#[doc(inline)]
pub use crate::text_edits::{Conflict, TextEdit};

#[cfg(feature = "diff")]
#[cfg_attr(docsrs, doc(cfg(feature = "diff")))]
pub use unified_diff::unified_diff;

/// A set of edits of files that do not conflict. All of them refer to the texts that the files have while the set exists.
///
/// Insertions of bytes at one place are made in the order in which they were added, before a replacement that starts there. Insertions made
/// for nodes stay with their nodes: text that is added after a statement precedes text that is added before the next one, and text of an
/// inner statement stays inside the outer one. Several insertions before one statement, and several after it, are made in the order in
/// which they were added.
pub struct EditSet<'s> {
    session: Option<&'s Analysis>,
    sources: Box<TextSource<'s>>,
    files: BTreeMap<Arc<str>, FileEdits>,
    /// The number of additions so far, each of one edit or of one list of edits.
    additions: usize,
}

/// Returns the text of the file at a path.
type TextSource<'s> = dyn Fn(&str) -> Option<Arc<[u8]>> + 's;

impl fmt::Debug for EditSet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.edits()).finish()
    }
}

impl<'s> EditSet<'s> {
    /// Makes an empty set for the files of a session, which cannot change while the set exists.
    #[must_use]
    pub fn new(session: &'s Analysis) -> EditSet<'s> {
        EditSet { session: Some(session), ..EditSet::of_sources(|path| session.source(path)) }
    }

    /// Makes an empty set for files that a function returns. The function is called once for each file that is edited. Such a set only
    /// takes edits of bytes, not of nodes.
    #[must_use]
    pub fn of_sources(sources: impl Fn(&str) -> Option<Arc<[u8]>> + 's) -> EditSet<'s> {
        EditSet { session: None, sources: Box::new(sources), files: BTreeMap::new(), additions: 0 }
    }

    /// Returns the same set without its session, which can then change. It takes further edits of bytes in the files that the session has read
    /// so far, but none of nodes; [`Session::apply`](crate::Session::apply) makes its edits in the session, if the texts are still those that
    /// it was made for. Shares the texts, and takes time linear in the number of files.
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::edit::{EditError, EditSet, TextEdit};
    /// use clacc::files::MemoryFiles;
    ///
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "int a;\n"));
    /// let mut edits = EditSet::new(&session);
    /// edits.push(TextEdit::new("f.c", 4..5, "b"))?;
    /// let edits: EditSet<'static> = edits.detached();
    /// session.apply(&edits)?;
    /// assert_eq!(session.source("f.c").as_deref(), Some(&b"int b;\n"[..]));
    /// assert!(matches!(session.apply(&edits), Err(EditError::OtherText(_))));
    /// # Ok::<(), EditError>(())
    /// ```
    #[must_use]
    pub fn detached(self) -> EditSet<'static> {
        let known = self.session.map(Analysis::read_texts).unwrap_or_default();
        let own = self.files.iter().map(|(path, file)| (path.clone(), file.text.clone()));
        let known: BTreeMap<Arc<str>, Arc<[u8]>> = known.into_iter().chain(own).collect();
        EditSet {
            session: None,
            sources: Box::new(move |path| known.get(path).cloned()),
            files: self.files,
            additions: self.additions,
        }
    }

    /// Adds an edit. Adding an equal replacement again has no effect. Takes logarithmic time.
    ///
    /// # Errors
    /// If the edit does not fit. The set is then unchanged.
    pub fn push(&mut self, edit: TextEdit) -> Result<(), EditError> {
        self.merge([edit])
    }

    /// Adds all edits of a list, such as those of a [translation](Translation::edits), or none of them. Takes logarithmic time
    /// for each edit.
    ///
    /// # Errors
    /// If one of them does not fit. The set is then unchanged.
    pub fn merge(&mut self, edits: impl IntoIterator<Item = TextEdit>) -> Result<(), EditError> {
        self.add_all(edits.into_iter().map(|edit| (edit, Belongs::Unknown)))
    }

    /// Adds all edits of a list, or none of them.
    fn add_all(&mut self, edits: impl IntoIterator<Item = (TextEdit, Belongs)>) -> Result<(), EditError> {
        let mut added: Vec<(Arc<str>, EditSlot)> = Vec::new();
        for (edit, belongs) in edits {
            let path = Arc::clone(&edit.path);
            match self.add(AddedEdit { edit, belongs, addition: self.additions }) {
                Ok(slot) => added.extend(slot.map(|slot| (path, slot))),
                Err(error) => {
                    self.take_back(&added);
                    return Err(error);
                }
            }
        }
        self.additions += 1;
        Ok(())
    }

    fn add(&mut self, added: AddedEdit) -> Result<Option<EditSlot>, EditError> {
        if let Some(file) = self.files.get_mut(&added.edit.path) {
            return file.add(added);
        }
        let text = (self.sources)(&added.edit.path).ok_or_else(|| EditError::NoFile(added.edit.clone()))?;
        let (path, mut file) = (Arc::clone(&added.edit.path), FileEdits::of(text));
        let slot = file.add(added)?;
        self.files.insert(path, file);
        Ok(slot)
    }

    /// Adds an edit in place of other edits of its file. If that fails, the other edits stay.
    fn add_instead(
        &mut self,
        others: impl IntoIterator<Item = EditSlot>,
        edit: TextEdit,
        belongs: Belongs,
    ) -> Result<(), EditError> {
        let path = Arc::clone(&edit.path);
        let file = self.files.get_mut(&path);
        let others: Vec<_> = file.map_or(Vec::new(), |file| {
            others.into_iter().filter_map(|other| file.take_back(other)).collect()
        });
        let added = self.add_edits([(edit, belongs)]);
        if added.is_err() {
            for other in others {
                self.add(other)?;
            }
        }
        added
    }

    /// Returns the fingerprint of a file's text, which is stored for files that have edits.
    fn fingerprint_of(&self, path: &str) -> Option<u64> {
        let known = self.files.get(path).map(FileEdits::fingerprint);
        known.or_else(|| (self.sources)(path).map(|text| fingerprint(&text)))
    }

    /// Removes the edits of a list that were added before one of the list was refused.
    fn take_back(&mut self, added: &[(Arc<str>, EditSlot)]) {
        for (path, slot) in added.iter().rev() {
            if let Some(file) = self.files.get_mut(path) {
                _ = file.take_back(*slot);
            }
        }
        self.files.retain(|_, file| !file.is_empty());
    }

    /// Returns the edits, sorted by path and then by their order in the file.
    pub fn edits(&self) -> impl Iterator<Item = &TextEdit> {
        self.files.values().flat_map(FileEdits::edits)
    }

    /// Returns whether the set has no edits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.values().all(FileEdits::is_empty)
    }

    /// Returns the new text of every file that has edits, by path. It changes no file and no session.
    #[must_use]
    pub fn apply(&self) -> BTreeMap<Arc<str>, Vec<u8>> {
        self.files.iter().map(|(path, file)| (path.clone(), file.edited())).collect()
    }

    /// Returns the edits as a proposed correction, for a [`Diagnostic`](crate::diagnostics::Diagnostic). None if new bytes are not UTF-8,
    /// because a correction holds strings. Counts the lines of the edited files.
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::diagnostics::Confidence;
    /// use clacc::edit::{EditSet, TextEdit};
    /// use clacc::files::MemoryFiles;
    ///
    /// let session = Session::new(MemoryFiles::new().with("f.c", "int a;\nint b;\n"));
    /// let mut edits = EditSet::new(&session);
    /// edits.push(TextEdit::new("f.c", 11..12, "c"))?;
    /// let fix = edits.fix("another name", Confidence::Maybe).expect("it is UTF-8");
    /// assert_eq!((fix.edits[0].0.to_string(), &*fix.edits[0].1), ("f.c:2:5".to_owned(), "c"));
    /// # Ok::<(), clacc::edit::EditError>(())
    /// ```
    #[must_use]
    pub fn fix(&self, title: impl Into<String>, confidence: Confidence) -> Option<Fix> {
        let mut edits = Vec::new();
        for (path, file) in &self.files {
            let lines = Lines::new(file.text.clone());
            for edit in file.edits() {
                let place = Place::of_lines(path.clone(), &lines, edit.range());
                edits.push((place, String::from_utf8(edit.replacement.clone()).ok()?));
            }
        }
        Some(Fix { title: title.into(), edits, confidence })
    }

    /// Returns the edits as unified diffs of their files, one after the other. `patch -p1` applies them in the folder that the paths are
    /// relative to.
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

impl Translation {
    /// Returns the edits of all files that make up the translation, headers included, whether or not the caller writes those files. They
    /// are in order and do not overlap, and each holds the fingerprint of the text that it is made for.
    #[must_use]
    pub fn edits(&self) -> Vec<TextEdit> {
        let edited = self.read.iter().filter_map(|read| Some((read, fingerprint(read.text.as_ref()?))));
        let files: BTreeMap<FileId, _> = edited.map(|(read, text)| (read.file, (&read.path, text))).collect();
        let edit = |edit: &rewrite::Edit| {
            let (path, text) = files.get(&edit.range.file)?;
            let range = edit.range.start as usize..edit.range.end as usize;
            let edit = TextEdit::new(Arc::clone(path), range, edit.replacement.to_vec());
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

    /// Adds lists of edits one after the other and compares the text, or the first refused edit.
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
        // Insertions come before a replacement that starts at the same place, and after one that ends there.
        check(&[&[edit(2..4, "B")], &[edit(2..2, "a")], &[edit(4..4, "c")]], Ok("01aBc456789"));
        check(&[&[edit(2..2, "a")], &[edit(2..2, "b")], &[edit(2..4, "C")]], Ok("01abC456789"));
        check(&[&[edit(10..10, "!")]], Ok("0123456789!"));
        // One list may insert the same text twice.
        check(&[&[edit(3..3, "}"), edit(3..3, "}")]], Ok("012}}3456789"));
        // A replacement that is added twice is made once.
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
