//! Opening of a session with units from the arguments.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use clacc::options::{CompileOptions, MacroSetting, Standard, Target, is_device_type};
use clacc::{Session, Unit};

use crate::command_line::SourceArguments;
use crate::command_words::{self, Quoting};
use crate::compile_commands::{self, CompileCommand};
use crate::files::{OsFiles, read_file, read_to_end};
use crate::hidden_openmp::{self, WithoutOpenmp};
use crate::{Failure, compiler, implicit_levels, paths, results};

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

/// Opens every file that the arguments name. The session is never freed: freeing a tree node by node just before the process ends would
/// cost a tenth of a short run.
pub(crate) fn open(
    files: &[String],
    arguments: &SourceArguments,
) -> Result<(ManuallyDrop<Session>, Vec<Input>), Failure> {
    let target = target(arguments)?;
    open_for(files, arguments, &target)
}

/// Opens files for a given target.
pub(crate) fn open_for(
    files: &[String],
    arguments: &SourceArguments,
    target: &Target,
) -> Result<(ManuallyDrop<Session>, Vec<Input>), Failure> {
    let mut session = if arguments.hides_openmp {
        Session::new(WithoutOpenmp::default())
    } else {
        Session::new(OsFiles::default())
    };
    let mut inputs = Vec::new();
    let mut read = BTreeSet::new();
    let wanted = wanted(files, arguments, &[], target)?;
    wanted.problems.iter().for_each(|problem| results::complain(problem));
    for WantedUnit { path, options } in wanted.units {
        if read.insert(path.clone()) {
            let text = source(&path)?;
            session.set_source(&path, if arguments.hides_openmp { hidden_openmp::hide(text) } else { text });
        }
        let unit = session.add_unit(&path, &options?).map_err(|error| error.to_string())?;
        inputs.push(Input { path, unit });
    }
    Ok((ManuallyDrop::new(session), inputs))
}

/// A file with its compile options, or the error in its flags.
pub(crate) struct WantedUnit {
    pub(crate) path: String,
    pub(crate) options: Result<CompileOptions, Failure>,
}

/// The units that the arguments ask for.
#[derive(Default)]
pub(crate) struct WantedUnits {
    pub(crate) units: Vec<WantedUnit>,
    /// Errors in the compilation database, one line each.
    pub(crate) problems: Vec<String>,
    /// true if entries of the database could not be used.
    pub(crate) incomplete: bool,
    by_path: BTreeMap<String, Vec<usize>>,
}

/// Returns the units that the arguments ask for: the entries of the compilation database if there is one, restricted to the files that are
/// named, if any. Each is compiled with each of the configurations, which are additional flags; without configurations, once without
/// additional flags.
pub(crate) fn wanted(
    files: &[String],
    arguments: &SourceArguments,
    configurations: &[String],
    target: &Target,
) -> Result<WantedUnits, Failure> {
    let bases = configured(arguments, configurations);
    // An error in the flags of the command line concerns every file.
    let own: Vec<CompileOptions> =
        bases.iter().map(|base| compile_options(base, target)).collect::<Result<_, _>>()?;
    let mut wanted = WantedUnits::default();
    let Some(database) = &arguments.database else {
        files.iter().for_each(|file| own.iter().for_each(|options| wanted.add(file, Ok(options.clone()))));
        return Ok(wanted);
    };
    let database = compile_commands::read(database)?;
    wanted.incomplete = !database.problems.is_empty();
    wanted.problems.clone_from(&database.problems);
    let add = |wanted: &mut WantedUnits, path: &str, command: &CompileCommand| {
        for base in &bases {
            let mut merged = base.clone();
            merged.add_flags(command.flags.clone());
            wanted.add(path, compile_options(&merged, target));
        }
    };
    if files.is_empty() {
        wanted.problems.extend(other_languages(&database.others));
        database.commands.iter().for_each(|command| add(&mut wanted, &command.file, command));
    }
    let known = if files.is_empty() { BTreeMap::new() } else { by_real_path(&database.commands) };
    for file in files {
        if let Some(commands) = known.get(&real(file)) {
            commands.iter().for_each(|command| add(&mut wanted, file, command));
            continue;
        }
        let path = &database.path;
        let lacks = format!("{file} is not in {path}; it is read with the flags of this command alone");
        wanted.problems.push(lacks);
        own.iter().for_each(|options| wanted.add(file, Ok(options.clone())));
    }
    Ok(wanted)
}

