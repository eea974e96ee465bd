//! A list that only grows, and whose entries can be borrowed without a lock.

use std::sync::OnceLock;

/// Entries by number. An entry is set once; it can then be borrowed for as long as the list lives, while
/// others are added. The entries lie in buckets, each twice the size of the one before, so that no entry
/// ever moves.
pub(super) struct AppendOnly<T, const FIRST_BUCKET: usize> {
    buckets: [OnceLock<Bucket<T>>; BUCKETS],
}

type Bucket<T> = Box<[OnceLock<T>]>;

/// Enough buckets for all 32-bit numbers.
const BUCKETS: usize = 32;

impl<T, const FIRST_BUCKET: usize> AppendOnly<T, FIRST_BUCKET> {
    pub(super) const fn new() -> Self {
        AppendOnly { buckets: [const { OnceLock::new() }; BUCKETS] }
    }

    /// The bucket that holds the entry with this number, and the index in it.
    const fn place(number: u32) -> (usize, usize) {
        let shifted = number as usize + FIRST_BUCKET;
        let bucket = shifted.ilog2() - FIRST_BUCKET.ilog2();
        (bucket as usize, shifted - (FIRST_BUCKET << bucket))
    }

    /// The entry with this number, if it was set.
    pub(super) fn get(&self, number: u32) -> Option<&T> {
        let (bucket, place) = Self::place(number);
        self.buckets[bucket].get()?[place].get()
    }

    /// Sets the entry with this number, unless it was set before.
    pub(super) fn set(&self, number: u32, entry: T) {
        let (bucket, place) = Self::place(number);
        let entries = self.buckets[bucket]
            .get_or_init(|| (0..FIRST_BUCKET << bucket).map(|_| OnceLock::new()).collect());
        let _ = entries[place].set(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_where_they_are() {
        let list = AppendOnly::<String, 4>::new();
        assert_eq!(list.get(0), None);
        list.set(0, "first".to_owned());
        let first = list.get(0).unwrap();
        for number in 1..1000 {
            list.set(number, number.to_string());
        }
        assert_eq!(
            (first.as_str(), list.get(3).unwrap().as_str(), list.get(4).unwrap().as_str()),
            ("first", "3", "4")
        );
        assert_eq!(
            (list.get(999).unwrap().as_str(), list.get(1000), list.get(u32::MAX)),
            ("999", None, None)
        );
    }
}
