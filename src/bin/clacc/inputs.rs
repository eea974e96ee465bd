//! Makes a session with units from the arguments.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use clacc::options::{CompileOptions, MacroSetting, Standard, Target};
use clacc::{Session, Unit};

use crate::command_line::SourceArguments;
use crate::command_words::{self, Quoting};
use crate::files::{OsFiles, read_file};
use crate::{Failure, compiler, paths};

/// The name for stdin in messages.
pub(crate) const STDIN: &str = "<stdin>";

/// A file to work on.
pub(crate) struct Input {
    pub(crate) path: String,
    pub(crate) unit: Unit,
}

impl Input {
    pub(crate) fn is_stdin(&self) -> bool {
        self.path == STDIN
    }
}

/// Opens every file that the arguments name. The session is never freed: freeing a tree node by node just
/// before the process ends would cost a tenth of a short run.
pub(crate) fn open(
    files: &[String],
    arguments: &SourceArguments,
) -> Result<(ManuallyDrop<Session>, Vec<Input>), Failure> {
    let target = target(arguments)?;
    open_for(files, arguments, &target)
}

/// Opens files for a machine that is known already.
pub(crate) fn open_for(
    files: &[String],
    arguments: &SourceArguments,
    target: &Target,
) -> Result<(ManuallyDrop<Session>, Vec<Input>), Failure> {
    let mut session = Session::new(OsFiles::default());
    let mut wanted: Vec<(String, CompileOptions)> = Vec::new();
    for file in files {
        wanted.push((file.clone(), compile_options(arguments, target)?));
    }
    if let Some(database) = &arguments.database {
        wanted.extend(database_entries(database, files, arguments, target)?);
    }
    let mut inputs = Vec::new();
    let mut read = BTreeSet::new();
    for (path, options) in wanted {
        let path = if path == "-" { STDIN } else { &*path };
        if read.insert(path.to_owned()) {
            session.set_source(path, source(path)?);
        }
        let unit = session.add_unit(path, &options).map_err(|error| error.to_string())?;
        inputs.push(Input { path: path.to_owned(), unit });
    }
    Ok((ManuallyDrop::new(session), inputs))
}

/// Whether a main file can be read.
pub(crate) fn is_readable(path: &str) -> bool {
    let file = paths::of(path);
    path == "-" || !file.is_dir() && std::fs::File::open(file).is_ok()
}

/// Reads a main file, or stdin. It is read here and only once: a pipe gives its text once, and the message
/// has the system's reason.
fn source(path: &str) -> Result<Vec<u8>, Failure> {
    if path == STDIN {
        let mut text = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut text);
        return read.map(|_| text).map_err(|error| format!("cannot read stdin: {error}"));
    }
    check_language(path)?;
    let file = paths::of(path);
    if file.is_dir() {
        return Err(format!("{path} is a directory"));
    }
    read_file(&file).map_err(|error| format!("cannot read {path}: {error}"))
}

/// Refuses a file in another language by its name.
pub(crate) fn check_language(path: &str) -> Result<(), Failure> {
    match other_language(path) {
        Some(language) => Err(format!("{path} is {language} by its name; clacc reads C")),
        None => Ok(()),
    }
}

/// The language of a file if compilers take its name for another language than C. Such a file is refused,
/// because reading it as C would give many misleading messages.
fn other_language(path: &str) -> Option<&'static str> {
    match Path::new(path).extension()?.to_str()? {
        "cc" | "cp" | "cpp" | "cxx" | "c++" | "CPP" | "C" | "hh" | "hpp" | "hxx" | "H" => Some("C++"),
        "f" | "for" | "f90" | "f95" | "f03" | "f08" | "F" | "F90" | "F95" | "F03" | "F08" => Some("Fortran"),
        "cu" => Some("CUDA C++"),
        _ => None,
    }
}

fn target(arguments: &SourceArguments) -> Result<Target, Failure> {
    let built_in = match &arguments.target {
        None => Target::host(),
        Some(triple) => Target::from_triple(triple)
            .ok_or_else(|| format!("unknown target {triple}; known: {}", Target::TRIPLES.join(", ")))?,
    };
    let Some(name) = &arguments.cc else { return Ok(built_in) };
    let flags: Vec<String> = arguments
        .standard
        .iter()
        .map(|standard| format!("-std={standard}"))
        .chain(arguments.ignored.iter().filter(|flag| flag.starts_with("-m")).cloned())
        .collect();
    let answer = compiler::ask(name, &flags)?;
    Ok(built_in.with_compiler(&answer.macros, &answer.search_directories))
}

