//! The faults that a dialect avoids.

use super::faults::{FAULTS, Fault};
use super::tried_programs::Versions;

/// A set of faults.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FaultSet(u64);

impl FaultSet {
    pub(super) const NONE: FaultSet = FaultSet(0);

    pub(super) const fn has(self, fault: Fault) -> bool {
        self.0 & (1 << fault as u8) != 0
    }

    #[must_use]
    pub(super) const fn with(self, fault: Fault) -> FaultSet {
        FaultSet(self.0 | 1 << fault as u8)
    }

    #[must_use]
    pub(super) const fn without(self, faults: &[Fault]) -> FaultSet {
        let (mut left, mut at) = (self.0, 0);
        while at < faults.len() {
            left &= !(1 << faults[at] as u8);
            at += 1;
        }
        FaultSet(left)
    }

    /// Returns the faults that a dialect avoids according to the rows, by its name if it is in the list, its compilers, and whether its
    /// programs may run on a device.
    pub(super) const fn avoided(
        dialect: Option<&str>,
        compilers: &[Versions],
        has_devices: bool,
    ) -> FaultSet {
        let (mut avoided, mut at) = (FaultSet::NONE, 0);
        while at < FAULTS.len() {
            if FAULTS[at].is_avoided(dialect, compilers, has_devices) {
                avoided = avoided.with(FAULTS[at].fault);
            }
            at += 1;
        }
        avoided
    }

    #[must_use]
    pub(super) const fn and(self, more: FaultSet) -> FaultSet {
        FaultSet(self.0 | more.0)
    }
}

impl std::fmt::Debug for FaultSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(FAULTS.iter().map(|row| row.fault).filter(|fault| self.has(*fault))).finish()
    }
}
