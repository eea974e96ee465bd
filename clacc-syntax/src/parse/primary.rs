//! Primary and postfix expressions (C17 6.5.1, 6.5.2), GNU built-ins, subarrays of clauses.

use crate::Name;
use crate::ast::*;
use crate::token::TokenKind;

use super::codes;
use super::cursor::Parser;
use super::scratch::take_above;

impl Parser<'_> {
    /// Parses a *postfix-expression* that does not start with a compound literal.
    pub(super) fn parse_postfix(&mut self) -> ExprId {
        let start = self.position();
        let primary = self.parse_primary();
        self.parse_postfix_operators(primary, start)
    }

    /// Parses the postfix operators after an operand that began at token `start`.
    pub(super) fn parse_postfix_operators(&mut self, mut operand: ExprId, start: u32) -> ExprId {
        let mut count = 0;
        let mut too_deep = false;
        loop {
            let expr = match self.kind() {
                TokenKind::LBracket => self.parse_subscript(operand),
                TokenKind::LParen => {
                    self.bump();
                    let args = self.parse_call_args();
                    Expr::Call { callee: operand, args: args.into() }
                }
                TokenKind::Dot | TokenKind::Arrow => self.parse_member(operand),
                TokenKind::PlusPlus | TokenKind::MinusMinus => {
                    let increment = self.at(TokenKind::PlusPlus);
                    self.bump();
                    Expr::Postfix { increment, operand }
                }
                _ => return operand,
            };
            count += 1;
            too_deep = too_deep || self.chain_too_deep(count);
            operand = self.add_expr(if too_deep { Expr::Error } else { expr }, start);
        }
    }

    fn parse_member(&mut self, base: ExprId) -> Expr {
        let arrow = self.at(TokenKind::Arrow);
        self.bump();
        let field = self.expect_identifier("a member name");
        Expr::Member { base, field, arrow }
    }

    /// Parses the arguments of a call and the closing parenthesis.
    fn parse_call_args(&mut self) -> Box<[ExprId]> {
        let height = self.scratch.exprs.len();
        if !self.eat(TokenKind::RParen) {
            loop {
                let arg = self.parse_inner(Self::parse_assignment_expr);
                self.scratch.exprs.push(arg);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect_closing(TokenKind::RParen);
        }
        take_above(&mut self.scratch.exprs, height)
    }

    /// Parses `[ index ]`, or the subscript of a subarray where clauses allow it.
    fn parse_subscript(&mut self, base: ExprId) -> Expr {
        self.bump();
        if !self.sections {
            let index = self.parse_inner(Self::parse_expression);
            self.expect_closing(TokenKind::RBracket);
            return Expr::Index { base, index };
        }
        let lower = self.parse_section_bound();
        if let (Some(index), false) = (lower, matches!(self.kind(), TokenKind::Colon | TokenKind::ColonColon))
        {
            self.expect_closing(TokenKind::RBracket);
            return Expr::Index { base, index };
        }
        self.parse_section_tail(base, lower)
    }

    /// Parses `: length ]` or `: length : stride ]`. The lexer makes one token of `::`.
    fn parse_section_tail(&mut self, base: ExprId, lower: Option<ExprId>) -> Expr {
        let (mut length, mut stride) = (None, None);
        if self.eat(TokenKind::ColonColon) {
            stride = self.parse_section_bound();
        } else if self.expect(TokenKind::Colon) {
            length = self.parse_section_bound();
            if self.eat(TokenKind::Colon) {
                stride = self.parse_section_bound();
            }
        }
        self.expect_closing(TokenKind::RBracket);
        Expr::Section { base, range: SectionRange { lower, length, stride }.into() }
    }

    fn parse_section_bound(&mut self) -> Option<ExprId> {
        match self.kind() {
            TokenKind::Colon | TokenKind::ColonColon | TokenKind::RBracket => None,
            _ => Some(self.parse_inner(Self::parse_expression)),
        }
    }

    fn parse_primary(&mut self) -> ExprId {
        self.skip_misplaced_pragmas();
        let start = self.position();
        let text = self.text();
        let expr = match self.kind() {
            TokenKind::Ident => {
                if self.names.is_typedef(text) {
                    self.expected(&codes::C0002, "an expression");
                }
                self.bump();
                Expr::Name(text)
            }
            TokenKind::Number => self.leaf(Expr::Number(text)),
            TokenKind::CharConst => self.leaf(Expr::Char(text)),
            TokenKind::StrLit => return self.parse_string(),
            TokenKind::LParen => return self.parse_parenthesised(),
            TokenKind::Generic => self.parse_generic(),
            TokenKind::BuiltinChooseExpr => self.parse_choose_expr(),
            TokenKind::BuiltinOffsetof => self.parse_offsetof(),
            TokenKind::BuiltinVaArg
            | TokenKind::BuiltinTypesCompatibleP
            | TokenKind::BuiltinConvertvector
            | TokenKind::BuiltinHasAttribute => self.parse_builtin_call(),
            _ => {
                self.expected(&codes::C0002, "an expression");
                Expr::Error
            }
        };
        self.add_expr(expr, start)
    }

    fn leaf(&mut self, expr: Expr) -> Expr {
        self.bump();
        expr
    }

    /// Parses adjacent string literals.
    pub(super) fn parse_string(&mut self) -> ExprId {
        let start = self.position();
        let height = self.scratch.names.len();
        while self.at(TokenKind::StrLit) {
            let text = self.bump_text();
            self.scratch.names.push(text);
        }
        let literals: Vec<Name> = take_above(&mut self.scratch.names, height);
        if literals.is_empty() {
            self.expected(&codes::C0002, "a string literal");
            return self.error_expr();
        }
        self.add_expr(Expr::Str(literals), start)
    }

    /// Parses `( e )`, `({ ... })`, and in clauses `([n]) e`.
    fn parse_parenthesised(&mut self) -> ExprId {
        let start = self.position();
        self.bump();
        if self.at(TokenKind::LBrace) {
            return self.parse_statement_expr(start);
        }
        if self.sections && self.at(TokenKind::LBracket) {
            return self.parse_shaping(start);
        }
        let inner = self.parse_expression();
        self.expect_closing(TokenKind::RParen);
        self.add_expr(Expr::Paren(inner), start)
    }

    fn parse_statement_expr(&mut self, start: u32) -> ExprId {
        let outside = std::mem::replace(&mut self.sections, false);
        let body = self.parse_compound();
        self.sections = outside;
        self.expect_closing(TokenKind::RParen);
        self.add_expr(Expr::Statement(body), start)
    }

    /// Parses `[n][m]) base`, which is array shaping (OpenMP 5.2 3.2.4).
    fn parse_shaping(&mut self, start: u32) -> ExprId {
        let height = self.scratch.exprs.len();
        while self.eat(TokenKind::LBracket) {
            let dim = self.parse_inner(Self::parse_expression);
            self.scratch.exprs.push(dim);
            self.expect_closing(TokenKind::RBracket);
        }
        self.expect_closing(TokenKind::RParen);
        let dims = take_above(&mut self.scratch.exprs, height);
        if !self.enter() {
            return self.skip_too_deep_expr();
        }
        let base = self.parse_unary();
        self.leave();
        self.add_expr(Expr::Shaped { dims, base }, start)
    }

    fn parse_generic(&mut self) -> Expr {
        self.bump();
        self.expect(TokenKind::LParen);
        let control = self.parse_inner(Self::parse_assignment_expr);
        let mut associations = Vec::new();
        while self.eat(TokenKind::Comma) {
            let ty = if self.eat(TokenKind::Default) { None } else { Some(self.parse_type_name()) };
            self.expect(TokenKind::Colon);
            associations.push((ty, self.parse_inner(Self::parse_assignment_expr)));
        }
        self.expect_closing(TokenKind::RParen);
        Expr::Generic { control, associations }
    }

    /// Parses `__builtin_choose_expr ( ... )` as a call of an ordinary identifier.
    fn parse_choose_expr(&mut self) -> Expr {
        let start = self.position();
        let name = self.bump_text();
        let callee = self.add_expr(Expr::Name(name), start);
        if !self.expect(TokenKind::LParen) {
            return Expr::Call { callee, args: Vec::default() };
        }
        let args = self.parse_call_args();
        Expr::Call { callee, args: args.into() }
    }

    /// Parses `__builtin_offsetof ( type , member )`. The member's name may also be a typedef name.
    fn parse_offsetof(&mut self) -> Expr {
        let name = self.bump_text();
        self.expect(TokenKind::LParen);
        let ty = self.parse_type_name();
        self.expect(TokenKind::Comma);
        let start = self.position();
        let field = self.expect_identifier("a member name");
        let designator = if field == Name::EMPTY { Expr::Error } else { Expr::Name(field) };
        let designator = self.add_expr(designator, start);
        let member = self.parse_postfix_operators(designator, start);
        self.expect_closing(TokenKind::RParen);
        Expr::BuiltinCall { name, args: [BuiltinArg::Type(ty), BuiltinArg::Expr(member)].into() }
    }

    /// Parses a built-in whose arguments are types and expressions.
    fn parse_builtin_call(&mut self) -> Expr {
        let name = self.bump_text();
        let args = if self.expect(TokenKind::LParen) { self.parse_builtin_args() } else { Box::default() };
        Expr::BuiltinCall { name, args: args.into() }
    }

    /// Parses types and expressions up to the closing parenthesis, and moves past it.
    pub(super) fn parse_builtin_args(&mut self) -> Box<[BuiltinArg]> {
        let height = self.scratch.args.len();
        if !self.eat(TokenKind::RParen) {
            loop {
                let arg = if self.starts_type_name(0) {
                    BuiltinArg::Type(self.parse_type_name())
                } else {
                    BuiltinArg::Expr(self.parse_inner(Self::parse_assignment_expr))
                };
                self.scratch.args.push(arg);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.expect_closing(TokenKind::RParen);
        }
        take_above(&mut self.scratch.args, height)
    }
}
