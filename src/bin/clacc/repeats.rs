//! Findings that say again what other findings said.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clacc::diagnostics::{Diagnostic, Place, Severity};
use clacc::translate::{Fidelity, VerdictLine};

use crate::paths;

/// How many warnings or errors that say the same about one file are shown to people.
const SHOWN: usize = 3;

/// How many places a count names.
const NAMED: usize = 5;

/// Folds findings that say the same, for people: a note is shown once in a run, a warning or an error
/// three times in a file. The rest is counted, with the first places. What is between backquotes, which
/// are names of the program, makes no difference.
#[derive(Default)]
pub(crate) struct Repeats {
    counts: BTreeMap<Saying, Count>,
}

/// What findings say, and about which file; a note says it about the program.
type Saying = (Severity, &'static str, Option<Arc<str>>, String);

struct Count {
    /// The message of the first finding, with its names.
    message: String,
    all: usize,
    hidden: Vec<(Arc<str>, usize)>,
}

impl Repeats {
    /// Counts a finding. Returns whether it is shown.
    pub(crate) fn show(&mut self, finding: &Diagnostic) -> bool {
        let place = finding.primary.as_ref().map(|label| &label.place);
        let (path, shown) = match finding.severity {
            Severity::Note => (None, 1),
            _ => (place.map(|place| place.path.clone()), SHOWN),
        };
        let saying = (finding.severity, finding.code.id, path, without_names(&finding.message));
        let first = || Count { message: finding.message.clone(), all: 0, hidden: Vec::new() };
        let count = self.counts.entry(saying).or_insert_with(first);
        count.all += 1;
        if count.all <= shown {
            return true;
        }
        if count.hidden.len() < NAMED {
            count.hidden.extend(place.map(|place| (place.path.clone(), place.line)));
        }
        false
    }

    /// A line for each finding that was not always shown.
    pub(crate) fn lines(&self) -> Vec<String> {
        let hidden = self.counts.iter().filter(|(_, count)| !count.hidden.is_empty());
        hidden
            .map(|((severity, code, ..), count)| {
                let more = count.all - if *severity == Severity::Note { 1 } else { SHOWN };
                let others = if more > count.hidden.len() { ", ..." } else { "" };
                format!(
                    "{severity}[{code}]: {more} more like \"{}\": {}{others}",
                    count.message,
                    count.places()
                )
            })
            .collect()
    }
}

impl Count {
    /// The first places that were not shown, each path once in a row: `a.c:6, 10, b.c:3`.
    fn places(&self) -> String {
        let mut places = String::new();
        let mut last: Option<&Arc<str>> = None;
        for (path, line) in &self.hidden {
            places.push_str(if last.is_some() { ", " } else { "" });
            if last != Some(path) {
                let _ = write!(places, "{path}:");
            }
            let _ = write!(places, "{line}");
            last = Some(path);
        }
        places
    }
}

/// The message with the names of the program left out.
fn without_names(message: &str) -> String {
    message.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// What was said of a place: the same finding or verdict from another unit that includes the same header says
/// nothing new.
#[derive(Default)]
pub(crate) struct ToldBefore {
    real: BTreeMap<Arc<str>, PathBuf>,
    findings: BTreeSet<(PathBuf, usize, usize, &'static str, String)>,
    verdicts: BTreeSet<(PathBuf, usize, usize, String, Fidelity, &'static str)>,
}

impl ToldBefore {
    /// Whether a finding is the first of its kind at its place.
    pub(crate) fn is_new_finding(&mut self, finding: &Diagnostic) -> bool {
        let Some(label) = &finding.primary else { return true };
        let place = &label.place;
        let key = (self.real(place), place.start, place.end, finding.code.id, finding.message.clone());
        self.findings.insert(key)
    }

    /// Whether a verdict is the first of its kind at its place.
    pub(crate) fn is_new_verdict(&mut self, verdict: &VerdictLine) -> bool {
        let Some(place) = &verdict.place else { return true };
        let real = self.real(place);
        self.verdicts.insert((
            real,
            place.start,
            place.end,
            verdict.what.clone(),
            verdict.fidelity,
            verdict.reason,
        ))
    }

    /// The path behind all links: units spell the path of a header differently.
    fn real(&mut self, place: &Place) -> PathBuf {
        let find = || {
            let path = paths::of(&place.path);
            std::fs::canonicalize(&path).unwrap_or(path)
        };
        self.real.entry(place.path.clone()).or_insert_with(find).clone()
    }
}
