//! Verdicts and findings about a construct and its clauses.

use clacc_syntax::diagnostics::{Diagnostic, Severity};
use clacc_syntax::token::TokenRange;
use clacc_ttx::verdict::Verdict;

use crate::syntax::{Clause, ExternalDeclaration};
use crate::translate::{DataModifier, Fidelity};

/// The verdict on the directive of a construct, on one of its clauses, or on a modifier of a clause.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::omp::{MappingChoice, NodeFinding, NodeVerdict};
/// use clacc::translate::Fidelity;
///
/// let program = "void f(int n, int *x) {\n#pragma acc parallel loop vector_length(n) vector copy(x[0:n])\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let omp = session.omp(&f, &MappingChoice::default()).expect("the session has it");
/// let verdicts: Vec<NodeVerdict<'_>> = omp.all()[0].verdicts().collect();
/// for verdict in verdicts.iter().filter(|verdict| verdict.fidelity() != Fidelity::Exact) {
///     let clause = verdict.clause().map_or("the directive", |clause| clause.spelling());
///     println!("{clause}: {}: {} {:?}", verdict.fidelity(), verdict.reason(), verdict.code());
/// }
/// let findings: Vec<NodeFinding<'_>> = omp.all().iter().flat_map(|node| node.findings()).collect();
/// findings.iter().for_each(|finding| println!("{}: {}", finding.code(), finding.message()));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeVerdict<'n> {
    pub(super) declaration: &'n ExternalDeclaration,
    pub(super) verdict: &'n Verdict,
}

impl<'n> NodeVerdict<'n> {
    /// Returns the clause that the verdict is about, or whose modifier it is about. None for the directive itself.
    #[must_use]
    pub fn clause(self) -> Option<Clause<'n>> {
        Clause::new(self.declaration, self.verdict.subject.clause()?)
    }

    /// Returns the modifier of the clause, if the verdict is about one.
    #[must_use]
    pub fn modifier(self) -> Option<DataModifier> {
        self.verdict.subject.modifier()
    }

    /// Returns how much of the meaning is preserved.
    #[must_use]
    pub fn fidelity(self) -> Fidelity {
        self.verdict.fidelity
    }

    /// Returns the reason, as one sentence.
    #[must_use]
    pub fn reason(self) -> &'n str {
        &self.verdict.reason
    }

    /// Returns the code of the finding with more details, if the rule has one.
    #[must_use]
    pub fn code(self) -> Option<&'static str> {
        self.verdict.code.map(|code| code.id)
    }
}

/// A finding of the mapping, without its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeFinding<'n> {
    finding: &'n Diagnostic<TokenRange>,
}

impl<'n> NodeFinding<'n> {
    pub(super) fn new(finding: &'n Diagnostic<TokenRange>) -> NodeFinding<'n> {
        NodeFinding { finding }
    }

    /// Returns the id of the finding's code: `MAP0005`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.finding.code.id
    }

    /// Returns the severity.
    #[must_use]
    pub fn severity(self) -> Severity {
        self.finding.severity
    }

    /// Returns the message.
    #[must_use]
    pub fn message(self) -> &'n str {
        &self.finding.message
    }

    /// Returns additional lines of the message.
    #[must_use]
    pub fn notes(self) -> &'n [String] {
        &self.finding.notes
    }
}
