//! Searches through long runs for what is rare in them.

/// The length of a block that is looked at as a whole.
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

#[cfg(test)]
mod tests {
    use super::*;

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
