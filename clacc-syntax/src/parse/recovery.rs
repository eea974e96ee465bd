//! How parsing goes on after an error: where to stop skipping.

use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::token::{TokenKind, TokenRange};

use super::codes;
use super::cursor::Parser;

impl Parser<'_> {
    /// The `;` at the end of a statement or declaration. Where something else stands that is reported and skipped;
    /// true where nothing but the `;` was missing.
    pub(crate) fn expect_semicolon(&mut self) -> bool {
        if self.eat(TokenKind::Semi) {
            return true;
        }
        self.expected(&codes::C0001, ";");
        let only_forgotten = self.ends_statement_here();
        self.recover_statement();
        only_forgotten
    }

    /// Whether the present token can be the first behind a statement whose `;` was forgotten.
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

    /// Goes past the next `;` of this block, or to what certainly begins a statement, or to the end of the block.
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

    /// Goes past the end of a broken external declaration: `;`, or a balanced `{ ... }` with nothing behind that
    /// belongs to it, or to a token that begins another one.
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

    /// Passes a closing bracket. Where another token stands that is reported, and the bracket looked for.
    pub(super) fn expect_closing(&mut self, closing: TokenKind) {
        if !self.expect(closing) {
            self.recover_to_closing(closing);
        }
    }

    /// Goes past `closing` if it comes before the end of the statement.
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

    /// Goes past the bracket at the cursor and all up to its partner; to the end where it has none. The tokens of
    /// directives do not count.
    pub(crate) fn skip_balanced(&mut self) {
        let length = balanced_length(self.rest());
        self.bump_by(length);
    }

    /// Goes past the rest of the brackets or the statement that a construct nested too deep stands in.
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

    /// An error node over what [`Parser::enter`] refused.
    pub(super) fn skip_too_deep_expr(&mut self) -> ExprId {
        let start = self.position();
        self.skip_too_deep();
        self.add_expr(Expr::Error, start)
    }

    /// A statement nested too deep ends where its `;` or its block does.
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

    /// Goes past pragmas where none can stand. Directives are reported: they would have no effect.
    pub(super) fn skip_misplaced_pragmas(&mut self) {
        loop {
            match self.kind() {
                TokenKind::PragmaOther | TokenKind::PragmaEnd => self.bump(),
                TokenKind::PragmaAcc | TokenKind::PragmaOmp => {
                    self.error(&codes::C0011, "a directive cannot stand inside an expression");
                    self.skip_directive();
                }
                _ => return,
            }
        }
    }

    /// Goes past the `PragmaEnd` of a directive.
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

/// The number of tokens from an opening bracket to its partner, both included; all tokens where it has none.
/// Only brackets of the same kind are matched, so that one stray bracket of another kind does no harm.
pub(super) fn balanced_length(kinds: &[TokenKind]) -> usize {
    let Some(&open) = kinds.first() else { return 0 };
    let close = match open {
        TokenKind::LParen => TokenKind::RParen,
        TokenKind::LBracket => TokenKind::RBracket,
        _ => TokenKind::RBrace,
    };
    let mut depth = 0_usize;
    let mut index = 0;
    while index < kinds.len() {
        let kind = kinds[index];
        index += 1;
        if kind == open {
            depth += 1;
        } else if kind == close {
            depth -= 1;
            if depth == 0 {
                return index;
            }
        } else if matches!(kind, TokenKind::PragmaAcc | TokenKind::PragmaOmp) {
            let end = kinds[index..].iter().position(|kind| *kind == TokenKind::PragmaEnd);
            index = end.map_or(kinds.len(), |end| index + end + 1);
        }
    }
    kinds.len()
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

/// Keywords that begin a statement or declaration and can stand nowhere inside one.
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
