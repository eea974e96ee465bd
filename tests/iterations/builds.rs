//! The compilers that build the programs, and runs of the built programs.

use std::path::Path;
use std::process::{Command, Stdio};

/// A compiler and how it is called.
#[derive(Clone, Debug)]
pub(crate) struct Build {
    pub(crate) name: String,
    compiler: String,
    flags: Vec<String>,
    is_plugin: bool,
}

/// What the programs of a compiler need, and which dialects it reads.
struct Family {
    compilers: &'static [&'static str],
    flags: &'static [&'static str],
    plugin: Option<&'static str>,
}

const FAMILIES: &[Family] = &[
    Family { compilers: &["gcc", "gcc-13", "gcc-14", "gcc-15"], flags: &["-foffload=disable"], plugin: None },
    Family {
        compilers: &["clang-19", "clang-20", "clang-21", "clang-22", "clang-23"],
        flags: &[],
        plugin: Some("-fopenmp-targets=x86_64-pc-linux-gnu"),
    },
];

impl Build {
    /// Returns the builds that work on this machine, of the compilers whose names contain one of `words`.
    pub(crate) fn installed(words: &[&str], levels: &[&str]) -> Vec<Build> {
        let mut found = Vec::new();
        for family in FAMILIES {
            for compiler in family.compilers {
                if words.iter().any(|word| compiler == word) && does_answer(compiler) {
                    levels.iter().for_each(|level| found.extend(family.builds(compiler, level)));
                }
            }
        }
        found
    }

    pub(crate) fn is_gcc(&self) -> bool {
        self.compiler.starts_with("gcc")
    }

    /// Whether the compiler reads what a dialect prints.
    pub(crate) fn reads(&self, dialect: &str) -> bool {
        match dialect {
            "portable" | "host" => true,
            "openmp-5.1" => !is_old_gcc(&self.compiler),
            "gcc" => self.compiler.starts_with("gcc") && !is_old_gcc(&self.compiler),
            _ => self.compiler.starts_with("clang"),
        }
    }

    /// Compiles a program.
    pub(crate) fn compile(&self, source: &Path, output: &Path) -> Result<(), String> {
        let mut command = Command::new(&self.compiler);
        command.args(["-std=gnu11", "-w", "-fopenmp"]).args(&self.flags).arg(source).arg("-o").arg(output);
        if let Some(version) = self.compiler.strip_prefix("clang-") {
            let library = library_of(version);
            command.arg(format!("-L{library}")).arg(format!("-Wl,-rpath,{library}"));
        }
        let result = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        if result.status.success() { Ok(()) } else { Err(first_error(&result.stderr)) }
    }

    /// Runs a program from one of its forms on and returns what it prints. It ends by itself: an alarm stops a
    /// form that takes too long.
    pub(crate) fn run(&self, program: &Path, first: usize) -> String {
        let mut command = Command::new(program);
        command.arg(first.to_string()).env("OMP_NUM_THREADS", "3").env("KMP_TEAMS_THREAD_LIMIT", "64");
        if self.is_plugin {
            command.env("OMP_TARGET_OFFLOAD", "MANDATORY");
        }
        let output = command.stdin(Stdio::null()).output().expect("the program was built");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Family {
    fn builds(&self, compiler: &str, level: &str) -> Vec<Build> {
        let build = |plugin: Option<&str>| Build {
            name: format!("{compiler} {level}{}", if plugin.is_some() { " plugin" } else { "" }),
            compiler: compiler.to_owned(),
            flags: self.flags.iter().copied().chain(plugin).chain([level]).map(str::to_owned).collect(),
            is_plugin: plugin.is_some(),
        };
        let mut builds = vec![build(None)];
        builds.extend(self.plugin.map(|flag| build(Some(flag))));
        builds
    }
}

fn does_answer(compiler: &str) -> bool {
    Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// gcc before version 14 does not read `present`.
fn is_old_gcc(compiler: &str) -> bool {
    if !compiler.starts_with("gcc") {
        return false;
    }
    let output = Command::new(compiler).arg("-dumpversion").output();
    let version =
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    version.trim().split('.').next().and_then(|major| major.parse().ok()).is_none_or(|major: u32| major < 14)
}

fn library_of(version: &str) -> String {
    let output = Command::new(format!("llvm-config-{version}")).arg("--libdir").output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}

fn first_error(messages: &[u8]) -> String {
    let text = String::from_utf8_lossy(messages);
    let line = text.lines().find(|line| line.contains("error") || line.contains("undefined"));
    line.or_else(|| text.lines().next()).unwrap_or("no message").to_owned()
}
