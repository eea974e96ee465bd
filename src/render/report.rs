//! Reports: the findings of one run of a tool, under the tool's name.

use super::sarif::Notification;
use super::{ReportedVerdict, Sources, human, json_line, own_json_line, sarif, verdict_json_line};
use crate::diagnostics::{Diagnostic, Severity};

/// The findings and verdicts of one run of a tool, with the tool's name and version. Tools that embed this crate report their own findings
/// with it, together with those of clacc if they wish.
///
/// ```
/// use clacc::diagnostics::{Code, Diagnostic, Severity};
/// use clacc::render::Report;
///
/// static EMPTY: Code = Code::own("acme-empty", Severity::Note, "nothing to do").unwrap();
///
/// let mut report = Report::new("acme", "1.2");
/// report.push(Diagnostic::without_place(&EMPTY, "there is no directive"));
/// assert_eq!(report.human(&|_| None, false), "note[acme-empty]: there is no directive\n");
/// assert!(report.sarif().contains(r#""driver":{"name":"acme","version":"1.2""#));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report {
    tool: String,
    version: String,
    diagnostics: Vec<Diagnostic>,
    verdicts: Vec<ReportedVerdict>,
    #[cfg_attr(feature = "serde", serde(default))]
    notifications: Vec<Notification>,
}

impl Report {
    /// Makes an empty report of a tool.
    #[must_use]
    pub fn new(tool: impl Into<String>, version: impl Into<String>) -> Report {
        Report {
            tool: tool.into(),
            version: version.into(),
            diagnostics: Vec::new(),
            verdicts: Vec::new(),
            notifications: Vec::new(),
        }
    }

    /// Adds a finding. Many are added by [`Extend`].
    pub fn push(&mut self, finding: Diagnostic) {
        self.diagnostics.push(finding);
    }

    /// Adds a verdict.
    pub fn push_verdict(&mut self, verdict: ReportedVerdict) {
        self.verdicts.push(verdict);
    }

    /// Adds a message about the tool's own work, such as a file that it cannot read. In SARIF it is a notification of the run (2.1.0
    /// 3.20.21), not a result; a run with an error among them counts as unsuccessful.
    pub fn push_notification(&mut self, severity: Severity, message: impl Into<String>) {
        self.notifications.push(Notification { severity, message: message.into() });
    }

    /// Returns the findings in the order in which they were added.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the greatest severity among the findings.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        self.diagnostics.iter().map(|finding| finding.severity).max()
    }

    /// Returns the findings and verdicts as text for people, each followed by a line end.
    #[must_use]
    pub fn human(&self, sources: Sources<'_>, colour: bool) -> String {
        let findings = self.diagnostics.iter().map(|finding| human(finding, sources, colour));
        let own = self.notifications.iter().map(|Notification { severity, message }| {
            let word = if *severity == Severity::Note { String::new() } else { format!("{severity}: ") };
            format!("{}: {word}{message}", self.tool)
        });
        lines(findings.chain(self.verdicts.iter().map(ToString::to_string)).chain(own))
    }

    /// Returns the findings and verdicts as JSON, one object per line.
    #[must_use]
    pub fn json_lines(&self) -> String {
        let own = self.notifications.iter().map(|each| own_json_line(each.severity, &each.message));
        lines(
            self.diagnostics
                .iter()
                .map(json_line)
                .chain(self.verdicts.iter().map(verdict_json_line))
                .chain(own),
        )
    }

    /// Returns the findings and verdicts as a SARIF 2.1.0 log with one run of the tool.
    #[must_use]
    pub fn sarif(&self) -> String {
        sarif::of_tool([&self.tool, &self.version], &self.diagnostics, &self.verdicts, &self.notifications)
    }
}

impl Extend<Diagnostic> for Report {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, findings: I) {
        self.diagnostics.extend(findings);
    }
}

fn lines(texts: impl Iterator<Item = String>) -> String {
    texts.map(|text| text + "\n").collect()
}
