//! GNU `asm` statements, declarations and labels.

use crate::Name;
use crate::ast::*;
use crate::token::TokenKind;

use super::cursor::Parser;
use super::scratch::take_above;

impl Parser<'_> {
    /// Parses `asm qualifiers ( ... )`, without the `;`.
    pub(super) fn parse_asm(&mut self) -> Asm {
        self.bump();
        let qualifiers = self.parse_asm_qualifiers();
        self.expect(TokenKind::LParen);
        let mut asm = Asm {
            qualifiers,
            template: self.parse_string(),
            extended: false,
            outputs: Box::default(),
            inputs: Box::default(),
            clobbers: Box::default(),
            labels: Box::default(),
        };
        self.parse_asm_sections(&mut asm);
        self.expect_closing(TokenKind::RParen);
        asm
    }

    fn parse_asm_qualifiers(&mut self) -> Box<[Name]> {
        let height = self.scratch.names.len();
        loop {
            let qualifier = match self.kind() {
                TokenKind::Volatile | TokenKind::GnuVolatile | TokenKind::GnuVolatile2 => TokenKind::Volatile,
                TokenKind::Inline | TokenKind::GnuInline | TokenKind::GnuInline2 => TokenKind::Inline,
                TokenKind::Goto => TokenKind::Goto,
                TokenKind::Const | TokenKind::GnuConst | TokenKind::GnuConst2 => TokenKind::Const,
                _ => break,
            };
            self.bump();
            self.scratch.names.push(Name::of_kind(qualifier));
        }
        take_above(&mut self.scratch.names, height)
    }

    /// Parses the sections between the colons. The token `::` counts as two colons.
    fn parse_asm_sections(&mut self, asm: &mut Asm) {
        let mut section = 0;
        loop {
            match self.kind() {
                TokenKind::Colon => section += 1,
                TokenKind::ColonColon => section += 2,
                _ => return,
            }
            self.bump();
            asm.extended = true;
            if matches!(self.kind(), TokenKind::Colon | TokenKind::ColonColon | TokenKind::RParen) {
                continue;
            }
            match section {
                1 => asm.outputs = self.parse_asm_operands(),
                2 => asm.inputs = self.parse_asm_operands(),
                3 => asm.clobbers = self.parse_asm_clobbers(),
                4 => asm.labels = self.parse_asm_labels(),
                _ => return,
            }
        }
    }

    fn parse_asm_operands(&mut self) -> Box<[AsmOperand]> {
        let height = self.scratch.operands.len();
        loop {
            let symbolic = if self.eat(TokenKind::LBracket) {
                let name = self.expect_identifier("an operand name");
                self.expect(TokenKind::RBracket);
                Some(name)
            } else {
                None
            };
            let constraint = self.parse_string();
            self.expect(TokenKind::LParen);
            let value = self.parse_expression();
            self.expect_closing(TokenKind::RParen);
            self.scratch.operands.push(AsmOperand { symbolic, constraint, value });
            if !self.eat(TokenKind::Comma) {
                return take_above(&mut self.scratch.operands, height);
            }
        }
    }

    fn parse_asm_clobbers(&mut self) -> Box<[ExprId]> {
        let height = self.scratch.exprs.len();
        loop {
            let clobber = self.parse_string();
            self.scratch.exprs.push(clobber);
            if !self.eat(TokenKind::Comma) {
                return take_above(&mut self.scratch.exprs, height);
            }
        }
    }

    fn parse_asm_labels(&mut self) -> Box<[Name]> {
        let height = self.scratch.names.len();
        loop {
            let label = self.expect_identifier("a label");
            self.scratch.names.push(label);
            if !self.eat(TokenKind::Comma) {
                return take_above(&mut self.scratch.names, height);
            }
        }
    }

    /// Parses `asm ( "name" )` after a declarator.
    pub(super) fn parse_asm_label(&mut self) -> Option<ExprId> {
        if !self.at_asm() {
            return None;
        }
        self.bump();
        self.expect(TokenKind::LParen);
        let label = self.parse_string();
        self.expect_closing(TokenKind::RParen);
        Some(label)
    }

    pub(super) fn at_asm(&self) -> bool {
        matches!(self.kind(), TokenKind::Asm | TokenKind::GnuAsm | TokenKind::GnuAsm2)
    }
}
