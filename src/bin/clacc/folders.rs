//! Folders among the arguments.

use std::path::Path;

use crate::{Failure, paths};

/// Replaces every folder by the C files in it and below, in the order of their names. Hidden folders, links to
/// folders and the folder `except`, to which results go, are left out.
pub(crate) fn files_of(arguments: &[String], except: Option<&str>) -> Result<Vec<String>, Failure> {
    let except = except.and_then(|folder| std::fs::canonicalize(paths::of(folder)).ok());
    let mut files = Vec::new();
    for argument in arguments {
        if argument == "-" || !paths::of(argument).is_dir() {
            files.push(argument.clone());
            continue;
        }
        let before = files.len();
        add_folder(argument, except.as_deref(), &mut files)?;
        if files.len() == before {
            return Err(format!("no file in {argument} is named *.c"));
        }
    }
    Ok(files)
}

fn add_folder(folder: &str, except: Option<&Path>, files: &mut Vec<String>) -> Result<(), Failure> {
    // In front of `./a.c`, the dot says nothing.
    let mut folders = vec![if folder == "." { String::new() } else { folder.to_owned() }];
    let first = files.len();
    while let Some(folder) = folders.pop() {
        let unreadable = |error: std::io::Error| format!("cannot read {folder}: {error}");
        let real = if folder.is_empty() { paths::of(".") } else { paths::of(&folder) };
        for entry in std::fs::read_dir(real).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = paths::text(&entry.file_name());
            let path = Path::new(&folder).join(&name).to_string_lossy().into_owned();
            let kind = entry.file_type().map_err(unreadable)?;
            if kind.is_dir() {
                let is_result = except.is_some_and(|except| {
                    std::fs::canonicalize(entry.path()).is_ok_and(|real| real == except)
                });
                if !name.starts_with('.') && !is_result {
                    folders.push(path);
                }
            } else if Path::new(&name).extension().is_some_and(|extension| extension == "c")
                && entry.path().is_file()
            {
                files.push(path);
            }
        }
    }
    files[first..].sort();
    Ok(())
}
