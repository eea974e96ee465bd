//! Refusal of commands whose output is also an input.
//!
//! The outputs that exist are compared with the files that the words name and with those that were read, by the system's numbers
//! of files, so that links do not hide them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::request::{DriverWord, Request, WantedOutput};
use super::{plain_units, prerequisites};
use crate::inputs::STDIN;
use crate::{Failure, paths};

/// The outputs of a command that already exist, each with its argument.
pub(super) struct ExistingOutputs(BTreeMap<FileIdentity, String>);

/// The identity of a file, independent of links: device and inode number, or the canonical path on systems without these.
type FileIdentity = (u64, u64, PathBuf);

impl ExistingOutputs {
    pub(super) fn of(request: &Request) -> ExistingOutputs {
        let existing = outputs(request).into_iter();
        ExistingOutputs(
            existing.filter_map(|output| Some((identity(&paths::of(&output))?, output))).collect(),
        )
    }

    /// Refuses outputs that the command line names as inputs.
    pub(super) fn check_words(&self, words: &[String], request: &Request) -> Result<(), Failure> {
        if self.0.is_empty() {
            return Ok(());
        }
        let response_files = words.iter().filter_map(|word| word.strip_prefix('@'));
        let named = request.words.iter().filter_map(|word| word.read_file(request));
        let forced = request.source.forced_include.iter().map(String::as_str);
        let policy = request.policy_file.as_deref();
        self.check(response_files.chain(named).chain(forced).chain(policy).map(paths::of))
    }

    /// Refuses outputs that a source may include, if the source was not read yet.
    pub(super) fn check_source(&self, source: &str, request: &Request) -> Result<(), Failure> {
        if self.0.is_empty() || source == "-" || source == STDIN {
            return Ok(());
        }
        self.check(plain_units::files(source, request))
    }

    /// Refuses outputs among the files that are read.
    pub(super) fn check(&self, read: impl IntoIterator<Item = PathBuf>) -> Result<(), Failure> {
        if self.0.is_empty() {
            return Ok(());
        }
        for path in read {
            if let Some(output) = identity(&path).and_then(|read| self.0.get(&read)) {
                let read = path.display();
                return Err(format!("nothing is written: the output {output} is the input {read}"));
            }
        }
        Ok(())
    }
}

/// Returns the files that a command writes: those that it names, and those that compilers name after the sources.
fn outputs(request: &Request) -> Vec<String> {
    let named = [&request.output, &request.prerequisites, &request.record];
    let mut outputs: Vec<String> =
        named.into_iter().flatten().filter(|output| *output != "-").cloned().collect();
    for source in request.words.iter().filter_map(|word| word.read_file(request)) {
        outputs.extend(named_by(source, request));
        let prerequisites = |is_gcc| prerequisites::file(request, source, is_gcc);
        outputs.extend([true, false].into_iter().filter_map(prerequisites));
    }
    if request.output.is_none() && request.wanted == WantedOutput::Program && request.print.is_none() {
        outputs.push("a.out".to_owned());
    }
    outputs
}

/// Returns the files that compilers name after a source: the output, and the files of `-save-temps`.
fn named_by(source: &str, request: &Request) -> Vec<String> {
    let extension = match &request.wanted {
        WantedOutput::Until(word) if word == "-c" => "o",
        WantedOutput::Until(word) if word == "-S" => "s",
        _ => return Vec::new(),
    };
    let plainly = Path::new(Path::new(source).file_name().unwrap_or_default());
    let named = request.output.is_none().then(|| plainly.with_extension(extension));
    let mut flags = request.words.iter().filter_map(DriverWord::flag);
    let keeps = request.openacc && flags.any(|flag| flag.trim_start_matches('-').starts_with("save-temps"));
    let bases = [Some(plainly), request.output.as_deref().map(Path::new)];
    let kept = bases.into_iter().flatten().filter(|_| keeps);
    let kept = kept.flat_map(|base| ["i", "s"].map(|extension| base.with_extension(extension)));
    named.into_iter().chain(kept).map(|path| paths::text(path.as_os_str())).collect()
}

/// Returns the identity of a file. None if it is no regular file: devices can be read and written at the same time.
fn identity(path: &Path) -> Option<FileIdentity> {
    let there = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        Some((there.dev(), there.ino(), PathBuf::new()))
    }
    #[cfg(not(unix))]
    {
        drop(there);
        Some((0, 0, std::fs::canonicalize(path).ok()?))
    }
}
