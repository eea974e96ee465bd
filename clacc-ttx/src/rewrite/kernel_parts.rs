//! The text of constructs that are divided into parts.
//!
//! Each part gets its directive, and a block if it has several statements. If a part has no place of its own in the text, the construct is
//! not divided: its undivided form means the same.

use clacc_sema::program::place::At;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenKind, TokenRange};

use super::inner_loops::place_of as place_of_statement;
use super::piece::Piece;
use super::site;
use super::{FunctionInput, SourceFiles, lines};
use crate::node::{DividedForm, PartForm};
use crate::short_forms::ShortParts;
use crate::spell::{ExprText, Speller};

/// A divided construct with the places of its parts.
pub(super) struct PlacedParts<'a> {
    /// The form of the construct.
    pub(super) divided: &'a DividedForm,
    /// The directives of the parts as they are printed, if they are not those of the form.
    short: Option<&'a ShortParts>,
    places: Vec<PartPlace>,
}

/// The place of a part in the text.
struct PartPlace {
    /// The empty range before the first statement of the part.
    start: FileRange,
    /// The empty range after the last statement of the part.
    end: FileRange,
    /// True if the part begins with a directive on a separate line.
    begins_with_line: bool,
}

/// Returns the parts of a directive's construct; none if it is not divided, or if a part has no place.
pub(super) fn of_directive<'a>(
    function: &FunctionInput<'a>,
    directive: DirectiveId,
    sources: &mut SourceFiles<'_>,
) -> Option<PlacedParts<'a>> {
    let divided = function.mapping.divided_form_of(function.facts, directive)?;
    let (site, here) =
        site::of_directive(function, directive, sources).filter(|(site, _)| site.form.is_line())?;
    let mut inner = function.mapping.inner_forms_of(function.facts, directive);
    if !inner.all(|inner| place_of_statement(function, inner.at).is_some()) {
        return None;
    }
    let places: Option<Vec<_>> =
        divided.parts.iter().map(|part| place_of(function, part, here.token, sources)).collect();
    let places = places?;
    let end = places.last()?.end;
    let is_in_file =
        |place: &PartPlace| place.start.file == site.range.file && place.end.file == site.range.file;
    if !places.iter().all(is_in_file) {
        return None;
    }
    let text = sources.slice(FileRange { start: site.range.end, end: end.end, ..site.range });
    let short = function.mapping.short_parts_of(directive);
    (!has_conditional(text)).then_some(PlacedParts { divided, short, places })
}

/// Returns whether a text contains preprocessor conditionals, so that with other macros one of a pair of braces might be left out.
fn has_conditional(text: &[u8]) -> bool {
    let is_one = |line: &[u8]| {
        lines::preprocessing_words(line).is_some_and(|word| {
            word.starts_with(b"if") || word.starts_with(b"el") || word.starts_with(b"endif")
        })
    };
    text.split(|byte| *byte == b'\n').any(is_one)
}

fn place_of(
    function: &FunctionInput<'_>,
    part: &PartForm,
    directive: u32,
    sources: &mut SourceFiles<'_>,
) -> Option<PartPlace> {
    let first = token_of(function, part.first);
    let last = function.places.absolute(function.view.span(part.last)).end.checked_sub(1)?;
    let end = function.places.behind(last, directive)?;
    let kinds = &function.places.unit.tokens.kinds;
    let is_line = matches!(kinds.get(first as usize)?, TokenKind::PragmaAcc | TokenKind::PragmaOmp);
    if !is_line {
        return Some(PartPlace {
            start: place_of_statement(function, part.first)?,
            end,
            begins_with_line: false,
        });
    }
    let length = kinds[first as usize..].iter().position(|kind| *kind == TokenKind::PragmaEnd)?;
    let tokens = TokenRange::new(first, first + length as u32);
    let (site, _) = site::find(&function.places, tokens, sources).filter(|(site, _)| site.form.is_line())?;
    let start = FileRange { end: site.range.start, ..site.range };
    Some(PartPlace { start, end, begins_with_line: true })
}

fn token_of(function: &FunctionInput<'_>, at: At) -> u32 {
    function.places.absolute(function.view.span(at)).start
}

impl PlacedParts<'_> {
    /// The loops whose directives are joined with those of parts.
    pub(super) fn joined(&self) -> &[At] {
        self.short.map_or(&[], |short| &short.joined)
    }

    /// Returns the pieces of all parts with their places. Pieces before a statement precede those of directives inside it. If lines keep
    /// their numbers, pieces are on the lines of their statements where possible.
    pub(super) fn pieces(
        &self,
        function: &FunctionInput<'_>,
        keeps_lines: bool,
        text: &mut ExprText<'_>,
    ) -> Vec<(FileRange, Piece)> {
        let mut found = Vec::new();
        for (number, (part, place)) in self.divided.parts.iter().zip(&self.places).enumerate() {
            let mut speller = Speller::new(function.view, &function.mapping.dialect, text);
            let printed = self.short.and_then(|short| short.directives.get(number));
            let words = speller.directive(printed.unwrap_or(&part.directive));
            let inside = part.inside().map(|inside| speller.directive(inside));
            let start: Vec<String> = part.start().map(|code| speller.code(code)).collect();
            let is_in_line = keeps_lines && !place.begins_with_line;
            let (open, close) = if is_in_line {
                (Piece::Statement("{ ".to_owned()), Piece::Statement(" }".to_owned()))
            } else {
                (Piece::Open(0), Piece::Close(0))
            };
            let directive =
                |words| if is_in_line { Piece::InLine(words) } else { Piece::Directive(0, words) };
            found.extend([words].into_iter().chain(inside).map(|words| (place.start, directive(words))));
            if part.first != part.last || !start.is_empty() {
                found.push((place.start, open));
                let code =
                    |text| if is_in_line { Piece::Statement(text + " ") } else { Piece::Code(1, text) };
                found.extend(start.into_iter().map(|text| (place.start, code(text))));
                found.push((place.end, close));
            }
        }
        found
    }
}
