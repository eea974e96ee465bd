//! The findings of a running preprocessor.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::unit::Pos;

/// A finding of the preprocessor.
pub(crate) type Finding = Diagnostic<(Pos, Pos)>;

/// The findings so far.
#[derive(Default)]
pub(crate) struct Findings {
    list: Vec<Finding>,
    /// true while a system header is being read, so that warnings are not reported.
    quiet: bool,
    /// true if a finding depended on earlier findings.
    limited: bool,
}

impl Findings {
    /// Continues with the findings of an earlier run.
    pub(crate) fn of(list: Vec<Finding>) -> Findings {
        Findings { list, ..Findings::default() }
    }

    pub(crate) fn list(&self) -> &[Finding] {
        &self.list
    }

    /// Returns whether a finding depended on earlier ones: because it is reported only once, or because there are too many.
    pub(crate) fn is_limited(&self) -> bool {
        self.limited
    }

    /// Records that a finding depends on earlier ones.
    pub(crate) fn note_limit(&mut self) {
        self.limited = true;
    }

    /// Sets whether a system header is being read from here on.
    pub(crate) fn set_quiet(&mut self, quiet: bool) {
        self.quiet = quiet;
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Adds a finding, unless it is a warning about a system header.
    pub(crate) fn add(&mut self, finding: Finding) {
        /// The largest number of findings, which is more than anybody reads. It keeps hostile input from filling the memory with messages.
        const MOST: usize = 1000;
        let quiet = self.quiet && finding.severity < Severity::Error;
        if quiet {
            return;
        }
        if self.list.len() < MOST {
            self.list.push(finding);
        } else {
            self.limited = true;
        }
    }

    /// Returns whether there is a finding with this code.
    pub(crate) fn has(&self, code: &'static Code) -> bool {
        self.list.iter().any(|finding| std::ptr::eq(finding.code, code))
    }

    pub(crate) fn finish(self) -> Vec<Finding> {
        self.list
    }
}
