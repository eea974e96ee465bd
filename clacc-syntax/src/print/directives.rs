//! Prints directives and clauses in the forms that the tables define.

use super::expressions::{ANY, ASSIGNMENT};
use super::writer::{DirectiveSink, ModifierStyle, Parts, write_arguments, write_clauses};
use super::{PrintTask, Printer};
use crate::Name;
use crate::ast::*;
use crate::directive::{Form, form_of};
use crate::token::TokenKind;

impl<'t> DirectiveSink<'t> for Printer<'t> {
    type Clause = (DirectiveId, ClauseId);
    type Modifier = Modifier;
    type Item = ArgumentItem;

    fn text(&mut self, text: &'static str) {
        self.push(PrintTask::Text(text));
    }

    fn clause(&mut self, (directive, clause): (DirectiveId, ClauseId)) {
        self.push(PrintTask::Clause(directive, clause));
    }

    fn modifier(&mut self, modifier: &'t Modifier, style: ModifierStyle) {
        self.name(modifier.word);
        match style {
            ModifierStyle::Parentheses => self.modifier_arguments(modifier),
            ModifierStyle::Colon => {
                for arg in modifier.args.iter().flatten() {
                    self.text(": ");
                    self.push(PrintTask::Expr(*arg, ASSIGNMENT));
                }
            }
        }
    }

    fn item(&mut self, item: &'t ArgumentItem) {
        match &item.value {
            ArgumentValue::Expr(expr) => self.push(PrintTask::Expr(*expr, ASSIGNMENT)),
            ArgumentValue::Word(word) => self.name(*word),
            ArgumentValue::Init(init) => self.push(PrintTask::Init(*init)),
            ArgumentValue::Directive(directive) => self.push(PrintTask::Directive(*directive)),
            ArgumentValue::Tokens(tokens) => self.tokens(tokens),
        }
    }

    fn key(&mut self, item: &'t ArgumentItem) -> bool {
        item.key.iter().for_each(|key| self.name(*key));
        item.key.is_some()
    }

    fn is_selector(&self, item: &'t ArgumentItem) -> bool {
        matches!(item.value, ArgumentValue::Tokens(_))
    }
}

impl<'t> Printer<'t> {
    /// Prints name, argument and clauses.
    pub(super) fn directive(&mut self, id: DirectiveId) {
        let directive = &self.tree[id];
        self.name(directive.kind.name());
        match &directive.argument {
            DirectiveArgument::None => {}
            DirectiveArgument::List(arguments) => {
                self.arguments(arguments, directive.kind.argument_form());
            }
            DirectiveArgument::DeclareReduction { name, types, combiner } => {
                self.text("(");
                self.name(*name);
                self.text(" : ");
                self.separated(types, ", ", PrintTask::TypeName);
                self.text(" : ");
                self.push(PrintTask::Expr(*combiner, ANY));
                self.text(")");
            }
            DirectiveArgument::DeclareMapper { name, variable } => {
                self.text("(");
                if *name != Name::EMPTY {
                    self.name(*name);
                    self.text(" : ");
                }
                self.push(PrintTask::Param(*variable));
                self.text(")");
            }
            DirectiveArgument::Tokens(tokens) => {
                if !tokens.is_empty() {
                    self.text(" ");
                }
                self.tokens(tokens);
            }
        }
        write_clauses(self, directive.clauses.iter().map(|clause| (id, *clause)));
        if !directive.extra.is_empty() {
            self.text(" ");
            self.tokens(&directive.extra);
        }
    }

    /// Prints a clause's name and arguments.
    pub(super) fn clause_text(&mut self, directive: DirectiveId, id: ClauseId) {
        let clause = &self.tree[id];
        self.name(clause.spelling);
        if let Some(arguments) = &clause.arguments {
            let form = form_of(self.tree[directive].kind, clause.kind).unwrap_or(&Form::BARE);
            self.arguments(arguments, form);
        }
    }

    fn arguments(&mut self, arguments: &'t Arguments, form: &Form) {
        let Arguments { modifiers, items, post_modifiers } = arguments;
        write_arguments(self, &Parts { modifiers, items, post_modifiers }, form);
    }

    /// Prints the arguments of a modifier in parentheses. A modifier without a word has no parentheses.
    fn modifier_arguments(&mut self, modifier: &'t Modifier) {
        let bare = modifier.word == Name::EMPTY;
        if let Some(args) = &modifier.args {
            if !bare {
                self.text("(");
            }
            self.separated(args, ",", |arg| PrintTask::Expr(arg, ASSIGNMENT));
            if !bare {
                self.text(")");
            }
        }
        if !modifier.iterators.is_empty() {
            self.text("(");
            for (index, iterator) in modifier.iterators.iter().enumerate() {
                if index > 0 {
                    self.text(",");
                }
                self.iterator(iterator);
            }
            self.text(")");
        }
    }

    /// Prints an iterator: `int i=0:n:2`.
    fn iterator(&mut self, iterator: &'t IteratorDef) {
        self.push(PrintTask::Param(iterator.declaration));
        self.text("=");
        self.push(PrintTask::Expr(iterator.begin, ASSIGNMENT));
        self.text(":");
        self.push(PrintTask::Expr(iterator.end, ASSIGNMENT));
        if let Some(step) = iterator.step {
            self.text(":");
            self.push(PrintTask::Expr(step, ASSIGNMENT));
        }
    }

    /// Prints tokens in their source spelling, with a space between words and operators.
    fn tokens(&mut self, tokens: &'t [(TokenKind, Name)]) {
        let mut before = TokenKind::LParen;
        for (kind, text) in tokens {
            let tight = matches!(before, TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace)
                || matches!(
                    kind,
                    TokenKind::LParen
                        | TokenKind::RParen
                        | TokenKind::RBracket
                        | TokenKind::RBrace
                        | TokenKind::Comma
                );
            if !tight {
                self.text(" ");
            }
            self.name(*text);
            before = *kind;
        }
    }
}
