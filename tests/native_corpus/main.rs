//! Programs print the same three ways: serially, with generated code, and translated for gcc's OpenMP; and compilers take their text
//! without a warning if they take the program so. The programs are the examples, the cases, and programs that are made at random, some
//! of them by the grammars in `grammars/`.
//!
//! What is refused is listed in `refused.txt` with its code. `UPDATE_EXPECT=1` writes the list anew, in the test of all programs:
//! `cargo test --all-features --test native_corpus -- --ignored all_programs`, which has the warnings of all programs too. A long run of random programs, by hand:
//! `CLACC_SEED=1 CLACC_PROGRAMS=500 cargo test --release --all-features --test native_corpus -- --ignored --nocapture long_run`.
//! With `CLACC_KIND=openacc` or another kind it makes programs of that kind alone; `CLACC_SHOW=17` prints a program instead.
//! Uses gcc, and clang 19 and tcc where they are installed.

#[path = "../commands/mod.rs"]
mod commands;
mod grammar;
mod random;
mod random_kinds;
#[expect(dead_code, reason = "other tests use more of it")]
#[path = "../generated/rng.rs"]
mod rng;
mod warnings;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use commands::{is_installed, text};
use random_kinds::Kind;

/// Of all programs, every one with this distance in the list is built by the test that always runs.
const DISTANCE: usize = 8;

/// What became of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Outcome {
    Equal,
    /// The code of the finding; `compiler` for generated text that the C compiler does not take, which is a fault to be mended.
    Refused(String),
    Differs(String),
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn list() -> PathBuf {
    root().join("tests/native_corpus/refused.txt")
}

/// The examples and the cases, in order, but for those that need a device.
fn programs() -> Vec<PathBuf> {
    let folders = ["examples/c", "tests/cases"].map(|folder| std::fs::read_dir(root().join(folder)));
    let entries = folders.into_iter().flat_map(|folder| folder.expect("the folder reads").flatten());
    let is_meant = |path: &PathBuf| {
        let is_c = path.extension().is_some_and(|extension| extension == "c");
        is_c && !text(&std::fs::read(path).expect("the program reads")).contains("// not-for-host: ")
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_meant).collect();
    paths.sort();
    assert!(paths.len() > 200, "{} programs", paths.len());
    paths
}

fn name_of(program: &Path) -> String {
    program.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// What a program prints, and how it ends. It is stopped after some time.
fn ran(program: &Path, threads: usize) -> Option<(String, Option<i32>)> {
    let mut command = Command::new("timeout");
    command.arg("60").arg(program).env("OMP_NUM_THREADS", threads.to_string());
    let output = command.output().ok()?;
    Some((text(&output.stdout), output.status.code()))
}

/// The serial program.
fn serial(source: &Path, folder: &Path, flags: &[&str]) -> PathBuf {
    let program = folder.join("serial");
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=gnu11", "-w", "-I"]).arg(root().join("clacc-runtime/include")).args(flags).arg(source);
    let output = gcc.arg("-o").arg(&program).arg("-lm").output().expect("gcc runs");
    assert!(output.status.success(), "{}: {}", source.display(), text(&output.stderr));
    program
}

/// How `clacc cc` makes a program.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// With generated code.
    Native,
    /// Translated for the OpenMP of the compiler.
    Translated,
}

impl Way {
    fn options(self) -> &'static [&'static str] {
        match self {
            Way::Native => &["--native"],
            Way::Translated => &["-fopenacc", "-fopenmp", "-foffload=disable"],
        }
    }
}

