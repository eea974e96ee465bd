//! Paths as text.
//!
//! The library takes paths as `str`, but on Unix a path is any bytes. Each byte of it that is not part of
//! UTF-8 becomes one character at the end of the last private-use plane. Every path has one such text, and
//! [`of`] finds the path again.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The character that stands for byte 0. Only those for bytes from 0x80 on are used.
const STAND_IN: u32 = 0x10_FF00;

/// Returns the text of a path.
#[cfg(unix)]
pub(crate) fn text(path: &OsStr) -> String {
    text_of_bytes(std::os::unix::ffi::OsStrExt::as_bytes(path))
}

/// Returns the text of bytes that hold paths.
pub(crate) fn text_of_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match stands_for(character) {
                // A path that holds such a character itself has it byte by byte.
                Some(_) => push_bytes(&mut text, character.encode_utf8(&mut [0; 4]).as_bytes()),
                None => text.push(character),
            }
        }
        push_bytes(&mut text, chunk.invalid());
    }
    text
}

#[cfg(not(unix))]
pub(crate) fn text(path: &OsStr) -> String {
    path.to_string_lossy().into_owned()
}

fn push_bytes(text: &mut String, bytes: &[u8]) {
    text.extend(bytes.iter().filter_map(|byte| char::from_u32(STAND_IN + u32::from(*byte))));
}

fn stands_for(character: char) -> Option<u8> {
    u8::try_from(u32::from(character).checked_sub(STAND_IN)?).ok().filter(|byte| !byte.is_ascii())
}

/// Whether the text is that of a path with bytes that are not UTF-8.
pub(crate) fn is_of_other_bytes(text: &str) -> bool {
    text.contains(|character| stands_for(character).is_some())
}

/// Returns the path that has this text.
pub(crate) fn of(text: &str) -> PathBuf {
    match bytes(text) {
        #[cfg(unix)]
        Cow::Owned(bytes) => <OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into(),
        _ => OsString::from(text).into(),
    }
}

/// Returns the bytes of a text that may hold paths, each path in its own bytes.
pub(crate) fn bytes(text: &str) -> Cow<'_, [u8]> {
    if !is_of_other_bytes(text) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        match stands_for(character) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Cow::Owned(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    #[test]
    fn every_path_has_a_text_of_its_own() {
        for bytes in
            [&b"plain.c"[..], b"caf\xe9.c", b"\xff\xfe", "\u{10ffe9}.c".as_bytes(), "\u{10ff41}é".as_bytes()]
        {
            let path = OsStr::from_bytes(bytes);
            assert_eq!(of(&text(path)).as_os_str(), path);
            assert_eq!(super::bytes(&text(path)), bytes);
        }
        assert_eq!(text(OsStr::from_bytes(b"\xe9")), "\u{10ffe9}");
        assert_ne!(text(OsStr::from_bytes("\u{10ffe9}".as_bytes())), "\u{10ffe9}");
    }
}
