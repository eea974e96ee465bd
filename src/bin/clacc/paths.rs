//! Conversion between paths and the text that the library uses for them, from which [`of`] makes the path again.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Component, PathBuf};

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

/// Returns the path without redundant parts: `./`, and `x/../` if that leads to the same file.
pub(crate) fn tidied(path: &str) -> String {
    let given = of(path);
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in given.components() {
        match (part, parts.last()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => _ = parts.pop(),
            _ => parts.push(part),
        }
    }
    let short: PathBuf = parts.iter().collect();
    let is_same = std::fs::canonicalize(&short)
        .is_ok_and(|real| std::fs::canonicalize(&given).is_ok_and(|other| real == other));
    if is_same { text(short.as_os_str()) } else { path.to_owned() }
}

/// Returns whether a text encodes a path with bytes that are not UTF-8.
pub(crate) fn is_of_other_bytes(text: &str) -> bool {
    *bytes(text) != *text.as_bytes()
}
