//! The text in a file that belongs to a node alone.

use std::ops::Range;
use std::sync::Arc;

use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenKind;
use clacc_syntax::unit::{ExpansionId, ExpansionKind, Pos};

use crate::analysis::Analysis;
use crate::source::{Location, PlacedNode, Provenance};
use crate::syntax::Node;

/// A node whose text is in a file itself, not produced by a macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WrittenNode {
    pub(crate) path: Arc<str>,
    /// The bytes of the file.
    pub(crate) text: Arc<[u8]>,
    pub(crate) range: Range<usize>,
    /// true if the text ends with the line of a pragma, so that nothing can follow on that line.
    pub(crate) ends_line: bool,
    /// true if the text is in the string of a `_Pragma`.
    pub(crate) is_in_operator: bool,
    /// true if the next token after the text is `else`.
    pub(crate) is_before_else: bool,
}

/// The reason why no text belongs to a node alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotWritten {
    /// The session does not have the node.
    Foreign,
    InSystemHeader(Location),
    MadeByMacro(Provenance),
}

/// An end of a node that is not produced by a macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct WrittenEnd {
    pos: Pos,
    is_in_operator: bool,
}

impl PlacedNode<'_> {
    /// Returns the end of a node at a position, unless a macro produces the token there.
    fn written(&self, pos: Pos, expansion: ExpansionId) -> Option<WrittenEnd> {
        let is_in_operator = expansion != ExpansionId::NONE;
        if is_in_operator {
            let operator = self.places.map.expansion(expansion)?;
            let is_operator = operator.kind == ExpansionKind::PragmaOperator;
            (is_operator && operator.invocation.expansion == ExpansionId::NONE).then_some(())?;
        }
        Some(WrittenEnd { pos, is_in_operator })
    }

    fn written_start(&self) -> Option<WrittenEnd> {
        let origin = self.places.tokens.places.origin(self.tokens.start as usize)?;
        self.written(origin.spelling, origin.expansion)
    }

    /// Returns the end of the last token. For a directive, it is the end of its last token, or of its `_Pragma`.
    fn written_end(&self) -> Option<WrittenEnd> {
        let last = self.tokens.end.checked_sub(1)? as usize;
        let origin = self.places.tokens.places.origin(last)?;
        let is_end = self.places.tokens.kinds.get(last) == Some(&TokenKind::PragmaEnd);
        let end = if is_end { origin.spelling } else { self.places.tokens.places.end(last)? };
        self.written(end, origin.expansion)
    }

    /// Returns the range of a token that no macro produces.
    pub(crate) fn written_token(&self, token: u32) -> Option<Range<usize>> {
        let origin = self.places.tokens.places.origin(token as usize)?;
        let start = self.written(origin.spelling, origin.expansion)?;
        let range = self.places.map.file_range(start.pos, self.places.tokens.places.end(token as usize)?)?;
        Some(range.start as usize..range.end as usize)
    }

    /// Returns whether a token is in the string of a `_Pragma`, or is produced by a macro.
    pub(crate) fn is_in_operator(&self, token: u32) -> bool {
        let origin = self.places.tokens.places.origin(token as usize);
        origin.is_some_and(|origin| origin.expansion != ExpansionId::NONE)
    }

    /// Returns the range between both ends, in one inclusion of one file, and whether it is in the string of a `_Pragma`.
    fn written_range(&self) -> Option<(FileRange, bool)> {
        let (start, end) = (self.written_start()?, self.written_end()?);
        let range = self.places.map.file_range(start.pos, end.pos)?;
        (start.is_in_operator == end.is_in_operator).then_some((range, start.is_in_operator))
    }

    /// Returns whether the last token ends a pragma line, not a `_Pragma`.
    fn ends_line(&self, text: &[u8]) -> bool {
        let kinds = &self.places.tokens.kinds[..self.tokens.end as usize];
        let starts_pragma = |kind: &TokenKind| {
            matches!(kind, TokenKind::PragmaAcc | TokenKind::PragmaOmp | TokenKind::PragmaOther)
        };
        if !matches!(kinds.last(), Some(TokenKind::PragmaEnd | TokenKind::PragmaOther)) {
            return false;
        }
        let Some(pragma) = kinds.iter().rposition(starts_pragma) else { return false };
        let start =
            self.places.tokens.places.origin(pragma).and_then(|at| self.places.map.file_offset(at.spelling));
        let first = start.and_then(|(_, at)| text.get(at as usize));
        first != Some(&b'_')
    }
}

impl Analysis {
    /// Returns the text that belongs to a node alone: both ends are in one file, and no macro produces them. `_Pragma` does not count as a
    /// macro, and the content of its string counts as text of the file if it has no escapes.
    pub(crate) fn written(&self, node: Node<'_>) -> Result<WrittenNode, NotWritten> {
        let placed = self.placed_with_line_end(node).ok_or(NotWritten::Foreign)?;
        if placed.tokens.end <= placed.tokens.start {
            return Err(NotWritten::Foreign);
        }
        let place = || self.place(placed.places.spot(placed.tokens).range);
        if placed.is_in_system_header() {
            return Err(NotWritten::InSystemHeader(place()));
        }
        let Some((range, is_in_operator)) = placed.written_range() else {
            return Err(self.provenance(node).map_or(NotWritten::Foreign, NotWritten::MadeByMacro));
        };
        let text = self.text_of(range.file).ok_or(NotWritten::Foreign)?;
        Ok(WrittenNode {
            path: self.path_of(range.file),
            range: range.start as usize..range.end as usize,
            ends_line: placed.ends_line(&text),
            text,
            is_in_operator,
            is_before_else: placed.places.tokens.kinds.get(placed.tokens.end as usize)
                == Some(&TokenKind::Else),
        })
    }
}
