//! Paths as the library takes them: as text, from which [`of`] makes the path again.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

pub(crate) use clacc::files::path_bytes as bytes;

/// Returns the text of a path.
#[cfg(unix)]
pub(crate) fn text(path: &OsStr) -> String {
    clacc::files::path_text(std::os::unix::ffi::OsStrExt::as_bytes(path)).into_owned()
}

#[cfg(not(unix))]
pub(crate) fn text(path: &OsStr) -> String {
    path.to_string_lossy().into_owned()
}

/// Returns the path that has this text.
pub(crate) fn of(text: &str) -> PathBuf {
    match bytes(text) {
        #[cfg(unix)]
        Cow::Owned(bytes) => <OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into(),
        _ => OsString::from(text).into(),
    }
}

/// Whether the text is that of a path with bytes that are not UTF-8.
pub(crate) fn is_of_other_bytes(text: &str) -> bool {
    *bytes(text) != *text.as_bytes()
}