/// A way, a compiler and its options.
#[derive(Clone, Copy, Debug)]
struct Build(Way, &'static str, &'static [&'static str]);

fn built(source: &Path, program: &Path, folder: &Path, Build(way, compiler, flags): Build) -> Output {
    let mut driver = commands::command(folder);
    driver.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"));
    driver.env_remove("CLACC_RUNTIME").arg("cc").args(way.options());
    driver.args(["--backend", compiler, "-std=gnu11", "-w"]).args(flags);
    driver.arg(source).arg("-o").arg(program).arg("-lm").output().expect("clacc runs")
}

/// Why a program was not built.
fn refusal(output: &Output) -> Outcome {
    let told = text(&output.stderr);
    let code = told.split("error[").nth(1).and_then(|rest| rest.split_once(']'));
    match code {
        Some((code, _)) => Outcome::Refused(code.to_owned()),
        None if told.contains(": error: ") => Outcome::Refused("compiler".to_owned()),
        None => Outcome::Differs(told),
    }
}

/// Builds a program in all ways and runs it.
fn outcome(source: &Path) -> Outcome {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let expected = ran(&serial(source, folder.path(), &["-O0"]), 1);
    for way in [Way::Native, Way::Translated] {
        let (program, build) = (folder.path().join("program"), Build(way, "gcc", &["-O0"]));
        let output = built(source, &program, folder.path(), build);
        if !output.status.success() {
            return refusal(&output);
        }
        let found = ran(&program, 3);
        if found != expected {
            return Outcome::Differs(format!("{way:?}\n{expected:?}\n{found:?}"));
        }
    }
    Outcome::Equal
}

/// The outcomes of some programs, in their order, on all processors.
fn outcomes<T: Sync>(programs: &[T], of: impl Fn(&T) -> Outcome + Sync) -> Vec<Outcome> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![Outcome::Equal; programs.len()]));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((index, program)) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|index| Some((index, programs.get(index)?)))
                {
                    let outcome = of(program);
                    found.lock().expect("no thread failed")[index] = outcome;
                }
            });
        }
    });
    found.into_inner().expect("no thread failed")
}

/// The lines of the list: a program and its code.
fn lines(programs: &[PathBuf], outcomes: &[Outcome]) -> String {
    let mut lines = String::new();
    for (program, outcome) in programs.iter().zip(outcomes) {
        if let Outcome::Refused(code) = outcome {
            let _ = writeln!(lines, "{} {code}", name_of(program));
        }
    }
    lines
}

fn check(programs: &[PathBuf]) {
    let found = outcomes(programs, |program| outcome(program));
    for (program, outcome) in programs.iter().zip(&found) {
        assert!(!matches!(outcome, Outcome::Differs(_)), "{}: {outcome:?}", program.display());
    }
    let listed = std::fs::read_to_string(list()).expect("the list reads");
    let is_meant =
        |line: &&str| programs.iter().any(|program| line.split(' ').next() == Some(&name_of(program)));
    let expected: Vec<&str> = listed.lines().filter(is_meant).collect();
    let lines = lines(programs, &found);
    assert_eq!(lines.lines().collect::<Vec<_>>(), expected, "UPDATE_EXPECT=1 writes the list");
}

#[test]
fn a_part_of_all_programs_prints_what_they_print_without_directives() {
    let programs: Vec<PathBuf> = programs().into_iter().step_by(DISTANCE).collect();
    check(&programs);
}

#[test]
#[ignore = "it takes some minutes; `.ci/run` runs it"]
fn all_programs_print_what_they_print_without_directives() {
    let programs = programs();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let found = outcomes(&programs, |program| outcome(program));
        std::fs::write(list(), lines(&programs, &found)).expect("the list can be written");
    }
    check(&programs);
}

// ---- warnings ----

#[test]
fn generated_text_of_some_programs_is_taken_without_a_warning() {
    let programs: Vec<PathBuf> = programs().into_iter().skip(3).step_by(5 * DISTANCE).collect();
    warnings::check(&programs, &[&["-std=gnu11"]]);
}

#[test]
#[ignore = "it takes some minutes; `.ci/run` runs it"]
fn generated_text_of_all_programs_is_taken_without_a_warning() {
    warnings::check(&programs(), &[&["-std=gnu11"], &["-O2", "-std=gnu17", "-pedantic"]]);
}

