//! Every clause matters: without it, or with less, a program prints something else.
//!
//! Translations are weakened in one place each, as typed OpenMP forms, and built and run beside the unchanged
//! ones. See the README beside this file.

#![expect(clippy::print_stdout, reason = "long runs by hand print what they find")]

mod campaign;
mod kind;
mod policy;
mod programs;
mod reasons;
mod record;
#[expect(dead_code, reason = "other tests use more of it")]
#[path = "../run/toolchain.rs"]
mod toolchain;
mod trial;
mod weaken;

use std::collections::{BTreeMap, BTreeSet};

use clacc_syntax::directive::AccDirective;
use clacc_ttx::rules::{self, ClauseRule};

use campaign::{Found, Limits, Mutants};
use kind::Kind;
use policy::Base;
use programs::Program;
use record::Record;
use toolchain::Build;
use trial::{Outcome, Subject};

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The rows with a function that no program of the campaign prints.
fn unprinted_rows<'k>(kinds: impl Iterator<Item = &'k Kind>) -> Vec<String> {
    let printed: BTreeSet<String> = kinds.map(|kind| format!("{} {}", kind.construct, kind.asked)).collect();
    let rows = AccDirective::ALL.iter().flat_map(|directive| {
        let rows = rules::tables(*directive)
            .iter()
            .flat_map(|table| table.clauses.iter().chain(table.common).chain(table.last));
        let rows = rows.filter(|(_, rule)| matches!(rule, ClauseRule::By(_)));
        rows.map(|(clause, _)| format!("{} {}", directive.text(), clause.text()))
    });
    rows.collect::<BTreeSet<String>>().difference(&printed).cloned().collect()
}

/// Some kinds that are caught in every run, each by a small program.
const SAMPLE: &[(&str, &str)] = &[
    ("data | copy | map(tofrom) | as to", "data_copy.c"),
    ("data | copyin | map(to) | as alloc", "data_copyin_copyout.c"),
    ("update | self | from | dropped", "update_self.c"),
    ("update | device | to | dropped", "update_device.c"),
];

#[test]
fn some_kinds_are_caught() {
    if !Build::installed().any(|build| build.name == "clang-plugin") {
        println!("skipped: clang 19 is not installed with its plugin");
        return;
    }
    let is_sample = |program: &Program| SAMPLE.iter().any(|(_, name)| *name == program.name());
    let subjects: Vec<Subject> = programs::own(Base::Clacc).filter(is_sample).map(Subject::new).collect();
    let mut kinds = campaign::mutants(&subjects, &Record::new());
    kinds.retain(|kind, mutants| {
        let of = |(kind_text, name): &(&str, &'static str)| (kind.to_string() == *kind_text).then_some(*name);
        let by = SAMPLE.iter().find_map(of);
        mutants.retain(|(program, _)| Some(&*subjects[*program].program.name()) == by);
        by.is_some()
    });
    let found = campaign::run(&subjects, &kinds, &Limits { unexplained: 3, explained: 0 });
    let caught = found.values().filter(|found| found.best == Outcome::Differs).count();
    assert_eq!(caught, SAMPLE.len(), "{found:#?}");
}

/// Chooses the kinds that the environment asks for.
fn choose(kinds: &mut BTreeMap<Kind, Mutants>, record: &Record) {
    if let Ok(only) = std::env::var("CLACC_KIND") {
        kinds.retain(|kind, _| kind.to_string().contains(&only));
    }
    if std::env::var("CLACC_MISSING").is_ok() {
        let is_caught = |kind: &Kind| record.contains_key(&kind.to_string());
        kinds.retain(|kind, _| !is_caught(kind) && reasons::of(kind).is_none());
    }
}

/// What is wrong with the outcome of a kind, or with its reason.
fn fault(kind: &Kind, found: &Found) -> Option<String> {
    match (found.best, reasons::of(kind)) {
        (Outcome::Survived, None) => Some(format!("neither caught nor explained: {kind}")),
        (Outcome::Differs, Some(_)) => Some(format!("explained, but caught by {}: {kind}", found.by)),
        _ => None,
    }
}

/// A campaign by hand: see the README beside this file.
#[test]
#[ignore = "it takes a quarter of an hour"]
fn every_kind_is_caught_or_explained() {
    try_kinds(Base::Clacc, |_| true, &[]);
}

/// A campaign with what policy `performance` alone prints.
#[test]
#[ignore = "it takes some minutes"]
fn every_kind_of_performance_is_caught_or_explained() {
    let of_clacc = record::read(Base::Clacc);
    try_kinds(Base::Performance, |kind| !of_clacc.contains_key(&kind.to_string()), reasons::LEFT_OUT);
}

/// Tries the kinds of a policy that are wanted. `left_out` are the rows that only this policy prints nothing for.
fn try_kinds(base: Base, is_wanted: impl Fn(&Kind) -> bool, left_out: &[(&str, &str)]) {
    let subjects: Vec<Subject> = programs::all(base).into_iter().map(Subject::new).collect();
    let record = record::read(base);
    let mut kinds = campaign::mutants(&subjects, &record);
    let found_unprinted = unprinted_rows(kinds.keys());
    kinds.retain(|kind, _| is_wanted(kind));
    choose(&mut kinds, &record);
    let mutants: usize = kinds.values().map(Vec::len).sum();
    println!("{} programs, {} kinds, {mutants} mutants", subjects.len(), kinds.len());
    let limits =
        Limits { unexplained: number("CLACC_TRIES", 20), explained: number("CLACC_EXPLAINED_TRIES", 4) };
    let found = campaign::run(&subjects, &kinds, &limits);
    let mut counts: BTreeMap<(Outcome, bool), usize> = BTreeMap::new();
    for (kind, found) in &found {
        *counts.entry((found.best, reasons::of(kind).is_some())).or_default() += 1;
    }
    println!("kinds {}: {counts:?} (outcome, explained)", found.len());
    if std::env::var("UPDATE_EXPECT").is_ok() {
        record::write(base, record, &found);
    }
    let wrong: Vec<String> = found.iter().filter_map(|(kind, found)| fault(kind, found)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let explained = reasons::UNPRINTED.iter().chain(left_out).map(|(row, _)| (*row).to_owned());
    let explained: BTreeSet<String> = explained.collect();
    assert_eq!(
        found_unprinted,
        explained.into_iter().collect::<Vec<_>>(),
        "rows of the tables that print nothing"
    );
}
