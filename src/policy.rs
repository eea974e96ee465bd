//! Mapping policies: which OpenMP an OpenACC construct becomes.

use std::fmt;
use std::sync::Arc;

use clacc_ttx::policy::{Clacc, ClaccLatest, MappingPolicy, Performance};

/// A mapping policy. It is cheap to clone.
#[derive(Clone)]
pub struct Policy {
    rules: Arc<dyn MappingPolicy>,
}

impl Policy {
    /// Returns the mapping of the Clacc compiler's design document. It follows the levels and sizes that a program names.
    #[must_use]
    pub fn clacc() -> Policy {
        Policy { rules: Arc::new(Clacc) }
    }

    /// Returns the mapping of the newest version of the Clacc compiler. Its words are those of dialect
    /// [`clacc-latest`](crate::dialect::CLACC_LATEST).
    #[must_use]
    pub fn clacc_latest() -> Policy {
        Policy { rules: Arc::new(ClaccLatest) }
    }

    /// Returns the default policy, the mapping for speed: threads share the outer loops, vector lanes the inner ones.
    #[must_use]
    pub fn performance() -> Policy {
        Policy { rules: Arc::new(Performance) }
    }

    /// The names of the built-in policies.
    pub const IDS: &[&str] = &["performance", "clacc", "clacc-latest"];

    /// Returns the built-in policies, the default first.
    pub fn all() -> impl Iterator<Item = Policy> {
        [Policy::performance(), Policy::clacc(), Policy::clacc_latest()].into_iter()
    }

    /// Returns the built-in policy with this name.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Policy> {
        Policy::all().find(|policy| policy.id() == id)
    }

    /// Returns the description in a list of policies, in one line.
    #[must_use]
    pub fn about(&self) -> &str {
        self.rules.about()
    }

    /// Makes a policy from rules of one's own. The trait and the types its methods use are outside semantic
    /// versioning.
    ///
    /// Where the rules panic, or return a form that does not fit or that OpenMP does not have, the construct keeps its
    /// text, and a finding says so (MAP0036, MAP0037, OMP9001 to OMP9007). A panic can be caught only in programs in which panics
    /// unwind. What the rules change without stating how much of the meaning remains is *approximated*.
    ///
    /// Clones of the result are one policy. Two results of this function are one only if their rules say so with a
    /// fingerprint, so make a policy once and clone it: a session keeps the answers of each policy that it saw.
    #[cfg(feature = "unstable")]
    #[cfg_attr(docsrs, doc(cfg(feature = "unstable")))]
    #[must_use]
    pub fn custom(rules: impl MappingPolicy + 'static) -> Policy {
        Policy { rules: Arc::new(rules) }
    }

    /// Returns the name by which users choose the policy.
    #[must_use]
    pub fn id(&self) -> &str {
        self.rules.id()
    }

    /// Returns the version of the policy's rules. Another version may translate the same program differently.
    #[must_use]
    pub fn version(&self) -> &str {
        self.rules.version()
    }

    /// Returns what tells the policy from others of its kind with the same name and version: its parameters, as a number.
    /// None if it is the same as its own clones alone.
    #[must_use]
    pub fn fingerprint(&self) -> Option<u64> {
        self.rules.fingerprint()
    }

    pub(crate) fn rules(&self) -> Arc<dyn MappingPolicy> {
        self.rules.clone()
    }

    /// Whether both are the same policy, so that answers of one are answers of the other.
    pub(crate) fn is(&self, other: &Policy) -> bool {
        clacc_ttx::policy::is_same(&self.rules, &other.rules)
    }
}

impl Default for Policy {
    fn default() -> Self {
        Policy::performance()
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Policy({} {}", self.id(), self.version())?;
        self.fingerprint().map_or(Ok(()), |number| write!(f, " {number:016x}"))?;
        f.write_str(")")
    }
}
