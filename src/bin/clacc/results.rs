//! Writing results and findings.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::render;

use crate::Failure;
use crate::command_line::{Colour, MessageArguments, MessageFormat};

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
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Writes one line about clacc's own work to stderr.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "clacc: {line}");
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
            MessageFormat::Json => render::json_line(&diagnostic),
            MessageFormat::Sarif => return self.gathered.push(diagnostic),
        };
        let _ = writeln!(std::io::stderr().lock(), "{text}");
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
        let mut stderr = std::io::stderr().lock();
        match self.format {
            MessageFormat::Sarif => {
                let _ = writeln!(stderr, "{}", render::sarif(&self.gathered));
            }
            MessageFormat::Human if self.any() => {
                let _ = writeln!(stderr, "clacc: {}", self.summary());
            }
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

/// Replaces a file. The new text is written to a temporary file beside it, which is then renamed over it, so
/// that a reader sees either the old or the new file as a whole. Permissions are kept. A path that is not a
/// regular file, such as `/dev/null` or a pipe, is written to instead, because it must never be replaced by a
/// file.
pub(crate) fn replace_file(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    // The path is resolved first, so that a symbolic link stays and the file it points to changes.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| Path::new(path).to_owned());
    let written = match std::fs::metadata(&target) {
        Ok(there) if there.is_file() => rename_over(&target, bytes, Some(there.permissions())),
        Ok(_) => {
            std::fs::OpenOptions::new().write(true).open(&target).and_then(|mut open| open.write_all(bytes))
        }
        Err(_) => rename_over(&target, bytes, None),
    };
    written.map_err(|error| format!("cannot write {path}: {error}"))
}

fn rename_over(
    target: &Path,
    bytes: &[u8],
    permissions: Option<std::fs::Permissions>,
) -> std::io::Result<()> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::NamedTempFile::new_in(folder)?;
    beside.write_all(bytes)?;
    beside.as_file().sync_all()?;
    let permissions = permissions.map_or_else(|| new_file_permissions(beside.as_file()), Ok)?;
    beside.as_file().set_permissions(permissions)?;
    beside.persist(target).map_err(|error| error.error)?;
    Ok(())
}

/// Returns the permissions for a result that does not exist yet. The temporary file is private, whereas a
/// result has the permissions of an ordinary new file.
fn new_file_permissions(beside: &std::fs::File) -> std::io::Result<std::fs::Permissions> {
    let mut permissions = beside.metadata()?.permissions();
    #[cfg(unix)]
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o644);
    #[cfg(not(unix))]
    permissions.set_readonly(false);
    Ok(permissions)
}
