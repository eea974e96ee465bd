//! The lengths of tokens.

use std::ops::Range;

use crate::checkpoint::{self, HalfDone};

/// The lengths of a file's tokens, one byte each. The few lengths that do not fit into a byte are stored separately.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lengths {
    short: Vec<u8>,
    /// The tokens whose length is [`LONG`] or greater, with their lengths, in order.
    long: Vec<(u32, u32)>,
}

/// The entry in `short` of all tokens of this length or longer.
const LONG: u8 = u8::MAX;

impl Lengths {
    pub(super) fn with_capacity(room: usize) -> Lengths {
        Lengths { short: Vec::with_capacity(room), long: Vec::new() }
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.short.len()
    }

    /// Whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.short.is_empty()
    }

    /// The length of a token.
    #[inline]
    pub fn get(&self, token: usize) -> u32 {
        match self.short[token] {
            LONG => self.find_long(token),
            length => length.into(),
        }
    }

    #[cold]
    fn find_long(&self, token: usize) -> u32 {
        let at = self.long.binary_search_by_key(&(token as u32), |(token, _)| *token);
        at.map_or(LONG.into(), |at| self.long[at].1)
    }

    pub(super) fn reserve(&mut self, more: usize) {
        self.short.reserve(more);
    }

    #[inline]
    pub(super) fn extend(&mut self, lengths: &[u32]) {
        for length in lengths {
            self.push(*length);
        }
    }

    #[inline]
    fn push(&mut self, length: u32) {
        let short = u8::try_from(length).unwrap_or(LONG);
        if short == LONG {
            self.long.push((self.short.len() as u32, length));
        }
        self.short.push(short);
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.short.shrink_to_fit();
        self.long.shrink_to_fit();
    }

    /// Returns these lengths with the tokens `replaced` exchanged for the tokens `read`.
    pub(super) fn joined(&self, replaced: Range<usize>, read: &Lengths) -> HalfDone<Lengths> {
        let new_end = replaced.start + read.len();
        let behind = &self.short[replaced.end..];
        let mut joined = HalfDone::new(Lengths::default());
        joined.short.reserve_exact(new_end + behind.len());
        for part in [&self.short[..replaced.start], &read.short, behind] {
            checkpoint::extend(&mut joined.short, part);
        }
        let [first, old_end, new_end] = [replaced.start, replaced.end, new_end].map(|at| at as u32);
        let before = self.long.iter().take_while(|(token, _)| *token < first).copied();
        let read = read.long.iter().map(|(token, length)| (token + first, *length));
        let behind = self.long.iter().skip_while(|(token, _)| *token < old_end);
        let behind = behind.map(|(token, length)| (token - old_end + new_end, *length));
        joined.long = before.chain(read).chain(behind).collect();
        joined
    }
}

impl FromIterator<u32> for Lengths {
    fn from_iter<I: IntoIterator<Item = u32>>(lengths: I) -> Self {
        let mut found = Lengths::default();
        lengths.into_iter().for_each(|length| found.push(length));
        found
    }
}
