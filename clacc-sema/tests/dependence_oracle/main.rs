//! Proofs about loops against execution: functions with nests of loops are made at random and executed with all
//! small inputs, and what is proven about each of their loops must hold in all executions.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the numbers in generated functions are small"
)]
#![expect(clippy::format_collect, clippy::single_match_else, reason = "functions are small")]
#![expect(clippy::print_stdout, reason = "long runs by hand print what they find")]

mod called;
mod changed_places;
mod draw;
mod judged;
mod nest;
#[path = "../../../tests/generated/rng.rs"]
mod rng;
mod run;

use judged::Figures;

/// Checks the functions of some seeds, with parameters up to and with `highest`.
fn check(first: u64, count: u64, highest: i64) -> Figures {
    let mut figures = Figures::default();
    for seed in first..first + count {
        judged::check(seed, &draw::function(seed), highest, &mut figures);
    }
    figures
}

#[test]
fn what_is_proven_holds_when_the_loops_are_executed() {
    let figures = check(0, 400, 3);
    assert_eq!(figures.wrong, Vec::<String>::new());
    assert!(figures.parallel > 150, "{figures}");
    assert!(figures.changed_places > 5, "{figures}");
}

#[test]
fn executions_tell_right_answers_from_wrong_ones() {
    (0..200).for_each(|seed| judged::check_itself(seed, &draw::function(seed), 3));
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
#[ignore = "for long runs by hand: CLACC_NESTS is the number of functions, CLACC_SEED the first one"]
fn a_long_run() {
    let (first, count) = (number("CLACC_SEED", 1_000_000), number("CLACC_NESTS", 100_000));
    let workers = number("CLACC_THREADS", 2);
    let share = count.div_ceil(workers);
    let figures = std::thread::scope(|scope| {
        let runs: Vec<_> =
            (0..workers).map(|worker| scope.spawn(move || check(first + worker * share, share, 4))).collect();
        runs.into_iter().map(|run| run.join().expect("no thread fails")).reduce(Figures::and)
    });
    let figures = figures.expect("a thread");
    println!("{figures}");
    figures.wrong.iter().for_each(|wrong| println!("{wrong}"));
    assert!(figures.wrong.is_empty(), "{} wrong answers", figures.wrong.len());
}
