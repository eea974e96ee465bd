//! Converts tokens to places in files.
//!
//! An edit needs a stretch of a file that makes exactly the tokens it is about. There is no such stretch if a
//! boundary of these tokens is inside a macro expansion that makes other tokens too.

use clacc_syntax::ast::Tree;
use clacc_syntax::source::FileRange;
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::unit::{Expansion, ExpansionId, Pos, Preprocessed};

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
        let origin = self.unit.tokens.origins.get(self.first_token as usize);
        origin.is_some_and(|origin| self.unit.map.is_system(self.unit.map.outermost(*origin).spelling))
    }

    /// Converts a range relative to the declaration to one of tokens of the unit.
    pub(super) fn absolute(&self, range: TokenRange) -> TokenRange {
        TokenRange::new(range.start + self.first_token, range.end + self.first_token)
    }

    pub(super) fn expansion(&self, id: ExpansionId) -> Option<&'a Expansion> {
        self.unit.map.expansion(id)
    }

    /// The expansions that a token came through, innermost first.
    pub(super) fn chain(&self, token: u32) -> impl Iterator<Item = (ExpansionId, &'a Expansion)> + use<'a> {
        let innermost = self.unit.tokens.origins.get(token as usize).map(|origin| origin.expansion);
        self.unit.map.chain(innermost.unwrap_or(ExpansionId::NONE))
    }

    /// The outermost expansion that a token came through below the level `floor`, if any.
    fn outermost_above(&self, token: u32, floor: ExpansionId) -> Option<(ExpansionId, &'a Expansion)> {
        self.chain(token).take_while(|(id, _)| *id != floor).last()
    }

    /// Returns the range of the text, on the level of expansion `floor`, that makes exactly these tokens.
    pub(super) fn text_range(&self, tokens: TokenRange, floor: ExpansionId) -> Option<(Pos, Pos)> {
        let last = tokens.end.checked_sub(1).filter(|last| *last >= tokens.start)?;
        let buffer = &self.unit.tokens;
        let first_top = self.outermost_above(tokens.start, floor);
        let last_top = self.outermost_above(last, floor);
        let shares = |neighbour: Option<u32>, top: Option<(ExpansionId, _)>| {
            let Some(((id, _), neighbour)) = top.zip(neighbour) else { return false };
            self.chain(neighbour).any(|(other, _)| other == id)
        };
        if shares(tokens.start.checked_sub(1), first_top) || shares(Some(tokens.end), last_top) {
            return None;
        }
        let start = match first_top {
            Some((_, expansion)) => expansion.invocation.spelling,
            None => buffer.origins.get(tokens.start as usize)?.spelling,
        };
        if first_top.is_some_and(|(_, expansion)| expansion.ends_elsewhere) {
            return None;
        }
        let end = match last_top {
            Some((_, expansion)) => expansion.text_end()?,
            None => *buffer.ends.get(last as usize)?,
        };
        (start <= end).then_some((start, end))
    }

    /// The place behind a token, as an empty range. None if the text that makes the token also makes later
    /// ones.
    pub(super) fn behind(&self, token: u32) -> Option<FileRange> {
        let end = match self.chain(token).last() {
            Some((id, _)) if self.chain(token + 1).any(|(other, _)| other == id) => return None,
            Some((_, expansion)) => expansion.text_end()?,
            None => *self.unit.tokens.ends.get(token as usize)?,
        };
        self.file_range(end, end)
    }

    /// Two positions as a range, if they lie in one inclusion of one file.
    pub(super) fn file_range(&self, start: Pos, end: Pos) -> Option<FileRange> {
        self.unit.map.file_range(start, end)
    }

    /// The place to show for these tokens, which are given relative to the declaration. If macros made them,
    /// it is the text of the outermost invocations. It is for messages, not for edits.
    pub fn shown(&self, range: TokenRange) -> Option<FileRange> {
        let range = self.absolute(range);
        let last = range.end.checked_sub(1)?.max(range.start);
        let start = self.unit.tokens.origins.get(range.start as usize)?;
        let start = self.unit.map.outermost(*start).spelling;
        let end = match self.chain(last).last() {
            Some((_, expansion)) => expansion.invocation_end,
            None => *self.unit.tokens.ends.get(last as usize)?,
        };
        self.file_range(start, end).or_else(|| self.file_range(start, start))
    }

    /// The range of a directive without its `PragmaEnd`, in tokens of the unit.
    pub(super) fn directive(&self, tree: &Tree, id: clacc_syntax::ast::DirectiveId) -> Option<TokenRange> {
        let range = self.absolute(*tree.spans.directives.get(id)?);
        (range.end > range.start + 1).then(|| TokenRange::new(range.start, range.end - 1))
    }
}

/// The token ranges of all OpenACC directives of a part of a unit, without their `PragmaEnd`.
pub(super) fn directives_of(part: &Preprocessed) -> impl Iterator<Item = TokenRange> + '_ {
    let kinds = &part.tokens.kinds;
    let starts = (0..kinds.len()).filter(move |index| kinds[*index] == TokenKind::PragmaAcc);
    starts.filter_map(move |start| {
        let length = kinds[start..].iter().position(|kind| *kind == TokenKind::PragmaEnd)?;
        (length > 1).then(|| TokenRange::new(start as u32, (start + length) as u32))
    })
}
