//! Differences of commands with `--native`, where the compiler reads text that clacc has preprocessed with the compiler's macros.

use std::path::Path;

use clacc::generate::CompilerKind;

use super::backend::{self, Backend};
use super::overlay::Overlay;
use super::processes::Streams;
use super::request::{DriverWord, Request, WantedOutput};
use super::{linked_runtime, prerequisites, processes};
use crate::codegen::as_native;
use crate::command_line::SourceArguments;
use crate::{CommandEnd, Failure, paths};

/// Returns how sources are to be read: in the compiler's default C standard if the user names none.
pub(super) fn source(source: &SourceArguments, backend: &Backend, is_discrete: bool) -> SourceArguments {
    let mut source = as_native(source, is_discrete);
    if backend.kind() == CompilerKind::Tcc && source.standard.is_none() {
        source.standard = Some("gnu99".to_owned());
    }
    source
}

/// Returns the options for compiling generated text and for linking it.
pub(super) fn flags(request: &Request, backend: &Backend) -> Vec<String> {
    let checks = if request.discrete { backend.kind().flags_for_checks() } else { &[] };
    let flags = backend.kind().flags_for_text().iter().chain(checks);
    flags.map(|flag| (*flag).to_owned()).collect()
}

/// Returns what is done with the compiler's messages about generated text. The messages of tcc are read and corrected.
pub(super) fn streams(backend: &Backend) -> Streams {
    if backend.kind() == CompilerKind::Tcc { Streams::Read } else { Streams::Shared }
}

/// Returns the compiler's messages about generated text. tcc prefixes the file names of line markers with the folder of the text, which is
/// removed.
pub(super) fn told(backend: &Backend, overlay: &Overlay, stderr: &[u8]) -> Vec<u8> {
    if backend.kind() != CompilerKind::Tcc {
        return stderr.to_vec();
    }
    let folder = format!("{}/", paths::text(overlay.path().as_os_str()));
    prerequisites::replaced(stderr, &paths::bytes(&folder), b"")
}

/// Returns the link options for the runtime library.
pub(super) fn libraries(request: &Request, backend: &Backend, folder: &Path) -> Vec<String> {
    let folder = paths::text(folder.as_os_str());
    if request.processes {
        return backend.kind().process_libraries(&folder);
    }
    let is_shared = request.words.contains(&DriverWord::LinkFlag("-shared".to_owned()));
    if is_shared { backend.kind().shared_libraries(&folder) } else { backend.kind().libraries(&folder) }
}

/// Preprocessor options whose value is the next argument.
const PREPROCESSING_WITH_VALUE: [&str; 12] = [
    "-D",
    "-U",
    "-I",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-MT",
    "-MQ",
    "-Xpreprocessor",
    "-A",
];

/// Returns the arguments without preprocessor options, which compilers would warn about or apply a second time.
pub(super) fn without_preprocessing(words: &[DriverWord]) -> Vec<&DriverWord> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.flag() {
            Some(flag) if PREPROCESSING_WITH_VALUE.contains(&flag) => drop(words.next()),
            Some(flag) if is_preprocessing(flag) => {}
            _ => kept.push(word),
        }
    }
    kept
}

fn is_preprocessing(flag: &str) -> bool {
    let prefixes = [
        "-D",
        "-U",
        "-I",
        "-iquote",
        "-isystem",
        "-idirafter",
        "-MD",
        "-MMD",
        "-MP",
        "-MG",
        "-MT",
        "-MQ",
        "-Wp,",
    ];
    prefixes.iter().any(|prefix| flag.starts_with(prefix))
}

/// Returns whether the user sets the target of the prerequisites.
pub(super) fn names_target(request: &Request) -> bool {
    let mut flags = request.words.iter().filter_map(DriverWord::flag);
    flags.any(|flag| flag.starts_with("-MT") || flag.starts_with("-MQ"))
}

/// Returns the definitions that the program sees and the compiler does not make: `_OPENMP`, if it is compiled for OpenMP, and those for
/// code generation.
pub(super) fn own_macros(request: &Request) -> impl Iterator<Item = String> {
    let openmp = request.openmp.then(|| format!("-D_OPENMP={}", clacc::generate::OPENMP_VERSION));
    openmp.into_iter().chain(request.macros_of_code().map(|name| format!("-D{name}=1")))
}

/// Lists the files that sources include, by a command of the compiler, for which the sources are plain C.
pub(super) fn list_prerequisites(request: &Request) -> Result<CommandEnd, Failure> {
    let WantedOutput::Prerequisites(word) = &request.wanted else { return Ok(CommandEnd::Clean) };
    let runtime = linked_runtime::find()?;
    let mut command = vec![request.backend.clone()];
    command.extend(request.words.iter().filter_map(|word| match word {
        DriverWord::Flag(word) | DriverWord::Source(word) => Some(word.clone()),
        _ => None,
    }));
    for folder in [runtime.omp_include(), runtime.include()] {
        command.extend(["-isystem".to_owned(), paths::text(folder.as_os_str())]);
    }
    command.extend([backend::OPENACC.to_owned(), word.clone()]);
    command.extend(own_macros(request));
    for (flag, value) in [("-o", &request.output), ("-MF", &request.prerequisites)] {
        command.extend(value.iter().flat_map(|value| [flag.to_owned(), value.clone()]));
    }
    if request.shows_commands {
        processes::show(&command);
        return Ok(CommandEnd::Clean);
    }
    Err(processes::become_command(&command))
}
