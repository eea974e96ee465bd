//! Spells the expressions of a directive's clauses in its OpenMP form.

use clacc_sema::program::place::At;
use clacc_syntax::unit::{ExpansionId, Pos, StretchContent};

use super::{FunctionInput, SourceFiles, Spelling};

/// Returns the text of an expression, on the expansion level on which the directive is written.
pub(super) fn expr_text(
    function: &FunctionInput<'_>,
    at: At,
    level: ExpansionId,
    spelling: Spelling,
    sources: &mut SourceFiles<'_>,
) -> String {
    let written = match spelling {
        Spelling::AsWritten => as_written(function, at, level, sources),
        Spelling::Expanded => None,
    };
    written.unwrap_or_else(|| crate::spell::printed(function.view, at))
}

/// Whether an expression has a text of the user's own.
pub(super) fn is_written(
    function: &FunctionInput<'_>,
    at: At,
    level: ExpansionId,
    sources: &mut SourceFiles<'_>,
) -> bool {
    as_written(function, at, level, sources).is_some()
}

/// Returns the user's own text of an expression, if it is contiguous and on one line. White space is kept, so text with a comment or a
/// continued line is not used.
fn as_written(
    function: &FunctionInput<'_>,
    at: At,
    level: ExpansionId,
    sources: &mut SourceFiles<'_>,
) -> Option<String> {
    let places = &function.places;
    let tokens = places.absolute(function.view.span(at));
    let (start, end) = places.text_range(tokens, level)?;
    let text = text_between(places, start, end, sources)?;
    let plain = !text.is_empty()
        && !text.contains(['\n', '\r', '\\'])
        && !text.contains("/*")
        && !text.contains("//");
    plain.then_some(text)
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
