//! Parses the parentheses of a clause or directive: modifiers, items, and modifiers after the colon
//! that follows the items.

use crate::Name;
use crate::ast::*;
use crate::diagnostics::Diagnostic;
use crate::directive::codes::{self, Pair};
use crate::directive::{Form, Items, Language, ModifierRule, Parens, Post, Word};
use crate::token::{TokenKind, TokenRange};

use super::super::cursor::Parser;
use super::super::recovery::balanced_length;

/// The clause or directive whose parentheses are being read.
#[derive(Clone, Copy)]
pub(super) struct ArgumentOwner {
    /// The language of the clause or directive.
    pub(super) language: Language,
    /// The source spelling of its name.
    pub(super) name: Name,
}

impl Parser<'_> {
    /// Parses the argument directly after a directive's name.
    pub(super) fn parse_directive_argument(&mut self, kind: DirectiveKind) -> DirectiveArgument {
        let form = kind.argument_form();
        if form.parens == Parens::Never || (form.parens == Parens::Optional && !self.at(TokenKind::LParen)) {
            return DirectiveArgument::None;
        }
        let owner = ArgumentOwner { language: kind.language(), name: kind.name() };
        match form.items {
            Items::DeclareReduction => self
                .in_parentheses(owner.language, owner.name, |parser| parser.parse_declare_reduction(owner))
                .unwrap_or_default(),
            Items::DeclareMapper => self
                .in_parentheses(owner.language, owner.name, |parser| parser.parse_declare_mapper(owner))
                .unwrap_or_default(),
            _ => self
                .parse_parentheses(owner.language, owner.name, form)
                .map_or(DirectiveArgument::None, DirectiveArgument::List),
        }
    }

    /// Parses parentheses with contents of this form.
    pub(super) fn parse_parentheses(
        &mut self,
        language: Language,
        name: Name,
        form: &Form,
    ) -> Option<Arguments> {
        let owner = ArgumentOwner { language, name };
        self.in_parentheses(language, name, |parser| parser.parse_arguments(owner, form))
    }

    /// Runs `parse` on the tokens between parentheses. Tokens that it leaves over are reported and skipped.
    /// Returns none if there are no parentheses, which is also reported.
    pub(super) fn in_parentheses<T>(
        &mut self,
        language: Language,
        name: Name,
        parse: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let opened = self.present_token();
        if !self.at(TokenKind::LParen) {
            let message = format!("`(` expected behind `{}`", self.spelled(name));
            let behind = TokenRange::new(self.position().saturating_sub(1), self.position());
            self.report(Diagnostic::new(codes::BOTH0004.of(language), behind, message));
            return None;
        }
        let rest = self.rest();
        let closed = balanced_length(rest).filter(|length| is_balanced(&rest[..*length]));
        self.bump();
        let Some(length) = closed else {
            let result = parse(self);
            self.unclosed_parenthesis(ArgumentOwner { language, name }, opened);
            return Some(result);
        };
        let result = self.within(length - 2, |parser| {
            let result = parse(parser);
            parser.skip_unseparated(ArgumentOwner { language, name });
            result
        });
        self.bump();
        Some(result)
    }

    /// Reports a parenthesis that is not closed in the directive. The rest of the directive is read as if it were inside.
    fn unclosed_parenthesis(&mut self, owner: ArgumentOwner, opened: TokenRange) {
        if !self.eat(TokenKind::RParen) {
            let message = format!("`)` expected at the end of `{}(`", self.spelled(owner.name));
            let diagnostic =
                Diagnostic::new(codes::BOTH0005.of(owner.language), self.present_token(), message);
            self.report(diagnostic.label(opened, "this parenthesis is not closed"));
        }
    }

    /// Reports tokens after the last item of a list and moves past them.
    fn skip_unseparated(&mut self, owner: ArgumentOwner) {
        if self.at_end() {
            return;
        }
        if self.at(TokenKind::Comma) {
            let message = format!("too many arguments in `{}`", self.spelled(owner.name));
            self.directive_error(owner, codes::BOTH0012, message);
        } else {
            let found = self.describe_present();
            let message = format!("`,` or `)` expected in `{}`, found {found}", self.spelled(owner.name));
            self.directive_error(owner, codes::BOTH0007, message);
        }
        let count = self.rest().len();
        self.bump_by(count);
    }

    /// Parses modifiers, items and trailing modifiers, up to the end of the tokens.
    pub(super) fn parse_arguments(&mut self, owner: ArgumentOwner, form: &Form) -> Arguments {
        if let Post::Linear(rules) = form.post {
            return self.parse_linear(owner, form, rules);
        }
        let prefix = self.parse_modifiers(owner, form);
        let mut items = prefix.items;
        if !prefix.complete {
            self.parse_items(owner, &form.items, &mut items);
        }
        let post_modifiers = self.parse_post(owner, form.post);
        Arguments { modifiers: prefix.modifiers, items: items.into(), post_modifiers }
    }

    /// Parses `: e` or `: word` after the items.
    fn parse_post(&mut self, owner: ArgumentOwner, post: Post) -> Vec<Modifier> {
        if matches!(post, Post::None) || !self.eat(TokenKind::Colon) {
            return Vec::default();
        }
        let modifier = match post {
            Post::Words(words) if self.kind().is_word() => {
                self.check_word(owner, words);
                word_modifier(self.bump_text())
            }
            _ => self.expression_modifier(owner),
        };
        [modifier].into()
    }

    /// Parses `linear(x, y : val, step(2))`, and the form before OpenMP 5.2, `linear(val(x, y) : 2)`.
    fn parse_linear(
        &mut self,
        owner: ArgumentOwner,
        form: &Form,
        rules: &'static [ModifierRule],
    ) -> Arguments {
        let mut arguments = Arguments::default();
        let mut items = Vec::new();
        let word = self.text();
        let wraps = self.kind_at(1) == TokenKind::LParen && rule_of(rules, self.spelled(word)).is_some();
        if wraps {
            self.bump();
            arguments.modifiers = [word_modifier(word)].into();
            self.in_parentheses(owner.language, word, |parser| {
                parser.parse_items(owner, &form.items, &mut items);
            });
        } else {
            self.parse_items(owner, &form.items, &mut items);
        }
        arguments.items = items.into();
        if self.eat(TokenKind::Colon) {
            arguments.post_modifiers = self.parse_linear_modifiers(owner, rules);
        }
        arguments
    }

    fn parse_linear_modifiers(
        &mut self,
        owner: ArgumentOwner,
        rules: &'static [ModifierRule],
    ) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        loop {
            let known = rule_of(rules, self.spelled(self.text())).is_some();
            let ends = matches!(self.kind_at(1), TokenKind::Comma | TokenKind::Eof | TokenKind::LParen);
            modifiers.push(if known && ends {
                self.parse_modifier(owner, rules)
            } else {
                self.expression_modifier(owner)
            });
            if !self.eat(TokenKind::Comma) {
                return modifiers;
            }
        }
    }

    /// Parses a modifier that is only an expression.
    pub(super) fn expression_modifier(&mut self, owner: ArgumentOwner) -> Modifier {
        let expr = self.parse_argument_expr(owner);
        Modifier { word: Name::EMPTY, args: Some(Box::new([expr])), iterators: Vec::default() }
    }

    /// Parses an expression. Reports an error if there is none.
    pub(super) fn parse_argument_expr(&mut self, owner: ArgumentOwner) -> ExprId {
        if matches!(self.kind(), TokenKind::Eof | TokenKind::Comma | TokenKind::Colon | TokenKind::RParen) {
            let message = format!("expression expected in `{}`", self.spelled(owner.name));
            self.directive_error(owner, codes::BOTH0006, message);
            return self.error_expr();
        }
        self.parse_clause_item_expr()
    }

    /// Reports the current word unless it is one of `words`.
    pub(super) fn check_word(&mut self, owner: ArgumentOwner, words: &[Word]) {
        let word = self.text();
        if !has_word(words, self.spelled(word)) {
            let message = format!(
                "`{}` takes {}, not `{}`",
                self.spelled(owner.name),
                one_of(words.iter().map(|each| each.text)),
                self.spelled(word)
            );
            let diagnostic =
                Diagnostic::new(codes::BOTH0008.of(owner.language), self.present_token(), message);
            self.report(diagnostic);
        }
    }

    /// Reports an error at the current token, or at the last token inside the parentheses if there is no current one.
    pub(super) fn directive_error(&mut self, owner: ArgumentOwner, code: Pair, message: impl Into<String>) {
        self.error(code.of(owner.language), message);
    }
}

/// Makes a modifier that is only a word.
pub(super) fn word_modifier(word: Name) -> Modifier {
    Modifier { word, args: None, iterators: Vec::default() }
}

/// Returns the rule for the modifier with this spelling.
pub(super) fn rule_of(rules: &'static [ModifierRule], word: &str) -> Option<&'static ModifierRule> {
    rules.iter().find(|rule| rule.word.text == word)
}

/// Returns whether `word` is one of `words`.
pub(super) fn has_word(words: &[Word], word: &str) -> bool {
    words.iter().any(|each| each.text == word)
}

/// Joins words for a sentence: `a`, `b` or `c`.
pub(super) fn one_of<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// Returns whether all parentheses of a run of tokens that begins with `(` are closed in it.
fn is_balanced(kinds: &[TokenKind]) -> bool {
    let count = |wanted| kinds.iter().filter(|kind| **kind == wanted).count();
    count(TokenKind::LParen) == count(TokenKind::RParen)
}
