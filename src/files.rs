//! Where sources come from: the library itself touches no file system.

use std::collections::BTreeMap;
use std::io;

/// Reads files for a session. Paths are those of `#include` resolution: as given on a command line, or a search
/// directory joined with what the program wrote.
///
/// A program that may read its disk says so in a few lines:
///
/// ```
/// struct Disk;
///
/// impl clacc::files::FileSystem for Disk {
///     fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
///         std::fs::read(path)
///     }
/// }
///
/// let session = clacc::Session::new(Disk);
/// ```
pub trait FileSystem: Send + Sync {
    /// The bytes of a file.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] where there is no such file, which is ordinary while headers are searched. A session takes
    /// every other error the same way: for it, what cannot be read is not there.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Which file a path leads to, by a name that all paths to the file share: units reach one header by
    /// `src/../include/h.h` and `include/h.h`. Asked only where the translations of several units are brought together.
    /// As it stands, every path is a file of its own.
    fn identity(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// Files held in memory: for tests, editors, and programs without a disk.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// No files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with one more file, or another text of one.
    #[must_use]
    pub fn with(mut self, path: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.into(), text.into());
        self
    }
}

impl<P: Into<String>, T: Into<Vec<u8>>> FromIterator<(P, T)> for MemoryFiles {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(files: I) -> Self {
        MemoryFiles { files: files.into_iter().map(|(path, text)| (path.into(), text.into())).collect() }
    }
}

impl FileSystem for MemoryFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}
