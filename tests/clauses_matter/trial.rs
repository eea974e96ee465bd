//! Builds and runs the translation of a program and a weakened one, and compares them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::programs::Program;
use crate::toolchain::Build;

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Outcome {
    /// It is printed as the unchanged translation, or not at all.
    NoMutant,
    Survived,
    /// A compiler refuses it.
    Refused,
    /// It prints something else, fails, or does not end.
    Differs,
}

/// A program with what its unchanged translation prints.
pub(crate) struct Subject {
    pub(crate) program: Program,
    text: OnceLock<Option<String>>,
    /// For each build, what the translation prints, if it does so in each of several runs.
    outputs: [OnceLock<Option<String>>; BUILDS.len()],
}

/// A device with memory of its own, and the host with a compiler that reads some clauses in its own way.
const BUILDS: [&str; 2] = ["clang-plugin", "gcc"];

/// How often a program is run, because races do not show in each run.
const RUNS: usize = 2;

/// How often an unchanged translation is tried: on a busy machine it may take too long once.
const ATTEMPTS: usize = 3;

impl Subject {
    pub(crate) fn new(program: Program) -> Subject {
        Subject { program, text: OnceLock::new(), outputs: [const { OnceLock::new() }; BUILDS.len()] }
    }

    fn text(&self) -> Option<&str> {
        self.text.get_or_init(|| self.program.translated(None)).as_deref()
    }

    fn expected(&self, build: usize, scratch: &Path) -> Option<&str> {
        let output = self.outputs[build].get_or_init(|| {
            let built = self.build(BUILDS[build], self.text()?, scratch);
            let steady = built.and_then(|built| (0..ATTEMPTS).find_map(|_| steady_output(&built)));
            if steady.is_none() {
                println!("without {}: {}", BUILDS[build], self.program.name());
            }
            steady
        });
        output.as_deref()
    }

    fn build(&self, name: &str, text: &str, scratch: &Path) -> Option<PathBuf> {
        let source = scratch.join("weakened.c");
        std::fs::write(&source, text).expect("the mutant can be written");
        let build = Build::installed().find(|build| build.name == name)?;
        let folder = self.program.path.parent().expect("a program is in a folder");
        let mut extra = vec![format!("-iquote{}", folder.display())];
        extra.extend(self.program.flags.iter().cloned());
        let output = scratch.join(name);
        build.compile(&[source], &output, &extra).ok().map(|_| output)
    }

    /// What becomes of the mutant with a number on the device. Mutants that do not run there run on the host.
    pub(crate) fn attempt(&self, number: u32, scratch: &Path) -> Outcome {
        match self.attempt_on(0, number, scratch) {
            Outcome::NoMutant => self.attempt_on(1, number, scratch),
            outcome => outcome,
        }
    }

    /// What becomes of it on the host, with a compiler that reads some clauses in its own way.
    pub(crate) fn attempt_on_host(&self, number: u32, scratch: &Path) -> Outcome {
        self.attempt_on(1, number, scratch)
    }

    fn attempt_on(&self, build: usize, number: u32, scratch: &Path) -> Outcome {
        let unchanged = self.text();
        match self.program.translated(Some(number)) {
            Some(text) if unchanged != Some(&text) => self.attempt_with(build, &text, scratch),
            _ => Outcome::NoMutant,
        }
    }

    fn attempt_with(&self, build: usize, text: &str, scratch: &Path) -> Outcome {
        let Some(expected) = self.expected(build, scratch) else { return Outcome::NoMutant };
        let Some(built) = self.build(BUILDS[build], text, scratch) else { return Outcome::Refused };
        let is_same = (0..RUNS).all(|_| run(&built) == expected);
        if is_same { Outcome::Survived } else { Outcome::Differs }
    }
}

/// What a program prints, if it ends well and prints the same in each run.
fn steady_output(built: &Path) -> Option<String> {
    let first = run(built);
    let is_same = (0..RUNS).all(|_| run(built) == first);
    (is_same && first.ends_with("\n0")).then_some(first)
}

/// What a program prints within half a minute, and how it ends. Several teams and threads are there for
/// constructs that do not say how many.
fn run(program: &Path) -> String {
    let mut command = Command::new("timeout");
    command.args(["-k", "1", "30"]).arg(program);
    command.env("OMP_TARGET_OFFLOAD", if program.ends_with(BUILDS[0]) { "MANDATORY" } else { "DEFAULT" });
    // clang's runtime has as many threads in all teams as processors, unless it is told otherwise.
    command.env("OMP_NUM_TEAMS", "3").env("OMP_NUM_THREADS", "4").env("OMP_TEAMS_THREAD_LIMIT", "4");
    command.env("KMP_TEAMS_THREAD_LIMIT", "64").env("KMP_DEVICE_THREAD_LIMIT", "64");
    command.env("OMP_WAIT_POLICY", "passive").env("KMP_BLOCKTIME", "0");
    let output = command.output();
    let output = output.expect("timeout is installed");
    let end = output.status.code().map_or_else(|| "killed".to_owned(), |code| code.to_string());
    format!("{}\n{end}", String::from_utf8_lossy(&output.stdout))
}
