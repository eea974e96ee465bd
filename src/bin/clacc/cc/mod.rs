//! `clacc cc`: a compiler driver for programs with OpenACC.
//!
//! With `-fopenacc` (or nvc's `-acc`) each C file is translated in memory, and the translation is compiled by an installed
//! compiler of OpenMP. Without it the words of the command line go to that
//! compiler as they are, but for those that only clacc knows.
//!
//! `request` reads the words, `offload` knows what compilers need for GPUs, `backend` asks the compiler for its macros and
//! folders, `overlay` holds the translated files of a unit in a scratch folder, `steps` makes one command for each source and one
//! that links, `processes` runs them, those of several sources `at_once`. Sources are read and translated one after another, on
//! one thread, and compiled at once; what is said of a source is held until those before it are done. A signal that would end the
//! driver goes to the compilers and ends the driver when the scratch folder is gone.
//!
//! `_OPENACC` is defined for the compiler. Unless the user has `-fopenmp`, the program's own OpenMP is left out. A unit in which
//! nothing is translated is compiled where it is, with the user's words alone (`plain_units`).

mod at_once;
mod backend;
mod chosen_dialect;
mod generated_units;
mod ignored_openacc;
mod linked_runtime;
mod long_option;
mod native;
mod nvc;
mod offload;
mod overlay;
mod overwritten_inputs;
mod plain_units;
mod prerequisites;
mod printing;
mod processes;
mod record;
mod request;
mod steps;
mod whole_program;
mod without_directives;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clacc::Session;
use clacc::diagnostics::{Diagnostic, Severity};
use clacc::policy::Policy;
use clacc::translate::{Fidelity, OpenaccMacro, TranslateOptions, Translation};

use self::backend::Backend;
use self::overlay::Overlay;
use self::overwritten_inputs::ExistingOutputs;
use self::prerequisites::PathSpelling;
use self::processes::{Ran, Streams};
use self::request::{Request, WantedOutput};
use self::steps::Steps;
use self::whole_program::OpenedSources;
use crate::inputs::Input;
use crate::results::{self, Messages};
use crate::scratch_folders::ScratchFolder;
use crate::signals::ForwardedSignals;
use crate::{CommandEnd, Failure, hidden_openmp, implicit_levels, outputs, paths, runtime, warning_flags};

pub(crate) use self::backend::{fingerprint, program};
pub(crate) use self::offload::{Card, cards, cuda_release};
pub(crate) use self::processes::unblocked;

const HELP: &str = "\
Usage: clacc cc [OPTIONS] FILE...

Compiles C programs with OpenACC: translates each C file and calls a compiler of OpenMP.

  -fopenacc, -acc              translate OpenACC; without it, the compiler gets all words but those of clacc
  --backend COMPILER           the compiler: gcc (the default), clang-19, a path; for GPUs, a clang is the default where one can
  -fopenmp                     the program's own OpenMP is compiled too
  --ignore-openmp              the program's own OpenMP means nothing, as with -fopenacc alone
  -Minfo=accel                 say what became of each directive
  -fopenacc-permit-kept        compile although directives have no OpenMP form; they have no effect then
  -fopenacc-prof               tell profiling libraries of each directive; `ACC2OMP_TRACE=table ./a.out` then prints where the
                               time went, and ACC2OMP_TRACE=FILE.json writes a timeline too (docs/profiling.md)
  --openmp, --for, --compiler  the OpenMP that the compiler reads, as for `clacc translate`: a version, a platform, compilers; what
                               is left out is taken from the compiler that is called and from what it compiles for
  --dialect, --policy NAME     a name for such a choice, and the mapping; `clacc policies` lists them
  --policy-file FILE           the mapping, as rules over a built-in one, in TOML (docs/policy-files.md)
  --device-type TYPE           the clauses of `device_type` that are taken
  --data-subscripts lengths    `copy(a[n])` means `a[0:n]`, as some compilers have read it
  -fopenacc-implicit-worker=none|vector|outer|vector-outer, -fopenacc-implicit-vector=none|outer
                               the loops that workers and vector lanes share without a clause
  -fopenacc-loop-proofs=none|proven|assumed
                               loops of `kernels` and with `auto` that policy `performance` shares where it proves that it may
  -fopenacc-small-loops=one-thread|threads
                               who executes loops with little work under policy `performance`
  -fopenacc-interchange=none|proven
                               loops that policy `performance` lets change places in dialect `host`
  --native                     generate code for clacc's own runtime library: no library of OpenMP is linked, and the
                               compiler may be any (gcc, clang, tcc); without -fopenacc and -fopenmp, for both models
  --discrete                   with --native: a program that tells the truth about its data clauses. Run with
                               ACC_DEVICE_TYPE=discrete, it has a device with a memory of its own, which ends the program at
                               each use of data that is not there; with gcc or clang
  --processes                  with --native: the program's teams are processes and no threads, on Linux with glibc
  --serial                     compile as if there were no directives, neither of OpenACC nor of OpenMP; routines of the
                               OpenACC API link
  --jobs N                     how many files are compiled at a time; as many as there are processors, and one if make
                               counts its jobs
  --record FILE                append the files, findings and verdicts to a file, as JSON lines
  --check-gpu                  compile and run a small kernel with each compiler that is installed, and print which of them work for the
                               GPU of this machine and what the others lack (docs/gpu.md)
  -###                         show the commands and run nothing

