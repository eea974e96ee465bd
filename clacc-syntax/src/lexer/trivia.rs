//! Skips the text between tokens: white space, comments, line splices (C17 5.1.1.2, phases 2 and 3).

use crate::wide_search;

/// Returns the first position from `from` on that holds `byte`, or the length.
pub(super) fn find_byte(text: &[u8], from: usize, byte: u8) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + wide_search::position(rest, |each| each == byte).unwrap_or(rest.len())
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// Returns the first position from `at` on that holds no space.
pub(super) fn skip_spaces(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && text[at] == b' ' {
        at += 1;
    }
    at
}

/// Returns the position after a splice that starts with the backslash at `at`. Blanks may precede the line end, as compilers allow.
pub(super) fn splice_end(text: &[u8], at: usize) -> Option<usize> {
    if text.get(at) != Some(&b'\\') {
        return None;
    }
    let mut end = at + 1;
    while text.get(end).is_some_and(|byte| is_blank(*byte)) {
        end += 1;
    }
    (text.get(end) == Some(&b'\n')).then_some(end + 1)
}

/// Returns the position after all splices that start at `at`.
pub(super) fn skip_splices(text: &[u8], mut at: usize) -> usize {
    while let Some(end) = splice_end(text, at) {
        at = end;
    }
    at
}

/// Returns the position of the backslash of the splice whose line end is at `newline`.
fn splice_start(text: &[u8], newline: usize) -> Option<usize> {
    let before = text[..newline].iter().rposition(|byte| !is_blank(*byte))?;
    (text[before] == b'\\').then_some(before)
}

/// Returns the start of the splices that end right before `at`.
fn splices_start(text: &[u8], mut at: usize) -> usize {
    while at > 0 && text[at - 1] == b'\n' {
        match splice_start(text, at - 1) {
            Some(start) => at = start,
            None => break,
        }
    }
    at
}

/// A comment or white space that was skipped.
pub(super) struct Skipped {
    /// The position after the comment or white space.
    pub(super) end: usize,
    /// true for a block comment without an end.
    pub(super) unterminated: bool,
}

/// Returns the end of the line comment whose slashes end at `from`. The line end is not part of the comment.
fn line_comment(text: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        let newline = find_byte(text, at, b'\n');
        if newline == text.len() || splice_start(text, newline).is_none_or(|start| start < from) {
            return newline;
        }
        at = newline + 1;
    }
}

/// Returns the end of the block comment whose opening ends at `from`.
fn block_comment(text: &[u8], from: usize) -> Skipped {
    let mut at = from;
    loop {
        let slash = find_byte(text, at, b'/');
        if slash == text.len() {
            return Skipped { end: slash, unterminated: true };
        }
        let star = splices_start(text, slash);
        if star > from && text[star - 1] == b'*' {
            return Skipped { end: slash + 1, unterminated: false };
        }
        at = slash + 1;
    }
}

/// Skips the comment whose first slash is at `at`, if one starts there.
pub(super) fn skip_comment(text: &[u8], at: usize) -> Option<Skipped> {
    let second = match text.get(at + 1) {
        Some(b'\\') => skip_splices(text, at + 1),
        _ => at + 1,
    };
    match text.get(second) {
        Some(b'/') => Some(Skipped { end: line_comment(text, second + 1), unterminated: false }),
        Some(b'*') => Some(block_comment(text, second + 1)),
        _ => None,
    }
}

/// Returns the start of the line after the logical line that holds `at`, which must not be inside a token.
/// The rest of the line may hold white space, comments and splices only.
pub(crate) fn next_line(text: &[u8], mut at: usize) -> usize {
    while let Some(byte) = text.get(at) {
        match byte {
            b'\n' => return at + 1,
            b'/' => match skip_comment(text, at) {
                Some(comment) => at = comment.end,
                None => at += 1,
            },
            b'\\' => at = splice_end(text, at).unwrap_or(at + 1),
            _ => at += 1,
        }
    }
    at
}
