//! The lines of a file before its first declaration: comments, blank lines, and preprocessing lines.

use super::lines::{self, LineRest};

/// The places in these lines where code can be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Preamble {
    /// The start of the first preprocessing line, behind the comment about the file; or the start of the text if a declaration comes first,
    /// because the comment before that may be about the declaration.
    pub(super) start: usize,
    /// The start of the first inclusion, or of the conditional around it; the same as `start` if there is none. Macros that choose the features of
    /// headers, as `_GNU_SOURCE`, are defined before it.
    pub(super) before_inclusions: usize,
    /// The end of the last inclusion, outside of conditionals; the same as `start` if there is none.
    pub(super) behind_inclusions: usize,
}

impl Preamble {
    pub(super) fn of(bytes: &[u8]) -> Preamble {
        let (mut start, mut before_inclusions, mut behind_inclusions) = (None, None, None);
        let (mut depth, mut includes, mut outermost) = (0_usize, false, 0);
        let mut at = lines::text_start(bytes);
        while let Some(line) = PreambleLine::at(bytes, at) {
            if let Some(word) = line.directive {
                start = start.or(Some(at));
                if depth == 0 {
                    outermost = at;
                }
                if word.starts_with(b"include") {
                    includes = true;
                    before_inclusions = before_inclusions.or(Some(outermost));
                }
                if word.starts_with(b"if") {
                    depth += 1;
                } else if word.starts_with(b"endif") {
                    depth = depth.saturating_sub(1);
                }
                if depth == 0 && includes {
                    (behind_inclusions, includes) = (Some(line.end), false);
                }
            }
            at = line.end;
        }
        let start = start.unwrap_or_else(|| lines::text_start(bytes));
        Preamble {
            start,
            before_inclusions: before_inclusions.unwrap_or(start),
            behind_inclusions: behind_inclusions.unwrap_or(start),
        }
    }
}

/// One or more lines: a blank one, a comment, or a preprocessing line other than a pragma, which may be about a declaration.
struct PreambleLine<'b> {
    /// The text behind the `#` of a preprocessing line.
    directive: Option<&'b [u8]>,
    /// The start of the next line.
    end: usize,
}

impl PreambleLine<'_> {
    /// Returns the line that starts at a place; none at the end of the file, and where code is on the line.
    fn at(bytes: &[u8], start: usize) -> Option<PreambleLine<'_>> {
        let text = lines::skip_blanks(bytes, start);
        let comment = bytes.get(text..)?.strip_prefix(b"/*");
        // A comment may begin before the directive on its line; such lines count as code.
        let last = match comment {
            Some(comment) => text + 2 + comment.windows(2).position(|pair| pair == b"*/")? + 2,
            None => text,
        };
        let end = lines::behind_line_end(bytes, lines::logical_line_end(bytes, last));
        let directive = lines::preprocessing_words(&bytes[text..end]);
        let is_code = directive.is_none() && lines::rest_of_line(bytes, last) == LineRest::Code;
        let is_pragma = directive.is_some_and(|words| words.starts_with(b"pragma"));
        (end > start && !is_code && !is_pragma).then_some(PreambleLine { directive, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the places of a file. `<` marks the first one in the text, and `>` the last one; `|` marks both. `^` marks the second one, if it is not
    /// the first one.
    #[track_caller]
    fn check(marked: &str) {
        const MARKS: [char; 4] = ['<', '^', '>', '|'];
        let text = marked.replace(MARKS, "").replace('"', "<x>");
        let before = |mark: char| {
            let at = marked.find([mark, '|']).expect("the mark is there");
            marked[..at].replace(MARKS, "").replace('"', "<x>").len()
        };
        let expected = Preamble {
            start: before('<'),
            before_inclusions: before(if marked.contains('^') { '^' } else { '<' }),
            behind_inclusions: before('>'),
        };
        assert_eq!(Preamble::of(text.as_bytes()), expected, "{marked}");
    }

    #[test]
    fn lines_are_added_behind_the_comment_about_the_file_and_behind_inclusions() {
        check("|int a;\n");
        check("|/* About f. */\nvoid f(void);\n");
        check("/* The\n   licence. */\n\n<#include \"\n#include \"\n>\nint a;\n#include \"\n");
        check("// The licence.\n<#define N 1\n^#include \" // why\n>int a;\n");
        check("<#include \"\n>#ifdef X\nint a;\n#include \"\n#endif\n");
        check(
            "<#define X\n^#ifdef X\n#include \"\n#if Y\n#include \"\n#endif\n#endif\n>#define N 1\nint a;\n",
        );
        check("<#include \"\r\n>\r\nint a;\r\n");
        check("|#define N \\\n  1\nint a;\n");
        check("|/* Not closed\n#include \"\n");
        check("|/* a */ int a;\n#include \"\n");
        check("<#include \"\n>#pragma once\n#include \"\nint a;\n");
        check("|");
    }
}
