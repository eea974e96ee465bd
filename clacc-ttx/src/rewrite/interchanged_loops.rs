//! The text of interchanged loops.
//!
//! Headers are moved unchanged, and nothing else of the user's text changes. So a header must have its own text, on one line of the main
//! file and without comments, and nothing between the loops may depend on lines: a conditional, a macro definition, or a pragma for one of
//! the loops.

use clacc_sema::program::place::At;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenKind, TokenRange};

use super::edit::Edit;
use super::lines::LineRest;
use super::piece::Piece;
use super::site::SiteForm;
use super::warnings::TextReader;
use super::{FunctionInput, Mode, RewriteOptions, SourceFiles, Spelling, lines};
use crate::codes;
use crate::node::Interchanged;
use crate::spell::{ExprText, Speller};

/// Two loops with the edits that interchange them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ChangedPlaces {
    /// The edits, all of one file. Empty if the text of the loops cannot be edited.
    pub(super) edits: Vec<Edit>,
    /// The finding about the interchange.
    pub(super) note: Diagnostic<FileRange>,
}

/// Returns the directives of the loops inside the statement of a directive that become inner loops.
pub(super) fn directives(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    text: &mut ExprText<'_>,
) -> Vec<Piece> {
    let loops = function.mapping.interchanged_of(function.facts, directive);
    loops.filter_map(|loops| words(function, loops, text)).map(|words| Piece::Directive(0, words)).collect()
}

fn words(function: &FunctionInput<'_>, loops: &Interchanged, text: &mut ExprText<'_>) -> Option<String> {
    let directive = loops.directive.as_ref()?;
    Some(Speller::new(function.view, &function.mapping.dialect, text).directive(directive))
}

/// Returns the interchanged loops inside the statement of a directive. None in modes that show OpenACC too, which share the text of the
/// loops, and if texts are printed from the tree.
pub(super) fn of_directive(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    options: RewriteOptions,
    sources: &mut SourceFiles<'_>,
) -> Vec<ChangedPlaces> {
    if options.mode != Mode::Omp || options.spelling != Spelling::AsWritten {
        return Vec::new();
    }
    let mut found = Vec::new();
    for loops in function.mapping.interchanged_of(function.facts, directive) {
        let nest = NestText { function, loops };
        // These directives contain only names, no expressions.
        let words = words(function, loops, &mut |_| String::new());
        let edits = nest.edits(words.as_deref(), options.reader(), sources);
        if let Some(note) = nest.note(edits.is_some()) {
            found.push(ChangedPlaces { edits: edits.unwrap_or_default(), note });
        }
    }
    found
}

struct NestText<'n, 'a> {
    function: &'n FunctionInput<'a>,
    loops: &'n Interchanged,
}

/// The text of a loop from `for` to the closing parenthesis.
struct HeaderText {
    range: FileRange,
    text: Vec<u8>,
}

impl NestText<'_, '_> {
    fn edits(
        &self,
        simd: Option<&str>,
        reader: TextReader,
        sources: &mut SourceFiles<'_>,
    ) -> Option<Vec<Edit>> {
        let outer = self.header(self.loops.outer, sources)?;
        let inner = self.header(self.loops.inner, sources)?;
        if !self.is_plain_text(&outer, &inner, sources) {
            return None;
        }
        let layout = TextLayout { simd, is_compact: reader.is_compiler() };
        match self.loops.before {
            None => Some(layout.exchange(&outer, &inner, sources)),
            Some(before) => {
                let end = self.end_of(before)?;
                let is_ordered = end.file == outer.range.file
                    && outer.range.end <= end.start
                    && end.start <= inner.range.start;
                is_ordered.then(|| layout.divide(&outer, end, &inner, sources))
            }
        }
    }

