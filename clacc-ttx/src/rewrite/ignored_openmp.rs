//! OpenMP directives that have no effect in the program, because it is read as by a compiler for OpenACC only. The compiler of the
//! translation would execute them, so they are left out. Files with OpenMP from the translation get a mark, which tells the next run that
//! their OpenMP is not the program's.

use std::collections::BTreeSet;
use std::sync::Arc;

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::sorted::distinct;
use clacc_syntax::source::FileRange;
use clacc_syntax::unit::{ExpansionId, IgnoredPragma, Preprocessed};

use super::edit::Edit;
use super::openmp::emptied;
use super::unwritten::Unwritten;
use super::{Mode, SourceFiles, UnitInput, lines};
use crate::codes;

/// Returns the edits that leave these directives out, and a finding for each: that it is left out, or why it stays.
pub(super) fn leave_out(
    unit: &UnitInput<'_>,
    mode: Mode,
    unwritten: &Unwritten,
    others: &[Edit],
    sources: &mut SourceFiles<'_>,
) -> (Vec<Edit>, Vec<Diagnostic<FileRange>>) {
    let (mut edits, mut findings) = (Vec::new(), Vec::new());
    // In this mode the text's active language is OpenACC, and OpenMP stays off.
    if mode == Mode::AccOmp {
        return (edits, findings);
    }
    let mut replaced: Vec<FileRange> = others.iter().map(|edit| edit.range).collect();
    replaced.sort_unstable();
    let mut done = BTreeSet::new();
    let pragmas = unit.parts.iter().flat_map(|part| part.ignored_openmp.iter().map(move |each| (part, each)));
    for (part, pragma) in pragmas {
        let Some(shown) = shown(part, pragma).filter(|shown| done.insert(*shown)) else { continue };
        if let Some(mark) = mark_of(sources.bytes(shown.file)) {
            let start = lines::text_start(sources.bytes(shown.file)) as u32;
            let at = FileRange { file: shown.file, start, end: start + mark.len() as u32 };
            if mark == MARK_OF_BOTH && done.insert(at) {
                findings.push(stays(at, "an earlier run had no way to leave it out of this file"));
            }
            continue;
        }
        if let Some(reason) = obstacle(pragma, mode, unwritten.holds(shown.file)) {
            findings.push(stays(shown, reason));
            continue;
        }
        findings.push(Diagnostic::new(&codes::MAP0068, shown, LEFT_OUT));
        let range = emptied(sources.bytes(shown.file), shown);
        if !is_replaced(&replaced, range) {
            edits.push(Edit { range, replacement: Arc::default() });
        }
    }
    (edits, findings)
}

/// The mark at the top of a file whose OpenMP comes from a translation, which left out the program's own OpenMP.
const MARK: &str = "/* The OpenMP in this file stands for OpenACC. */";

/// The mark of a file in which some of the program's own OpenMP has stayed.
const MARK_OF_BOTH: &str = "/* The OpenMP in this file stands for OpenACC, but some is the program's own. */";

/// Returns the mark of a file, if it has one.
pub(super) fn mark_of(bytes: &[u8]) -> Option<&'static str> {
    let text = &bytes[lines::text_start(bytes)..];
    [MARK, MARK_OF_BOTH].into_iter().find(|mark| text.starts_with(mark.as_bytes()))
}

/// Returns the edits that add marks to the files of these edits, unless they have one. `left` contains the findings about the program's own
/// OpenMP.
pub(super) fn marks(
    edits: &[Edit],
    left: &[Diagnostic<FileRange>],
    sources: &mut SourceFiles<'_>,
) -> Vec<Edit> {
    let files = distinct(edits.iter().map(|edit| edit.range.file));
    let stays_in = |file| {
        let mut staying = left.iter().filter(|finding| finding.code.id == codes::MAP0069.id);
        staying.any(|finding| finding.primary.at.file == file)
    };
    let mark = |file| {
        let bytes = sources.bytes(file);
        let at = lines::text_start(bytes) as u32;
        let mark = if stays_in(file) { MARK_OF_BOTH } else { MARK };
        let replacement = [mark.as_bytes(), lines::line_end_style(bytes, 0)].concat().into();
        let edit = Edit { range: FileRange { file, start: at, end: at }, replacement };
        mark_of(bytes).is_none().then_some(edit)
    };
    files.into_iter().filter_map(mark).collect()
}

/// Returns whether one of these edits contains a range: text that is printed from the tree as a whole has no such directive.
fn is_replaced(sorted: &[FileRange], range: FileRange) -> bool {
    let behind = sorted.partition_point(|each| (each.file, each.start) <= (range.file, range.start));
    let before = behind.checked_sub(1).map(|last| sorted[last]);
    before.is_some_and(|before| before.file == range.file && range.end <= before.end)
}

const LEFT_OUT: &str = "this OpenMP directive is left out, because OpenMP means nothing to the program";

/// Returns the place of the directive in the program's text.
fn shown(part: &Preprocessed, pragma: &IgnoredPragma) -> Option<FileRange> {
    let start = part.map.outermost(pragma.start).spelling;
    part.map.file_range(start, pragma.end).or_else(|| part.map.file_range(start, start))
}

fn obstacle(pragma: &IgnoredPragma, mode: Mode, is_unwritten: bool) -> Option<&'static str> {
    if mode != Mode::Omp {
        Some("a mode that shows both languages has no place for a directive that neither of them means")
    } else if pragma.start.expansion != ExpansionId::NONE {
        Some("a macro makes it")
    } else if is_unwritten {
        Some("it stands in a header that is not written")
    } else {
        None
    }
}

fn stays(at: FileRange, reason: &str) -> Diagnostic<FileRange> {
    let message = "this OpenMP directive means nothing to the program, but takes effect in the translation";
    Diagnostic::new(&codes::MAP0069, at, message).note(reason)
}
