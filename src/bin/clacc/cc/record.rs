//! What `--record` appends to a file: the sources that were compiled, their findings and verdicts, as JSON lines.

use std::fs::OpenOptions;
use std::io::Write as _;

use clacc::diagnostics::Severity;
use clacc::render::{self, ReportedVerdict};
use clacc::translate::Translation;

use crate::results::json_string;
use crate::{Failure, paths};

/// Appends what became of a source.
pub(super) fn add(place: &str, source: &str, translation: &Translation) -> Result<(), Failure> {
    let mut lines = vec![unit(source)];
    let findings = translation.diagnostics.iter();
    let told = findings.filter(|finding| finding.severity != Severity::Note && !super::is_about_c(finding));
    lines.extend(told.map(render::json_line));
    lines.extend(
        translation
            .verdicts
            .iter()
            .map(|verdict| render::verdict_json_line(&ReportedVerdict::new(verdict.clone(), false))),
    );
    append(place, &lines)
}

/// Appends sources of which nothing is translated.
pub(super) fn add_untranslated<'s>(
    place: &str,
    sources: impl Iterator<Item = &'s String>,
) -> Result<(), Failure> {
    append(place, &sources.map(|source| unit(source)).collect::<Vec<_>>())
}

fn unit(source: &str) -> String {
    format!("{{\"unit\":{}}}", json_string(source))
}

/// Appends lines with one call, so that those of compilers that run at the same time do not mix.
fn append(place: &str, lines: &[String]) -> Result<(), Failure> {
    let text = lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let file = OpenOptions::new().append(true).create(true).open(paths::of(place));
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| format!("{place}: {error}"))
}
