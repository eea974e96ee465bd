//! A report as Markdown (CommonMark with tables).

use std::fmt::Write as _;

use clacc::diagnostics::Place;

use super::{CausedDirective, VERDICTS, VerdictCounts, WorkCause, WorkReport, paragraphs, visible};

pub(super) fn text(report: &WorkReport) -> String {
    let mut out = format!("# OpenACC to OpenMP\n\n{}\n\n", report.summary());
    let _ = writeln!(out, "Mapping {}; {} translation units.", escaped(&report.mapping), report.units);
    if !report.unread.is_empty() {
        out.push_str("\n## Not read\n\n");
        report.unread.iter().for_each(|each| _ = writeln!(out, "- {}", escaped(each)));
    }
    out.push_str("\n## Left to do by hand\n\n");
    if report.left.is_empty() {
        out.push_str("Nothing: every directive is translated.\n");
    } else {
        out.push_str(
            "Each reason, with the directives that keep their text for it. Reasons with a page that says what to do come first, \
             then those that concern most directives.\n",
        );
        report.left.iter().for_each(|each| cause(&mut out, each));
    }
    if !report.approximated.is_empty() {
        out.push_str("\n## To look at\n\nThese are translated, and the reason says what is different.\n");
        report.approximated.iter().for_each(|each| cause(&mut out, each));
    }
    if !report.added.is_empty() {
        let lines = report.added_lines;
        let _ =
            writeln!(out, "\n## Added code\n\nLines that are neither the program's nor directives: {lines}.");
        report.added.iter().for_each(|each| cause(&mut out, each));
    }
    out.push_str("\n## Files\n");
    let files = report.files.iter().map(|(path, totals)| (escaped(path), totals.directives, totals.clauses));
    let total = ("**all**".to_owned(), report.directives, report.clauses);
    table(
        &mut out,
        "directives in",
        files.clone().map(|(path, directives, _)| (path, directives)).chain([(total.0.clone(), total.1)]),
    );
    table(
        &mut out,
        "clauses in",
        files.map(|(path, _, clauses)| (path, clauses)).chain([(total.0, total.2)]),
    );
    out.push_str("\n## Kinds\n");
    table(
        &mut out,
        "directive or clause",
        report.kinds.iter().map(|(kind, counts)| (escaped(kind), *counts)),
    );
    out.push_str("\n## Findings\n\n");
    if report.findings.is_empty() {
        out.push_str("No errors and no warnings.\n");
    }
    for finding in &report.findings {
        let at = finding.primary.as_ref().map(|label| place(&label.place) + ": ").unwrap_or_default();
        let (severity, id, message) = (finding.severity, finding.code.id, escaped(&finding.message));
        let _ = writeln!(out, "- {at}{severity} {id}: {message}");
    }
    out.push_str("\n`clacc explain CODE` prints the page of a code.\n");
    out
}

fn cause(out: &mut String, cause: &WorkCause) {
    let _ = writeln!(out, "\n### {} ({})\n", escaped(&cause.reason), cause.directives.len());
    if cause.is_consequence {
        out.push_str("Nothing is to be done here: these follow when the others are translated.\n\n");
    }
    if let Some(page) = &cause.page {
        let _ = write!(out, "{}: ", page.id);
        paragraphs(page).for_each(|paragraph| _ = writeln!(out, "{}\n", escaped(paragraph)));
    }
    for same in cause.together() {
        let CausedDirective { name, place: at, message } = same.first;
        let message = message.as_ref().map(|message| format!(": {}", escaped(message))).unwrap_or_default();
        let _ = writeln!(out, "- {}: acc {}{message}{}", place(at), escaped(name), same.others());
    }
}

fn place(place: &Place) -> String {
    format!("{}:{}:{}", escaped(&place.path), place.line, place.column)
}

fn table(out: &mut String, what: &str, rows: impl Iterator<Item = (String, VerdictCounts)>) {
    let _ = write!(out, "\n| {what} |");
    VERDICTS.iter().for_each(|verdict| _ = write!(out, " {verdict} |"));
    let _ = writeln!(out, "\n|---|{}", "---:|".repeat(VERDICTS.len()));
    for (name, counts) in rows {
        let _ = write!(out, "| {name} |");
        VERDICTS.iter().for_each(|verdict| _ = write!(out, " {} |", counts.of(*verdict)));
        out.push('\n');
    }
}

/// Returns a text with the special characters of Markdown escaped. Code between backquotes in messages is kept.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let shown = visible(text);
    let mut characters = shown.chars().peekable();
    while let Some(character) = characters.next() {
        let is_special = match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '#' | '!' | '@' => true,
            // A protocol would make a link.
            ':' => characters.peek() == Some(&'/'),
            _ => false,
        };
        out.extend(is_special.then_some('\\'));
        out.push(character);
    }
    out
}
