//! Mapping policies as data.

mod clause_constants;
mod file_faults;
mod file_rules;
mod rule_tables;
mod toml_values;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use toml::de::DeTable;

use self::file_faults::{FileFault, LocatedFault};
pub use self::file_faults::{PolicyFileError, PolicyFileErrorKind};
use self::file_rules::{FileRule, RuleAction};
use self::rule_tables::FileHead;
use self::toml_values::TomlTable;
use super::{MappingPolicy, Policy, Rules};
use crate::acc::Construct;
use crate::omp::OmpNode;
use crate::translate::Fidelity;

/// A mapping policy as data, in TOML: rules with conditions, which change the answers of a built-in policy. It is cheap to clone.
///
/// Its answers are checked like those of every policy; see [`policy`](crate::policy#what-is-checked).
///
/// ```
/// use clacc::Session;
/// use clacc::files::MemoryFiles;
/// use clacc::options::CompileOptions;
/// use clacc::policy::PolicyFile;
/// use clacc::translate::TranslateOptions;
///
/// let file = PolicyFile::parse(
///     r#"
/// name = "narrow-teams"
/// version = "1"
///
/// [[rule]]
/// construct = ["parallel", "kernels"]
/// replace = { thread_limit = 64 }
/// "#,
/// )?;
/// let program = "void f(int *x) {\n#pragma acc parallel copy(x[0:4])\n  x[0] = 1;\n}\n";
/// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let translation = session.translate(unit, &TranslateOptions::default().with_policy(file.policy()));
/// assert!(String::from_utf8_lossy(&translation.text).contains("thread_limit(64)"));
///
/// let error = PolicyFile::parse("name = \"mine\"\nversoin = \"1\"\n").expect_err("there is no such key");
/// assert_eq!(error.to_string(), "2:1: unknown key `versoin`; did you mean `version`?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc = include_str!("../../../docs/policy-files.md")]
#[derive(Clone, Debug)]
pub struct PolicyFile {
    head: Arc<FileHead>,
    rules: Arc<[FileRule]>,
    fingerprint: u64,
}

impl PolicyFile {
    /// Parses the text of a policy file. Two files that differ only in comments and white space are equal policies.
    ///
    /// # Errors
    /// The first error in the text, with its place.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<PolicyFile, PolicyFileError> {
        let text = text.as_ref();
        read(text).map_err(|fault| PolicyFileError::new(text, fault))
    }

    /// Returns the policy: the rules over the [base](PolicyFile::base) that the file names. To layer the rules over another policy, pass
    /// the file itself to [`Policy::layered`].
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.base().layered(self.clone())
    }

    /// Returns the built-in policy whose answers the rules change.
    #[must_use]
    pub fn base(&self) -> Policy {
        self.head.base.clone()
    }
}

fn read(text: &[u8]) -> Result<PolicyFile, LocatedFault> {
    let syntax = |at, message| FileFault::at(at, PolicyFileErrorKind::Syntax, message);
    let text = str::from_utf8(text)
        .map_err(|error| syntax(error.valid_up_to(), "the text is not UTF-8".to_owned()))?;
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        syntax(at, one_line(error.message()))
    })?;
    // A missing key is reported at the beginning of the file.
    let (head, rules) = rule_tables::file(TomlTable::new(table.get_ref(), &(0..0)))?;
    let mut hasher = DefaultHasher::new();
    (&head.name, &head.version, head.base.name(), &rules).hash(&mut hasher);
    Ok(PolicyFile { head: Arc::new(head), rules: rules.into(), fingerprint: hasher.finish() })
}

fn one_line(message: &str) -> String {
    message.lines().map(str::trim).collect::<Vec<_>>().join(", ")
}

impl MappingPolicy for PolicyFile {
    fn name(&self) -> &str {
        &self.head.name
    }

    fn version(&self) -> &str {
        &self.head.version
    }

    fn about(&self) -> &str {
        &self.head.about
    }

    fn fingerprint(&self) -> Option<u64> {
        Some(self.fingerprint)
    }

    fn map(&self, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
        let mut node = rules.default();
        for rule in self.rules.iter().filter(|rule| rule.condition.holds(construct, rules.dialect())) {
            match &rule.action {
                RuleAction::Keep(reason) => return rules.unsupported(reason.clone()),
                RuleAction::LeaveOut(reason) => return left_out(construct, rules, reason),
                RuleAction::Change(change) => change.apply(&mut node, construct),
            }
        }
        node
    }
}

/// Returns an answer without a directive. Its clauses are omitted with it.
fn left_out(construct: Construct<'_>, rules: &Rules<'_>, reason: &str) -> OmpNode {
    let mut node = rules.without_directive(reason.to_owned());
    construct.clauses().for_each(|clause| node.state_clause(clause, Fidelity::Dropped, reason.to_owned()));
    node
}
