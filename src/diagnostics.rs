//! Findings as the library returns them: owned data with resolved places.
//!
//! A tool can make findings with codes of its own. They are rendered like those of this crate:
//!
//! ```
//! use clacc::diagnostics::{Code, Diagnostic, Place, Severity};
//!
//! static OVERSIZED: Code = Code::own("acme-oversized-copy", Severity::Warning, "a copy of more than is used").unwrap();
//!
//! let source = b"int x;\n#pragma acc data copy(x)\n";
//! let at = Place::in_text("f.c", source, 25..29).expect("the text is longer");
//! let finding = Diagnostic::new(&OVERSIZED, at, "`x` is copied, but not used").note("use `create`");
//! assert_eq!(finding.to_string(), "f.c:2:19: warning[acme-oversized-copy]: `x` is copied, but not used");
//! ```

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::json;
#[doc(inline)]
pub use crate::pages::Page;
use crate::text_edits::{Conflict, TextEdit};
#[doc(inline)]
pub use clacc_syntax::diagnostics::{Code, Confidence, Severity};

/// A range of a file. Offsets count bytes from 0, lines and columns from 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Place {
    /// The path, as given by the caller or found by `#include`.
    pub path: Arc<str>,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset past the last byte.
    pub end: usize,
    /// The line of `start`, from 1.
    pub line: usize,
    /// The column of `start` in bytes, from 1.
    pub column: usize,
    /// The line of `end`, from 1.
    pub end_line: usize,
    /// The column of `end` in bytes, from 1.
    pub end_column: usize,
}

impl Place {
    /// Returns the place of a range of bytes in a text. None if the range ends before it starts, or exceeds the text. It counts the lines
    /// up to the place; [`Analysis::place_at`](crate::Analysis::place_at) keeps the line starts of its files.
    #[must_use]
    pub fn in_text(path: impl Into<Arc<str>>, text: &[u8], range: Range<usize>) -> Option<Place> {
        text.get(range.clone())?;
        Some(Place::of_lines(path.into(), &Lines::new(text.into()), range))
    }

    /// Returns the place of a range that lies within the text.
    pub(crate) fn of_lines(path: Arc<str>, lines: &Lines, range: Range<usize>) -> Place {
        Place::near(path, lines, range, &mut LineCursor::default())
    }

    /// Returns the place of a range, faster if it is near the last place that was found with the cursor.
    pub(crate) fn near(
        path: Arc<str>,
        lines: &Lines,
        Range { start, end }: Range<usize>,
        cursor: &mut LineCursor,
    ) -> Place {
        let (line, column) = lines.near(start, cursor);
        // The next range often begins inside this one, so only a clone of the cursor moves to the end.
        let (end_line, end_column) = lines.near(end, &mut cursor.clone());
        Place { path, start, end, line, column, end_line, end_column }
    }

    /// Returns the place as JSON, as the feature `serde` writes it.
    pub(crate) fn json(&self) -> String {
        format!(
            r#"{{"path":{},"start":{},"end":{},"line":{},"column":{},"end_line":{},"end_column":{}}}"#,
            json::string(&self.path),
            self.start,
            self.end,
            self.line,
            self.column,
            self.end_line,
            self.end_column,
        )
    }

    /// The bytes, as a range of offsets.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

impl fmt::Display for Place {
    /// Writes `path:line:column` of the start.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", shown_path(&self.path), self.line, self.column)
    }
}

/// Returns the path on one line: characters that would end the line are shown as escapes.
pub(crate) fn shown_path(path: &str) -> Cow<'_, str> {
    let Some(first) = path.find(char::is_control) else { return Cow::Borrowed(path) };
    let mut shown = path[..first].to_owned();
    for character in path[first..].chars() {
        match character {
            control if control.is_control() => shown.extend(control.escape_default()),
            other => shown.push(other),
        }
    }
    Cow::Owned(shown)
}

/// A place with a text about it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Label {
    /// The place.
    pub place: Place,
    /// The text. It may be empty.
    pub text: String,
}

impl Label {
    /// Makes a label; the text may be empty.
    #[must_use]
    pub fn new(place: Place, text: impl Into<String>) -> Label {
        Label { place, text: text.into() }
    }
}

/// A proposed edit.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Fix {
    /// A description of the edit, in a few words.
    pub title: String,
    /// The replacements. They are in order and do not overlap.
    pub edits: Vec<(Place, String)>,
    /// The certainty that the edit is right.
    pub confidence: Confidence,
}

