//! Keeps the line numbers of a program, which `__LINE__` and debuggers show: a `#line` follows every edit that
//! changes the number of lines.
//!
//! The directive names no file. A name would make `__FILE__` another one in the middle of a file, and units can
//! reach one header by several paths.

use clacc_syntax::source::{FileId, FileRange};

use super::SourceFiles;
use super::edit::Edit;
use super::lines;

/// The insertions of `#line` for edits, which are in order.
pub(super) fn markers(edits: &[Edit], sources: &mut SourceFiles<'_>) -> Vec<Edit> {
    let mut markers = Vec::new();
    for of_file in edits.chunk_by(|one, other| one.range.file == other.range.file) {
        let Some(first) = of_file.first() else { continue };
        let bytes = sources.bytes(first.range.file).clone();
        FileMarkers { file: first.range.file, bytes: &bytes, numbers: Numbers::new(&bytes) }
            .add(of_file, &mut markers);
    }
    markers
}

/// The directive that gives the next line a number.
pub(super) fn marker(number: usize) -> String {
    format!("{MARKER}{number}")
}

const MARKER: &str = "#line ";

/// Whether new text gives a line of its own a number.
fn holds_marker(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(MARKER.as_bytes()))
}

/// Where the lines of a file start, each with its number.
pub(super) struct LineStarts(Vec<(usize, usize)>);

impl LineStarts {
    pub(super) fn of(bytes: &[u8]) -> LineStarts {
        let mut numbers = Numbers::new(bytes);
        let mut starts = vec![(0, 1)];
        while let Some(next) = numbers.advance() {
            starts.push(next);
        }
        LineStarts(starts)
    }

    /// The number of the line that holds a place.
    pub(super) fn number(&self, place: usize) -> usize {
        let behind = self.0.partition_point(|(start, _)| *start <= place);
        behind.checked_sub(1).map_or(1, |line| self.0[line].1)
    }
}

struct FileMarkers<'b> {
    file: FileId,
    bytes: &'b [u8],
    numbers: Numbers<'b>,
}

impl FileMarkers<'_> {
    fn add(&mut self, edits: &[Edit], markers: &mut Vec<Edit>) {
        let (mut shift, mut is_renumbered) = (0, false);
        for (index, edit) in edits.iter().enumerate() {
            let (start, end) = (edit.range.start as usize, edit.range.end as usize);
            shift +=
                lines_in(&edit.replacement).cast_signed() - lines_in(&self.bytes[start..end]).cast_signed();
            is_renumbered |= holds_marker(&edit.replacement);
            let next = self.next_line(edit);
            let is_interrupted =
                edits.get(index + 1).is_some_and(|other| (other.range.start as usize) < next);
            if shift == 0 && !is_renumbered || is_interrupted || next >= self.bytes.len() {
                continue;
            }
            let style = std::str::from_utf8(lines::line_end_style(self.bytes, start)).unwrap_or("\n");
            let replacement = format!("{}{style}", marker(self.numbers.of(next))).into_bytes();
            let at = next as u32;
            markers.push(Edit { range: FileRange { file: self.file, start: at, end: at }, replacement });
            (shift, is_renumbered) = (0, false);
        }
    }

    /// The first place behind an edit that begins a line of the translation, and no line in a comment or behind
    /// a backslash.
    fn next_line(&self, edit: &Edit) -> usize {
        let (start, end) = (edit.range.start as usize, edit.range.end as usize);
        let is_at_start = match edit.replacement.last() {
            Some(last) => matches!(last, b'\n' | b'\r'),
            None => lines::line_start(self.bytes, start) == start,
        };
        if is_at_start {
            return end;
        }
        lines::behind_line_end(self.bytes, lines::logical_line_end(self.bytes, end))
    }
}

/// The numbers of lines, asked for in order. `#line` in the file itself counts.
struct Numbers<'b> {
    bytes: &'b [u8],
    at: usize,
    number: usize,
}

impl<'b> Numbers<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Numbers { bytes, at: 0, number: 1 }
    }

    /// The number of the line that begins at a place, or holds it.
    fn of(&mut self, place: usize) -> usize {
        while self.next_start().is_some_and(|(_, next)| next <= place) {
            self.advance();
        }
        self.number
    }

    /// The end of the line, and the start of the next one, if there is one.
    fn next_start(&self) -> Option<(usize, usize)> {
        let end = lines::line_end(self.bytes, self.at);
        let next = lines::behind_line_end(self.bytes, end);
        (next > end).then_some((end, next))
    }

    /// Goes on to the next line. Returns where it starts, and its number.
    fn advance(&mut self) -> Option<(usize, usize)> {
        let (end, next) = self.next_start()?;
        self.number = named(&self.bytes[self.at..end]).unwrap_or(self.number + 1);
        self.at = next;
        Some((self.at, self.number))
    }
}

/// The number that a `#line` gives the line behind it.
fn named(line: &[u8]) -> Option<usize> {
    let rest = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start();
    let rest = rest.strip_prefix(b"line").unwrap_or(rest).trim_ascii_start();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

/// The number of line ends.
fn lines_in(bytes: &[u8]) -> usize {
    let (mut at, mut found) = (0, 0);
    while at < bytes.len() {
        let end = lines::line_end(bytes, at);
        at = lines::behind_line_end(bytes, end);
        found += usize::from(at > end);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_as_their_directives_say() {
        let mut numbers = Numbers::new(b"a\nb\r\n# line 40\nc\n#line 7 \"x\"\nd\n#lines\n");
        assert_eq!([0, 2, 6, 15].map(|at| numbers.of(at)), [1, 2, 3, 40]);
        assert_eq!([17, 30, 32].map(|at| numbers.of(at)), [41, 7, 8]);
        let starts = LineStarts::of(b"a\nb\n#line 40\nc");
        assert_eq!([0, 2, 4, 13, 14].map(|at| starts.number(at)), [1, 2, 3, 40, 40]);
        assert_eq!(lines_in(b"a\r\nb\nc\rd"), 3);
    }
}
