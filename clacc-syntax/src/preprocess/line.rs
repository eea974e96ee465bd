//! The lines of directives, and the spelling of their parts.

use std::sync::Arc;

use super::token::PpToken;
use crate::encoding;
use crate::lexer::{LexedFile, next_line};
use crate::token::{TokenFlags, TokenKind};
use crate::unit::Pos;

/// The line of a directive.
pub(super) struct DirectiveLine {
    pub(super) lexed: Arc<LexedFile>,
    /// The position of the file's first byte in the unit.
    pub(super) base: u32,
    /// The index of the `#`.
    pub(super) hash: usize,
    /// The index of the first token after the directive's name.
    pub(super) from: usize,
    /// The index after the last token.
    pub(super) end: usize,
}

impl DirectiveLine {
    pub(super) fn kind(&self, index: usize) -> TokenKind {
        self.lexed.kinds[index]
    }

    pub(super) fn flags(&self, index: usize) -> TokenFlags {
        self.lexed.flags[index]
    }

    pub(super) fn token(&self, index: usize) -> PpToken {
        PpToken::from_file(&self.lexed, self.base, index)
    }

    /// Returns the tokens after the directive's name.
    pub(super) fn tokens(&self) -> Vec<PpToken> {
        self.tokens_from(self.from)
    }

    pub(super) fn tokens_from(&self, from: usize) -> Vec<PpToken> {
        (from..self.end).map(|index| self.token(index)).collect()
    }

    /// Returns the range from the `#` to the last token.
    pub(super) fn range(&self) -> (Pos, Pos) {
        let last = self.end.saturating_sub(1).max(self.hash);
        (Pos(self.base + self.lexed.starts.get(self.hash)), Pos(self.base + self.lexed.end(last)))
    }

    /// Returns the offset of the first byte after the line.
    pub(super) fn next_line(&self) -> usize {
        let last = self.end.saturating_sub(1).max(self.hash);
        next_line(&self.lexed.text, self.lexed.end(last) as usize)
    }

    /// Returns the source text from token `from` on, except that each comment and each splice becomes one space.
    pub(super) fn text_from(&self, from: usize) -> String {
        let mut text = String::new();
        for index in from..self.end {
            if index > from {
                let gap = &self.lexed.text
                    [self.lexed.end(index - 1) as usize..self.lexed.starts.get(index) as usize];
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

/// Returns the content of a string literal without a prefix. Escaped quotes and backslashes are replaced.
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
