//! Reports directives that preprocessing does not reach: in branches of `#if` that are not taken, and in
//! macros that are not used.

use std::collections::BTreeSet;

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::FileRange;

use super::edit::Edit;
use super::edit_places::EditPlaces;
use super::{SourceFiles, UnitInput, lines};
use crate::codes;

/// Makes a note for each stretch of skipped lines that holds an OpenACC directive, and for each macro whose
/// directive was neither used nor edited.
pub(super) fn notes(
    unit: &UnitInput<'_>,
    used: &BTreeSet<FileRange>,
    edits: &[Edit],
    sources: &mut SourceFiles<'_>,
) -> Vec<Diagnostic<FileRange>> {
    let mut found = BTreeSet::new();
    for part in unit.parts {
        let skipped = part.inactive.iter().filter_map(|range| first_directive(*range, sources));
        found.extend(
            skipped.map(|at| (at, "a branch that is not taken holds a directive, which keeps its text")),
        );
        let places = EditPlaces { unit: part, first_token: 0 };
        for definition in &part.pragma_macros {
            let Some(body) = places.file_range(definition.body.0, definition.body.1) else { continue };
            let inside = |range: &FileRange| {
                range.file == body.file && body.start <= range.start && range.end <= body.end
            };
            let touched = used.iter().any(inside) || edits.iter().any(|edit| inside(&edit.range));
            let is_acc = sources.slice(body).windows(4).any(|word| word == b"\"acc");
            if !touched && is_acc && !part.map.is_system(definition.name_at) {
                found.insert((body, "the directive in this macro is not used, so it keeps its text"));
            }
        }
    }
    let note = |(at, message)| Diagnostic::new(&codes::MAP0016, at, message);
    found.into_iter().map(note).collect()
}

/// The first OpenACC directive among skipped lines.
fn first_directive(range: FileRange, sources: &mut SourceFiles<'_>) -> Option<FileRange> {
    let text = sources.slice(range);
    let mut line = 0;
    while line < text.len() {
        let end = lines::line_end(text, line);
        if is_directive(&text[line..end]) {
            let start = lines::skip_blanks(text, line) as u32;
            return Some(FileRange { start: range.start + start, end: range.start + end as u32, ..range });
        }
        line = lines::behind_line_end(text, end).max(end + 1);
    }
    None
}

/// Whether a line is `# pragma acc ...`.
fn is_directive(line: &[u8]) -> bool {
    let Some(rest) = line.trim_ascii_start().strip_prefix(b"#") else { return false };
    let Some(rest) = rest.trim_ascii_start().strip_prefix(b"pragma") else { return false };
    let words = rest.trim_ascii_start();
    words.len() < rest.len() && words.starts_with(b"acc") && words.get(3).is_none_or(u8::is_ascii_whitespace)
}
