//! Gathering of a report from the translations of all units.

use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use clacc::diagnostics::{Diagnostic, Page, Place, Severity};
use clacc::files::FileSystem;
use clacc::together::TranslatedFiles;
use clacc::translate::{AddedReason, Because, DirectiveVerdict, Fidelity, Translation, by_directive};

use super::{CausedDirective, VerdictCounts, WorkCause, WorkReport};
use crate::configurations::SeenDirectives;
use crate::results::counted;
use crate::{Failure, paths};

/// A directive of one or more units. If their verdicts differ, the worst one counts.
struct ReportedDirective<'t> {
    said: DirectiveVerdict<'t>,
    verdict: Fidelity,
    /// The findings of the unit that the verdict comes from.
    found: &'t [Diagnostic],
}

/// A place: the identity of the file, the start and the end.
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
        added: Vec::new(),
        added_lines: 0,
        findings: Vec::new(),
        notes: 0,
        unread: failures.to_vec(),
    };
    let seen = SeenDirectives::of(translations, files);
    let mut paths = TidyPaths::default();
    for translation in translations {
        report.files.entry(paths.of(&translation.path).to_string()).or_default();
    }
    let directives = directives(translations, &seen, files);
    directives.values().for_each(|directive| report.count(directive, &mut paths));
    report.left = causes(&directives, Fidelity::Unsupported, &mut paths);
    report.approximated = causes(&directives, Fidelity::Approximated, &mut paths);
    report.added =
        AddedReason::ALL.into_iter().filter_map(|why| added(&directives, why, &mut paths)).collect();
    report.added_lines =
        directives.values().filter_map(|each| each.said.line.added).map(|each| each.lines as usize).sum();
    report.add_findings(translations, together, &seen, files);
    let labels = report.findings.iter_mut().filter_map(|finding| finding.primary.as_mut());
    labels.for_each(|label| label.place.path = paths.of(&label.place.path));
    report
}

/// Paths in the form that a report shows: different spellings of a path become equal.
#[derive(Default)]
struct TidyPaths(BTreeMap<Arc<str>, Arc<str>>);

impl TidyPaths {
    fn of(&mut self, path: &Arc<str>) -> Arc<str> {
        let tidied = self.0.entry(path.clone()).or_insert_with(|| paths::tidied(path).into());
        tidied.clone()
    }

    fn place(&mut self, place: &Place) -> Place {
        let mut place = place.clone();
        place.path = self.of(&place.path);
        place
    }
}

impl WorkReport {
    fn count(&mut self, directive: &ReportedDirective<'_>, paths: &mut TidyPaths) {
        let line = directive.said.line;
        let path = line.place.as_ref().map(|place| paths.of(&place.path).to_string()).unwrap_or_default();
        let file = self.files.entry(path).or_default();
        file.directives.add(directive.verdict);
        self.directives.add(directive.verdict);
        self.kinds.entry(line.directive.to_string()).or_default().add(directive.verdict);
        for clause in &directive.said.parts {
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

/// Returns the directives of all units, each once.
fn directives<'t>(
    translations: &'t [Translation],
    seen: &SeenDirectives<'_>,
    files: &dyn FileSystem,
) -> BTreeMap<PlaceKey, ReportedDirective<'t>> {
    let mut all: BTreeMap<PlaceKey, ReportedDirective<'t>> = BTreeMap::new();
    for translation in translations {
        let lines = translation.verdicts.iter().filter(|line| !seen.answers(line));
        for said in by_directive(lines) {
            let Some(place) = &said.line.place else { continue };
            let directive =
                ReportedDirective { verdict: said.fidelity(), said, found: &translation.diagnostics };
            match all.entry(key(place, files)) {
                Entry::Vacant(place) => _ = place.insert(directive),
                Entry::Occupied(mut known) => {
                    if directive.verdict > known.get().verdict || known.get().said.parts.is_empty() {
                        known.insert(directive);
                    }
                }
            }
        }
    }
    all
}

/// Returns the directives for which code is added for a reason, if there are any.
fn added(
    directives: &BTreeMap<PlaceKey, ReportedDirective<'_>>,
    why: AddedReason,
    paths: &mut TidyPaths,
) -> Option<WorkCause> {
    let mut cause = WorkCause {
        reason: why.text().to_owned(),
        page: None,
        is_consequence: false,
        directives: Vec::new(),
    };
    for directive in directives.values() {
        let line = directive.said.line;
        let Some((added, place)) = line.added.filter(|added| added.why == why).zip(line.place.as_ref())
        else {
            continue;
        };
        cause.directives.push(CausedDirective {
            name: line.directive.to_string(),
            place: paths.place(place),
            message: Some(counted(added.lines as usize, "line")),
        });
    }
    (!cause.directives.is_empty()).then_some(cause)
}

/// Returns the reasons of the directives with a verdict. Reasons that a page explains come first, then those with the most directives,
/// since one way of changing them serves all. Reasons that only refer to another construct come last.
fn causes(
    directives: &BTreeMap<PlaceKey, ReportedDirective<'_>>,
    verdict: Fidelity,
    paths: &mut TidyPaths,
) -> Vec<WorkCause> {
    let mut causes: BTreeMap<(String, Option<&'static str>), WorkCause> = BTreeMap::new();
    for directive in directives.values().filter(|directive| directive.verdict == verdict) {
        let line = directive.said.decisive();
        let is_consequence = line.because == Because::OtherConstruct;
        // A note does not explain the verdict.
        let finding = line.finding(directive.found).filter(|finding| finding.severity > Severity::Note);
        let page = finding.and_then(|finding| Page::of(finding.code));
        let reason = match (&page, &line.part) {
            (Some(page), _) => page.title.to_owned(),
            (None, Some(part)) => format!("{part}: {}", line.reason),
            (None, None) => line.reason.to_string(),
        };
        let id = page.as_ref().map(|page| page.id);
        let cause = causes.entry((reason.clone(), id)).or_insert_with(|| WorkCause {
            reason,
            page,
            is_consequence,
            directives: Vec::new(),
        });
        cause.directives.extend(directive.said.line.place.as_ref().map(|place| CausedDirective {
            name: directive.said.line.directive.to_string(),
            place: paths.place(place),
            message: finding.map(|finding| finding.message.clone()),
        }));
    }
    let mut causes: Vec<WorkCause> = causes.into_values().collect();
    // The sort is stable, and the causes are sorted by reason already.
    causes.sort_by_key(|cause| (cause.is_consequence, cause.page.is_none(), Reverse(cause.directives.len())));
    causes
}
