//! The report of a translation for people: totals, what is left to do by hand, what to look at, findings.

mod gather;
mod html;
mod json_document;
mod markdown;

use std::collections::BTreeMap;

use clacc::diagnostics::{Diagnostic, Page, Place, Severity};
use clacc::translate::Fidelity;

pub(crate) use gather::gather;

use crate::command_line::ReportFormat;
use crate::{Failure, paths};

/// The report on the translation of a program.
pub(crate) struct WorkReport {
    /// The policy and the dialect.
    mapping: String,
    /// The number of units. A file counts once for each configuration in which it is compiled.
    units: usize,
    directives: VerdictCounts,
    clauses: VerdictCounts,
    /// The totals of files, by path.
    files: BTreeMap<String, FileTotals>,
    /// The totals of directives by name, and of clauses as `data: copy`.
    kinds: BTreeMap<String, VerdictCounts>,
    /// The reasons why directives keep their text, those first that need the least effort.
    left: Vec<WorkCause>,
    /// The reasons why directives are approximated, those first that apply to most of them.
    approximated: Vec<WorkCause>,
    /// The reasons for code beside directives, in the order of [`AddedReason`](clacc::translate::AddedReason).
    added: Vec<WorkCause>,
    /// The number of lines of this code.
    added_lines: usize,
    /// Errors and then warnings, sorted by place.
    findings: Vec<Diagnostic>,
    /// The number of notes, which are not listed.
    notes: usize,
    /// The errors of files that could not be read.
    unread: Vec<Failure>,
}

/// The number of directives or clauses with each verdict.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct VerdictCounts([usize; 5]);

/// The verdicts in the order of the tables, the best one first.
const VERDICTS: [Fidelity; 5] =
    [Fidelity::Exact, Fidelity::Dropped, Fidelity::Approximated, Fidelity::Unsupported, Fidelity::Inactive];

impl VerdictCounts {
    fn add(&mut self, verdict: Fidelity) {
        let at = VERDICTS.iter().position(|each| *each == verdict);
        self.0[at.unwrap_or(VERDICTS.len() - 1)] += 1;
    }

    fn of(&self, verdict: Fidelity) -> usize {
        VERDICTS.iter().zip(self.0).find(|(each, _)| **each == verdict).map_or(0, |(_, count)| count)
    }

    fn all(&self) -> usize {
        self.0.iter().sum()
    }
}

#[derive(Default)]
struct FileTotals {
    directives: VerdictCounts,
    clauses: VerdictCounts,
}

/// A reason with the directives that it applies to.
struct WorkCause {
    reason: String,
    /// The page that explains the reason.
    page: Option<Page>,
    /// true if the directives are only kept because of other constructs, so that nothing is to be done for them.
    is_consequence: bool,
    directives: Vec<CausedDirective>,
}

struct CausedDirective {
    name: String,
    place: Place,
    /// The message of the finding about the directive.
    message: Option<String>,
}

/// The directives with one name and message in a file, which share a line for people.
struct SameDirectives<'c> {
    first: &'c CausedDirective,
    lines: Vec<usize>,
}

impl WorkCause {
    /// Returns the directives, grouped by file, name and message, in the order of the first ones.
    fn together(&self) -> Vec<SameDirectives<'_>> {
        let mut all: Vec<SameDirectives<'_>> = Vec::new();
        let mut known: BTreeMap<(&str, &str, Option<&str>), usize> = BTreeMap::new();
        for directive in &self.directives {
            let CausedDirective { name, place, message } = directive;
            let at = *known.entry((&place.path, name, message.as_deref())).or_insert(all.len());
            if at == all.len() {
                all.push(SameDirectives { first: directive, lines: Vec::new() });
            }
            all[at].lines.push(place.line);
        }
        all
    }
}

impl SameDirectives<'_> {
    /// Returns the lines of the other directives: `; the same in lines 4, 9`.
    fn others(&self) -> String {
        let others: Vec<String> = self.lines[1..].iter().map(usize::to_string).collect();
        let word = if others.len() == 1 { "line" } else { "lines" };
        if others.is_empty() { String::new() } else { format!("; the same in {word} {}", others.join(", ")) }
    }
}

/// Returns the paragraphs of a page's explanation.
fn paragraphs(page: &Page) -> impl Iterator<Item = &str> {
    page.explanation.split("\n\n")
}

impl WorkReport {
    /// Returns the report in a format.
    pub(crate) fn text(&self, format: ReportFormat) -> String {
        match format {
            ReportFormat::Html => html::text(self),
            ReportFormat::Json => json_document::text(self),
            ReportFormat::Md | ReportFormat::Lines => markdown::text(self),
        }
    }

    /// Returns a summary in two sentences.
    fn summary(&self) -> String {
        let all = self.directives.all() - self.directives.of(Fidelity::Inactive);
        let kept = self.directives.of(Fidelity::Unsupported);
        let approximated = self.directives.of(Fidelity::Approximated);
        let errors = self.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        format!(
            "{} of {all} directives are translated, {approximated} of them approximately; {kept} keep their text. \
             There are {errors} errors, {} warnings and {} notes.",
            all - kept,
            self.findings.len() - errors,
            self.notes
        )
    }
}

/// Returns a text for a document, which is UTF-8 throughout: other bytes of paths, and characters that are invisible or change the
/// direction of text, are escaped.
fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for chunk in paths::bytes(text).utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => {
                    out.extend(character.escape_unicode());
                }
                control if control.is_control() => out.extend(control.escape_default()),
                other => out.push(other),
            }
        }
        chunk.invalid().iter().for_each(|byte| out.extend(format!("\\x{byte:02x}").chars()));
    }
    out
}
