//! Mapping policies: which OpenMP an OpenACC construct becomes.

use std::fmt;
use std::sync::Arc;

use clacc_ttx::policy::{Clacc, MappingPolicy};

/// A mapping policy. Cheap to clone.
#[derive(Clone)]
pub struct Policy {
    rules: Arc<dyn MappingPolicy>,
}

impl Policy {
    /// The mapping of the Clacc compiler's design document: the default.
    #[must_use]
    pub fn clacc() -> Policy {
        Policy { rules: Arc::new(Clacc) }
    }

    /// The names of the built-in policies.
    pub const IDS: &[&str] = &["clacc"];

    /// The built-in policy with this name.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Policy> {
        [Policy::clacc()].into_iter().find(|policy| policy.id() == id)
    }

    /// A policy of one's own. The trait and what its methods see are outside semantic versioning.
    #[cfg(feature = "unstable")]
    #[must_use]
    pub fn custom(rules: impl MappingPolicy + 'static) -> Policy {
        Policy { rules: Arc::new(rules) }
    }

    /// The name by which users choose it.
    #[must_use]
    pub fn id(&self) -> &str {
        self.rules.id()
    }

    /// Which state of its rules this is: another version may translate the same program otherwise.
    #[must_use]
    pub fn version(&self) -> &str {
        self.rules.version()
    }

    pub(crate) fn rules(&self) -> Arc<dyn MappingPolicy> {
        self.rules.clone()
    }

    /// Whether both are the same policy: the same object, or the same name and version.
    pub(crate) fn is(&self, other: &Policy) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
            || (self.id() == other.id() && self.version() == other.version())
    }
}

impl Default for Policy {
    fn default() -> Self {
        Policy::clacc()
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Policy({} {})", self.id(), self.version())
    }
}
