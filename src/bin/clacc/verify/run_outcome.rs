//! The results of comparing runs with the serial run.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use super::comparison_rules::ComparisonRules;
use super::output_comparison::{self, DifferenceExtent, NOTHING, OutputDifference, OutputPlace};
use super::runs::End;
use super::variant::{Parallelism, Variant};
use super::workshop::RunRecord;
use super::written::WrittenEntry;
use crate::Failure;

/// The description of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RunLabel {
    pub(super) variant: Variant,
    pub(super) parallelism: Parallelism,
    /// The number of the repetition, from 1, if there are several.
    pub(super) repetition: Option<u32>,
}

impl std::fmt::Display for RunLabel {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.variant.name())?;
        if self.parallelism != Parallelism::Unstated {
            write!(out, ", {}", self.parallelism)?;
        }
        self.repetition.map_or(Ok(()), |number| write!(out, ", run {number}"))
    }
}

/// An output of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RunOutput {
    /// The way in which the program ended: an exit status, a signal or a limit.
    End,
    Stdout,
    Stderr,
    File(String),
}

/// A difference with the output in which it occurs.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct NamedDifference {
    pub(super) output: RunOutput,
    pub(super) how: OutputDifference,
}

/// A run and its differences from the serial run.
pub(super) struct RunOutcome {
    pub(super) label: RunLabel,
    pub(super) end: End,
    pub(super) after: Duration,
    pub(super) differences: Vec<NamedDifference>,
    /// The last lines of stderr, if the program did not end as expected.
    pub(super) last_words: Vec<String>,
}

/// The options for comparing runs.
pub(super) struct Comparer<'c> {
    pub(super) rules: &'c ComparisonRules,
    pub(super) compares_stderr: bool,
}

impl Comparer<'_> {
    /// Compares a run with the serial one.
    pub(super) fn outcome(
        &self,
        label: RunLabel,
        expected: &RunRecord,
        found: &RunRecord,
    ) -> Result<RunOutcome, Failure> {
        let differences = self.differences(expected, found)?;
        let ends_otherwise = differences.iter().any(|difference| difference.output == RunOutput::End);
        let last_words = if ends_otherwise { last_lines(&found.stderr) } else { Vec::new() };
        Ok(RunOutcome { label, end: found.ended.how, after: found.ended.after, differences, last_words })
    }

    fn differences(&self, expected: &RunRecord, found: &RunRecord) -> Result<Vec<NamedDifference>, Failure> {
        let mut differences = Vec::new();
        let ends = (expected.ended.how, found.ended.how);
        if ends.0 != ends.1 {
            let how = whole(ends.0.to_string(), ends.1.to_string());
            differences.push(NamedDifference { output: RunOutput::End, how });
        }
        let mut streams = vec![(RunOutput::Stdout, &expected.stdout, &found.stdout)];
        if self.compares_stderr {
            streams.push((RunOutput::Stderr, &expected.stderr, &found.stderr));
        }
        for (output, one, other) in streams {
            let how = self.contents(one, other)?;
            differences.extend(how.map(|how| NamedDifference { output, how }));
        }
        let is_compared = |name: &&String| {
            !self.rules.ignored_files.iter().any(|ignored| ignored.is_match(name.as_bytes()))
        };
        let names: BTreeSet<&String> =
            expected.files.keys().chain(found.files.keys()).filter(is_compared).collect();
        for name in names {
            let how = self.file(expected.files.get(name), found.files.get(name))?;
            differences.extend(how.map(|how| NamedDifference { output: RunOutput::File(name.clone()), how }));
        }
        Ok(differences)
    }

    fn file(
        &self,
        expected: Option<&WrittenEntry>,
        found: Option<&WrittenEntry>,
    ) -> Result<Option<OutputDifference>, Failure> {
        match (expected, found) {
            (Some(WrittenEntry::File(one)), Some(WrittenEntry::File(other))) => self.contents(one, other),
            (one, other) if one == other => Ok(None),
            (one, other) => Ok(Some(whole(kind(one), kind(other)))),
        }
    }

    fn contents(&self, expected: &Path, found: &Path) -> Result<Option<OutputDifference>, Failure> {
        let compared = output_comparison::compare(expected, found, self.rules);
        compared.map_err(|error| format!("cannot compare {}: {error}", found.display()))
    }
}

fn whole(expected: String, found: String) -> OutputDifference {
    let extent = DifferenceExtent::of_others(1, 1);
    OutputDifference { place: OutputPlace::Whole, expected, found, gap: None, extent }
}

fn kind(written: Option<&WrittenEntry>) -> String {
    match written {
        None => NOTHING.to_owned(),
        Some(WrittenEntry::File(_)) => "a file that the program writes".to_owned(),
        Some(WrittenEntry::Link(target)) => format!("a link to {}", target.display()),
        Some(WrittenEntry::Folder) => "a folder that the program makes".to_owned(),
        Some(WrittenEntry::Removed) => "a file that the program removes".to_owned(),
    }
}

/// The number of lines of stderr that are shown.
const LAST_LINES: usize = 6;

fn last_lines(path: &Path) -> Vec<String> {
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].iter().map(|line| (*line).to_owned()).collect()
}
