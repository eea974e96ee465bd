//! What a report says, from the translations of all units.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use clacc::diagnostics::{Diagnostic, Page, Place, Severity};
use clacc::files::FileSystem;
use clacc::together::TranslatedFiles;
use clacc::translate::{Fidelity, Translation, VerdictLine};

use super::{CausedDirective, VerdictCounts, WorkCause, WorkReport};
use crate::Failure;
use crate::configurations::SeenDirectives;

/// Reasons that say only that something else is the reason.
const OF_OTHER_PARTS: &str = "kept, because another part of the directive has no form";
const OF_OTHER_CONSTRUCTS: &str = "kept, because a construct inside or around it has no form";

/// A directive as all units see it. Of verdicts that differ, the worst one counts.
struct ReportedDirective<'t> {
    line: &'t VerdictLine,
    verdict: Fidelity,
    clauses: Vec<&'t VerdictLine>,
    /// The findings of its unit.
    found: &'t [Diagnostic],
}

/// Where something stands: the identity of the file, the start and the end.
type PlaceKey = (String, usize, usize);

/// Gathers the report of a run.
pub(crate) fn gather(
    mapping: String,
    translations: &[Translation],
    together: &TranslatedFiles,
    failures: &[Failure],
    files: &dyn FileSystem,
) -> WorkReport {
    let mut report = WorkReport {
        mapping,
        units: translations.len(),
        directives: VerdictCounts::default(),
        clauses: VerdictCounts::default(),
        files: BTreeMap::new(),
        kinds: BTreeMap::new(),
        left: Vec::new(),
        approximated: Vec::new(),
        findings: Vec::new(),
        notes: 0,
        unread: failures.to_vec(),
    };
    let seen = SeenDirectives::of(translations, files);
    for translation in translations {
        let path = translation.path.to_string();
        report.files.entry(path).or_default();
    }
    let directives = directives(translations, &seen, files);
    directives.values().for_each(|directive| report.count(directive));
    report.left = causes(&directives, Fidelity::Unsupported);
    report.approximated = causes(&directives, Fidelity::Approximated);
    report.add_findings(translations, together, &seen, files);
    report
}

impl WorkReport {
    fn count(&mut self, directive: &ReportedDirective<'_>) {
        let path = directive.line.place.as_ref().map(|place| place.path.to_string()).unwrap_or_default();
        let file = self.files.entry(path).or_default();
        file.directives.add(directive.verdict);
        self.directives.add(directive.verdict);
        self.kinds.entry(directive.line.directive.clone()).or_default().add(directive.verdict);
        for clause in &directive.clauses {
            file.clauses.add(clause.fidelity);
            self.clauses.add(clause.fidelity);
            self.kinds.entry(clause.what()).or_default().add(clause.fidelity);
        }
    }

    fn add_findings(
        &mut self,
        translations: &[Translation],
        together: &TranslatedFiles,
        seen: &SeenDirectives<'_>,
        files: &dyn FileSystem,
    ) {
        let mut known: BTreeSet<(Option<PlaceKey>, &str, String)> = BTreeSet::new();
        let own = translations.iter().flat_map(|translation| {
            let found = translation.diagnostics.iter().cloned();
            found.filter_map(|finding| seen.with_others(finding, translation))
        });
        for finding in own.chain(together.conflicts.iter().cloned()) {
            let place = finding.primary.as_ref().map(|label| key(&label.place, files));
            if !known.insert((place, finding.code.id, finding.message.clone())) {
                continue;
            }
            match finding.severity {
                Severity::Note => self.notes += 1,
                _ => self.findings.push(finding),
            }
        }
        let place = |finding: &Diagnostic| {
            let place = finding.primary.as_ref().map(|label| &label.place);
            place.map(|place| (place.path.clone(), place.start, place.end))
        };
        self.findings.sort_by_key(|finding| (Reverse(finding.severity), place(finding), finding.code.id));
    }
}

fn key(place: &Place, files: &dyn FileSystem) -> PlaceKey {
    (files.identity(&place.path), place.start, place.end)
}

