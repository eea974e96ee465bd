//! Both languages side by side, each in a branch of a conditional on a macro, so that compilers of either accept the program.
//!
//! A directive whose statement keeps its text gets its own conditional. If the translation needs a block, the whole construct appears in
//! both branches. Twins of an earlier run are rebuilt, so a second run changes nothing, and a run after an edit of the OpenACC side updates
//! the OpenMP side.

use std::sync::Arc;

use clacc_syntax::sorted::distinct;
use clacc_syntax::source::{FileId, FileRange};

use super::change::{self, Change};
use super::comments::translated_part;
use super::edit::{Edit, in_order};
use super::lines::{self, StatementEnd};
use super::openmp::openmp_edits;
use super::piece::Piece;
use super::top;
use super::twins::{self, WithoutTwins};
use super::{Guard, SourceFiles};

/// Returns the edits of the files that contain changes and of the main file.
pub(super) fn edits(
    kept: &[&Change],
    main: FileId,
    guard: &Guard,
    sources: &mut SourceFiles<'_>,
) -> Vec<Edit> {
    let files = distinct(kept.iter().map(|change| change.site.range.file).chain([main]));
    let declaration = top::declaration_of_side(kept);
    let own = |file| declaration.as_deref().filter(|_| file == main);
    files.into_iter().flat_map(|file| edits_of(file, kept, own(file), guard, sources)).collect()
}

fn edits_of(
    file: FileId,
    kept: &[&Change],
    declaration: Option<&str>,
    guard: &Guard,
    sources: &mut SourceFiles<'_>,
) -> Vec<Edit> {
    let original = sources.bytes(file).clone();
    let without = WithoutTwins::of(&original, guard);
    let own = kept.iter().filter(|change| change.site.range.file == file);
    let changes: Vec<Change> = own.map(|change| moved(change, &without)).collect();
    let text: Arc<[u8]> = without.text.as_slice().into();
    let read = |_: FileId| Some(text.clone());
    let fresh = fresh_edits(&changes, guard, &mut SourceFiles::new(&read));
    let top = declaration.map(|lines| top_edit(file, lines, guard, &text));
    let mut edits: Vec<Edit> = Vec::new();
    for edit in top.into_iter().chain(fresh) {
        let range = without.original(&(edit.range.start as usize..edit.range.end as usize));
        edits.push(Edit { range: file_range(file, range.start, range.end), ..edit });
    }
    // Remainders of twins whose directive is no longer translated.
    let is_covered = |start: usize| {
        let behind = edits.partition_point(|edit| edit.range.start as usize <= start);
        behind.checked_sub(1).is_some_and(|before| start < edits[before].range.end as usize)
    };
    let loose: Vec<_> = without.removed().filter(|range| !is_covered(range.start)).cloned().collect();
    let loose = loose
        .into_iter()
        .map(|range| Edit { range: file_range(file, range.start, range.end), replacement: Arc::default() });
    let all: Vec<Edit> = loose.chain(edits).collect();
    let stands = |edit: &Edit| {
        original.get(edit.range.start as usize..edit.range.end as usize) == Some(&*edit.replacement)
    };
    all.into_iter().filter(|edit| !stands(edit)).collect()
}

fn file_range(file: FileId, start: usize, end: usize) -> FileRange {
    FileRange { file, start: start as u32, end: end as u32 }
}

/// Moves a change to its place in the text without twins.
fn moved(change: &Change, without: &WithoutTwins) -> Change {
    let range = |range: FileRange| FileRange {
        start: without.place(range.start),
        end: without.place(range.end),
        ..range
    };
    let mut moved = change.clone();
    moved.site.range = range(change.site.range);
    moved.end = change.end.map(range);
    moved.inside = change.inside.iter().map(|(at, piece)| (range(*at), piece.clone())).collect();
    moved.behind_declaration =
        change.behind_declaration.as_ref().map(|(end, pieces)| (range(*end), pieces.clone()));
    moved
}

/// Returns the edits of a text without twins, in order.
fn fresh_edits(changes: &[Change], guard: &Guard, sources: &mut SourceFiles<'_>) -> Vec<Edit> {
    let mut ordered: Vec<&Change> = changes.iter().collect();
    let whole = ordered.iter().filter(|change| !change.has_only_lines()).filter_map(|change| change.end);
    let whole = distinct(whole);
    let openmp = in_order(openmp_edits(&ordered, &|end| whole.binary_search(&end).is_ok(), sources)).0;
    ordered.sort_by_key(|change| change.site.range);
    ordered.dedup_by_key(|change| change.site.range);
    let mut edits: Vec<Edit> = Vec::new();
    let mut covered = 0;
    for change in ordered {
        if change.site.range.start < covered {
            continue;
        }
        let edit = if change.has_only_lines() {
            lines_edit(change, guard, sources)
        } else {
            whole_edit(change, &openmp, guard, sources)
        };
        covered = edit.range.end;
        edits.push(edit);
        edits.extend(declaration_edit(change, guard, sources));
    }
    in_order(edits).0
}

