//! Places in sources, and how the preprocessor asks for files.

use std::sync::Arc;

use crate::Names;

/// A source file, as the owner of the sources numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A byte range of one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileRange {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset past the last byte.
    pub end: u32,
}

/// Where the preprocessor's files come from. Implementations decide what a path means; the order in which
/// directories are searched is the preprocessor's business.
pub trait FileProvider {
    /// The table that the texts of all files are of.
    fn names(&self) -> &Names;
    /// The file at `path`, if there is one. Asking for a file that does not exist is ordinary.
    fn find(&self, path: &str) -> Option<FileId>;
    /// The path of a file, as it was found.
    fn path(&self, file: FileId) -> Arc<str>;
    /// The tokens of a file.
    fn lexed(&self, file: FileId) -> Arc<crate::lexer::LexedFile>;
}
