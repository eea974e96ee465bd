//! Pieces in order, and tokens with other names in them.

use std::borrow::Cow;

use clacc_syntax::sorting::Sorting;
use clacc_syntax::token::TokenRange;

use super::{Lowering, Step, shared};
use crate::abi;
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

    /// New code in the place of a token of the user.
    pub(super) fn replaced(&mut self, text: &str, at: u32) {
        self.0.push(Piece::Replaced { text: shared(text), at });
    }

    /// New code in a line of its own.
    pub(super) fn line(&mut self, text: &str, at: u32) {
        if let Some(Piece::Lines { text: last, at: other }) = self.0.last_mut()
            && *other == at
        {
            *last = format!("{last}\n{}", abi::plain(text)).into();
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
        for (tokens, text) in self.renamed(range)? {
            if tokens.start < cursor {
                continue;
            }
            self.out.tokens(TokenRange::new(cursor, tokens.start));
            match (tokens.start, text.as_str()) {
                (_, "") => {}
                (0, text) if tokens.end == 0 => self.out.line(text, 0),
                (token, text) => self.out.replaced(text, token),
            }
            cursor = tokens.end;
        }
        self.out.tokens(TokenRange::new(cursor, range.end));
        Ok(())
    }

    /// The tokens that stand for something else here, with what they become.
    fn renamed(&mut self, range: TokenRange) -> Step<Vec<(TokenRange, String)>> {
        let mut found = self.threadprivate.edits_in(range).to_vec();
        found.extend_from_slice(self.variant_calls.edits_in(range));
        found.extend_from_slice(self.local_types.edits_in(range));
        let one = |token| TokenRange::new(token, token + 1);
        let registers = self.registers.iter().filter(|(at, _)| range.start <= *at && *at < range.end);
        found.extend(registers.map(|(at, text)| (one(*at), (*text).to_owned())));
        if self.frames.len() == 1 {
            found.order_by_key(|(tokens, _)| (tokens.start, tokens.end));
            return Ok(found);
        }
        let constants = self.local_names.constants_in(range).iter();
        found.extend(constants.map(|(at, text)| (one(*at), text.clone())));
        for (token, entity) in self.uses.within(range).to_vec() {
            if let Some(text) = self.other_name(entity) {
                self.check_thread_local(entity)?;
                found.push((one(token), text));
            }
        }
        for token in range.start..range.end {
            self.check_word(token)?;
            if let "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" = self.tokens.text(token) {
                found.push((one(token), format!("\"{}\"", self.function)));
            }
        }
        found.order_by_key(|(tokens, _)| (tokens.start, tokens.end));
        Ok(found)
    }

    /// The text of an expression, with the names that variables have here.
    pub(super) fn text(&mut self, range: TokenRange) -> Step<String> {
        self.text_with(range, Vec::new())
    }

    /// The same, where other code stands for some of the tokens.
    pub(super) fn text_with(
        &mut self,
        range: TokenRange,
        mut replaced: Vec<(TokenRange, String)>,
    ) -> Step<String> {
        replaced.extend(self.renamed(range)?);
        // What is replaced as a whole goes before the names in it.
        replaced.order_by_key(|(tokens, _)| (tokens.start, std::cmp::Reverse(tokens.end)));
        let mut words = Vec::new();
        let mut cursor = range.start;
        for (tokens, other) in replaced {
            if tokens.start < cursor {
                continue;
            }
            words.extend((cursor..tokens.start).map(|token| self.word(token)));
            words.push(other.into());
            cursor = tokens.end;
        }
        words.extend((cursor..range.end).map(|token| self.word(token)));
        Ok(words.join(" "))
    }

    /// A token of the user for a place in new code.
    fn word(&self, token: u32) -> Cow<'_, str> {
        abi::own_word(self.tokens.text(token))
    }
}
