//! Searches for rare items in long runs.

/// The number of items that are tested together.
const BLOCK: usize = 32;

/// Returns the index of the first item that is wanted. It first searches wide blocks: the loop over a block has no
/// branches, so that it is compiled to vector code.
pub fn position<T: Copy>(items: &[T], is_wanted: impl Fn(T) -> bool) -> Option<usize> {
    let mut at = 0;
    while let Some(block) = items.get(at..at + BLOCK) {
        if block.iter().fold(false, |found, item| found | is_wanted(*item)) {
            break;
        }
        at += BLOCK;
    }
    items[at..].iter().position(|item| is_wanted(*item)).map(|found| at + found)
}

/// Returns the indices of all items that are wanted, in order.
pub fn positions<'i, T: Copy>(
    items: &'i [T],
    is_wanted: impl Fn(T) -> bool + Copy + 'i,
) -> impl Iterator<Item = usize> + 'i {
    let mut from = 0;
    std::iter::from_fn(move || {
        let found = from + position(&items[from..], is_wanted)?;
        from = found + 1;
        Some(found)
    })
}

/// Returns the length of the longest common start of two texts.
pub fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.as_chunks::<BLOCK>().0.iter().zip(other.as_chunks::<BLOCK>().0);
    let same = blocks.take_while(|(one, other)| one == other).count() * BLOCK;
    same + one[same..].iter().zip(&other[same..]).take_while(|(one, other)| one == other).count()
}

/// Returns the length of the longest common end of two texts.
pub fn common_suffix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.as_rchunks::<BLOCK>().1.iter().rev().zip(other.as_rchunks::<BLOCK>().1.iter().rev());
    let same = blocks.take_while(|(one, other)| one == other).count() * BLOCK;
    let (one, other) = (&one[..one.len() - same], &other[..other.len() - same]);
    same + one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_ends_have_any_length() {
        for (length, extra) in [(0, 0), (0, 5), (1, 0), (31, 1), (32, 40), (33, 0), (100, 3)] {
            let common = vec![b'c'; length];
            let (mut one, mut other) = (common.clone(), common.clone());
            one.extend(vec![b'x'; extra]);
            other.extend(vec![b'y'; extra + 1]);
            assert_eq!(common_prefix(&one, &other), length, "{length} {extra}");
            one.reverse();
            other.reverse();
            assert_eq!(common_suffix(&one, &other), length, "{length} {extra}");
        }
    }

    #[test]
    fn the_first_one_is_found_wherever_it_is() {
        for length in [0, 1, 31, 32, 33, 64, 100] {
            let mut items = vec![0_u8; length];
            assert_eq!(position(&items, |item| item == 1), None, "length {length}");
            for first in (0..length).rev() {
                items[first] = 1;
                assert_eq!(position(&items, |item| item == 1), Some(first), "length {length}");
            }
        }
    }
}