impl Fix {
    /// Proposes replacements of places, which may be given in any order.
    ///
    /// # Errors
    /// [`Conflict`] if two of them overlap.
    pub fn new(
        title: impl Into<String>,
        edits: impl IntoIterator<Item = (Place, String)>,
        confidence: Confidence,
    ) -> Result<Fix, Conflict> {
        let mut edits: Vec<(Place, String)> = edits.into_iter().collect();
        edits.sort_by(|(one, _), (other, _)| (&one.path, one.start).cmp(&(&other.path, other.start)));
        let fix = Fix { title: title.into(), edits, confidence };
        let edits = fix.text_edits();
        let overlap = edits
            .windows(2)
            .find(|pair| pair[0].path() == pair[1].path() && pair[1].range().start < pair[0].range().end);
        match overlap {
            Some([existing, refused]) => Err(Conflict::new(existing.clone(), refused.clone())),
            _ => Ok(fix),
        }
    }

    /// Returns the replacements as edits, for an [`EditSet`](crate::edit::EditSet).
    #[must_use]
    pub fn text_edits(&self) -> Vec<TextEdit> {
        let edit = |(at, text): &(Place, String)| TextEdit::new(at.path.clone(), at.range(), text.as_bytes());
        self.edits.iter().map(edit).collect()
    }
}

/// A finding.
///
/// ```
/// use clacc::diagnostics::{Code, Confidence, Diagnostic, Fix, Label, Place, Severity};
///
/// static GOTO: Code = Code::own("house-goto", Severity::Warning, "a jump").expect("it is an id for tools");
///
/// let text = b"void f(void) {\n  goto end;\nend:;\n}\n";
/// let place = |range| Place::in_text("f.c", text, range).expect("it is in the text");
/// let fix = Fix::new("return", [(place(17..25), "return".to_owned())], Confidence::Safe)?;
/// let finding = Diagnostic::new(&GOTO, place(17..21), "no jumps here")
///     .label(place(27..30), "it leads here")
///     .note("the rules of the house forbid it")
///     .fix(fix);
/// let at: &Label = finding.primary.as_ref().expect("it has a place");
/// assert_eq!((at.place.line, at.place.column, at.place.range()), (2, 3, 17..21));
/// assert_eq!(finding.to_string().lines().next(), Some("f.c:2:3: warning[house-goto]: no jumps here"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Diagnostic {
    /// The code, which identifies the kind of finding. [`Page::of`] returns its page.
    #[cfg_attr(feature = "serde", serde(with = "crate::code_ids"))]
    pub code: &'static Code,
    /// The severity of this finding, which may differ from that of its code.
    pub severity: Severity,
    /// The headline, which can be understood without the rest.
    pub message: String,
    /// The place of the finding. None for a finding about the whole run.
    pub primary: Option<Label>,
    /// Other relevant places, each with its text. They may be in other files.
    pub secondary: Vec<Label>,
    /// Further sentences that refer to no place.
    pub notes: Vec<String>,
    /// A proposed correction. It only edits text that is in a file, never text that macros produce.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Makes a finding at a place, with the severity of its code.
    #[must_use]
    pub fn new(code: &'static Code, at: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic { primary: Some(Label::new(at, "")), ..Diagnostic::without_place(code, message) }
    }

    /// Makes a finding about a whole run.
    #[must_use]
    pub fn without_place(code: &'static Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            fix: None,
        }
    }

    /// Sets the severity of this finding.
    #[must_use]
    pub fn with_severity(self, severity: Severity) -> Diagnostic {
        Diagnostic { severity, ..self }
    }

    /// Adds another relevant place, with a text about it.
    #[must_use]
    pub fn label(mut self, at: Place, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label::new(at, text));
        self
    }

    /// Adds a sentence that refers to no place.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds a proposed correction.
    #[must_use]
    pub fn fix(self, fix: Fix) -> Diagnostic {
        Diagnostic { fix: Some(fix), ..self }
    }
}

impl fmt::Display for Diagnostic {
    /// Writes one line: `path:line:column: severity[code]: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Label { place, .. }) = &self.primary {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code.id, self.message)
    }
}

/// The line starts of a text, which turn offsets into lines and columns.
///
/// The text is divided into pieces of equal size, and only the line at the start of each piece is stored: few offsets are asked for, and
/// counting line ends is much cheaper than storing all their offsets.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    text: Arc<[u8]>,
    /// The line in which each piece starts. Computed at the first use.
    pieces: OnceLock<Box<[LineStart]>>,
}

/// A line, and the offset at which it starts.
#[derive(Clone, Copy, Debug)]
struct LineStart {
    line: usize,
    at: usize,
}

/// An offset whose line is known. It is valid for one text only.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct LineCursor {
    offset: usize,
    start: Option<LineStart>,
}

