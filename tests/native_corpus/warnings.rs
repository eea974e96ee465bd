//! Where a compiler takes a program without a warning, it takes the generated text without one.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::commands::is_installed;
use crate::commands::{self, text};
use crate::{Outcome, outcomes, refusal, root};

/// A compiler that reads programs, and what it reads of their directives: with OpenMP, variables that directives alone name are used.
struct Reader {
    compiler: &'static str,
    /// The words that make it read directives, or say nothing of those that it does not read.
    directives: &'static [&'static str],
}

static READERS: [Reader; 3] = [
    Reader { compiler: "gcc", directives: &["-fopenmp"] },
    Reader { compiler: "clang-19", directives: &["-fopenmp"] },
    Reader { compiler: "tcc", directives: &[] },
];

/// Pragmas that the compiler does not know, directives of OpenACC among them, are no matter of the generated text.
const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"];

/// A program and how it is compiled.
type Job<'p> = (&'p Path, &'static Reader, &'static [&'static str]);

/// What the compiler says of the program itself.
fn own(&(program, reader, flags): &Job<'_>) -> Output {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let mut compiler = Command::new(reader.compiler);
    compiler.args(STRICT).args(reader.directives).args(flags).arg("-D_OPENACC=202506");
    compiler.arg("-isystem").arg(root().join("clacc-runtime/include"));
    // A file of its own: tcc removes the file that it writes, `/dev/null` too.
    compiler
        .arg("-c")
        .arg(program)
        .arg("-o")
        .arg(folder.path().join("own.o"))
        .output()
        .expect("the compiler runs")
}

/// What it says of the generated text.
fn generated(&(program, reader, flags): &Job<'_>) -> Output {
    let folder = tempfile::tempdir().expect("a scratch folder can be made");
    let mut driver = commands::command(folder.path());
    driver.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"));
    driver.env_remove("CLACC_RUNTIME").args(["cc", "--native", "--backend", reader.compiler]);
    driver
        .args(STRICT)
        .args(flags)
        .arg("-c")
        .arg(program)
        .args(["-o", "object.o"])
        .output()
        .expect("clacc runs")
}

fn outcome(job: &Job<'_>) -> Outcome {
    if !own(job).status.success() {
        return Outcome::Equal;
    }
    let output = generated(job);
    match refusal(&output) {
        _ if output.status.success() => Outcome::Equal,
        Outcome::Refused(code) if code != "compiler" => Outcome::Equal,
        _ => Outcome::Differs(format!("{} {:?}: {}", job.1.compiler, job.2, text(&output.stderr))),
    }
}

/// Checks programs with each compiler that is installed and with each set of flags.
pub(crate) fn check(programs: &[PathBuf], flags: &'static [&'static [&'static str]]) {
    let readers: Vec<&'static Reader> =
        READERS.iter().filter(|reader| is_installed(reader.compiler)).collect();
    let mut jobs: Vec<Job<'_>> = Vec::new();
    for program in programs {
        for reader in &readers {
            jobs.extend(flags.iter().map(|flags| (program.as_path(), *reader, *flags)));
        }
    }
    let found = outcomes(&jobs, outcome);
    let told: Vec<String> = found
        .into_iter()
        .filter_map(|outcome| match outcome {
            Outcome::Differs(told) => Some(told),
            _ => None,
        })
        .collect();
    assert!(told.is_empty(), "{} of {}:\n{}", told.len(), jobs.len(), told.join("\n"));
}
