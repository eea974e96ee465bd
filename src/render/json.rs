//! Diagnostics as JSON, one object for each line.

use std::fmt::Write as _;

use super::ReportedVerdict;
use crate::diagnostics::{Diagnostic, Fix, Label, Place, Severity};
use crate::json::string as json_string;
use crate::translate::AddedCode;

/// Renders one diagnostic as one line of JSON, without the line end. Offsets count bytes from 0, lines and
/// columns from 1.
#[must_use]
pub fn json_line(diagnostic: &Diagnostic) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        r#"{{"code":"{}","severity":"{}","message":{},"primary":{},"secondary":["#,
        diagnostic.code.id,
        diagnostic.severity,
        json_string(&diagnostic.message),
        diagnostic.primary.as_ref().map_or_else(|| "null".to_owned(), label),
    );
    out.push_str(&joined(diagnostic.secondary.iter().map(label)));
    out.push_str(r#"],"notes":["#);
    out.push_str(&joined(diagnostic.notes.iter().map(|note| json_string(note))));
    let _ = write!(out, r#"],"fix":{}}}"#, diagnostic.fix.as_ref().map_or_else(|| "null".to_owned(), fix));
    out
}

/// Renders a verdict as one line of JSON, without the line end. Unlike a finding it has a `verdict` and no `code`; `finding` is the code of
/// the finding with more details.
#[must_use]
pub fn verdict_json_line(reported: &ReportedVerdict) -> String {
    let ReportedVerdict { verdict, denied } = reported;
    format!(
        r#"{{"verdict":"{}","what":{},"reason":{},"finding":{},"denied":{denied},"place":{},"added":{}}}"#,
        verdict.fidelity,
        json_string(&verdict.what()),
        json_string(&verdict.reason),
        verdict.code.map_or_else(|| "null".to_owned(), json_string),
        verdict.place.as_ref().map_or_else(|| "null".to_owned(), Place::json),
        verdict.added.map_or_else(|| "null".to_owned(), added),
    )
}

fn added(added: AddedCode) -> String {
    format!(r#"{{"lines":{},"reason":{}}}"#, added.lines, json_string(added.why.text()))
}

/// Renders a message about the tool's own work, such as a file that it cannot read, as one line of JSON without the line end: a finding
/// without code and place.
#[must_use]
pub fn own_json_line(severity: Severity, message: &str) -> String {
    format!(
        r#"{{"code":null,"severity":"{severity}","message":{},"primary":null,"secondary":[],"notes":[],"fix":null}}"#,
        json_string(message)
    )
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

fn label(label: &Label) -> String {
    format!(r#"{{"place":{},"text":{}}}"#, label.place.json(), json_string(&label.text))
}

fn fix(fix: &Fix) -> String {
    let edits = fix
        .edits
        .iter()
        .map(|(at, text)| format!(r#"{{"place":{},"text":{}}}"#, at.json(), json_string(text)));
    let confidence = fix.confidence;
    format!(
        r#"{{"title":{},"confidence":"{confidence}","edits":[{}]}}"#,
        json_string(&fix.title),
        joined(edits)
    )
}
