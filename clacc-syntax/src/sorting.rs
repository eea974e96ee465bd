//! Puts lists in order, as the standard library does, whose sorts are several kilobytes for each type and order.
//!
//! In a page, where code is downloaded, one sort of numbers serves all lists. Elsewhere the sorts are those of the standard
//! library. Which way is taken cannot be seen, but where a sort that may change the order of equal items meets such items.

use std::cmp::Ordering;
use std::mem;

/// Whether the size of code counts more than its speed.
const IS_SMALL: bool = cfg!(target_family = "wasm");

/// Lists that can be put in order. The methods are those of slices that are called `sort` and the like.
pub trait Sorting<T> {
    /// Equal items keep their order.
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
    /// Items with equal keys keep their order.
    fn order_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
    /// For items that are the same if they are equal.
    fn order_unstable(&mut self)
    where
        T: Ord;
    /// For items of which all keys differ, or whose order is not seen.
    fn order_unstable_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> Sorting<T> for [T] {
    #[inline]
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        if IS_SMALL { order_small(self, compare) } else { self.sort_by(compare) }
    }

    #[inline]
    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        if IS_SMALL {
            order_small(self, |one, other| key(one).cmp(&key(other)));
        } else {
            self.sort_by_key(key);
        }
    }

    #[inline]
    fn order_unstable(&mut self)
    where
        T: Ord,
    {
        if IS_SMALL { order_small(self, T::cmp) } else { self.sort_unstable() }
    }

    #[inline]
    fn order_unstable_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        if IS_SMALL {
            order_small(self, |one, other| key(one).cmp(&key(other)));
        } else {
            self.sort_unstable_by_key(key);
        }
    }
}

/// The different ones of some items, in order.
pub fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = items.into_iter().collect();
    list.order_unstable();
    list.dedup();
    list
}

/// Puts a list in order by the sort that all lists share. Equal items keep their order.
fn order_small<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    for (one, other) in swaps(items.len(), &mut |one, other| compare(&items[one], &items[other])) {
        items.swap(one, other);
    }
}

/// Which places change their items, one pair after another, so that a list of this length comes in order.
fn swaps(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|one, other| compare(*one, *other));
    let mut swaps = Vec::new();
    for start in 0..len {
        let mut at = start;
        loop {
            let from = mem::replace(&mut order[at], at);
            if from == start {
                break;
            }
            swaps.push((at, from));
            at = from;
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Sorting, distinct, order_small};

    proptest! {
        #[test]
        fn both_ways_give_the_same_order(keys in vec(0..50_u8, 0..200)) {
            let items: Vec<(u8, usize)> = keys.into_iter().enumerate().map(|(at, key)| (key, at)).collect();
            let [mut shared, mut own] = [items.clone(), items];
            order_small(&mut shared, |one, other| one.0.cmp(&other.0));
            own.order_by(|one, other| one.0.cmp(&other.0));
            prop_assert_eq!(shared, own);
        }
    }

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = ["b1", "a1", "c", "a2", "b2", "a3"];
        order_small(&mut items, |one, other| one[..1].cmp(&other[..1]));
        assert_eq!(items, ["a1", "a2", "a3", "b1", "b2", "c"]);
    }

    #[test]
    fn all_methods_sort() {
        let sorted = |order: fn(&mut [u32])| {
            let mut items = [5, 1, 4, 1, 3];
            order(&mut items);
            items
        };
        assert_eq!(sorted(|items| items.order_by(|one, other| other.cmp(one))), [5, 4, 3, 1, 1]);
        assert_eq!(sorted(|items| items.order_by_key(|item| item % 3)), [3, 1, 4, 1, 5]);
        assert_eq!(sorted(<[u32]>::order_unstable), [1, 1, 3, 4, 5]);
        assert_eq!(sorted(|items| items.order_unstable_by_key(|item| 9 - item)), [5, 4, 3, 1, 1]);
        assert_eq!(distinct([5, 1, 4, 1, 3]), [1, 3, 4, 5]);
    }
}
