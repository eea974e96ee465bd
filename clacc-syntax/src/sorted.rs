//! Sorted lists.

/// The different ones of some items, in order.
pub fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = items.into_iter().collect();
    list.sort_unstable();
    list.dedup();
    list
}
