//! Where translations are written to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clacc::Session;
use clacc::translate::{Headers, TranslatedFile, Translation};

use crate::command_line::TranslateArguments;
use crate::inputs::Input;
use crate::outputs::{self, WrittenFile};
use crate::{Failure, paths, results, unified_diff};

/// Where translations are written to.
pub(crate) enum Destination<'a> {
    Stdout,
    File(&'a str),
    Folder(&'a str),
    InPlace,
    Diff,
    Check,
}

/// What there is to write.
pub(crate) struct Results<'r> {
    pub(crate) session: &'r Session,
    pub(crate) inputs: &'r [Input],
    /// The translation of each input.
    pub(crate) translations: &'r [Translation],
    /// The files that differ from their sources, headers included. Empty if only one text is written.
    pub(crate) files: &'r [TranslatedFile],
}

impl<'a> Destination<'a> {
    pub(crate) fn choose(arguments: &'a TranslateArguments, inputs: &[Input]) -> Result<Self, Failure> {
        if arguments.in_place {
            if inputs.iter().any(Input::is_stdin) {
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
            Some(path) if path == "-" && inputs.len() == 1 => Ok(Destination::Stdout),
            Some(path) if inputs.len() == 1 => {
                check_output_name(path)?;
                Ok(Destination::File(path))
            }
            Some(path) => Err(format!("several files, but {path} is no folder; -o {path}/ makes one")),
            None if inputs.len() > 1 => {
                Err("several files need --in-place, --diff, --check or -o FOLDER".to_owned())
            }
            None => Ok(Destination::Stdout),
        }
    }

    /// What becomes of directives in headers: they are translated if headers are written too.
    pub(crate) fn headers(&self) -> Headers {
        match self {
            Destination::Stdout | Destination::File(_) => Headers::Keep,
            _ => Headers::Translate,
        }
    }

    /// Writes the files that differ from their source. If there is one input, it is written even if it does
    /// not differ.
    pub(crate) fn write(&self, results: &Results<'_>) -> Result<(), Failure> {
        match self {
            Destination::Stdout => {
                results.translations.iter().try_for_each(|each| results::result(&each.text))
            }
            Destination::File(path) => {
                let path = (*path).to_owned();
                let outputs: Vec<_> = results
                    .translations
                    .iter()
                    .map(|each| WrittenFile { path: path.clone(), text: &each.text, read: None })
                    .collect();
                check_sources(results.session, results.inputs, &outputs)?;
                outputs::write(&outputs)
            }
            Destination::Folder(folder) => {
                let outputs = results.in_folder(folder);
                check_sources(results.session, results.inputs, &outputs)?;
                outputs::write(&outputs)
            }
            Destination::InPlace => outputs::write(&results.in_place()),
            Destination::Diff => results.print_diff(),
            Destination::Check => Ok(()),
        }
    }
}

fn is_folder(path: &str) -> bool {
    path.ends_with(std::path::is_separator) || paths::of(path).is_dir()
}

/// Refuses a name that says that a compiler's output was expected: flags such as `-c` are ignored, and C text
/// in an object file would be found only by the linker.
pub(crate) fn check_output_name(path: &str) -> Result<(), Failure> {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    match extension {
        Some("o" | "obj" | "lo" | "a" | "so" | "s" | "S" | "d") => {
            Err(format!("the output is C, but {path} is no C file by its name"))
        }
        _ => Ok(()),
    }
}

/// Returns the path behind all links; the path itself if there is no file.
fn real(path: &str) -> PathBuf {
    let path = paths::of(path);
    std::fs::canonicalize(&path).unwrap_or(path)
}

impl<'r> Results<'r> {
    /// Every changed file, headers first, so that a file is changed only after the headers it includes.
    fn in_place(&self) -> Vec<WrittenFile<'r>> {
        let is_input = |file: &&TranslatedFile| self.inputs.iter().any(|input| *input.path == *file.path);
        let (mains, headers): (Vec<_>, Vec<_>) = self.files.iter().partition(is_input);
        let output = |file: &'r TranslatedFile| WrittenFile {
            path: file.path.to_string(),
            text: &file.text,
            read: self.session.source(&file.path),
        };
        headers.into_iter().chain(mains).map(output).collect()
    }

    /// Every input, and every header that the translation changes, in a folder. The tree of folders below
    /// the folder that holds them all is kept, so that two files of one name stay two files and headers are
    /// found from where they are included.
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

    /// The text of every input and changed header by its place: the folder behind all links, and its own
    /// name. Stdin has a name in the current folder.
    fn sources_with_texts(&self) -> BTreeMap<PathBuf, &'r [u8]> {
        let changed: BTreeMap<PathBuf, &'r TranslatedFile> =
            self.files.iter().map(|file| (real(&file.path), file)).collect();
        let mut inputs = BTreeSet::new();
        let mut sources: BTreeMap<PathBuf, &'r [u8]> = BTreeMap::new();
        for (input, translation) in self.inputs.iter().zip(self.translations) {
            let real = real(&input.path);
            // Another unit can include this file, or the same file can be given twice. Then the edits of all
            // units count.
            let text = changed.get(&real).map_or(&translation.text, |file| &file.text);
            sources.insert(place(if input.is_stdin() { "stdin.c" } else { &input.path }), text);
            inputs.insert(real);
        }
        let headers = changed.iter().filter(|(real, _)| !inputs.contains(*real));
        sources.extend(headers.map(|(_, file)| (place(&file.path), &file.text[..])));
        sources
    }

    /// Names the files behind all links, because `patch` follows none. The names are relative to the current
    /// folder, or to the root if a file lies elsewhere.
    fn print_diff(&self) -> Result<(), Failure> {
        let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
        let elsewhere = |file: &TranslatedFile| {
            let real = real(&file.path);
            real.is_absolute() && real.strip_prefix(&here).is_err()
        };
        let base = if self.files.iter().any(elsewhere) { Path::new("/") } else { &here };
        if base != here {
            // `patch` and git skip what stands in front of the first name.
            results::result(b"The names are relative to the root: patch -p1 -d /\n")?;
        }
        self.files.iter().try_for_each(|file| {
            let old = self.session.source(&file.path).unwrap_or_default();
            let real = real(&file.path);
            let name = paths::text(real.strip_prefix(base).unwrap_or(&real).as_os_str());
            results::result(&unified_diff::of(&paths::bytes(&name), &old, &file.text))
        })
    }
}

