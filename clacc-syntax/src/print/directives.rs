//! Printing directives and clauses, by the forms of the tables.

use super::expressions::{ANY, ASSIGNMENT};
use super::{Printer, Task};
use crate::Name;
use crate::ast::*;
use crate::directive::{Form, Items, Modifiers, Post, Separator, form_of};
use crate::token::TokenKind;

/// What a directive's line begins with.
pub(super) fn introducer(kind: DirectiveKind) -> &'static str {
    if kind.is_acc() { "#pragma acc " } else { "#pragma omp " }
}

const fn list_separator(form: &Form) -> &'static str {
    match form.separator {
        Separator::Spaced => ", ",
        Separator::Tight | Separator::SpacedColon => ",",
    }
}

const fn colon(form: &Form) -> &'static str {
    match form.separator {
        Separator::SpacedColon => " : ",
        Separator::Tight | Separator::Spaced => ": ",
    }
}

/// The colon between modifiers and items. `depend(source)` has no items and no colon, `doacross(source:)` has one.
const fn colon_before(items: &[Argument], form: &Form) -> &'static str {
    match (items.is_empty(), form.items) {
        (false, _) => colon(form),
        (true, Items::Vector) => ":",
        (true, _) => "",
    }
}

impl<'t> Printer<'t> {
    /// Name, argument and clauses.
    pub(super) fn directive(&mut self, id: DirectiveId) {
        let directive = &self.tree[id];
        self.text(directive.kind.text());
        match &directive.argument {
            DirectiveArgument::None => {}
            DirectiveArgument::List(arguments) => {
                self.arguments(arguments, directive.kind.argument_form());
            }
            DirectiveArgument::DeclareReduction { name, types, combiner } => {
                self.text("(");
                self.name(*name);
                self.text(" : ");
                self.separated(types, ", ", Task::TypeName);
                self.text(" : ");
                self.push(Task::Expr(*combiner, ANY));
                self.text(")");
            }
            DirectiveArgument::DeclareMapper { name, variable } => {
                self.text("(");
                if *name != Name::EMPTY {
                    self.name(*name);
                    self.text(" : ");
                }
                self.push(Task::Param(*variable));
                self.text(")");
            }
            DirectiveArgument::Tokens(tokens) => {
                if !tokens.is_empty() {
                    self.text(" ");
                }
                self.tokens(tokens);
            }
        }
        for clause in &directive.clauses {
            self.text(" ");
            self.push(Task::Clause(id, *clause));
        }
        if !directive.extra.is_empty() {
            self.text(" ");
            self.tokens(&directive.extra);
        }
    }

    pub(super) fn clause(&mut self, directive: DirectiveId, id: ClauseId) {
        let clause = &self.tree[id];
        self.name(clause.spelling);
        if let Some(arguments) = &clause.arguments {
            let form = form_of(self.tree[directive].kind, clause.kind).unwrap_or(&Form::BARE);
            self.arguments(arguments, form);
        }
    }

    fn arguments(&mut self, arguments: &'t Arguments, form: &'static Form) {
        self.text("(");
        let Arguments { modifiers, items, post_modifiers } = arguments;
        match (&form.modifiers, form.post) {
            (_, Post::Linear(_)) if !modifiers.is_empty() => {
                self.modifiers(modifiers);
                self.text("(");
                self.items(items, form);
                self.text(")");
            }
            (Modifiers::Wait, _) => {
                self.wait_modifiers(modifiers);
                self.items(items, form);
            }
            (Modifiers::Selector, _) => self.variant(items, form),
            _ => {
                self.modifiers(modifiers);
                if !modifiers.is_empty() {
                    self.text(colon_before(items, form));
                }
                self.items(items, form);
            }
        }
        if !post_modifiers.is_empty() {
            self.text(colon(form));
            self.modifiers(post_modifiers);
        }
        self.text(")");
    }

    fn modifiers(&mut self, modifiers: &'t [Modifier]) {
        for (index, modifier) in modifiers.iter().enumerate() {
            if index > 0 {
                self.text(",");
            }
            self.modifier(modifier);
        }
    }

    fn modifier(&mut self, modifier: &'t Modifier) {
        self.name(modifier.word);
        let bare = modifier.word == Name::EMPTY;
        if let Some(args) = &modifier.args {
            if !bare {
                self.text("(");
            }
            self.separated(args, ",", |arg| Task::Expr(arg, ASSIGNMENT));
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

    /// `int i=0:n:2`
    fn iterator(&mut self, iterator: &'t IteratorDef) {
        self.push(Task::Param(iterator.declaration));
        self.text("=");
        self.push(Task::Expr(iterator.begin, ASSIGNMENT));
        self.text(":");
        self.push(Task::Expr(iterator.end, ASSIGNMENT));
        if let Some(step) = iterator.step {
            self.text(":");
            self.push(Task::Expr(step, ASSIGNMENT));
        }
    }

    /// `devnum: 1: queues: ` (OpenACC 3.4 section 2.16)
    fn wait_modifiers(&mut self, modifiers: &'t [Modifier]) {
        for modifier in modifiers {
            self.name(modifier.word);
            self.text(": ");
            for arg in modifier.args.iter().flatten() {
                self.push(Task::Expr(*arg, ASSIGNMENT));
                self.text(": ");
            }
        }
    }

    /// `selector: directive`, or a directive alone.
    fn variant(&mut self, items: &'t [Argument], form: &'static Form) {
        let selectors = items.iter().filter(|item| matches!(item.value, ArgumentValue::Tokens(_))).count();
        for (index, item) in items.iter().enumerate() {
            self.item(item, form);
            if index < selectors {
                self.text(if index + 1 == items.len() { ":" } else { ": " });
            }
        }
    }

    fn items(&mut self, items: &'t [Argument], form: &'static Form) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text(list_separator(form));
            }
            self.item(item, form);
        }
    }

    fn item(&mut self, item: &'t Argument, form: &'static Form) {
        if let Some(key) = item.key {
            self.name(key);
            self.text(if matches!(form.items, Items::Initializer) { " = " } else { ": " });
        }
        match &item.value {
            ArgumentValue::Expr(expr) => self.push(Task::Expr(*expr, ASSIGNMENT)),
            ArgumentValue::Word(word) => self.name(*word),
            ArgumentValue::Type(ty) => self.push(Task::TypeName(*ty)),
            ArgumentValue::Init(init) => self.push(Task::Init(*init)),
            ArgumentValue::Directive(directive) => self.push(Task::Directive(*directive)),
            ArgumentValue::Tokens(tokens) => self.tokens(tokens),
        }
    }

    /// Tokens as written, a space between words and operators.
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
