//! Finds the directives of a file, and executes the small ones (C17 6.10.4 to 6.10.7).

use std::sync::Arc;

use super::super::codes;
use super::super::expander::Expander;
use super::super::line::{DirectiveLine, unquote};
use super::Reader;
use crate::Name;
use crate::name::Known;
use crate::token::TokenKind;
use crate::unit::LineMark;

impl Reader<'_> {
    /// Reads and executes the next directive of the current file.
    pub(crate) fn directive(&mut self, expander: &mut Expander) {
        let Some(line) = self.files.take_line() else { return };
        if line.hash + 1 >= line.end {
            return;
        }
        let word = line.lexed.texts[line.hash + 1];
        match line.kind(line.hash + 1) {
            TokenKind::Ident => {}
            TokenKind::Number => return self.line_directive(expander, &line, line.hash + 1),
            _ => return self.invalid_directive(&line),
        }
        match word.known() {
            Some(known) => self.known_directive(expander, known, &line),
            None if word == Name::of_kind(TokenKind::If) => self.begin_if(expander, &line),
            None if word == Name::of_kind(TokenKind::Else) => self.alternative(expander, &line),
            None => self.invalid_directive(&line),
        }
    }

    fn known_directive(&mut self, expander: &mut Expander, word: Known, line: &DirectiveLine) {
        match word {
            Known::Define => expander.define(line, &mut self.out),
            Known::Undef => expander.undef(line, &mut self.out),
            Known::Ifdef => self.begin_ifdef(expander, line, true),
            Known::Ifndef => self.begin_ifdef(expander, line, false),
            Known::Elif | Known::Elifdef | Known::Elifndef => self.alternative(expander, line),
            Known::Endif => self.endif(line),
            Known::Include | Known::IncludeNext | Known::Import => self.include(expander, line, word),
            Known::Line => self.line_directive(expander, line, line.from),
            Known::Error | Known::Warning => self.message_directive(line, word),
            Known::Pragma => self.pragma(expander, line),
            Known::Ident | Known::Sccs => self.ident(line),
            Known::Assert | Known::Unassert => {}
            Known::Embed => {
                self.out.report(&codes::PP0032, line.range(), "#embed is not supported");
            }
            _ => self.invalid_directive(line),
        }
    }

    fn invalid_directive(&mut self, line: &DirectiveLine) {
        let message =
            format!("invalid preprocessing directive `#{}`", self.out.text(line.lexed.texts[line.hash + 1]));
        self.out.report(&codes::PP0009, line.range(), message);
    }

    fn message_directive(&mut self, line: &DirectiveLine, word: Known) {
        let text = line.text_from(line.from);
        if word == Known::Error {
            self.out.report(&codes::PP0030, line.range(), format!("#error {text}"));
        } else {
            self.out.report(&codes::PP0031, line.range(), format!("#warning {text}"));
        }
    }

    fn ident(&mut self, line: &DirectiveLine) {
        if line.end != line.from + 1 || line.kind(line.from) != TokenKind::StrLit {
            self.out.report(&codes::PP0029, line.range(), "#ident expects one string literal");
        }
    }

    /// Executes `#line 5 "file"`, or the line marker `# 5 "file" flags`. The number is token `from`.
    fn line_directive(&mut self, expander: &mut Expander, line: &DirectiveLine, from: usize) {
        let marker = from == line.hash + 1;
        let tokens = line.tokens_from(from);
        let tokens = if marker { tokens } else { expander.expand_line(self, &tokens) };
        let number = tokens.first().filter(|token| token.kind == TokenKind::Number);
        let Some(number) = number.and_then(|token| self.out.text(token.text).parse::<u32>().ok()) else {
            let message = "#line expects a line number in decimal digits";
            return self.out.report(&codes::PP0029, line.range(), message);
        };
        let file = match tokens.get(1) {
            None => None,
            Some(token) if token.kind == TokenKind::StrLit && self.out.text(token.text).starts_with('"') => {
                Some(unquote(self.out.text(token.text)))
            }
            Some(token) => {
                let message = "the file name of #line must be a string literal";
                return self.out.report(&codes::PP0029, token.range(), message);
            }
        };
        let system = marker && tokens.iter().skip(2).any(|flag| self.out.text(flag.text) == "3");
        let file: Option<Arc<str>> = file.map(Arc::from);
        let from = self.files.mark_line(line, number, file.clone());
        self.out.note_line_mark(LineMark {
            from,
            number: Some(number),
            file,
            system: marker.then_some(system),
        });
        if marker {
            self.set_system(system);
        }
    }
}