// ---- programs that are made at random ----

/// The builds of a random program.
const BUILDS: &[Build] = &[
    Build(Way::Native, "gcc", &["-O0"]),
    Build(Way::Translated, "gcc", &["-O1"]),
    Build(Way::Native, "gcc", &["-O2"]),
    Build(Way::Native, "clang-19", &["-O1"]),
    Build(Way::Native, "tcc", &["-O0"]),
];

/// What became of a random program in some builds.
fn random_outcome((kind, seed): (Kind, u64), builds: &[Build]) -> Outcome {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let source = folder.path().join("program.c");
    std::fs::write(&source, kind.program(seed)).expect("a file can be written");
    let expected = ran(&serial(&source, folder.path(), &["-O1"]), 1);
    let ends_well = expected.as_ref().and_then(|(_, status)| *status) == Some(0);
    assert!(ends_well, "program {seed} of {kind:?} fails by itself");
    for build in builds.iter().filter(|build| kind.is_taken_by(build.1)) {
        let outcome = random_build(&source, folder.path(), *build, expected.as_ref());
        if let Outcome::Differs(told) = outcome {
            return Outcome::Differs(format!("program {seed} of {kind:?}, {build:?}{told}"));
        }
    }
    Outcome::Equal
}

fn random_build(
    source: &Path,
    folder: &Path,
    build: Build,
    expected: Option<&(String, Option<i32>)>,
) -> Outcome {
    let program = folder.join("program");
    let output = built(source, &program, folder, build);
    if !output.status.success() {
        return match refusal(&output) {
            // tcc mistakes addresses of arrays of variable length, which some programs have.
            Outcome::Refused(code) if build.1 == "tcc" && code == "GEN0005" => Outcome::Equal,
            _ => Outcome::Differs(format!(": {}", text(&output.stderr))),
        };
    }
    for threads in [1, 2, 3, 7] {
        let found = ran(&program, threads);
        if found.as_ref() != expected {
            return Outcome::Differs(format!(", {threads} threads\nexpected {expected:?}\nfound {found:?}"));
        }
    }
    Outcome::Equal
}

#[expect(clippy::print_stdout, reason = "who runs it by hand reads the numbers")]
fn check_random(kinds: &[Kind], first: u64, count: u64, builds: &[Build]) {
    let builds: Vec<_> = builds.iter().filter(|build| is_installed(build.1)).copied().collect();
    let programs: Vec<_> =
        (first..first + count).flat_map(|seed| kinds.iter().map(move |kind| (*kind, seed))).collect();
    let found = outcomes(&programs, |program| random_outcome(*program, &builds));
    let wrong: Vec<String> = found
        .into_iter()
        .filter(|outcome| *outcome != Outcome::Equal)
        .map(|outcome| format!("{outcome:?}"))
        .collect();
    println!("{} programs, {} wrong", programs.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n").replace("\\n", "\n"));
}

#[test]
fn random_programs_print_what_they_print_without_directives() {
    check_random(Kind::ALL, 0, 2, &BUILDS[..2]);
}

#[test]
#[ignore = "it takes as long as it is asked to"]
#[expect(clippy::print_stdout, reason = "a program is printed for who asks for it")]
fn long_run() {
    let told = |name: &str| std::env::var(name).ok();
    let number = |name: &str, default| told(name).and_then(|text| text.parse().ok()).unwrap_or(default);
    let kinds: Vec<Kind> = Kind::ALL
        .iter()
        .filter(|kind| told("CLACC_KIND").is_none_or(|name| name == kind.name()))
        .copied()
        .collect();
    if let Some(seed) = told("CLACC_SHOW").and_then(|text| text.parse().ok()) {
        kinds.iter().for_each(|kind| println!("{}", kind.program(seed)));
    } else {
        check_random(&kinds, number("CLACC_SEED", 1000), number("CLACC_PROGRAMS", 100), BUILDS);
    }
}
