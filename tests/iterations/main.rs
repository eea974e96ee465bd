//! No iteration is lost or done twice: loops of every form that OpenACC permits are translated, compiled and
//! run, and the counters of their iterations are compared with those of the serial loop.
//!
//! The ordinary test takes some forms. The long run is by hand:
//! `ITERATION_FORMS=500 ITERATION_SEED=1 cargo test --release --test iterations -- --ignored --nocapture`;
//! `ITERATION_COMPILERS="gcc clang-19"` and `ITERATION_LEVELS="-O0 -O3"` choose the builds.

mod builds;
mod form;
mod source;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use builds::Build;
use clacc::diagnostics::Severity;
use clacc::dialect::{self, Fault};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::policy::Policy;
use clacc::translate::TranslateOptions;
use clacc::{Dialect, Session};
use form::Form;

/// How many forms the ordinary run takes, and which.
const ORDINARY: (usize, u64) = (65, 3);

/// So many forms share a program.
const FORMS_PER_PROGRAM: usize = 20;

/// A policy and a dialect.
#[derive(Clone, Copy)]
struct Mapping {
    policy: fn() -> Policy,
    dialect: Dialect,
}

impl Mapping {
    const fn clacc(dialect: Dialect) -> Mapping {
        Mapping { policy: Policy::clacc, dialect }
    }

    const fn performance(dialect: Dialect) -> Mapping {
        Mapping { policy: Policy::performance, dialect }
    }

    /// How `--compare` names it.
    fn name(&self) -> String {
        format!("{}:{}", (self.policy)().name(), self.dialect.name())
    }
}

/// What the ordinary run takes.
const ORDINARY_MAPPINGS: &[Mapping] = &[
    Mapping::clacc(dialect::PORTABLE),
    Mapping::performance(dialect::PORTABLE),
    Mapping::performance(dialect::HOST),
];

/// All mappings; dialect `clacc` prints words that no released compiler reads, so it gets those of LLVM.
fn mappings() -> Vec<Mapping> {
    let clacc = dialect::CLACC_LATEST.avoiding(Fault::TileInTeams);
    let others = [dialect::OPENMP_5_1, dialect::GCC, dialect::LLVM, clacc].map(Mapping::clacc);
    ORDINARY_MAPPINGS.iter().copied().chain(others).collect()
}

fn translate(program: &str, mapping: &Mapping) -> Result<String, String> {
    let mut session = Session::new(MemoryFiles::new().with("loops.c", program));
    let unit = session.add_unit("loops.c", &CompileOptions::default()).map_err(|error| error.to_string())?;
    let options = TranslateOptions::default().with_policy((mapping.policy)()).with_dialect(mapping.dialect);
    let translation = session.translate(unit, &options);
    let text = String::from_utf8_lossy(&translation.text).into_owned();
    let error = translation.diagnostics.iter().find(|finding| finding.severity == Severity::Error);
    match (error, text.lines().find(|line| line.starts_with("#pragma acc"))) {
        (Some(error), _) => Err(error.to_string()),
        (None, Some(kept)) => Err(format!("kept: {kept}")),
        (None, None) => Ok(text),
    }
}

/// Whether a finding says that gcc loses iterations of the form.
fn is_reported_for_gcc(form: &Form) -> bool {
    let mut session = Session::new(MemoryFiles::new().with("loops.c", source::program(&[form])));
    let unit = session.add_unit("loops.c", &CompileOptions::default()).expect("the unit is there");
    let translation = session.translate(unit, &TranslateOptions::default());
    translation.diagnostics.iter().any(|finding| finding.code.id == "MAP0043")
}

/// What was found, and how much was run.
#[derive(Default)]
struct Outcome {
    runs: AtomicUsize,
    faults: Mutex<BTreeMap<String, Vec<String>>>,
}

impl Outcome {
    fn fault(&self, form: &Form, what: String) {
        let mut faults = self.faults.lock().expect("no thread panics while it holds the faults");
        faults.entry(describe(form)).or_default().push(what);
    }
}

