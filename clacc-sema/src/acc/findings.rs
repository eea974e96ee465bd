//! Collects the findings.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::checkpoint::HalfDone;
use clacc_syntax::diagnostics::{Diagnostic, Severity};
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

/// The findings so far, and the places of the errors for each directive with errors.
#[derive(Default)]
pub(crate) struct Findings {
    all: HalfDone<Vec<Diagnostic<TokenRange>>>,
    broken: FxHashMap<DirectiveId, Vec<TokenRange>>,
    /// The directives with an error or a warning.
    warned: FxHashSet<DirectiveId>,
}

impl Findings {
    /// Adds a finding about a directive.
    pub(super) fn push(&mut self, directive: DirectiveId, finding: Diagnostic<TokenRange>) {
        if finding.severity == Severity::Error {
            self.broken.entry(directive).or_default().push(finding.primary.at);
        }
        if finding.severity != Severity::Note {
            self.warned.insert(directive);
        }
        self.all.push(finding);
    }

    /// Adds a finding that belongs to no directive.
    pub(super) fn add(&mut self, finding: Diagnostic<TokenRange>) {
        self.all.push(finding);
    }

    /// Marks a directive as erroneous because of an error that is reported for another one.
    pub(super) fn mark_broken(&mut self, directive: DirectiveId) {
        self.broken.entry(directive).or_default();
    }

    /// Whether a directive has an error.
    pub(crate) fn is_broken(&self, directive: DirectiveId) -> bool {
        self.broken.contains_key(&directive)
    }

    /// Returns whether there is an error or a warning for a directive.
    pub(super) fn is_warned(&self, directive: DirectiveId) -> bool {
        self.warned.contains(&directive)
    }

    /// The places of the errors that were reported for a directive.
    pub(super) fn errors_of(&self, directive: DirectiveId) -> &[TokenRange] {
        self.broken.get(&directive).map_or(&[], Vec::as_slice)
    }

    /// All findings in the order of their places.
    pub(super) fn finish(mut self) -> Vec<Diagnostic<TokenRange>> {
        self.all.sort_by_key(|finding| (finding.primary.at, finding.code.id));
        self.all.finish()
    }
}
