//! The modes that show both languages: OpenACC with OpenMP in comments, and the other way round.
//!
//! If only directive lines change, the other language is in comment lines next to them. If the translation
//! needs a block, the whole construct is shown twice, between marker lines. Executed code is never inside a
//! comment.

use clacc_syntax::source::{FileId, FileRange};

use super::change::{self, Change};
use super::edit::{Edit, apply};
use super::lines::{self, LineRest, StatementEnd};
use super::piece::Piece;
use super::{Mode, SourceFiles};
use crate::beside::{self, Comments};

const DISCARDED: &[u8] = beside::DISCARDED.as_bytes();

/// Returns whether there is room for comments next to a directive: its text must start a line of the main text.
pub(super) fn is_possible(change: &Change, sources: &mut SourceFiles<'_>) -> bool {
    let range = change.site.range;
    let bytes = sources.bytes(range.file);
    let alone = lines::is_first_on_line(bytes, range.start as usize);
    let before = &bytes[..lines::line_start(bytes, range.start as usize)];
    alone
        && !before.strip_suffix(b"\n").is_some_and(lines::is_continued)
        && change.end.is_none_or(|end| end.file == range.file)
        && change.behind_declaration.as_ref().is_none_or(|(end, _)| end.file == range.file)
}

/// Returns the edits of a mode that shows both languages. `openmp` contains the edits of the mode that shows only OpenMP, in order.
pub(super) fn edits(
    kept: &[&Change],
    openmp: &[Edit],
    mode: Mode,
    sources: &mut SourceFiles<'_>,
) -> Vec<Edit> {
    let mut ordered: Vec<&Change> = kept.to_vec();
    ordered.sort_by_key(|change| change.site.range);
    ordered.dedup_by_key(|change| change.site.range);
    let mut edits: Vec<Edit> = Vec::new();
    let mut covered: Option<(FileId, u32)> = None;
    for change in ordered {
        let range = change.site.range;
        if covered.is_some_and(|(file, end)| file == range.file && range.start < end) {
            continue;
        }
        let edit = if change.has_only_lines() {
            lines_edit(change, mode, sources)
        } else {
            whole_edit(change, openmp, mode, sources)
        };
        covered = Some((range.file, edit.range.end));
        if stands_there(&edit, sources) {
            continue;
        }
        edits.push(edit);
        edits.extend(declaration_edit(change, mode, sources));
    }
    edits
}

/// Returns whether the text already contains the result of an edit, because an earlier run added the same comments. The indentation of code
/// in them may differ, because the indentation step of a text is guessed and comments contribute to it.
fn stands_there(edit: &Edit, sources: &mut SourceFiles<'_>) -> bool {
    let (start, end) = (edit.range.start as usize, edit.range.end as usize);
    let bytes = sources.bytes(edit.range.file);
    let old = &bytes[start..end];
    let new = &*edit.replacement;
    // The replaced text is a part of its replacement. Every occurrence of it there is tried.
    let mut places = new.windows(old.len().max(1)).enumerate().filter(|(_, part)| *part == old);
    places.any(|(before, _)| {
        bytes[..start].ends_with(&new[..before])
            && begins_with_lines(&bytes[end..], &new[before + old.len()..])
    })
}

/// Returns whether a text begins with the lines of another one, ignoring indentation inside comments.
fn begins_with_lines(text: &[u8], lines: &[u8]) -> bool {
    let words = |line: &[u8]| {
        let line = line.trim_ascii();
        line.strip_prefix(b"//").map_or(line, <[u8]>::trim_ascii_start).to_vec()
    };
    let of_line = |byte: &u8| *byte == b'\n';
    let count = lines.split(of_line).count() - usize::from(lines.ends_with(b"\n"));
    let wanted = lines.split(of_line).take(count).map(words);
    text.split(of_line).take(count).map(words).eq(wanted)
}

