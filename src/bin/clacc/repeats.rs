//! Folding of findings that repeat other findings.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clacc::diagnostics::{Diagnostic, Place, Severity};
use clacc::translate::{Fidelity, VerdictLine};

use crate::paths;
use crate::results::counted;

/// The greatest number of equal warnings or errors that are shown to people, in one file and in one run.
const SHOWN_IN_FILE: usize = 3;
const SHOWN_IN_RUN: usize = 9;

/// The greatest number of places that a line names.
const NAMED: usize = 8;

/// The form in which a finding is shown to people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// With an excerpt of the source.
    Whole,
    /// Without an excerpt, because an equal finding had one.
    Briefly,
    /// Counted, and shown at the end together with equal ones.
    Counted,
}

/// Folds equal findings, for people. Notes are counted, or shown in one line for the run with their places. A warning or an error is shown
/// three times in a file, the first time with an excerpt, and the others are counted, with the first places. Findings are equal if they
/// differ only in the text between quotes, which are names of the program.
#[derive(Default)]
pub(crate) struct Repeats {
    counts: BTreeMap<Saying, Count>,
    /// true if notes are shown in lines.
    shows_notes: bool,
}

/// The severity, the code and the message skeleton of equal findings.
type Saying = (Severity, &'static str, String);

struct Count {
    /// The first finding.
    first: Diagnostic,
    /// true if all findings have the same names as the first.
    is_one_text: bool,
    shown: usize,
    shown_in: BTreeMap<Arc<str>, usize>,
    hidden: Hidden,
}

/// The findings that were not shown.
#[derive(Default)]
struct Hidden {
    all: usize,
    lines: BTreeSet<(Arc<str>, usize)>,
}

impl Repeats {
    pub(crate) fn new(shows_notes: bool) -> Self {
        Repeats { counts: BTreeMap::new(), shows_notes }
    }

    /// Counts a finding and returns how it is to be shown.
    pub(crate) fn show(&mut self, finding: &Diagnostic) -> Shown {
        let saying = (finding.severity, finding.code.id, skeleton(&finding.message));
        let first = || Count::new(finding.clone());
        let count = self.counts.entry(saying).or_insert_with(first);
        count.is_one_text &= count.first.message == finding.message;
        let place = finding.primary.as_ref().map(|label| &label.place);
        let shown_in = count.shown_in.entry(place.map_or_else(|| "".into(), |place| place.path.clone()));
        let shown_in = shown_in.or_default();
        let is_shown =
            finding.severity != Severity::Note && *shown_in < SHOWN_IN_FILE && count.shown < SHOWN_IN_RUN;
        if !is_shown {
            count.hidden.add(place);
            return Shown::Counted;
        }
        *shown_in += 1;
        count.shown += 1;
        let is_first = count.shown == 1 || finding.severity == Severity::Error && *shown_in == 1;
        if is_first { Shown::Whole } else { Shown::Briefly }
    }

    /// Returns the lines for findings that were not shown: one for each note, completed by `complete`, then one for each repeated warning
    /// or error.
    pub(crate) fn lines(&self, complete: impl Fn(&Diagnostic) -> Diagnostic) -> Vec<String> {
        let has_line = |severity| severity != Severity::Note || self.shows_notes;
        let hidden = self.counts.iter().filter(|(_, count)| count.hidden.all > 0);
        hidden
            .filter(|((severity, ..), _)| has_line(*severity))
            .map(|((severity, ..), count)| match severity {
                Severity::Note => count.note(&complete(&count.first)),
                _ => count.more(),
            })
            .collect()
    }

    /// Returns `12 notes (MAP0007, MAP0031); --notes shows them`. None if there are no notes, or if they are shown in lines.
    pub(crate) fn counted_notes(&self) -> Option<String> {
        let notes = || self.counts.values().filter(|count| count.first.severity == Severity::Note);
        let number: usize = notes().map(|count| count.hidden.all).sum();
        let codes: BTreeSet<&str> = notes().map(|count| count.first.code.id).collect();
        let codes: Vec<&str> = codes.into_iter().collect();
        let them = if number == 1 { "it" } else { "them" };
        let line = || format!("{} ({}); --notes shows {them}", counted(number, "note"), codes.join(", "));
        (number > 0 && !self.shows_notes).then(line)
    }

    /// Returns whether a finding was not shown in full.
    pub(crate) fn hide(&self) -> bool {
        let is_left_out = |count: &Count| match count.first.severity {
            Severity::Note => self.shows_notes && count.hidden.lines.len() > NAMED,
            _ => count.hidden.all > 0,
        };
        self.counts.values().any(is_left_out)
    }

    /// Returns the code of the most serious finding that was made most often.
    pub(crate) fn an_example(&self) -> Option<&'static str> {
        let weight = |count: &&Count| (count.first.severity, count.shown + count.hidden.all);
        // On a tie, `max_by_key` takes the last one, which is the one with the smallest code.
        self.counts.values().rev().max_by_key(weight).map(|count| count.first.code.id)
    }
}

