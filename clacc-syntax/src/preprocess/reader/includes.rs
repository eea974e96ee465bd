//! `#include` and similar directives: finds headers (C17 6.10.2), and avoids reading them twice.

use std::sync::Arc;

use super::super::codes;
use super::super::expander::{Expander, spelling};
use super::super::files::Frame;
use super::super::files::{FoundHeader, Header, header_in_bytes};
use super::super::line::DirectiveLine;
use super::super::token::PpToken;
use super::{Reader, Stage};
use crate::lexer::LexedFile;
use crate::name::Known;
use crate::token::TokenKind;
use crate::unit::{ExpansionId, Inclusion, Pos, StretchContent};

impl Reader<'_> {
    pub(crate) fn include(&mut self, expander: &mut Expander, line: &DirectiveLine, word: Known) {
        let Some((header, rest)) = self.header_of_line(expander, line) else {
            let message = "#include expects \"file\" or <file>";
            return self.out.report(&codes::PP0002, line.range(), message);
        };
        self.out.extra_tokens(line, rest, "#include");
        if word == Known::IncludeNext && self.files.depth() == 1 {
            let message = "#include_next in the main file searches from the start";
            self.out.report(&codes::PP0036, line.range(), message);
        }
        let found = self.files.find(&header, word == Known::IncludeNext);
        let at = line.range().0;
        let written: Arc<str> = header.written().into();
        self.out.note_inclusion(Inclusion { at, file: found.map(|found| found.file), written });
        if let Some(found) = found {
            self.enter_header(expander, found, line, word == Known::Import);
        } else {
            let message = format!("header {} is not found", header.written());
            self.out.report(&codes::PP0001, line.range(), message);
        }
    }

    /// Returns the header that a line names, and the index of the first token after it.
    fn header_of_line(&mut self, expander: &mut Expander, line: &DirectiveLine) -> Option<(Header, usize)> {
        if line.from >= line.end {
            return None;
        }
        let start = line.lexed.starts.get(line.from) as usize;
        if let Some((header, end)) = header_in_bytes(&line.lexed.text, start) {
            let behind = (line.from..line.end).find(|index| line.lexed.starts.get(*index) as usize >= end);
            return Some((header, behind.unwrap_or(line.end)));
        }
        let expanded = expander.expand_line(self, &line.tokens());
        let header = self.header_of_tokens(&expanded);
        expander.recycle(expanded);
        Some((header?, line.end))
    }

    /// Returns the header that the macro-expanded tokens of a line name.
    fn header_of_tokens(&self, tokens: &[PpToken]) -> Option<Header> {
        let first = tokens.first()?;
        if first.kind == TokenKind::StrLit {
            let name = self.out.text(first.text).strip_prefix('"')?.strip_suffix('"')?;
            return Some(Header { name: name.to_owned(), angled: false });
        }
        if first.kind != TokenKind::Lt {
            return None;
        }
        let mut name = String::new();
        for (index, token) in tokens.iter().enumerate().skip(1) {
            if index > 1 && token.spaced() {
                name.push(' ');
            }
            if token.kind == TokenKind::Gt {
                return Some(Header { name, angled: true });
            }
            name.push_str(spelling(self.out.names(), token));
        }
        None
    }

    fn enter_header(
        &mut self,
        expander: &mut Expander,
        found: FoundHeader,
        line: &DirectiveLine,
        import: bool,
    ) {
        if matches!(self.stage, Stage::Prefix(_)) && found.file == self.files.main() {
            self.stage = Stage::Prefix(Some(self.main_offset()));
            return self.close_files();
        }
        if self.files.is_done(found.file) {
            return;
        }
        let lexed = self.files.lexed(found.file);
        if lexed.guard.is_some_and(|guard| expander.is_defined(guard)) {
            return;
        }
        if import {
            self.files.read_once(found.file);
        }
        if self.inclusion_allowed(line, &lexed) {
            self.enter_file(found, lexed, Some(line.range().0));
        }
    }

    /// Returns the offset in the main file of the directive that is being executed, possibly through headers, or of the outermost
    /// conditional around it.
    fn main_offset(&self) -> u32 {
        let Some((depth, directive)) = self.files.directive_of_main() else { return 0 };
        self.conditionals.outermost(depth).map_or(directive, |outermost| outermost.0.min(directive))
    }

    fn inclusion_allowed(&mut self, line: &DirectiveLine, lexed: &LexedFile) -> bool {
        let limits = self.options.limits;
        let problem = if self.files.depth() > limits.include_depth {
            // If a file includes itself twice, this point would be reached a number of times that is exponential in the depth.
            self.files.end_inclusions();
            Some((
                &codes::PP0003,
                "#include is nested too deeply; this one and all further ones are left out",
            ))
        } else if !self.files.may_include() {
            Some((&codes::PP0004, "too many files are included; this one and all further ones are left out"))
        } else if !self.files.is_within(self.out.len() + lexed.len(), limits.unit_tokens) {
            Some((&codes::PP0005, "the unit grows too large; this file is left out"))
        } else {
            self.files.spend_inclusion();
            None
        };
        match problem {
            Some((code, message)) => {
                self.out.report_once(code, line.range(), message);
                false
            }
            None => true,
        }
    }

    fn enter_file(&mut self, found: FoundHeader, lexed: Arc<LexedFile>, included_at: Option<Pos>) {
        let content = StretchContent::File {
            file: found.file,
            len: lexed.text.len() as u32,
            included_at,
            system: found.system,
        };
        let place = included_at.unwrap_or(Pos(0));
        let Some(base) = self.out.map.take_stretch(lexed.text.len(), content) else {
            let message = "the unit is longer than 4 GiB; this file is left out";
            return self.out.report_once(&codes::PP0005, (place, place), message);
        };
        let path = self.files.path(found.file);
        self.push_file(Frame::header(lexed, base, found, path));
    }

    /// Includes a file that `-include` names. The search starts in the working directory, as for a quoted name.
    pub(crate) fn forced_include(&mut self, name: &str) {
        if let Some(found) = self.files.find_forced(name) {
            let lexed = self.files.lexed(found.file);
            self.enter_file(found, lexed, None);
        } else {
            let message = format!("file `{name}`, included by option, is not found");
            self.out.report(&codes::PP0001, (Pos(0), Pos(0)), message);
        }
    }

    /// Evaluates `__has_include` and `__has_include_next` in conditions.
    pub(crate) fn has_include(&mut self, expander: &mut Expander, operator: &PpToken, next: bool) {
        let Some(tokens) = expander.parenthesized_of_line(self, operator) else {
            return self.put_truth(expander, false, operator);
        };
        let direct =
            matches!(tokens.first().map(|token| token.kind), Some(TokenKind::Lt | TokenKind::StrLit));
        let header = if direct {
            self.header_in_file(&tokens).or_else(|| self.header_of_tokens(&tokens))
        } else {
            let expanded = expander.expand_line(self, &tokens);
            self.header_of_tokens(&expanded)
        };
        let found = header.as_ref().is_some_and(|header| self.files.find(header, next).is_some());
        if header.is_none() {
            let message = format!("`{}` expects \"file\" or <file>", self.out.text(operator.text));
            self.out.report(&codes::PP0013, operator.range(), message);
        }
        self.put_truth(expander, found, operator);
    }

    /// Returns the header that tokens of the current file spell. It is taken from the bytes instead of the tokens, so that white space is
    /// kept.
    fn header_in_file(&self, tokens: &[PpToken]) -> Option<Header> {
        let first = tokens.first().filter(|token| token.origin.expansion == ExpansionId::NONE)?;
        let (bytes, offset) = self.files.bytes_from(first.origin.spelling)?;
        header_in_bytes(bytes, offset).map(|(header, _)| header)
    }
}
