//! Reports on the comparison of runs, as text or as JSON lines.

use serde_json::{Value, json};

use super::comparison_rules::LargestGaps;
use super::output_comparison::{OutputDifference, OutputPlace};
use super::run_outcome::{NamedDifference, RunOutcome, RunOutput};
use super::suspects::Suspects;
use super::variant::{Parallelism, Variant};
use super::workshop::RunRecord;
use crate::{Failure, results};

/// Writes reports to stdout, line by line.
pub(super) struct Telling {
    pub(super) is_json: bool,
}

/// The greatest number of outputs of a run, and of suspects of a kind, that are listed.
const MOST_NAMED: usize = 8;

impl Telling {
    fn say(&self, text: impl FnOnce() -> String, value: impl FnOnce() -> Value) -> Result<(), Failure> {
        let line = if self.is_json { value().to_string() } else { text() };
        results::result((line + "\n").as_bytes())
    }

    /// Reports the reference run.
    pub(super) fn reference(&self, run: &RunRecord) -> Result<(), Failure> {
        let bytes = std::fs::metadata(&run.stdout).map_or(0, |there| there.len());
        let (how, seconds) = (run.ended.how, run.ended.after.as_secs_f64());
        let names: Vec<&String> = run.files.keys().collect();
        self.say(
            || {
                let files = match names.len() {
                    0 => "no files".to_owned(),
                    1 => format!("file {}", names[0]),
                    count => format!("{count} files"),
                };
                format!("serial: {how}, {bytes} bytes on stdout, {files}, {seconds:.2} s; the same in two runs")
            },
            || json!({"event": "reference", "end": how.to_string(), "seconds": seconds, "stdout_bytes": bytes, "files": names}),
        )
    }

    pub(super) fn outcome(&self, outcome: &RunOutcome) -> Result<(), Failure> {
        self.say(|| outcome_text(outcome), || outcome_value(outcome))
    }

    /// Reports that two runs of the serial program differ.
    pub(super) fn varies(&self, outcome: &RunOutcome) -> Result<(), Failure> {
        let differences = &outcome.differences;
        self.say(
            || differences.iter().take(MOST_NAMED).map(|difference| format!("serial, second run: {}", difference_text(difference))).collect::<Vec<_>>().join("\n"),
            || json!({"event": "varies", "differences": differences.iter().map(difference_value).collect::<Vec<_>>()}),
        )
    }

    pub(super) fn not_run(&self, variant: Variant, reason: &str) -> Result<(), Failure> {
        self.say(
            || format!("{}: not run: {reason}", variant.name()),
            || json!({"event": "not_run", "variant": variant.name(), "reason": reason}),
        )
    }

    pub(super) fn note(&self, text: &str) -> Result<(), Failure> {
        self.say(|| format!("note: {text}"), || json!({"event": "note", "text": text}))
    }

    /// Reports what a device in the same process cannot show. `is_checked` tells whether another device has shown which data is there.
    pub(super) fn blind_spots(&self, is_checked: bool) -> Result<(), Failure> {
        if !is_checked {
            self.note("this device is in the process of the program: what no data clause puts there is found all the same, and on a GPU it is not")?;
        }
        self.note("this device is the host, through clang's plugin: it shows no fault of the code that a compiler generates for a GPU; --offload-arch=sm_90 runs the program on one")
    }

    /// Reports the suspects.
    pub(super) fn suspects(&self, suspects: &Suspects) -> Result<(), Failure> {
        for (title, lines) in [
            ("clacc warns about the program", &suspects.findings),
            ("directives and clauses that do not keep all of their meaning", &suspects.losses),
        ] {
            if self.is_json {
                for line in lines {
                    self.say(String::new, || json!({"event": "suspect", "text": line}))?;
                }
            } else if !lines.is_empty() {
                let shown: Vec<String> =
                    lines.iter().take(MOST_NAMED).map(|line| format!("  {line}")).collect();
                let rest = lines.len().saturating_sub(MOST_NAMED);
                let rest = if rest > 0 {
                    format!("\n  and {rest} more: `clacc check` shows all")
                } else {
                    String::new()
                };
                self.say(|| format!("{title}:\n{}{rest}", shown.join("\n")), Value::default)?;
            }
        }
        Ok(())
    }

    pub(super) fn result(&self, outcomes: &[RunOutcome], not_run: &[Variant]) -> Result<(), Failure> {
        let differing: Vec<&RunOutcome> =
            outcomes.iter().filter(|outcome| !outcome.differences.is_empty()).collect();
        self.say(
            || match differing.first() {
                None => format!("equal: {}{}", runs_in_words(outcomes), missing_in_words(not_run)),
                Some(first) => {
                    format!("differs: {} of {} runs; the first is {}", differing.len(), outcomes.len(), first.label)
                }
            },
            || {
                let missing: Vec<&str> = not_run.iter().map(|variant| variant.name()).collect();
                json!({"event": "result", "equal": differing.is_empty(), "runs": outcomes.len(), "differing": differing.len(), "not_run": missing})
            },
        )
    }
}

fn runs_in_words(outcomes: &[RunOutcome]) -> String {
    let of = |variant: Variant| {
        let runs = outcomes.iter().filter(|outcome| outcome.label.variant == variant);
        let mut counts: Vec<String> = runs.map(|outcome| outcome.label.parallelism.to_string()).collect();
        counts.dedup();
        counts.retain(|count| !count.is_empty() || variant == Variant::Discrete);
        match counts.as_slice() {
            [] => None,
            [only] if only.is_empty() => Some(variant.name().to_owned()),
            _ => Some(format!("{} with {}", variant.name(), enumerated(&counts))),
        }
    };
    Variant::COMPARED.into_iter().filter_map(of).collect::<Vec<_>>().join("; ")
}

