//! The parts of one variable that a directive names. A list may name thousands, so each is looked up in a table instead of being compared
//! with all earlier ones.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::items::CheckedItem;
use super::subarrays::{are_disjoint, elements_key, same_elements, slowest_range};
use crate::program::View;
use crate::program::place::Place;

/// Items that name parts of one variable, no two of which are known to be the same elements.
#[derive(Default)]
pub(super) struct DifferentParts<'a> {
    items: Vec<CheckedItem<'a>>,
    by_elements: FxHashMap<u64, Vec<usize>>,
}

impl<'a> DifferentParts<'a> {
    /// Adds an item. If it certainly names the same elements as an earlier one, or one of the two is the whole variable, the pair is
    /// returned as an error.
    pub(super) fn add(&mut self, item: CheckedItem<'a>) -> Result<(), (&CheckedItem<'a>, CheckedItem<'a>)> {
        // A whole variable must be the only item: it overlaps with any part.
        let is_about_whole = |first: &CheckedItem<'_>| !first.is_subarray() || !item.is_subarray();
        if self.items.first().is_some_and(is_about_whole) {
            return Err((&self.items[0], item));
        }
        let view = item.view;
        let like = self.by_elements.entry(elements_key(view, &item.place)).or_default();
        let is_same = |earlier: &&usize| same_elements(view, &self.items[**earlier].place, &item.place);
        if let Some(earlier) = like.iter().find(is_same) {
            return Err((&self.items[*earlier], item));
        }
        like.push(self.items.len());
        self.items.push(item);
        Ok(())
    }
}

/// Disjoint parts of one variable.
pub(super) struct DisjointParts {
    /// The number of ranges of the first part.
    ranges: usize,
    /// Parts with that number of ranges and disjoint slowest ranges, with the end of the slowest range, by its start.
    apart: BTreeMap<i128, (i128, Place)>,
    others: Vec<Place>,
}

impl DisjointParts {
    pub(super) fn of(view: View<'_>, first: &Place) -> DisjointParts {
        let ranges = slowest_range(view, first).map_or(0, |(ranges, _)| ranges);
        let mut parts = DisjointParts { ranges, apart: BTreeMap::new(), others: Vec::new() };
        parts.add_if_disjoint(view, first);
        parts
    }

    /// Adds a part if it is certainly disjoint from the others. Returns false otherwise.
    pub(super) fn add_if_disjoint(&mut self, view: View<'_>, part: &Place) -> bool {
        let slowest = slowest_range(view, part).filter(|(ranges, _)| *ranges == self.ranges);
        let slowest = slowest.map(|(_, range)| range);
        let near: Vec<&Place> = match &slowest {
            Some(range) => self.meeting(range).collect(),
            None => self.apart.values().map(|(_, part)| part).collect(),
        };
        if !near.iter().copied().chain(&self.others).all(|other| are_disjoint(view, other, part)) {
            return false;
        }
        match slowest.filter(|_| near.is_empty()) {
            Some(range) => _ = self.apart.insert(range.start, (range.end, part.clone())),
            None => self.others.push(part.clone()),
        }
        true
    }

    /// The parts whose slowest ranges overlap a non-empty range.
    fn meeting(&self, range: &Range<i128>) -> impl Iterator<Item = &Place> {
        let before = self.apart.range(..range.start).next_back();
        let before = before.filter(|(_, (end, _))| *end > range.start);
        before.into_iter().chain(self.apart.range(range.clone())).map(|(_, (_, part))| part)
    }
}
