//! Compilation databases, `compile_commands.json`.

use std::path::{Path, PathBuf};

use crate::command_words::{self, Quoting};
use crate::{Failure, paths};

/// The command of one compilation in a database.
pub(crate) struct CompileCommand {
    pub(crate) file: String,
    /// The arguments after the compiler's name. Paths in them are made relative to the current folder.
    pub(crate) flags: Vec<String>,
}

/// The contents of a compilation database.
pub(crate) struct CompilationDatabase {
    pub(crate) path: String,
    pub(crate) commands: Vec<CompileCommand>,
    /// Errors in entries, one line each.
    pub(crate) problems: Vec<String>,
    /// The files of entries for languages other than C.
    pub(crate) others: Vec<String>,
}

/// Reads a database, given by its path or that of its folder.
pub(crate) fn read(given: &str) -> Result<CompilationDatabase, Failure> {
    let path = if paths::of(given).is_dir() {
        Path::new(given).join("compile_commands.json")
    } else {
        PathBuf::from(given)
    };
    let text = std::fs::read(paths::of(&path.to_string_lossy()))
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    // Some build systems write paths without converting them to UTF-8.
    let text = clacc::files::path_text(&text);
    let entries: Vec<serde_json::Value> = serde_json::from_str(&text)
        .map_err(|error| format!("{} is no compilation database: {error}", path.display()))?;
    let base = path.parent().unwrap_or(Path::new("")).to_owned();
    let path = path.to_string_lossy().into_owned();
    let mut database =
        CompilationDatabase { path, commands: Vec::new(), problems: Vec::new(), others: Vec::new() };
    for (index, entry) in entries.iter().enumerate() {
        match command(entry, &base) {
            Ok(command) if is_c(&command) => database.commands.push(command),
            Ok(command) => database.others.push(command.file),
            Err(problem) => {
                let number = index + 1;
                database.problems.push(format!("{}: entry {number} {problem}", database.path));
            }
        }
    }
    Ok(database)
}

/// Returns whether a command compiles C, according to `-x` or the name of its file.
fn is_c(command: &CompileCommand) -> bool {
    let words = || command.flags.iter().map(String::as_str);
    let behind = words().zip(words().skip(1)).find(|(word, _)| *word == "-x").map(|(_, language)| language);
    let joined = words().find_map(|word| word.strip_prefix("-x").filter(|language| !language.is_empty()));
    match behind.or(joined) {
        Some(language) => language == "c",
        None => Path::new(&command.file).extension().is_some_and(|extension| extension == "c"),
    }
}

fn command(entry: &serde_json::Value, base: &Path) -> Result<CompileCommand, Failure> {
    let directory = base.join(entry["directory"].as_str().unwrap_or(""));
    let file = entry["file"].as_str().ok_or("lacks `file`".to_owned())?;
    let words: Vec<String> = match (entry["arguments"].as_array(), entry["command"].as_str()) {
        (Some(words), _) => words
            .iter()
            .map(|word| word.as_str().map(str::to_owned))
            .collect::<Option<_>>()
            .ok_or("has arguments that are no texts".to_owned())?,
        (None, Some(command)) => command_words::split(command, Quoting::Shell),
        (None, None) => return Err("has neither `command` nor `arguments`".to_owned()),
    };
    let words = command_words::with_files(words, &paths::of(&directory.to_string_lossy()))
        .map_err(|failure| format!("has an argument that cannot be read: {failure}"))?;
    let file = directory.join(file).to_string_lossy().into_owned();
    Ok(CompileCommand { file, flags: with_paths(words.into_iter().skip(1), &directory) })
}

/// Options with a path that is relative to the folder of the command.
const PATH_OPTIONS: &[&str] = &["-isystem", "-iquote", "-idirafter", "-include", "-I"];

fn with_paths(mut words: impl Iterator<Item = String>, directory: &Path) -> Vec<String> {
    let mut flags = Vec::new();
    while let Some(word) = words.next() {
        let option = PATH_OPTIONS.iter().find(|option| word.starts_with(**option));
        let Some(option) = option else {
            flags.push(word);
            continue;
        };
        let value = match &word[option.len()..] {
            "" => words.next(),
            rest => Some(rest.to_owned()),
        };
        let Some(value) = value else { continue };
        let here = directory.join(&value);
        flags.push((*option).to_owned());
        // A file of `-include` that does not exist here is searched for like one in `#include "..."`.
        let is_there = *option != "-include" || paths::of(&here.to_string_lossy()).exists();
        flags.push(if is_there { here.to_string_lossy().into_owned() } else { value });
    }
    flags
}
