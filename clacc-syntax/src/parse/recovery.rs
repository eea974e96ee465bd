//! Continues parsing after an error by skipping tokens.

use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::token::{TokenKind, TokenRange};
use crate::wide_search;

use super::codes;
use super::cursor::Parser;

impl Parser<'_> {
    /// Parses the `;` at the end of a statement or declaration. Other tokens in its place are reported and
    /// skipped. Returns true if nothing but the `;` was missing.
    pub(crate) fn expect_semicolon(&mut self) -> bool {
        if self.eat(TokenKind::Semi) {
            return true;
        }
        self.expected(&codes::C0001, ";");
        let only_forgotten = self.ends_statement_here();
        self.recover_statement();
        only_forgotten
    }

    /// Returns whether the current token can follow a statement whose `;` was forgotten.
    fn ends_statement_here(&self) -> bool {
        match self.kind() {
            TokenKind::RBrace
            | TokenKind::Eof
            | TokenKind::PragmaAcc
            | TokenKind::PragmaOmp
            | TokenKind::PragmaOther => true,
            kind => starts_statement(kind),
        }
    }

    /// Moves past the next `;` of this block, or to a token that certainly begins a statement, or to the end of the block.
    pub(super) fn recover_statement(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Semi => {
                    self.bump();
                    return;
                }
                _ if self.ends_statement_here() => return,
                TokenKind::LBrace => {
                    self.skip_balanced();
                    return;
                }
                TokenKind::LParen | TokenKind::LBracket => self.skip_balanced(),
                _ => self.bump(),
            }
        }
    }

    /// Moves past the end of a broken external declaration: past a `;`, or past a balanced `{ ... }` after which the declaration does not
    /// continue, or to a token that begins another declaration.
    pub(super) fn recover_external(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Semi => {
                    self.bump();
                    return;
                }
                TokenKind::LBrace => {
                    self.skip_balanced();
                    if !self.continues_declaration() {
                        return;
                    }
                }
                kind if begins_external(kind) => return,
                TokenKind::LParen | TokenKind::LBracket => self.skip_balanced(),
                _ => self.bump(),
            }
        }
    }

    fn continues_declaration(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Semi | TokenKind::Comma | TokenKind::Eq | TokenKind::RParen | TokenKind::RBracket
        )
    }

    /// Moves past a closing bracket. If another token is there, the error is reported and the tokens up to the bracket are skipped, within
    /// the statement.
    pub(super) fn expect_closing(&mut self, closing: TokenKind) {
        if !self.expect(closing) {
            self.recover_to_closing(closing);
        }
    }

    /// Moves past `closing` if it comes before the end of the statement.
    pub(super) fn recover_to_closing(&mut self, closing: TokenKind) {
        loop {
            match self.kind() {
                kind if kind == closing => {
                    self.bump();
                    return;
                }
                TokenKind::Semi
                | TokenKind::LBrace
                | TokenKind::RBrace
                | TokenKind::RParen
                | TokenKind::RBracket
                | TokenKind::PragmaEnd
                | TokenKind::Eof => return,
                kind if starts_statement(kind) => return,
                TokenKind::LParen | TokenKind::LBracket => self.skip_balanced(),
                _ => self.bump(),
            }
        }
    }

    /// Moves past the bracket at the cursor and everything up to its partner, or to the end if it has no
    /// partner. Brackets in directives do not count.
    pub(crate) fn skip_balanced(&mut self) {
        let length = balanced_length(self.rest()).unwrap_or(self.rest().len());
        self.bump_by(length);
    }

    /// Moves past the rest of the brackets or statement in which a construct was nested too deep.
    pub(super) fn skip_too_deep(&mut self) {
        loop {
            match self.kind() {
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => self.skip_balanced(),
                TokenKind::RParen
                | TokenKind::RBracket
                | TokenKind::RBrace
                | TokenKind::Semi
                | TokenKind::PragmaEnd
                | TokenKind::Eof => return,
                _ => self.bump(),
            }
        }
    }

    /// Adds an error node for an expression that [`Parser::enter`] refused.
    pub(super) fn skip_too_deep_expr(&mut self) -> ExprId {
        let start = self.position();
        self.skip_too_deep();
        self.add_expr(Expr::Error, start)
    }

    /// Adds an error node for a statement that is nested too deep. It ends at its `;` or at the end of its
    /// block.
    pub(super) fn skip_too_deep_stmt(&mut self) -> StmtId {
        let start = self.position();
        loop {
            match self.kind() {
                TokenKind::Semi => {
                    self.bump();
                    break;
                }
                TokenKind::LBrace => {
                    self.skip_balanced();
                    break;
                }
                TokenKind::RBrace | TokenKind::Eof => break,
                TokenKind::LParen | TokenKind::LBracket => self.skip_balanced(),
                _ => self.bump(),
            }
        }
        self.add_stmt(Stmt::Error, start)
    }

    /// Moves past pragmas where none may occur. Directives are reported, because they would have no effect.
    #[inline]
    pub(super) fn skip_misplaced_pragmas(&mut self) {
        use TokenKind as T;
        while matches!(self.kind(), T::PragmaAcc | T::PragmaOmp | T::PragmaOther | T::PragmaEnd) {
            self.skip_misplaced_pragma();
        }
    }

    fn skip_misplaced_pragma(&mut self) {
        if matches!(self.kind(), TokenKind::PragmaOther | TokenKind::PragmaEnd) {
            self.bump();
        } else {
            self.error(&codes::C0011, "a directive cannot stand inside an expression");
            self.skip_directive();
        }
    }

    /// Moves past the `PragmaEnd` of a directive.
    pub(crate) fn skip_directive(&mut self) {
        let rest = self.rest();
        let end = rest.iter().position(|kind| *kind == TokenKind::PragmaEnd);
        self.bump_by(end.map_or(rest.len(), |end| end + 1));
    }

    /// Reports at the end of the text that the bracket at `opened` has no partner.
    pub(super) fn error_unclosed(&mut self, opened: TokenRange) {
        let at = self.present_token();
        let diagnostic = Diagnostic::new(&codes::C0010, at, "expected `}` before the end of the text");
        self.report(diagnostic.label(opened, "the block begins here"));
    }
}

