//! Statements (C17 6.8) with the GNU and C23 forms.

use crate::Name;
use crate::ast::*;
use crate::checkpoint;
use crate::token::TokenKind;

use super::codes;
use super::cursor::Parser;
use super::scratch::take_above;

/// A label, `case` or `default` whose statement has not been parsed yet.
enum Labelled {
    Case { low: ExprId, high: Option<ExprId> },
    Default,
    Label { name: Name, attributes: Vec<Attribute> },
}

impl Parser<'_> {
    /// Parses a statement in a place that takes exactly one: a branch, a loop's body, the statement of a
    /// directive. Pragmas of other languages before it are kept around it. A declaration there is parsed and
    /// reported as an error.
    pub(crate) fn parse_statement(&mut self) -> StmtId {
        if !self.enter() {
            return self.skip_too_deep_stmt();
        }
        let stmt = match self.kind() {
            TokenKind::PragmaOther => self.parse_pragma_before_statement(),
            _ if self.starts_declaration() => {
                self.expected(&codes::C0003, "a statement");
                self.parse_block_declaration()
            }
            _ => self.parse_statement_kind(),
        };
        self.leave();
        stmt
    }

    fn parse_pragma_before_statement(&mut self) -> StmtId {
        let start = self.position();
        let text = self.bump_text();
        let body = self.parse_statement();
        self.add_stmt(Stmt::Pragma { text, body: Some(body) }, start)
    }

    /// Parses `{ ... }`.
    pub(crate) fn parse_compound(&mut self) -> StmtId {
        if !self.enter() {
            return self.skip_too_deep_stmt();
        }
        let start = self.position();
        let opened = self.present_token();
        self.expect(TokenKind::LBrace);
        self.names.open();
        let labels = self.parse_local_labels();
        let height = self.scratch.stmts.len();
        while !matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) {
            checkpoint::pass();
            self.parse_block_item();
        }
        let items = take_above(&mut self.scratch.stmts, height);
        self.names.close();
        if !self.eat(TokenKind::RBrace) {
            self.error_unclosed(opened);
        }
        self.leave();
        self.add_stmt(Stmt::Compound { labels: labels.into(), items }, start)
    }

    /// Parses GNU `__label__ a, b;` at the start of a block.
    fn parse_local_labels(&mut self) -> Box<[Name]> {
        let height = self.scratch.names.len();
        while self.eat(TokenKind::GnuLabel2) {
            loop {
                let name = self.expect_identifier("a label");
                self.scratch.names.push(name);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect_semicolon();
        }
        take_above(&mut self.scratch.names, height)
    }

    /// Pushes a block item.
    fn parse_block_item(&mut self) {
        let start = self.position();
        let item = match self.kind() {
            TokenKind::PragmaOther => {
                let text = self.bump_text();
                self.add_stmt(Stmt::Pragma { text, body: None }, start)
            }
            TokenKind::GnuAttribute | TokenKind::GnuAttribute2 | TokenKind::LBracket => {
                self.parse_attributed_item()
            }
            _ if self.starts_declaration() => self.parse_block_declaration(),
            _ => self.parse_statement_kind(),
        };
        self.scratch.stmts.push(item);
        if self.position() == start {
            self.bump();
        }
    }

    /// Parses a block item that starts with attributes. They are a separate statement, or part of a
    /// declaration.
    fn parse_attributed_item(&mut self) -> StmtId {
        let start = self.position();
        let attributes = self.parse_attributes();
        if self.starts_declaration() {
            let decl = self.parse_declaration_after(attributes, start);
            return self.add_stmt(Stmt::Decl(decl), start);
        }
        if attributes.is_empty() || (!self.eat(TokenKind::Semi) && self.at(TokenKind::RBrace)) {
            self.expected(&codes::C0003, "a statement");
        }
        self.add_stmt(Stmt::Attributes(attributes), start)
    }

    pub(super) fn parse_block_declaration(&mut self) -> StmtId {
        let start = self.position();
        let decl = self.parse_declaration_after(Vec::default(), start);
        self.add_stmt(Stmt::Decl(decl), start)
    }

    /// Parses a statement that is neither a declaration nor a foreign pragma.
    fn parse_statement_kind(&mut self) -> StmtId {
        let start = self.position();
        match self.kind() {
            TokenKind::LBrace => self.parse_compound(),
            TokenKind::If => self.parse_if(),
            TokenKind::While => self.parse_while(),
            TokenKind::Do => self.parse_do_while(),
            TokenKind::For => self.parse_for(),
            TokenKind::Switch => self.parse_switch(),
            TokenKind::Case | TokenKind::Default => self.parse_labelled(),
            TokenKind::Ident if self.kind_at(1) == TokenKind::Colon => self.parse_labelled(),
            TokenKind::Goto => self.parse_goto(),
            TokenKind::Return => self.parse_return(),
            TokenKind::Break => self.parse_jump(Stmt::Break),
            TokenKind::Continue => self.parse_jump(Stmt::Continue),
            TokenKind::Asm | TokenKind::GnuAsm | TokenKind::GnuAsm2 => {
                let asm = self.parse_asm();
                self.end_statement(Stmt::Asm(asm.into()), start)
            }
            TokenKind::PragmaAcc | TokenKind::PragmaOmp => self.directive_statement(),
            TokenKind::Semi => {
                self.bump();
                self.add_stmt(Stmt::Expr(None), start)
            }
            TokenKind::GnuAttribute | TokenKind::GnuAttribute2 => self.parse_attributed_item(),
            TokenKind::LBracket if self.kind_at(1) == TokenKind::LBracket => self.parse_attributed_item(),
            _ => self.parse_expression_statement(),
        }
    }

    fn parse_expression_statement(&mut self) -> StmtId {
        let start = self.position();
        if !self.starts_expression() {
            self.expected(&codes::C0003, "a statement");
            self.recover_statement();
            return self.add_stmt(Stmt::Error, start);
        }
        let expr = self.parse_expression();
        self.end_statement(Stmt::Expr(Some(expr)), start)
    }

    /// Parses the `;` of a statement that began at `start`. If other tokens are in its place, the rest of the
    /// statement is skipped. If there are none, only the `;` was forgotten and the statement is kept.
    fn end_statement(&mut self, stmt: Stmt, start: u32) -> StmtId {
        let stmt = if self.expect_semicolon() { stmt } else { Stmt::Error };
        self.add_stmt(stmt, start)
    }

    fn parse_jump(&mut self, stmt: Stmt) -> StmtId {
        let start = self.position();
        self.bump();
        self.end_statement(stmt, start)
    }

    /// Parses `( expression )` of `if`, `while` and `switch`.
    fn parse_condition(&mut self) -> ExprId {
        self.expect(TokenKind::LParen);
        let condition = self.parse_expression();
        self.expect_closing(TokenKind::RParen);
        condition
    }

    /// Parses an `if` statement. A chain of `else if` is parsed by a loop, so that it does not count as
    /// nesting.
    fn parse_if(&mut self) -> StmtId {
        let mut arms = Vec::new();
        let mut otherwise = None;
        loop {
            let start = self.position();
            self.bump();
            let condition = self.parse_condition();
            let then = self.parse_statement();
            arms.push((start, condition, then));
            if !self.eat(TokenKind::Else) {
                break;
            }
            if !self.at(TokenKind::If) {
                otherwise = Some(self.parse_statement());
                break;
            }
        }
        self.build_if_chain(arms, otherwise)
    }

    fn build_if_chain(
        &mut self,
        mut arms: Vec<(u32, ExprId, StmtId)>,
        mut otherwise: Option<StmtId>,
    ) -> StmtId {
        while arms.len() > 1 {
            let Some((start, condition, then)) = arms.pop() else { break };
            otherwise = Some(self.add_stmt(Stmt::If { condition, then, otherwise }, start));
        }
        match arms.pop() {
            Some((start, condition, then)) => self.add_stmt(Stmt::If { condition, then, otherwise }, start),
            None => self.error_stmt(),
        }
    }

    fn parse_while(&mut self) -> StmtId {
        let start = self.position();
        self.bump();
        let condition = self.parse_condition();
        let body = self.parse_statement();
        self.add_stmt(Stmt::While { condition, body }, start)
    }

    fn parse_switch(&mut self) -> StmtId {
        let start = self.position();
        self.bump();
        let subject = self.parse_condition();
        let body = self.parse_statement();
        self.add_stmt(Stmt::Switch { subject, body }, start)
    }

    fn parse_do_while(&mut self) -> StmtId {
        let start = self.position();
        self.bump();
        let body = self.parse_statement();
        self.expect(TokenKind::While);
        let condition = self.parse_condition();
        self.end_statement(Stmt::DoWhile { body, condition }, start)
    }

    fn parse_for(&mut self) -> StmtId {
        let start = self.position();
        self.bump();
        self.names.open();
        self.expect(TokenKind::LParen);
        let init = self.parse_for_init();
        let condition = self.parse_expression_unless(TokenKind::Semi);
        self.expect(TokenKind::Semi);
        let step = self.parse_expression_unless(TokenKind::RParen);
        self.expect_closing(TokenKind::RParen);
        let body = self.parse_statement();
        self.names.close();
        self.add_stmt(Stmt::For { init, condition, step, body }, start)
    }

    fn parse_for_init(&mut self) -> StmtId {
        let start = self.position();
        if self.starts_declaration() {
            return self.parse_block_declaration();
        }
        let init = self.parse_expression_unless(TokenKind::Semi);
        self.expect(TokenKind::Semi);
        self.add_stmt(Stmt::Expr(init), start)
    }

    fn parse_expression_unless(&mut self, end: TokenKind) -> Option<ExprId> {
        if self.at(end) { None } else { Some(self.parse_expression()) }
    }

    /// Parses consecutive labels, `case` and `default`, and the statement after them. Consecutive labels do not count as nesting.
    fn parse_labelled(&mut self) -> StmtId {
        let mut labels = Vec::new();
        loop {
            let start = self.position();
            match self.parse_label() {
                Some(label) => labels.push((start, label)),
                None => break,
            }
        }
        let mut body = if self.labels_nothing() { None } else { Some(self.parse_statement()) };
        while let Some((start, label)) = labels.pop() {
            let stmt = match label {
                Labelled::Case { low, high } => Stmt::Case { low, high, body },
                Labelled::Default => Stmt::Default { body },
                Labelled::Label { name, attributes } => Stmt::Label { name, attributes, body },
            };
            body = Some(self.add_stmt(stmt, start));
        }
        body.unwrap_or_else(|| self.error_stmt())
    }

    /// Returns whether no statement follows a label. In C23, a label may end a block or precede a declaration.
    fn labels_nothing(&self) -> bool {
        matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) || self.starts_declaration()
    }

    fn parse_label(&mut self) -> Option<Labelled> {
        match self.kind() {
            TokenKind::Case => {
                self.bump();
                let low = self.parse_conditional_expr();
                let high =
                    if self.eat(TokenKind::Ellipsis) { Some(self.parse_conditional_expr()) } else { None };
                self.expect(TokenKind::Colon);
                Some(Labelled::Case { low, high })
            }
            TokenKind::Default => {
                self.bump();
                self.expect(TokenKind::Colon);
                Some(Labelled::Default)
            }
            TokenKind::Ident if self.kind_at(1) == TokenKind::Colon => {
                let name = self.bump_text();
                self.bump();
                let attributes = self.parse_gnu_attributes();
                Some(Labelled::Label { name, attributes })
            }
            _ => None,
        }
    }

    fn parse_goto(&mut self) -> StmtId {
        let start = self.position();
        self.bump();
        let stmt = if self.eat(TokenKind::Star) {
            Stmt::GotoIndirect(self.parse_expression())
        } else {
            Stmt::Goto(self.expect_identifier("a label"))
        };
        self.end_statement(stmt, start)
    }

    fn parse_return(&mut self) -> StmtId {
        let start = self.position();
        self.bump();
        let value = self.parse_expression_unless(TokenKind::Semi);
        self.end_statement(Stmt::Return(value), start)
    }

    /// Adds an error node that takes no token.
    pub(super) fn error_stmt(&mut self) -> StmtId {
        let start = self.position();
        self.add_stmt(Stmt::Error, start)
    }
}
