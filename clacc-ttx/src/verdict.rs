//! Verdicts on directives, clauses and modifiers.
//!
//! A verdict has a reason in words, for people: nothing compares them. What more is to be said has the code of a finding, which
//! the rule gives or, for what the analysis reports, the place (`code_of` in the facade's `verdicts`).

use std::borrow::Cow;
use std::fmt;

use clacc_sema::acc::clauses::DataModifier;
use clacc_syntax::ast::ClauseId;
use clacc_syntax::diagnostics::Code;
use clacc_syntax::directive::{AccClause, AccDirective, OmpDirective};

/// The result of the translation for a directive, a clause or a modifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The subject of the verdict.
    pub subject: Subject,
    /// How much of the meaning is preserved.
    pub fidelity: Fidelity,
    /// The reason, as one sentence.
    pub reason: Cow<'static, str>,
    /// The code of the finding that gives details of the reason, if the rule reports one.
    pub code: Option<&'static Code>,
}

/// The cause of a verdict.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Because {
    /// The subject's own meaning.
    Itself,
    /// Another part of the directive.
    OtherPart,
    /// A construct inside or around the subject.
    OtherConstruct,
    /// The subject's text, which cannot be edited.
    Text,
    /// A header that needs an edit and is not written.
    UnwrittenHeader,
    /// Other units, which are translated together with this one and need another translation of the text.
    OtherUnits,
    /// A directive elsewhere that depends on the subject and is kept.
    Dependent,
    /// An error that was reported for the subject.
    Error,
    /// An error that was reported for the surrounding text.
    UnreadText,
    /// Preprocessing, which removes the subject.
    Preprocessing,
}

/// The subject of a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// The directive itself.
    Directive,
    /// A clause.
    Clause(ClauseId),
    /// A modifier of a clause.
    Modifier(ClauseId, DataModifier),
}

impl Verdict {
    /// Creates a verdict without a finding that gives details.
    pub fn new(subject: Subject, fidelity: Fidelity, reason: impl Into<Cow<'static, str>>) -> Verdict {
        Verdict { subject, fidelity, reason: reason.into(), code: None }
    }
}

impl Subject {
    /// The clause that the verdict is about, or whose modifier it is about.
    pub fn clause(self) -> Option<ClauseId> {
        match self {
            Subject::Directive => None,
            Subject::Clause(clause) | Subject::Modifier(clause, _) => Some(clause),
        }
    }

    /// The modifier, if the verdict is about one.
    pub fn modifier(self) -> Option<DataModifier> {
        match self {
            Subject::Modifier(_, modifier) => Some(modifier),
            _ => None,
        }
    }
}

/// The OpenACC directive that a verdict of a report is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum VerdictDirective {
    /// A directive of OpenACC.
    Acc(AccDirective),
    /// A word that is no OpenACC directive.
    Unknown(String),
}

impl VerdictDirective {
    /// The name of the directive: `parallel loop`.
    pub fn text(&self) -> &str {
        match self {
            VerdictDirective::Acc(directive) => directive.text(),
            VerdictDirective::Unknown(word) => word,
        }
    }

    /// The directive, if OpenACC has it.
    pub fn acc(&self) -> Option<AccDirective> {
        match self {
            VerdictDirective::Acc(directive) => Some(*directive),
            VerdictDirective::Unknown(_) => None,
        }
    }
}

impl fmt::Display for VerdictDirective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// The part of a directive that a verdict of a report is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum VerdictPart {
    /// A clause, or a modifier of one.
    Clause(VerdictClause),
    /// A loop in the statement of the directive, which gets this OpenMP directive.
    InnerLoop(OmpDirective),
}

/// The clause that a verdict of a report is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct VerdictClause {
    /// The kind of clause; none if OpenACC has no clause of this name.
    pub kind: Option<AccClause>,
    /// The spelling in the source, which may be an alias of the clause's name.
    pub spelling: String,
    /// The modifier of the clause, if the verdict is about one.
    pub modifier: Option<DataModifier>,
}

impl fmt::Display for VerdictPart {
    /// `copy`, `copyin: readonly`, `simd on a loop inside`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerdictPart::Clause(VerdictClause { spelling, modifier: None, .. }) => f.write_str(spelling),
            VerdictPart::Clause(VerdictClause { spelling, modifier: Some(modifier), .. }) => {
                write!(f, "{spelling}: {}", modifier.text())
            }
            VerdictPart::InnerLoop(directive) => write!(f, "{} on a loop inside", directive.text()),
        }
    }
}

/// How much of the meaning of a directive or clause OpenMP preserves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Fidelity {
    /// Preprocessing leaves the directive out, so it is no part of the program and keeps its text.
    Inactive,
    /// The whole meaning is preserved.
    Exact,
    /// The clause is left out, certainly without loss.
    Dropped,
    /// The result is correct on the targets of the dialect, but it is not guaranteed in the same way. The
    /// reason gives the difference.
    Approximated,
    /// There is no form, so the directive stays as it is.
    Unsupported,
}

impl Fidelity {
    /// Returns the name, as in reports.
    pub const fn name(self) -> &'static str {
        self.text()
    }

    /// As [`Fidelity::name`], for the crates beneath.
    #[doc(hidden)]
    pub const fn text(self) -> &'static str {
        match self {
            Fidelity::Inactive => "inactive",
            Fidelity::Exact => "exact",
            Fidelity::Dropped => "dropped",
            Fidelity::Approximated => "approximated",
            Fidelity::Unsupported => "unsupported",
        }
    }
}

impl fmt::Display for Fidelity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}
