//! A report as a page for browsers: one file without scripts.

use std::fmt::Write as _;

use clacc::diagnostics::Place;

use super::{CausedDirective, VERDICTS, VerdictCounts, WorkCause, WorkReport, paragraphs, visible};

const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>OpenACC to OpenMP</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff; }
code, li { overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border-bottom: 1px solid #ddd; padding: 0.2em 0.8em; text-align: right; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
details { margin: 0.8em 0; border-left: 4px solid #ccc; padding-left: 1em; }
summary { cursor: pointer; font-weight: 600; }
.error { color: #a40000; }
.warning { color: #8a5a00; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1b1b1b; }
  th, td { border-color: #444; }
  .error { color: #ff8080; }
  .warning { color: #e0b060; }
}
</style>
</head>
<body>
<h1>OpenACC to OpenMP</h1>
"#;

pub(super) fn text(report: &WorkReport) -> String {
    let mut out = HEAD.to_owned();
    let _ = writeln!(out, "<p>{}</p>", escaped(&report.summary()));
    let _ = writeln!(out, "<p>Mapping {}; {} translation units.</p>", escaped(&report.mapping), report.units);
    if !report.unread.is_empty() {
        out.push_str("<h2>Not read</h2>\n<ul>\n");
        report.unread.iter().for_each(|each| _ = writeln!(out, "<li class=\"error\">{}</li>", escaped(each)));
        out.push_str("</ul>\n");
    }
    out.push_str("<h2>Left to do by hand</h2>\n");
    if report.left.is_empty() {
        out.push_str("<p>Nothing: every directive is translated.</p>\n");
    } else {
        out.push_str(
            "<p>Each reason, with the directives that keep their text for it. Reasons with a page that says what to do come \
             first, then those that concern most directives.</p>\n",
        );
        report.left.iter().for_each(|each| cause(&mut out, each, true));
    }
    if !report.approximated.is_empty() {
        out.push_str(
            "<h2>To look at</h2>\n<p>These are translated, and the reason says what is different.</p>\n",
        );
        report.approximated.iter().for_each(|each| cause(&mut out, each, false));
    }
    if !report.added.is_empty() {
        let lines = report.added_lines;
        let _ = writeln!(
            out,
            "<h2>Added code</h2>\n<p>Lines that are neither the program's nor directives: {lines}.</p>"
        );
        report.added.iter().for_each(|each| cause(&mut out, each, false));
    }
    out.push_str("<h2>Files</h2>\n");
    let directives = report.files.iter().map(|(path, totals)| (path.as_str(), totals.directives));
    let clauses = report.files.iter().map(|(path, totals)| (path.as_str(), totals.clauses));
    table(&mut out, "directives in", directives.chain([("all", report.directives)]));
    table(&mut out, "clauses in", clauses.chain([("all", report.clauses)]));
    out.push_str("<h2>Kinds</h2>\n");
    let kinds = report.kinds.iter().map(|(kind, counts)| (kind.as_str(), *counts));
    table(&mut out, "directive or clause", kinds);
    findings(&mut out, report);
    out.push_str("</body>\n</html>\n");
    out
}

fn findings(out: &mut String, report: &WorkReport) {
    out.push_str("<h2>Findings</h2>\n");
    if report.findings.is_empty() {
        out.push_str("<p>No errors and no warnings.</p>\n");
        return;
    }
    out.push_str("<ul>\n");
    for finding in &report.findings {
        let at = finding.primary.as_ref().map(|label| place(&label.place) + ": ").unwrap_or_default();
        let (severity, id, message) = (finding.severity, finding.code.id, escaped(&finding.message));
        let _ = writeln!(out, "<li>{at}<span class=\"{severity}\">{severity} {id}</span>: {message}</li>");
    }
    out.push_str("</ul>\n<p><code>clacc explain CODE</code> prints the page of a code.</p>\n");
}

fn cause(out: &mut String, cause: &WorkCause, open: bool) {
    let (open, count) = (if open { " open" } else { "" }, cause.directives.len());
    let _ = writeln!(out, "<details{open}>\n<summary>{} ({count})</summary>", escaped(&cause.reason));
    if cause.is_consequence {
        out.push_str("<p>Nothing is to be done here: these follow when the others are translated.</p>\n");
    }
    if let Some(page) = &cause.page {
        let _ = write!(out, "<p>{}: ", page.id);
        let texts: Vec<String> = paragraphs(page).map(escaped).collect();
        let _ = writeln!(out, "{}</p>", texts.join("</p>\n<p>"));
    }
    out.push_str("<ul>\n");
    for same in cause.together() {
        let CausedDirective { name, place: at, message } = same.first;
        let message = message.as_ref().map(|message| format!(": {}", escaped(message))).unwrap_or_default();
        let _ = writeln!(out, "<li>{}: acc {}{message}{}</li>", place(at), escaped(name), same.others());
    }
    out.push_str("</ul>\n</details>\n");
}

fn place(place: &Place) -> String {
    format!("<code>{}:{}:{}</code>", escaped(&place.path), place.line, place.column)
}

fn table<'n>(out: &mut String, what: &str, rows: impl Iterator<Item = (&'n str, VerdictCounts)>) {
    let _ = write!(out, "<table>\n<tr><th>{what}</th>");
    VERDICTS.iter().for_each(|verdict| _ = write!(out, "<th>{verdict}</th>"));
    out.push_str("</tr>\n");
    for (name, counts) in rows {
        let _ = write!(out, "<tr><td><code>{}</code></td>", escaped(name));
        VERDICTS.iter().for_each(|verdict| _ = write!(out, "<td>{}</td>", counts.of(*verdict)));
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
}

/// Returns a text with the special characters of HTML escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in visible(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}
