//! Pieces in order, and tokens with other names in them.

use clacc_syntax::token::TokenRange;

use super::{Lowering, Step, shared};
use crate::piece::Piece;

/// The code of one function, as it is made.
#[derive(Default)]
pub(super) struct Out(Vec<Piece>);

impl Out {
    /// Tokens of the user.
    pub(super) fn tokens(&mut self, range: TokenRange) {
        if range.start >= range.end {
            return;
        }
        if let Some(Piece::Tokens(last)) = self.0.last_mut()
            && last.end == range.start
        {
            last.end = range.end;
            return;
        }
        self.0.push(Piece::Tokens(range));
    }

    /// New code in the user's line.
    pub(super) fn inline(&mut self, text: &str) {
        self.0.push(Piece::Inline(shared(text)));
    }

    /// New code in a line of its own.
    pub(super) fn line(&mut self, text: &str, at: u32) {
        if let Some(Piece::Lines { text: last, at: other }) = self.0.last_mut()
            && *other == at
        {
            *last = shared(format!("{last}\n{text}"));
            return;
        }
        self.0.push(Piece::Lines { text: shared(text), at });
    }

    pub(super) fn pragma(&mut self, text: &str, at: u32) {
        self.0.push(Piece::Pragma { text: shared(text), at });
    }

    pub(super) fn finish(self) -> Box<[Piece]> {
        self.0.into()
    }

    pub(super) fn into_pieces(self) -> Vec<Piece> {
        self.0
    }
}

impl Lowering<'_> {
    /// New code at the current directive.
    pub(super) fn line(&mut self, text: &str) {
        let at = self.at;
        self.out.line(text, at);
    }

    /// New code at file scope before the declaration.
    pub(super) fn declare_before(&mut self, text: String) {
        self.before.push(Piece::Lines { text: shared(text), at: self.at });
    }

    /// Emits the user's tokens, with the names that variables have here.
    pub(super) fn code(&mut self, range: TokenRange) -> Step {
        let mut cursor = range.start;
        for (token, text) in self.renamed(range)? {
            self.out.tokens(TokenRange::new(cursor, token));
            if !text.is_empty() {
                self.out.inline(&text);
            }
            cursor = token + 1;
        }
        self.out.tokens(TokenRange::new(cursor, range.end));
        Ok(())
    }

    /// The tokens that stand for something else here, with what they become.
    fn renamed(&mut self, range: TokenRange) -> Step<Vec<(u32, String)>> {
        let registers = self.registers.iter().filter(|(at, _)| range.start <= *at && *at < range.end);
        let mut found: Vec<(u32, String)> = registers.map(|(at, text)| (*at, (*text).to_owned())).collect();
        if self.frames.len() == 1 {
            return Ok(found);
        }
        found.extend_from_slice(self.local_names.constants_in(range));
        for (token, entity) in self.uses.within(range).to_vec() {
            if let Some(text) = self.other_name(entity) {
                self.check_thread_local(entity)?;
                found.push((token, text));
            }
        }
        for token in range.start..range.end {
            self.check_word(token)?;
            if let "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" = self.tokens.text(token) {
                found.push((token, format!("\"{}\"", self.function)));
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// The text of an expression, with the names that variables have here.
    pub(super) fn text(&mut self, range: TokenRange) -> Step<String> {
        let mut renamed = self.renamed(range)?.into_iter().peekable();
        let mut text = String::new();
        for token in range.start..range.end {
            if !text.is_empty() {
                text.push(' ');
            }
            match renamed.next_if(|(at, _)| *at == token) {
                Some((_, other)) => text.push_str(&other),
                None => text.push_str(self.tokens.text(token)),
            }
        }
        Ok(text)
    }
}
