//! The columns of tokens while they are being collected. Tokens go through a small batch of fixed size, so that adding a token checks one
//! length instead of five.

use crate::checkpoint::{self, HalfDone};
use crate::token::{TokenFlags, TokenKind};

use super::lengths::Lengths;
use super::starts::Starts;

const BATCH: usize = 64;

/// The columns.
pub(super) struct Columns {
    pub(super) kinds: HalfDone<Vec<TokenKind>>,
    /// The local names of the texts.
    pub(super) texts: HalfDone<Vec<u32>>,
    pub(super) flags: HalfDone<Vec<TokenFlags>>,
    pub(super) starts: HalfDone<Starts>,
    pub(super) lengths: HalfDone<Lengths>,
    batch: Batch,
    batched: usize,
    /// The length of the source text.
    text_length: usize,
}

struct Batch {
    kinds: [TokenKind; BATCH],
    texts: [u32; BATCH],
    flags: [TokenFlags; BATCH],
    starts: [u32; BATCH],
    lengths: [u32; BATCH],
}

impl Columns {
    /// Makes columns with room for the usual number of tokens in a text of this length.
    pub(super) fn for_text(text_length: usize) -> Columns {
        let expected = text_length / 8 + 8;
        Columns {
            text_length,
            kinds: HalfDone::new(Vec::with_capacity(expected)),
            texts: HalfDone::new(Vec::with_capacity(expected)),
            flags: HalfDone::new(Vec::with_capacity(expected)),
            starts: HalfDone::new(Starts::with_capacity(expected)),
            lengths: HalfDone::new(Lengths::with_capacity(expected)),
            batch: Batch {
                kinds: [TokenKind::Eof; BATCH],
                texts: [0; BATCH],
                flags: [TokenFlags::default(); BATCH],
                starts: [0; BATCH],
                lengths: [0; BATCH],
            },
            batched: 0,
        }
    }

    /// Returns the number of tokens.
    pub(super) fn len(&self) -> u32 {
        (self.kinds.len() + self.batched) as u32
    }

    #[inline]
    pub(super) fn push(&mut self, kind: TokenKind, text: u32, flags: TokenFlags, range: (usize, usize)) {
        let at = self.batched % BATCH;
        self.batch.kinds[at] = kind;
        self.batch.texts[at] = text;
        self.batch.flags[at] = flags;
        self.batch.starts[at] = range.0 as u32;
        self.batch.lengths[at] = (range.1 - range.0) as u32;
        self.batched += 1;
        if self.batched == BATCH {
            self.flush();
        }
    }

    fn flush(&mut self) {
        checkpoint::pass();
        let count = self.batched;
        if self.kinds.len() + count > self.kinds.capacity() {
            self.make_room();
        }
        self.kinds.extend_from_slice(&self.batch.kinds[..count]);
        self.texts.extend_from_slice(&self.batch.texts[..count]);
        self.flags.extend_from_slice(&self.batch.flags[..count]);
        self.starts.extend(&self.batch.starts[..count]);
        self.lengths.extend(&self.batch.lengths[..count]);
        self.batched = 0;
    }

    /// Makes room for the tokens of the whole text, on the assumption that the rest has as many tokens per byte as the part read so far:
    /// code without comments has one token for two bytes. Step-by-step growth would copy the columns several times.
    fn make_room(&mut self) {
        let found = self.kinds.len() + self.batched;
        let last = self.batched - 1;
        let read = (self.batch.starts[last] + self.batch.lengths[last]).max(1) as usize;
        let expected = found.saturating_mul(self.text_length) / read;
        let more = expected.max(2 * found) - self.kinds.len();
        self.kinds.reserve(more);
        self.texts.reserve(more);
        self.flags.reserve(more);
        self.starts.reserve(more);
        self.lengths.reserve(more);
    }

    /// Returns the complete columns.
    pub(super) fn finish(mut self) -> Columns {
        self.flush();
        self.kinds.shrink_to_fit();
        self.texts.shrink_to_fit();
        self.flags.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.lengths.shrink_to_fit();
        self
    }
}
