//! The interface through which source files are read: the library itself uses no file system.

#[cfg(feature = "disk")]
mod disk;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use clacc_syntax::encoding;

#[cfg(feature = "disk")]
#[cfg_attr(docsrs, doc(cfg(feature = "disk")))]
pub use self::disk::Disk;

/// Returns a path as UTF-8 text, as a session takes it. Each byte that is not part of UTF-8 becomes one character of the last 128 code
/// points of plane 16 (`0xE9` becomes U+10FFE9), and [`path_bytes`] turns it back. A path that is UTF-8 is returned unchanged.
///
/// ```
/// # use clacc::files::{path_bytes, path_text};
/// assert_eq!(path_text(b"plain.c"), "plain.c");
/// assert_eq!(*path_bytes(&path_text(b"caf\xe9.c")), *b"caf\xe9.c");
/// ```
#[must_use]
pub fn path_text(path: &[u8]) -> Cow<'_, str> {
    encoding::decode(path)
}

/// Returns the bytes of a path that [`path_text`] has encoded. The names in `#include` are encoded in the same way.
#[must_use]
pub fn path_bytes(text: &str) -> Cow<'_, [u8]> {
    encoding::encode(text)
}

/// Reads files for a session. The paths are those of `#include` resolution: a path as given on a command line, or a search directory joined
/// with the name in the `#include`. A path with bytes that are not UTF-8 is encoded as by [`path_text`]; [`path_bytes`] decodes it.
///
/// A panic in an implementation propagates through the query that reads; the session stays usable.
///
/// A program whose sources are on disk takes `Disk`, which the feature `disk` adds, or implements it in a few lines:
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
    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is no such file, which is common while headers are searched. A session takes every other error
    /// as if there were no such file too, and keeps it: [`Session::add_unit`](crate::Session::add_unit) returns it, and
    /// [`Analysis::read_error`](crate::Analysis::read_error).
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Returns the bytes of a file as a session keeps them. A file system that keeps texts itself can share them; the default reads the
    /// file.
    ///
    /// # Errors
    /// As for [`FileSystem::read`].
    fn read_shared(&self, path: &str) -> io::Result<Arc<[u8]>> {
        self.read(path).map(Arc::from)
    }

    /// Returns a name for the file at a path that is the same for every path to that file: two units may reach one header as
    /// `src/../include/h.h` and as `include/h.h`. It is called only when the translations of several units are combined. The default treats
    /// every path as a separate file.
    fn identity(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// Files in memory: for tests, editors, and programs without a disk.
///
/// ```
/// use clacc::files::{FileSystem, MemoryFiles};
///
/// let files = MemoryFiles::from_iter([("f.c", "#include \"f.h\"\n"), ("f.h", "int x;\n")]).with("g.c", "int y;\n");
/// assert_eq!(files.read("f.h")?, b"int x;\n");
/// assert!(files.read("h.c").is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// Makes a file system without files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, or replaces its text.
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
