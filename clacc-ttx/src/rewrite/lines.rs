//! Finds the start, end and indentation of lines of original bytes, and the text that follows on a line.
//!
//! Lines end as in the lexer: at `\n`, including one `\r` before it. Any other `\r` is white space. A line is continued if it ends in a
//! backslash, followed at most by white space.

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the offset of the first byte of a file's text, after a byte order mark.
pub(super) fn text_start(bytes: &[u8]) -> usize {
    if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
}

/// Returns the offset of the first byte of the line that contains `at`.
pub fn line_start(bytes: &[u8], at: usize) -> usize {
    let at = at.min(bytes.len());
    bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or_else(|| text_start(bytes), |end| end + 1)
}

/// Returns the offset of the line end at or after `at`, or the end of the file.
pub fn line_end(bytes: &[u8], at: usize) -> usize {
    let at = at.min(bytes.len());
    let Some(length) = bytes[at..].iter().position(|byte| *byte == b'\n') else { return bytes.len() };
    let end = at + length;
    end - usize::from(length > 0 && bytes[end - 1] == b'\r')
}

/// Returns the offset after the line end at `at`.
pub fn behind_line_end(bytes: &[u8], at: usize) -> usize {
    at + line_end_text(bytes, at).map_or(0, <[u8]>::len)
}

/// The line end at `at`, if there is one.
fn line_end_text(bytes: &[u8], at: usize) -> Option<&'static [u8]> {
    match bytes.get(at..)? {
        [b'\r', b'\n', ..] => Some(b"\r\n"),
        [b'\n', ..] => Some(b"\n"),
        _ => None,
    }
}

/// Returns whether a line, given without its end, is continued on the next one.
pub fn is_continued(line: &[u8]) -> bool {
    line.iter().rfind(|byte| !is_blank(**byte)) == Some(&b'\\')
}

/// The kind of line end that is used around `at`: that of its own line, or else of an earlier one.
pub fn line_end_style(bytes: &[u8], at: usize) -> &'static [u8] {
    let own = line_end_text(bytes, line_end(bytes, at));
    let earlier = || {
        let last = bytes[..at.min(bytes.len())].iter().rposition(|byte| *byte == b'\n')?;
        let start = if last > 0 && bytes[last - 1..=last] == *b"\r\n" { last - 1 } else { last };
        line_end_text(bytes, start)
    };
    own.or_else(earlier).unwrap_or(b"\n")
}

/// Returns the text after the `#` of a preprocessing line, in each of its spellings (C17 5.2.1.1, 6.4.6p3); none for any other line.
/// Comments before the directive are not recognized.
pub(super) fn preprocessing_words(line: &[u8]) -> Option<&[u8]> {
    let line = line[text_start(line)..].trim_ascii_start();
    let hash = [b"#".as_slice(), b"%:", b"??="].into_iter().find(|hash| line.starts_with(hash))?;
    Some(line[hash.len()..].trim_ascii_start())
}

/// Returns the white space at the start of the line that contains `at`, up to `at` at most.
pub fn indentation(bytes: &[u8], at: usize) -> &[u8] {
    let line = bytes.get(line_start(bytes, at)..at.min(bytes.len())).unwrap_or_default();
    let length = line.iter().position(|byte| !is_blank(*byte)).unwrap_or(line.len());
    &line[..length]
}

/// Returns the number of blanks before the next line of code behind the line with `at`, and the first byte of that code.
pub(super) fn code_behind(bytes: &[u8], at: usize) -> Option<(usize, u8)> {
    let mut start = behind_line_end(bytes, logical_line_end(bytes, at));
    loop {
        let text = skip_blanks(bytes, start);
        match bytes.get(text)? {
            b'\n' | b'#' => start = behind_line_end(bytes, logical_line_end(bytes, text)),
            first => return Some((text - start, *first)),
        }
    }
}

/// Returns whether only white space precedes `at` on its line. The search stops at the first other byte, because a line may be very long.
pub fn is_first_on_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(text_start(bytes)..at.min(bytes.len())).unwrap_or_default();
    before.iter().rfind(|byte| !is_blank(**byte)).is_none_or(|byte| *byte == b'\n')
}

/// Returns the offset after the white space at `at`.
pub(super) fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    let at = at.min(bytes.len());
    at + bytes[at..].iter().take_while(|byte| is_blank(**byte)).count()
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// The kind of text in the rest of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRest {
    /// White space only.
    Blank,
    /// Comments that end on the line, and white space.
    Comment,
    /// Other text.
    Code,
}

/// Returns the kind of text on the line from `at` on. The search stops at the first code, because a line may be very long.
pub fn rest_of_line(bytes: &[u8], at: usize) -> LineRest {
    let mut rest = LineRest::Blank;
    let mut here = at.min(bytes.len());
    loop {
        match &bytes[here..] {
            [] | [b'\n', ..] => return rest,
            [blank, ..] if is_blank(*blank) => here += 1,
            [b'/', b'/', ..] if !is_continued(&bytes[here..line_end(bytes, here)]) => {
                return LineRest::Comment;
            }
            [b'/', b'*', comment @ ..] => {
                let mut in_line = comment.windows(2).take_while(|pair| pair[0] != b'\n');
                let Some(length) = in_line.position(|pair| pair == b"*/") else { return LineRest::Code };
                here += 2 + length + 2;
                rest = LineRest::Comment;
            }
            _ => return LineRest::Code,
        }
    }
}