/// Refuses to write over a file of the program.
pub(crate) fn check_sources(
    session: &Session,
    inputs: &[Input],
    outputs: &[WrittenFile<'_>],
) -> Result<(), Failure> {
    let headers = inputs.iter().flat_map(|input| session.included_files(input.unit));
    let mains = inputs.iter().map(|input| Arc::from(input.path.as_str()));
    let sources: BTreeSet<PathBuf> = mains
        .chain(headers)
        .filter_map(|path: Arc<str>| std::fs::canonicalize(paths::of(&path)).ok())
        .collect();
    match outputs.iter().find(|output| sources.contains(&real(&output.path))) {
        Some(output) => Err(format!(
            "nothing is written: {} is a file of the program itself; `translate --in-place` changes those",
            output.path
        )),
        None => Ok(()),
    }
}

/// Returns the absolute path of a file, its folder without links. The text is that of a path.
fn place(path: &str) -> PathBuf {
    let given = paths::of(path);
    let name = given.file_name().map(paths::text).unwrap_or_default();
    let folder = given.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map_or_else(std::env::current_dir, std::fs::canonicalize);
    folder
        .map_or_else(|_| PathBuf::from(path), |folder| Path::new(&paths::text(folder.as_os_str())).join(name))
}

/// Returns the longest path that both paths begin with.
fn common(one: &Path, other: &Path) -> PathBuf {
    let both = one.components().zip(other.components());
    both.take_while(|(one, other)| one == other).map(|(component, _)| component).collect()
}
