//! The generated code of one function, as a sequence of pieces.

use clacc_syntax::token::TokenRange;

use crate::abi;
use crate::piece::{Piece, shared};

/// The code of one function while it is being built.
#[derive(Default)]
pub(crate) struct Out(Vec<Piece>);

impl Out {
    /// Adds tokens of the user.
    pub(crate) fn tokens(&mut self, range: TokenRange) {
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

    /// Adds new code in the user's line.
    pub(crate) fn inline(&mut self, text: &str) {
        self.0.push(Piece::Inline(shared(text)));
    }

    /// Adds new code in place of a token of the user.
    pub(crate) fn replaced(&mut self, text: &str, at: u32) {
        self.0.push(Piece::Replaced { text: shared(text), at });
    }

    /// Adds new code on a separate line.
    pub(crate) fn line(&mut self, text: &str, at: u32) {
        if let Some(Piece::Lines { text: last, at: other }) = self.0.last_mut()
            && *other == at
        {
            *last = format!("{last}\n{}", abi::plain(text)).into();
            return;
        }
        self.0.push(Piece::Lines { text: shared(text), at });
    }

    pub(crate) fn pragma(&mut self, text: &str, at: u32) {
        self.0.push(Piece::Pragma { text: shared(text), at });
    }

    pub(crate) fn finish(self) -> Box<[Piece]> {
        self.0.into()
    }

    pub(crate) fn into_pieces(self) -> Vec<Piece> {
        self.0
    }
}
