//! The text and token origins that the rewriting of a function depends on.

use std::ops::{ControlFlow, Range};

use clacc_syntax::checkpoint;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use clacc_syntax::token_places::TokenPlace;
use clacc_syntax::unit::{
    Expansion, ExpansionId, ExpansionKind, MAIN_FILE_LIMIT, Pos, Preprocessed, TokenOrigin,
};

use super::lines::LineRest;
use super::separate::moved;
use super::{FunctionInput, UnitInput, lines};

/// The maximum size of the recorded origins of a function. A function with more macro expansions is rewritten in each translation: two
/// million operands from twenty nested macros need 200 million numbers.
const MOST_NUMBERS: usize = 1 << 20;

/// The position of a function, with all that its rewriting reads of the file and of the origins of tokens.
#[derive(Clone, Debug)]
pub(crate) struct FunctionWindow {
    /// The function's lines, with the line before and the line after.
    pub(crate) window: Range<usize>,
    /// The start and the end of the function, relative to the start of the window.
    function: [u32; 2],
    /// The function's tokens in the unit.
    pub(crate) tokens: TokenRange,
}

impl FunctionWindow {
    /// Returns the window of a function of the main file that shares no line with other code.
    pub(crate) fn of(function: &FunctionInput<'_>, bytes: &[u8]) -> Option<FunctionWindow> {
        let tokens = function.declaration?;
        let last = tokens.end.checked_sub(1).filter(|last| *last > tokens.start)?;
        let buffer = &function.places.unit.tokens;
        let own = |at: u32| {
            let TokenPlace { origin, end, .. } = buffer.places.get(at as usize)?;
            let is_plain = origin.expansion == ExpansionId::NONE && origin.spelling.0 < MAIN_FILE_LIMIT;
            is_plain.then_some((origin.spelling.0 as usize, end.0 as usize))
        };
        let ((start, _), (_, end)) = (own(tokens.start)?, own(last)?);
        let has_lines = start < end
            && end <= bytes.len()
            && lines::is_first_on_line(bytes, start)
            && lines::rest_of_line(bytes, end) != LineRest::Code;
        let line_start = lines::line_start(bytes, start);
        let line_end = lines::behind_line_end(bytes, lines::line_end(bytes, end));
        let window = lines::line_start(bytes, line_start.saturating_sub(1))..behind_line(bytes, line_end);
        let has_end = line_end > end && bytes[line_end - 1] == b'\n';
        let function = [start, end].map(|at| (at - window.start) as u32);
        (has_lines && has_end).then_some(Self { window, function, tokens })
    }

    /// Returns the present content of the window.
    pub(crate) fn content(&self, part: &Preprocessed, text: &[u8]) -> WindowContent {
        let lines = text[self.window.clone()].into();
        let mut origins = Vec::new();
        let all = self.each_origin(part, &mut |number| {
            origins.push(number);
            if origins.len() > MOST_NUMBERS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let origins = all.is_continue().then(|| origins.into());
        WindowContent { lines, function: self.function, origins }
    }

    /// Returns whether the window has this content now. Functions with equal contents are produced by their texts in the same way.
    pub(crate) fn has_content(&self, part: &Preprocessed, text: &[u8], known: &WindowContent) -> bool {
        self.function == known.function
            && text[self.window.clone()] == *known.lines
            && known.origins.as_ref().is_some_and(|known| self.has_origins(part, known))
    }

    fn has_origins(&self, part: &Preprocessed, known: &[u64]) -> bool {
        let mut known = known.iter();
        let all = self.each_origin(part, &mut |number| {
            if known.next() == Some(&number) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        all.is_continue() && known.next().is_none()
    }

    /// Calls `visit` with the origins of the tokens, encoded as numbers.
    fn each_origin(
        &self,
        part: &Preprocessed,
        visit: &mut impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let start = self.window.start as u32;
        let tokens = self.tokens.start as usize..self.tokens.end as usize;
        let places = part.tokens.places.range(tokens);
        checkpoint::every(checkpoint::STRIDE, places).try_for_each(|TokenPlace { origin, end, .. }| {
            if origin.expansion != ExpansionId::NONE {
                return self.numbers(part, origin, end).try_for_each(&mut *visit);
            }
            let from = u64::from(origin.spelling.0.wrapping_sub(start));
            visit(from << 32 | u64::from(end.0.wrapping_sub(start)))
        })
    }

    /// Returns the origin of a token from a macro, encoded as numbers.
    fn numbers(&self, part: &Preprocessed, origin: TokenOrigin, end: Pos) -> impl Iterator<Item = u64> {
        checkpoint::pass();
        let place = |at: Pos| self.number_of(at);
        let chain = part.map.chain(origin.expansion);
        let numbers = chain.flat_map(move |(_, expansion)| expansion_numbers(expansion, &place));
        [place(origin.spelling), place(end)].into_iter().chain(numbers)
    }

    /// Encodes a position. A position in the window is relative to its start.
    fn number_of(&self, at: Pos) -> u64 {
        let at = at.0 as usize;
        let is_inside = self.window.contains(&at) || at == self.window.end;
        if is_inside { 1 << 32 | (at - self.window.start) as u64 } else { at as u64 }
    }
}

/// The text that the rewriting of a function reads, and the origins of its tokens. Positions in the window are relative to its start.
#[derive(Debug)]
pub(crate) struct WindowContent {
    /// The text of the window.
    lines: Box<[u8]>,
    /// The start and the end of the function in the window.
    function: [u32; 2],
    /// The origins of the tokens, encoded as numbers. None if there are more than [`MOST_NUMBERS`].
    origins: Option<Box<[u64]>>,
}

/// Encodes an expansion. The first number differs from that of any position.
fn expansion_numbers(expansion: &Expansion, place: &impl Fn(Pos) -> u64) -> [u64; 5] {
    let kind = match expansion.kind {
        ExpansionKind::Body => 0,
        ExpansionKind::PragmaOperator => 1,
        ExpansionKind::Argument(number) => 2 + u64::from(number.get()),
    };
    let head = 1 << 63 | u64::from(expansion.ends_elsewhere) << 62 | kind;
    let name = expansion.name.index() as u64;
    let [definition, start, end] =
        [expansion.definition, expansion.invocation.spelling, expansion.invocation_end].map(place);
    [head, name, definition, start, end]
}

fn behind_line(bytes: &[u8], at: usize) -> usize {
    lines::behind_line_end(bytes, lines::line_end(bytes, at))
}

impl FunctionWindow {
    /// Returns whether a range is in the window.
    pub(crate) fn holds(&self, unit: &UnitInput<'_>, range: FileRange) -> bool {
        range.file == unit.main
            && self.window.start <= range.start as usize
            && range.end as usize <= self.window.end
    }

    /// Returns a range of the window relative to its start.
    pub(crate) fn relative(&self, range: FileRange) -> FileRange {
        moved(range, 0u32.wrapping_sub(self.window.start as u32))
    }
}
