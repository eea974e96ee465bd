//! The destination of translations.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clacc::translate::{Headers, TranslatedFile, Translation};

use crate::command_line::TranslateArguments;
use crate::inputs::STDIN;
use crate::outputs::{self, WrittenFile};
use crate::project::Project;
use clacc::edit::unified_diff;

use crate::{Failure, paths, results};

/// The destination of translations.
pub(crate) enum Destination<'a> {
    Stdout,
    File(&'a str),
    Folder(&'a str),
    InPlace,
    Diff,
    Check,
}

/// The results to write.
pub(crate) struct Results<'r> {
    pub(crate) project: &'r Project,
    /// The program's files that were read, if results go to other files.
    pub(crate) sources: BTreeSet<Arc<str>>,
    /// The translation of each unit that could be read.
    pub(crate) translations: &'r [Translation],
    /// The files that differ from their sources, headers included. Empty if only one text is written.
    pub(crate) files: &'r [TranslatedFile],
    /// true if the files can be written because the units agree about them.
    pub(crate) settled: bool,
}

impl<'a> Destination<'a> {
    pub(crate) fn choose(arguments: &'a TranslateArguments, project: &Project) -> Result<Self, Failure> {
        if arguments.in_place {
            if project.paths().any(|path| path == STDIN) {
                return Err("--in-place cannot change stdin".to_owned());
            }
            return Ok(Destination::InPlace);
        }
        if arguments.diff || arguments.check {
            return Ok(if arguments.diff { Destination::Diff } else { Destination::Check });
        }
        let has_folder = arguments.files.iter().any(|file| paths::of(file).is_dir());
        match &arguments.output {
            Some(path) if is_folder(path) || has_folder => Ok(Destination::Folder(path)),
            Some(path) if path == "-" && project.only_path().is_some() => Ok(Destination::Stdout),
            Some(path) if project.only_path().is_some() => {
                check_output_name(path)?;
                Ok(Destination::File(path))
            }
            Some(path) => Err(format!("several files, but {path} is no folder; -o {path}/ makes one")),
            None if project.only_path().is_none() => {
                Err("several files need --in-place, --diff, --check or -o FOLDER".to_owned())
            }
            None => Ok(Destination::Stdout),
        }
    }

    /// Returns the treatment of directives in headers: they are translated if headers are written too.
    pub(crate) fn headers(&self) -> Headers {
        match self {
            Destination::Stdout | Destination::File(_) => Headers::Keep,
            _ => Headers::Translate,
        }
    }

    /// Returns whether results go to files other than those of the program.
    pub(crate) fn is_elsewhere(&self) -> bool {
        matches!(self, Destination::File(_) | Destination::Folder(_))
    }

    /// Returns whether results go to stdout.
    pub(crate) fn takes_stdout(&self) -> bool {
        matches!(self, Destination::Stdout | Destination::Diff)
    }

    /// Writes the files that differ from their source, and the report, if there is one. A single input is written even if it does not
    /// differ. Nothing is written if the units of the program disagree.
    pub(crate) fn write(
        &self,
        results: &Results<'_>,
        report: Option<WrittenFile<'_>>,
    ) -> Result<(), Failure> {
        let only_text;
        let is_written = results.settled && !results.translations.is_empty();
        let mut outputs = match self {
            _ if !is_written => Vec::new(),
            Destination::Stdout => {
                results::result(&results.only_text())?;
                Vec::new()
            }
            Destination::File(path) => {
                only_text = results.only_text();
                vec![WrittenFile { path: (*path).to_owned(), text: &only_text, read: None }]
            }
            Destination::Folder(folder) => results.in_folder(folder),
            Destination::InPlace => results.in_place(),
            Destination::Diff => {
                results.print_diff()?;
                Vec::new()
            }
            Destination::Check => Vec::new(),
        };
        if self.is_elsewhere() {
            check_sources(&results.sources, &outputs)?;
        }
        if let Some(report) = report {
            check_sources(&results.sources, std::slice::from_ref(&report))?;
            outputs.push(report);
        }
        outputs::write(&outputs)
    }
}

fn is_folder(path: &str) -> bool {
    path.ends_with(std::path::is_separator) || paths::of(path).is_dir()
}

/// Refuses an output name that suggests that compilation was expected: flags such as `-c` are ignored, and C text in an object file would
/// only be noticed by the linker.
pub(crate) fn check_output_name(path: &str) -> Result<(), Failure> {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    match extension {
        Some("o" | "obj" | "lo" | "a" | "so" | "s" | "S" | "d") => {
            Err(format!("the output is C, but {path} is no C file by its name"))
        }
        _ => Ok(()),
    }
}

/// Returns the canonical path; the path itself if there is no file.
fn real(path: &str) -> PathBuf {
    let path = paths::of(path);
    std::fs::canonicalize(&path).unwrap_or(path)
}

