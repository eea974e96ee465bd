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

/// What became of the directives of a program.
pub(crate) struct WorkReport {
    /// The policy and the dialect.
    mapping: String,
    /// How many times a file was read: once for each way in which it is compiled.
    units: usize,
    directives: VerdictCounts,
    clauses: VerdictCounts,
    /// By path.
    files: BTreeMap<String, FileTotals>,
    /// Directives by their names, and clauses as `data: copy`.
    kinds: BTreeMap<String, VerdictCounts>,
    /// Why directives keep their text, those first that need the least effort.
    left: Vec<WorkCause>,
    /// Why directives are approximated, those first that concern most of them.
    approximated: Vec<WorkCause>,
    /// Errors first, then warnings, by place.
    findings: Vec<Diagnostic>,
    /// Notes are counted only.
    notes: usize,
    /// What could not be read, and why.
    unread: Vec<Failure>,
}

/// How many directives or clauses have each verdict.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct VerdictCounts([usize; 5]);

/// The verdicts as tables show them, the best one first.
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

/// A reason that directives share.
struct WorkCause {
    reason: String,
    /// The page that explains it.
    page: Option<Page>,
    /// Whether the directives are kept only because of others: nothing is to be done for them.
    is_consequence: bool,
    directives: Vec<CausedDirective>,
}

struct CausedDirective {
    name: String,
    place: Place,
    /// What the finding about it says.
    message: Option<String>,
}

/// The directives of one name in a file of which the same is said: one line for people.
struct SameDirectives<'c> {
    first: &'c CausedDirective,
    lines: Vec<usize>,
}

impl WorkCause {
    /// The directives, those of which the same is said together, in the order of the first ones.
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
    /// Which other lines the same is said of: `; the same in lines 4, 9`.
    fn others(&self) -> String {
        let others: Vec<String> = self.lines[1..].iter().map(usize::to_string).collect();
        let word = if others.len() == 1 { "line" } else { "lines" };
        if others.is_empty() { String::new() } else { format!("; the same in {word} {}", others.join(", ")) }
    }
}

/// The paragraphs of an explanation.
fn paragraphs(page: &Page) -> impl Iterator<Item = &str> {
    page.explanation.split("\n\n")
}

impl WorkReport {
    /// The text in a format.
    pub(crate) fn text(&self, format: ReportFormat) -> String {
        match format {
            ReportFormat::Html => html::text(self),
            ReportFormat::Json => json_document::text(self),
            ReportFormat::Md | ReportFormat::Lines => markdown::text(self),
        }
    }

    /// One sentence about all of it.
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

/// Text for a document, which is UTF-8 throughout: other bytes of paths, and characters that would not be seen or that
/// turn the direction of the text, are shown by their numbers.
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
