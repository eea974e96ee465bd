//! Keeps the line numbers of a program, which `__LINE__` and debuggers show: a `#line` follows every edit that changes the number of lines.
//!
//! The directive names no file. A name would change `__FILE__` in the middle of a file, and units can include one header by several paths.

use clacc_syntax::source::{FileId, FileRange};

use super::SourceFiles;
use super::edit::Edit;
use super::line_starts::{Numbers, holds_marker, marker};
use super::lines;

/// Returns the edits, which are in order, each followed by the `#line` that it needs. Text that the next edit inserts on the renumbered
/// line comes after the `#line`.
pub(super) fn with_markers(edits: &[Edit], sources: &mut SourceFiles<'_>) -> Vec<Edit> {
    let mut marked = Vec::with_capacity(edits.len());
    for of_file in edits.chunk_by(|one, other| one.range.file == other.range.file) {
        let Some(first) = of_file.first() else { continue };
        let bytes = sources.bytes(first.range.file).clone();
        FileMarkers { file: first.range.file, bytes: &bytes, numbers: Numbers::new(&bytes) }
            .add(of_file, &mut marked);
    }
    marked
}

struct FileMarkers<'b> {
    file: FileId,
    bytes: &'b [u8],
    numbers: Numbers<'b>,
}

impl FileMarkers<'_> {
    fn add(&mut self, edits: &[Edit], marked: &mut Vec<Edit>) {
        let (mut shift, mut is_renumbered) = (0, false);
        for (index, edit) in edits.iter().enumerate() {
            marked.push(edit.clone());
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
            marked.push(Edit {
                range: FileRange { file: self.file, start: at, end: at },
                replacement: replacement.into(),
            });
            (shift, is_renumbered) = (0, false);
        }
    }

    /// Returns the first place after an edit that begins a line of the translation outside comments and continued lines.
    fn next_line(&self, edit: &Edit) -> usize {
        let (start, end) = (edit.range.start as usize, edit.range.end as usize);
        let is_at_start = match edit.replacement.last() {
            Some(last) => *last == b'\n',
            None => lines::line_start(self.bytes, start) == start,
        };
        if is_at_start {
            return end;
        }
        lines::behind_line_end(self.bytes, lines::logical_line_end(self.bytes, end))
    }
}

/// Returns the number of line ends.
fn lines_in(bytes: &[u8]) -> usize {
    let (mut at, mut found) = (0, 0);
    while at < bytes.len() {
        let end = lines::line_end(bytes, at);
        at = lines::behind_line_end(bytes, end);
        found += usize::from(at > end);
    }
    found
}
