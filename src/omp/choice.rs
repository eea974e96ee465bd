//! The choice of policy and dialect, which determines the OpenMP form of a program.

use crate::Dialect;
use crate::policy::Policy;
use crate::translate::TranslateOptions;

/// A policy, which chooses the OpenMP form of each construct, and the dialect in which the form is spelled.
///
/// ```
/// use clacc::dialect;
/// use clacc::omp::MappingChoice;
/// use clacc::policy::Policy;
///
/// let choice = MappingChoice::new(Policy::clacc(), dialect::LLVM);
/// assert_eq!((choice.policy().id(), &*choice.dialect().name()), ("clacc", "llvm"));
/// ```
#[derive(Clone, Debug)]
pub struct MappingChoice {
    policy: Policy,
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

/// Returns the choice of [`TranslateOptions::default`].
impl Default for MappingChoice {
    fn default() -> Self {
        MappingChoice::from(&TranslateOptions::default())
    }
}

impl From<&TranslateOptions> for MappingChoice {
    fn from(options: &TranslateOptions) -> Self {
        MappingChoice::new(options.policy.clone(), options.dialect)
    }
}

/// Two choices are equal if they have the same policy, compared by [`Policy::fingerprint`], and the same dialect.
impl PartialEq for MappingChoice {
    fn eq(&self, other: &Self) -> bool {
        self.policy.is(&other.policy) && self.dialect == other.dialect
    }
}

impl Eq for MappingChoice {}
