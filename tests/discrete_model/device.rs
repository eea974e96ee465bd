//! Builds programs for the device, runs them and compares.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{command, status, text};
use crate::expected::{Expected, Fault};
use crate::model;
use crate::program::Program;
use crate::unit::{End, PRELUDE, Ran, unit};

/// A program with what is expected of it.
pub(crate) struct Case {
    pub(crate) seed: u64,
    pub(crate) program: Program,
    /// The change that was planted in it.
    pub(crate) change: Option<&'static str>,
    pub(crate) expected: Expected,
}

/// A compiler, and an optimization level.
pub(crate) type Build = (&'static str, &'static str);

/// The reason why a unit does not build.
pub(crate) struct Refusal {
    pub(crate) said: String,
    /// The numbers of the programs that errors name.
    pub(crate) numbers: BTreeSet<usize>,
}

/// Builds the programs of a unit as one file.
pub(crate) fn build(cases: &[&Case], folder: &Path, (compiler, level): Build) -> Result<PathBuf, Refusal> {
    let (source, program) = (folder.join("unit.c"), folder.join("unit"));
    let (text_of_unit, ends) = unit(cases.iter().map(|case| &case.program));
    std::fs::write(&source, text_of_unit).expect("the scratch folder takes files");
    let mut driver = command(folder);
    driver
        .env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"))
        .env_remove("CLACC_RUNTIME");
    driver.args(["cc", "--native", "--discrete", "-w", level, "--backend", compiler, "-fopenacc"]);
    let built = driver.arg(&source).arg("-o").arg(&program).output().expect("clacc runs");
    if status(&built) == 0 {
        return Ok(program);
    }
    let said = text(&built.stderr);
    let places =
        said.lines().filter_map(|line| line.trim().strip_prefix("--> ")?.split(':').nth(1)?.parse().ok());
    let numbers = places.filter_map(|line: usize| ends.iter().position(|end| line <= *end)).collect();
    Err(Refusal { said, numbers })
}

/// Runs a part of the programs of a unit.
fn run(program: &Path, numbers: Range<usize>, settings: &[(&str, &str)]) -> Ran {
    let mut command = Command::new("timeout");
    command.arg("10").arg(program).args([numbers.start.to_string(), numbers.end.to_string()]);
    command.env("ACC_DEVICE_TYPE", "discrete").envs(settings.iter().copied());
    crate::unit::sections(command)
}

/// Compares what the programs of a unit do with what is expected. Returns a report for each difference.
pub(crate) fn compare(program: &Path, cases: &[&Case]) -> Vec<String> {
    let mut lines = PRELUDE.lines().count();
    let mut reports = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let alone = number..number + 1;
        let different = match &case.expected {
            Expected::Prints(expected) => {
                prints(program, alone.clone(), "discrete", expected).or_else(|| {
                    let shared = model::evaluate(&case.program, false).ok()?;
                    prints(program, alone, "host", &shared)
                })
            }
            Expected::Ends(fault) => {
                let value = if fault.is_unset { "reported" } else { "items" };
                let ran = run(program, alone, &[("CLACC_DISCRETE_UNWRITTEN", value)]);
                differs(fault, lines, &ran)
            }
            Expected::Open(_) => None,
        };
        let text = crate::c_text::write(&case.program, number).text;
        lines += text.lines().count();
        reports.extend(different.map(|different| {
            let change = case.change.unwrap_or("nothing");
            format!("program {} ({change}): {different}\n{text}", case.seed)
        }));
    }
    reports
}

/// Compares what a run prints with what is expected.
fn prints(program: &Path, numbers: Range<usize>, device: &str, expected: &[String]) -> Option<String> {
    let ran = run(program, numbers, &[("ACC_DEVICE_TYPE", device)]);
    let is_right = ran.end == End::Success && ran.sections.first().is_some_and(|printed| printed == expected);
    (!is_right)
        .then(|| format!("on {device}: expected: {expected:?}\nprinted: {:?}\n{}", ran.sections, ran.said))
}

/// Compares the end of a run with the expected fault. `before` is the number of lines before the program.
fn differs(fault: &Fault, before: usize, ran: &Ran) -> Option<String> {
    let first = ran.said.lines().find(|line| line.contains(": error: ")).unwrap_or_default();
    let line = first.split(':').nth(1).and_then(|line| line.parse::<usize>().ok()).unwrap_or_default();
    let is_meant = ran.end == End::Failure
        && fault.lines.contains(&line.saturating_sub(before))
        && fault.causes.iter().any(|cause| first.contains(&format!("[{cause}]")))
        && ran.said.contains(&fault.name)
        && ran.sections.first().is_some_and(|printed| printed.starts_with(&fault.printed));
    let lines = fault.lines.start() + before..=fault.lines.end() + before;
    (!is_meant).then(|| format!("expected: {lines:?} {fault:?}\nprinted {:?}\n{}", ran.sections, ran.said))
}
