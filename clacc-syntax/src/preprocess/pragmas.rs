//! `#pragma` and `_Pragma` (C17 6.10.6, 6.10.9). Those of OpenACC and OpenMP become directives in the token stream, macros
//! in them expanded.

use std::sync::Arc;

use super::codes;
use super::directives::{Line, unquote};
use super::macros::Definition;
use super::state::Preprocessor;
use super::token::PpToken;
use crate::Name;
use crate::encoding;
use crate::lexer::lex;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{Expansion, ExpansionId, ExpansionKind, Origin, Pos};

/// A pragma, wherever it comes from.
struct Pragma {
    /// The tokens behind `#pragma`, or in the string of `_Pragma`.
    line: Line,
    /// The `#` or `_Pragma`.
    start: PpToken,
    /// Past its last character, with the expansion that it stands in.
    end: Origin,
    /// What its tokens came through.
    expansion: ExpansionId,
}

impl Pragma {
    fn token(&self, index: usize) -> PpToken {
        let token = self.line.token(index);
        PpToken { origin: Origin { expansion: self.expansion, ..token.origin }, ..token }
    }

    fn word(&self, offset: usize) -> Option<Name> {
        let index = self.line.from + offset;
        (index < self.line.end).then(|| self.line.lexed.texts[index])
    }
}