fn enumerated(words: &[String]) -> String {
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Returns what the result does not show because some variants were not run.
fn missing_in_words(not_run: &[Variant]) -> &'static str {
    if not_run.contains(&Variant::Device) && not_run.contains(&Variant::Discrete) {
        ". Nothing ran on a device with its own memory, so nothing is shown about data clauses and `update`, nor, in dialect `host`, about `async` and `wait`"
    } else if not_run.contains(&Variant::Host) {
        ". Nothing ran in the memory of the host"
    } else {
        ""
    }
}

fn outcome_text(outcome: &RunOutcome) -> String {
    let RunOutcome { label, differences, .. } = outcome;
    if differences.is_empty() {
        return format!("{label}: equal, {:.2} s", outcome.after.as_secs_f64());
    }
    let mut lines = vec![format!("{label}: differs, {:.2} s", outcome.after.as_secs_f64())];
    let named = differences.iter().take(MOST_NAMED);
    lines.extend(named.map(|difference| format!("  {}", difference_text(difference))));
    if differences.len() > MOST_NAMED {
        lines.push(format!("  and {} more outputs", differences.len() - MOST_NAMED));
    }
    lines.extend(outcome.last_words.iter().map(|line| format!("  its stderr: {line}")));
    lines.join("\n")
}

fn outcome_value(outcome: &RunOutcome) -> Value {
    let (threads, gangs) = match outcome.label.parallelism {
        Parallelism::Unstated => (None, None),
        Parallelism::Threads(count) => (Some(count), None),
        Parallelism::Gangs(count) => (None, Some(count)),
    };
    json!({
        "event": "run",
        "variant": outcome.label.variant.name(),
        "threads": threads,
        "gangs": gangs,
        "repetition": outcome.label.repetition,
        "equal": outcome.differences.is_empty(),
        "end": outcome.end.to_string(),
        "seconds": outcome.after.as_secs_f64(),
        "differences": outcome.differences.iter().map(difference_value).collect::<Vec<_>>(),
        "stderr": outcome.last_words,
    })
}

fn output_name(output: &RunOutput) -> String {
    match output {
        RunOutput::End => "end".to_owned(),
        RunOutput::Stdout => "stdout".to_owned(),
        RunOutput::Stderr => "stderr".to_owned(),
        RunOutput::File(name) => format!("file {name}"),
    }
}

fn difference_text(difference: &NamedDifference) -> String {
    let OutputDifference { place, expected, found, gap, extent } = &difference.how;
    let (place, unit) = match place {
        OutputPlace::Whole => (String::new(), ""),
        OutputPlace::Text { line, column } => (format!(", line {line}, column {column}"), "lines"),
        OutputPlace::Byte(offset) => (format!(", byte {offset}"), "bytes"),
        OutputPlace::Element(number) => (format!(", number {number}"), "numbers"),
    };
    let gap = match gap {
        Some(gap) if gap.relative.is_finite() => {
            format!(" (they differ by {}, relatively {})", short(gap.absolute), short(gap.relative))
        }
        _ => String::new(),
    };
    let counted = match (unit, extent.differing) {
        ("", _) => String::new(),
        (_, 1) => format!("; 1 of {} {unit} differs", extent.all),
        (_, count) => format!("; {count} of {} {unit} differ", extent.all),
    };
    format!("{}{place}: expected {expected}, found {found}{gap}{counted}", output_name(&difference.output))
}

fn difference_value(difference: &NamedDifference) -> Value {
    let how = &difference.how;
    let mut value = json!({
        "output": output_name(&difference.output),
        "expected": how.expected,
        "found": how.found,
        "relative": how.gap.map(|gap| gap.relative),
        "absolute": how.gap.map(|gap| gap.absolute),
        "differing": how.extent.differing,
        "of": how.extent.all,
        "largest_relative": how.extent.gaps.relative,
    });
    match how.place {
        OutputPlace::Whole => {}
        OutputPlace::Text { line, column } => {
            value["line"] = json!(line);
            value["column"] = json!(column);
        }
        OutputPlace::Byte(offset) => value["offset"] = json!(offset),
        OutputPlace::Element(number) => value["number"] = json!(number),
    }
    value
}

/// Formats a number with few digits.
fn short(number: f64) -> String {
    if (0.1..1000.0).contains(&number) {
        format!("{:.2}", (number * 100.0).round() / 100.0)
    } else {
        format!("{number:.1e}")
    }
}

/// Returns a value of `--tolerance` that accepts all differences.
pub(super) fn tolerance_for(gaps: &LargestGaps) -> String {
    let relative = in_one_digit(gaps.relative_of_far);
    if gaps.near_zero > 0.0 { format!("{relative},{}", in_one_digit(gaps.near_zero)) } else { relative }
}

/// Formats a number rounded up to one digit.
fn in_one_digit(largest: f64) -> String {
    let exponent = largest.log10().floor();
    let digits = (largest / 10f64.powf(exponent) * 1.000_001).ceil();
    if largest == 0.0 { "0".to_owned() } else { format!("{digits}e{exponent}") }
}

#[cfg(test)]
mod tests {
    #[test]
    fn tolerances_take_what_they_are_made_for() {
        for (largest, expected) in [(2.1e-16, "3e-16"), (1e-9, "2e-9"), (0.0, "0"), (0.25, "3e-1")] {
            assert_eq!(super::in_one_digit(largest), expected);
            assert!(expected.parse::<f64>().unwrap() >= largest);
        }
    }
}
