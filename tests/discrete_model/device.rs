//! Builds programs for the device, runs them and compares.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{command, status, text};
use crate::expected::{Expected, Fault};
use crate::figures::Figures;
use crate::programs::program::Program;
use crate::programs::unit::{End, PRELUDE, Ran, sections, unit};
use crate::programs::{c_text, model};

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

/// A file of programs that was built.
pub(crate) struct Unit {
    program: PathBuf,
    /// The last line of each program.
    ends: Vec<usize>,
}

/// The reason why a unit does not build.
pub(crate) struct Refusal {
    pub(crate) said: String,
    /// The numbers of the programs that errors name.
    pub(crate) numbers: BTreeSet<usize>,
}

/// Builds the programs of a unit as one file.
pub(crate) fn build(cases: &[&Case], folder: &Path, (compiler, level): Build) -> Result<Unit, Refusal> {
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
        return Ok(Unit { program, ends });
    }
    let said = text(&built.stderr);
    let places =
        said.lines().filter_map(|line| line.trim().strip_prefix("--> ")?.split(':').nth(1)?.parse().ok());
    let numbers = places.filter_map(|line: usize| ends.iter().position(|end| line <= *end)).collect();
    Err(Refusal { said, numbers })
}

impl Unit {
    /// Runs one program.
    fn run(&self, number: usize, settings: &[(&str, &str)]) -> Ran {
        let mut command = Command::new("timeout");
        command.arg("10").arg(&self.program).args([number.to_string(), (number + 1).to_string()]);
        command.env("ACC_DEVICE_TYPE", "discrete").envs(settings.iter().copied());
        sections(command)
    }

    /// Compares what the programs do with what is expected, and counts them.
    pub(crate) fn compare(&self, cases: &[&Case], figures: &mut Figures) {
        for (number, case) in cases.iter().enumerate() {
            let different = match &case.expected {
                Expected::Prints(expected) => self.compare_lines(number, case, expected),
                Expected::Ends(fault) => self.compare_end(number, fault),
                Expected::Open(_) => None,
            };
            figures.count(case);
            figures.reports.extend(different.map(|different| {
                let change = case.change.unwrap_or("nothing");
                let text = c_text::write(&case.program, number).text;
                format!("program {} ({change}): {different}\n{text}", case.seed)
            }));
        }
    }

    /// Compares what a program prints on the device and in the memory of the host.
    fn compare_lines(&self, number: usize, case: &Case, expected: &[String]) -> Option<String> {
        self.prints(number, "discrete", expected).or_else(|| {
            let shared = model::evaluate(&case.program, false).ok()?;
            self.prints(number, "host", &shared)
        })
    }

    fn prints(&self, number: usize, device: &str, expected: &[String]) -> Option<String> {
        let ran = self.run(number, &[("ACC_DEVICE_TYPE", device)]);
        let is_right =
            ran.end == End::Success && ran.sections.first().is_some_and(|printed| printed == expected);
        (!is_right).then(|| {
            format!("on {device}: expected: {expected:?}\nprinted: {:?}\n{}", ran.sections, ran.said)
        })
    }

    /// Compares the end of a program with the expected fault.
    fn compare_end(&self, number: usize, fault: &Fault) -> Option<String> {
        let value = if fault.is_unset { "reported" } else { "items" };
        let ran = self.run(number, &[("CLACC_DISCRETE_UNWRITTEN", value)]);
        let before = number.checked_sub(1).map_or_else(|| PRELUDE.lines().count(), |last| self.ends[last]);
        let first = ran.said.lines().find(|line| line.contains(": error: ")).unwrap_or_default();
        let line = first.split(':').nth(1).and_then(|line| line.parse::<usize>().ok()).unwrap_or_default();
        // Parts of a variable are found where a construct begins, before the statement in it.
        let is_early = first.contains("[discrete_parts]");
        let is_meant = ran.end == End::Failure
            && (is_early || fault.lines.contains(&line.saturating_sub(before)))
            && fault.causes.iter().any(|cause| first.contains(&format!("[{cause}]")))
            && fault.name.as_ref().is_none_or(|name| ran.said.contains(name))
            && ran.sections.first().is_some_and(|printed| printed.starts_with(&fault.printed));
        let lines = fault.lines.start() + before..=fault.lines.end() + before;
        (!is_meant)
            .then(|| format!("expected: {lines:?} {fault:?}\nprinted {:?}\n{}", ran.sections, ran.said))
    }
}
