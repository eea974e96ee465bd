//! Comparison of two lines of text: numbers are compared as numbers, everything else as bytes.

use std::ops::Range;

use super::comparison_rules::{LargestGaps, NumberGap, Tolerance};
use super::tokens::{OutputToken, OutputTokenKind, OutputTokens};

/// The first difference of two lines.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LineDifference {
    /// The range of bytes in the expected line.
    pub(super) expected: Range<usize>,
    /// The range of bytes in the other line.
    pub(super) found: Range<usize>,
    /// The difference of the numbers, if both are numbers.
    pub(super) gap: Option<NumberGap>,
}

/// The result of comparing two lines.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LineComparison {
    pub(super) first: Option<LineDifference>,
    pub(super) gaps: LargestGaps,
}

/// Compares two lines. Without a tolerance, they must be equal byte by byte. With a tolerance, numbers may be spelled differently, and the
/// number of blanks does not matter.
pub(super) fn compare(expected: &[u8], found: &[u8], tolerance: Option<Tolerance>) -> LineComparison {
    let mut compared = LineComparison { first: None, gaps: LargestGaps::default() };
    if expected == found {
        return compared;
    }
    compared.tokens(expected, found, tolerance.unwrap_or(Tolerance::NONE));
    if compared.first.is_none() && tolerance.is_none() {
        // The lines have equal numbers that are spelled differently.
        compared.first = Some(first_byte(expected, found));
    }
    compared
}

impl LineComparison {
    fn tokens(&mut self, expected: &[u8], found: &[u8], tolerance: Tolerance) {
        let mut ones = OutputTokens::new(expected);
        let mut others = OutputTokens::new(found);
        loop {
            let (one, other) = (ones.next(), others.next());
            if one.is_none() && other.is_none() {
                return;
            }
            let place = |token: &Option<OutputToken>, line: &[u8]| {
                token.as_ref().map_or(line.len()..line.len(), |token| token.place.clone())
            };
            let (at_one, at_other) = (place(&one, expected), place(&other, found));
            let texts = (&expected[at_one.clone()], &found[at_other.clone()]);
            let kinds = (one.map(|token| token.kind), other.map(|token| token.kind));
            let gap = match kinds {
                (Some(first), Some(second)) if first == second && texts.0 == texts.1 => continue,
                (Some(OutputTokenKind::Blank), Some(OutputTokenKind::Blank)) => continue,
                (Some(OutputTokenKind::Number), Some(OutputTokenKind::Number)) => {
                    let (gap, is_taken) = numbers(texts.0, texts.1, tolerance);
                    self.gaps.add(gap);
                    if is_taken {
                        continue;
                    }
                    Some(gap)
                }
                _ => None,
            };
            self.first.get_or_insert(LineDifference { expected: at_one, found: at_other, gap });
            if gap.is_none() {
                self.gaps.add_other();
                return;
            }
        }
    }
}

/// Returns the difference of two numbers, and whether the tolerance accepts it. Integers are compared exactly, even if they have more
/// digits than a floating-point number can represent.
fn numbers(expected: &[u8], found: &[u8], tolerance: Tolerance) -> (NumberGap, bool) {
    let (first, second) = (value(expected), value(found));
    let Some(apart) = integer(expected).zip(integer(found)).and_then(|(one, other)| one.checked_sub(other))
    else {
        return (NumberGap::between(first, second), tolerance.takes(first, second));
    };
    #[expect(clippy::cast_precision_loss, reason = "only how large it is counts")]
    let apart = apart.unsigned_abs() as f64;
    let relative = if apart == 0.0 { 0.0 } else { apart / first.abs() };
    (NumberGap { relative, absolute: apart }, apart <= tolerance.limit(first))
}

/// Returns the value of a number. Rust accepts the spellings of C; the `d` of exponents in Fortran's output is replaced.
fn value(text: &[u8]) -> f64 {
    let is_name = text.last().is_some_and(|last| matches!(last, b'n' | b'N' | b'f' | b'F' | b'y' | b'Y'));
    let plain = |byte: &u8| match byte {
        b'd' | b'D' if !is_name => 'e',
        other => char::from(*other),
    };
    text.iter().map(plain).collect::<String>().parse().unwrap_or(f64::NAN)
}

fn integer(text: &[u8]) -> Option<i128> {
    str::from_utf8(text).ok()?.parse().ok()
}

fn first_byte(expected: &[u8], found: &[u8]) -> LineDifference {
    let same = expected.iter().zip(found).take_while(|(one, other)| one == other).count();
    let word = |line: &[u8]| {
        same..line[same..].iter().position(u8::is_ascii_whitespace).map_or(line.len(), |at| same + at.max(1))
    };
    LineDifference { expected: word(expected), found: word(found), gap: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(expected: &str, found: &str, tolerance: &str) -> LineComparison {
        compare(expected.as_bytes(), found.as_bytes(), Tolerance::read(tolerance))
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        for (expected, found, is_equal) in [
            ("x = 1.0", "x = 1", true),
            ("x =  9.9999999", "x = 10.0000000", true),
            ("[  9.9999999]", "[10.0000000]", true),
            ("-0.0 1e3 1.5d2", "0.0 1000.0 150", true),
            ("1e-7 nan -inf", "1.00000001e-7 -nan -Infinity", true),
            ("(1.0+1e-9i)", "(1.0+1.0000001e-9i)", true),
            ("x = 1.0", "y = 1.0", false),
            ("x1", "x2", false),
            ("1.0 2.0", "1.0", false),
            ("1.0", "1.0 2.0", false),
            ("inf", "-inf", false),
            ("0x12345678", "0x12345679", false),
            ("123456789ab", "123456788ab", false),
            ("2024-01-02", "2024-01-03", false),
            ("nan", "1", false),
        ] {
            let compared = compared(expected, found, "1e-6");
            assert_eq!(compared.first.is_none(), is_equal, "{expected} / {found}: {compared:?}");
        }
    }

    #[test]
    fn large_whole_numbers_are_exact() {
        let (one, other) = ("9007199254740993", "9007199254740992");
        assert!(compared(one, other, "0").first.is_some());
        assert!(compared(one, other, "1e-15").first.is_none());
        assert!(compared(one, other, "0,1").first.is_none());
    }

    #[test]
    fn without_a_tolerance_bytes_count() {
        let found = compare(b"a 1.0  b", b"a 1.00 b", None);
        assert_eq!(found.first, Some(LineDifference { expected: 5..6, found: 5..6, gap: None }));
        let found = compare(b"sum = 4, 5", b"sum = 5, 4", None);
        assert_eq!(
            found.first,
            Some(LineDifference {
                expected: 6..7,
                found: 6..7,
                gap: Some(NumberGap { relative: 0.25, absolute: 1.0 })
            })
        );
        assert!((found.gaps.relative - 0.25).abs() < 1e-15);
        assert!(compare(b"sum 4", b"som 4", None).gaps.relative.is_infinite());
    }
}
