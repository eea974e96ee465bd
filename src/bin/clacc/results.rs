//! Writing results and findings.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::render::{self, ReportedVerdict};
use clacc::translate::VerdictLine;

use crate::command_line::{Colour, MessageArguments, MessageFormat};
use crate::repeats::{Repeats, ToldBefore};
use crate::{Failure, paths};

/// Writes a result to stdout. If the reader has closed the pipe, that is not a failure.
pub(crate) fn result(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to stdout: {error}"))
        }
        _ => Ok(()),
    }
}

/// A JSON string literal, quotes included.
pub(crate) fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Writes a line of text for people to stderr. Paths in it have their own bytes.
pub(crate) fn line(line: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(&paths::bytes(line)).and_then(|()| stderr.write_all(b"\n"));
}

/// Writes one line about clacc's own work to stderr.
pub(crate) fn complain(text: &str) {
    line(&format!("clacc: {text}"));
}

/// Writes a line of JSON, which is UTF-8 throughout: paths keep their stand-ins for other bytes.
fn json_line(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Prints each finding and each verdict when it is added. If the format is a single document, it gathers them
/// until the end. What several units say of one place is printed once.
pub(crate) struct Messages {
    format: MessageFormat,
    colour: bool,
    told: ToldBefore,
    repeats: Repeats,
    gathered: Vec<Diagnostic>,
    verdicts: Vec<ReportedVerdict>,
    errors: usize,
    warnings: usize,
}

impl Messages {
    pub(crate) fn new(arguments: &MessageArguments) -> Self {
        let colour = match arguments.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        };
        Messages {
            format: arguments.message_format,
            colour,
            told: ToldBefore::default(),
            repeats: Repeats::default(),
            gathered: Vec::new(),
            verdicts: Vec::new(),
            errors: 0,
            warnings: 0,
        }
    }

    /// Prints a finding.
    pub(crate) fn add(&mut self, diagnostic: Diagnostic, sources: &dyn Fn(&str) -> Option<Arc<[u8]>>) {
        if !self.told.is_new_finding(&diagnostic) {
            return;
        }
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
        match self.format {
            MessageFormat::Human => {
                if self.repeats.show(&diagnostic) {
                    line(&(render::human(&diagnostic, sources, self.colour) + "\n"));
                }
            }
            MessageFormat::Short => line(&diagnostic.to_string()),
            MessageFormat::Json => json_line(&render::json_line(&diagnostic)),
            MessageFormat::Sarif => self.gathered.push(diagnostic),
        }
    }

    /// Prints a verdict.
    pub(crate) fn add_verdict(&mut self, verdict: &VerdictLine, denied: bool) {
        let verdict = ReportedVerdict { verdict: verdict.clone(), denied };
        match self.format {
            MessageFormat::Human | MessageFormat::Short => line(&verdict.to_string()),
            MessageFormat::Json => json_line(&render::verdict_json_line(&verdict)),
            MessageFormat::Sarif => self.verdicts.push(verdict),
        }
    }

    /// Whether no unit gave the same verdict on the same place before.
    pub(crate) fn is_new_verdict(&mut self, verdict: &VerdictLine) -> bool {
        self.told.is_new_verdict(verdict)
    }

    /// Whether anything was added that counts as a finding.
    pub(crate) fn any(&self) -> bool {
        self.errors + self.warnings > 0
    }

    /// Whether there was an error.
    pub(crate) fn any_error(&self) -> bool {
        self.errors > 0
    }

    /// Ends the report.
    pub(crate) fn finish(&self) {
        match self.format {
            MessageFormat::Sarif => json_line(&render::sarif(&self.gathered, &self.verdicts)),
            MessageFormat::Human => {
                let repeats = self.repeats.lines();
                repeats.iter().for_each(|repeated| line(repeated));
                if !repeats.is_empty() {
                    complain("--message-format short shows every finding");
                }
                if self.any() {
                    complain(&self.summary());
                }
            }
            MessageFormat::Short | MessageFormat::Json => {}
        }
    }

    fn summary(&self) -> String {
        let count =
            |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
        match (self.errors, self.warnings) {
            (0, warnings) => count(warnings, "warning"),
            (errors, 0) => count(errors, "error"),
            (errors, warnings) => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
        }
    }
}
