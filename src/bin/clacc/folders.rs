//! Folders among the arguments.

use std::path::Path;

use crate::{Failure, paths};

/// The files that the arguments name.
#[derive(Default)]
pub(crate) struct FoundFiles {
    pub(crate) files: Vec<String>,
    /// The errors of subfolders that could not be read. Their files are left out.
    pub(crate) failures: Vec<Failure>,
}

/// Replaces every folder by the C files in it and its subfolders, sorted by name. Hidden folders, links to folders and the folder `except`,
/// to which results go, are left out.
pub(crate) fn files_of(arguments: &[String], except: Option<&str>) -> Result<FoundFiles, Failure> {
    let except = except.and_then(|folder| std::fs::canonicalize(paths::of(folder)).ok());
    let mut found = FoundFiles::default();
    for argument in arguments {
        if argument == "-" || !paths::of(argument).is_dir() {
            found.files.push(argument.clone());
            continue;
        }
        let (before, failed) = (found.files.len(), found.failures.len());
        // The prefix `./` is omitted.
        let mut folders = vec![if argument == "." { String::new() } else { argument.clone() }];
        while let Some(folder) = folders.pop() {
            if let Err(error) = found.add_folder(&folder, except.as_deref(), &mut folders) {
                let name = if folder.is_empty() { "." } else { &folder };
                found.failures.push(format!("cannot read {name}: {error}"));
            }
        }
        found.files[before..].sort();
        if found.files.len() == before {
            let none = || format!("no file in {argument} is named *.c");
            return Err(found.failures.into_iter().nth(failed).unwrap_or_else(none));
        }
    }
    Ok(found)
}

impl FoundFiles {
    /// Adds the C files of a folder, and adds its subfolders to those that are still to be read.
    fn add_folder(
        &mut self,
        folder: &str,
        except: Option<&Path>,
        folders: &mut Vec<String>,
    ) -> std::io::Result<()> {
        let real = if folder.is_empty() { paths::of(".") } else { paths::of(folder) };
        for entry in std::fs::read_dir(real)? {
            let entry = entry?;
            let name = paths::text(&entry.file_name());
            let path = Path::new(folder).join(&name).to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                let is_result = except.is_some_and(|except| {
                    std::fs::canonicalize(entry.path()).is_ok_and(|real| real == except)
                });
                if !name.starts_with('.') && !is_result {
                    folders.push(path);
                }
            } else if Path::new(&name).extension().is_some_and(|extension| extension == "c")
                && entry.path().is_file()
            {
                self.files.push(path);
            }
        }
        Ok(())
    }
}
