//! Directives: finding them in a file, and the small ones (C17 6.10.4 to 6.10.7).

use std::sync::Arc;

use super::codes;
use super::state::Preprocessor;
use super::token::PpToken;
use crate::Name;
use crate::encoding;
use crate::lexer::LexedFile;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{LineMark, Pos};

/// The line of a directive.
pub(super) struct Line {
    pub(super) lexed: Arc<LexedFile>,
    /// Unit position of the file's first byte.
    pub(super) base: u32,
    /// The `#`.
    pub(super) hash: usize,
    /// The first token behind the directive's name.
    pub(super) from: usize,
    /// Past the last token.
    pub(super) end: usize,
}

impl Line {
    pub(super) fn kind(&self, index: usize) -> TokenKind {
        self.lexed.kinds[index]
    }

    pub(super) fn flags(&self, index: usize) -> TokenFlags {
        self.lexed.flags[index]
    }

    pub(super) fn token(&self, index: usize) -> PpToken {
        PpToken::from_file(&self.lexed, self.base, index)
    }

    /// The tokens behind the directive's name.
    pub(super) fn tokens(&self) -> Vec<PpToken> {
        self.tokens_from(self.from)
    }

    pub(super) fn tokens_from(&self, from: usize) -> Vec<PpToken> {
        (from..self.end).map(|index| self.token(index)).collect()
    }

    /// From the `#` to the last token.
    pub(super) fn range(&self) -> (Pos, Pos) {
        let last = self.end.saturating_sub(1).max(self.hash);
        (Pos(self.base + self.lexed.starts[self.hash]), Pos(self.base + self.lexed.ends[last]))
    }

    /// The text from token `from` on: as written, except that comments and splices become one space.
    pub(super) fn text_from(&self, from: usize) -> String {
        let mut text = String::new();
        for index in from..self.end {
            if index > from {
                let gap =
                    &self.lexed.text[self.lexed.ends[index - 1] as usize..self.lexed.starts[index] as usize];
                if gap.iter().all(|byte| matches!(byte, b' ' | b'\t')) {
                    text.push_str(&encoding::decode(gap));
                } else {
                    text.push(' ');
                }
            }
            text.push_str(&self.lexed.names[self.lexed.texts[index]]);
        }
        text
    }
}

