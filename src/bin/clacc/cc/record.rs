//! What `--record` appends to a file: the sources that were compiled, their findings and verdicts, as JSON lines.

use std::fs::OpenOptions;
use std::io::Write as _;

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::render::{self, ReportedVerdict};
use clacc::translate::VerdictLine;

use super::request::Request;
use crate::results::json_string;
use crate::{Failure, paths};

/// Appends what became of a source, as far as anything did.
pub(super) fn add(
    request: &Request,
    source: &str,
    findings: &[Diagnostic],
    verdicts: &[VerdictLine],
) -> Result<(), Failure> {
    let Some(place) = &request.record else { return Ok(()) };
    // What code is generated for has no verdicts, of either language.
    let openmp = if request.openmp || request.native { ",\"openmp\":true" } else { "" };
    let mut lines = vec![format!("{{\"unit\":{}{openmp}}}", json_string(source))];
    let is_told = |finding: &&Diagnostic| finding.severity != Severity::Note && !super::is_about_c(finding);
    lines.extend(findings.iter().filter(is_told).map(render::json_line));
    let reported = verdicts.iter().map(|verdict| ReportedVerdict::new(verdict.clone(), false));
    lines.extend(reported.map(|verdict| render::verdict_json_line(&verdict)));
    append(place, &lines)
}

/// Appends lines with one call, so that those of compilers that run at the same time do not mix.
fn append(place: &str, lines: &[String]) -> Result<(), Failure> {
    let text = lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let file = OpenOptions::new().append(true).create(true).open(paths::of(place));
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| format!("{place}: {error}"))
}