impl LineStart {
    /// Returns the line at the end of a stretch of text that begins in this line, at the offset `from`.
    fn behind(self, stretch: &[u8], from: usize) -> LineStart {
        // Counting in a byte is compiled to vector code for many bytes at a time.
        let in_short_run = |run: &[u8]| run.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
        let ends: usize = stretch.chunks(128).map(|run| usize::from(in_short_run(run))).sum();
        // Most stretches contain no line end.
        let last = if ends == 0 { None } else { stretch.iter().rposition(|byte| *byte == b'\n') };
        LineStart { line: self.line + ends, at: last.map_or(self.at, |last| from + last + 1) }
    }
}

impl Lines {
    const PIECE: usize = 1 << 8;

    /// Makes the lines of `text`.
    pub(crate) fn new(text: Arc<[u8]>) -> Self {
        Lines { text, pieces: OnceLock::new() }
    }

    fn pieces(&self) -> &[LineStart] {
        let found = || {
            let mut next = LineStart { line: 1, at: 0 };
            let mut pieces = Vec::with_capacity(self.text.len() / Self::PIECE + 1);
            pieces.push(next);
            for (number, piece) in self.text.chunks_exact(Self::PIECE).enumerate() {
                next = next.behind(piece, number * Self::PIECE);
                pieces.push(next);
            }
            pieces.into()
        };
        self.pieces.get_or_init(found)
    }

    /// Returns the line and column of an offset, both counted from 1. The column counts bytes.
    pub(crate) fn line_column(&self, offset: usize) -> (usize, usize) {
        self.near(offset, &mut LineCursor::default())
    }

    /// As [`Lines::line_column`], but counts from the last offset that was asked for if that is in the same piece and before this one.
    fn near(&self, offset: usize, last: &mut LineCursor) -> (usize, usize) {
        let piece = offset / Self::PIECE;
        let from = piece * Self::PIECE;
        let (from, start) = match last.start {
            Some(start) if (from..=offset).contains(&last.offset) => (last.offset, start),
            _ => (from, self.pieces()[piece]),
        };
        let start = start.behind(&self.text[from..offset], from);
        *last = LineCursor { offset, start: Some(start) };
        (start.line, offset - start.at + 1)
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the offset at which a line starts; lines count from 1. None for a line after the last one.
    pub(crate) fn start_of(&self, line: usize) -> Option<usize> {
        if line == 1 {
            return Some(0);
        }
        // The last piece that starts in an earlier line contains the end of the preceding line.
        let pieces = self.pieces();
        let piece = pieces.partition_point(|piece| piece.line < line).checked_sub(1)?;
        let (mut at, mut next) = (piece * Self::PIECE, pieces[piece].line);
        while next < line {
            at += self.text[at..].iter().position(|byte| *byte == b'\n')? + 1;
            next += 1;
        }
        Some(at)
    }

    /// Returns whether these are the lines of this text.
    pub(crate) fn are_of(&self, text: &Arc<[u8]>) -> bool {
        Arc::ptr_eq(&self.text, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_become_lines_and_columns() {
        let lines = Lines::new(b"ab\r\ncd\n\nx"[..].into());
        for (offset, expected) in
            [(0, (1, 1)), (2, (1, 3)), (4, (2, 1)), (6, (2, 3)), (7, (3, 1)), (8, (4, 1)), (9, (4, 2))]
        {
            assert_eq!(lines.line_column(offset), expected, "offset {offset}");
        }
    }

    #[test]
    fn lines_go_on_in_the_next_piece() {
        let long = "x".repeat(3 * Lines::PIECE);
        let short = "ab\n".repeat(2 * Lines::PIECE);
        for text in [format!("{long}\n{short}{long}"), "\n".repeat(2 * Lines::PIECE), long, String::new()] {
            let lines = Lines::new(text.as_bytes().into());
            assert_eq!((lines.start_of(0), lines.start_of(text.split('\n').count() + 1)), (None, None));
            let (mut line, mut column) = (1, 1);
            for (offset, byte) in text.bytes().chain([b'\n']).enumerate() {
                assert_eq!(lines.line_column(offset), (line, column), "offset {offset}");
                // The cursor is at an earlier offset, or at a later one.
                let last = offset.saturating_sub(5).max(offset % 7 * text.len() / 7);
                let mut cursor = LineCursor::default();
                lines.near(last, &mut cursor);
                assert_eq!(lines.near(offset, &mut cursor), (line, column), "offset {offset} after {last}");
                assert_eq!(lines.start_of(line), Some(offset + 1 - column), "line {line}");
                (line, column) = if byte == b'\n' { (line + 1, 1) } else { (line, column + 1) };
            }
        }
    }
}
