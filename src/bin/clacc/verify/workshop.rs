//! The folders in which variants are built and run: temporary ones, never that of the user.
//!
//! Every run has the same path, so that a program that prints its folder or name prints the same in all of them. Every build has that path
//! too, so that paths which a build writes into its results are valid where the program runs.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder_copy::{FolderCopy, Purpose};
use super::runs::{CommandRun, End, Ended};
use super::task::Task;
use super::variant::{Parallelism, Variant};
use super::variant_compiler::VariantCompiler;
use super::written::{FolderState, NamedOutputs, WrittenFiles};
use crate::signals::ForwardedSignals;
use crate::{Failure, paths, results, scratch_folders};

pub(super) struct Workshop<'w> {
    pub(super) task: &'w Task,
    pub(super) signals: &'w ForwardedSignals,
    scratch: PathBuf,
    /// The user's folder.
    source: PathBuf,
    stdin: Option<PathBuf>,
}

/// A variant that can be run.
pub(super) struct BuiltVariant {
    pub(super) variant: Variant,
    /// The folder of which each run gets a copy.
    folder: PathBuf,
    /// The program, if it is outside of that folder.
    program: Option<PathBuf>,
    /// The numbers of threads and gangs for which a run gives new information.
    pub(super) parallelism: Vec<Parallelism>,
}

/// The results of a run.
pub(super) struct RunRecord {
    pub(super) ended: Ended,
    pub(super) stdout: PathBuf,
    pub(super) stderr: PathBuf,
    pub(super) files: WrittenFiles,
    folder: PathBuf,
}

impl RunRecord {
    /// Removes the files of the run.
    pub(super) fn discard(self) {
        scratch_folders::remove(&self.folder);
    }
}

