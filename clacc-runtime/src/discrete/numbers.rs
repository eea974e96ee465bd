//! Sets of operations that a program need not have waited for.

/// Operations by their numbers, each below 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn one(number: u8) -> Self {
        Self(1 << number)
    }

    pub(crate) fn has(self, number: u8) -> bool {
        self.0 & Self::one(number).0 != 0
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}
