//! `#pragma` and `_Pragma` (C17 6.10.6, 6.10.9). Pragmas of OpenACC and OpenMP become directives in the token stream, with macros expanded.

use std::sync::Arc;

use super::super::codes;
use super::super::expander::Expander;
use super::super::line::{DirectiveLine, unquote};
use super::super::token::PpToken;
use super::Reader;
use crate::Name;
use crate::encoding;
use crate::lexer::lex;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{Expansion, ExpansionId, ExpansionKind, IgnoredPragma, LineMark, Pos, TokenOrigin};

/// A pragma in any of its forms.
struct Pragma {
    /// The tokens after `#pragma`, or in the string of `_Pragma`.
    line: DirectiveLine,
    /// The `#` or `_Pragma` token.
    start: PpToken,
    /// The position after its last character, and the expansion that contains it.
    end: TokenOrigin,
    /// The expansion that its tokens came through.
    expansion: ExpansionId,
}

impl Pragma {
    fn token(&self, index: usize) -> PpToken {
        let token = self.line.token(index);
        PpToken { origin: TokenOrigin { expansion: self.expansion, ..token.origin }, ..token }
    }

    fn word(&self, offset: usize) -> Option<Name> {
        let index = self.line.from + offset;
        (index < self.line.end).then(|| self.line.lexed.texts[index])
    }
}

