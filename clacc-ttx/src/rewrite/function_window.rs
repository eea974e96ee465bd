//! What the rewriting of a function reads of its file, and of where its tokens come from.

use std::ops::Range;

use clacc_syntax::checkpoint;
use clacc_syntax::lexer::TokenChange;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use clacc_syntax::token_places::TokenPlace;
use clacc_syntax::unit::{Expansion, ExpansionId, ExpansionKind, MAIN_FILE_LIMIT, Pos, Preprocessed};

use super::lines::LineRest;
use super::plain_origins::PlainOrigins;
use super::separate::moved;
use super::text_change::TextChange;
use super::{FunctionInput, UnitInput, lines};

/// A function of which macros make so much that more numbers tell the origins is made anew at each translation: two million
/// operands from twenty macros in each other have 200 million numbers.
const MOST_NUMBERS: usize = 1 << 20;

/// The numbers of one token may be many.
const TOKENS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// Where a function stands: all that its rewriting reads of the file and of the origins of tokens.
#[derive(Clone, Debug)]
pub(crate) struct FunctionWindow {
    /// Its lines, with the line before and the line behind.
    pub(crate) window: Range<usize>,
    /// Its tokens in the unit.
    tokens: TokenRange,
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
        (has_lines && has_end).then_some(Self { window, tokens })
    }

    /// Where the tokens come from.
    pub(crate) fn origins(&self, part: &Preprocessed) -> Origins {
        let (start, length) = (self.window.start as u32, (self.window.end - self.window.start) as u32);
        let (mut made, mut end_before, mut is_of_window) = (Vec::new(), 0, true);
        let mut room = MOST_NUMBERS;
        let places = checkpoint::every(TOKENS_BETWEEN_CHECKPOINTS, self.places(part).enumerate());
        let plain = places.map(|(at, place)| {
            if place.origin.expansion != ExpansionId::NONE {
                if room > 0 {
                    let numbers: Box<[u64]> = self.numbers(part, place).take(room).collect();
                    room -= numbers.len();
                    made.push((at, numbers));
                }
                return [end_before; 2];
            }
            let plain = [place.origin.spelling, place.end].map(|at| at.0.wrapping_sub(start));
            end_before = plain[1];
            is_of_window &= end_before <= length;
            plain
        });
        let plain = plain.collect();
        Origins { plain, made, is_of_window, is_whole: room > 0 }
    }

    fn token_count(&self) -> usize {
        (self.tokens.end - self.tokens.start) as usize
    }

    fn places<'p>(&self, part: &'p Preprocessed) -> impl Iterator<Item = TokenPlace> + use<'p> {
        part.tokens.places.range(self.tokens.start as usize..self.tokens.end as usize)
    }

    /// Whether the tokens come from there. Two functions with equal windows and equal origins are made by their texts in
    /// the same way.
    pub(crate) fn has_origins(&self, part: &Preprocessed, known: &Origins) -> bool {
        if !known.is_whole || self.token_count() != known.plain.len() {
            return false;
        }
        let mut made = known.made.iter().peekable();
        self.places(part).zip(known.plain.iter()).enumerate().all(|(at, (place, known))| {
            match made.next_if(|(next, _)| *next == at) {
                Some((_, numbers)) => self.numbers(part, place).eq(numbers.iter().copied()),
                None => self.is_plain(place, known),
            }
        })
    }

    /// The same for tokens that the last edit moved all together or not at all: where none of them is made by a macro or stands
    /// in another file, the first and the last one speak for all.
    pub(crate) fn has_moved_origins(&self, part: &Preprocessed, known: &Origins) -> bool {
        let is_like = known.made.is_empty() && known.is_of_window && known.plain.len() == self.token_count();
        let Some([first, last]) = known.plain.ends().filter(|_| is_like) else {
            return self.has_origins(part, known);
        };
        let is_there = |at: u32, known| {
            let place = part.tokens.places.get(at as usize);
            place.is_some_and(|place| self.is_plain(place, known))
        };
        let is_same = is_there(self.tokens.start, first) && is_there(self.tokens.end - 1, last);
        debug_assert_eq!(is_same, self.has_origins(part, known), "tokens have moved apart");
        is_same
    }

    /// The surroundings of the same function behind changes of the tokens and of the text, where its tokens are `now`. None if
    /// these reach the function, or the lines around it. What [`FunctionWindow::of`] reads is in the window, but for the byte before.
    pub(crate) fn moved(
        &self,
        (tokens, text): (TokenChange, TextChange),
        now: TokenRange,
    ) -> Option<FunctionWindow> {
        let window = text.moved(&self.window)?;
        let [old_start, new_start] = [self.tokens.start, now.start].map(|start| start as usize);
        let is_outside = if now.end as usize <= tokens.first {
            now == self.tokens && window == self.window
        } else {
            let behind = new_start.checked_sub(tokens.new_end);
            behind.is_some() && behind == old_start.checked_sub(tokens.old_end)
        };
        is_outside.then_some(FunctionWindow { window, tokens: now })
    }

    /// Its tokens in the unit.
    pub(crate) fn tokens(&self) -> TokenRange {
        self.tokens
    }

    /// Whether none of the tokens was made anew by a change of the unit.
    pub(crate) fn is_outside(&self, change: TokenChange) -> bool {
        !change.touches(self.tokens)
    }

    /// Whether no macro makes a token, and it stands at this place of the window.
    fn is_plain(&self, place: TokenPlace, known: [u32; 2]) -> bool {
        let start = self.window.start as u32;
        place.origin.expansion == ExpansionId::NONE
            && [place.origin.spelling, place.end].map(|at| at.0.wrapping_sub(start)) == known
    }

    /// The origin of a token that a macro makes, as numbers.
    fn numbers(&self, part: &Preprocessed, token: TokenPlace) -> impl Iterator<Item = u64> {
        let place = |at: Pos| self.number_of(at);
        let chain = part.map.chain(token.origin.expansion);
        let numbers = chain.flat_map(move |(_, expansion)| expansion_numbers(expansion, &place));
        [place(token.origin.spelling), place(token.end)].into_iter().chain(numbers)
    }

    /// A position: one of the window is counted from its start.
    fn number_of(&self, at: Pos) -> u64 {
        let at = at.0 as usize;
        let is_inside = self.window.contains(&at) || at == self.window.end;
        if is_inside { 1 << 32 | (at - self.window.start) as u64 } else { at as u64 }
    }
}

/// Where the tokens of a function come from, counted from the start of its window.
#[derive(Debug)]
pub(crate) struct Origins {
    plain: PlainOrigins,
    /// The others, by their numbers: the origin of each.
    made: Vec<(usize, Box<[u64]>)>,
    /// Whether these are all numbers of the others. What is not whole is like nothing.
    is_whole: bool,
    /// Whether all others stand in the window. Those of a header that is included in a function do not move with it.
    is_of_window: bool,
}

impl Origins {
    /// Whether no macro makes any of the tokens.
    pub(crate) fn are_plain(&self) -> bool {
        self.made.is_empty()
    }
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
