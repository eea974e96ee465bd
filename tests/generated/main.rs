//! Random programs and random damage.
//!
//! Programs with OpenACC directives are made at random, a reference model of OpenACC says what they print, and
//! their translations must print the same.

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

mod campaign;
mod damage;
mod damaged_texts;
mod layouts;
#[expect(dead_code, reason = "tests of devices use more of it")]
mod programs;
mod promises;
mod shrink;
#[path = "../small_headers/mod.rs"]
mod small_headers;
#[expect(dead_code, reason = "other tests use more of it")]
#[path = "../run/toolchain.rs"]
mod toolchain;
mod walks;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use campaign::{Case, Difference, Figures, Kind, Route};
use generate::Extras;
use programs::{c_text, generate, model, program, rng, unit};

/// Programs in one C file.
const PER_UNIT: u64 = 40;

/// Programs whose translations are known to be wrong, each with the reason.
const KNOWN: &[(u64, &str)] = &[];

/// Runs many programs on all processors.
fn run_programs(first: u64, count: u64, is_loud: bool) -> Figures {
    let scratch = tempfile::tempdir().expect("a scratch folder can be made");
    let next = AtomicU64::new(0);
    let all = Mutex::new(Figures::default());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let folder = campaign::folder(scratch.path(), worker);
            let (next, all) = (&next, &all);
            scope.spawn(move || {
                loop {
                    let unit = next.fetch_add(1, Ordering::Relaxed);
                    if unit * PER_UNIT >= count {
                        return;
                    }
                    let seeds = first + unit * PER_UNIT..first + ((unit + 1) * PER_UNIT).min(count);
                    let cases: Vec<Case> = seeds.map(case).collect();
                    let optimization = ["-O1", "-O0", "-O2"][(unit % 3) as usize];
                    let figures = campaign::run(&cases, &campaign::routes(), &folder, optimization);
                    if is_loud {
                        figures.differences.iter().for_each(|difference| println!("{difference}"));
                    }
                    all.lock().expect("no other thread failed").add(figures);
                }
            });
        }
    });
    all.into_inner().expect("no thread failed")
}

fn case(seed: u64) -> Case {
    let program = generate::program(seed, Extras::ALL);
    Case::new(seed, program.clone()).unwrap_or_else(|| {
        let why = [model::evaluate(&program, true).err(), model::evaluate(&program, false).err()];
        panic!("the model does not determine program {seed}: {why:?}\n{}", c_text::write(&program, 0).text)
    })
}

/// Makes the program of a difference smaller.
fn smallest(found: &Difference) -> String {
    let scratch = tempfile::tempdir().expect("a scratch folder can be made");
    let is_meant = |route: &Route| {
        route.mapping.name == found.dialect && (found.build.is_empty() || route.builds.contains(&found.build))
    };
    let mut routes: Vec<Route> = campaign::routes().into_iter().filter(is_meant).collect();
    routes[0].builds.retain(|build| *build == found.build);
    let is_wrong = |program: &program::Program| {
        let Some(case) = Case::new(found.seed, program.clone()) else { return false };
        let figures = campaign::run(&[case], &routes, scratch.path(), found.optimization);
        figures.differences.iter().any(|other| other.kind == found.kind && other.build == found.build)
    };
    let program = generate::program(found.seed, Extras::ALL);
    if !is_wrong(&program) {
        return "it does not happen again".to_owned();
    }
    let program = shrink::shrink(program, is_wrong);
    let expected = model::evaluate(&program, true);
    format!("{}expected: {expected:?}", c_text::write(&program, 0).text)
}

fn assert_right(figures: &Figures) {
    let is_known = |seed| KNOWN.iter().any(|(known, _)| *known == seed);
    let is_wrong =
        |difference: &&Difference| difference.kind != Kind::DiffersAsSaid && !is_known(difference.seed);
    let wrong: Vec<String> = figures.differences.iter().filter(is_wrong).map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn translated_programs_print_what_the_model_says() {
    assert_right(&run_programs(0, PER_UNIT, false));
}

/// The program differs if libomptarget does not know of the pointers that routines attach and detach.
#[test]
fn routines_and_directives_attach_the_same_pointers() {
    assert_right(&run_programs(7_000_113, 1, false));
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A campaign by hand: see the README beside this file.
#[test]
#[ignore = "it takes as long as it is asked to"]
fn long_run() {
    let figures = run_programs(number("CLACC_SEED", 1_000_000), number("CLACC_PROGRAMS", 1000), true);
    println!("programs {} directives {} runs {:?}", figures.programs, figures.directives, figures.runs);
    println!("approximated {:?} kept {:?}", figures.approximated, figures.kept);
    println!("in files with objects for queues {:?}", figures.with_objects);
    for (reason, count) in &figures.approximated_reasons {
        println!("  approximated {count}: {reason}");
    }
    for (reason, count) in &figures.kept_reasons {
        println!("  kept {count}: {reason}");
    }
    let mut left = number("CLACC_SHRINK", 5);
    let mut shrunk = std::collections::BTreeSet::new();
    for difference in &figures.differences {
        let is_small = !matches!(difference.kind, Kind::Changes | Kind::DiffersAsSaid);
        let is_wanted = is_small && shrunk.insert((difference.seed, difference.kind));
        if left > 0 && is_wanted {
            left -= 1;
            println!("\n{difference}\n{}", smallest(difference));
        }
    }
    assert_right(&figures);
}

/// Prints the program of `CLACC_SEED`.
#[test]
#[ignore = "it is for looking at one program"]
fn show() {
    println!("{}", c_text::write(&generate::program(number("CLACC_SEED", 0), Extras::ALL), 0).text);
}

/// Writes programs as files into the folder `CLACC_FOLDER`, for other campaigns.
#[test]
#[ignore = "it is for other campaigns"]
fn write_programs() {
    let folder = std::env::var("CLACC_FOLDER").expect("CLACC_FOLDER names a folder");
    let first = number("CLACC_SEED", 0);
    for seed in first..first + number("CLACC_PROGRAMS", 100) {
        let path = std::path::Path::new(&folder).join(format!("generated_{seed}.c"));
        std::fs::write(path, campaign::file(&case(seed))).expect("the program can be written");
    }
}