/// Returns the edit after the declaration that a directive applies to, in comments if the mode shows OpenMP in comments. Code that follows
/// on the line is moved to a separate line then.
fn declaration_edit(change: &Change, mode: Mode, sources: &mut SourceFiles<'_>) -> Option<Edit> {
    let (end, pieces) = change.behind_declaration.as_ref()?;
    if mode != Mode::AccOmp {
        return Some(change::closing_edit(change, *end, pieces, false, sources));
    }
    let step = sources.step(end.file);
    let bytes = sources.bytes(end.file);
    let behind = StatementEnd::of(bytes, end.start as usize);
    let style = lines::line_end_style(bytes, end.start as usize);
    let indentation = lines::indentation(bytes, change.site.range.start as usize);
    let hidden =
        |piece: &Piece| [style, &commented(&piece.text(&change.site.form, &step), indentation)].concat();
    let pieces: Vec<u8> = pieces.iter().flat_map(hidden).collect();
    let last_end = if behind.has_code { style } else { b"" };
    let range = FileRange { file: end.file, start: behind.at as u32, end: behind.next as u32 };
    Some(Edit { range, replacement: [&pieces, last_end].concat().into() })
}

/// Returns the edit that adds comment lines next to a directive's line.
fn lines_edit(change: &Change, mode: Mode, sources: &mut SourceFiles<'_>) -> Edit {
    let range = change.site.range;
    let step = sources.step(range.file);
    let bytes = sources.bytes(range.file);
    let start = range.start as usize;
    let end = lines::logical_line_end(bytes, range.end as usize);
    let style = lines::line_end_style(bytes, start);
    let indentation = lines::indentation(bytes, start).to_vec();
    let openmp = change::replacement(change, bytes, &step);
    let discarded = if openmp.is_empty() { DISCARDED } else { b"" };
    let replacement = if mode == Mode::AccOmp {
        let source = &bytes[start..end];
        let mut text = [source.strip_suffix(discarded).unwrap_or(source), discarded].concat();
        for line in split_lines(&openmp) {
            text.extend([style, &commented(line, &indentation)].concat());
        }
        text
    } else {
        let original = split_lines(&bytes[start..end]).enumerate().map(|(index, line)| match index {
            0 => [b"// ".as_slice(), line].concat(),
            _ => commented(line, &indentation),
        });
        let original = original.collect::<Vec<_>>().join(style);
        let between = if openmp.is_empty() { Vec::new() } else { [style, &indentation].concat() };
        [openmp, between, original, discarded.to_vec()].concat()
    };
    Edit {
        range: FileRange { file: range.file, start: range.start, end: end as u32 },
        replacement: replacement.into(),
    }
}

/// Returns the edits of constructs that are printed from the tree as a whole, for the mode that shows only OpenMP, and the changes that are
/// outside those constructs.
pub(super) fn canonical_edits<'c>(
    kept: &[&'c Change],
    sources: &mut SourceFiles<'_>,
) -> (Vec<Edit>, Vec<&'c Change>) {
    let mut ordered: Vec<usize> = (0..kept.len()).collect();
    ordered.sort_by_key(|index| kept[*index].site.range);
    let mut whole: Vec<Edit> = Vec::new();
    let mut is_other = vec![false; kept.len()];
    for index in ordered {
        let range = kept[index].site.range;
        let is_inside = |edit: &Edit| edit.range.file == range.file && range.start < edit.range.end;
        match &kept[index].canonical {
            _ if whole.last().is_some_and(is_inside) => {}
            Some(_) => whole.push(whole_edit(kept[index], &[], Mode::Omp, sources)),
            None => is_other[index] = true,
        }
    }
    let others = kept.iter().zip(is_other).filter_map(|(change, is_other)| is_other.then_some(*change));
    (whole, others.collect())
}

/// The text of a whole construct in the file.
struct WholeConstruct {
    start: usize,
    end: usize,
    /// True if text follows on the last line that must be moved to a separate line.
    trailing: bool,
}

