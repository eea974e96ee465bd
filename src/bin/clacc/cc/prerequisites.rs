//! Prerequisites for make, as `-M` and related options print them.

use std::path::{Path, PathBuf};

use super::overlay::Overlay;
use super::request::{Request, WantedOutput};
use crate::paths;

/// Returns the file into which the compiler of a request would write prerequisites, besides its output. None if it would write none. gcc
/// names the file after the program where clang names it after the source.
pub(super) fn file(request: &Request, source: &str, is_gcc: bool) -> Option<String> {
    let is_output = matches!(request.wanted, WantedOutput::Prerequisites(_));
    if !request.writes_prerequisites && !is_output {
        return None;
    }
    if let Some(named) = request.prerequisites.as_ref().or(request.output.as_ref().filter(|_| is_output)) {
        return Some(named.clone());
    }
    let beside =
        request.output.as_ref().map(PathBuf::from).or_else(|| named_by_source(request, source, is_gcc))?;
    request.writes_prerequisites.then(|| beside.with_extension("d").to_string_lossy().into_owned())
}

/// Returns the name of that file without an output. gcc prefixes it with the name of the program, `a.out`, unless both are the same.
fn named_by_source(request: &Request, source: &str, is_gcc: bool) -> Option<PathBuf> {
    let name = Path::new(source).file_name()?.to_string_lossy();
    let of_program = matches!(request.wanted, WantedOutput::Program | WantedOutput::Syntax) && is_gcc;
    let is_program_itself = name == "a.c" && request.sources().nth(1).is_none();
    Some(PathBuf::from(if of_program && !is_program_itself {
        format!("a-{name}")
    } else {
        name.into_owned()
    }))
}

/// The spelling of paths in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PathSpelling {
    /// Escaped for make.
    ForMake,
    /// Not escaped.
    Plainly,
}

/// Replaces the paths of an overlay's files in the compiler's output by those of their sources. It replaces the names of folders, with
/// which all these paths begin.
pub(super) fn with_sources(text: &[u8], overlay: &Overlay, spelled: PathSpelling) -> Vec<u8> {
    let name = |name: &str| match spelled {
        PathSpelling::ForMake => for_make(&paths::bytes(name.trim_start_matches("./"))),
        PathSpelling::Plainly => paths::bytes(name).into_owned(),
    };
    let folders = overlay.folders();
    folders.iter().fold(text.to_vec(), |text, (here, source)| replaced(&text, &name(here), &name(source)))
}

/// Returns a name as compilers escape it for make.
fn for_make(name: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    for byte in name {
        match byte {
            b' ' | b'#' => out.extend([b'\\', *byte]),
            b'$' => out.extend(b"$$"),
            _ => out.push(*byte),
        }
    }
    out
}

/// Returns a text with all occurrences of some bytes replaced.
pub(super) fn replaced(text: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.windows(old.len()).position(|window| window == old) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(new);
        rest = &rest[at + old.len()..];
    }
    out.extend_from_slice(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_make_are_escaped() {
        assert_eq!(for_make(b"a b#$"), b"a\\ b\\#$$");
        assert_eq!(replaced(b"a.o: /t/a.c /t/b.h", b"/t/", b""), b"a.o: a.c b.h");
    }
}
