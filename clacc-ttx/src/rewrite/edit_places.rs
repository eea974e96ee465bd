//! Converts tokens to places in files.
//!
//! An edit needs a stretch of a file that produces exactly the tokens to replace. There is no such stretch if a boundary of these tokens is
//! inside a macro expansion that produces other tokens too.

use clacc_syntax::ast::Tree;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::unit::{Expansion, ExpansionId, ExpansionKind, Pos, Preprocessed};
use clacc_syntax::wide_search;

/// The places of the tokens of one external declaration.
#[derive(Clone, Copy, Debug)]
pub struct EditPlaces<'a> {
    /// The tokens of the unit with their origins.
    pub unit: &'a Preprocessed,
    /// The declaration's first token in the unit.
    pub first_token: u32,
}

impl<'a> EditPlaces<'a> {
    /// Whether the declaration starts in a system header.
    pub(crate) fn is_in_system_header(&self) -> bool {
        let origin = self.unit.tokens.places.origin(self.first_token as usize);
        origin.is_some_and(|origin| self.unit.map.is_system(self.unit.map.outermost(origin).spelling))
    }

    /// Converts a range relative to the declaration to one of tokens of the unit.
    pub(super) fn absolute(&self, range: TokenRange) -> TokenRange {
        TokenRange::new(
            range.start.saturating_add(self.first_token),
            range.end.saturating_add(self.first_token),
        )
    }