/// The end of the text that ends with a statement or declaration, including the rest of its last line if that is not code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StatementEnd {
    /// The end of the line, or of the statement if code follows on the line.
    pub(super) at: usize,
    /// The start of the code that follows, or else the end of the line.
    pub(super) next: usize,
    /// True if code follows, which must be moved to a separate line.
    pub(super) has_code: bool,
}

impl StatementEnd {
    /// Returns the end of the text with a statement that ends at a place.
    pub(super) fn of(bytes: &[u8], statement_end: usize) -> StatementEnd {
        if rest_of_line(bytes, statement_end) == LineRest::Code {
            let next = skip_blanks(bytes, statement_end);
            return StatementEnd { at: statement_end, next, has_code: true };
        }
        let at = line_end(bytes, statement_end);
        StatementEnd { at, next: at, has_code: false }
    }
}

/// Returns the first line end from `at` on that is neither in a comment nor after a backslash, or the end of the file.
pub fn logical_line_end(bytes: &[u8], at: usize) -> usize {
    let mut here = at.min(bytes.len());
    while here < bytes.len() {
        match &bytes[here..] {
            [b'/', b'/', ..] => here = behind_continued(bytes, here),
            [b'/', b'*', comment @ ..] => {
                let length = comment.windows(2).position(|pair| pair == b"*/");
                here = length.map_or(bytes.len(), |length| here + 2 + length + 2);
            }
            [b'\\', ..] => {
                let next = skip_blanks(bytes, here + 1);
                here = if bytes.get(next) == Some(&b'\n') { next + 1 } else { here + 1 };
            }
            [b'\n', ..] | [b'\r', b'\n', ..] => return here,
            _ => here += 1,
        }
    }
    bytes.len()
}

/// Returns the end of the line that contains `at` and of the lines that continue it.
fn behind_continued(bytes: &[u8], at: usize) -> usize {
    let mut end = line_end(bytes, at);
    while end < bytes.len() && is_continued(&bytes[line_start(bytes, end)..end]) {
        end = line_end(bytes, behind_line_end(bytes, end));
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_those_around() {
        assert_eq!(line_end_style(b"a\r\nb\n", 0), b"\r\n");
        assert_eq!(line_end_style(b"a\r\nb\n", 3), b"\n");
        assert_eq!(line_end_style(b"a\r\nb", 3), b"\r\n");
        assert_eq!(line_end_style(b"a\r\r\nb", 0), b"\r\n");
        assert_eq!(line_end_style(b"a\rb", 2), b"\n");
        assert_eq!((line_end(b"a\r\r\nb", 0), line_start(b"a\rb\n", 3)), (2, 0));
        assert_eq!(line_end_style(b"", 0), b"\n");
    }

    #[test]
    fn the_rest_of_a_line_is_told_apart() {
        let check = |text: &str, expected| assert_eq!(rest_of_line(text.as_bytes(), 0), expected, "{text:?}");
        check("", LineRest::Blank);
        check(" \t\r\nx", LineRest::Blank);
        check("  // c", LineRest::Comment);
        check("// c \\\n more", LineRest::Code);
        check(" /* a */ /* b */ \n", LineRest::Comment);
        check(" /* a \n b */", LineRest::Code);
        check(" /* a */ x", LineRest::Code);
        check("/", LineRest::Code);
    }

    #[test]
    fn logical_lines_end_behind_what_continues_them() {
        let check = |text: &str, expected: usize| {
            assert_eq!(logical_line_end(text.as_bytes(), 0), expected, "{text:?}");
        };
        check("ab\ncd", 2);
        check("ab", 2);
        check("a\\\nb\nc", 4);
        check("a /* \n */ b\r\nc", 11);
        check("a /* \n", 6);
        check("// a \\\n b\nc", 9);
        check("// a \\ \r\n b\nc", 11);
        check("a \\\t\nb\nc", 6);
        check("a \\ b\nc", 5);
    }

    #[test]
    fn the_indentation_of_a_line_is_its_white_space() {
        assert_eq!(indentation(b"x\n \t y", 5), b" \t ");
        assert_eq!(indentation(b"x\n  y z", 6), b"  ");
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        let text = b"\xef\xbb\xbf  #line 4\nx";
        assert_eq!((line_start(text, 6), line_start(text, 13), line_start(text, 0)), (3, 13, 3));
        assert_eq!((indentation(text, 6), indentation(text, 1)), (b"  ".as_slice(), b"".as_slice()));
        assert!(is_first_on_line(text, 5) && is_first_on_line(text, 3) && !is_first_on_line(text, 6));
        assert_eq!(preprocessing_words(&text[..12]), Some(b"line 4".as_slice()));
    }
}
