//! Edits of the texts of a session.

use super::EditSet;
use super::edit_error::EditError;
use crate::analysis::Analysis;
use crate::session::Session;
use crate::text_edits::TextEdit;

impl Session {
    /// Changes parts of a text, as an editor tells them: the text that was set, or that of the file, which is then set. The
    /// ranges are those of the text as it is, whatever other edits there are; their order does not matter.
    ///
    /// It is [`Session::set_source`] with the text that the edits make, and costs a copy of the text besides.
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
    /// [`EditError::NoFile`] if there is no such file, or an edit is of another one, and what [`EditSet::merge`] refuses. The
    /// text is then as it was before.
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
}

fn edited(session: &Analysis, path: &str, edits: &[TextEdit]) -> Result<Option<Vec<u8>>, EditError> {
    let mut set = EditSet::new(session);
    set.merge(edits.iter().cloned())?;
    Ok(set.apply().remove(path))
}