impl Count {
    fn new(first: Diagnostic) -> Self {
        Count { first, is_one_text: true, shown: 0, shown_in: BTreeMap::new(), hidden: Hidden::default() }
    }

    /// Returns `note[MAP0007]: ... (17 places: a.c:6, 10, ...)`, followed by advice.
    fn note(&self, first: &Diagnostic) -> String {
        let Diagnostic { code, message, notes, fix, .. } = first;
        let others = if self.is_one_text { "" } else { ", and the like" };
        let places = match (self.hidden.all, self.hidden.places()) {
            (_, places) if places.is_empty() => places,
            (1, place) => format!(" ({place})"),
            (all, places) => format!(" ({all} places: {places})"),
        };
        let mut line = format!("note[{}]: {message}{others}{places}", code.id);
        let fix = fix.iter().map(|fix| ("help", &fix.title));
        for (word, note) in notes.iter().map(|note| ("note", note)).chain(fix) {
            let _ = write!(line, "\n  = {word}: {note}");
        }
        line
    }

    fn more(&self) -> String {
        let Diagnostic { severity, code, message, .. } = &self.first;
        let places = self.hidden.places();
        format!("{severity}[{}]: {} more like \"{message}\": {places}", code.id, self.hidden.all)
    }
}

impl Hidden {
    fn add(&mut self, place: Option<&Place>) {
        self.all += 1;
        self.lines.extend(place.map(|place| (place.path.clone(), place.line)));
    }

    /// Returns the first places, with each path once for consecutive places: `a.c:6, 10, b.c:3`.
    fn places(&self) -> String {
        let mut places = String::new();
        let mut last: Option<&Arc<str>> = None;
        for (path, line) in self.lines.iter().take(NAMED) {
            places.push_str(if last.is_some() { ", " } else { "" });
            if last != Some(path) {
                let _ = write!(places, "{path}:");
            }
            let _ = write!(places, "{line}");
            last = Some(path);
        }
        if self.lines.len() > NAMED {
            places.push_str(", ...");
        }
        places
    }
}

/// Returns the message without the names and numbers of the program; lists of them count as one.
fn skeleton(message: &str) -> String {
    let mut bare = String::new();
    let mut rest = message.chars();
    while let Some(next) = rest.next() {
        let closing = match next {
            '`' | '"' => Some(next),
            '<' if rest.as_str().contains('>') => Some('>'),
            _ => None,
        };
        match closing {
            Some(closing) => {
                rest.by_ref().take_while(|each| *each != closing).for_each(drop);
                bare.push('`');
            }
            None if next.is_ascii_digit() => bare.push('0'),
            None => bare.push(next),
        }
    }
    while let Some(shorter) = [("`, `", "`"), ("00", "0")]
        .iter()
        .find_map(|(list, one)| bare.contains(list).then(|| bare.replace(list, one)))
    {
        bare = shorter;
    }
    bare
}

/// The findings and verdicts that were reported at each place. An equal one from another unit that includes the same header is not reported
/// again.
#[derive(Default)]
pub(crate) struct ToldBefore {
    real: BTreeMap<Arc<str>, PathBuf>,
    // Paths are compared last, because comparing them costs most.
    findings: BTreeSet<(usize, usize, &'static str, String, PathBuf)>,
    verdicts: BTreeSet<(usize, usize, String, Fidelity, Cow<'static, str>, PathBuf)>,
}

impl ToldBefore {
    /// Returns whether a finding is the first of its kind at its place.
    pub(crate) fn is_new_finding(&mut self, finding: &Diagnostic) -> bool {
        let Some(label) = &finding.primary else { return true };
        let place = &label.place;
        let (code, message) = (finding.code.id, finding.message.clone());
        let key = (place.start, place.end, code, message, self.real(place));
        self.findings.insert(key)
    }

    /// Returns whether a verdict is the first of its kind at its place.
    pub(crate) fn is_new_verdict(&mut self, verdict: &VerdictLine) -> bool {
        let Some(place) = &verdict.place else { return true };
        let real = self.real(place);
        let (what, reason) = (verdict.what(), verdict.reason.clone());
        self.verdicts.insert((place.start, place.end, what, verdict.fidelity, reason, real))
    }

    /// Returns the canonical path of a place: units spell the path of a header differently.
    fn real(&mut self, place: &Place) -> PathBuf {
        let find = || {
            let path = paths::of(&place.path);
            std::fs::canonicalize(&path).unwrap_or(path)
        };
        self.real.entry(place.path.clone()).or_insert_with(find).clone()
    }
}
