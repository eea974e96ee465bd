//! Edits of the texts that a session holds.

use super::EditSet;
use super::edit_error::EditError;
use crate::analysis::Analysis;
use crate::session::Session;
use crate::text_edits::TextEdit;

impl Session {
    /// Changes parts of a text, as an editor reports them: of the text that was set, or else that of the file, which counts as set from
    /// then on. All ranges refer to the text before the call; the order of the edits does not matter.
    ///
    /// It calls [`Session::set_source`] with the edited text, and costs a copy of the text in addition.
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::edit::TextEdit;
    /// use clacc::files::MemoryFiles;
    ///
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "int a;\nint b;\n"));
    /// session.edit_source("f.c", &[TextEdit::new("f.c", 4..5, "x"), TextEdit::insertion("f.c", 7, "extern ")])?;
    /// assert_eq!(session.source("f.c").as_deref(), Some(&b"int x;\nextern int b;\n"[..]));
    /// # Ok::<(), clacc::edit::EditError>(())
    /// ```
    ///
    /// # Errors
    /// [`EditError::NoFile`] if there is no such file, or an edit is of another one, and the errors of [`EditSet::merge`]. The text is then
    /// unchanged.
    pub fn edit_source(&mut self, path: &str, edits: &[TextEdit]) -> Result<(), EditError> {
        if let Some(other) = edits.iter().find(|edit| edit.path() != path) {
            return Err(EditError::NoFile(other.clone()));
        }
        if edits.is_empty() && self.source(path).is_none() {
            return Err(EditError::NoFile(TextEdit::insertion(path, 0, "")));
        }
        if let Some(text) = edited(self, path, edits)? {
            self.set_source(path, text);
        }
        Ok(())
    }

    /// Makes all edits of a [detached](EditSet::detached) set in the session, or none of them, as [`Session::set_source`] sets their texts. It
    /// costs a comparison and a copy of each edited text in addition.
    ///
    /// # Errors
    /// [`EditError::OtherText`] if the session has another text of a file than the set was made for. The session is then unchanged.
    pub fn apply(&mut self, edits: &EditSet<'_>) -> Result<(), EditError> {
        self.check_texts(edits)?;
        for (path, text) in edits.apply() {
            self.set_source(&path, text);
        }
        Ok(())
    }
}

fn edited(session: &Analysis, path: &str, edits: &[TextEdit]) -> Result<Option<Vec<u8>>, EditError> {
    let mut set = EditSet::new(session);
    set.merge(edits.iter().cloned())?;
    Ok(set.apply().remove(path))
}
