//! A report as JSON. `docs/report.md` describes the format; `version` is increased when a meaning changes.

use clacc::render;

use super::{CausedDirective, VERDICTS, VerdictCounts, WorkCause, WorkReport};
use crate::results::json_string;

pub(super) fn text(report: &WorkReport) -> String {
    let files = report.files.iter().map(|(path, totals)| {
        format!(
            "{{\"path\":{},\"directives\":{},\"clauses\":{}}}",
            json_string(path),
            counts(totals.directives),
            counts(totals.clauses)
        )
    });
    let kinds = report
        .kinds
        .iter()
        .map(|(kind, each)| format!("{{\"what\":{},\"counts\":{}}}", json_string(kind), counts(*each)));
    let unread = report.unread.iter().map(|each| json_string(each));
    let members = [
        ("version", "1".to_owned()),
        ("mapping", json_string(&report.mapping)),
        ("units", report.units.to_string()),
        ("directives", counts(report.directives)),
        ("clauses", counts(report.clauses)),
        ("files", list(files)),
        ("kinds", list(kinds)),
        ("left", list(report.left.iter().map(cause))),
        ("approximated", list(report.approximated.iter().map(cause))),
        ("added_lines", report.added_lines.to_string()),
        ("added", list(report.added.iter().map(cause))),
        ("findings", list(report.findings.iter().map(render::json_line))),
        ("notes", report.notes.to_string()),
        ("unread", list(unread)),
    ];
    let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}\n", members.join(",\n"))
}

fn list(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "[]".to_owned() } else { format!("[\n{}]", parts.join(",\n")) }
}

fn counts(counts: VerdictCounts) -> String {
    let verdicts: Vec<String> =
        VERDICTS.iter().map(|verdict| format!("\"{verdict}\":{}", counts.of(*verdict))).collect();
    format!("{{{}}}", verdicts.join(","))
}

fn cause(cause: &WorkCause) -> String {
    let code = cause.page.as_ref().map_or_else(|| "null".to_owned(), |page| json_string(page.id));
    let places = cause.directives.iter().map(|CausedDirective { name, place, message }| {
        let message = message.as_ref().map_or_else(|| "null".to_owned(), |message| json_string(message));
        format!(
            "{{\"directive\":{},\"path\":{},\"line\":{},\"column\":{},\"message\":{message}}}",
            json_string(name),
            json_string(&place.path),
            place.line,
            place.column
        )
    });
    format!(
        "{{\"reason\":{},\"code\":{code},\"consequence\":{},\"directives\":{}}}",
        json_string(&cause.reason),
        cause.is_consequence,
        list(places)
    )
}
