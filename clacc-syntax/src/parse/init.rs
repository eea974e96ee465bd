//! Parses initializers (C17 6.7.9), with GNU ranges and the old forms of designations.

use crate::ast::*;
use crate::checkpoint;
use crate::token::TokenKind;

use super::cursor::{MANY, Parser};
use super::scratch::take_above;

const ITEMS_BETWEEN_CHECKPOINTS: usize = 256;

impl Parser<'_> {
    /// Parses an *initializer*.
    pub(crate) fn parse_initializer(&mut self) -> InitId {
        let start = self.position();
        if !self.at(TokenKind::LBrace) {
            let value = self.parse_inner(Self::parse_assignment_expr);
            return self.add_init(Init::Expr(value), start);
        }
        if !self.enter() {
            let value = self.skip_too_deep_expr();
            return self.add_init(Init::Expr(value), start);
        }
        self.bump();
        let items = self.parse_initializer_items();
        self.expect_closing(TokenKind::RBrace);
        self.leave();
        self.add_init(Init::List(items), start)
    }

    fn parse_initializer_items(&mut self) -> Box<[InitItem]> {
        let height = self.scratch.items.len();
        loop {
            if self.scratch.items.len().is_multiple_of(ITEMS_BETWEEN_CHECKPOINTS) {
                checkpoint::pass();
            }
            self.skip_misplaced_pragmas();
            if matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) {
                break;
            }
            let item = self.parse_initializer_item();
            self.scratch.items.push(item);
            if self.scratch.items.len() == MANY {
                let more = self.half_of_rest();
                self.scratch.items.reserve(more);
            }
            self.skip_misplaced_pragmas();
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        take_above(&mut self.scratch.items, height)
    }

    fn parse_initializer_item(&mut self) -> InitItem {
        if self.at(TokenKind::Ident) && self.kind_at(1) == TokenKind::Colon {
            let field = Designator::Field(self.bump_text());
            self.bump();
            let init = self.parse_initializer();
            return InitItem { designators: Box::new([field]), old_style: true, init };
        }
        let designators = self.parse_designators();
        let old_style = !designators.is_empty() && !self.eat(TokenKind::Eq);
        let init = self.parse_initializer();
        InitItem { designators, old_style, init }
    }

    fn parse_designators(&mut self) -> Box<[Designator]> {
        let height = self.scratch.designators.len();
        loop {
            let designator = match self.kind() {
                TokenKind::Dot => {
                    self.bump();
                    Designator::Field(self.expect_identifier("a member name"))
                }
                TokenKind::LBracket => self.parse_index_designator(),
                _ => break,
            };
            self.scratch.designators.push(designator);
        }
        take_above(&mut self.scratch.designators, height)
    }

    fn parse_index_designator(&mut self) -> Designator {
        self.bump();
        let first = self.parse_inner(Self::parse_conditional_expr);
        let last = if self.eat(TokenKind::Ellipsis) {
            Some(self.parse_inner(Self::parse_conditional_expr))
        } else {
            None
        };
        self.expect_closing(TokenKind::RBracket);
        match last {
            Some(last) => Designator::Range(first, last),
            None => Designator::Index(first),
        }
    }
}
