//! Programs of `tests/discrete_programs` on the device that checks each access: those of `wrong` have one mistake in the use of data each, and
//! end with a message about its line and its variable; those of `right` differ by the mend, and run through. gcc builds a third of them in
//! each run, gcc and clang all of them in a run by hand.
//!
//! The first line of a wrong program says what is expected: `// expect: line 8 names v cause host`. The message is about line 8, and names `v`:
//! a variable, an item of a clause as the program writes it, or the routine that gave the memory; with `names -` it names nothing. The causes:
//!
//! ```text
//! absent            a directive or routine needs data on the device that is not there
//! address           a kernel uses an address of the host for which a clause promises one of the device
//! attach            a kernel follows a pointer in a copy that holds the address of the host: nothing has attached it
//! before, behind    an access lies before the beginning or behind the end of data on the device
//! freed             a kernel uses data that has left the device
//! host              a kernel uses memory of the host
//! invalid_argument  a routine gets an argument that it does not take
//! late              a missing wait that the device does not see, as docs/data-mistakes.md says: the program runs through
//! length            a section has a length below zero
//! null              a kernel follows a null pointer
//! parts             a kernel uses parts of a variable that came one by one, and not as they lie in it
//! partly            a directive or routine needs data on the device of which only a part is there
//! stale             no access is wrong: the program computes something else than without directives, and fails
//! unordered         a missing wait; `after 9`: for the operation of line 9. Without the order of queues, the program runs through
//! unset             a kernel reads a value that was never given, in memory that is looked into by CLACC_DISCRETE_UNWRITTEN=reported
//! unwritten         the same in memory that is looked into by default
//! warned            as `stale`, and the device warns of values that were never given and are copied to the host
//! ```

mod commands;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use commands::{command, status, text};

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/discrete_programs").join(folder);
    let files = std::fs::read_dir(folder).expect("the folder can be read");
    let mut programs: Vec<PathBuf> = files.map(|file| file.expect("the folder can be read").path()).collect();
    programs.sort();
    assert!(programs.len() > 60);
    programs
}

/// A program that was built.
struct Built {
    /// The folder that holds it.
    folder: tempfile::TempDir,
}

impl Built {
    /// Builds a program with a compiler.
    fn new(compiler: &str, source: &Path) -> Built {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let name = file_name(source);
        let model = if name.starts_with("omp_") { "-fopenmp" } else { "-fopenacc" };
        // clang 19 gives a load that it moves out of a loop the line of the loop.
        let level = if compiler == "gcc" { "-O1" } else { "-O0" };
        let mut driver = command(folder.path());
        driver
            .env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"))
            .env_remove("CLACC_RUNTIME");
        driver
            .args(["cc", "--native", "--discrete", "-w", level, "--backend", compiler, model])
            .arg(source)
            .args(["-o", "program", "-lm"]);
        let built = driver.output().expect("clacc runs");
        assert_eq!(status(&built), 0, "{name}: {}", text(&built.stderr));
        Built { folder }
    }