impl WholeConstruct {
    /// Text printed from the tree ends with the statement. The user's own text includes comments after it.
    fn of(change: &Change, bytes: &[u8]) -> WholeConstruct {
        let start = lines::line_start(bytes, change.site.range.start as usize);
        let end = change.end.map_or(change.site.range.end, |end| end.start) as usize;
        if change.canonical.is_some() {
            let trailing = lines::rest_of_line(bytes, end) != LineRest::Blank;
            return WholeConstruct { start, end, trailing };
        }
        let behind = StatementEnd::of(bytes, end);
        WholeConstruct { start, end: behind.at, trailing: behind.has_code }
    }
}

/// Returns the edit that shows the whole construct; in modes with both languages twice, between markers.
fn whole_edit(change: &Change, openmp: &[Edit], mode: Mode, sources: &mut SourceFiles<'_>) -> Edit {
    let site = change.site.range;
    let bytes = sources.bytes(site.file).clone();
    let WholeConstruct { start, mut end, trailing } = WholeConstruct::of(change, &bytes);
    let style = lines::line_end_style(&bytes, start);
    let indentation = lines::indentation(&bytes, site.start as usize).to_vec();
    let original = &bytes[start..end];
    let indented = |text: &str| [&indentation, text.as_bytes()].concat();
    let translated = match &change.canonical {
        Some(lines) => lines.iter().map(|line| indented(line)).collect::<Vec<_>>().join(style),
        None => translated_part(&bytes, site.file, start, end, openmp),
    };
    let hidden = |text: &[u8]| {
        split_lines(text).map(|line| commented(line, &indentation)).collect::<Vec<_>>().join(style)
    };
    let [first, second, third] = beside::markers(match mode {
        Mode::AccOmp => Comments::OfOpenMp,
        _ => Comments::OfOpenAcc,
    })
    .map(indented);
    let mut replacement = match mode {
        Mode::Omp => translated,
        Mode::AccOmp => [first, original.to_vec(), second, hidden(&translated), third].join(style),
        _ => [first, translated, second, hidden(original), third].join(style),
    };
    let ends_in_directive = || {
        let last = change.canonical.iter().flatten().last();
        last.is_some_and(|line| line.trim_start().starts_with('#'))
    };
    if trailing && (mode != Mode::Omp || ends_in_directive()) {
        end = lines::skip_blanks(&bytes, end);
        replacement.extend_from_slice(style);
    }
    Edit {
        range: FileRange { file: site.file, start: start as u32, end: end as u32 },
        replacement: replacement.into(),
    }
}

/// Returns a part of a file with the OpenMP edits inside it applied. A removal may extend into the white space and the line end after the
/// part. The result is empty if only white space remains.
pub(super) fn translated_part(
    bytes: &[u8],
    file: FileId,
    start: usize,
    end: usize,
    openmp: &[Edit],
) -> Vec<u8> {
    let is_inside = |edit: &Edit| {
        edit.range.end as usize <= end || edit.replacement.is_empty() && (edit.range.start as usize) < end
    };
    let first = openmp.partition_point(|edit| (edit.range.file, edit.range.start) < (file, start as u32));
    let inside: Vec<Edit> = openmp[first..]
        .iter()
        .take_while(|edit| edit.range.file == file && is_inside(edit))
        .map(|edit| {
            let range = FileRange {
                file,
                start: edit.range.start - start as u32,
                end: edit.range.end.min(end as u32) - start as u32,
            };
            Edit { range, replacement: edit.replacement.clone() }
        })
        .collect();
    let text = apply(&bytes[start..end], &inside);
    if text.trim_ascii().is_empty() { Vec::new() } else { text }
}

/// Returns the lines of a text, without line ends.
fn split_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = text.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.filter(move |_| !text.is_empty())
}

/// Turns a line into a comment at an indentation. Indentation of the line beyond that is kept.
fn commented(line: &[u8], indentation: &[u8]) -> Vec<u8> {
    let own = line.strip_prefix(indentation).unwrap_or_else(|| {
        let blanks = line.iter().take_while(|byte| lines::is_blank(**byte)).count();
        &line[blanks..]
    });
    [indentation, b"// ", own].concat()
}
