//! Diagnostics as SARIF 2.1.0 with one run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{ReportedVerdict, verdict_json_line};
use crate::diagnostics::{Code, Diagnostic, Label, Page, Place, Severity};
use crate::files::path_bytes;
use crate::json::string as json_string;

/// Renders all diagnostics as one SARIF log. The codes that occur are listed as rules, sorted by id. Verdicts are no results in the sense
/// of SARIF: they become the property `verdicts` of the run (SARIF 2.1.0 3.8), each as in JSON lines. Paths are written as URIs. Columns
/// count bytes, as everywhere in clacc, which equal SARIF's characters in ASCII lines; `byteOffset` and `byteLength` are always right.
#[must_use]
pub fn sarif(diagnostics: &[Diagnostic], verdicts: &[ReportedVerdict]) -> String {
    of_tool(["clacc", env!("CARGO_PKG_VERSION")], diagnostics, verdicts, &[])
}

/// A message about the tool's own work.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Notification {
    pub(super) severity: Severity,
    pub(super) message: String,
}

/// Renders the findings of the tool with this name and version, and the messages about its own work.
pub(super) fn of_tool(
    tool: [&str; 2],
    diagnostics: &[Diagnostic],
    verdicts: &[ReportedVerdict],
    notifications: &[Notification],
) -> String {
    let codes: BTreeMap<&str, &Code> = diagnostics.iter().map(|each| (each.code.id, each.code)).collect();
    let rules: Vec<String> = codes.values().map(|code| rule(code)).collect();
    let results: Vec<String> = diagnostics.iter().map(result).collect();
    let verdicts: Vec<String> = verdicts.iter().map(verdict_json_line).collect();
    let properties = match verdicts.join(",") {
        none if none.is_empty() => String::new(),
        verdicts => format!(r#","properties":{{"verdicts":[{verdicts}]}}"#),
    };
    let [name, version] = tool.map(json_string);
    format!(
        concat!(
            r#"{{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{{"#,
            r#""tool":{{"driver":{{"name":{},"version":{},"rules":[{}]}}}},"invocations":[{}],"results":[{}]{}}}]}}"#
        ),
        name,
        version,
        rules.join(","),
        invocation(notifications),
        results.join(","),
        properties
    )
}

/// Renders the messages about the tool's own work (SARIF 2.1.0 3.20): the run is successful if none of them is an error.
fn invocation(notifications: &[Notification]) -> String {
    let is_success = notifications.iter().all(|each| each.severity < Severity::Error);
    let said: Vec<String> = notifications
        .iter()
        .map(|Notification { severity, message }| {
            format!(r#"{{"level":"{severity}","message":{{"text":{}}}}}"#, json_string(message))
        })
        .collect();
    let said = match said.join(",") {
        none if none.is_empty() => none,
        said => format!(r#","toolExecutionNotifications":[{said}]"#),
    };
    format!(r#"{{"executionSuccessful":{is_success}{said}}}"#)
}

/// Renders a code with the texts of its page. A code that a custom policy defines has no page.
fn rule(code: &Code) -> String {
    let Some(page) = Page::of(code) else {
        return format!(r#"{{"id":"{}"}}"#, code.id);
    };
    format!(
        r#"{{"id":"{}","shortDescription":{{"text":{}}},"fullDescription":{{"text":{}}}}}"#,
        page.id,
        json_string(page.title),
        json_string(&page.explanation)
    )
}

fn result(diagnostic: &Diagnostic) -> String {
    // The values of SARIF's `level` (3.27.10) are the names of the severities.
    let level = diagnostic.severity;
    let mut message = diagnostic.message.clone();
    for note in &diagnostic.notes {
        message.push('\n');
        message.push_str(note);
    }
    let related: Vec<String> = diagnostic.secondary.iter().map(related).collect();
    format!(
        r#"{{"ruleId":"{}","level":"{level}","message":{{"text":{}}},"locations":[{}],"relatedLocations":[{}]}}"#,
        diagnostic.code.id,
        json_string(&message),
        diagnostic
            .primary
            .as_ref()
            .map_or_else(String::new, |label| format!("{{{}}}", physical(&label.place))),
        related.join(",")
    )
}

fn related(label: &Label) -> String {
    format!(r#"{{{},"message":{{"text":{}}}}}"#, physical(&label.place), json_string(&label.text))
}

fn physical(place: &Place) -> String {
    format!(
        concat!(
            r#""physicalLocation":{{"artifactLocation":{{"uri":{}}},"region":{{"startLine":{},"startColumn":{},"#,
            r#""endLine":{},"endColumn":{},"byteOffset":{},"byteLength":{}}}}}"#
        ),
        json_string(&uri(&place.path)),
        place.line,
        place.column,
        place.end_line,
        place.end_column,
        place.start,
        place.end.saturating_sub(place.start)
    )
}

/// Returns a path as a URI reference (RFC 3986): bytes with a special meaning in a URI are percent-encoded.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path_bytes(path).iter() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(byte) {
            out.push(char::from(*byte));
        } else {
            // Writing into memory cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    // Two leading slashes would introduce a host name.
    if out.starts_with("//") { format!("/.{out}") } else { out }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_uris() {
        for (path, expected) in [
            ("src/a-1_b.c", "src/a-1_b.c"),
            ("/a b/100%.c", "/a%20b/100%25.c"),
            ("a#b?.c", "a%23b%3F.c"),
            ("a:b.c", "a%3Ab.c"),
            ("\u{e9}\u{10ffe9}.c", "%C3%A9%E9.c"),
            ("//host/a.c", "/.//host/a.c"),
        ] {
            assert_eq!(uri(path), expected);
        }
    }
}