impl Reader<'_> {
    /// Executes a `#pragma` line.
    pub(crate) fn pragma(&mut self, expander: &mut Expander, line: &DirectiveLine) {
        let end = TokenOrigin { spelling: line.range().1, expansion: ExpansionId::NONE };
        let start = line.token(line.hash);
        let line = DirectiveLine { lexed: Arc::clone(&line.lexed), ..*line };
        self.run_pragma(expander, &Pragma { line, start, end, expansion: ExpansionId::NONE });
    }

    /// Executes `_Pragma` in running text.
    pub(crate) fn pragma_operator(&mut self, expander: &mut Expander, operator: PpToken) {
        if !expander.at_open_paren(self) {
            return expander.put(operator, &mut self.out);
        }
        let Some((tokens, close)) = expander.operator_argument(self, &operator) else { return };
        let literal = match tokens.as_slice() {
            [literal] if literal.kind == TokenKind::StrLit => Some(*literal),
            _ => self.expanded_literal(expander, &tokens),
        };
        if let Some(literal) = literal {
            self.run_operator(expander, &operator, &literal, &close);
        } else {
            let message = "`_Pragma` takes one string literal in parentheses";
            self.out.report(&codes::PP0033, operator.range(), message);
        }
    }

    fn expanded_literal(&mut self, expander: &mut Expander, tokens: &[PpToken]) -> Option<PpToken> {
        let expanded = expander.expand_line(self, tokens);
        let literal = match expanded.as_slice() {
            [literal] if literal.kind == TokenKind::StrLit => Some(*literal),
            _ => None,
        };
        expander.recycle(expanded);
        literal
    }

    fn run_operator(
        &mut self,
        expander: &mut Expander,
        operator: &PpToken,
        literal: &PpToken,
        close: &PpToken,
    ) {
        let text = self.out.text(literal.text);
        let open = text.find('"').unwrap_or(0);
        let content = unquote(&text[open..]);
        let verbatim = content.len() + open + 2 == text.len() && !literal.flags.contains(TokenFlags::UNCLEAN);
        let bytes = encoding::encode(&content);
        let base = match (verbatim, sits_at(literal, text, open)) {
            (true, Some(base)) => base,
            _ => self.out.map.make_text(&content).map_or(literal.origin.spelling.0, |(start, _)| start.0),
        };
        let (invocation_end, ends_elsewhere) = self.out.invocation_end(operator, close);
        let expansion = self.out.map.add_expansion(Expansion {
            kind: ExpansionKind::PragmaOperator,
            name: operator.text,
            definition: operator.origin.spelling,
            invocation: operator.origin,
            invocation_end,
            ends_elsewhere,
        });
        let lexed = Arc::new(lex(self.out.names(), Arc::from(&*bytes)));
        let line =
            DirectiveLine { base, hash: 0, from: 0, end: lexed.line_end(0).min(lexed.len() - 1), lexed };
        let end = TokenOrigin { spelling: invocation_end, ..operator.origin };
        let mut start = *operator;
        start.flags = start.flags.with(expander.take_space());
        self.run_pragma(expander, &Pragma { line, start, end, expansion });
    }

    fn run_pragma(&mut self, expander: &mut Expander, pragma: &Pragma) {
        let Some(first) = pragma.word(0) else { return };
        match first.known() {
            Some(Known::Acc) => self.directive_pragma(expander, pragma, TokenKind::PragmaAcc),
            Some(Known::Omp) if !self.options.openmp_directives => {
                let end = pragma.end.spelling;
                self.out.note_ignored_openmp(IgnoredPragma { start: pragma.start.origin, end });
            }
            Some(Known::Omp) => self.directive_pragma(expander, pragma, TokenKind::PragmaOmp),
            Some(Known::Once) => self.pragma_once(pragma),
            Some(Known::PushMacro) => self.push_macro(expander, pragma),
            Some(Known::PopMacro) => self.pop_macro(expander, pragma),
            Some(Known::Gcc) if pragma.word(1) == Some(Known::SystemHeader.name()) => {
                self.pragma_system_header(pragma);
            }
            Some(Known::Gcc) if pragma.word(1).is_some_and(is_message) => {
                self.pragma_message(pragma);
            }
            _ => self.other_pragma(pragma),
        }
    }

    fn directive_pragma(&mut self, expander: &mut Expander, pragma: &Pragma, kind: TokenKind) {
        let word = pragma.token(pragma.line.from);
        let end = if pragma.expansion == ExpansionId::NONE { word.end } else { pragma.start.end };
        self.out.emit(&PpToken { kind, text: Name::EMPTY, end, ..pragma.start });
        let tokens: Vec<PpToken> =
            (pragma.line.from + 1..pragma.line.end).map(|index| pragma.token(index)).collect();
        let expanded = expander.expand_line(self, &tokens);
        for token in &expanded {
            self.out.emit(token);
        }
        expander.recycle(expanded);
        self.out.emit(&PpToken {
            kind: TokenKind::PragmaEnd,
            flags: TokenFlags::default(),
            text: Name::EMPTY,
            origin: pragma.end,
            end: pragma.end.spelling,
        });
    }

    fn other_pragma(&mut self, pragma: &Pragma) {
        let text = self.out.names().intern(&pragma.line.text_from(pragma.line.from));
        self.out.emit(&PpToken {
            kind: TokenKind::PragmaOther,
            text,
            end: pragma.end.spelling,
            ..pragma.start
        });
    }

    fn pragma_once(&mut self, pragma: &Pragma) {
        if self.files.in_main() {
            self.out.report(
                &codes::PP0035,
                pragma.start.range(),
                "#pragma once in the main file has no effect",
            );
        } else {
            self.files.read_current_once();
        }
    }

    fn pragma_system_header(&mut self, pragma: &Pragma) {
        if self.files.in_main() {
            let message = "#pragma GCC system_header in the main file has no effect";
            self.out.report(&codes::PP0035, pragma.start.range(), message);
        } else {
            let from = Pos(pragma.line.base + pragma.line.next_line() as u32);
            self.out.note_line_mark(LineMark { from, number: None, file: None, system: Some(true) });
            self.set_system(true);
        }
    }

    fn pragma_message(&mut self, pragma: &Pragma) {
        let text = pragma.line.text_from(pragma.line.from + 2);
        let place = (pragma.start.origin.spelling, pragma.end.spelling);
        if pragma.word(1) == Some(Known::Error.name()) {
            self.out.report(&codes::PP0030, place, format!("#pragma GCC error {text}"));
        } else {
            self.out.report(&codes::PP0031, place, format!("#pragma GCC warning {text}"));
        }
    }

    /// Returns the name in `push_macro("name")`.
    fn named_macro(&mut self, pragma: &Pragma) -> Option<Name> {
        let from = pragma.line.from;
        let literal = (from + 2 < pragma.line.end).then(|| pragma.token(from + 2)).filter(|token| {
            token.kind == TokenKind::StrLit && pragma.line.kind(from + 1) == TokenKind::LParen
        });
        if literal.is_none() {
            let place = (pragma.start.origin.spelling, pragma.end.spelling);
            let message = "expected a macro name as a string literal in parentheses";
            self.out.report(&codes::PP0034, place, message);
        }
        literal.map(|literal| self.out.names().intern(&unquote(self.out.text(literal.text))))
    }

    fn push_macro(&mut self, expander: &mut Expander, pragma: &Pragma) {
        if let Some(name) = self.named_macro(pragma) {
            expander.push_macro(name);
        }
    }

    fn pop_macro(&mut self, expander: &mut Expander, pragma: &Pragma) {
        if let Some(name) = self.named_macro(pragma) {
            expander.pop_macro(name, &mut self.out);
        }
    }
}

/// Returns the unit position of a literal's content, if the source contains the literal unchanged.
fn sits_at(literal: &PpToken, text: &str, open: usize) -> Option<u32> {
    let len = literal.end.0.checked_sub(literal.origin.spelling.0)?;
    let written = encoding::encode(text).len();
    (len as usize == written).then_some(literal.origin.spelling.0 + open as u32 + 1)
}

fn is_message(word: Name) -> bool {
    [Known::Error.name(), Known::Warning.name()].contains(&word)
}
