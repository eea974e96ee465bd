//! `__attribute__((...))` and `[[...]]`.

use crate::Name;
use crate::ast::*;
use crate::token::TokenKind;

use super::cursor::Parser;
use super::scratch::take_above;

impl Parser<'_> {
    pub(super) fn at_gnu_attribute(&self) -> bool {
        matches!(self.kind(), TokenKind::GnuAttribute | TokenKind::GnuAttribute2)
    }

    pub(super) fn at_attribute(&self) -> bool {
        self.at_gnu_attribute() || (self.at(TokenKind::LBracket) && self.kind_at(1) == TokenKind::LBracket)
    }

    /// Parses attributes of both forms. There may be none.
    pub(super) fn parse_attributes(&mut self) -> Vec<Attribute> {
        let height = self.scratch.attributes.len();
        self.push_attributes();
        take_above(&mut self.scratch.attributes, height)
    }

    /// Parses attributes of the GNU form. There may be none.
    pub(super) fn parse_gnu_attributes(&mut self) -> Vec<Attribute> {
        let height = self.scratch.attributes.len();
        while self.at_gnu_attribute() {
            self.push_gnu_attributes();
        }
        take_above(&mut self.scratch.attributes, height)
    }

    /// Pushes attributes of both forms.
    pub(super) fn push_attributes(&mut self) {
        loop {
            if self.at_gnu_attribute() {
                self.push_gnu_attributes();
            } else if self.at_attribute() {
                self.push_bracketed_attributes();
            } else {
                return;
            }
        }
    }

    /// Parses `__attribute__ (( a, b(1), ... ))`.
    fn push_gnu_attributes(&mut self) {
        self.bump();
        if !(self.expect(TokenKind::LParen) && self.expect(TokenKind::LParen)) {
            return;
        }
        loop {
            while self.eat(TokenKind::Comma) {}
            if !self.kind().is_word() {
                break;
            }
            let name = self.bump_text();
            self.push_attribute(name, false);
            if !self.at(TokenKind::Comma) {
                break;
            }
        }
        self.expect_closing(TokenKind::RParen);
        self.expect_closing(TokenKind::RParen);
    }

    /// Parses `[[ a, gnu::b(1), ... ]]`.
    fn push_bracketed_attributes(&mut self) {
        self.bump_by(2);
        loop {
            while self.eat(TokenKind::Comma) {}
            if !self.kind().is_word() {
                break;
            }
            let mut name = self.bump_text();
            if self.eat(TokenKind::ColonColon) {
                let inner = self.bump_text();
                name = self.intern(&format!("{}::{}", self.spelled(name), self.spelled(inner)));
            }
            self.push_attribute(name, true);
            if !self.at(TokenKind::Comma) {
                break;
            }
        }
        self.expect_closing(TokenKind::RBracket);
        self.expect_closing(TokenKind::RBracket);
    }

    /// Parses the arguments of an attribute. The cursor is after the attribute's name.
    fn push_attribute(&mut self, name: Name, bracketed: bool) {
        let args = if self.at(TokenKind::LParen) { Some(self.parse_attribute_args()) } else { None };
        self.scratch.attributes.push(Attribute { name, args, bracketed });
    }

    fn parse_attribute_args(&mut self) -> Box<[BuiltinArg]> {
        if !self.enter() {
            self.skip_balanced();
            return Box::default();
        }
        self.bump();
        let args = self.parse_builtin_args();
        self.leave();
        args
    }
}