/// Returns the edit that adds a line for OpenMP only at the top of a file.
fn top_edit(file: FileId, line: &str, guard: &Guard, text: &[u8]) -> Edit {
    let start = lines::text_start(text);
    let style = lines::line_end_style(text, start);
    let opening = twins::opening_alone(guard).into_bytes();
    let replacement = [&opening, style, line.as_bytes(), style, b"#endif", style].concat();
    Edit { range: file_range(file, start, start), replacement: replacement.into() }
}

/// Returns the conditional with the lines of both branches, each with its line end.
fn conditional(acc: &[u8], openmp: &[u8], guard: &Guard, style: &[u8]) -> Vec<u8> {
    let opening = twins::opening(guard).into_bytes();
    let mut text = [&opening, style, acc].concat();
    if !openmp.is_empty() {
        text.extend([b"#else", style, openmp].concat());
    }
    text.extend([b"#endif", style].concat());
    text
}

/// Returns the text with a line end; empty if the text is empty.
fn ended(text: &[u8], style: &[u8]) -> Vec<u8> {
    if text.is_empty() { Vec::new() } else { [text, style].concat() }
}

/// Returns the user's own lines. The last one keeps its kind of line end, which the next run uses for added lines.
fn own_lines(bytes: &[u8], start: usize, end: usize) -> Vec<u8> {
    ended(&bytes[start..end], lines::line_end_style(bytes, end))
}

/// Returns the edit that shows the directive's lines in both languages.
fn lines_edit(change: &Change, guard: &Guard, sources: &mut SourceFiles<'_>) -> Edit {
    let range = change.site.range;
    let step = sources.step(range.file);
    let bytes = sources.bytes(range.file);
    let start = lines::line_start(bytes, range.start as usize);
    let end = lines::logical_line_end(bytes, range.end as usize);
    let style = lines::line_end_style(bytes, start);
    let indentation = lines::indentation(bytes, range.start as usize);
    let openmp = change::replacement(change, bytes, &step);
    let openmp = if openmp.is_empty() { openmp } else { [indentation, &openmp].concat() };
    let acc = own_lines(bytes, start, end);
    let replacement = conditional(&acc, &ended(&openmp, style), guard, style);
    let end = lines::behind_line_end(bytes, end);
    Edit { range: file_range(range.file, start, end), replacement: replacement.into() }
}

/// Returns the edit that shows the whole construct in both languages.
fn whole_edit(change: &Change, openmp: &[Edit], guard: &Guard, sources: &mut SourceFiles<'_>) -> Edit {
    let site = change.site.range;
    let bytes = sources.bytes(site.file).clone();
    let start = lines::line_start(&bytes, site.start as usize);
    let behind = StatementEnd::of(&bytes, change.end.map_or(site.end, |end| end.start) as usize);
    let style = lines::line_end_style(&bytes, start);
    let translated = translated_part(&bytes, site.file, start, behind.at, openmp);
    let acc = own_lines(&bytes, start, behind.at);
    let mut replacement = conditional(&acc, &ended(&translated, style), guard, style);
    if behind.has_code {
        replacement.extend_from_slice(lines::indentation(&bytes, site.start as usize));
    }
    let end = lines::behind_line_end(&bytes, behind.next);
    Edit { range: file_range(site.file, start, end), replacement: replacement.into() }
}

/// Returns the edit that adds code after the declaration that a directive applies to, for OpenMP only.
fn declaration_edit(change: &Change, guard: &Guard, sources: &mut SourceFiles<'_>) -> Option<Edit> {
    let (end, pieces) = change.behind_declaration.as_ref()?;
    let step = sources.step(end.file);
    let bytes = sources.bytes(end.file);
    let behind = StatementEnd::of(bytes, end.start as usize);
    let next = lines::behind_line_end(bytes, behind.next);
    let style = lines::line_end_style(bytes, end.start as usize);
    let indentation = lines::indentation(bytes, change.site.range.start as usize);
    let line = |piece: &Piece| [indentation, &piece.text(&change.site.form, &step), style].concat();
    let pieces: Vec<u8> = pieces.iter().flat_map(line).collect();
    let opening = twins::opening_alone(guard).into_bytes();
    // The last line of a text may lack its line end, and code after the declaration is moved to a separate line.
    let has_end = !behind.has_code && next > behind.next;
    let (start, missing_end) = if has_end { (next, b"".as_slice()) } else { (behind.at, style) };
    let replacement = [missing_end, &opening, style, &pieces, b"#endif", style].concat();
    Some(Edit { range: file_range(end.file, start, next), replacement: replacement.into() })
}