/// Returns the number of tokens from an opening bracket to its partner, both included; none if it has no
/// partner. Only brackets of the same kind are matched, so that a stray bracket of another kind does
/// no harm.
pub(super) fn balanced_length(kinds: &[TokenKind]) -> Option<usize> {
    let open = *kinds.first()?;
    let close = match open {
        TokenKind::LParen => TokenKind::RParen,
        TokenKind::LBracket => TokenKind::RBracket,
        _ => TokenKind::RBrace,
    };
    let decides =
        |kind| kind == open || kind == close || kind == TokenKind::PragmaAcc || kind == TokenKind::PragmaOmp;
    let mut depth = 0_usize;
    let mut index = 0;
    while let Some(found) = wide_search::position(&kinds[index..], decides) {
        index += found + 1;
        let kind = kinds[index - 1];
        if kind == open {
            depth += 1;
        } else if kind == close {
            depth -= 1;
            if depth == 0 {
                return Some(index);
            }
        } else {
            let end = kinds[index..].iter().position(|kind| *kind == TokenKind::PragmaEnd);
            index = end.map_or(kinds.len(), |end| index + end + 1);
        }
    }
    None
}

fn begins_external(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Typedef
            | TokenKind::Extern
            | TokenKind::Static
            | TokenKind::StaticAssert
            | TokenKind::GnuExtension2
            | TokenKind::PragmaAcc
            | TokenKind::PragmaOmp
            | TokenKind::PragmaOther
            | TokenKind::Eof
    )
}

/// Returns whether a keyword begins a statement or declaration and cannot occur inside one.
fn starts_statement(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::If
            | TokenKind::While
            | TokenKind::Do
            | TokenKind::For
            | TokenKind::Switch
            | TokenKind::Case
            | TokenKind::Default
            | TokenKind::Goto
            | TokenKind::Return
            | TokenKind::Break
            | TokenKind::Continue
            | TokenKind::Typedef
            | TokenKind::Static
            | TokenKind::Extern
            | TokenKind::Register
            | TokenKind::Int
            | TokenKind::Char
            | TokenKind::Double
            | TokenKind::Float
            | TokenKind::Void
    )
}
