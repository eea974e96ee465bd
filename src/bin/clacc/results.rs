//! Writing results and findings.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::render;

use crate::command_line::{Colour, MessageArguments, MessageFormat};
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

/// Writes one line of a report to stderr.
pub(crate) fn line(line: &str) {
    to_stderr(line);
}

/// Writes one line about clacc's own work to stderr.
pub(crate) fn complain(line: &str) {
    to_stderr(&format!("clacc: {line}"));
}

/// Writes a line of text for people, in which paths have their own bytes.
fn to_stderr(line: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(&paths::bytes(line)).and_then(|()| stderr.write_all(b"\n"));
}

/// Writes a line of JSON, which is UTF-8 throughout: paths keep their stand-ins for other bytes.
fn json_line(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Prints each finding when it is added. If the format is a single document, it gathers them until the end.
pub(crate) struct Messages {
    format: MessageFormat,
    colour: bool,
    gathered: Vec<Diagnostic>,
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
        Messages { format: arguments.message_format, colour, gathered: Vec::new(), errors: 0, warnings: 0 }
    }

    /// Prints a finding.
    pub(crate) fn add(&mut self, diagnostic: Diagnostic, sources: &dyn Fn(&str) -> Option<Arc<[u8]>>) {
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
        let text = match self.format {
            MessageFormat::Human => render::human(&diagnostic, sources, self.colour) + "\n",
            MessageFormat::Short => diagnostic.to_string(),
            MessageFormat::Json => return json_line(&render::json_line(&diagnostic)),
            MessageFormat::Sarif => return self.gathered.push(diagnostic),
        };
        to_stderr(&text);
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
            MessageFormat::Sarif => json_line(&render::sarif(&self.gathered)),
            MessageFormat::Human if self.any() => complain(&self.summary()),
            _ => {}
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
