//! Positions within a unit, and the origins of its tokens.

use crate::lexer::FILE_LIMIT;

/// A byte position within a unit: a place in one inclusion of one file, or in text made by the preprocessor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Pos(pub u32);

/// The first position that does not belong to the main file. Main files must not be longer.
pub const MAIN_FILE_LIMIT: u32 = FILE_LIMIT;

/// The index of an entry of [`SourceMap::expansions`](crate::unit::SourceMap::expansions), counted from 1. It is [`ExpansionId::NONE`] for
/// a token that does not come from an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExpansionId(pub u32);

impl ExpansionId {
    /// The token does not come from an expansion.
    pub const NONE: ExpansionId = ExpansionId(0);
}

/// The origin of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenOrigin {
    /// The position of its characters: in a file, in a macro's replacement list, in a macro argument, or in
    /// text that the preprocessor made.
    pub spelling: Pos,
    /// The innermost expansion that the token comes from.
    pub expansion: ExpansionId,
}