    pub(super) fn expansion(&self, id: ExpansionId) -> Option<&'a Expansion> {
        self.unit.map.expansion(id)
    }

    /// The expansions that a token came through, innermost first.
    pub(super) fn chain(&self, token: u32) -> impl Iterator<Item = (ExpansionId, &'a Expansion)> + use<'a> {
        let innermost = self.unit.tokens.places.origin(token as usize).map(|origin| origin.expansion);
        self.unit.map.chain(innermost.unwrap_or(ExpansionId::NONE))
    }

    /// Returns the outermost expansion of a token that is nested in the expansion `floor`, if any.
    fn outermost_above(&self, token: u32, floor: ExpansionId) -> Option<(ExpansionId, &'a Expansion)> {
        self.chain(token).take_while(|(id, _)| *id != floor).last()
    }

    /// Returns the range of the text, on the expansion level `floor`, that produces exactly these tokens. If a macro produces other tokens
    /// around them, that is the text of the macro's argument, if all of them come from one.
    pub(crate) fn text_range(&self, tokens: TokenRange, floor: ExpansionId) -> Option<(Pos, Pos)> {
        let last = tokens.end.checked_sub(1).filter(|last| *last >= tokens.start)?;
        let mut floor = floor;
        loop {
            let first_top = self.outermost_above(tokens.start, floor);
            let last_top = self.outermost_above(last, floor);
            let is_shared = self.also_makes(first_top, tokens.start.checked_sub(1))
                || self.also_makes(last_top, Some(tokens.end));
            if !is_shared {
                let start = self.start_above(tokens.start, floor)?;
                let end = match last_top {
                    Some((_, expansion)) => expansion.text_end()?,
                    None => self.unit.tokens.places.end(last as usize)?,
                };
                let is_split = first_top.is_some_and(|(_, expansion)| expansion.ends_elsewhere);
                return (start <= end && !is_split).then_some((start, end));
            }
            floor = self.argument_of(tokens, floor)?;
        }
    }

    /// Returns whether the invocation that an expansion belongs to also produces this token. An invocation has several expansions: its
    /// replacement list and its arguments.
    pub(super) fn also_makes(&self, top: Option<(ExpansionId, &Expansion)>, token: Option<u32>) -> bool {
        let Some(((_, top), token)) = top.zip(token) else { return false };
        self.chain(token).any(|(_, other)| other.invocation == top.invocation && other.name == top.name)
    }

    /// Returns the argument, nested in `floor`, that all these tokens come from, if its text produces them once and in order. A replacement
    /// list can repeat its parameter.
    fn argument_of(&self, tokens: TokenRange, floor: ExpansionId) -> Option<ExpansionId> {
        let (argument, expansion) = self.outermost_above(tokens.start, floor)?;
        if !matches!(expansion.kind, ExpansionKind::Argument(_)) {
            return None;
        }
        let places = &self.unit.tokens.places;
        let mut before: Option<(Pos, u32)> = None;
        for token in tokens.start..tokens.end {
            if self.outermost_above(token, floor)?.0 != argument {
                return None;
            }
            let at = self.start_above(token, argument)?;
            let first = match before {
                Some((last, first)) if last == at => first,
                Some((last, _)) if last > at => return None,
                _ => token,
            };
            if first != token && places.origin(first as usize) == places.origin(token as usize) {
                return None;
            }
            before = Some((at, first));
        }
        Some(argument)
    }

    /// Returns the start of the text, on the expansion level `floor`, that produces a token.
    fn start_above(&self, token: u32, floor: ExpansionId) -> Option<Pos> {
        match self.outermost_above(token, floor) {
            Some((_, expansion)) => Some(expansion.invocation.spelling),
            None => Some(self.unit.tokens.places.origin(token as usize)?.spelling),
        }
    }

    /// Returns the place after the last token of a directive's statement or declaration, as an empty range. None if the text that produces
    /// it also produces later tokens. `directive` is a token of the directive. If both are in one argument of a macro, the place is in that
    /// argument's text.
    pub(super) fn behind(&self, token: u32, directive: u32) -> Option<FileRange> {
        let is_common = |(id, expansion): &(ExpansionId, &Expansion)| {
            matches!(expansion.kind, ExpansionKind::Argument(_))
                && self.chain(directive).any(|(other, _)| other == *id)
        };
        let floor = self.chain(token).find(is_common).map_or(ExpansionId::NONE, |(id, _)| id);
        let top = self.outermost_above(token, floor);
        if self.also_makes(top, Some(token + 1)) {
            return None;
        }
        let end = match top {
            Some((_, expansion)) => expansion.text_end()?,
            None => self.unit.tokens.places.end(token as usize)?,
        };
        self.file_range(end, end)
    }

    /// Returns whether the invocation that an expansion belongs to produces these tokens, and neither the token before them nor the one
    /// after.
    pub(super) fn makes_only(&self, expansion: (ExpansionId, &Expansion), tokens: TokenRange) -> bool {
        !self.also_makes(Some(expansion), tokens.start.checked_sub(1))
            && !self.also_makes(Some(expansion), Some(tokens.end))
    }

    /// Returns two positions as a range, if they are in the same inclusion of one file.
    pub(super) fn file_range(&self, start: Pos, end: Pos) -> Option<FileRange> {
        self.unit.map.file_range(start, end)
    }

    /// Returns the place to show for these tokens, which are given relative to the declaration. If macros produced them, it is the text of
    /// the outermost invocations. It is for messages, not for edits.
    pub fn shown(&self, range: TokenRange) -> Option<FileRange> {
        let range = self.absolute(range);
        let last = range.end.checked_sub(1)?.max(range.start);
        let start = self.unit.tokens.places.origin(range.start as usize)?;
        let start = self.unit.map.outermost(start).spelling;
        let end = match self.chain(last).last() {
            Some((_, expansion)) => expansion.invocation_end,
            None => self.unit.tokens.places.end(last as usize)?,
        };
        self.file_range(start, end).or_else(|| self.file_range(start, start))
    }

    /// The range of a directive without its `PragmaEnd`, in tokens of the unit.
    pub(super) fn directive(&self, tree: &Tree, id: clacc_syntax::ast::DirectiveId) -> Option<TokenRange> {
        let range = self.absolute(tree.spans.directives.get(id)?);
        (range.end > range.start + 1).then(|| TokenRange::new(range.start, range.end - 1))
    }
}

/// The token ranges of the OpenACC directives that begin among some tokens of a part of a unit, without their `PragmaEnd`.
pub(super) fn directives_among(
    part: &Preprocessed,
    tokens: TokenRange,
) -> impl Iterator<Item = TokenRange> + '_ {
    let kinds = &part.tokens.kinds;
    let (from, end) = (tokens.start as usize, tokens.end as usize);
    let starts = wide_search::positions(&kinds[from..end], |kind| kind == TokenKind::PragmaAcc);
    starts.map(move |start| from + start).filter_map(move |start| {
        let length = kinds[start..].iter().position(|kind| *kind == TokenKind::PragmaEnd)?;
        (length > 1).then(|| TokenRange::new(start as u32, (start + length) as u32))
    })
}
