//! Where sources come from: the library itself touches no file system.

use std::collections::BTreeMap;
use std::io;

/// Reads files for a session. Paths are those of `#include` resolution: as given on a command line, or a search
/// directory joined with what the program wrote.
pub trait FileSystem: Send + Sync {
    /// The bytes of a file.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] where there is no such file, which is ordinary while headers are searched.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Which file a path leads to, by a name that all paths to the file share: units reach one header by
    /// `src/../include/h.h` and `include/h.h`. Asked only where the translations of several units are brought together.
    /// As it stands, every path is a file of its own.
    fn identity(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// Files held in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, or replaces it.
    pub fn with(mut self, path: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.into(), text.into());
        self
    }
}

impl FileSystem for MemoryFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}
