//! The compiler of a request for GPUs that names none.

use super::super::request::{DriverWord, Request, WantedOutput};
use super::architectures::{self, Architecture};
use super::clang::ClangOffload;
use super::gcc;
use crate::compiler;
use crate::{cc, results};

/// Takes a clang for a request that compiles for devices and names no compiler, and says so where it links: gcc has no options like
/// `--offload-arch`, and its code for NVIDIA devices is slower. gcc stays if it can compile for the devices and no clang can.
pub(in crate::cc) fn choose(request: &mut Request) {
    architectures::name_card(request);
    let wanted = architectures::of(request);
    let is_for_gcc = |word: &str| word.starts_with("-foffload=") || word.starts_with("-foffload-options");
    let names_gcc = request.words.iter().filter_map(DriverWord::flag).any(is_for_gcc);
    let is_for_devices = !wanted.is_empty() || request.option_of_clang().is_some();
    if !is_for_devices || request.names_backend || names_gcc {
        return;
    }
    let clangs: Vec<&str> = compiler::CLANGS.into_iter().filter(|name| cc::program(name).is_some()).collect();
    let serves = |name: &&&str| serves(name, request);
    let served = clangs.iter().find(serves).copied();
    let Some(clang) = served.or_else(|| clangs.first().copied().filter(|_| !gcc_serves(request, &wanted)))
    else {
        return;
    };
    if request.wanted == WantedOutput::Program && !request.shows_commands {
        let reason = request.option_of_clang().map_or_else(
            || "its code for NVIDIA devices is faster than that of gcc".to_owned(),
            |option| format!("{option} is its option"),
        );
        results::say(&format!("{clang} compiles, because {reason}; --backend names another compiler"));
    }
    clang.clone_into(&mut request.backend);
}

/// Returns whether a clang has all that it needs.
fn serves(clang: &str, request: &Request) -> bool {
    let version = compiler::major_version(clang).and_then(|major| major.parse().ok());
    version.is_some_and(|version| ClangOffload::new(request, clang, version).check().is_ok())
}

/// Returns whether gcc has a compiler for the devices.
fn gcc_serves(request: &Request, wanted: &[Architecture]) -> bool {
    // The options of clang, which name architectures, are errors for gcc.
    if request.option_of_clang().is_some() || wanted.iter().any(|each| matches!(each, Architecture::Amd(_))) {
        return false;
    }
    let said = compiler::ask(&request.backend, &[]).map(|answer| answer.search_directories);
    said.is_ok_and(|said| gcc::accelerator_folder(&said, gcc::is_nvptx).is_some())
}