impl<'r> Results<'r> {
    /// Returns every changed file, headers first, so that a file is changed only after the headers that it includes.
    fn in_place(&self) -> Vec<WrittenFile<'r>> {
        let inputs: BTreeSet<&str> = self.project.paths().collect();
        let is_input = |file: &&TranslatedFile| inputs.contains(&*file.path);
        let (mains, headers): (Vec<_>, Vec<_>) = self.files.iter().partition(is_input);
        let output = |file: &'r TranslatedFile| WrittenFile {
            path: file.path.to_string(),
            text: &file.text,
            read: self.project.source(&file.path),
        };
        headers.into_iter().chain(mains).map(output).collect()
    }

    /// Returns the text of the only file.
    fn only_text(&self) -> Cow<'r, [u8]> {
        let own = self.translations.first();
        let path = own.map(|translation| &translation.path);
        // Several translations of one file differ in the text that they read of it.
        let edited = self.files.iter().find(|file| Some(&file.path) == path).map(|file| &file.text[..]);
        let own = own.map(|translation| &translation.text[..]);
        let text = if self.translations.len() > 1 { edited } else { own };
        text.map_or_else(|| self.unchanged(path), Cow::Borrowed)
    }

    /// Returns the source of a file.
    fn unchanged(&self, path: Option<&Arc<str>>) -> Cow<'r, [u8]> {
        let source = path.and_then(|path| self.project.source(path));
        Cow::Owned(source.unwrap_or_default().to_vec())
    }

    /// Returns every input, and every header that the translation changes, with paths in `folder`. The folder tree below the common folder
    /// of all files is preserved, so that files of one name stay separate and headers are found where they are included.
    fn in_folder(&self, folder: &str) -> Vec<WrittenFile<'r>> {
        let sources = self.sources_with_texts();
        let parents = sources.keys().filter_map(|place| place.parent());
        let base = parents.map(Path::to_owned).reduce(|one, other| common(&one, &other)).unwrap_or_default();
        let mut outputs: Vec<WrittenFile<'r>> = Vec::new();
        for (place, text) in &sources {
            let target = Path::new(folder).join(place.strip_prefix(&base).unwrap_or(place));
            outputs.push(WrittenFile { path: target.to_string_lossy().into_owned(), text, read: None });
        }
        outputs
    }

    /// Returns the text of every input and changed header by its canonical folder and its name. Stdin gets a name in the current folder.
    fn sources_with_texts(&self) -> BTreeMap<PathBuf, &'r [u8]> {
        let changed: BTreeMap<PathBuf, &'r TranslatedFile> =
            self.files.iter().map(|file| (real(&file.path), file)).collect();
        let mut inputs = BTreeSet::new();
        let mut sources: BTreeMap<PathBuf, &'r [u8]> = BTreeMap::new();
        for translation in self.translations {
            let path = &*translation.path;
            let real = real(path);
            // If another unit includes this file, or the same file is given twice, the text has the edits of all units.
            let text = changed.get(&real).map_or(&translation.text, |file| &file.text);
            sources.insert(place(if path == STDIN { "stdin.c" } else { path }), text);
            inputs.insert(real);
        }
        let headers = changed.iter().filter(|(real, _)| !inputs.contains(*real));
        sources.extend(headers.map(|(_, file)| (place(&file.path), &file.text[..])));
        sources
    }

    /// Prints a diff with canonical paths, because `patch` follows no links. They are relative to the current folder, or to the root if a
    /// file is elsewhere.
    fn print_diff(&self) -> Result<(), Failure> {
        let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
        let elsewhere = |file: &TranslatedFile| {
            let real = real(&file.path);
            real.is_absolute() && real.strip_prefix(&here).is_err()
        };
        let base = if self.files.iter().any(elsewhere) { Path::new("/") } else { &here };
        if base != here {
            // `patch` and git skip text before the first file name.
            results::result(b"The names are relative to the root: patch -p1 -d /\n")?;
        }
        self.files.iter().try_for_each(|file| {
            let old = self.project.source(&file.path).unwrap_or_default();
            let real = real(&file.path);
            let name = paths::text(real.strip_prefix(base).unwrap_or(&real).as_os_str());
            results::result(&unified_diff(&paths::bytes(&name), &old, &file.text))
        })
    }
}

/// Refuses to overwrite a file of the program.
pub(crate) fn check_sources(
    sources: &BTreeSet<Arc<str>>,
    outputs: &[WrittenFile<'_>],
) -> Result<(), Failure> {
    let real_path = |path: &Arc<str>| std::fs::canonicalize(paths::of(path)).ok();
    let sources: BTreeSet<PathBuf> = sources.iter().filter_map(real_path).collect();
    match outputs.iter().find(|output| sources.contains(&real(&output.path))) {
        Some(output) => Err(format!(
            "nothing is written: {} is a file of the program itself; `translate --in-place` changes those",
            output.path
        )),
        None => Ok(()),
    }
}

/// Returns the absolute path of a file, with a canonical folder, as path text.
fn place(path: &str) -> PathBuf {
    let given = paths::of(path);
    let name = given.file_name().map(paths::text).unwrap_or_default();
    let folder = given.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map_or_else(std::env::current_dir, std::fs::canonicalize);
    folder
        .map_or_else(|_| PathBuf::from(path), |folder| Path::new(&paths::text(folder.as_os_str())).join(name))
}

/// Returns the longest common prefix of two paths.
fn common(one: &Path, other: &Path) -> PathBuf {
    let both = one.components().zip(other.components());
    both.take_while(|(one, other)| one == other).map(|(component, _)| component).collect()
}
