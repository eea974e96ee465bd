//! A token during preprocessing.

use crate::Name;
use crate::lexer::LexedFile;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{ExpansionId, Pos, TokenOrigin};

/// A token with its text and origin. Keywords are identifiers until the token is added to the unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PpToken {
    pub(super) kind: TokenKind,
    pub(super) flags: TokenFlags,
    pub(super) text: Name,
    pub(super) origin: TokenOrigin,
    pub(super) end: Pos,
}

/// The flags for white space before a token.
pub(super) const SPACING: TokenFlags = TokenFlags::LINE_START.with(TokenFlags::SPACE_BEFORE);

impl PpToken {
    /// Returns the token at `index` of a file whose first byte is at unit position `base`.
    pub(super) fn from_file(file: &LexedFile, base: u32, index: usize) -> PpToken {
        PpToken {
            kind: file.kinds[index],
            flags: file.flags[index],
            text: file.texts[index],
            origin: TokenOrigin {
                spelling: Pos(base + file.starts.get(index)),
                expansion: ExpansionId::NONE,
            },
            end: Pos(base + file.end(index)),
        }
    }

    /// Returns the range of the token's spelling.
    pub(super) fn range(&self) -> (Pos, Pos) {
        (self.origin.spelling, self.end)
    }

    /// Returns whether white space of any kind precedes the token.
    pub(super) fn spaced(&self) -> bool {
        self.flags.contains(TokenFlags::SPACE_BEFORE) || self.flags.contains(TokenFlags::LINE_START)
    }

    /// Returns the token with the white space of `flags` before it.
    pub(super) fn spaced_like(mut self, flags: TokenFlags) -> PpToken {
        let spacing = flags.without(TokenFlags::UNCLEAN).without(TokenFlags::NO_EXPAND);
        self.flags = self.flags.without(SPACING).with(spacing);
        self
    }

    /// Returns whether the token is this punctuator.
    pub(super) fn is(&self, kind: TokenKind) -> bool {
        self.kind == kind
    }
}
