//! Whether a program that is read for its OpenACC holds OpenMP directives too.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenKind;
use clacc_syntax::unit::{Pos, Preprocessed};
use clacc_syntax::wide_search;

use crate::acc::codes;

/// Returns where the first OpenMP directive of a part of a unit begins and ends, outside system headers.
pub fn first_directive(part: &Preprocessed) -> Option<(Pos, Pos)> {
    let kinds = &part.tokens.kinds;
    let next = |from: usize| {
        let found = wide_search::position(&kinds[from..], |kind| kind == TokenKind::PragmaOmp)?;
        Some(from + found)
    };
    let indices = std::iter::successors(next(0), |index| next(index + 1));
    let mut starts = indices.map(|index| (index, part.map.outermost(part.tokens.origins[index]).spelling));
    let (index, start) = starts.find(|(_, at)| !part.map.is_system(*at))?;
    let length = part.tokens.kinds[index..].iter().position(|kind| *kind == TokenKind::PragmaEnd)?;
    let end = part.map.outermost(part.tokens.origins[index + length]).spelling;
    Some((start, end))
}

/// The same for directives that mean nothing.
fn first_ignored(part: &Preprocessed) -> Option<(Pos, Pos)> {
    let ignored = part.ignored_openmp.first()?;
    Some((part.map.outermost(ignored.start).spelling, ignored.end))
}

/// The finding about the first OpenMP directive of a unit, of which these are the parts.
pub(crate) fn finding(parts: [&Preprocessed; 2]) -> Option<(Pos, Diagnostic<FileRange>)> {
    parts.into_iter().find_map(|part| {
        let (start, end) = first_directive(part).or_else(|| first_ignored(part))?;
        let range = part.map.file_range(start, end).or_else(|| part.map.file_range(start, start))?;
        let message = "the program holds OpenMP directives, which a compiler of OpenACC alone ignores";
        Some((start, Diagnostic::new(&codes::ACC0155, range, message)))
    })
}
