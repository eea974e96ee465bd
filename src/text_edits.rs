//! Edits of texts, and conflicts between them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use clacc_syntax::source::fingerprint;

/// A replacement of a range of a file. An empty range is an insertion.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TextEdit {
    pub(crate) path: Arc<str>,
    pub(crate) range: Range<usize>,
    #[cfg_attr(feature = "serde", serde(with = "clacc_syntax::encoding::byte_text"))]
    pub(crate) replacement: Vec<u8>,
    /// The fingerprint of the text that the edit was made for, if known.
    pub(crate) made_for: Option<u64>,
}

impl TextEdit {
    /// Makes a replacement of a range of bytes in the file at a path.
    #[must_use]
    pub fn new(path: impl Into<Arc<str>>, range: Range<usize>, replacement: impl Into<Vec<u8>>) -> TextEdit {
        TextEdit { path: path.into(), range, replacement: replacement.into(), made_for: None }
    }

    /// Makes an insertion before the byte at an offset.
    #[must_use]
    pub fn insertion(path: impl Into<Arc<str>>, at: usize, inserted: impl Into<Vec<u8>>) -> TextEdit {
        TextEdit::new(path, at..at, inserted)
    }

    /// Sets the text that the edit is made for. A set whose file has another text refuses the edit.
    #[must_use]
    pub fn made_for(self, text: &[u8]) -> TextEdit {
        TextEdit { made_for: Some(fingerprint(text)), ..self }
    }

    /// Returns the path of the edited file.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the range of the bytes that are replaced.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the new bytes.
    #[must_use]
    pub fn replacement(&self) -> &[u8] {
        &self.replacement
    }

    pub(crate) fn is_insertion(&self) -> bool {
        self.range.is_empty()
    }

    pub(crate) fn replaces_like(&self, other: &TextEdit) -> bool {
        (&self.range, &self.replacement) == (&other.range, &other.replacement)
    }
}

impl fmt::Display for TextEdit {
    /// Writes the file and the offsets: `f.c:17..23`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.path, self.range.start, self.range.end)
    }
}

/// Two edits that cannot both be made: their ranges overlap, or both insert the same text at one place, so that it is unknown whether the
/// text is to be inserted once or twice.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::edit::{Conflict, EditError, EditSet, TextEdit};
///
/// let program = "int x;\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let mut edits = EditSet::new(&session);
/// edits.push(TextEdit::new("f.c", 0..3, "long"))?;
/// let Err(EditError::Conflict(conflict)) = edits.push(TextEdit::new("f.c", 2..5, "t y")) else { panic!("they overlap") };
/// let conflict: Conflict = conflict;
/// assert_eq!((conflict.existing().range(), conflict.refused().range()), (0..3, 2..5));
/// assert_eq!((conflict.refused().path(), conflict.refused().replacement()), ("f.c", &b"t y"[..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the edit {} does not go with {}", self.refused(), self.existing())]
pub struct Conflict {
    /// The edit that was added first, and the refused one.
    edits: Box<[TextEdit; 2]>,
}

impl Conflict {
    pub(crate) fn new(existing: TextEdit, refused: TextEdit) -> Conflict {
        Conflict { edits: Box::new([existing, refused]) }
    }

    /// Returns the edit that was added first.
    #[must_use]
    pub fn existing(&self) -> &TextEdit {
        &self.edits[0]
    }

    /// Returns the edit that was refused.
    #[must_use]
    pub fn refused(&self) -> &TextEdit {
        &self.edits[1]
    }
}
