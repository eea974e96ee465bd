//! The items of a clause.

use crate::Name;
use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::directive::{Items, Key, Language, Word, codes};
use crate::token::TokenKind;

use super::super::cursor::Parser;
use super::arguments::{ArgumentOwner, one_of};

/// Makes an item without a key.
fn plain(value: ArgumentValue) -> ArgumentItem {
    ArgumentItem { key: None, value }
}

impl Parser<'_> {
    /// Parses the items that a form describes.
    pub(super) fn parse_items(&mut self, owner: ArgumentOwner, form: &Items, items: &mut Vec<ArgumentItem>) {
        match *form {
            Items::None => {}
            Items::Expr | Items::Constant => items.push(self.parse_expr_item(owner)),
            Items::Exprs { max } => self.parse_expr_items(owner, max, items),
            Items::List(_) | Items::Allocators | Items::Interop => {
                self.parse_expr_items(owner, u8::MAX, items);
            }
            Items::Vector if self.at_end() => {}
            Items::Vector => self.parse_expr_items(owner, u8::MAX, items),
            Items::Sizes => self.parse_list(owner, items, Self::parse_size),
            Items::Words(words) => items.push(self.parse_word(owner, words)),
            Items::WordThenExpr(words) => self.parse_word_then_expr(owner, words, items),
            Items::OpenWords(_) => self.parse_list(owner, items, Self::parse_open_word),
            Items::Keyed(keys) => {
                self.parse_list(owner, items, |parser, owner| parser.parse_keyed(owner, keys));
            }
            Items::Name => items.push(self.parse_name(owner)),
            Items::NameOrString => items.push(self.parse_name_or_string(owner)),
            Items::Selector => items.push(self.parse_selector(owner)),
            Items::Directive => items.extend(self.parse_variant()),
            Items::DirectiveNames => self.parse_list(owner, items, Self::parse_listed_directive),
            Items::Initializer => items.push(self.parse_reduction_initializer(owner)),
            Items::DeclareReduction | Items::DeclareMapper => {}
        }
    }

    fn parse_list(
        &mut self,
        owner: ArgumentOwner,
        items: &mut Vec<ArgumentItem>,
        mut parse: impl FnMut(&mut Self, ArgumentOwner) -> ArgumentItem,
    ) {
        loop {
            items.push(parse(self, owner));
            if !self.eat(TokenKind::Comma) {
                return;
            }
        }
    }

    fn parse_expr_item(&mut self, owner: ArgumentOwner) -> ArgumentItem {
        plain(ArgumentValue::Expr(self.parse_argument_expr(owner)))
    }

    fn parse_expr_items(&mut self, owner: ArgumentOwner, max: u8, items: &mut Vec<ArgumentItem>) {
        let before = items.len();
        let start = self.position();
        self.parse_list(owner, items, Self::parse_expr_item);
        if max < u8::MAX && items.len() - before > usize::from(max) {
            let message = format!("`{}` takes at most {max} expressions", self.spelled(owner.name));
            let at = self.since(start);
            self.report(Diagnostic::new(codes::BOTH0012.of(owner.language), at, message));
        }
    }

    /// Parses an expression, or `*`. An expression that begins with `*` would be no constant, so `*` is never the start of an expression
    /// here.
    fn parse_size(&mut self, owner: ArgumentOwner) -> ArgumentItem {
        if self.at(TokenKind::Star) {
            let start = self.position();
            self.bump();
            return plain(ArgumentValue::Expr(self.add_expr(Expr::Star, start)));
        }
        self.parse_expr_item(owner)
    }

    fn parse_word(&mut self, owner: ArgumentOwner, words: &[Word]) -> ArgumentItem {
        if self.kind().is_word() {
            self.check_word(owner, words);
            return plain(ArgumentValue::Word(self.bump_text()));
        }
        let expected = one_of(words.iter().map(|word| word.text));
        let message = format!("{expected} expected in `{}`", self.spelled(owner.name));
        self.directive_error(owner, codes::BOTH0008, message);
        plain(ArgumentValue::Tokens(self.take_tokens()))
    }

    fn parse_word_then_expr(&mut self, owner: ArgumentOwner, words: &[Word], items: &mut Vec<ArgumentItem>) {
        items.push(self.parse_word(owner, words));
        if self.eat(TokenKind::Comma) {
            items.push(self.parse_expr_item(owner));
        }
    }

    /// Parses a device type, or `*`.
    fn parse_open_word(&mut self, owner: ArgumentOwner) -> ArgumentItem {
        if self.kind().is_word() || self.at(TokenKind::Star) {
            return plain(ArgumentValue::Word(self.bump_text()));
        }
        self.name_expected(owner, "a name or `*`")
    }

    fn parse_name(&mut self, owner: ArgumentOwner) -> ArgumentItem {
        if self.kind().is_word() {
            return plain(ArgumentValue::Word(self.bump_text()));
        }
        self.name_expected(owner, "a name")
    }

    fn parse_name_or_string(&mut self, owner: ArgumentOwner) -> ArgumentItem {
        match self.kind() {
            TokenKind::StrLit => plain(ArgumentValue::Expr(self.parse_string())),
            kind if kind.is_word() => plain(ArgumentValue::Word(self.bump_text())),
            _ => self.name_expected(owner, "a name or a string"),
        }
    }

    /// Reports that `what` was expected, and takes the tokens up to the next comma as the item.
    fn name_expected(&mut self, owner: ArgumentOwner, what: &str) -> ArgumentItem {
        let message = format!("{what} expected in `{}`", self.spelled(owner.name));
        self.directive_error(owner, codes::BOTH0006, message);
        let tokens =
            self.rest().iter().position(|kind| *kind == TokenKind::Comma).unwrap_or(self.rest().len());
        let tokens = self.within(tokens, Self::take_tokens);
        plain(ArgumentValue::Tokens(tokens))
    }

    /// Parses `key: value`, or only a value if one of the keys is the default.
    fn parse_keyed(&mut self, owner: ArgumentOwner, keys: &[Key]) -> ArgumentItem {
        let key = self.parse_key(owner, keys);
        let value = match key {
            Some(_) => self.parse_size(owner),
            None => self.parse_expr_item(owner),
        };
        ArgumentItem { key, value: value.value }
    }

    fn parse_key(&mut self, owner: ArgumentOwner, keys: &[Key]) -> Option<Name> {
        let word = self.text();
        let text = self.spelled(word);
        let known = keys.iter().any(|key| key.word.text == text);
        let words = || one_of(keys.iter().map(|key| key.word.text));
        if self.kind().is_word() && self.kind_at(1) == TokenKind::Colon {
            if !known {
                let message =
                    format!("`{}` takes {} before a `:`, not `{text}`", self.spelled(owner.name), words());
                self.directive_error(owner, codes::BOTH0008, message);
            }
            self.bump();
            self.bump();
            return Some(word);
        }
        let is_keyword = known && self.kind().is_keyword();
        if is_keyword || (known && starts_operand(self.kind_at(1))) {
            self.bump();
            self.expect_colon(owner, text);
            return Some(word);
        }
        if !keys.iter().any(|key| key.is_default) && !self.at_end() {
            let message = format!("{} and `:` expected in `{}`", words(), self.spelled(owner.name));
            self.report(Diagnostic::new(codes::BOTH0014.of(owner.language), self.present_token(), message));
        }
        None
    }

    fn parse_selector(&mut self, owner: ArgumentOwner) -> ArgumentItem {
        if self.at_end() {
            let message = format!("a context selector expected in `{}`", self.spelled(owner.name));
            self.directive_error(owner, codes::BOTH0006, message);
        }
        plain(ArgumentValue::Tokens(self.take_tokens()))
    }

    /// Parses the directive of a `when` or `otherwise` clause. An empty argument stands for the `nothing`
    /// directive.
    fn parse_variant(&mut self) -> Option<ArgumentItem> {
        if self.at_end() {
            return None;
        }
        if !self.enter() {
            return Some(plain(ArgumentValue::Tokens(self.take_tokens())));
        }
        let start = self.position();
        let directive = self.parse_directive(Language::OpenMp);
        self.leave();
        let end = self.position();
        Some(plain(ArgumentValue::Directive(self.add_directive(directive, start, end))))
    }

    /// Parses a directive's name as an item of `absent` or `contains`.
    fn parse_listed_directive(&mut self, owner: ArgumentOwner) -> ArgumentItem {
        let Some((kind, words)) = self.directive_name(owner.language) else {
            return self.name_expected(owner, "the name of a directive");
        };
        self.bump_by(words);
        plain(ArgumentValue::Word(kind.name()))
    }
}

/// Returns whether a token that follows a key without a colon begins the value.
fn starts_operand(kind: TokenKind) -> bool {
    kind.is_word() || matches!(kind, TokenKind::Number)
}
