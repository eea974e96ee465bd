//! The edits that replace OpenACC by OpenMP.

use std::collections::BTreeSet;

use clacc_syntax::checkpoint;
use clacc_syntax::source::FileRange;

use super::SourceFiles;
use super::change::{self, Change};
use super::edit::Edit;
use super::inner_loops;
use super::lines::{self, LineRest};

const CHANGES_BETWEEN_CHECKPOINTS: usize = 1 << 9;

/// Returns the edits that replace OpenACC by OpenMP. Text that several directives share is edited once. `ends_line` returns whether the
/// line will end at the end of a statement, regardless of what follows there now.
pub(super) fn openmp_edits(
    kept: &[&Change],
    ends_line: &dyn Fn(FileRange) -> bool,
    sources: &mut SourceFiles<'_>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut done = BTreeSet::new();
    // The starts of directives before which an enclosing construct has added text.
    let mut preceded = BTreeSet::new();
    for change in kept {
        if done.insert(change.site.range) {
            preceded.extend(change.inside.iter().map(|(place, _)| (place.file, place.start)));
            let is_preceded = preceded.contains(&(change.site.range.file, change.site.range.start));
            edits.push(directive_edit(change, is_preceded, sources));
            edits.extend(inner_loops::edits(&change.inside, sources));
            edits.extend(change.interchanged.iter().flat_map(|loops| loops.edits.iter().cloned()));
        }
    }
    // Inner blocks must end first, and inner directives come later in this list.
    let mut closed = BTreeSet::new();
    for change in checkpoint::every(CHANGES_BETWEEN_CHECKPOINTS, kept.iter().rev()) {
        let end = change.end.filter(|_| !change.behind.is_empty()).map(|end| (end, &change.behind));
        let declaration = change.behind_declaration.iter().map(|(end, pieces)| (*end, pieces));
        for (end, pieces) in end.into_iter().chain(declaration) {
            if closed.insert((change.site.range, end)) {
                edits.push(change::closing_edit(change, end, pieces, ends_line(end), sources));
            }
        }
    }
    edits
}

/// Returns the edit of a directive's own text. A line that becomes empty is removed with its line end, and comments on it are kept. Text
/// that was added before the directive then begins the directive's former line.
fn directive_edit(change: &Change, is_preceded: bool, sources: &mut SourceFiles<'_>) -> Edit {
    let range = change.site.range;
    let step = sources.step(range.file);
    let bytes = sources.bytes(range.file);
    let replacement = change::replacement(change, bytes, &step);
    let range = match () {
        () if !replacement.is_empty() => range,
        () if is_preceded => FileRange { end: behind_indentation(bytes, range.end), ..range },
        () => emptied(bytes, range),
    };
    Edit { range, replacement: replacement.into() }
}

/// Returns the start of the next line's text, or of the text that follows on this line.
fn behind_indentation(bytes: &[u8], end: u32) -> u32 {
    let end = end as usize;
    let next = match lines::rest_of_line(bytes, end) {
        LineRest::Blank => lines::behind_line_end(bytes, lines::line_end(bytes, end)),
        _ => end,
    };
    lines::skip_blanks(bytes, next) as u32
}

/// Returns the range to remove so that no trace of a directive is left.
pub(super) fn emptied(bytes: &[u8], range: FileRange) -> FileRange {
    let (start, end) = (range.start as usize, range.end as usize);
    let first = lines::is_first_on_line(bytes, start);
    let (start, end) = match lines::rest_of_line(bytes, end) {
        LineRest::Blank if first && !is_in_continued_line(bytes, start) => {
            let line = lines::line_start(bytes, start);
            (line, lines::behind_line_end(bytes, lines::line_end(bytes, end)))
        }
        LineRest::Blank if !first => (start - blanks_before(bytes, start), lines::line_end(bytes, end)),
        _ => (start, lines::skip_blanks(bytes, end)),
    };
    FileRange { file: range.file, start: start as u32, end: end as u32 }
}

fn blanks_before(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().rev().take_while(|byte| lines::is_blank(**byte)).count()
}

/// Whether the line of `at` continues the previous one, as lines of a macro definition do.
fn is_in_continued_line(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..lines::line_start(bytes, at)];
    lines::is_continued(before.strip_suffix(b"\n").unwrap_or(before))
}
