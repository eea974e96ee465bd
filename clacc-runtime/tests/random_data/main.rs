//! Random sequences of data constructs, routines and kernels on the devices that find mistakes in the use of data, beside a model of
//! the data environment (OpenACC 3.4 2.6 and 2.7). After each step the bytes of the host and of all copies are those of the model. A step
//! that is a mistake for the model ends the program with the condition that the model names, and no other step does.
//!
//! A mistake ends the process: the test runs itself again for each seed. `CLACC_RANDOM_SEEDS=from..to` chooses the seeds, and
//! `CLACC_RANDOM_SEED=n` runs one of them in this process and tells its steps.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a test tells its steps")]

mod kernel;
mod model;
mod sequence;

use std::process::{Command, ExitStatus};

const SEED: &str = "CLACC_RANDOM_SEED";
const SEEDS: &str = "CLACC_RANDOM_SEEDS";
const MANY: &str = "CLACC_RANDOM_STEPS";

/// Numbers that look random, the same for the same seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..8).for_each(|_| _ = random.below(2));
        random
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit.max(1)
    }

    /// Returns true so many times of a hundred.
    pub(crate) fn percent(&mut self, times: usize) -> bool {
        self.below(100) < times
    }

    pub(crate) fn one_of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).copied()
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn seeds() -> std::ops::Range<u64> {
    let text = std::env::var(SEEDS).unwrap_or_default();
    let both = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    both.unwrap_or(1..20)
}

/// Runs one sequence in a process of its own. Returns the number of its steps.
fn check(seed: u64) -> Result<u64, String> {
    let test = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(test);
    command.args(["random_data_agrees_with_a_model", "--exact", "--nocapture", "--test-threads=1"]);
    command.env(SEED, seed.to_string()).env("ACC_DEVICE_TYPE", "discrete").env("CLACC_DISCRETE_DEVICES", "2");
    let output = command.output().map_err(|error| error.to_string())?;
    let (told, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let errors: Vec<_> =
        said.lines().filter(|line| line.ends_with(']') && !line.contains("warning: ")).collect();
    let expected = told.lines().find_map(|line| Some(line.split_once("expected: ")?.1));
    if is_as_expected(output.status, expected, &errors) {
        return Ok(told.lines().filter(|line| line.starts_with("step ")).count() as u64);
    }
    let last: Vec<_> = told.lines().rev().take(12).collect();
    Err(format!(
        "seed {seed}: {}, expected {expected:?}\n{said}\nlast steps, backwards: {last:#?}",
        output.status
    ))
}

fn is_as_expected(status: ExitStatus, expected: Option<&str>, errors: &[&str]) -> bool {
    match (expected, errors) {
        (None, []) => status.success(),
        (Some(condition), [error]) => status.code() == Some(1) && error.contains(condition),
        _ => false,
    }
}

#[test]
fn random_data_agrees_with_a_model() {
    if let Some(seed) = number(SEED) {
        return sequence::run(seed, number(MANY).unwrap_or(300));
    }
    let results: Vec<_> = seeds().map(check).collect();
    let steps: u64 = results.iter().flatten().sum();
    println!("{steps} steps of {} sequences", results.len());
    let wrong: Vec<_> = results.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{} sequences are wrong\n{}", wrong.len(), wrong.join("\n"));
}