A link to clacc named clacc-cc is `clacc cc`, for scripts that take a command of one word.

Options of gcc and clang are passed on: -c -S -E -M... -x @FILE -o -O -g -I -D -l ... Of nvc: -acc=gpu|multicore,
-gpu=cc80, -ta=..., -mp, -Minfo, -fast; other ones of nvc (-M..., -K...) are left out and named.

Printing instead of compiling, as the original compiler does:

  -fopenacc-print=MODE         edit the source: acc, omp, acc-omp, omp-acc
  -fopenacc-ast-print=MODE     print the program from its tree: the same modes
  -fopenacc-update-present-omp=present|no-present
  -fopenacc-present-omp=present|no-present
  -fopenacc-structured-ref-count-omp=hold|no-hold
  -fopenacc-no-create-omp=no_alloc|no-no_alloc
  -W[no-][error=]NAME, -W[no-]error, -w
                               what is done about warnings, by their names or
                               codes; openacc-omp-ext: words that many OpenMP
                               compilers reject; `clacc explain` lists all
  --cc COMPILER                include paths and macros of an installed compiler

Exit status: that of the compiler; 1 for errors in directives; 2 could not do it.
";

/// Returns the compiler that the user names with `--backend`.
pub(crate) fn named_backend(words: &[OsString]) -> Result<Option<String>, Failure> {
    let words = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let request = request::read(words)?;
    Ok(request.names_backend.then_some(request.backend))
}

pub(crate) fn run(words: &[OsString]) -> Result<CommandEnd, Failure> {
    // The arguments are path texts already ([`paths`]).
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    processes::become_child(&words)?;
    if words.iter().any(|word| word == "--help") {
        results::result(HELP.as_bytes())?;
        return Ok(CommandEnd::Clean);
    }
    let mut request = request::read(words.clone())?;
    if request.openacc && !request.serial && !request.native && request.print.is_none() {
        offload::choose(&mut request);
    }
    let request = request;
    let outputs = ExistingOutputs::of(&request);
    outputs.check_words(&words, &request)?;
    if let Some(print) = request.print {
        return printing::print(&request, print);
    }
    let is_translated = request.openacc && !request.serial;
    let lists = matches!(request.wanted, WantedOutput::Prerequisites(_));
    if !is_translated || request.native && lists {
        request.sources().try_for_each(|source| outputs.check_source(source, &request))?;
    }
    if request.has_no_files() || !is_translated && !request.serial {
        if let Some(ended) = ignored_openacc::tell(&request)? {
            return Ok(ended);
        }
        return Err(processes::become_command(&handed_through(&request, words)));
    }
    for word in &request.left_out {
        results::warn(&format!("{word} has no counterpart and is left out"));
    }
    if request.serial {
        return without_directives::compile(&request);
    }
    if request.native && request.has_only_headers() {
        // Generated text includes no files, so these headers are precompiled for other programs.
        return Err(processes::become_command(&handed_through(&request, words)));
    }
    if request.native && matches!(request.wanted, WantedOutput::Prerequisites(_)) {
        return native::list_prerequisites(&request);
    }
    compile(&request, &outputs)
}

