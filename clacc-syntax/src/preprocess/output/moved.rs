//! The new positions of unchanged text, tokens and expansions after an edit of the main file.

use crate::source::{FileId, FileRange};
use crate::token_places::TokenPlace;
use crate::unit::{
    Expansion, ExpansionId, IgnoredPragma, Inclusion, LineMark, MAIN_FILE_LIMIT, MacroChange,
    MacroDefinition, MacroUse, Pos, Stretch, StretchContent, TokenOrigin,
};

/// The differences by which positions and ids after an edit have changed. All differences wrap around zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovedPlaces {
    /// The main file.
    pub(crate) main: FileId,
    /// The position in the main file from which on all positions moved. It is less than [`MAIN_FILE_LIMIT`].
    pub(crate) from: u32,
    /// The distance by which positions moved.
    pub(crate) by: u32,
    /// The last expansion before the edit. Expansion ids are less than 2^31, because each expansion takes memory.
    pub(crate) expansion: u32,
    /// The difference of the ids of later expansions.
    pub(crate) expansions_by: u32,
    /// The difference of the token indices.
    pub(crate) tokens_by: u32,
}

impl MovedPlaces {
    /// Returns whether all positions and expansion ids are unchanged.
    pub(crate) fn keeps_origins(&self) -> bool {
        self.by == 0 && self.expansions_by == 0
    }

    /// Returns the new value of a position. Positions of headers are negative as signed numbers, so that one comparison is enough: this
    /// runs for every token after an edit.
    #[inline]
    pub(crate) fn pos(&self, pos: Pos) -> Pos {
        const { assert!(MAIN_FILE_LIMIT == i32::MIN.cast_unsigned()) };
        let moves = pos.0.cast_signed() >= self.from.cast_signed();
        Pos(pos.0.wrapping_add(if moves { self.by } else { 0 }))
    }

    #[inline]
    pub(crate) fn origin(&self, origin: TokenOrigin) -> TokenOrigin {
        let moves = origin.expansion.0.cast_signed() > self.expansion.cast_signed();
        let by = if moves { self.expansions_by } else { 0 };
        TokenOrigin {
            spelling: self.pos(origin.spelling),
            expansion: ExpansionId(origin.expansion.0.wrapping_add(by)),
        }
    }

    pub(super) fn token_place(&self, place: TokenPlace) -> TokenPlace {
        TokenPlace { origin: self.origin(place.origin), end: self.pos(place.end), ..place }
    }

    pub(crate) fn range(&self, (start, end): (Pos, Pos)) -> (Pos, Pos) {
        (self.pos(start), self.pos(end))
    }

    pub(super) fn expansion(&self, expansion: Expansion) -> Expansion {
        Expansion {
            definition: self.pos(expansion.definition),
            invocation: self.origin(expansion.invocation),
            invocation_end: self.pos(expansion.invocation_end),
            ..expansion
        }
    }

    pub(super) fn stretch(&self, stretch: &Stretch) -> Stretch {
        let mut stretch = stretch.clone();
        if let StretchContent::File { included_at: Some(at), .. } = &mut stretch.content {
            *at = self.pos(*at);
        }
        stretch
    }

    pub(super) fn inactive(&self, range: FileRange) -> FileRange {
        let offset = |offset| self.pos(Pos(offset)).0;
        if range.file != self.main {
            return range;
        }
        FileRange { start: offset(range.start), end: offset(range.end), ..range }
    }

    pub(super) fn inclusion(&self, inclusion: &Inclusion) -> Inclusion {
        Inclusion { at: self.pos(inclusion.at), ..inclusion.clone() }
    }

    pub(super) fn macro_use(&self, version: MacroUse) -> MacroUse {
        MacroUse { at: self.pos(version.at), ..version }
    }

    pub(super) fn macro_change(&self, change: MacroChange) -> MacroChange {
        MacroChange { before: change.before.wrapping_add(self.tokens_by), ..change }
    }

    pub(super) fn macro_definition(&self, definition: &MacroDefinition) -> MacroDefinition {
        MacroDefinition {
            name: definition.name,
            name_at: self.pos(definition.name_at),
            body: self.range(definition.body),
        }
    }

    pub(super) fn line_mark(&self, mark: &LineMark) -> LineMark {
        LineMark { from: self.pos(mark.from), ..mark.clone() }
    }

    pub(super) fn ignored_pragma(&self, pragma: IgnoredPragma) -> IgnoredPragma {
        IgnoredPragma { start: self.origin(pragma.start), end: self.pos(pragma.end) }
    }
}
