//! OpenMP nodes: what a policy makes of one effective OpenACC construct.

use clacc_sema::omp::form::{Omp, UnitForm};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;

use crate::verdict::Verdict;

/// What a policy makes of one effective OpenACC construct: a second parent for the construct's children.
///
/// Nodes hold ids of the declaration's program, no position, so they can be compared across edits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OmpNode {
    /// The OpenMP form; none if the construct has none under the policy, and the source stays as it is.
    pub form: Option<Omp>,
    /// Code around the declaration that the directive is about. It is used only where there is a form.
    pub unit_forms: Vec<UnitForm>,
    /// What became of the directive and of each of its clauses: exactly one verdict each, and one for each modifier that has a
    /// fate of its own.
    pub verdicts: Box<[Verdict]>,
    /// Findings of the mapping.
    pub diagnostics: Vec<Diagnostic<TokenRange>>,
}

impl OmpNode {
    /// Whether the construct has a form.
    pub fn is_mapped(&self) -> bool {
        self.form.is_some()
    }
}