/// Returns the compiler's command line: all arguments without the options of clacc.
fn handed_through(request: &Request, words: Vec<String>) -> Vec<String> {
    let mut command = vec![request.backend.clone()];
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            _ if request::OWN.contains(&word.as_str()) => drop(words.next()),
            "-fopenacc" | "-fno-openacc" | "--serial" | "--native" | "--discrete" | "--processes"
            | "--ignore-openmp" => {}
            _ if request::is_own_with_value(&word) || word.starts_with("-fopenacc-") => {}
            _ if word == "-acc" || word.starts_with("-acc=") => {}
            _ if warning_flags::is_own(&word) || implicit_levels::option_of(&word).is_some() => {}
            _ => command.push(word),
        }
    }
    command
}

/// Translates and compiles each source, and links them.
fn compile(request: &Request, outputs: &ExistingOutputs) -> Result<CommandEnd, Failure> {
    request.check_files()?;
    let backend = Backend::find(request)?;
    backend.check_devices(request)?;
    let signals = ForwardedSignals::begin();
    let scratch = scratch_folder()?;
    let runtime = if request.needs_library() {
        linked_runtime::find()
    } else {
        linked_runtime::find_headers(scratch.path())
    }?;
    if request.processes && request.needs_library() {
        runtime::check_processes(&runtime)?;
    }
    let (backend, runtime, signals) = (&backend, &runtime, &signals);
    let is_parallel = request.sources().nth(1).is_some() && request.jobs() > 1 && !request.shows_commands;
    let status =
        Compilation { request, outputs, backend, runtime, signals, scratch: scratch.path(), is_parallel }
            .run();
    // The folder is removed before a signal that was held back ends the process.
    drop(scratch);
    status.map(CommandEnd::Compiler)
}

/// Makes a temporary folder for this run. Compilers write the names of the files that they read into objects, so equal commands use the
/// same folder, unless another run is using it.
fn scratch_folder() -> Result<ScratchFolder, Failure> {
    let command: Vec<OsString> =
        std::env::current_dir().ok().map(PathBuf::into).into_iter().chain(std::env::args_os()).collect();
    ScratchFolder::temporary(Some(&format!("{:016x}", fingerprint(format!("{command:?}").as_bytes()))))
}

struct Compilation<'r> {
    request: &'r Request,
    outputs: &'r ExistingOutputs,
    backend: &'r Backend,
    runtime: &'r clacc_runtime_install::Layout,
    signals: &'r ForwardedSignals,
    scratch: &'r Path,
    /// true if several sources are compiled in parallel. Then the messages about a source are held back until those before it are done.
    is_parallel: bool,
}

/// A source of the command line with its translation.
struct UnitToCompile<'u> {
    session: &'u Session,
    input: &'u Input,
    /// The argument on the command line.
    file: &'u str,
    translation: &'u Translation,
}

/// A source of the command line that is being compiled.
struct SourceToCompile<'f> {
    /// The argument on the command line.
    file: &'f str,
    overlay: Overlay,
    /// The object file, if linking is a separate command.
    object: Option<PathBuf>,
    /// The file that is compiled in place of the source, if anything was translated.
    here: Option<PathBuf>,
    /// The exit status if the source is not to be compiled, or 0.
    refused: u8,
    /// true if the source needs no compilation because its output is already written.
    is_done: bool,
}

/// Reads the source with this index and translates it.
type Prepare<'p, 'f> = dyn FnMut(usize) -> Result<SourceToCompile<'f>, Failure> + 'p;