    /// Runs the program on the device.
    fn run(&self, settings: &[(&str, &str)]) -> Output {
        let mut run = Command::new(self.folder.path().join("program"));
        run.env("ACC_DEVICE_TYPE", "discrete").envs(settings.iter().copied());
        run.output().expect("the program runs")
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the compilers that are installed.
fn compilers() -> impl Iterator<Item = &'static str> {
    let is_installed = |compiler: &&str| Command::new(compiler).arg("--version").output().is_ok();
    ["gcc", "clang-19"].into_iter().filter(is_installed)
}

/// The conditions that messages give for the causes in the first lines of programs.
const CONDITIONS: &[(&str, &str)] = &[
    ("absent", "acc_error_not_present"),
    ("address", "discrete_host_address"),
    ("attach", "discrete_host_address"),
    ("before", "discrete_outside"),
    ("behind", "discrete_outside"),
    ("freed", "discrete_freed"),
    ("host", "acc_error_not_present"),
    ("invalid_argument", "acc_error_invalid_argument"),
    ("length", "discrete_length"),
    ("null", "acc_error_invalid_null_pointer"),
    ("parts", "discrete_parts"),
    ("partly", "acc_error_partly_present"),
    ("unordered", "discrete_not_waited_for"),
    ("unset", "discrete_not_written"),
    ("unwritten", "discrete_not_written"),
    ("warned", "discrete_not_written"),
];

/// The expected message about a wrong program.
struct Expected {
    line: String,
    name: String,
    cause: String,
    /// The line of the operation that nothing waits for.
    after: Option<String>,
}

impl Expected {
    /// Reads the first line of a program.
    fn of(source: &Path) -> Expected {
        let program = std::fs::read_to_string(source).expect("the program can be read");
        let words: Vec<&str> = program.lines().next().unwrap_or_default().split_whitespace().collect();
        let ["//", "expect:", "line", line, "names", name, "cause", cause, ref rest @ ..] = words[..] else {
            panic!("{}: {words:?}", source.display())
        };
        let after = match rest {
            [] => None,
            ["after", after] => Some((*after).to_owned()),
            _ => panic!("{}: {words:?}", source.display()),
        };
        assert_eq!(after.is_some(), cause == "unordered", "{}", source.display());
        Expected { line: line.to_owned(), name: name.to_owned(), cause: cause.to_owned(), after }
    }

    /// Returns whether a program says of itself what is expected. `kind` is `error` or `warning`.
    fn is_said(&self, source: &Path, kind: &str, said: &str) -> bool {
        let file = file_name(source);
        let begin = format!("{file}:{}: {kind}: ", self.line);
        let Some((_, message)) = said.lines().next().unwrap_or_default().split_once(&begin) else {
            return false;
        };
        let conditions = CONDITIONS.iter().filter(|(cause, _)| *cause == self.cause);
        let note = |after: &String| {
            let begin = format!("{file}:{after}: note: this is ");
            said.lines()
                .any(|line| line.contains(&begin) && line.ends_with(", and nothing waits for it before"))
        };
        conditions.clone().count() == 1
            && conditions.clone().all(|(_, condition)| message.ends_with(&format!(" [{condition}]")))
            && names(message, &self.name)
            && self.after.as_ref().is_none_or(note)
    }
}

/// Returns whether a message names a variable, an element (`a[3]`) or a routine; or nothing at all (`-`).
fn names(message: &str, name: &str) -> bool {
    let is_name = |symbol: char| symbol.is_alphanumeric() || symbol == '_';
    // The function of a kernel is none of its data.
    let (_, about) = message.split_once("this kernel of `").unwrap_or_default();
    let about = about.split_once('`').map_or(message, |(_, about)| about);
    let follows = |begin: &str| {
        let mut ends = about.match_indices(begin).map(|(at, _)| &about[at + begin.len()..]);
        ends.any(|rest| rest.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_name)))
    };
    if name == "-" {
        return !about.contains('`') && !about.contains("the memory of ");
    }
    ["`", "the memory of "].into_iter().any(follows)
        || about.contains(&format!(" is {name}, "))
        || about.strip_prefix(name).is_some_and(|rest| rest.starts_with(": "))
}

fn check_wrong(compiler: &str, source: &Path) -> Option<String> {
    let expected = Expected::of(source);
    let program = Built::new(compiler, source);
    // By default, only memory of numbers is followed for values that were never given.
    let settings: &[_] =
        if expected.cause == "unset" { &[("CLACC_DISCRETE_UNWRITTEN", "reported")] } else { &[] };
    let output = program.run(settings);
    let said = text(&output.stderr);
    let is_right = match &*expected.cause {
        "late" => status(&output) == 0 && said.is_empty(),
        "stale" => status(&output) != 0 && !said.contains("error: "),
        "warned" => {
            status(&output) != 0 && expected.is_said(source, "warning", &said) && !said.contains("error: ")
        }
        _ => status(&output) != 0 && expected.is_said(source, "error", &said),
    };
    if !is_right {
        let Expected { line, name, cause, .. } = expected;
        return Some(format!(
            "{}: line {line} and `{name}` are expected ({cause}): {said}",
            source.display()
        ));
    }
    expected.after.and_then(|_| check_without_order(source, &program))
}

