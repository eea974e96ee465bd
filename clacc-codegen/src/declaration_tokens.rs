//! The tokens of a declaration.

use clacc_syntax::token::TokenKind;
use clacc_syntax::{Name, Names};

/// The tokens of a declaration.
#[derive(Clone, Copy)]
pub(crate) struct Tokens<'a> {
    pub(crate) kinds: &'a [TokenKind],
    pub(crate) texts: &'a [Name],
    pub(crate) names: &'a Names,
}

impl<'a> Tokens<'a> {
    pub(crate) fn text(&self, at: u32) -> &'a str {
        self.texts.get(at as usize).map_or("", |name| &self.names[*name])
    }
}
