//! What comparing a run with the serial one gave.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use super::comparison::{self, Extent, NOTHING, OutputDifference, OutputPlace};
use super::rules::Rules;
use super::runs::End;
use super::variant::Variant;
use super::workshop::RunRecord;
use super::written::Written;
use crate::Failure;

/// Which run it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RunLabel {
    pub(super) variant: Variant,
    pub(super) threads: Option<u32>,
    /// From 1, if there are several of the kind.
    pub(super) repetition: Option<u32>,
}

impl std::fmt::Display for RunLabel {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.variant.name())?;
        if let Some(threads) = self.threads {
            write!(out, ", {threads} thread{}", if threads == 1 { "" } else { "s" })?;
        }
        self.repetition.map_or(Ok(()), |number| write!(out, ", run {number}"))
    }
}

/// Something that a run leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Output {
    /// How the program ended.
    End,
    Stdout,
    Stderr,
    File(String),
}

/// One of the outputs that differ.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Difference {
    pub(super) output: Output,
    pub(super) how: OutputDifference,
}

/// A run and how it differs from the serial one.
pub(super) struct Outcome {
    pub(super) label: RunLabel,
    pub(super) end: End,
    pub(super) after: Duration,
    pub(super) differences: Vec<Difference>,
    /// The last lines of its stderr, if it did not end as it should.
    pub(super) last_words: Vec<String>,
}

/// What is compared of a run.
pub(super) struct Comparer<'c> {
    pub(super) rules: &'c Rules,
    pub(super) compares_stderr: bool,
}

impl Comparer<'_> {
    /// Compares a run with the serial one.
    pub(super) fn outcome(
        &self,
        label: RunLabel,
        expected: &RunRecord,
        found: &RunRecord,
    ) -> Result<Outcome, Failure> {
        let differences = self.differences(expected, found)?;
        let ends_otherwise = differences.iter().any(|difference| difference.output == Output::End);
        let last_words = if ends_otherwise { last_lines(&found.stderr) } else { Vec::new() };
        Ok(Outcome { label, end: found.ended.how, after: found.ended.after, differences, last_words })
    }

    fn differences(&self, expected: &RunRecord, found: &RunRecord) -> Result<Vec<Difference>, Failure> {
        let mut differences = Vec::new();
        let ends = (expected.ended.how, found.ended.how);
        if ends.0 != ends.1 {
            let how = whole(ends.0.to_string(), ends.1.to_string());
            differences.push(Difference { output: Output::End, how });
        }
        let mut streams = vec![(Output::Stdout, &expected.stdout, &found.stdout)];
        if self.compares_stderr {
            streams.push((Output::Stderr, &expected.stderr, &found.stderr));
        }
        for (output, one, other) in streams {
            let how = self.contents(one, other)?;
            differences.extend(how.map(|how| Difference { output, how }));
        }
        let names: BTreeSet<&String> = expected.files.keys().chain(found.files.keys()).collect();
        for name in names {
            let how = self.file(expected.files.get(name), found.files.get(name))?;
            differences.extend(how.map(|how| Difference { output: Output::File(name.clone()), how }));
        }
        Ok(differences)
    }

    fn file(
        &self,
        expected: Option<&Written>,
        found: Option<&Written>,
    ) -> Result<Option<OutputDifference>, Failure> {
        match (expected, found) {
            (Some(Written::File(one)), Some(Written::File(other))) => self.contents(one, other),
            (one, other) if one == other => Ok(None),
            (one, other) => Ok(Some(whole(kind(one), kind(other)))),
        }
    }

    fn contents(&self, expected: &Path, found: &Path) -> Result<Option<OutputDifference>, Failure> {
        let compared = comparison::compare(expected, found, self.rules);
        compared.map_err(|error| format!("cannot compare {}: {error}", found.display()))
    }
}

fn whole(expected: String, found: String) -> OutputDifference {
    let extent = Extent { differing: 1, all: 1, largest: f64::INFINITY };
    OutputDifference { place: OutputPlace::Whole, expected, found, relative: None, extent }
}

fn kind(written: Option<&Written>) -> String {
    match written {
        None => NOTHING.to_owned(),
        Some(Written::File(_)) => "a file that the program writes".to_owned(),
        Some(Written::Link(target)) => format!("a link to {}", target.display()),
        Some(Written::Folder) => "a folder that the program makes".to_owned(),
        Some(Written::Removed) => "a file that the program removes".to_owned(),
    }
}

/// How many lines of stderr are shown.
const LAST_LINES: usize = 4;

fn last_lines(path: &Path) -> Vec<String> {
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].iter().map(|line| (*line).to_owned()).collect()
}
