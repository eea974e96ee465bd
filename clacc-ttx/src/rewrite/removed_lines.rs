//! Statements that leave the text, with the lines that hold nothing else, and with conditionals that hold nothing any more.

use clacc_syntax::source::FileRange;

use super::edit::Edit;
use super::file_words::FileWords;
use super::lines::{self, LineRest};

/// Returns whether a statement can be removed: no other edit meets its lines.
pub(super) fn are_free(words: &FileWords, statement: FileRange, others: &[Edit]) -> bool {
    let range = lines_of(&words.lexed.text, statement);
    !others.iter().any(|edit| edit.range.overlaps(range))
}

/// Returns the edits that remove statements and directives of some files.
pub(super) fn edits(
    files: &[FileWords],
    statements: impl Iterator<Item = FileRange>,
    others: &[Edit],
) -> Vec<Edit> {
    let find = |range: FileRange| files.iter().find(|words| words.file == range.file);
    let mut removed: Vec<(&FileWords, FileRange)> = Vec::new();
    let mut ranges: Vec<FileRange> = statements.collect();
    ranges.sort_unstable();
    for statement in ranges {
        let Some(words) = find(statement) else { continue };
        let range = lines_of(&words.lexed.text, statement);
        match removed.last_mut() {
            Some((_, last)) if last.file == range.file && last.end >= range.start => last.end = range.end,
            _ => removed.push((words, range)),
        }
    }
    let edit = |(words, range): (&FileWords, FileRange)| Edit {
        range: with_conditional(words, range, others),
        replacement: [].into(),
    };
    removed.into_iter().map(edit).collect()
}

/// The lines of a statement if they hold nothing else; otherwise the statement with the blanks behind it.
fn lines_of(text: &[u8], statement: FileRange) -> FileRange {
    let (start, end) = (statement.start as usize, statement.end as usize);
    if lines::is_first_on_line(text, start) && lines::rest_of_line(text, end) == LineRest::Blank {
        let (start, end) = (lines::line_start(text, start), lines::line_end(text, end));
        let end = lines::behind_line_end(text, end);
        return FileRange { start: start as u32, end: end as u32, ..statement };
    }
    FileRange { end: lines::skip_blanks(text, end) as u32, ..statement }
}

/// Returns the range with the lines of the conditional around it, if the conditional holds nothing else.
fn with_conditional(words: &FileWords, range: FileRange, others: &[Edit]) -> FileRange {
    let text = &words.lexed.text;
    let (start, end) = (range.start as usize, range.end as usize);
    let is_whole = end > start && text[end - 1] == b'\n' && start == lines::line_start(text, start);
    let before = start.checked_sub(1).map(|newline| lines::line_start(text, newline));
    let behind = lines::behind_line_end(text, lines::line_end(text, end));
    let found = before.filter(|before| {
        let begins = |line: &[u8]| {
            lines::preprocessing_words(line).is_some_and(|words| words.starts_with(b"if"))
                && !lines::is_continued(line)
        };
        let ends =
            |line: &[u8]| lines::preprocessing_words(line).is_some_and(|words| words.starts_with(b"endif"));
        is_whole && begins(text[*before..start].trim_ascii_end()) && ends(&text[end..behind])
    });
    let Some(before) = found else { return range };
    let whole = FileRange { start: before as u32, end: behind as u32, ..range };
    let is_met = others.iter().any(|edit| edit.range.overlaps(whole));
    if is_met { range } else { whole }
}