impl Compilation<'_> {
    /// Compiles and links. Returns the first exit status that is not 0, or 0.
    fn run(&self) -> Result<u8, Failure> {
        let mut source = self.backend.source_arguments(self.request);
        if self.request.native {
            source = native::source(&source, self.backend, self.request.discrete);
            source.system_dir.push(paths::text(self.runtime.omp_include().as_os_str()));
        }
        // The library's header supports both models and cannot be edited by the user, so it counts as a system header.
        source.system_dir.push(paths::text(self.runtime.include().as_os_str()));
        let files: Vec<String> = self.request.sources().cloned().collect();
        let has_directives = |file: &String| !plain_units::is_plain(file, self.request);
        let opened = if self.request.native {
            whole_program::open_all(&files, &source, &self.backend.target(self.request))?
        } else {
            whole_program::open(&files, has_directives, &source, &self.backend.target(self.request))?
        };
        self.check_outputs(&files, &opened)?;
        self.show_notes(&opened);
        let OpenedSources { files: read, session, inputs, .. } = &opened;
        let mut inputs = read.iter().zip(inputs).peekable();
        let options =
            if self.request.native { TranslateOptions::default() } else { self.translate_options()? };
        let mut prepare = |number: usize| {
            let (file, overlay) = (&files[number], self.overlay(number)?);
            let mut source = self.source(file, overlay);
            let input = inputs.next_if(|(read, _)| *read == file);
            if let (Some((_, input)), true) = (input, self.request.native) {
                self.generate(session, input, &mut source)?;
            } else if let Some((_, input)) = input {
                let translation = session.translate(input.unit, &options);
                record::add(self.request, file, &translation.diagnostics, &translation.verdicts)?;
                let unit = UnitToCompile { session, input, file, translation: &translation };
                self.prepare(&unit, &mut source)?;
            } else {
                // There is nothing to translate, or the file cannot be read, which the compiler reports.
                record::add(self.request, file, &[], &[])?;
            }
            Ok(source)
        };
        let (status, objects) = if self.is_parallel {
            self.compile_at_once(files.len(), &mut prepare)?
        } else {
            self.compile_one_by_one(files.len(), &mut prepare)?
        };
        let overlay = self.overlay(files.len())?;
        let steps = self.steps(&overlay);
        let last = if self.links_apart() { Some(steps.link(&objects)) } else { steps.others() };
        match last {
            Some(command) if status == 0 => Ok(self.ended(&command, Streams::Shared)?.status),
            _ => Ok(status),
        }
    }

    /// Refuses to overwrite files that the sources include.
    fn check_outputs(&self, files: &[String], opened: &OpenedSources) -> Result<(), Failure> {
        let included = opened.inputs.iter().flat_map(|input| opened.session.included_files(input.unit));
        self.outputs.check(included.map(|path| paths::of(&path)))?;
        let mut unread = files.iter().filter(|file| !opened.files.contains(file));
        unread.try_for_each(|file| self.outputs.check_source(file, self.request))
    }

    /// Returns whether each source is compiled by a separate command and another one links, because folders for `#include "..."` differ
    /// between sources.
    fn links_apart(&self) -> bool {
        self.request.wanted == WantedOutput::Program && self.request.sources().nth(1).is_some()
    }

    fn overlay(&self, number: usize) -> Result<Overlay, Failure> {
        let folder = self.scratch.join(number.to_string());
        std::fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Overlay::new(folder))
    }

    fn steps<'s>(&'s self, overlay: &'s Overlay) -> Steps<'s> {
        Steps { request: self.request, backend: self.backend, runtime: self.runtime, overlay }
    }

    fn source<'f>(&self, file: &'f str, overlay: Overlay) -> SourceToCompile<'f> {
        let object = self.links_apart().then(|| overlay.path().join("object.o"));
        SourceToCompile { file, overlay, object, here: None, refused: 0, is_done: false }
    }

    /// Reports on the directives of a unit and, unless they have errors, writes its translation to the place where it is compiled.
    fn prepare(&self, unit: &UnitToCompile<'_>, source: &mut SourceToCompile<'_>) -> Result<(), Failure> {
        source.refused = self.told(unit, &source.overlay)?;
        if source.refused == 0 {
            source.here = self.translated(unit, &mut source.overlay)?;
        }
        Ok(())
    }

    fn command(&self, source: &SourceToCompile<'_>) -> Vec<String> {
        self.steps(&source.overlay).compile(source.file, source.here.as_deref(), source.object.as_deref())
    }

    /// Compiles sources one after another. Returns the first exit status that is not 0, and the objects.
    fn compile_one_by_one(
        &self,
        count: usize,
        prepare: &mut Prepare<'_, '_>,
    ) -> Result<(u8, Vec<PathBuf>), Failure> {
        let (mut status, mut objects) = (0, Vec::new());
        for number in 0..count {
            let source = prepare(number)?;
            let ended = if source.refused == 0 && !source.is_done {
                let prints = self.steps(&source.overlay).prints_text();
                let streams = if prints {
                    Streams::StdoutRead
                } else if self.request.native {
                    native::streams(self.backend)
                } else {
                    Streams::Shared
                };
                let ran = self.ended(&self.command(&source), streams)?;
                self.tell(&source, &ran)?;
                self.finished(&source, &ran)?
            } else {
                source.refused
            };
            status = if status == 0 { ended } else { status };
            objects.extend(source.object);
        }
        Ok((status, objects))
    }

    /// Prints what the compiler wrote about a source, as far as that was read and is not the requested output.
    fn tell(&self, source: &SourceToCompile<'_>, ran: &Ran) -> Result<(), Failure> {
        if self.request.native {
            results::messages(&native::told(self.backend, &source.overlay, &ran.stderr));
        } else {
            results::messages(&ran.stderr);
        }
        if self.steps(&source.overlay).prints_text() || ran.stdout.is_empty() {
            return Ok(());
        }
        results::result(&ran.stdout)
    }

    /// Delivers the compiler's output for a source. Returns the exit status.
    fn finished(&self, source: &SourceToCompile<'_>, ran: &Ran) -> Result<u8, Failure> {
        if ran.status == 0 && !self.request.shows_commands {
            self.write_native_prerequisites(source)?;
            self.pass_on(&self.steps(&source.overlay), source.file, &ran.stdout)?;
        }
        Ok(ran.status)
    }

    /// Returns the file that is compiled instead of the source; none if nothing in the unit was translated.
    fn translated(
        &self,
        unit: &UnitToCompile<'_>,
        overlay: &mut Overlay,
    ) -> Result<Option<PathBuf>, Failure> {
        let translation = unit.translation;
        let is_translated = translation.changed || translation.headers.iter().any(|header| header.changed);
        if !is_translated && !unit.input.is_stdin() && !asks_for_hidden_openmp(unit) {
            return Ok(None);
        }
        overlay.leave_out([self.backend.system_folders(), vec![self.runtime.include()]].concat());
        let here = overlay.add(unit.session, unit.input.unit, translation)?;
        for folder in self.request.source.include_dir.iter().chain(&self.request.source.quote_dir) {
            overlay.add_folder(folder);
        }
        Ok(Some(here))
    }

    fn translate_options(&self) -> Result<TranslateOptions, Failure> {
        let request = self.request;
        let chosen = request.policy_or(Policy::default())?;
        let dialect = self.backend.dialect(request, &chosen.base)?;
        if request.shows_commands {
            results::line(&format!("clacc: the translation is in dialect {}", dialect.name()));
        }
        Ok(TranslateOptions::default()
            .with_policy(chosen.policy)
            .with_dialect(dialect.with(request.overrides))
            .with_openacc_macro(OpenaccMacro::Leave)
            .with_line_numbers(true)
            .with_announcements(request.announces)
            .with_reader(self.backend.reader())
            .with_severities(request.severities.clone()))
    }

    /// Reports on the directives of a unit. Returns the exit status if the unit is not to be compiled, or 0.
    fn told(&self, unit: &UnitToCompile<'_>, overlay: &Overlay) -> Result<u8, Failure> {
        let translation = unit.translation;
        let kept = translation.verdicts.iter().filter(|verdict| verdict.fidelity == Fidelity::Unsupported);
        let kept = if self.request.permits_kept { 0 } else { kept.count() };
        let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
        let errors = translation.diagnostics.iter().filter(is_error);
        let is_broken = errors.clone().any(is_about_c);
        let is_refused = kept > 0 || errors.clone().any(|finding| !is_about_c(finding));
        if is_broken && is_refused {
            // The compiler's errors in the C around the directives are shown first.
            let ended = self.ended(&self.steps(overlay).syntax(unit.file), self.streams())?;
            results::messages(&ended.stderr);
            if ended.status != 0 {
                return Ok(ended.status);
            }
        }
        self.show(unit.session, translation, is_refused);
        let is_wide = |finding: &Diagnostic| finding.code.id == WIDE_ATOMIC;
        if translation.diagnostics.iter().any(is_wide) && self.backend.lacks_libatomic(self.request) {
            let path = &translation.path;
            results::warn(&format!("{path} needs libatomic ({WIDE_ATOMIC}), and it is not installed"));
        }
        if kept > 0 && errors.count() == 0 {
            let path = &translation.path;
            results::complain(&format!(
                "error: {path}: {kept} directives or clauses have no OpenMP form and would have no effect; -fopenacc-permit-kept compiles without them"
            ));
        }
        Ok(u8::from(is_refused))
    }

    /// Returns whether a finding about directives is shown. Notes are only shown if remarks were asked for, or if they are about a
    /// directive that has no effect where the program runs.
    fn is_told(&self, finding: &Diagnostic) -> bool {
        let is_without_effect = || finding.code.id == CAPTURE && !self.backend.has_devices(self.request);
        self.request.remarks || finding.severity != Severity::Note || is_without_effect()
    }

    /// Prints the findings. Those about C are only printed if nothing is compiled, because the compiler reports them itself.
    fn show(&self, session: &Session, translation: &Translation, is_refused: bool) {
        let remarks = self.request.remarks;
        let mut messages = Messages::of_driver();
        for finding in &translation.diagnostics {
            let is_shown = if is_about_c(finding) { is_refused } else { self.is_told(finding) };
            if is_shown {
                messages.add(finding.clone(), &|path| session.source(path));
            }
        }
        for verdict in translation.verdicts.iter().filter(|_| remarks) {
            messages.add_verdict(verdict, false);
        }
        messages.finish();
    }

    /// Prints the notes about all sources together, if remarks were asked for.
    fn show_notes(&self, opened: &OpenedSources) {
        let mut messages = Messages::of_driver();
        for note in opened.notes.iter().filter(|_| self.request.remarks) {
            messages.add(note.clone(), &|path| opened.session.source(path));
        }
        messages.finish();
    }

    /// Writes the compiler's textual output, with the names of the sources in place of the overlay's files.
    fn pass_on(&self, steps: &Steps<'_>, source: &str, stdout: &[u8]) -> Result<(), Failure> {
        let prerequisites = steps.prerequisites(source);
        let text = |text: &[u8], spelled| prerequisites::with_sources(text, steps.overlay, spelled);
        if let WantedOutput::Prerequisites(_) = self.request.wanted {
            return write(prerequisites.as_deref(), &text(stdout, PathSpelling::ForMake));
        }
        if steps.prints_text() {
            write(self.request.output.as_deref(), &text(stdout, PathSpelling::Plainly))?;
        }
        let Some(path) = prerequisites else { return Ok(()) };
        let written = steps.overlay.path().join(steps::PREREQUISITES);
        let listed = std::fs::read(&written).map_err(|error| format!("{}: {error}", written.display()))?;
        write(Some(&path), &text(&listed, PathSpelling::ForMake))
    }

    /// Runs a command, or only prints it for `-###`.
    fn ended(&self, command: &[String], streams: Streams) -> Result<Ran, Failure> {
        if self.request.shows_commands {
            processes::show(command);
            return Ok(Ran { status: 0, stdout: Vec::new(), stderr: Vec::new() });
        }
        processes::run(command, streams, self.signals)
    }

    /// Returns what is done with the compiler's output streams for a source.
    fn streams(&self) -> Streams {
        if self.is_parallel { Streams::Read } else { Streams::Shared }
    }
}

/// Returns whether a unit tests `_OPENMP`, which the compiler defines for translations, although the program is compiled without OpenMP.
fn asks_for_hidden_openmp(unit: &UnitToCompile<'_>) -> bool {
    let included = unit.session.included_files(unit.input.unit).into_iter();
    let texts = included.filter_map(|path| unit.session.source(&path));
    hidden_openmp::asks(&unit.translation.text) || texts.into_iter().any(|text| hidden_openmp::asks(&text))
}

/// The code of the finding about a copy that is only made if the device has memory of its own.
const CAPTURE: &str = "MAP0065";

/// The code of the finding about an operation that needs a library for atomics.
const WIDE_ATOMIC: &str = "MAP0048";

/// Writes output of the compiler to a file, or to stdout.
fn write(path: Option<&str>, text: &[u8]) -> Result<(), Failure> {
    match path {
        Some(path) if path != "-" => outputs::write_text(&paths::of(path), text),
        _ => results::result(text),
    }
}

/// Returns whether a finding is about C, so that the compiler of the translation reports it as well.
fn is_about_c(finding: &Diagnostic) -> bool {
    !["ACC", "OMP", "MAP", "GEN"].iter().any(|prefix| finding.code.id.starts_with(prefix))
}
