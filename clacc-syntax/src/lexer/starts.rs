//! The positions of tokens in their file.

use std::ops::Range;

use crate::checkpoint::{self, HalfDone};

/// The start offsets of a file's tokens, in order. Each takes two bytes, because the upper half is the same for all tokens of a page of 64
/// KiB.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Starts {
    in_page: Vec<u16>,
    /// For each page but the first, the index of its first token, or of the next token if the page has none.
    first_of_page: Vec<u32>,
}

const PAGE_BITS: u32 = 16;

impl Starts {
    pub(super) fn with_capacity(room: usize) -> Starts {
        Starts { in_page: Vec::with_capacity(room), first_of_page: Vec::new() }
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.in_page.len()
    }

    /// Whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.in_page.is_empty()
    }

    /// The start of a token.
    #[inline]
    pub fn get(&self, token: usize) -> u32 {
        let page = if self.first_of_page.is_empty() { 0 } else { self.page_of(token) };
        (page as u32) << PAGE_BITS | u32::from(self.in_page[token])
    }

    fn page_of(&self, token: usize) -> usize {
        self.first_of_page.partition_point(|first| *first as usize <= token)
    }

    /// Returns the starts of some consecutive tokens.
    pub fn range(&self, tokens: Range<usize>) -> impl Iterator<Item = u32> + '_ {
        let mut page = self.page_of(tokens.start);
        tokens.map(move |token| {
            while self.first_of_page.get(page).is_some_and(|first| *first as usize <= token) {
                page += 1;
            }
            (page as u32) << PAGE_BITS | u32::from(self.in_page[token])
        })
    }

    /// The number of tokens that start before an offset.
    pub fn before(&self, offset: u32) -> usize {
        let page = (offset >> PAGE_BITS) as usize;
        let first_of = |page: usize| match page.checked_sub(1) {
            Some(at) => self.first_of_page.get(at).map_or(self.len(), |first| *first as usize),
            None => 0,
        };
        let first = first_of(page);
        let own = &self.in_page[first..first_of(page + 1)];
        first + own.partition_point(|start| u32::from(*start) < offset & ((1 << PAGE_BITS) - 1))
    }

    pub(super) fn reserve(&mut self, more: usize) {
        self.in_page.reserve(more);
    }

    /// Appends tokens.
    #[inline]
    pub(super) fn extend(&mut self, starts: &[u32]) {
        let [.., last] = starts else { return };
        if *last >> PAGE_BITS == self.first_of_page.len() as u32 {
            self.in_page.extend(starts.iter().map(|start| *start as u16));
        } else {
            starts.iter().for_each(|start| self.push(*start));
        }
    }

    fn push(&mut self, start: u32) {
        let page = (start >> PAGE_BITS) as usize;
        if self.first_of_page.len() < page {
            self.first_of_page.resize(page, self.in_page.len() as u32);
        }
        self.in_page.push(start as u16);
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.in_page.shrink_to_fit();
        self.first_of_page.shrink_to_fit();
    }

    /// Returns these starts with the tokens `replaced` exchanged for the tokens `read`. The starts after them move by `longer_by` bytes.
    pub(super) fn joined(&self, replaced: Range<usize>, read: &Starts, longer_by: i64) -> HalfDone<Starts> {
        let behind = &self.in_page[replaced.end..];
        let mut joined = HalfDone::new(Starts::default());
        joined.in_page.reserve_exact(replaced.start + read.len() + behind.len());
        checkpoint::extend(&mut joined.in_page, &self.in_page[..replaced.start]);
        checkpoint::extend(&mut joined.in_page, &read.in_page);
        let by = longer_by.rem_euclid(1 << PAGE_BITS) as u16;
        for piece in checkpoint::pieces(behind) {
            joined.in_page.extend(piece.iter().map(|start| start.wrapping_add(by)));
        }
        let count_before = |offset: u32| {
            let there = i64::from(offset) - longer_by;
            let of_old =
                u32::try_from(there).map_or(if there < 0 { 0 } else { self.len() }, |at| self.before(at));
            self.before(offset).min(replaced.start)
                + read.before(offset)
                + of_old.saturating_sub(replaced.end)
        };
        let firsts = (1..=u32::MAX >> PAGE_BITS).map(|page| count_before(page << PAGE_BITS));
        let all = joined.len();
        joined.first_of_page = firsts.take_while(|first| *first < all).map(|first| first as u32).collect();
        joined
    }
}

impl FromIterator<u32> for Starts {
    fn from_iter<I: IntoIterator<Item = u32>>(starts: I) -> Self {
        let mut found = Starts::default();
        starts.into_iter().for_each(|start| found.push(start));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(starts: &[u32]) -> Starts {
        let kept: Starts = starts.iter().copied().collect();
        assert_eq!(kept.len(), starts.len());
        let read: Vec<u32> = (0..starts.len()).map(|token| kept.get(token)).collect();
        assert_eq!(read, starts);
        for from in 0..=starts.len() {
            assert_eq!(kept.range(from..starts.len()).collect::<Vec<_>>(), starts[from..]);
        }
        let near = starts.iter().flat_map(|start| [start.saturating_sub(1), *start, start.saturating_add(1)]);
        for offset in near.chain([0, 1 << 16, (1 << 16) - 1, 3 << 16, u32::MAX]) {
            let expected = starts.partition_point(|start| *start < offset);
            assert_eq!(kept.before(offset), expected, "before {offset} in {starts:?}");
        }
        let mut extended = Starts::default();
        starts.chunks(3).for_each(|chunk| extended.extend(chunk));
        assert_eq!(extended, kept);
        kept
    }

    #[test]
    fn starts_are_kept() {
        check(&[]);
        check(&[0]);
        check(&[0, 3, 3, 9, 65_535]);
        check(&[65_536]);
        check(&[5, 65_535, 65_536, 65_540, 131_071, 131_072]);
        check(&[0, 400_000, 400_001, 1_000_000]);
    }

    #[test]
    fn starts_move_over_pages() {
        let old: Vec<u32> = (0..400).map(|number| 700 * number + number % 3).collect();
        let kept = check(&old);
        for (replaced, longer_by) in
            [(0..0, 1), (3..5, 65_536), (90..95, -900), (200..200, 1 << 18), (399..400, 7), (0..400, 90)]
        {
            let from = old.get(replaced.start).map_or(0, |start| start + 1);
            let read: Vec<u32> = (0..4).map(|number| from + number).collect();
            let moved = |start: &u32| u32::try_from(i64::from(*start) + longer_by).unwrap_or(0);
            let behind = old[replaced.end..].iter().map(moved);
            let all: Vec<u32> =
                old[..replaced.start].iter().copied().chain(read.iter().copied()).chain(behind).collect();
            if !all.is_sorted() {
                continue;
            }
            let joined = kept.joined(replaced, &read.into_iter().collect(), longer_by).finish();
            assert_eq!(joined, check(&all));
        }
    }
}
