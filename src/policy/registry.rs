//! Policies by their names.

use super::Policy;

/// The policies that users of a program can choose from, by name.
///
/// ```
/// use clacc::policy::{Policies, Policy};
///
/// let policies = Policies::built_in();
/// assert_eq!(policies.names().collect::<Vec<_>>(), Policy::NAMES);
/// assert_eq!(policies.by_name("clacc").map(Policy::name), Some("clacc"));
/// assert!(policies.by_name("fortran").is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Policies {
    all: Vec<Policy>,
}

impl Policies {
    /// Makes a list without policies.
    #[must_use]
    pub fn new() -> Policies {
        Policies::default()
    }

    /// Makes a list of the built-in policies, the default first.
    #[must_use]
    pub fn built_in() -> Policies {
        Policies { all: Policy::all().collect() }
    }

    /// Adds a policy after the others, or replaces the one with the same name.
    #[must_use]
    pub fn with(mut self, policy: Policy) -> Policies {
        match self.all.iter_mut().find(|known| known.name() == policy.name()) {
            Some(known) => *known = policy,
            None => self.all.push(policy),
        }
        self
    }

    /// Returns the policy with this name.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<&Policy> {
        self.all.iter().find(|policy| policy.name() == name)
    }

    /// Returns the names, in the order in which policies were added.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(Policy::name)
    }

    /// Returns the policies, in the same order.
    pub fn iter(&self) -> impl Iterator<Item = &Policy> {
        self.all.iter()
    }
}
