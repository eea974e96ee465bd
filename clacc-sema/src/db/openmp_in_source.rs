//! Directives that the compiler does not read: those of OpenMP in a program that is read for its OpenACC, and those of OpenACC in a program
//! that is not.

use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenKind;
use clacc_syntax::unit::{Pos, Preprocessed};
use clacc_syntax::wide_search;

use crate::acc::codes;

/// Returns the place of the first OpenMP directive of a part of a unit, outside system headers.
pub fn first_directive(part: &Preprocessed) -> Option<(Pos, Pos)> {
    first_of(TokenKind::PragmaOmp, part)
}

fn first_of(pragma: TokenKind, part: &Preprocessed) -> Option<(Pos, Pos)> {
    let indices = wide_search::positions(&part.tokens.kinds, |kind| kind == pragma);
    let place = |token| Some(part.map.outermost(part.tokens.places.origin(token)?).spelling);
    let mut starts = indices.filter_map(|index| Some((index, place(index)?)));
    let (index, start) = starts.find(|(_, at)| !part.map.is_system(*at))?;
    let length = part.tokens.kinds[index..].iter().position(|kind| *kind == TokenKind::PragmaEnd)?;
    Some((start, place(index + length)?))
}

/// Returns the place of the first OpenMP directive that is ignored because the options turn OpenMP off, outside system headers.
fn first_ignored(part: &Preprocessed) -> Option<(Pos, Pos)> {
    let ignored = part.ignored_openmp.first()?;
    Some((part.map.outermost(ignored.start).spelling, ignored.end))
}

/// The finding about the first OpenMP directive in the parts of a unit.
pub(crate) fn finding(parts: [&Preprocessed; 2]) -> Option<(Pos, Diagnostic<FileRange>)> {
    let message = "the program holds OpenMP directives, which a compiler of OpenACC alone ignores";
    parts.into_iter().find_map(|part| {
        let at = first_directive(part).or_else(|| first_ignored(part))?;
        finding_at(part, at, &codes::ACC0155, message)
    })
}

/// The finding about the first OpenACC directive in the parts of a unit that is read without OpenACC.
pub(crate) fn ignored_openacc(parts: [&Preprocessed; 2]) -> Option<(Pos, Diagnostic<FileRange>)> {
    let message = "the program holds OpenACC directives, which are ignored without `-fopenacc`";
    parts
        .into_iter()
        .find_map(|part| finding_at(part, first_of(TokenKind::PragmaAcc, part)?, &codes::ACC0122, message))
}

fn finding_at(
    part: &Preprocessed,
    (start, end): (Pos, Pos),
    code: &'static Code,
    message: &str,
) -> Option<(Pos, Diagnostic<FileRange>)> {
    let range = part.map.file_range(start, end).or_else(|| part.map.file_range(start, start))?;
    Some((start, Diagnostic::new(code, range, message)))
}
