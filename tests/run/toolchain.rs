//! The compilers that build programs in these tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

#[path = "../stand_ins/mod.rs"]
mod stand_ins;

/// One way to build an OpenMP program.
#[derive(Clone, Copy)]
pub(crate) struct Build {
    /// The name in messages and file names.
    pub(crate) name: &'static str,
    compiler: &'static str,
    flags: &'static [&'static str],
    needs_llvm_library: bool,
}

const BUILDS: &[Build] = &[
    Build {
        name: "gcc",
        compiler: "gcc",
        flags: &["-fopenmp", "-foffload=disable", "-Wall", "-Werror=unknown-pragmas"],
        needs_llvm_library: false,
    },
    Build {
        name: "clang-host",
        compiler: "clang-19",
        flags: &["-fopenmp", "-Wno-pass-failed", "-Werror=source-uses-openmp", "-Werror=unknown-pragmas"],
        needs_llvm_library: true,
    },
    Build {
        name: "clang-plugin",
        compiler: "clang-19",
        flags: &[
            "-fopenmp",
            "-fopenmp-targets=x86_64-pc-linux-gnu",
            "-Wno-pass-failed",
            "-Wno-openmp-mapping",
            "-Werror=unknown-pragmas",
        ],
        needs_llvm_library: true,
    },
];

/// A built program.
pub(crate) struct Program {
    path: PathBuf,
    is_plugin: bool,
}

/// The stdout of a run and how it ended. stderr is ignored, because runtimes print comments on thread counts
/// there.
pub(crate) struct Run {
    pub(crate) text: String,
    pub(crate) status: String,
    pub(crate) success: bool,
}

impl Build {
    pub(crate) fn gcc_works() -> bool {
        Command::new("gcc").arg("--version").output().is_ok()
    }

    /// Returns the builds that work on this machine. Each is tried once with a small offloading program.
    pub(crate) fn installed() -> impl Iterator<Item = &'static Build> {
        static WORKING: OnceLock<Vec<&'static Build>> = OnceLock::new();
        WORKING.get_or_init(|| BUILDS.iter().filter(|build| build.is_installed()).collect()).iter().copied()
    }

    #[allow(clippy::print_stdout, reason = "a skipped compiler is worth a line")]
    fn is_installed(&self) -> bool {
        let works = self.works();
        if !works {
            println!("skipped: {} ({}) is not installed", self.name, self.compiler);
        }
        works
    }

    fn works(&self) -> bool {
        let Ok(scratch) = tempfile::tempdir() else { return false };
        let source = scratch.path().join("try.c");
        let text = "int main(void) { int x = 1;\n#pragma omp target map(tofrom: x)\nx = 0;\nreturn x; }\n";
        let written = std::fs::write(&source, text).is_ok();
        written
            && self
                .compile(&[source], &scratch.path().join("try"), &[])
                .is_ok_and(|program| program.run().success)
    }

    /// Builds a program with directives ignored.
    pub(crate) fn serial(sources: &[PathBuf], output: &Path, extra: &[String]) -> Result<Program, String> {
        let mut command = Command::new("gcc");
        command.args(["-std=gnu11", "-O1", "-w"]).args(sources).arg("-o").arg(output).arg("-lm").args(extra);
        finish(command, output, false)
    }

    /// Builds a program with OpenMP.
    pub(crate) fn compile(
        &self,
        sources: &[PathBuf],
        output: &Path,
        extra: &[String],
    ) -> Result<Program, String> {
        let mut command = Command::new(self.compiler);
        command
            .args(["-std=gnu11", "-O1"])
            .args(self.flags)
            .args(sources)
            .args(stand_ins(sources))
            .arg("-o")
            .arg(output)
            .arg("-lm")
            .args(extra);
        if self.needs_llvm_library {
            // clang calls functions of this library for reductions of complex and wide types.
            command.arg("-latomic");
            let library = llvm_library().ok_or("llvm-config-19 is not installed")?;
            command.arg(format!("-L{library}")).arg(format!("-Wl,-rpath,{library}"));
            // Otherwise the linker reads the large libraries that the runtime needs, which takes most of the time.
            command.arg("-Wl,--allow-shlib-undefined");
        }
        finish(command, output, self.flags.iter().any(|flag| flag.starts_with("-fopenmp-targets")))
    }
}

fn stand_ins(sources: &[PathBuf]) -> Vec<PathBuf> {
    let texts = sources.iter().filter_map(|source| std::fs::read(source).ok());
    let text = texts.collect::<Vec<_>>().concat();
    stand_ins::arguments(&text, Path::new(env!("CARGO_MANIFEST_DIR")))
}

fn llvm_library() -> Option<&'static str> {
    static LIBRARY: OnceLock<Option<String>> = OnceLock::new();
    let ask = || {
        let output = Command::new("llvm-config-19").arg("--libdir").output().ok()?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    LIBRARY.get_or_init(ask).as_deref()
}

fn finish(mut command: Command, output: &Path, is_plugin: bool) -> Result<Program, String> {
    let result = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if result.status.success() {
        Ok(Program { path: output.to_owned(), is_plugin })
    } else {
        Err(String::from_utf8_lossy(&result.stderr).into_owned())
    }
}

/// The greatest number of further runs of a program that libomp has ended.
const MOST_REPETITIONS: u32 = 4;

impl Program {
    /// The command that runs the program with two threads. On the plugin, it fails if nothing is offloaded.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.env("OMP_NUM_THREADS", "2").stdin(Stdio::null());
        if self.is_plugin {
            command.env("OMP_TARGET_OFFLOAD", "MANDATORY");
        }
        command
    }

    /// Runs the program. Now and then, libomp 19 fails an assertion of its own in the threads that help it with tasks; such a run says
    /// nothing about the program.
    pub(crate) fn run(&self) -> Run {
        let is_of_libomp =
            |output: &Output| String::from_utf8_lossy(&output.stderr).contains("Assertion failure at kmp_");
        let mut output = self.command().output();
        for _ in 0..MOST_REPETITIONS {
            if !output.as_ref().is_ok_and(is_of_libomp) {
                break;
            }
            output = self.command().output();
        }
        match output {
            Err(error) => Run { text: error.to_string(), status: "none".to_owned(), success: false },
            Ok(output) => Run {
                text: String::from_utf8_lossy(&output.stdout).into_owned(),
                status: output.status.to_string(),
                success: output.status.success(),
            },
        }
    }
}
