//! Mapping policies: which OpenMP an OpenACC construct becomes.
//!
//! A [`Policy`] is a handle: one of the built-in ones, or [one of one's own](MappingPolicy), which changes the answers of the
//! policy below it. [`Policy::layered`] puts one over another, and [`Policies`] is a list for users to choose from.
//! [`Analysis::compare`](crate::Analysis::compare) says where two policies differ.
//!
//! # What is checked
//!
//! Nothing that a policy answers is taken on trust. An answer is checked when it is given, and with the answers for the
//! constructs around it when all of them are there. Where one of these is broken, the construct keeps its text, and a finding
//! says so:
//!
//! | finding | what was broken |
//! |---|---|
//! | MAP0036 | expressions, symbols and clauses are those of the construct's declaration, and the statement is there once |
//! | MAP0037 | the policy does not panic; it can be told only in programs in which panics unwind |
//! | OMP9001 | directives take their clauses, as often as they may, and have those that they need |
//! | OMP9002 | directives may stand inside those around them |
//! | OMP9003 | the dialect has the words |
//! | OMP9004 | arguments have the forms and types that their clauses take |
//! | OMP9005 | loops are there, as many as a directive asks for |
//! | OMP9006 | no variable is in clauses that exclude each other |
//! | OMP9007 | names mean at the directive what they are taken for |
//!
//! Whether the result means what the program means, nobody but the policy knows. What it changes is *approximated*
//! unless it [states](crate::omp::OmpNode::state) something else.

mod form_builder;
mod layers;
mod mapping_policy;
#[cfg(feature = "policy-data")]
mod policy_file;
mod registry;
pub mod testing;

use std::fmt;
use std::sync::Arc;

use clacc_ttx::policy::{self as rules, Clacc, ClaccLatest, Performance};

pub use self::form_builder::{FormBuilder, NewDirective};
pub use self::mapping_policy::{CombinedNodes, CombinedRules, MappingPolicy, Rules};
#[cfg(feature = "policy-data")]
#[cfg_attr(docsrs, doc(cfg(feature = "policy-data")))]
pub use self::policy_file::{PolicyFile, PolicyFileError, PolicyFileErrorKind};
pub use self::registry::Policies;

/// A mapping policy. It is cheap to clone.
///
/// ```
/// use clacc::policy::Policy;
///
/// let policy = Policy::by_name("performance").expect("it is built in");
/// println!("{} {}: {}", policy.name(), policy.version(), policy.about());
/// assert_eq!(policy.version(), Policy::performance().version());
/// assert_eq!(Policy::all().count(), Policy::NAMES.len());
/// ```
#[derive(Clone)]
pub struct Policy {
    rules: Arc<dyn rules::MappingPolicy>,
}

impl Policy {
    /// Returns the mapping of the Clacc compiler's design document. It uses the levels and sizes that a program names.
    #[must_use]
    pub fn clacc() -> Policy {
        Policy { rules: Arc::new(Clacc) }
    }

    /// Returns the mapping of the newest version of the Clacc compiler. It is meant for the dialect
    /// [`clacc-latest`](crate::dialect::CLACC_LATEST).
    #[must_use]
    pub fn clacc_latest() -> Policy {
        Policy { rules: Arc::new(ClaccLatest) }
    }

    /// Returns the default policy, which maps for speed: threads share the outer loops, vector lanes the inner ones.
    #[must_use]
    pub fn performance() -> Policy {
        Policy { rules: Arc::new(Performance) }
    }

    /// The names of the built-in policies.
    pub const NAMES: &[&str] = &["performance", "clacc", "clacc-latest"];

    /// Returns the built-in policies, the default first.
    pub fn all() -> impl Iterator<Item = Policy> {
        [Policy::performance(), Policy::clacc(), Policy::clacc_latest()].into_iter()
    }

    /// Returns the built-in policy with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Policy> {
        Policy::all().find(|policy| policy.name() == name)
    }

    /// Returns a description of one line, for a list of policies.
    #[must_use]
    pub fn about(&self) -> &str {
        self.rules.about()
    }

    /// Makes a policy of custom rules, over the default policy. Name, version, description and fingerprint of the rules are asked for once,
    /// by this call; if that panics, the policy maps nothing.
    ///
    /// Clones of the result are equal. Two results of this function are equal only if their fingerprints are, so make a policy once and
    /// clone it: a session keeps the answers of each policy that it has used.
    #[must_use]
    pub fn custom(policy: impl MappingPolicy) -> Policy {
        Policy::default().layered(policy)
    }

    /// Layers custom rules over this policy: their [`Rules::default`] is the answer of this policy, with its verdicts. The result has the
    /// name of the custom rules.
    #[must_use]
    pub fn layered(self, over: impl MappingPolicy) -> Policy {
        Policy { rules: rules::taken(layers::Layer { policy: over, below: self.rules }) }
    }

    /// Makes a policy of rules in terms of the internal crates. The trait and the types that its methods use are outside semantic
    /// versioning. The properties of [`Policy::custom`] apply here too.
    #[cfg(feature = "unstable")]
    #[cfg_attr(docsrs, doc(cfg(feature = "unstable")))]
    #[must_use]
    pub fn of_rules(policy: impl rules::MappingPolicy) -> Policy {
        Policy { rules: rules::taken(policy) }
    }

    /// Returns the name by which users choose the policy.
    #[must_use]
    pub fn name(&self) -> &str {
        self.rules.id()
    }

    /// Returns the version of the policy's rules. Another version may translate the same program differently.
    #[must_use]
    pub fn version(&self) -> &str {
        self.rules.version()
    }

    /// Returns a number that encodes the parameters of the policy, to distinguish policies with the same name and version. None if only its
    /// clones are equal to it.
    #[must_use]
    pub fn fingerprint(&self) -> Option<u64> {
        self.rules.fingerprint()
    }

    pub(crate) fn rules(&self) -> Arc<dyn rules::MappingPolicy> {
        self.rules.clone()
    }

    /// Returns whether both are the same policy, so that answers of one can be used for the other.
    pub(crate) fn is(&self, other: &Policy) -> bool {
        rules::is_same(&self.rules, &other.rules)
    }
}

impl Default for Policy {
    fn default() -> Self {
        Policy::performance()
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Policy({} {}", self.name(), self.version())?;
        self.fingerprint().map_or(Ok(()), |number| write!(f, " {number:016x}"))?;
        f.write_str(")")
    }
}

/// Writes the name.
impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name of a built-in policy.
impl std::str::FromStr for Policy {
    type Err = clacc_syntax::UnknownName;

    fn from_str(name: &str) -> Result<Policy, clacc_syntax::UnknownName> {
        Policy::by_name(name).ok_or_else(|| clacc_syntax::UnknownName::new(name))
    }
}
