//! `--serial`: compiles the program as a compiler does that supports neither OpenACC nor OpenMP. `clacc verify` compares translations with
//! it.

use super::request::{DriverWord, Request, WantedOutput};
use super::{linked_runtime, processes, record};
use crate::{CommandEnd, Failure, compiler, paths};

/// Compiles with only those options that the compiler knows itself.
pub(super) fn compile(request: &Request) -> Result<CommandEnd, Failure> {
    request.check_files()?;
    let runtime = linked_runtime::find()?;
    request.sources().try_for_each(|source| record::add(request, source, &[], &[]))?;
    let command = command(request, &runtime);
    if request.shows_commands {
        processes::show(&command);
        return Ok(CommandEnd::Clean);
    }
    Err(processes::become_command(&command))
}

fn command(request: &Request, runtime: &clacc_runtime_install::Layout) -> Vec<String> {
    let mut command = vec![request.backend.clone(), "-Wno-unknown-pragmas".to_owned()];
    let links = request.wanted == WantedOutput::Program;
    let mut words = request.words.iter();
    while let Some(word) = words.next() {
        match word {
            DriverWord::Flag(word) if word.starts_with("-Xopenmp-target") => drop(words.next()),
            DriverWord::Flag(word) if is_about_directives(word) => {}
            DriverWord::LinkFlag(_) if !links => {}
            DriverWord::Source(word)
            | DriverWord::Flag(word)
            | DriverWord::LinkFlag(word)
            | DriverWord::Linked(word) => command.push(word.clone()),
        }
    }
    if let WantedOutput::Until(word) | WantedOutput::Prerequisites(word) = &request.wanted {
        command.push(word.clone());
    }
    for (flag, value) in [("-o", &request.output), ("-MF", &request.prerequisites)] {
        command.extend(value.iter().flat_map(|value| [flag.to_owned(), value.clone()]));
    }
    command.extend(runtime.cflags());
    if links {
        command.extend(runtime.libs());
        command.extend(request.is_in_words_of_nvc.then(|| "-lm".to_owned()));
        // Routines of OpenMP may be called outside of directives.
        command.extend(request.openmp.then(|| openmp_library(&request.backend)));
    }
    command
}

/// Returns whether an option is about OpenMP or its devices.
fn is_about_directives(word: &str) -> bool {
    ["-fopenmp", "-foffload", "--offload"].iter().any(|prefix| word.starts_with(prefix))
}

/// Returns the compiler's OpenMP library. clang finds its own only if OpenMP is enabled.
fn openmp_library(backend: &str) -> String {
    if !backend.contains("clang") {
        return "-lgomp".to_owned();
    }
    let file = compiler::library_file(backend, "libomp.so");
    file.map_or_else(|| "-lomp".to_owned(), |file| paths::text(file.as_os_str()))
}
