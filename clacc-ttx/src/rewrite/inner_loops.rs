//! The text of directives that are added to loops.

use clacc_sema::program::place::At;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::source::FileRange;

use super::edit::Edit;
use super::lines::LineRest;
use super::piece::Piece;
use super::site::SiteForm;
use super::{FunctionInput, SourceFiles, lines};
use crate::spell::{ExprText, Speller};

/// Returns the directives added inside the statement of a directive, with the empty range before each loop. A loop that a macro produces
/// gets none, nor does one of `joined`, whose directives are joined with those of parts of the construct. If lines keep their numbers, a directive
/// is on the line of its loop.
pub(super) fn of_directive(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    joined: &[At],
    keeps_lines: bool,
    text: &mut ExprText<'_>,
) -> Vec<(FileRange, Piece)> {
    let mut found = Vec::new();
    for inner in function.mapping.inner_forms_of(function.facts, directive) {
        if joined.contains(&inner.at) {
            continue;
        }
        if let Some(range) = place_of(function, inner.at) {
            let words =
                Speller::new(function.view, &function.mapping.dialect, text).directive(&inner.directive);
            let piece = if keeps_lines { Piece::InLine(words) } else { Piece::Directive(0, words) };
            found.push((range, piece));
        }
    }
    found
}

/// Returns the empty range before a statement that no macro produces.
pub(crate) fn place_of(function: &FunctionInput<'_>, at: At) -> Option<FileRange> {
    let places = &function.places;
    let token = places.absolute(function.view.span(at)).start;
    let is_written = places.chain(token).next().is_none();
    let origin = places.unit.tokens.places.origin(token as usize).filter(|_| is_written)?;
    places.file_range(origin.spelling, origin.spelling)
}

/// Returns the edits that put the pieces before their loops: on separate lines if the loop begins a line.
pub(super) fn edits(inside: &[(FileRange, Piece)], sources: &mut SourceFiles<'_>) -> Vec<Edit> {
    let edit = |(range, piece): &(FileRange, Piece)| {
        let bytes = sources.bytes(range.file);
        let at = range.start as usize;
        let has_line = lines::is_first_on_line(bytes, at);
        let new_line = || [lines::line_end_style(bytes, at), lines::indentation(bytes, at)].concat();
        let (words, behind) = match piece {
            Piece::Directive(_, words) if has_line => (SiteForm::Line.pragma(words), new_line()),
            Piece::Open(_) => (b"{".to_vec(), if has_line { new_line() } else { b" ".to_vec() }),
            Piece::Code(_, text) => {
                (text.clone().into_bytes(), if has_line { new_line() } else { b" ".to_vec() })
            }
            Piece::Close(_) if lines::rest_of_line(bytes, at) == LineRest::Blank => {
                (new_line(), b"}".to_vec())
            }
            Piece::Close(_) => (b" }".to_vec(), Vec::new()),
            Piece::Statement(text) => (text.clone().into_bytes(), Vec::new()),
            piece => (SiteForm::Operator.pragma(piece.words()), b" ".to_vec()),
        };
        Edit { range: *range, replacement: [words, behind].concat().into() }
    };
    inside.iter().map(edit).collect()
}
