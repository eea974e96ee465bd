//! Random programs and random damage.
//!
//! Programs with OpenACC directives are made at random, a reference model of OpenACC says what they print, and
//! their translations must print the same.

mod c_text;
mod campaign;
mod generate;
mod model;
mod program;
mod rng;
mod shrink;
#[expect(dead_code, reason = "other tests use more of it")]
#[path = "../run/toolchain.rs"]
mod toolchain;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use campaign::{Case, Difference, Figures, Kind, ROUTES};

/// Programs in one C file.
const PER_UNIT: u64 = 40;

/// Runs many programs on all processors.
fn run_programs(first: u64, count: u64) -> Figures {
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
                    let figures = campaign::run(&cases, &ROUTES, &folder, optimization);
                    all.lock().expect("no other thread failed").add(figures);
                }
            });
        }
    });
    all.into_inner().expect("no thread failed")
}

fn case(seed: u64) -> Case {
    let program = generate::program(seed);
    Case::new(seed, program.clone()).unwrap_or_else(|| {
        let why = [model::evaluate(&program, true).err(), model::evaluate(&program, false).err()];
        panic!("the model does not determine program {seed}: {why:?}\n{}", c_text::write(&program, 0))
    })
}

/// Makes the program of a difference smaller.
fn smallest(found: &Difference) -> String {
    let scratch = tempfile::tempdir().expect("a scratch folder can be made");
    let routes: Vec<campaign::Route> =
        ROUTES.into_iter().filter(|route| route.dialect.name == found.dialect).collect();
    let mut is_wrong = |program: &program::Program| {
        let Some(case) = Case::new(found.seed, program.clone()) else { return false };
        ["-O1", "-O0"].into_iter().any(|optimization| {
            let figures = campaign::run(
                &[Case::new(case.seed, case.program.clone()).expect("as before")],
                &routes,
                scratch.path(),
                optimization,
            );
            figures.differences.iter().any(|other| other.kind == found.kind && other.build == found.build)
        })
    };
    let program = generate::program(found.seed);
    if !is_wrong(&program) {
        return "it does not happen again".to_owned();
    }
    let program = shrink::shrink(program, is_wrong);
    let expected = model::evaluate(&program, true);
    format!("{}expected: {expected:?}", c_text::write(&program, 0))
}

#[test]
fn translated_programs_print_what_the_model_says() {
    let figures = run_programs(0, 2 * PER_UNIT);
    let wrong: Vec<&Difference> =
        figures.differences.iter().filter(|difference| difference.kind != Kind::DiffersAsSaid).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A campaign by hand: see the README beside this file.
#[test]
#[ignore = "it takes as long as it is asked to"]
fn long_run() {
    let figures = run_programs(number("CLACC_SEED", 1_000_000), number("CLACC_PROGRAMS", 1000));
    println!("programs {} directives {} runs {:?}", figures.programs, figures.directives, figures.runs);
    println!("approximated {:?} kept {:?}", figures.approximated, figures.kept);
    for (reason, count) in &figures.approximated_reasons {
        println!("  approximated {count}: {reason}");
    }
    for (reason, count) in &figures.kept_reasons {
        println!("  kept {count}: {reason}");
    }
    let mut left = number("CLACC_SHRINK", 5);
    let mut shrunk = std::collections::BTreeSet::new();
    for difference in &figures.differences {
        println!("\n{difference:#?}");
        let is_wanted = difference.kind != Kind::Changes && shrunk.insert((difference.seed, difference.kind));
        if left > 0 && is_wanted {
            left -= 1;
            println!("{}", smallest(difference));
        }
    }
}

/// Prints the program of `CLACC_SEED`.
#[test]
#[ignore = "it is for looking at one program"]
fn show() {
    println!("{}", c_text::write(&generate::program(number("CLACC_SEED", 0)), 0));
}
