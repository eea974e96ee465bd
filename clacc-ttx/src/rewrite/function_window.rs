//! What the rewriting of a function reads of its file, and of where its tokens come from.

use std::hash::Hasher;
use std::ops::Range;

use clacc_syntax::checkpoint;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use clacc_syntax::token_places::TokenPlace;
use clacc_syntax::unit::{
    Expansion, ExpansionId, ExpansionKind, MAIN_FILE_LIMIT, Pos, Preprocessed, TokenOrigin,
};
use rustc_hash::FxHasher;

use super::lines::LineRest;
use super::separate::moved;
use super::{FunctionInput, UnitInput, lines};

/// A function of which macros make so much that more numbers tell where it comes from is made anew at each translation: two million
/// operands from twenty macros in each other have 200 million numbers.
const MOST_NUMBERS: usize = 1 << 20;

/// Where a function stands: all that its rewriting reads of the file and of the origins of tokens.
#[derive(Clone, Debug)]
pub(crate) struct FunctionWindow {
    /// Its lines, with the line before and the line behind.
    pub(crate) window: Range<usize>,
    /// The start and the end of the function, counted from the start of the window.
    function: [u32; 2],
    /// Its tokens in the unit.
    pub(crate) tokens: TokenRange,
}

impl FunctionWindow {
    /// The surroundings of a function of the main file that has its lines to itself.
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

    /// What stands there now.
    pub(crate) fn content(&self, part: &Preprocessed, text: &[u8]) -> WindowContent {
        let lines = text[self.window.clone()].into();
        WindowContent { lines, function: self.function, origins: self.origins(part) }
    }

    /// Whether the same stands there. Two functions with equal windows are made by their texts in the same way.
    pub(crate) fn has_content(&self, part: &Preprocessed, text: &[u8], known: &WindowContent) -> bool {
        self.function == known.function
            && text[self.window.clone()] == *known.lines
            && known.origins.is_some_and(|known| self.origins(part) == Some(known))
    }

    /// A number of the places that the tokens come from. None if macros make too much.
    fn origins(&self, part: &Preprocessed) -> Option<u64> {
        let (mut hasher, mut room) = (FxHasher::default(), MOST_NUMBERS);
        let start = self.window.start as u32;
        let tokens = self.tokens.start as usize..self.tokens.end as usize;
        for first in tokens.clone().step_by(checkpoint::STRIDE) {
            checkpoint::pass();
            let piece = first..(first + checkpoint::STRIDE).min(tokens.end);
            part.tokens.places.range(piece).for_each(|TokenPlace { origin, end, .. }| {
                if origin.expansion == ExpansionId::NONE {
                    let [from, to] = [origin.spelling, end].map(|at| u64::from(at.0.wrapping_sub(start)));
                    return hasher.write_u64(from << 32 | to);
                }
                self.numbers(part, origin, end).take(room).for_each(|number| {
                    hasher.write_u64(number);
                    room -= 1;
                });
            });
        }
        (room > 0).then(|| hasher.finish())
    }

    /// The origin of a token that a macro makes, as numbers.
    fn numbers(&self, part: &Preprocessed, origin: TokenOrigin, end: Pos) -> impl Iterator<Item = u64> {
        checkpoint::pass();
        let place = |at: Pos| self.number_of(at);
        let chain = part.map.chain(origin.expansion);
        let numbers = chain.flat_map(move |(_, expansion)| expansion_numbers(expansion, &place));
        [place(origin.spelling), place(end)].into_iter().chain(numbers)
    }

    /// A position: one of the window is counted from its start.
    fn number_of(&self, at: Pos) -> u64 {
        let at = at.0 as usize;
        let is_inside = self.window.contains(&at) || at == self.window.end;
        if is_inside { 1 << 32 | (at - self.window.start) as u64 } else { at as u64 }
    }
}

/// What the rewriting of a function reads of its file, and of where its tokens come from. Places in the window are counted from its
/// start.
#[derive(Debug)]
pub(crate) struct WindowContent {
    /// The text of the window.
    lines: Box<[u8]>,
    /// The start and the end of the function in it.
    function: [u32; 2],
    /// A number of the places that the tokens come from. The text says most of them, and macros the others. None if macros make too
    /// much.
    origins: Option<u64>,
}

/// An expansion as numbers. The first one is none of a place.
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
    /// Whether a range lies in the window.
    pub(crate) fn holds(&self, unit: &UnitInput<'_>, range: FileRange) -> bool {
        range.file == unit.main
            && self.window.start <= range.start as usize
            && range.end as usize <= self.window.end
    }

    /// A range of the window, counted from its start.
    pub(crate) fn relative(&self, range: FileRange) -> FileRange {
        moved(range, 0u32.wrapping_sub(self.window.start as u32))
    }
}
