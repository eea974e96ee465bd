//! Tries mutants of every kind until one is caught.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::kind::Kind;
use crate::programs::Program;
use crate::reasons;
use crate::record::Record;
use crate::trial::{Outcome, Subject};

/// What became of the mutants of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) mutants: usize,
    pub(crate) tried: usize,
    pub(crate) best: Outcome,
    /// The program with the mutant that was caught.
    pub(crate) by: String,
}

/// The mutants of one kind, each as the number of a program and its number there.
pub(crate) type Mutants = Vec<(usize, u32)>;

/// The turn of a mutant, whether its program is another one and which, and its number there.
type Place = (usize, (bool, usize), u32);

/// How many mutants are tried, by whether the kind is known to make no difference.
pub(crate) struct Limits {
    pub(crate) unexplained: usize,
    pub(crate) explained: usize,
}

/// After a mutant that compilers refuse, this many others are tried: one that is run says more.
const AFTER_REFUSED: usize = 3;

/// How many mutants that survive on the device are run on the host.
const ON_HOST: usize = 4;

/// The mutants of all kinds: first one of each program, then another of each. Programs that were made for this
/// come first.
pub(crate) fn mutants(subjects: &[Subject], record: &Record) -> BTreeMap<Kind, Mutants> {
    let mut found: BTreeMap<Kind, Vec<Place>> = BTreeMap::new();
    let all = each(subjects, |_, subject, _| subject.program.kinds());
    for (program, kinds) in all.into_iter().enumerate() {
        for (number, kind) in kinds.into_iter().enumerate() {
            let kind_text = kind.to_string();
            let mutants = found.entry(kind).or_default();
            let name = subjects[program].program.name();
            // All mutants of the program that caught one come first.
            let is_recorded = record.get(&kind_text).is_some_and(|(_, by)| *by == name);
            let turn = mutants.iter().rev().take_while(|mutant| mutant.1.1 == program).count() + 1;
            let turn = if is_recorded { 0 } else { turn };
            mutants.push((turn, (!name.starts_with("clauses_of_"), program), number as u32));
        }
    }
    let in_turns = |mut mutants: Vec<Place>| {
        mutants.sort_unstable();
        mutants.into_iter().map(|(_, (_, program), number)| (program, number)).collect()
    };
    found.into_iter().map(|(kind, mutants)| (kind, in_turns(mutants))).collect()
}

/// Tries the mutants of every kind.
pub(crate) fn run(
    subjects: &[Subject],
    kinds: &BTreeMap<Kind, Mutants>,
    limits: &Limits,
) -> BTreeMap<Kind, Found> {
    let kinds: Vec<(&Kind, &Mutants)> = kinds.iter().collect();
    let found = each(&kinds, |_, (kind, mutants), scratch| {
        let found = attempt(subjects, kind, mutants, limits, scratch);
        let Found { mutants, tried, best, by } = &found;
        let reason = reasons::of(kind).unwrap_or_default();
        println!("{best:?}\t{tried}/{mutants}\t{kind}\t{by}\t{reason}");
        ((*kind).clone(), found)
    });
    found.into_iter().filter(|(_, found)| found.best != Outcome::NoMutant).collect()
}

fn attempt(subjects: &[Subject], kind: &Kind, mutants: &Mutants, limits: &Limits, scratch: &Path) -> Found {
    let mut found = Found { mutants: mutants.len(), tried: 0, best: Outcome::NoMutant, by: String::new() };
    let mut left = if reasons::of(kind).is_some() { limits.explained } else { limits.unexplained };
    for (program, number) in mutants {
        if left == 0 {
            break;
        }
        let subject = &subjects[*program];
        let outcome = subject.attempt(*number, scratch);
        if outcome == Outcome::NoMutant {
            continue;
        }
        found.tried += 1;
        found.improve(outcome, &subject.program);
        left = match outcome {
            Outcome::Differs => return found,
            Outcome::Refused => AFTER_REFUSED.min(left - 1),
            _ => left - 1,
        };
    }
    if found.best == Outcome::Survived {
        for (program, number) in mutants.iter().take(ON_HOST) {
            let subject = &subjects[*program];
            found.improve(subject.attempt_on_host(*number, scratch), &subject.program);
        }
    }
    found
}

impl Found {
    fn improve(&mut self, outcome: Outcome, program: &Program) {
        if outcome > self.best {
            self.best = outcome;
            self.by = program.name();
        }
    }
}

/// Does something with each of several things on all processors, each with a folder of its own.
pub(crate) fn each<T: Sync, R: Send>(things: &[T], work: impl Fn(usize, &T, &Path) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<usize, R>> = Mutex::default();
    let workers = std::env::var("CLACC_WORKERS").ok().and_then(|workers| workers.parse().ok());
    let workers = workers.or_else(|| std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                let scratch = tempfile::tempdir().expect("a scratch folder can be made");
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(thing) = things.get(number) else { return };
                    let result = work(number, thing, scratch.path());
                    results.lock().expect("no other thread failed").insert(number, result);
                }
            });
        }
    });
    results.into_inner().expect("no thread failed").into_values().collect()
}