/// Checks that a program whose only mistake is a missing wait runs through where operations in queues count as done.
fn check_without_order(source: &Path, program: &Built) -> Option<String> {
    let output = program.run(&[("CLACC_DISCRETE_WAITS", "allowed")]);
    let said = text(&output.stderr);
    (status(&output) != 0 || !said.is_empty())
        .then(|| format!("{} without the order: {said}", source.display()))
}

fn check_right(compiler: &str, source: &Path) -> Option<String> {
    let output = Built::new(compiler, source).run(&[]);
    let said = text(&output.stderr);
    (status(&output) != 0 || !said.is_empty()).then(|| format!("{}: {said}", source.display()))
}

fn every(step: usize, compiler: &str, folder: &str, check: fn(&str, &Path) -> Option<String>) {
    let chosen: Vec<PathBuf> = programs(folder).into_iter().step_by(step).collect();
    let half = chosen.len().div_ceil(2);
    let check_all =
        |part: &[PathBuf]| part.iter().filter_map(|source| check(compiler, source)).collect::<Vec<_>>();
    let found: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> = chosen.chunks(half).map(|part| scope.spawn(|| check_all(part))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("the check ends")).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Returns the first code block of a language on the page about the device.
fn block(language: &str) -> &'static str {
    let page = include_str!("../docs/data-mistakes.md");
    let begin = format!("```{language}\n");
    let (_, rest) = page.split_once(&begin).expect("the page has such a block");
    rest.split_once("```").expect("the block ends").0
}

/// Returns a message without the address, which differs in each run.
fn without_address(message: &str) -> String {
    let words = message.split(' ').map(|word| if word.starts_with("0x") { "0x" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_page_shows_what_is_printed() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let source = folder.path().join("heat.c");
    std::fs::write(&source, block("c")).expect("the program can be written");
    let program = Built::new("gcc", &source);
    let said = text(&program.run(&[]).stderr);
    let named = said.replace(&format!("{}/", folder.path().display()), "");
    assert_eq!(without_address(&named), without_address(block("text")));
    let by_name = program.run(&[("ACC_DEVICE_TYPE", "host")]);
    assert_eq!((text(&by_name.stdout).as_str(), status(&by_name)), ("500\n", 0));
}

/// A directive that the device would have to heed, and for which no code is generated, is an error.
#[test]
fn directives_without_code_are_refused() {
    let mapper =
        "struct s { int n; double *p; };\n#pragma omp declare mapper(struct s v) map(v, v.p[0:v.n])\n";
    let kernel = "void f(struct s *s) {\n#pragma omp target map(s[0:1])\n  s->n = 1;\n}\n";
    let folder = commands::folder_with(&[("mapper.c", &(mapper.to_owned() + kernel))]);
    let print = |emit: &str| commands::clacc(&["codegen", "--emit", emit, "mapper.c"], folder.path());
    let refused = print("discrete");
    assert_eq!(status(&refused), 1);
    assert!(text(&refused.stderr).contains("mapper.c:2:") && text(&refused.stderr).contains("GEN0001"));
    assert_eq!(status(&print("host")), 0, "a mapper has no effect where memory is shared");
}

#[test]
fn mistakes_are_named() {
    every(3, "gcc", "wrong", check_wrong);
}

#[test]
fn right_programs_run_through() {
    every(3, "gcc", "right", check_right);
}

#[test]
#[ignore = "takes minutes: every mistake"]
fn every_mistake_is_named() {
    for compiler in compilers() {
        every(1, compiler, "wrong", check_wrong);
    }
}

#[test]
#[ignore = "takes minutes: every right program"]
fn every_right_program_runs_through() {
    for compiler in compilers() {
        every(1, compiler, "right", check_right);
    }
}
