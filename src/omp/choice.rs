//! The choice of policy and dialect, which determines the OpenMP form of a program.

use crate::Dialect;
use crate::policy::Policy;

/// A policy, which chooses the OpenMP form of each construct, and the dialect in which the form is spelled. Every question about OpenMP
/// takes one. With feature `serde`, both are serialised by name: a custom policy or dialect cannot be serialised.
///
/// ```
/// use clacc::dialect;
/// use clacc::omp::MappingChoice;
/// use clacc::policy::Policy;
///
/// let choice = MappingChoice::new(Policy::clacc(), dialect::LLVM);
/// assert_eq!((choice.policy().name(), &*choice.dialect().name()), ("clacc", "llvm"));
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MappingChoice {
    #[cfg_attr(feature = "serde", serde(with = "crate::option_names::policy"))]
    policy: Policy,
    #[cfg_attr(feature = "serde", serde(with = "crate::option_names::dialect"))]
    dialect: Dialect,
}

impl MappingChoice {
    /// Chooses a policy and a dialect.
    #[must_use]
    pub fn new(policy: Policy, dialect: Dialect) -> MappingChoice {
        MappingChoice { policy, dialect }
    }

    /// Returns the policy.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Returns the dialect.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }
}

/// Returns the policy `performance` with [`Dialect::DEFAULT`].
impl Default for MappingChoice {
    fn default() -> Self {
        MappingChoice::new(Policy::default(), Dialect::DEFAULT)
    }
}

/// Two choices are equal if they have the same policy, compared by [`Policy::fingerprint`], and the same dialect.
impl PartialEq for MappingChoice {
    fn eq(&self, other: &Self) -> bool {
        self.policy.is(&other.policy) && self.dialect == other.dialect
    }
}

impl Eq for MappingChoice {}