impl Preprocessor<'_> {
    /// Takes the next directive's line from the current file.
    pub(super) fn take_line(&mut self) -> Option<Line> {
        let frame = self.files.last_mut()?;
        let hash = *frame.lexed.directives.get(frame.next_directive)? as usize;
        let end = frame.lexed.line_end(hash).min(frame.limit);
        frame.next_directive += 1;
        frame.next = end;
        Some(Line { lexed: Arc::clone(&frame.lexed), base: frame.base, hash, from: (hash + 2).min(end), end })
    }

    /// Reads and follows the directive that comes next in the current file.
    pub(super) fn directive(&mut self) {
        let Some(line) = self.take_line() else { return };
        if line.hash + 1 >= line.end {
            return;
        }
        let word = line.lexed.texts[line.hash + 1];
        match line.kind(line.hash + 1) {
            TokenKind::Ident => {}
            TokenKind::Number => return self.line_directive(&line, line.hash + 1),
            _ => return self.invalid_directive(&line),
        }
        match word.known() {
            Some(known) => self.known_directive(known, &line),
            None if word == Name::of_kind(TokenKind::If) => self.begin_if(&line),
            None if word == Name::of_kind(TokenKind::Else) => self.alternative(&line),
            None => self.invalid_directive(&line),
        }
    }

    fn known_directive(&mut self, word: Known, line: &Line) {
        match word {
            Known::Define => self.define(line),
            Known::Undef => self.undef(line),
            Known::Ifdef => self.begin_ifdef(line, true),
            Known::Ifndef => self.begin_ifdef(line, false),
            Known::Elif | Known::Elifdef | Known::Elifndef => self.alternative(line),
            Known::Endif => self.endif(line),
            Known::Include | Known::IncludeNext | Known::Import => self.include(line, word),
            Known::Line => self.line_directive(line, line.from),
            Known::Error | Known::Warning => self.message_directive(line, word),
            Known::Pragma => self.pragma(line),
            Known::Ident | Known::Sccs => self.ident(line),
            Known::Assert | Known::Unassert => {}
            Known::Embed => {
                self.report(&codes::PP0032, line.range(), "#embed is not supported");
            }
            _ => self.invalid_directive(line),
        }
    }

    fn invalid_directive(&mut self, line: &Line) {
        let message =
            format!("invalid preprocessing directive `#{}`", &self.names[line.lexed.texts[line.hash + 1]]);
        self.report(&codes::PP0009, line.range(), message);
    }

    fn message_directive(&mut self, line: &Line, word: Known) {
        let text = line.text_from(line.from);
        if word == Known::Error {
            self.report(&codes::PP0030, line.range(), format!("#error {text}"));
        } else {
            self.report(&codes::PP0031, line.range(), format!("#warning {text}"));
        }
    }

    fn ident(&mut self, line: &Line) {
        if line.end != line.from + 1 || line.kind(line.from) != TokenKind::StrLit {
            self.report(&codes::PP0029, line.range(), "#ident expects one string literal");
        }
    }

    /// Warns about tokens from `from` on, where a directive is complete.
    pub(super) fn extra_tokens(&mut self, line: &Line, from: usize, directive: &str) {
        if from < line.end {
            let message = format!("extra tokens at the end of {directive}");
            self.report(&codes::PP0010, line.token(from).range(), message);
        }
    }

    /// `#line 5 "file"`, or `# 5 "file" flags` as preprocessors print it; the number is at token `from`.
    fn line_directive(&mut self, line: &Line, from: usize) {
        let marker = from == line.hash + 1;
        let tokens = line.tokens_from(from);
        let tokens = if marker { tokens } else { self.expand_line(&tokens) };
        let number = tokens.first().filter(|token| token.kind == TokenKind::Number);
        let Some(number) = number.and_then(|token| self.names[token.text].parse::<u32>().ok()) else {
            let message = "#line expects a line number in decimal digits";
            return self.report(&codes::PP0029, line.range(), message);
        };
        let file = match tokens.get(1) {
            None => None,
            Some(token) if token.kind == TokenKind::StrLit && self.names[token.text].starts_with('"') => {
                Some(unquote(&self.names[token.text]))
            }
            Some(token) => {
                let message = "the file name of #line must be a string literal";
                return self.report(&codes::PP0029, token.range(), message);
            }
        };
        let system = marker && tokens.iter().skip(2).any(|flag| &self.names[flag.text] == "3");
        self.mark_line(line, number, file.map(Arc::from), system);
    }

    fn mark_line(&mut self, line: &Line, number: u32, file: Option<Arc<str>>, system: bool) {
        let last = line.lexed.ends[line.end - 1] as usize;
        let next = crate::lexer::next_line(&line.lexed.text, last);
        let Some(depth) = self.files.len().checked_sub(1) else { return };
        let physical = self.physical_line(depth, next);
        let frame = &mut self.files[depth];
        frame.line_shift = i64::from(number) - i64::from(physical);
        frame.system |= system;
        if let Some(file) = &file {
            frame.presumed_path = Arc::clone(file);
        }
        self.line_marks.push(LineMark { at: Pos(line.base + next as u32), line: number, file });
    }

    /// The line that holds an offset of an open file, counted from 1, `#line` not considered. Asking in order costs one
    /// walk through the file altogether.
    pub(super) fn physical_line(&mut self, depth: usize, offset: usize) -> u32 {
        let frame = &mut self.files[depth];
        let (from, line) = frame.line_cursor;
        let (from, line) = if from <= offset { (from, line) } else { (0, 0) };
        let lines = count_lines(&frame.lexed.text[from..offset.max(from)]);
        frame.line_cursor = (offset, line + lines);
        line + lines + 1
    }
}

/// The number of line ends. Sums of bytes over short blocks become vector code.
fn count_lines(text: &[u8]) -> u32 {
    let block = |block: &[u8]| u32::from(block.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>());
    text.chunks(128).map(block).sum()
}

/// The content of a string literal without prefix; escapes of quotes and backslashes resolved.
pub(super) fn unquote(literal: &str) -> String {
    let content = literal.strip_prefix('"').unwrap_or(literal);
    let content = content.strip_suffix('"').unwrap_or(content);
    let mut text = String::with_capacity(content.len());
    let mut characters = content.chars().peekable();
    while let Some(character) = characters.next() {
        match characters.peek() {
            Some(next @ ('"' | '\\')) if character == '\\' => {
                text.push(*next);
                characters.next();
            }
            _ => text.push(character),
        }
    }
    text
}
