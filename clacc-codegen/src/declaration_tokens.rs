//! The tokens of a declaration.

use clacc_sema::db::Db;
use clacc_sema::db::external_decls::ExternalDecl;
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::{Name, Names};

/// The tokens of a declaration.
#[derive(Clone, Copy)]
pub(crate) struct Tokens<'a> {
    pub(crate) kinds: &'a [TokenKind],
    pub(crate) texts: &'a [Name],
    pub(crate) names: &'a Names,
}

impl<'a> Tokens<'a> {
    pub(crate) fn of(db: &'a dyn Db, decl: ExternalDecl<'a>) -> Tokens<'a> {
        let tokens = decl.tokens(db);
        Tokens { kinds: &tokens.kinds, texts: &tokens.texts, names: db.names() }
    }

    /// Returns whether a token is a pragma for compilers that begins with a word.
    pub(crate) fn is_pragma(&self, at: u32, word: &str) -> bool {
        let is_other = self.kinds.get(at as usize) == Some(&TokenKind::PragmaOther);
        is_other && self.text(at).trim_start().starts_with(word)
    }

    pub(crate) fn text(&self, at: u32) -> &'a str {
        self.texts.get(at as usize).map_or("", |name| &self.names[*name])
    }
}

/// Returns the edits in a range of tokens, of edits that are in order.
pub(crate) fn edits_within(edits: &[(TokenRange, String)], range: TokenRange) -> &[(TokenRange, String)] {
    let start = edits.partition_point(|(at, _)| at.start < range.start);
    let length = edits[start..].partition_point(|(at, _)| at.start < range.end);
    &edits[start..start + length]
}
