//! The files of the machine, the one part of the library that touches a disk; it exists with the feature `disk` alone.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{FileSystem, path_bytes, path_text};

/// The files of the machine, by paths relative to a folder. Every read asks the system, without a cache: a session reads each file once.
///
/// It exists with the feature `disk`. A file of more than 256 MiB, or a device that never ends, is an error of the kind
/// [`FileTooLarge`](io::ErrorKind::FileTooLarge).
///
/// ```
/// use clacc::{ErrorKind, Session, files::Disk, options::CompileOptions};
///
/// let mut session = Session::new(Disk::in_folder(env!("CARGO_MANIFEST_DIR")));
/// let error = session.add_unit("none.c", &CompileOptions::default()).expect_err("there is no such file");
/// assert_eq!(error.kind(), ErrorKind::NotFound);
/// assert_eq!(session.add_unit("src", &CompileOptions::default()).map_err(|it| it.kind()), Err(ErrorKind::Unreadable));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Disk {
    folder: PathBuf,
}

/// The greatest number of bytes that are read of one file.
const MOST: u64 = 256 << 20;

impl Disk {
    /// Takes paths as relative to the current folder of the process.
    #[must_use]
    pub fn new() -> Disk {
        Disk::default()
    }

    /// Takes paths as relative to a folder. Absolute paths stay what they are.
    #[must_use]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Disk {
        Disk { folder: folder.into() }
    }

    fn path(&self, text: &str) -> PathBuf {
        self.folder.join(path_of(text))
    }
}

impl FileSystem for Disk {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        File::open(self.path(path))?.take(MOST + 1).read_to_end(&mut text)?;
        if text.len() as u64 > MOST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 256 MiB"));
        }
        Ok(text)
    }

    /// Returns the path without symbolic links. If the file cannot be found, it is the path as it is.
    fn identity(&self, path: &str) -> String {
        fs::canonicalize(self.path(path)).map_or_else(|_| path.to_owned(), |real| text_of(&real))
    }
}

/// Returns the path that has this text.
#[cfg(unix)]
fn path_of(text: &str) -> PathBuf {
    <OsString as std::os::unix::ffi::OsStringExt>::from_vec(path_bytes(text).into_owned()).into()
}

#[cfg(not(unix))]
fn path_of(text: &str) -> PathBuf {
    OsString::from(String::from_utf8_lossy(&path_bytes(text)).into_owned()).into()
}

#[cfg(unix)]
fn text_of(path: &Path) -> String {
    path_text(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str())).into_owned()
}

#[cfg(not(unix))]
fn text_of(path: &Path) -> String {
    path_text(path.to_string_lossy().as_bytes()).into_owned()
}