impl Preprocessor<'_> {
    /// A `#pragma` line.
    pub(super) fn pragma(&mut self, line: &Line) {
        let end = Origin { spelling: line.range().1, expansion: ExpansionId::NONE };
        let start = line.token(line.hash);
        let line = Line { lexed: Arc::clone(&line.lexed), ..*line };
        self.run_pragma(&Pragma { line, start, end, expansion: ExpansionId::NONE });
    }

    /// `_Pragma`, in running text.
    pub(super) fn pragma_operator(&mut self, operator: PpToken) {
        if !self.at_open_paren() {
            return self.put(operator);
        }
        let Some((tokens, close)) = self.operator_argument(&operator) else { return };
        let literal = match tokens.as_slice() {
            [literal] if literal.kind == TokenKind::StrLit => Some(*literal),
            _ => self.expanded_literal(&tokens),
        };
        if let Some(literal) = literal {
            self.run_operator(&operator, &literal, &close);
        } else {
            let message = "`_Pragma` takes one string literal in parentheses";
            self.report(&codes::PP0033, operator.range(), message);
        }
    }

    fn expanded_literal(&mut self, tokens: &[PpToken]) -> Option<PpToken> {
        let expanded = self.expand_line(tokens);
        let literal = match expanded.as_slice() {
            [literal] if literal.kind == TokenKind::StrLit => Some(*literal),
            _ => None,
        };
        self.recycle(expanded);
        literal
    }

    fn run_operator(&mut self, operator: &PpToken, literal: &PpToken, close: &PpToken) {
        let text = &self.names[literal.text];
        let open = text.find('"').unwrap_or(0);
        let content = unquote(&text[open..]);
        let verbatim = content.len() + open + 2 == text.len() && !literal.flags.contains(TokenFlags::UNCLEAN);
        let bytes = encoding::encode(&content);
        let base = match (verbatim, sits_at(literal, text, open)) {
            (true, Some(base)) => base,
            _ => self.make_text(&content).map_or(literal.origin.spelling.0, |(start, _)| start.0),
        };
        let (invocation_end, ends_elsewhere) = self.invocation_end(operator, close);
        let expansion = self.add_expansion(Expansion {
            kind: ExpansionKind::PragmaOperator,
            name: operator.text,
            definition: operator.origin.spelling,
            invocation: operator.origin,
            invocation_end,
            ends_elsewhere,
        });
        let lexed = Arc::new(lex(self.names, Arc::from(&*bytes)));
        let line = Line { base, hash: 0, from: 0, end: lexed.line_end(0).min(lexed.len() - 1), lexed };
        let end = Origin { spelling: invocation_end, ..operator.origin };
        let mut start = *operator;
        start.flags = start.flags.with(std::mem::take(&mut self.carried_space));
        self.run_pragma(&Pragma { line, start, end, expansion });
    }

    fn run_pragma(&mut self, pragma: &Pragma) {
        let Some(first) = pragma.word(0) else { return };
        match first.known() {
            Some(Known::Acc) => self.directive_pragma(pragma, TokenKind::PragmaAcc),
            Some(Known::Omp) => self.directive_pragma(pragma, TokenKind::PragmaOmp),
            Some(Known::Once) => self.pragma_once(pragma),
            Some(Known::PushMacro) => self.push_macro(pragma),
            Some(Known::PopMacro) => self.pop_macro(pragma),
            Some(Known::Gcc) if pragma.word(1) == Some(Known::SystemHeader.name()) => {
                self.pragma_system_header(pragma);
            }
            Some(Known::Gcc) if pragma.word(1).is_some_and(is_message) => {
                self.pragma_message(pragma);
            }
            _ => self.other_pragma(pragma),
        }
    }

    fn directive_pragma(&mut self, pragma: &Pragma, kind: TokenKind) {
        let word = pragma.token(pragma.line.from);
        let end = if pragma.expansion == ExpansionId::NONE { word.end } else { pragma.start.end };
        self.emit(&PpToken { kind, text: Name::EMPTY, end, ..pragma.start });
        let tokens: Vec<PpToken> =
            (pragma.line.from + 1..pragma.line.end).map(|index| pragma.token(index)).collect();
        let expanded = self.expand_line(&tokens);
        for token in &expanded {
            self.emit(token);
        }
        self.recycle(expanded);
        self.emit(&PpToken {
            kind: TokenKind::PragmaEnd,
            flags: TokenFlags::default(),
            text: Name::EMPTY,
            origin: pragma.end,
            end: pragma.end.spelling,
        });
    }

    fn other_pragma(&mut self, pragma: &Pragma) {
        let text = self.names.intern(&pragma.line.text_from(pragma.line.from));
        self.emit(&PpToken { kind: TokenKind::PragmaOther, text, end: pragma.end.spelling, ..pragma.start });
    }

    fn pragma_once(&mut self, pragma: &Pragma) {
        let Some(frame) = self.files.last() else { return };
        if frame.base == 0 {
            self.report(&codes::PP0035, pragma.start.range(), "#pragma once in the main file has no effect");
        } else if let Some(file) = frame.file {
            self.once.insert(file);
        }
    }

    fn pragma_system_header(&mut self, pragma: &Pragma) {
        if self.files.last().is_some_and(|frame| frame.base == 0) {
            let message = "#pragma GCC system_header in the main file has no effect";
            self.report(&codes::PP0035, pragma.start.range(), message);
        } else if let Some(frame) = self.files.last_mut() {
            frame.system = true;
        }
    }

    fn pragma_message(&mut self, pragma: &Pragma) {
        let text = pragma.line.text_from(pragma.line.from + 2);
        let place = (pragma.start.origin.spelling, pragma.end.spelling);
        if pragma.word(1) == Some(Known::Error.name()) {
            self.report(&codes::PP0030, place, format!("#pragma GCC error {text}"));
        } else {
            self.report(&codes::PP0031, place, format!("#pragma GCC warning {text}"));
        }
    }

    /// The name in `push_macro("name")`.
    fn named_macro(&mut self, pragma: &Pragma) -> Option<Name> {
        let from = pragma.line.from;
        let literal = (from + 2 < pragma.line.end).then(|| pragma.token(from + 2)).filter(|token| {
            token.kind == TokenKind::StrLit && pragma.line.kind(from + 1) == TokenKind::LParen
        });
        if literal.is_none() {
            let place = (pragma.start.origin.spelling, pragma.end.spelling);
            let message = "expected a macro name as a string literal in parentheses";
            self.report(&codes::PP0034, place, message);
        }
        literal.map(|literal| self.names.intern(&unquote(&self.names[literal.text])))
    }

    fn push_macro(&mut self, pragma: &Pragma) {
        if let Some(name) = self.named_macro(pragma) {
            let definition: Option<Definition> = self.macros.get(name).cloned();
            self.pushed.entry(name).or_default().push(definition);
        }
    }

    fn pop_macro(&mut self, pragma: &Pragma) {
        let Some(name) = self.named_macro(pragma) else { return };
        if let Some(definition) = self.pushed.get_mut(&name).and_then(Vec::pop) {
            self.macros.set(name, definition);
        }
    }

    /// Reports a byte sequence in running text that is no token.
    pub(super) fn report_unknown(&mut self, token: &PpToken) {
        let text = &self.names[token.text];
        let place: (Pos, Pos) = token.range();
        if let Some(quote) = text.chars().find(|character| matches!(character, '"' | '\'')) {
            let message = format!("the closing {quote} is missing");
            self.report(&codes::PP0038, place, message);
        } else {
            let visible = |each: char| {
                if each.is_control() { each.escape_default().to_string() } else { each.to_string() }
            };
            let shown: String = encoding::shown(text).chars().map(visible).collect();
            self.report(&codes::PP0039, place, format!("`{shown}` is no token of C"));
        }
    }
}

/// The unit position of a literal's content, if the literal stands somewhere as it is.
fn sits_at(literal: &PpToken, text: &str, open: usize) -> Option<u32> {
    let len = literal.end.0.checked_sub(literal.origin.spelling.0)?;
    let written = encoding::encode(text).len();
    (len as usize == written).then_some(literal.origin.spelling.0 + open as u32 + 1)
}

fn is_message(word: Name) -> bool {
    [Known::Error.name(), Known::Warning.name()].contains(&word)
}