/// The directives of all units, each once.
fn directives<'t>(
    translations: &'t [Translation],
    seen: &SeenDirectives<'_>,
    files: &dyn FileSystem,
) -> BTreeMap<PlaceKey, ReportedDirective<'t>> {
    let mut all: BTreeMap<PlaceKey, ReportedDirective<'t>> = BTreeMap::new();
    for translation in translations {
        let lines = translation.verdicts.iter().filter(|line| !seen.answers(line));
        let mut of_unit: Vec<ReportedDirective<'t>> = Vec::new();
        for line in lines {
            match of_unit.last_mut().filter(|_| line.part.is_some()) {
                Some(directive) => directive.add(line),
                None => of_unit.push(ReportedDirective {
                    line,
                    verdict: line.fidelity,
                    clauses: Vec::new(),
                    found: &translation.diagnostics,
                }),
            }
        }
        for directive in of_unit {
            let Some(place) = &directive.line.place else { continue };
            let known = all.entry(key(place, files));
            let known = known.or_insert_with(|| ReportedDirective { clauses: Vec::new(), ..directive });
            if directive.verdict > known.verdict || known.clauses.is_empty() {
                *known = directive;
            }
        }
    }
    all
}

impl<'t> ReportedDirective<'t> {
    /// Adds the verdict on a clause. A directive with a clause that has no form keeps its text.
    fn add(&mut self, clause: &'t VerdictLine) {
        if clause.fidelity >= Fidelity::Approximated {
            self.verdict = self.verdict.max(clause.fidelity);
        }
        self.clauses.push(clause);
    }

    /// The line that says why the directive has its verdict.
    fn reason(&self) -> &'t VerdictLine {
        let lines = || [self.line].into_iter().chain(self.clauses.iter().copied());
        let with_verdict = || lines().filter(|line| line.fidelity == self.verdict);
        let says = |line: &&VerdictLine| ![OF_OTHER_PARTS, OF_OTHER_CONSTRUCTS].contains(&line.reason);
        with_verdict().find(says).or_else(|| with_verdict().next()).unwrap_or(self.line)
    }

    /// The finding that goes with a line: the gravest that is inside its text, or inside the directive if there is none.
    fn finding(&self, line: &VerdictLine) -> Option<&'t Diagnostic> {
        let inside = |place: &Option<Place>| {
            let place = place.as_ref()?;
            let is_inside = |finding: &&Diagnostic| {
                finding.primary.as_ref().is_some_and(|label| {
                    let at = &label.place;
                    at.path == place.path && place.start <= at.start && at.end <= place.end
                })
            };
            let grave = self.found.iter().filter(|finding| finding.severity > Severity::Note);
            grave.filter(is_inside).max_by_key(|finding| finding.severity)
        };
        let of_directive = || inside(&self.line.place).filter(|_| line.fidelity == Fidelity::Unsupported);
        inside(&line.place).or_else(of_directive)
    }
}

/// The reasons of the directives with a verdict. Those that a page explains come first, then by the number of
/// directives: one way of changing them serves all. What is kept because of others comes last.
fn causes(directives: &BTreeMap<PlaceKey, ReportedDirective<'_>>, verdict: Fidelity) -> Vec<WorkCause> {
    let mut causes: BTreeMap<(String, Option<&'static str>), WorkCause> = BTreeMap::new();
    for directive in directives.values().filter(|directive| directive.verdict == verdict) {
        let line = directive.reason();
        let is_consequence = line.reason == OF_OTHER_CONSTRUCTS;
        let finding = directive.finding(line).filter(|_| !is_consequence);
        let page = finding.and_then(|finding| Page::of(finding.code));
        let reason = match (&page, &line.part) {
            (Some(page), _) => page.title.to_owned(),
            (None, Some(part)) => format!("{part}: {}", line.reason),
            (None, None) => line.reason.to_owned(),
        };
        let id = page.as_ref().map(|page| page.id);
        let cause = causes.entry((reason.clone(), id)).or_insert_with(|| WorkCause {
            reason,
            page,
            is_consequence,
            directives: Vec::new(),
        });
        cause.directives.extend(directive.line.place.as_ref().map(|place| CausedDirective {
            name: directive.line.directive.clone(),
            place: place.clone(),
            message: finding.map(|finding| finding.message.clone()),
        }));
    }
    let mut causes: Vec<WorkCause> = causes.into_values().collect();
    // The sort is stable, and the causes are in the order of their reasons.
    causes.sort_by_key(|cause| (cause.is_consequence, cause.page.is_none(), Reverse(cause.directives.len())));
    causes
}
