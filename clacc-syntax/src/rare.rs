//! Tables that are mostly empty, behind one pointer.

use std::fmt;
use std::ops::{Deref, DerefMut};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// A table of which there is an empty one that lives for ever.
pub trait RareTable: Default + 'static {
    /// The empty one.
    const EMPTY: &'static Self;
}

#[expect(clippy::implicit_hasher, reason = "what a hasher begins with may not be known beforehand")]
impl<K: 'static, V: 'static> RareTable for FxHashMap<K, V> {
    const EMPTY: &'static Self = &FxHashMap::with_hasher(FxBuildHasher);
}

#[expect(clippy::implicit_hasher, reason = "what a hasher begins with may not be known beforehand")]
impl<T: 'static> RareTable for FxHashSet<T> {
    const EMPTY: &'static Self = &FxHashSet::with_hasher(FxBuildHasher);
}

/// A table that takes one word where it stands, and nothing more as long as nobody changes it. What a function has of most
/// things is nothing, and there are many functions.
#[derive(Clone)]
pub struct Rare<T>(Option<Box<T>>);

impl<T> Rare<T> {
    /// The table, if somebody has changed it.
    pub fn changed(&mut self) -> Option<&mut T> {
        self.0.as_deref_mut()
    }
}

impl<T> Default for Rare<T> {
    fn default() -> Self {
        Rare(None)
    }
}

impl<T: RareTable> Deref for Rare<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or(T::EMPTY)
    }
}

impl<T: RareTable> DerefMut for Rare<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

impl<T: RareTable + PartialEq> PartialEq for Rare<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: RareTable + Eq> Eq for Rare<T> {}

impl<T: RareTable + fmt::Debug> fmt::Debug for Rare<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: RareTable + PartialEq> From<T> for Rare<T> {
    fn from(table: T) -> Self {
        Rare((table != *T::EMPTY).then(|| table.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_changed_takes_one_word() {
        let mut table = Rare::<FxHashMap<u32, u32>>::default();
        assert_eq!(size_of_val(&table), size_of::<usize>());
        assert!(table.is_empty() && table.changed().is_none());
        table.insert(1, 2);
        assert_eq!(table.get(&1), Some(&2));
        assert_ne!(table, Rare::default());
        table.remove(&1);
        assert_eq!(table, Rare::default());
        assert_eq!(Rare::from(FxHashMap::<u32, u32>::default()).changed(), None);
    }
}
