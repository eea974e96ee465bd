//! Parses the modifiers before the colon in the parentheses of a clause.

use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::directive::{Form, Items, ModifierArg, ModifierRule, Modifiers, Post, Word, codes};
use crate::token::TokenKind;

use super::super::cursor::Parser;
use super::arguments::{ArgumentOwner, has_word, one_of, rule_of, word_modifier};

/// The modifiers before the items.
#[derive(Default)]
pub(super) struct BeforeItems {
    pub(super) modifiers: Vec<Modifier>,
    /// Items that were read before the colon: a context selector.
    pub(super) items: Vec<ArgumentItem>,
    /// true if no items can follow: `depend(source)`.
    pub(super) complete: bool,
}

impl From<Vec<Modifier>> for BeforeItems {
    fn from(modifiers: Vec<Modifier>) -> Self {
        BeforeItems { modifiers, ..BeforeItems::default() }
    }
}

impl Parser<'_> {
    /// Parses the modifiers and their colon.
    pub(super) fn parse_modifiers(&mut self, owner: ArgumentOwner, form: &Form) -> BeforeItems {
        match form.modifiers {
            Modifiers::None if matches!((form.items, form.post), (Items::List(_), Post::None)) => {
                self.parse_optional_modifiers(owner, &[]).into()
            }
            Modifiers::None => BeforeItems::default(),
            Modifiers::Optional(rules) => self.parse_optional_modifiers(owner, rules).into(),
            Modifiers::Required(rules) => self.parse_required_modifiers(owner, rules),
            Modifiers::Reduction { operators, extensions, modifiers, identifiers } => {
                let operator = ReductionIdentifier { operators, extensions, identifiers };
                self.parse_reduction_modifiers(owner, &operator, modifiers)
            }
            Modifiers::DirectiveName => self.parse_directive_modifier(owner).into(),
            Modifiers::Expr(rules) => self.parse_expr_modifiers(owner, rules).into(),
            Modifiers::Wait => self.parse_wait_modifiers(owner).into(),
            Modifiers::Selector => self.parse_selector_modifier(owner),
        }
    }

    /// Returns the number of tokens before the first colon that is not inside brackets and does not belong to
    /// `?:`.
    fn tokens_before_colon(&self) -> Option<usize> {
        let (mut depth, mut questions) = (0_usize, 0_usize);
        for (index, kind) in self.rest().iter().enumerate() {
            match kind {
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => depth += 1,
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => {
                    depth = depth.saturating_sub(1);
                }
                TokenKind::Question if depth == 0 => questions += 1,
                TokenKind::Colon if depth == 0 && questions == 0 => return Some(index),
                TokenKind::Colon if depth == 0 => questions -= 1,
                _ => {}
            }
        }
        None
    }

    /// Runs `parse` on the `count` tokens before the colon, and moves past the colon.
    fn before_colon<T>(&mut self, count: usize, parse: impl FnOnce(&mut Self) -> T) -> T {
        let result = self.within(count, parse);
        self.eat(TokenKind::Colon);
        result
    }

    fn parse_optional_modifiers(
        &mut self,
        owner: ArgumentOwner,
        rules: &'static [ModifierRule],
    ) -> Vec<Modifier> {
        if let Some(count) = self.tokens_before_colon() {
            return self.before_colon(count, |parser| parser.parse_modifier_list(owner, rules));
        }
        if self.at_modifier_without_colon(rules) {
            let modifier = word_modifier(self.bump_text());
            let message = format!(
                "`:` expected behind `{}` in `{}`",
                self.spelled(modifier.word),
                self.spelled(owner.name)
            );
            self.directive_error(owner, codes::BOTH0009, message);
            return vec![modifier];
        }
        Vec::new()
    }

    /// Returns whether a modifier directly precedes an item, without a colon: `copyin(readonly a)`.
    fn at_modifier_without_colon(&self, rules: &'static [ModifierRule]) -> bool {
        let word = self.text();
        self.kind_at(1).is_word() && rule_of(rules, self.spelled(word)).is_some()
    }

    fn parse_required_modifiers(
        &mut self,
        owner: ArgumentOwner,
        rules: &'static [ModifierRule],
    ) -> BeforeItems {
        if let Some(count) = self.tokens_before_colon() {
            let modifiers = self.before_colon(count, |parser| parser.parse_modifier_list(owner, rules));
            // `doacross(source:)` has no items after its colon.
            let complete =
                self.at_end() && modifiers.iter().any(|modifier| self.spelled(modifier.word) == "source");
            return BeforeItems { modifiers, complete, ..BeforeItems::default() };
        }
        if self.kind().is_word() && self.spelled(self.text()) == "source" && self.kind_at(1) == TokenKind::Eof
        {
            let modifiers = vec![word_modifier(self.bump_text())];
            return BeforeItems { modifiers, complete: true, ..BeforeItems::default() };
        }
        if self.at_modifier_without_colon(rules) {
            return self.parse_optional_modifiers(owner, rules).into();
        }
        let words = one_of(rules.iter().map(|rule| rule.word.text));
        let message = format!("{words} and `:` expected in `{}`", self.spelled(owner.name));
        self.directive_error(owner, codes::BOTH0014, message);
        BeforeItems::default()
    }

    /// Parses modifiers up to the end of the tokens. Commas separate them, but before OpenMP 5.2 the comma
    /// was optional.
    fn parse_modifier_list(&mut self, owner: ArgumentOwner, rules: &'static [ModifierRule]) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        while !self.at_end() {
            if self.kind().is_word() {
                modifiers.push(self.parse_modifier(owner, rules));
            } else {
                self.unknown_modifier(owner, rules);
                self.bump();
            }
            self.eat(TokenKind::Comma);
        }
        if modifiers.is_empty() {
            let message = format!("a word expected before `:` in `{}`", self.spelled(owner.name));
            self.directive_error(owner, codes::BOTH0014, message);
        }
        modifiers
    }

    fn unknown_modifier(&mut self, owner: ArgumentOwner, rules: &[ModifierRule]) {
        let found = self.describe_present();
        let words = one_of(rules.iter().map(|rule| rule.word.text));
        let message = match rules {
            [] => format!("`{}` takes no modifier, found {found}", self.spelled(owner.name)),
            _ => format!("`{}` takes {words} before the `:`, not {found}", self.spelled(owner.name)),
        };
        let diagnostic = Diagnostic::new(codes::BOTH0008.of(owner.language), self.present_token(), message);
        self.report(diagnostic);
    }

    /// Parses a word, with arguments if its rule allows them.
    pub(super) fn parse_modifier(
        &mut self,
        owner: ArgumentOwner,
        rules: &'static [ModifierRule],
    ) -> Modifier {
        let word = self.text();
        let rule = rule_of(rules, self.spelled(word));
        if rule.is_none() {
            self.unknown_modifier(owner, rules);
        }
        self.bump();
        let mut modifier = word_modifier(word);
        let arg = rule.map_or(ModifierArg::Exprs, |rule| rule.arg);
        let has_arguments = self.at(TokenKind::LParen);
        match arg {
            ModifierArg::None => {}
            ModifierArg::Exprs if !has_arguments => {}
            ModifierArg::Iterators => {
                let iterators =
                    self.in_parentheses(owner.language, word, |parser| parser.parse_iterators(owner));
                modifier.iterators = iterators.unwrap_or_default();
            }
            ModifierArg::Word(words) => {
                modifier.args = self.in_parentheses(owner.language, word, |parser| {
                    parser.expect_word(owner, words);
                    parser.parse_expr_list(owner)
                });
            }
            ModifierArg::Name => {
                modifier.args = self
                    .in_parentheses(owner.language, word, |parser| [parser.parse_mapper_name(owner)].into());
            }
            ModifierArg::Expr | ModifierArg::Exprs => {
                modifier.args =
                    self.in_parentheses(owner.language, word, |parser| parser.parse_expr_list(owner));
            }
        }
        modifier
    }

    /// Parses the name of a mapper, which may be the keyword `default`.
    fn parse_mapper_name(&mut self, owner: ArgumentOwner) -> ExprId {
        if !self.at(TokenKind::Default) {
            return self.parse_argument_expr(owner);
        }
        let start = self.position();
        let name = self.bump_text();
        self.add_expr(Expr::Name(name), start)
    }

    /// Reports the current word unless it is one of `words`.
    fn expect_word(&mut self, owner: ArgumentOwner, words: &[Word]) {
        let found = self.spelled(self.text());
        if !words.iter().any(|word| word.text == found) {
            let expected = one_of(words.iter().map(|word| word.text));
            let message = format!("{expected} expected in `{}`", self.spelled(owner.name));
            self.directive_error(owner, codes::BOTH0008, message);
        }
    }

    /// Parses expressions that are separated by commas.
    pub(super) fn parse_expr_list(&mut self, owner: ArgumentOwner) -> Box<[ExprId]> {
        let mut exprs = Vec::new();
        loop {
            exprs.push(self.parse_argument_expr(owner));
            if !self.eat(TokenKind::Comma) {
                return exprs.into();
            }
        }
    }

    /// Parses `target data :` before the condition of OpenMP's `if`.
    fn parse_directive_modifier(&mut self, owner: ArgumentOwner) -> Vec<Modifier> {
        let Some(count) = self.tokens_before_colon() else { return Vec::new() };
        let start = self.position();
        let words: Vec<&str> = (0..count).map(|ahead| self.spelled(self.text_at(ahead))).collect();
        let name = words.join(" ");
        self.bump_by(count);
        if super::directive_of(owner.language, &name).is_none() {
            let message = format!(
                "`{}` takes the name of a directive before the `:`, not `{name}`",
                self.spelled(owner.name)
            );
            let at = self.since(start);
            self.report(Diagnostic::new(codes::BOTH0008.of(owner.language), at, message));
        }
        self.eat(TokenKind::Colon);
        vec![word_modifier(self.intern(&name))]
    }

    /// Parses `lower :`, or `align(8), allocator(a) :`.
    fn parse_expr_modifiers(
        &mut self,
        owner: ArgumentOwner,
        rules: &'static [ModifierRule],
    ) -> Vec<Modifier> {
        let Some(count) = self.tokens_before_colon() else { return Vec::new() };
        self.before_colon(count, |parser| {
            let mut modifiers = Vec::new();
            while !parser.at_end() {
                let word = parser.text();
                let known = rule_of(rules, parser.spelled(word)).is_some();
                let wraps = known && parser.kind_at(1) == TokenKind::LParen;
                modifiers.push(if wraps {
                    parser.parse_modifier(owner, rules)
                } else {
                    parser.expression_modifier(owner)
                });
                if !parser.eat(TokenKind::Comma) {
                    break;
                }
            }
            modifiers
        })
    }

    /// Parses `devnum : e :` and `queues :` (OpenACC 3.4 section 2.16).
    fn parse_wait_modifiers(&mut self, owner: ArgumentOwner) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        if self.spelled(self.text()) == "devnum" {
            let word = self.bump_text();
            self.expect_colon(owner, self.spelled(word));
            let device = self.parse_argument_expr(owner);
            modifiers.push(Modifier { args: Some(Box::new([device])), ..word_modifier(word) });
            if !self.eat(TokenKind::ColonColon) {
                self.expect_colon(owner, self.spelled(word));
            }
        }
        if self.spelled(self.text()) == "queues" && self.kind_at(1) == TokenKind::Colon {
            modifiers.push(word_modifier(self.bump_text()));
            self.bump();
        }
        modifiers
    }

    /// Moves past the colon after `word`, or reports that it is missing.
    pub(super) fn expect_colon(&mut self, owner: ArgumentOwner, word: &str) {
        if !self.eat(TokenKind::Colon) {
            let message = format!("`:` expected behind `{word}` in `{}`", self.spelled(owner.name));
            self.directive_error(owner, codes::BOTH0009, message);
        }
    }

    /// Parses a context selector and its colon.
    fn parse_selector_modifier(&mut self, owner: ArgumentOwner) -> BeforeItems {
        let Some(count) = self.tokens_before_colon() else {
            let message = format!("a context selector and `:` expected in `{}`", self.spelled(owner.name));
            self.directive_error(owner, codes::BOTH0009, message);
            return BeforeItems::default();
        };
        let tokens = self.before_colon(count, Self::take_tokens);
        let selector = ArgumentItem { key: None, value: ArgumentValue::Tokens(tokens) };
        BeforeItems { items: vec![selector], ..BeforeItems::default() }
    }

    // ---- reductions ----

    /// Parses the operator of a reduction, and OpenMP's modifiers before it.
    fn parse_reduction_modifiers(
        &mut self,
        owner: ArgumentOwner,
        operator: &ReductionIdentifier,
        rules: &'static [ModifierRule],
    ) -> BeforeItems {
        if let Some(count) = self.tokens_before_colon() {
            return self
                .before_colon(count, |parser| parser.parse_operator_list(owner, operator, rules))
                .into();
        }
        if !operator.has(self.spelled(self.text())) || self.kind_at(1) == TokenKind::Eof {
            let complete = self.at_end();
            self.operator_expected(owner, operator);
            return BeforeItems { complete, ..BeforeItems::default() };
        }
        let at = self.present_token();
        let modifier = word_modifier(self.bump_text());
        if self.eat(TokenKind::Comma) {
            let message = format!("`:` expected behind the operator of `{}`", self.spelled(owner.name));
            self.report(Diagnostic::new(codes::BOTH0009.of(owner.language), at, message));
        } else {
            let message = format!("`:` assumed behind the operator of `{}`", self.spelled(owner.name));
            self.report(Diagnostic::new(codes::BOTH0011.of(owner.language), at, message));
        }
        vec![modifier].into()
    }

    fn parse_operator_list(
        &mut self,
        owner: ArgumentOwner,
        operator: &ReductionIdentifier,
        rules: &'static [ModifierRule],
    ) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        while self.kind().is_word() && self.kind_at(1) == TokenKind::Comma {
            modifiers.push(self.parse_modifier(owner, rules));
            self.bump();
        }
        let word = self.text();
        let is_identifier = operator.identifiers && self.kind().is_word();
        if !operator.has(self.spelled(word)) && !is_identifier {
            self.operator_expected(owner, operator);
        }
        if !self.at_end() {
            modifiers.push(word_modifier(self.bump_text()));
        }
        if !self.at_end() {
            self.operator_expected(owner, operator);
        }
        modifiers
    }

    fn operator_expected(&mut self, owner: ArgumentOwner, operator: &ReductionIdentifier) {
        let words = one_of(operator.operators.iter().map(|word| word.text));
        let other = if operator.identifiers { ", or the name of a declared reduction" } else { "" };
        let message =
            format!("reduction operator expected in `{}`: {words}{other}", self.spelled(owner.name));
        let at = self.present_token();
        self.report(Diagnostic::new(codes::BOTH0010.of(owner.language), at, message));
    }
}

/// The operator or identifier of a reduction.
struct ReductionIdentifier {
    operators: &'static [Word],
    extensions: &'static [Word],
    identifiers: bool,
}

impl ReductionIdentifier {
    fn has(&self, word: &str) -> bool {
        has_word(self.operators, word) || has_word(self.extensions, word)
    }
}
