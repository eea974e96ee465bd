//! Places in sources, and the interface through which the preprocessor gets files.

use std::sync::Arc;

use crate::Names;

/// A source file, as the owner of the sources numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FileId(pub u32);

/// A byte range of one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FileRange {
    /// The file.
    pub file: FileId,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset past the last byte.
    pub end: u32,
}

/// Provides the files for the preprocessor. Implementations decide what a path means. The preprocessor itself
/// decides in which order directories are searched.
pub trait FileProvider {
    /// The table that the texts of all files are of.
    fn names(&self) -> &Names;
    /// The file at `path`, if there is one. Asking for a file that does not exist is ordinary.
    fn find(&self, path: &str) -> Option<FileId>;
    /// Returns the path of a file, as it was found.
    fn path(&self, file: FileId) -> Arc<str>;
    /// Returns the tokens of a file.
    fn lexed(&self, file: FileId) -> Arc<crate::lexer::LexedFile>;
}
