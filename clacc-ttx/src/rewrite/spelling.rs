//! Spells the expressions of a directive's clauses in its OpenMP form.

use clacc_sema::program::place::At;
use clacc_syntax::unit::{Pos, Preprocessed, StretchContent};

use super::captured_words::words;
use super::site::Here;
use super::{FunctionInput, SourceFiles, Spelling};

/// Returns the text of an expression, on the expansion level on which the directive is written.
pub(super) fn expr_text(
    function: &FunctionInput<'_>,
    at: At,
    here: Here,
    spelling: Spelling,
    sources: &mut SourceFiles<'_>,
) -> String {
    let written = match spelling {
        Spelling::AsWritten => as_written(function, at, here, sources),
        Spelling::Expanded => None,
    };
    written.unwrap_or_else(|| crate::spell::printed(function.view, at))
}

/// Returns the user's own text of an expression, if it is contiguous and on one line. White space is kept, so text with a comment or a
/// continued line is not used. Neither are names from before a macro definition that precedes the directive, because they may mean
/// something else at the directive.
pub(super) fn as_written(
    function: &FunctionInput<'_>,
    at: At,
    here: Here,
    sources: &mut SourceFiles<'_>,
) -> Option<String> {
    let places = &function.places;
    let tokens = places.absolute(function.view.span(at));
    let (start, end) = places.text_range(tokens, here.level)?;
    let text = text_between(places, start, end, sources)?;
    let plain = !text.is_empty()
        && !text.contains(['\n', '\r', '\\'])
        && !text.contains("/*")
        && !text.contains("//");
    let has_name = words(&text).any(|(word, _)| !word.starts_with(|first: char| first.is_ascii_digit()));
    let may_differ = has_name && defines_between(places.unit, tokens.end, here.token);
    (plain && !may_differ).then_some(text)
}

/// Returns whether a macro is defined or undefined behind one token and before another one.
fn defines_between(unit: &Preprocessed, first: u32, last: u32) -> bool {
    let changes = &unit.macro_changes;
    let behind = changes.partition_point(|change| change.before < first);
    changes.get(behind).is_some_and(|change| change.before <= last)
}

fn text_between(
    places: &super::EditPlaces<'_>,
    start: Pos,
    end: Pos,
    sources: &mut SourceFiles<'_>,
) -> Option<String> {
    let stretch = places.unit.map.stretch(start)?;
    if let StretchContent::Made { text, .. } = &stretch.content {
        let from = (start.0 - stretch.base) as usize;
        let to = end.0.checked_sub(stretch.base)? as usize;
        return text.get(from..to).map(str::to_owned);
    }
    let range = places.file_range(start, end)?;
    std::str::from_utf8(sources.slice(range)).ok().map(str::to_owned)
}