impl WantedUnits {
    /// Adds a unit, unless there is an equal one.
    fn add(&mut self, path: &str, options: Result<CompileOptions, Failure>) {
        let path = if path == "-" { STDIN } else { path };
        let same = self.by_path.entry(path.to_owned()).or_default();
        if !same.iter().any(|unit| self.units[*unit].options == options) {
            same.push(self.units.len());
            self.units.push(WantedUnit { path: path.to_owned(), options });
        }
    }
}

/// Returns the arguments with the flags of each configuration.
fn configured(arguments: &SourceArguments, configurations: &[String]) -> Vec<SourceArguments> {
    let with = |configuration: &String| {
        let mut arguments = arguments.clone();
        arguments.add_flags(command_words::split(configuration, Quoting::Shell));
        arguments
    };
    if configurations.is_empty() {
        return vec![arguments.clone()];
    }
    configurations.iter().map(with).collect()
}

fn other_languages(others: &[String]) -> Option<String> {
    let first = others.first()?;
    let more = match others.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!("not C, so left out: {first}{more}"))
}

fn real(path: &str) -> PathBuf {
    let path = paths::of(path);
    std::fs::canonicalize(&path).unwrap_or(path)
}

fn by_real_path(commands: &[CompileCommand]) -> BTreeMap<PathBuf, Vec<&CompileCommand>> {
    let mut known: BTreeMap<PathBuf, Vec<&CompileCommand>> = BTreeMap::new();
    for command in commands {
        known.entry(real(&command.file)).or_default().push(command);
    }
    known
}

/// Returns whether a main file can be read.
pub(crate) fn is_readable(path: &str) -> bool {
    let file = paths::of(path);
    path == "-" || !file.is_dir() && std::fs::File::open(file).is_ok()
}

/// Reads a main file, or stdin. It is read only once and here: a pipe can be read once, and the message contains the system's error.
pub(crate) fn source(path: &str) -> Result<Vec<u8>, Failure> {
    if path == STDIN {
        return read_to_end(std::io::stdin().lock()).map_err(|error| format!("cannot read stdin: {error}"));
    }
    check_language(path)?;
    let file = paths::of(path);
    if file.is_dir() {
        return Err(format!("{path} is a directory"));
    }
    read_file(&file).map_err(|error| format!("cannot read {path}: {error}"))
}

/// Refuses a file in another language, which its name tells.
pub(crate) fn check_language(path: &str) -> Result<(), Failure> {
    match other_language(path) {
        Some(language) => Err(format!("{path} is {language} by its name; clacc reads C")),
        None => Ok(()),
    }
}

/// Returns the language of a file if compilers infer from its name another language than C. Such a file is refused, because reading it as C
/// would give many misleading messages.
fn other_language(path: &str) -> Option<&'static str> {
    match Path::new(path).extension()?.to_str()? {
        "cc" | "cp" | "cpp" | "cxx" | "c++" | "CPP" | "C" | "hh" | "hpp" | "hxx" | "H" => Some("C++"),
        "f" | "for" | "f90" | "f95" | "f03" | "f08" | "F" | "F90" | "F95" | "F03" | "F08" => Some("Fortran"),
        "cu" => Some("CUDA C++"),
        _ => None,
    }
}

pub(crate) fn target(arguments: &SourceArguments) -> Result<Target, Failure> {
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
    if let Some(word) = arguments.device_type.as_ref().filter(|word| !is_device_type(word)) {
        return Err(format!(
            "no type of devices is called '{word}'; there are default, host, multicore, not_host, nvidia, ppc64le, radeon, x86_64"
        ));
    }
    options.device_type.clone_from(&arguments.device_type);
    options.data_subscripts = arguments.data_subscripts.of_library();
    if let Some(loops) = &arguments.implicit_worker {
        options.implicit_worker = implicit_levels::worker(loops)?;
    }
    if let Some(loops) = &arguments.implicit_vector {
        options.implicit_vector = implicit_levels::vector(loops)?;
    }
    if let Some(proofs) = &arguments.loop_proofs {
        options.loop_proofs = implicit_levels::proofs(proofs)?;
    }
    if let Some(interchange) = &arguments.interchange {
        options.loop_interchange = implicit_levels::interchange(interchange)?;
    }
    options.openmp_directives = !arguments.ignore_openmp;
    options.openacc = !arguments.without_openacc;
    Ok(options)
}
