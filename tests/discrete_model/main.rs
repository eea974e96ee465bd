//! Generated programs on the device `discrete`: right ones print what the model of separate memory says, and those with a planted mistake
//! end at the statement that the model names.
//!
//! The programs and the model are those of `tests/generated`.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "the numbers in generated programs are small and whole"
)]
#![expect(clippy::print_stdout, reason = "long runs by hand print what they find")]
#![expect(clippy::format_collect, clippy::large_enum_variant, reason = "programs are small")]
#![expect(clippy::single_match_else, reason = "two cases of one thing")]

#[path = "../commands/mod.rs"]
mod commands;
mod device;
mod expected;
mod figures;
mod mistakes;
#[expect(dead_code, reason = "other tests use more of it")]
#[path = "../generated/programs/mod.rs"]
mod programs;

use std::collections::BTreeMap;
use std::path::Path;

use commands::is_installed;
use device::{Build, Case};
use expected::Expected;
use figures::Figures;
use programs::generate::{self, Extras};
use programs::rng::Rng;

/// Programs in one C file.
const PER_UNIT: usize = 40;

/// The number of changes that are tried in each program.
const MISTAKES: u64 = 8;

/// The cases of a seed: the program, and those with a change that shows.
fn cases(seed: u64, open: &mut BTreeMap<&'static str, usize>) -> Vec<Case> {
    // Programs have nothing for which no code is generated.
    let right = generate::program(seed, Extras::NONE);
    let case = |program, change, expected| Case { seed, program, change, expected };
    let printed = Expected::of(&right);
    let mut cases = Vec::new();
    for mistake in 0..MISTAKES {
        let mut rng = Rng::new(seed.wrapping_mul(MISTAKES + 1) + mistake);
        let mut changed = right.clone();
        let Some(change) = mistakes::plant(&mut changed, &mut rng) else { continue };
        match Expected::of(&changed) {
            Expected::Open(why) => *open.entry(why).or_default() += 1,
            Expected::Prints(lines) if matches!(&printed, Expected::Prints(same) if *same == lines) => {}
            expected => cases.push(case(changed, Some(change), expected)),
        }
    }
    cases.push(case(right, None, printed));
    cases
}

/// Programs that wait until there are enough for a C file.
struct Waiting {
    cases: Vec<Case>,
    /// The compilers of the files with their optimization levels, in turn.
    builds: Vec<Build>,
    units: usize,
}

impl Waiting {
    fn new(builds: Vec<Build>) -> Waiting {
        Waiting { cases: Vec::new(), builds, units: 0 }
    }

    /// Builds and runs what waits, if there is enough or nothing more to come.
    fn check(&mut self, is_last: bool, folder: &Path, figures: &mut Figures) {
        if self.cases.is_empty() || self.cases.len() < PER_UNIT && !is_last {
            return;
        }
        let known: Vec<&Case> = self.cases.iter().collect();
        check(&known, folder, self.builds[self.units % self.builds.len()], figures);
        self.units += 1;
        self.cases.clear();
    }
}

/// Runs the programs of some seeds. `faults` is the build of programs that end with a fault.
fn run(first: u64, count: u64, faults: Build, is_loud: bool) -> Figures {
    let scratch = tempfile::tempdir().expect("a scratch folder can be made");
    let mut figures = Figures::default();
    let mut printing = Waiting::new(vec![("gcc", "-O1"), ("gcc", "-O0")]);
    let mut ending = Waiting::new(vec![faults]);
    for seed in first..first + count {
        for case in cases(seed, &mut figures.open) {
            let waiting =
                if matches!(case.expected, Expected::Ends(_)) { &mut ending } else { &mut printing };
            waiting.cases.push(case);
        }
        let before = figures.reports.len();
        let is_last = seed + 1 == first + count;
        printing.check(is_last, scratch.path(), &mut figures);
        ending.check(is_last, scratch.path(), &mut figures);
        if is_loud {
            figures.reports[before..].iter().for_each(|report| println!("{report}\n"));
        }
    }
    figures
}

/// Builds and runs some programs, without those for which no code is generated.
fn check(cases: &[&Case], folder: &Path, build: Build, figures: &mut Figures) {
    match device::build(cases, folder, build) {
        Ok(unit) => unit.compare(cases, figures),
        Err(refusal) => {
            let is_refused = |number: usize| refusal.numbers.is_empty() || refusal.numbers.contains(&number);
            let (refused, left): (Vec<_>, Vec<_>) = (0..cases.len()).partition(|number| is_refused(*number));
            figures.refused += refused.len();
            let seeds: Vec<u64> = refused.iter().map(|number| cases[*number].seed).collect();
            println!("programs {seeds:?} do not build: {}", refusal.said);
            let left: Vec<&Case> = left.into_iter().map(|number| cases[number]).collect();
            if !left.is_empty() {
                check(&left, folder, build, figures);
            }
        }
    }
}

#[test]
fn programs_do_what_the_model_says() {
    let figures = run(20, 15, ("gcc", "-O0"), false);
    assert_eq!((figures.printing, figures.open_right, figures.refused), (15, 0, 0));
    assert!(figures.changed > 0 && figures.ending.len() > 2, "{:?}", figures.ending);
    assert!(figures.ending.contains_key("discrete_not_waited_for"), "missing waits are among the mistakes");
    assert!(figures.reports.is_empty(), "{}", figures.reports.join("\n"));
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A campaign by hand: `CLACC_PROGRAMS` seeds from `CLACC_SEED` on.
#[test]
#[ignore = "it takes as long as it is asked to"]
fn long_run() {
    // gcc removes accesses like those of `x - x`, even without optimization.
    let faults = if is_installed("clang-19") { "clang-19" } else { "gcc" };
    let (first, count) = (number("CLACC_SEED", 1_000_000), number("CLACC_PROGRAMS", 100));
    let figures = run(first, count, (faults, "-O0"), true);
    let Figures { printing, open_right, changed, ending, open, refused, reports } = &figures;
    println!(
        "right {printing}, right and open {open_right}, changed {changed}, ending {ending:?}, refused {refused}, different {}",
        reports.len()
    );
    println!("open {open:#?}");
    assert!(reports.is_empty(), "{} programs differ", reports.len());
}
