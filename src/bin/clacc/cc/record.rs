//! The file of `--record`, to which the compiled sources with their findings and verdicts are appended as JSON lines.

use std::fs::OpenOptions;
use std::io::Write as _;

use clacc::diagnostics::{Diagnostic, Severity};
use clacc::render::{self, ReportedVerdict};
use clacc::translate::VerdictLine;

use super::request::Request;
use crate::results::json_string;
use crate::{Failure, paths};

/// Appends the findings and verdicts of a source, if a record was asked for.
pub(super) fn add(
    request: &Request,
    source: &str,
    findings: &[Diagnostic],
    verdicts: &[VerdictLine],
) -> Result<(), Failure> {
    let Some(place) = &request.record else { return Ok(()) };
    // Generated code has no verdicts, neither for OpenACC nor for OpenMP.
    let openmp = if request.openmp || request.native { ",\"openmp\":true" } else { "" };
    let mut lines = vec![format!("{{\"unit\":{}{openmp}}}", json_string(source))];
    let is_told = |finding: &&Diagnostic| finding.severity != Severity::Note && !super::is_about_c(finding);
    lines.extend(findings.iter().filter(is_told).map(render::json_line));
    let reported = verdicts.iter().map(|verdict| ReportedVerdict::new(verdict.clone(), false));
    lines.extend(reported.map(|verdict| render::verdict_json_line(&verdict)));
    append(place, &lines)
}

/// Appends lines with one call, so that lines of concurrent compilers do not mix.
fn append(place: &str, lines: &[String]) -> Result<(), Failure> {
    let text = lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let file = OpenOptions::new().append(true).create(true).open(paths::of(place));
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| format!("{place}: {error}"))
}