/// The directives of a form and its loops.
fn describe(form: &Form) -> String {
    let text = source::program(&[form]);
    let function =
        text.split("static void parallel0").nth(1).and_then(|rest| rest.split("static void").next());
    let lines = function.unwrap_or_default().lines().filter(|line| {
        line.starts_with("#pragma") || line.starts_with("for") || line.starts_with("int total")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Translates some forms, and builds and runs them. Forms that a compiler refuses are found by halving.
fn check(forms: &[&Form], mappings: &[Mapping], builds: &[Build], outcome: &Outcome) {
    let program = source::program(forms);
    let mut texts: BTreeMap<String, Vec<&Mapping>> = BTreeMap::new();
    for mapping in mappings {
        match translate(&program, mapping) {
            Ok(text) => texts.entry(text).or_default().push(mapping),
            Err(message) if forms.len() == 1 => {
                outcome.fault(forms[0], format!("{}: {message}", mapping.name()));
            }
            Err(_) => return halves(forms, |half| check(half, mappings, builds, outcome)),
        }
    }
    for (text, mappings) in &texts {
        let is_reader = |build: &&Build| mappings.iter().any(|mapping| build.reads(&mapping.dialect.name()));
        for build in builds.iter().filter(is_reader) {
            build_and_run(forms, text, build, mappings, outcome);
        }
    }
}

fn halves(forms: &[&Form], mut each: impl FnMut(&[&Form])) {
    let (left, right) = forms.split_at(forms.len() / 2);
    each(left);
    each(right);
}

fn build_and_run(forms: &[&Form], text: &str, build: &Build, mappings: &[&Mapping], outcome: &Outcome) {
    let scratch = tempfile::tempdir().expect("a scratch folder can be made");
    let (source, output) = (scratch.path().join("loops.c"), scratch.path().join("loops"));
    std::fs::write(&source, text).expect("the scratch folder takes files");
    match build.compile(&source, &output) {
        Ok(()) => run(forms, &output, build, mappings, outcome),
        Err(message) if forms.len() == 1 => {
            outcome.fault(forms[0], format!("{} {}: {message}", build.name, names(mappings)));
        }
        Err(_) => halves(forms, |half| {
            let text = translate(&source::program(half), mappings[0]);
            build_and_run(half, &text.expect("it was translated before"), build, mappings, outcome);
        }),
    }
}

fn names(mappings: &[&Mapping]) -> String {
    mappings.iter().map(|mapping| mapping.name()).collect::<Vec<_>>().join(" ")
}

fn run(forms: &[&Form], program: &Path, build: &Build, mappings: &[&Mapping], outcome: &Outcome) {
    let mut first = 0;
    while first < forms.len() {
        let output = build.run(program, first);
        let mut last = first;
        for line in output.lines() {
            if let Some(number) = line.strip_prefix("@ ") {
                last = number.parse().expect("the program prints numbers");
            } else if let Some(fault) = line.strip_prefix("= ") {
                let fault = fault.split_once(' ').map_or(fault, |(_, fault)| fault);
                outcome.fault(forms[last], format!("{} {}: trips {fault}", build.name, names(mappings)));
            }
        }
        if !output.ends_with("done\n") && !output.contains(" signal ") {
            outcome.fault(forms[last], format!("{} {}: the program ends", build.name, names(mappings)));
        }
        first = if output.ends_with("done\n") { forms.len() } else { last + 1 };
    }
    let runs = forms.iter().map(|form| source::TRIPS.iter().filter(|trips| form.fits(**trips)).count()).sum();
    outcome.runs.fetch_add(runs, Ordering::Relaxed);
}

/// Checks the forms with these numbers on as many threads as there are processors.
fn check_all(forms: usize, seed: u64, mappings: &[Mapping], builds: &[Build]) -> Outcome {
    let forms: Vec<Form> = (0..forms).map(|number| Form::numbered(number, seed)).collect();
    let (reported, others): (Vec<&Form>, Vec<&Form>) =
        forms.iter().partition(|form| is_reported_for_gcc(form));
    let not_gcc: Vec<Build> = builds.iter().filter(|build| !build.is_gcc()).cloned().collect();
    let chunks = others.chunks(FORMS_PER_PROGRAM).map(|chunk| (chunk, builds));
    let programs: Vec<(&[&Form], &[Build])> =
        chunks.chain(reported.chunks(FORMS_PER_PROGRAM).map(|chunk| (chunk, &*not_gcc))).collect();
    let (outcome, next) = (Outcome::default(), AtomicUsize::new(0));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((program, builds)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(program, mappings, builds, &outcome);
                }
            });
        }
    });
    outcome
}

fn report(outcome: Outcome) -> String {
    let faults = outcome.faults.into_inner().expect("no thread panics while it holds the faults");
    let mut text = format!("{} runs, {} forms with faults\n", outcome.runs.into_inner(), faults.len());
    for (form, faults) in faults {
        let _ = writeln!(text, "{form}\n    {}", faults.join("\n    "));
    }
    text
}

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_owned())
}

#[test]
fn no_iteration_of_some_forms_is_lost_or_done_twice() {
    let (forms, seed) = ORDINARY;
    let outcome =
        check_all(forms, seed, ORDINARY_MAPPINGS, &Build::installed(&["gcc", "clang-19"], &["-O1"]));
    let has_faults = !outcome.faults.lock().expect("nothing panicked").is_empty();
    assert!(!has_faults, "{}", report(outcome));
}

#[test]
#[ignore = "takes minutes; the settings are in the comment at the top"]
fn no_iteration_of_many_forms_is_lost_or_done_twice() {
    let forms = setting("ITERATION_FORMS", "500").parse().expect("a number");
    let seed = setting("ITERATION_SEED", "1").parse().expect("a number");
    let compilers = setting("ITERATION_COMPILERS", "gcc gcc-14 clang-19 clang-22");
    let levels = setting("ITERATION_LEVELS", "-O0 -O3");
    let builds = Build::installed(
        &compilers.split_whitespace().collect::<Vec<_>>(),
        &levels.split_whitespace().collect::<Vec<_>>(),
    );
    let outcome = check_all(forms, seed, &mappings(), &builds);
    let has_faults = !outcome.faults.lock().expect("nothing panicked").is_empty();
    let text = report(outcome);
    std::fs::write(setting("ITERATION_REPORT", "/dev/stderr"), &text).expect("the report is written");
    assert!(!has_faults, "iterations are lost or done twice");
}
