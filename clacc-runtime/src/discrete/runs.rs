//! Runs of equal bytes in memory that threads share, eight bytes at a time.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

const EACH: u64 = 0x0101_0101_0101_0101;

/// Splits bytes into words, with those before and behind.
fn words(bytes: &[AtomicU8]) -> (&[AtomicU8], &[AtomicU64], &[AtomicU8]) {
    // SAFETY: any eight bytes are a word.
    unsafe { bytes.align_to() }
}

/// Returns the number of bytes at the beginning that are like the first one.
pub(crate) fn equal(bytes: &[AtomicU8]) -> usize {
    let Some(first) = bytes.first().map(|byte| byte.load(Ordering::Relaxed)) else { return 0 };
    let (before, words, behind) = words(bytes);
    let alike = |bytes: &[AtomicU8]| {
        let differs = |byte: &AtomicU8| byte.load(Ordering::Relaxed) != first;
        bytes.iter().position(differs).unwrap_or(bytes.len())
    };
    let head = alike(before);
    if head < before.len() {
        return head;
    }
    let expected = u64::from(first) * EACH;
    for (at, word) in words.iter().enumerate() {
        let other = u64::from_le(word.load(Ordering::Relaxed)) ^ expected;
        if other != 0 {
            return head + 8 * at + other.trailing_zeros() as usize / 8;
        }
    }
    head + 8 * words.len() + alike(behind)
}

/// Gives all bytes a value.
pub(crate) fn fill(bytes: &[AtomicU8], value: u8) {
    let (before, words, behind) = words(bytes);
    before.iter().chain(behind).for_each(|byte| byte.store(value, Ordering::Relaxed));
    for word in words {
        word.store(u64::from(value) * EACH, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_where_a_byte_differs() {
        let bytes: Vec<AtomicU8> = (0..100).map(|_| AtomicU8::new(0)).collect();
        for start in 0..20 {
            for end in start..100 {
                fill(&bytes, 3);
                fill(&bytes[end..], 4);
                assert_eq!(equal(&bytes[start..]), if start == end { 100 - end } else { end - start });
                assert!(bytes[..end].iter().all(|byte| byte.load(Ordering::Relaxed) == 3));
            }
        }
        assert_eq!(equal(&[]), 0);
    }
}
