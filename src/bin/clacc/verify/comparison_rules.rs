//! The rules by which two outputs count as equal.

use regex::bytes::Regex;

/// The options of the comparison.
#[derive(Default)]
pub(super) struct ComparisonRules {
    /// The tolerance for numbers; without one, outputs are compared byte by byte.
    pub(super) tolerance: Option<Tolerance>,
    /// Lines that match one of these are ignored.
    pub(super) ignored: Vec<Regex>,
    /// Parts of lines that match one of these are ignored.
    pub(super) masked: Vec<Regex>,
    /// Files whose names match one of these are ignored.
    pub(super) ignored_files: Vec<Regex>,
    /// The type of the numbers in files that are no text.
    pub(super) binary: Option<Binary>,
}

/// The greatest permitted difference between numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Tolerance {
    /// The difference relative to the expected number.
    relative: f64,
    absolute: f64,
}

impl Tolerance {
    /// Only equal numbers.
    pub(super) const NONE: Tolerance = Tolerance { relative: 0.0, absolute: 0.0 };

    /// Reads `REL` or `REL,ABS`.
    pub(super) fn read(text: &str) -> Option<Tolerance> {
        let number =
            |text: &str| text.parse::<f64>().ok().filter(|number| *number >= 0.0 && number.is_finite());
        let (relative, absolute) = text.split_once(',').unwrap_or((text, "0"));
        Some(Tolerance { relative: number(relative)?, absolute: number(absolute)? })
    }

    /// Returns whether a number is accepted. NaN equals NaN, and infinity only equals itself.
    pub(super) fn takes(self, expected: f64, found: f64) -> bool {
        #[expect(clippy::float_cmp, reason = "the same number is always taken, and infinite ones only so")]
        let is_same = expected == found || expected.is_nan() && found.is_nan();
        is_same || expected.is_finite() && (expected - found).abs() <= self.limit(expected)
    }

    /// Returns the greatest permitted difference from the expected number.
    pub(super) fn limit(self, expected: f64) -> f64 {
        self.absolute.max(self.relative * expected.abs())
    }
}

/// The difference between a number and the expected one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct NumberGap {
    /// The difference relative to the expected number. Infinite if that is not defined.
    pub(super) relative: f64,
    pub(super) absolute: f64,
}

impl NumberGap {
    pub(super) fn between(expected: f64, found: f64) -> NumberGap {
        if Tolerance::NONE.takes(expected, found) {
            return NumberGap { relative: 0.0, absolute: 0.0 };
        }
        let finite = |number: f64| if number.is_nan() { f64::INFINITY } else { number.abs() };
        NumberGap { relative: finite((expected - found) / expected), absolute: finite(expected - found) }
    }
}

/// The largest differences of numbers. If a sum is close to zero, its rounding error is small but may be as large as the sum, so such
/// numbers are treated separately.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct LargestGaps {
    /// The largest relative difference of all numbers. Infinite if anything but numbers differs.
    pub(super) relative: f64,
    /// The largest relative difference among numbers that differ by more than a rounding error near zero.
    pub(super) relative_of_far: f64,
    /// The largest absolute difference among numbers that differ by a rounding error near zero, but by much relative to their size.
    pub(super) near_zero: f64,
}

impl LargestGaps {
    /// The relative difference below which a difference counts as small.
    const LITTLE: f64 = 1e-3;
    /// The largest rounding error of a result that should be zero, if the summands are about one.
    const NEAR_ZERO: f64 = 1e-13;

    pub(super) fn add(&mut self, gap: NumberGap) {
        self.relative = self.relative.max(gap.relative);
        if gap.absolute <= Self::NEAR_ZERO && gap.relative >= Self::LITTLE {
            self.near_zero = self.near_zero.max(gap.absolute);
        } else {
            self.relative_of_far = self.relative_of_far.max(gap.relative);
        }
    }

    pub(super) fn add_all(&mut self, others: &LargestGaps) {
        self.relative = self.relative.max(others.relative);
        self.relative_of_far = self.relative_of_far.max(others.relative_of_far);
        self.near_zero = self.near_zero.max(others.near_zero);
    }

    /// Records a difference that is not one of numbers.
    pub(super) fn add_other(&mut self) {
        (self.relative, self.relative_of_far) = (f64::INFINITY, f64::INFINITY);
    }

    pub(super) fn are_little(&self) -> bool {
        self.relative_of_far < Self::LITTLE
    }

    /// Returns whether the order of summation alone can explain the differences, in double precision.
    pub(super) fn are_of_rounding(&self) -> bool {
        self.relative_of_far < 1e-12
    }
}

/// The type of the numbers in a file that is no text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    F32,
    F64,
}

impl Binary {
    pub(super) fn named(name: &str) -> Option<Binary> {
        match name {
            "f32" => Some(Binary::F32),
            "f64" => Some(Binary::F64),
            _ => None,
        }
    }

    /// Returns the size of one number in bytes.
    pub(super) fn size(self) -> usize {
        match self {
            Binary::F32 => 4,
            Binary::F64 => 8,
        }
    }

    /// Returns the number at the start of the bytes. None if there are too few of them.
    pub(super) fn number(self, bytes: &[u8]) -> Option<f64> {
        Some(match self {
            Binary::F32 => f64::from(f32::from_ne_bytes(*bytes.first_chunk()?)),
            Binary::F64 => f64::from_ne_bytes(*bytes.first_chunk()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerances_take_what_is_near() {
        let tolerance = Tolerance::read("1e-3,1e-9").unwrap();
        let (nan, infinite) = (f64::NAN, f64::INFINITY);
        for (expected, found, is_taken) in [
            (100.0, 100.1, true),
            (100.0, 100.2, false),
            (0.0, 1e-10, true),
            (0.0, 1e-8, false),
            (-1.0, 1.0, false),
            (nan, nan, true),
            (nan, 1.0, false),
            (1.0, nan, false),
            (infinite, infinite, true),
            (infinite, -infinite, false),
            (infinite, 1.0, false),
            (1.0, infinite, false),
        ] {
            assert_eq!(tolerance.takes(expected, found), is_taken, "{expected} {found}");
        }
        assert!(["", "x", "-1", "1,", "inf", "nan"].iter().all(|text| Tolerance::read(text).is_none()));
    }

    #[test]
    fn differences_are_parts_of_what_is_expected() {
        let relative = |expected, found| NumberGap::between(expected, found).relative;
        assert!((relative(4.0, 5.0) - 0.25).abs() < 1e-15);
        assert!(relative(0.0, 0.0).abs() < 1e-15);
        assert!(relative(0.0, 1.0).is_infinite());
        assert!(relative(1.0, f64::NAN).is_infinite());
        assert!((NumberGap::between(4.0, 5.0).absolute - 1.0).abs() < 1e-15);
    }
}
