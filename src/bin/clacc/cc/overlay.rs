//! A temporary folder with the translated files of a unit, for the compiler alone. Each unit has its own folder, because units may need
//! different translations of a header.
//!
//! The folder mirrors the directory tree of the sources, so that `#include "..."` finds the copies. Each copy begins with a `#line` that
//! names its source, so that messages, `__FILE__` and debuggers show the user's file.
//!
//! Only names of files that the compiler writes itself (`-M`, `-E`) are put back. A header that continues with `#include_next` is
//! not copied unless it was translated.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clacc::translate::Translation;
use clacc::{Session, Unit};

use crate::inputs::STDIN;
use crate::{Failure, paths};

pub(super) struct Overlay {
    folder: PathBuf,
    /// The folders of headers that are not part of the program.
    system: Vec<PathBuf>,
    /// The path of each copy, with the source's path as the session spells it.
    files: BTreeMap<PathBuf, String>,
    /// The folders in the overlay that compiler options name, each with the user's spelling of the original folder, which ends in a
    /// separator or is empty for the current folder.
    folders: BTreeMap<PathBuf, String>,
}

impl Overlay {
    /// Makes an overlay for one unit in an empty folder.
    pub(super) fn new(folder: PathBuf) -> Overlay {
        Overlay { folder, system: Vec::new(), files: BTreeMap::new(), folders: BTreeMap::new() }
    }

    /// Sets the folders whose headers are not copied.
    pub(super) fn leave_out(&mut self, folders: Vec<PathBuf>) {
        self.system = folders;
    }

    pub(super) fn path(&self) -> &Path {
        &self.folder
    }

    /// Copies the files of a unit, including headers without directives, because headers beside a file are found before those of `-I`.
    /// Returns the path of the main file.
    pub(super) fn add(
        &mut self,
        session: &Session,
        unit: Unit,
        translation: &Translation,
    ) -> Result<PathBuf, Failure> {
        for path in session.included_files(unit) {
            let text = session.source(&path).unwrap_or_default();
            if !self.is_of_system(&path) && !continues_elsewhere(&text) {
                self.put(&path, &text)?;
            }
        }
        for header in &translation.headers {
            self.put(&header.path, &header.text)?;
        }
        let mut main = self.put(&translation.path, &translation.text)?;
        if main.extension().is_some_and(|extension| extension == "i") {
            // The copy contains `#line`, which is not permitted in preprocessed text.
            let text = main.with_extension("c");
            let because = |error: std::io::Error| format!("{}: {error}", text.display());
            std::fs::rename(&main, &text).map_err(because)?;
            main = text;
        }
        let folder = &translation.path[..translation.path.rfind('/').map_or(0, |at| at + 1)];
        if let Some(here) = main.parent() {
            self.folders.insert(here.to_owned(), folder.to_owned());
        }
        Ok(main)
    }

    /// Adds the counterpart of a folder of `-I`.
    pub(super) fn add_folder(&mut self, folder: &str) {
        if let Some(here) = self.folder_for(folder) {
            let spelled = format!("{}/", folder.trim_end_matches('/'));
            self.folders.entry(here).or_insert(spelled);
        }
    }

    /// Returns the copy of a file.
    pub(super) fn file_for(&self, source: &str) -> Option<&Path> {
        self.files.iter().find_map(|(here, name)| (name == source).then_some(here.as_path()))
    }

    /// Returns the counterpart of a folder of `-I`. None if it would be empty.
    pub(super) fn folder_for(&self, folder: &str) -> Option<PathBuf> {
        let here = self.place(&std::fs::canonicalize(paths::of(folder)).ok()?);
        here.is_dir().then_some(here)
    }

    /// Returns the folders of the overlay, each with the spelling of the original folder, the deepest ones first. Both paths end in a
    /// separator, or are empty.
    pub(super) fn folders(&self) -> Vec<(String, String)> {
        let mut folders: Vec<(&PathBuf, String)> =
            self.folders.iter().map(|(here, source)| (here, source.clone())).collect();
        folders.sort_by_key(|(here, _)| std::cmp::Reverse(here.components().count()));
        let whole = self.folder.as_path().to_owned();
        folders.push((&whole, "/".to_owned()));
        folders.into_iter().map(|(here, source)| (paths::text(here.as_os_str()) + "/", source)).collect()
    }

    /// Returns whether a header is a system header or a built-in one of clacc.
    fn is_of_system(&self, path: &str) -> bool {
        let path = paths::of(path);
        let is_below = |path: &Path| self.system.iter().any(|folder| path.starts_with(folder));
        // Canonicalizing the paths of hundreds of headers would take long.
        let is_plain = path.components().all(|part| part != std::path::Component::ParentDir);
        is_plain && is_below(&path) || std::fs::canonicalize(&path).map_or(true, |real| is_below(&real))
    }

    /// Returns the path in the overlay for an absolute path.
    fn place(&self, real: &Path) -> PathBuf {
        let below = real.components().filter(|part| matches!(part, std::path::Component::Normal(_)));
        self.folder.as_path().join(below.collect::<PathBuf>())
    }

    fn put(&mut self, source: &str, text: &[u8]) -> Result<PathBuf, Failure> {
        let because = |error: std::io::Error| format!("cannot copy {source} for the compiler: {error}");
        let given = std::path::absolute(paths::of(source)).map_err(because)?;
        let (folder, name) =
            (given.parent().unwrap_or(Path::new("/")), given.file_name().unwrap_or_default());
        // The folder is canonicalized, since `..` in an `#include` refers to the target of a link.
        let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        // The file needs an extension, from which compilers infer the language.
        let name = if source == STDIN { OsStr::new("stdin.c") } else { name };
        let here = self.place(&folder).join(name);
        std::fs::create_dir_all(here.parent().unwrap_or(self.folder.as_path())).map_err(because)?;
        std::fs::write(&here, with_name(source, text)).map_err(because)?;
        self.files.insert(here.clone(), source.to_owned());
        Ok(here)
    }
}

/// Returns the text after a `#line` that names its source.
fn with_name(source: &str, text: &[u8]) -> Vec<u8> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let (mark, rest) = if text.starts_with(MARK) { text.split_at(MARK.len()) } else { text.split_at(0) };
    let name: Vec<u8> = paths::bytes(source)
        .iter()
        .flat_map(|byte| match byte {
            b'"' | b'\\' => vec![b'\\', *byte],
            b'\n' => b"\\n".to_vec(),
            _ => vec![*byte],
        })
        .collect();
    [mark, b"#line 1 \"", &name, b"\"\n", rest].concat()
}

/// Returns whether a header uses `#include_next`. A copy of it would include its own original.
fn continues_elsewhere(text: &[u8]) -> bool {
    text.windows(b"include_next".len()).any(|word| word == b"include_next")
}
