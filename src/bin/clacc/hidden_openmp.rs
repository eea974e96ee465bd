//! Compilation of programs without OpenMP, although OpenMP is enabled in the compiler for their translation: uses of `_OPENMP` in the
//! program are replaced by a macro that is never defined. Headers of the compiler still see its own macro.
//!
//! The macro has a name of the same length as `_OPENMP`, and takes its place when files are read, in the main file and in
//! headers. A unit that only asks is compiled from the overlay too.

use std::io;

use crate::files::OsFiles;

const ASKED: &[u8] = b"_OPENMP";

/// The macro that replaces `_OPENMP`. It has the same length, so that offsets in the text stay the same.
const INSTEAD: &[u8] = b"_NO_OMP";

/// The files of the machine, with `_OPENMP` replaced.
#[derive(Default)]
pub(crate) struct WithoutOpenmp(OsFiles);

impl clacc::files::FileSystem for WithoutOpenmp {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.0.read(path).map(hide)
    }

    fn identity(&self, path: &str) -> String {
        self.0.identity(path)
    }
}

/// Replaces the macro outside of literals and comments.
pub(crate) fn hide(mut text: Vec<u8>) -> Vec<u8> {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = match rest {
            [b'/', b'/', ..] => line_comment(rest),
            [b'/', b'*', ..] => until(&rest[2..], b"*/") + 2,
            [quote @ (b'"' | b'\''), ..] => literal(rest, *quote),
            [first, ..] if is_of_word(*first) => {
                rest.iter().position(|byte| !is_of_word(*byte)).unwrap_or(rest.len())
            }
            _ => 1,
        };
        let end = (at + length).min(text.len());
        if text[at..end] == *ASKED {
            text[at..end].copy_from_slice(INSTEAD);
        }
        at = end;
    }
    text
}

/// Returns whether a text uses the replacement macro.
pub(crate) fn asks(text: &[u8]) -> bool {
    text.windows(INSTEAD.len()).any(|word| word == INSTEAD)
}

fn is_of_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// Returns the length of a text up to and including an end mark.
fn until(text: &[u8], end: &[u8]) -> usize {
    text.windows(end.len()).position(|word| word == end).map_or(text.len(), |at| at + end.len())
}

/// Returns the length of a comment up to the end of its line, which a backslash continues.
fn line_comment(text: &[u8]) -> usize {
    let mut length = 0;
    loop {
        let line = until(&text[length..], b"\n");
        length += line;
        let is_continued = text[..length].trim_ascii_end().ends_with(b"\\");
        if line == 0 || !is_continued {
            return length;
        }
    }
}

/// Returns the length of a literal. An unterminated quote counts alone: an apostrophe in a text that no condition includes.
fn literal(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return 1,
            _ if *byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_get_another_name() {
        for (text, expected) in [
            ("#ifdef _OPENMP\n", "#ifdef _NO_OMP\n"),
            ("#if defined(_OPENMP)&&_OPENMP>1", "#if defined(_NO_OMP)&&_NO_OMP>1"),
            ("_OPENMP_X X_OPENMP", "_OPENMP_X X_OPENMP"),
            ("\"_OPENMP\" '_OPENMP' \"\\\"\" _OPENMP", "\"_OPENMP\" '_OPENMP' \"\\\"\" _NO_OMP"),
            ("// it's _OPENMP \\\n_OPENMP\n_OPENMP", "// it's _OPENMP \\\n_OPENMP\n_NO_OMP"),
            ("/* _OPENMP */_OPENMP", "/* _OPENMP */_NO_OMP"),
            ("#error it's off\n_OPENMP", "#error it's off\n_NO_OMP"),
            ("/* _OPENMP", "/* _OPENMP"),
        ] {
            assert_eq!(String::from_utf8(hide(text.as_bytes().to_vec())).unwrap(), expected);
        }
    }
}