impl<'w> Workshop<'w> {
    pub(super) fn new(
        task: &'w Task,
        signals: &'w ForwardedSignals,
        scratch: &Path,
    ) -> Result<Self, Failure> {
        let source =
            std::env::current_dir().map_err(|error| format!("cannot find the current folder: {error}"))?;
        // With links, the folder would have two names.
        let scratch = fs::canonicalize(scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
        let stdin = task.stdin.as_deref().map(|name| input(name, &source, &scratch)).transpose()?;
        Ok(Workshop { task, signals, scratch, source, stdin })
    }

    pub(super) fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// Returns the parent of the folder in which programs are built and run. It is separate because a program may write to `..`.
    fn runs(&self) -> PathBuf {
        self.scratch.join("runs")
    }

    fn folder(&self) -> PathBuf {
        self.runs().join(WORK)
    }

    /// Returns the file to which `clacc cc` writes its record for a variant.
    pub(super) fn record(&self, variant: Variant) -> PathBuf {
        self.scratch.join(format!("{}.json", variant.name()))
    }

    /// Builds a variant. `device` are the options for devices.
    pub(super) fn build(&self, variant: Variant, device: &[String]) -> Result<BuiltVariant, Failure> {
        let record = paths::text(self.record(variant).as_os_str());
        let compiler = VariantCompiler::of(variant, self.task, device, &record)?;
        let (folder, program) = match &self.task.build {
            None => (self.source.clone(), Some(self.build_files(variant, &compiler)?)),
            Some(command) => (self.build_project(variant, &compiler, command)?, None),
        };
        let parallelism = compiler.parallelism(variant, self.task);
        Ok(BuiltVariant { variant, folder, program, parallelism })
    }

    fn build_files(&self, variant: Variant, compiler: &VariantCompiler) -> Result<PathBuf, Failure> {
        let program = self.scratch.join(variant.name()).join("program");
        make_folder(&self.scratch.join(variant.name()))?;
        let output = ["-o".to_owned(), paths::text(program.as_os_str())];
        let words: Vec<String> =
            compiler.before.iter().chain(&compiler.after).chain(&output).cloned().collect();
        self.finish_build(variant, &words, &self.source, &[])?;
        if !program.is_file() {
            return Err("there is no program to be run: no file was compiled".to_owned());
        }
        Ok(program)
    }

    fn build_project(
        &self,
        variant: Variant,
        compiler: &VariantCompiler,
        command: &str,
    ) -> Result<PathBuf, Failure> {
        let folder = self.folder();
        scratch_folders::remove(&folder);
        FolderCopy::new(&self.source, &self.task.copied, &self.scratch, Purpose::Build)?.make(&folder)?;
        let script = self.compiler_script(compiler)?;
        let environment = [("CC", script.as_str()), ("CLACC_VARIANT", variant.name())];
        let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let words = ["/bin/sh", "-c", command].map(str::to_owned);
        self.finish_build(variant, &words, &folder, &environment)?;
        if !self.record(variant).is_file() {
            let word = command.split_whitespace().next().unwrap_or("make");
            return Err(format!(
                "the build compiled no C file with $CC; a makefile that sets CC itself is told so: --build '{word} CC=$CC'"
            ));
        }
        let built = self.scratch.join(variant.name());
        fs::rename(&folder, &built).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(built)
    }

    /// Runs a build command. If it fails, its output is shown.
    fn finish_build(
        &self,
        variant: Variant,
        words: &[String],
        folder: &Path,
        environment: &[(String, String)],
    ) -> Result<(), Failure> {
        let log = self.scratch.join("log");
        let run =
            CommandRun { words, folder, environment, stdin: None, stdout: &log, stderr: &log, limit: None };
        let how = run.run(self.signals)?.how;
        let text = fs::read(&log).unwrap_or_default();
        if how == End::Status(0) {
            if self.task.is_verbose {
                show(&text, usize::MAX);
            }
            return Ok(());
        }
        show(&text, if self.task.build.is_some() && !self.task.is_verbose { 40 } else { usize::MAX });
        let calls_routines = text.windows(4).any(|word| word == b"acc_");
        Err(match variant {
            Variant::Serial if calls_routines => format!(
                "the program without directives cannot be built: {how}; if it includes openacc.h under _OPENACC alone, -include openacc.h declares the routines"
            ),
            Variant::Serial => format!("the program without directives cannot be built: {how}"),
            other => format!("the translated program ({}) cannot be built: {how}", other.name()),
        })
    }

    /// Makes a script that calls the compiler of a variant, since makefiles and configure scripts work best with a one-word compiler
    /// command.
    fn compiler_script(&self, compiler: &VariantCompiler) -> Result<String, Failure> {
        let quoted = |word: &String| format!(" '{}'", word.replace('\'', "'\\''"));
        let before: String = compiler.before.iter().map(quoted).collect();
        let after: String = compiler.after.iter().map(quoted).collect();
        let text = format!("#!/bin/sh\nexec{before} \"$@\"{after}\n");
        let place = self.scratch.join("cc");
        let because = |error: std::io::Error| format!("{}: {error}", place.display());
        fs::write(&place, &*paths::bytes(&text)).map_err(because)?;
        #[cfg(unix)]
        fs::set_permissions(&place, std::os::unix::fs::PermissionsExt::from_mode(0o755)).map_err(because)?;
        Ok(paths::text(place.as_os_str()))
    }

    /// Runs a variant with this number of threads or gangs. `name` is that of the folder for the results.
    pub(super) fn run(
        &self,
        built: &BuiltVariant,
        parallelism: Parallelism,
        name: &str,
    ) -> Result<RunRecord, Failure> {
        let kept = self.scratch.join("kept").join(name);
        let because = |error: std::io::Error| format!("{}: {error}", kept.display());
        scratch_folders::remove(&kept);
        make_folder(&kept)?;
        let folder = self.folder_for_run(built)?;
        let before = FolderState::of(&self.runs()).map_err(because)?;
        let named = NamedOutputs::of(&self.task.outputs, &folder);
        let (stdout, stderr) = (kept.join("stdout"), kept.join("stderr"));
        let ended = CommandRun {
            words: &self.command(),
            folder: &folder,
            environment: &environment(built.variant, parallelism),
            stdin: self.stdin.as_deref(),
            stdout: &stdout,
            stderr: &stderr,
            limit: self.task.timeout,
        }
        .run(self.signals)?;
        let files = if self.task.outputs.is_empty() {
            let moved = kept.join("runs");
            fs::rename(self.runs(), &moved).map_err(because)?;
            let changes = before.changes(&moved).map_err(because)?;
            changes.into_iter().map(|(name, written)| (name_for_program(&name), written)).collect()
        } else {
            named.changes(&folder, &kept.join("named")).map_err(because)?
        };
        Ok(RunRecord { ended, stdout, stderr, files, folder: kept })
    }

    /// Makes the folder for a run.
    fn folder_for_run(&self, built: &BuiltVariant) -> Result<PathBuf, Failure> {
        scratch_folders::remove(&self.runs());
        let folder = self.folder();
        make_folder(&folder)?;
        let only = if built.program.is_some() { &*self.task.copied } else { &[] };
        FolderCopy::new(&built.folder, only, &self.scratch, Purpose::Run)?.make(&folder)?;
        if let Some(program) = &built.program {
            let place = folder.join(paths::of(&self.task.program));
            make_folder(place.parent().unwrap_or(&folder))?;
            fs::copy(program, &place).map_err(|error| format!("{}: {error}", place.display()))?;
        }
        Ok(folder)
    }

    /// Returns the command that is run.
    fn command(&self) -> Vec<String> {
        match &self.task.run {
            Some(command) => ["/bin/sh", "-c", command].map(str::to_owned).to_vec(),
            None => [format!("./{}", self.task.program)]
                .into_iter()
                .chain(self.task.arguments.iter().cloned())
                .collect(),
        }
    }
}

/// The name of the working folder of programs.
const WORK: &str = "work";

/// Returns the name by which the program would refer to a file below the parent of its folder.
fn name_for_program(name: &str) -> String {
    let own = name.strip_prefix(WORK).and_then(|rest| rest.strip_prefix('/'));
    own.map_or_else(|| format!("../{name}"), str::to_owned)
}

/// Returns the environment variables of a run, in addition to those of the user.
fn environment(variant: Variant, parallelism: Parallelism) -> Vec<(String, String)> {
    let mut variables = vec![("CLACC_VARIANT".to_owned(), variant.name().to_owned())];
    variables.extend(parallelism.environment());
    variables.extend(variant.offload().map(|(name, value)| (name.to_owned(), value.to_owned())));
    // libomp writes to stderr if it makes fewer threads than requested, which is not output of the program.
    variables.push(("KMP_WARNINGS".to_owned(), "off".to_owned()));
    variables
}

/// Returns the file with the input of all runs. stdin is copied to a file, because a pipe can be read only once.
fn input(name: &str, source: &Path, scratch: &Path) -> Result<PathBuf, Failure> {
    if name != "-" {
        return Ok(source.join(paths::of(name)));
    }
    let place = scratch.join("stdin");
    let copied =
        fs::File::create(&place).and_then(|mut file| std::io::copy(&mut std::io::stdin().lock(), &mut file));
    copied.map(|_| place).map_err(|error| format!("cannot read stdin: {error}"))
}

fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Shows the last lines of a build's output.
fn show(text: &[u8], most: usize) {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(most);
    if from > 0 {
        results::complain(&format!("the last lines of {}; --verbose shows all", lines.len()));
    }
    lines[from..].iter().for_each(|line| results::line(line));
}