fn compile_options(arguments: &SourceArguments, target: &Target) -> Result<CompileOptions, Failure> {
    let mut options = CompileOptions::new(target.clone());
    if let Some(standard) = &arguments.standard {
        options.standard =
            Standard::from_flag(standard).ok_or_else(|| format!("unknown standard {standard}"))?;
    }
    if let Some(word) =
        arguments.define.iter().chain(&arguments.undefine).find(|word| paths::is_of_other_bytes(word))
    {
        return Err(format!("the macro {word} is not UTF-8"));
    }
    options.macros.extend(arguments.define.iter().map(|define| MacroSetting::Define(define.clone())));
    options.macros.extend(arguments.undefine.iter().map(|name| MacroSetting::Undefine(name.clone())));
    options.include_dirs.clone_from(&arguments.include_dir);
    options.quote_dirs.clone_from(&arguments.quote_dir);
    options.system_dirs.clone_from(&arguments.system_dir);
    options.after_dirs.clone_from(&arguments.after_dir);
    options.forced_includes.clone_from(&arguments.forced_include);
    options.device_type.clone_from(&arguments.device_type);
    options.openmp_directives = !arguments.ignore_openmp;
    Ok(options)
}

/// Returns the entries of a compilation database. If `only` names files, the entries of those files alone.
fn database_entries(
    database: &str,
    only: &[String],
    arguments: &SourceArguments,
    target: &Target,
) -> Result<Vec<(String, CompileOptions)>, Failure> {
    let path = if paths::of(database).is_dir() {
        Path::new(database).join("compile_commands.json")
    } else {
        PathBuf::from(database)
    };
    let text = std::fs::read(paths::of(&path.to_string_lossy()))
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    // Some build systems write paths into it byte by byte.
    let text = clacc::files::path_text(&text);
    let entries: Vec<serde_json::Value> = serde_json::from_str(&text)
        .map_err(|error| format!("{} is no compilation database: {error}", path.display()))?;
    let base = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut found = Vec::new();
    for entry in &entries {
        let (file, flags) = database_entry(entry, &base)
            .ok_or_else(|| format!("{}: an entry lacks `file` or its command", path.display()))?;
        let is_c = Path::new(&file).extension().is_some_and(|extension| extension == "c");
        if is_c && (only.is_empty() || only.iter().any(|named| same_file(named, &file))) {
            let mut merged = arguments.clone();
            merged.add_flags(flags);
            found.push((file, compile_options(&merged, target)?));
        }
    }
    Ok(found)
}

fn same_file(one: &str, other: &str) -> bool {
    let real = |path: &str| std::fs::canonicalize(paths::of(path)).ok();
    one == other || real(one).is_some_and(|path| real(other) == Some(path))
}

/// Returns the file of an entry and the flags of its command. Paths are made relative to the current
/// directory.
fn database_entry(entry: &serde_json::Value, base: &Path) -> Option<(String, Vec<String>)> {
    let directory = base.join(entry["directory"].as_str().unwrap_or(""));
    let file = directory.join(entry["file"].as_str()?);
    let words: Vec<String> = match entry["arguments"].as_array() {
        Some(words) => words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect(),
        None => command_words::split(entry["command"].as_str()?, Quoting::Shell),
    };
    let mut flags = Vec::new();
    let mut words = words.into_iter().skip(1);
    while let Some(word) = words.next() {
        let path_flag =
            ["-isystem", "-iquote", "-idirafter", "-I"].into_iter().find(|flag| word.starts_with(flag));
        match path_flag {
            Some(flag) => {
                let value = match &word[flag.len()..] {
                    "" => words.next()?,
                    rest => rest.to_owned(),
                };
                flags.push(flag.to_owned());
                flags.push(directory.join(value).to_string_lossy().into_owned());
            }
            None => flags.push(word),
        }
    }
    Some((file.to_string_lossy().into_owned(), flags))
}
