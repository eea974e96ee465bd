//! A list that only grows, and whose entries can be borrowed without a lock.

use std::sync::OnceLock;

/// Entries with indices. An entry is set once and can then be borrowed for as long as the list lives, while others are added. The entries
/// are stored in pieces of `PIECE` entries, and the pieces in buckets, each twice the size of the one before. So no entry ever moves, and
/// no step allocates more than one piece.
pub(super) struct AppendOnly<T, const PIECE: usize> {
    buckets: [OnceLock<Bucket<T>>; BUCKETS],
}

type Bucket<T> = Box<[OnceLock<Entries<T>>]>;
type Entries<T> = Box<[OnceLock<T>]>;

/// Enough buckets for all 32-bit indices.
const BUCKETS: usize = 32;

impl<T, const PIECE: usize> AppendOnly<T, PIECE> {
    pub(super) const fn new() -> Self {
        AppendOnly { buckets: [const { OnceLock::new() }; BUCKETS] }
    }

    /// Returns the bucket that holds the entry with this index, the piece in the bucket, and the position in the piece.
    const fn place(number: u32) -> (usize, usize, usize) {
        let piece = number as usize / PIECE + 1;
        let bucket = piece.ilog2();
        (bucket as usize, piece - (1 << bucket), number as usize % PIECE)
    }

    /// Returns the entry with this index, if it was set.
    pub(super) fn get(&self, number: u32) -> Option<&T> {
        let (bucket, piece, place) = Self::place(number);
        self.buckets[bucket].get()?[piece].get()?[place].get()
    }

    /// Sets the entry with this index, unless it was set before.
    pub(super) fn set(&self, number: u32, entry: T) {
        let (bucket, piece, place) = Self::place(number);
        let pieces = self.buckets[bucket].get_or_init(|| vacant(1 << bucket));
        let entries = pieces[piece].get_or_init(|| vacant(PIECE));
        let _ = entries[place].set(entry);
    }
}

fn vacant<T>(count: usize) -> Box<[OnceLock<T>]> {
    (0..count).map(|_| OnceLock::new()).collect()
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
