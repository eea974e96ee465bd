//! Locations in sources, and the interface through which the preprocessor gets files.

use std::sync::Arc;

use crate::Names;

/// The id of a source file, which the owner of the sources assigns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FileId(pub u32);

/// Returns the 64-bit FNV-1a hash of a text. It is the same in all versions, so that what was stored with it, or named by it, is found.
pub fn fingerprint(text: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    text.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

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

impl FileRange {
    /// Returns whether another range lies in this one.
    pub fn holds(self, other: FileRange) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    /// Returns whether two ranges have a byte in common.
    pub fn overlaps(self, other: FileRange) -> bool {
        self.file == other.file && self.start < other.end && other.start < self.end
    }

    /// Returns whether two ranges have a byte in common, or one ends where the other begins.
    pub fn touches(self, other: FileRange) -> bool {
        self.file == other.file && self.start <= other.end && other.start <= self.end
    }
}

/// Provides the files for the preprocessor. An implementation resolves paths. The preprocessor itself decides in which order directories
/// are searched.
pub trait FileProvider {
    /// Returns the table that the names in all files belong to.
    fn names(&self) -> &Names;
    /// Returns the file at `path`, if there is one. The preprocessor regularly asks for files that do not exist.
    fn find(&self, path: &str) -> Option<FileId>;
    /// Returns the path by which a file was found.
    fn path(&self, file: FileId) -> Arc<str>;
    /// Returns the tokens of a file.
    fn lexed(&self, file: FileId) -> Arc<crate::lexer::LexedFile>;
}
