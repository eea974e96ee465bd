//! The report for people: one entry for each directive.

use std::collections::BTreeMap;

use clacc::render::ReportedVerdict;
use clacc::translate::{Fidelity, VerdictLine};

/// The verdicts on directives and clauses, gathered until the end of the run. Clauses that are mapped exactly are listed next to their
/// directive; the others follow below it with their reasons, each of which is printed in full once per file.
#[derive(Default)]
pub(crate) struct ReadableReport {
    entries: Vec<DirectiveEntry>,
}

struct DirectiveEntry {
    directive: ReportedVerdict,
    clauses: Vec<ReportedVerdict>,
}

/// The common part of several verdicts on parts of a directive: fidelity, reason, and whether they are denied.
type SameVerdict<'v> = (Fidelity, &'v str, bool);

fn same_verdict(reported: &ReportedVerdict) -> SameVerdict<'_> {
    (reported.verdict.fidelity, &reported.verdict.reason, reported.denied)
}

/// The lines at which reasons were printed in full, by file and text.
type ReasonPlaces = BTreeMap<(String, String), usize>;

impl ReadableReport {
    /// Adds a verdict. Verdicts on clauses follow the one on their directive.
    pub(crate) fn add(&mut self, reported: ReportedVerdict) {
        match self.entries.last_mut() {
            Some(last) if is_of(&last.directive.verdict, &reported.verdict) => last.clauses.push(reported),
            _ => self.entries.push(DirectiveEntry { directive: reported, clauses: Vec::new() }),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        let mut told = ReasonPlaces::new();
        self.entries.iter().flat_map(|entry| entry.lines(&mut told)).collect()
    }
}

/// Returns whether a verdict is about a part of a directive, of which the first verdict may also be about a part.
fn is_of(directive: &VerdictLine, part: &VerdictLine) -> bool {
    directive.part.is_none() && part.part.is_some() && part.directive_place == directive.directive_place
}

impl DirectiveEntry {
    fn lines(&self, told: &mut ReasonPlaces) -> Vec<String> {
        let all = || std::iter::once(&self.directive).chain(&self.clauses);
        let fidelity = all().map(|each| each.verdict.fidelity).max().unwrap_or(Fidelity::Exact);
        let ReportedVerdict { verdict, denied, .. } = &self.directive;
        let place = verdict.place.as_ref().map_or_else(String::new, |place| format!("{place}: "));
        let denied = if *denied { "denied: " } else { "" };
        let mut head = format!("{place}{denied}{}: {fidelity}", verdict.what());
        let mut lines = self.reasons(fidelity, told);
        let exact = self.names(is_plain);
        match fidelity {
            Fidelity::Exact if exact.is_empty() => {}
            Fidelity::Exact => head = format!("{head}: {exact}"),
            _ if verdict.fidelity == fidelity => {
                head = format!("{head}: {}", self.said(&verdict.reason, told));
            }
            _ => {}
        }
        if fidelity != Fidelity::Exact && !exact.is_empty() {
            lines.push(format!("    exact: {exact}"));
        }
        lines.extend(verdict.added.iter().map(|added| format!("    {added}")));
        lines.insert(0, head);
        lines
    }

    /// Returns the lines for parts that are not exact, grouped by reason: `    copy, create: OpenMP has one reference count`. Parts with
    /// another fidelity than the whole directive name theirs, and parts that share the directive's reason are listed with it.
    fn reasons(&self, whole: Fidelity, told: &mut ReasonPlaces) -> Vec<String> {
        let own = same_verdict(&self.directive);
        let is_in_head = |verdict| verdict == own && own.0 == whole;
        let all = || std::iter::once(&self.directive).chain(&self.clauses);
        let mut lines = Vec::new();
        let mut seen = Vec::new();
        for each in all().filter(|each| !is_plain(each)) {
            let verdict = same_verdict(each);
            if !is_in_head(verdict) && !seen.contains(&verdict) {
                seen.push(verdict);
                let names = self.names(|other| same_verdict(other) == verdict);
                lines.push(self.reason(verdict, &names, whole, told));
            }
        }
        lines
    }

    fn reason(
        &self,
        verdict: SameVerdict<'_>,
        names: &str,
        whole: Fidelity,
        told: &mut ReasonPlaces,
    ) -> String {
        let (fidelity, reason, denied) = verdict;
        let denied = if denied { "denied: " } else { "" };
        let word = if fidelity == whole { String::new() } else { format!("{fidelity}: ") };
        format!("    {denied}{names}: {word}{}", self.said(reason, told))
    }

    /// Returns the reason, or a reference to the line where it was printed in full.
    fn said(&self, reason: &str, told: &mut ReasonPlaces) -> String {
        let at = self.directive.verdict.place.as_ref();
        let line = at.map_or(0, |place| place.line);
        let path = at.map_or_else(String::new, |place| place.path.to_string());
        let said_at = *told.entry((path, reason.to_owned())).or_insert(line);
        if said_at == line { reason.to_owned() } else { format!("as on line {said_at}") }
    }

    /// Returns the names of the chosen parts.
    fn names(&self, wanted: impl Fn(&ReportedVerdict) -> bool) -> String {
        let own = std::iter::once(&self.directive).filter(|each| !is_plain(each));
        let parts = own.chain(&self.clauses).filter(|each| wanted(each));
        parts.map(|each| self.name(each)).collect::<Vec<_>>().join(", ")
    }

    /// Returns the name of the clause, or of the directive; both if the directive itself has no verdict.
    fn name(&self, each: &ReportedVerdict) -> String {
        match &each.verdict.part {
            Some(part) if self.directive.verdict.part.is_none() => part.to_string(),
            _ => each.verdict.what(),
        }
    }
}

/// Returns whether a verdict needs no reason.
fn is_plain(reported: &ReportedVerdict) -> bool {
    reported.verdict.fidelity == Fidelity::Exact && !reported.denied
}