    fn header(&self, at: At, sources: &mut SourceFiles<'_>) -> Option<HeaderText> {
        let places = &self.function.places;
        let tokens = &places.unit.tokens;
        let first = places.absolute(self.function.view.span(at)).start;
        let kind = |token: u32| tokens.kinds.get(token as usize).copied();
        if kind(first) != Some(TokenKind::For) || kind(first + 1) != Some(TokenKind::LParen) {
            return None;
        }
        let mut depth = 0_u32;
        let last = (first + 1..tokens.kinds.len() as u32).find(|token| {
            match kind(*token) {
                Some(TokenKind::LParen) => depth += 1,
                Some(TokenKind::RParen) => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        let is_written = |token| places.chain(token).next().is_none();
        if !is_written(first) || !is_written(last) {
            return None;
        }
        let start = tokens.places.origin(first as usize)?.spelling;
        let range = places.file_range(start, tokens.places.end(last as usize)?)?;
        let text = sources.slice(range).to_vec();
        let holds = |part: &[u8]| text.windows(part.len()).any(|window| window == part);
        let parts: [&[u8]; 6] = [b"\n", b"\r", b"/*", b"//", b"#", b"\\"];
        let is_plain = !text.is_empty() && !parts.into_iter().any(holds);
        is_plain.then_some(HeaderText { range, text })
    }

    /// Returns the place after a statement.
    fn end_of(&self, statement: At) -> Option<FileRange> {
        let places = &self.function.places;
        let tokens = places.absolute(self.function.view.span(statement));
        let last = tokens.end.checked_sub(1).filter(|last| *last >= tokens.start)?;
        places.behind(last, tokens.start)
    }

    /// Returns whether the loops, and the text right before them, contain no preprocessing line except OpenACC directives.
    fn is_plain_text(&self, outer: &HeaderText, inner: &HeaderText, sources: &mut SourceFiles<'_>) -> bool {
        let Some(end) = self.end_of(self.loops.outer) else { return false };
        let tokens = self.function.places.absolute(self.function.view.span(self.loops.outer));
        if self.has_pragma(tokens) {
            return false;
        }
        let first = tokens.start;
        let before = first.checked_sub(1).and_then(|before| self.function.places.behind(before, first));
        let Some(start) = before.filter(|before| before.file == end.file) else { return false };
        let range = FileRange { file: end.file, start: start.start, end: end.start };
        let is_around = |header: &HeaderText| {
            header.range.file == range.file
                && range.start <= header.range.start
                && header.range.end <= range.end
        };
        is_around(outer) && is_around(inner) && is_free_of_preprocessing(sources.slice(range))
    }

    /// Returns whether these tokens contain, or directly follow, a pragma other than an OpenACC directive.
    fn has_pragma(&self, tokens: TokenRange) -> bool {
        let kind = |token: u32| self.function.places.unit.tokens.kinds.get(token as usize).copied();
        let is_other = |token| matches!(kind(token), Some(TokenKind::PragmaOther | TokenKind::PragmaOmp));
        let mut first = tokens.start;
        while first > 0 && kind(first - 1) == Some(TokenKind::PragmaEnd) {
            let begins =
                |token: &u32| matches!(kind(*token), Some(TokenKind::PragmaAcc | TokenKind::PragmaOmp));
            let Some(before) = (0..first - 1).rev().find(begins) else { break };
            first = before;
        }
        (first.saturating_sub(1)..tokens.end).any(is_other)
    }

    fn note(&self, is_possible: bool) -> Option<Diagnostic<FileRange>> {
        let view = self.function.view;
        let name = |at: At| {
            let control = view.counting(at)?.control;
            Some(view.text(view.name(control)))
        };
        let (outer, inner) = (name(self.loops.outer)?, name(self.loops.inner)?);
        let strided = view.text(view.name(self.loops.strided));
        let at = self.function.places.shown(view.start(self.loops.outer))?;
        let (code, message) = if is_possible {
            let message = format!(
                "the loops over `{outer}` and `{inner}` change places, so that `{strided}` is accessed side by side: the \
                 iterations over `{outer}` are proven to be independent, and each element gets the same values in the same order"
            );
            (&codes::MAP0086, message)
        } else {
            let message = format!(
                "the loops over `{outer}` and `{inner}` could change places, so that `{strided}` is accessed side by side, but \
                 their text cannot be edited: each header has to stand in one line of its own without comments, and no line \
                 for the preprocessor between them"
            );
            (&codes::MAP0087, message)
        };
        Some(Diagnostic::new(code, at, message))
    }
}

/// Returns whether a text contains no preprocessing line except OpenACC directives.
fn is_free_of_preprocessing(text: &[u8]) -> bool {
    let is_plain = |line: &[u8]| {
        let Some(words) = lines::preprocessing_words(line) else { return true };
        let pragma = words.strip_prefix(b"pragma");
        pragma.is_some_and(|words| words.trim_ascii_start().starts_with(b"acc"))
    };
    text.split(|byte| matches!(byte, b'\n' | b'\r')).all(is_plain)
}

/// The layout of the new text.
struct TextLayout<'s> {
    simd: Option<&'s str>,
    /// True if no line is added, because only a compiler reads the text.
    is_compact: bool,
}

impl TextLayout<'_> {
    /// Turns `for j for k B` into `for k for j B`.
    fn exchange(&self, outer: &HeaderText, inner: &HeaderText, sources: &mut SourceFiles<'_>) -> Vec<Edit> {
        let bytes = sources.bytes(inner.range.file);
        let at = inner.range.start as usize;
        let pragma = match self.simd {
            Some(words) if !self.is_compact && lines::is_first_on_line(bytes, at) => [
                SiteForm::Line.pragma(words),
                lines::line_end_style(bytes, at).to_vec(),
                lines::indentation(bytes, at).to_vec(),
            ]
            .concat(),
            Some(words) => [SiteForm::Operator.pragma(words), b" ".to_vec()].concat(),
            None => Vec::new(),
        };
        vec![
            Edit { range: outer.range, replacement: inner.text.as_slice().into() },
            Edit { range: inner.range, replacement: [pragma, outer.text.clone()].concat().into() },
        ]
    }

    /// Turns `for j { A; for k B; }` into `{ for j { A; } for k for j B; }`: the brace that closed the outer loop closes the block.
    fn divide(
        &self,
        outer: &HeaderText,
        end: FileRange,
        inner: &HeaderText,
        sources: &mut SourceFiles<'_>,
    ) -> Vec<Edit> {
        let step = sources.step(inner.range.file);
        let bytes = sources.bytes(inner.range.file);
        let own_line = |at: u32| {
            let at = at as usize;
            [lines::line_end_style(bytes, at), lines::indentation(bytes, at)].concat()
        };
        let is_first = |at: u32| !self.is_compact && lines::is_first_on_line(bytes, at as usize);
        let start = outer.range.start;
        let open = if is_first(start) { own_line(start) } else { b" ".to_vec() };
        let ends_line = lines::rest_of_line(bytes, end.start as usize) != LineRest::Code;
        let is_divided = is_first(start) && ends_line;
        let at = inner.range.end;
        let inside = if is_first(inner.range.start) {
            let line = [own_line(inner.range.start), step.to_vec()].concat();
            let pragma = self.simd.map(|words| [line.clone(), SiteForm::Line.pragma(words)].concat());
            [pragma.unwrap_or_default(), line].concat()
        } else {
            let pragma = self.simd.map(|words| [b" ".to_vec(), SiteForm::Operator.pragma(words)].concat());
            [pragma.unwrap_or_default(), b" ".to_vec()].concat()
        };
        let insertion = |at: u32, replacement: Vec<u8>| Edit {
            range: FileRange { file: inner.range.file, start: at, end: at },
            replacement: replacement.into(),
        };
        // A comment on the line of the last statement stays after the brace.
        let close = if is_divided && lines::rest_of_line(bytes, end.start as usize) == LineRest::Blank {
            [own_line(start), b"}".to_vec()].concat()
        } else {
            b" }".to_vec()
        };
        vec![
            insertion(start, [b"{".to_vec(), open].concat()),
            insertion(end.start, close),
            insertion(at, [inside, outer.text.clone()].concat()),
        ]
    }
}
