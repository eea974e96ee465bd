//! Macros whose value the preprocessor computes (C17 6.10.8, and what compilers add).

use super::codes;
use super::macros::Definition;
use super::state::Preprocessor;
use super::token::PpToken;
use crate::name::Known;
use crate::target::features;
use crate::token::TokenKind;
use crate::unit::{Expansion, ExpansionKind, Origin};

const BUILTINS: &[Known] = &[
    Known::CurrentLine,
    Known::CurrentFile,
    Known::BaseFile,
    Known::FileName,
    Known::IncludeLevel,
    Known::Date,
    Known::Time,
    Known::Timestamp,
    Known::Counter,
    Known::HasInclude,
    Known::HasIncludeNext,
    Known::HasAttribute,
    Known::HasCppAttribute,
    Known::HasCAttribute,
    Known::HasBuiltin,
];

/// Words that are no macros but must not pass unseen.
const WATCHED: &[Known] =
    &[Known::Defined, Known::PragmaOperator, Known::VaArgs, Known::VaOpt, Known::OpenAcc, Known::OpenMp];

impl Preprocessor<'_> {
    pub(super) fn define_builtins(&mut self) {
        for word in BUILTINS {
            self.macros.set(word.name(), Some(Definition::Builtin(*word)));
        }
        for word in WATCHED {
            self.macros.watch(word.name());
        }
    }

    /// Passes on the value of a builtin macro in place of its name.
    pub(super) fn builtin(&mut self, word: Known, token: PpToken) {
        let dates = &self.options.dates;
        match word {
            Known::HasInclude | Known::HasIncludeNext if self.evaluating => {
                self.has_include(&token, word == Known::HasIncludeNext);
            }
            Known::HasAttribute | Known::HasCppAttribute | Known::HasCAttribute | Known::HasBuiltin => {
                self.has_feature(word, token);
            }
            Known::HasInclude | Known::HasIncludeNext => {
                let message = format!("`{}` means something in #if only", &self.names[token.text]);
                self.report(&codes::PP0013, token.range(), message);
                self.put(token);
            }
            Known::CurrentLine => {
                let line = self.presumed_line(&token).to_string();
                self.put_made(TokenKind::Number, &line, &token);
            }
            Known::Counter => {
                let value = self.counter.to_string();
                self.counter += 1;
                self.put_made(TokenKind::Number, &value, &token);
            }
            Known::IncludeLevel => {
                let value = self.files.len().saturating_sub(1).to_string();
                self.put_made(TokenKind::Number, &value, &token);
            }
            Known::Date => self.put_made(TokenKind::StrLit, &quote(&dates.date), &token),
            Known::Time => self.put_made(TokenKind::StrLit, &quote(&dates.time), &token),
            Known::Timestamp => self.put_made(TokenKind::StrLit, &quote(&dates.timestamp), &token),
            Known::BaseFile => self.put_made(TokenKind::StrLit, &quote(&self.main_path.clone()), &token),
            _ => self.file_name(word, &token),
        }
    }

    fn file_name(&mut self, word: Known, token: &PpToken) {
        let path = self.files.last().map(|frame| frame.presumed_path.clone()).unwrap_or_default();
        let shown = match word {
            Known::FileName => path.rsplit('/').next().unwrap_or_default(),
            _ => &path,
        };
        self.put_made(TokenKind::StrLit, &quote(shown), token);
    }

    fn put_made(&mut self, kind: TokenKind, text: &str, name: &PpToken) {
        let expansion = self.add_expansion(Expansion {
            kind: ExpansionKind::Body,
            name: name.text,
            definition: name.origin.spelling,
            invocation: name.origin,
            invocation_end: name.end,
            ends_elsewhere: false,
        });
        let place = PpToken { origin: Origin { expansion, ..name.origin }, ..*name };
        let token = self.made_token(kind, text, &place);
        self.put(token);
    }

    /// The line that `__LINE__` shows: its own in running text and arguments, that of the invocation where it comes
    /// from a replacement list; `#line` considered.
    fn presumed_line(&mut self, token: &PpToken) -> i64 {
        let place = self.written_at(token.origin).spelling;
        let Some(depth) = self.files.len().checked_sub(1) else { return 0 };
        let frame = &self.files[depth];
        let offset = place.0.saturating_sub(frame.base) as usize;
        let offset = offset.min(frame.lexed.text.len());
        let shift = frame.line_shift;
        i64::from(self.physical_line(depth, offset)) + shift
    }

    fn has_feature(&mut self, word: Known, operator: PpToken) {
        if !self.at_open_paren() {
            let message = format!("missing `(` after `{}`", &self.names[operator.text]);
            self.report(&codes::PP0013, operator.range(), message);
            return self.put(operator);
        }
        let Some((tokens, _)) = self.operator_argument(&operator) else { return };
        let names: Vec<&str> = tokens.iter().map(|token| &self.names[token.text]).collect();
        let value = match (word, names.as_slice()) {
            (Known::HasBuiltin, [name]) => i64::from(features::has_builtin(name)),
            (Known::HasAttribute, [name] | [_, "::", name]) => i64::from(features::has_attribute(name)),
            (_, ["gnu" | "__gnu__", "::", name] | ["gnu" | "__gnu__", ":", ":", name]) => {
                i64::from(features::has_attribute(name))
            }
            (_, [name]) => features::standard_attribute(name),
            _ => 0,
        };
        self.put_number(value, &operator);
    }

    /// The tokens between the parentheses that follow an operator in a directive.
    pub(super) fn parenthesized_of_line(&mut self, operator: &PpToken) -> Option<Vec<PpToken>> {
        let mut tokens = Vec::new();
        let open = self.next_of_line();
        if !open.is_some_and(|token| token.is(TokenKind::LParen)) {
            let message = format!("missing `(` after `{}`", &self.names[operator.text]);
            self.report(&codes::PP0013, operator.range(), message);
            return None;
        }
        let mut depth = 0usize;
        while let Some(token) = self.next_of_line() {
            match token.kind {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen if depth == 0 => return Some(tokens),
                TokenKind::RParen => depth -= 1,
                _ => {}
            }
            tokens.push(token);
        }
        let message = format!("missing `)` after `{}`", &self.names[operator.text]);
        self.report(&codes::PP0013, operator.range(), message);
        None
    }
}

/// A string literal with this content.
fn quote(content: &str) -> String {
    let mut text = String::with_capacity(content.len() + 2);
    text.push('"');
    for character in content.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push('"');
    text
}
