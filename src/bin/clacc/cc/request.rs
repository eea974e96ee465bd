//! The command line of `clacc cc`, read as a compiler driver reads it.

use std::path::Path;

use clacc::Dialect;
use clacc::dialect::{self, Overrides};
use clacc::generate::{PROCESSES_MACRO, PROFILING_MACRO};
use clacc::policy::Policy;
use clacc::severities::{Severities, WarningLevel};
use clacc::translate::Mode;
use clap::ValueEnum;

use super::long_option;
use super::nvc::{self, Devices, Meaning};
use crate::command_line::{DialectArguments, SourceArguments, SubscriptReading};
use crate::command_words;
use crate::policies::{self, ChosenPolicy};
use crate::warning_flags::{self, EXTENSIONS};
use crate::{Failure, implicit_levels, inputs, jobs, paths};

/// The input of a print mode, with the mode.
#[derive(Clone, Copy)]
pub(super) enum Print {
    Source(Mode),
    Tree(Mode),
}

/// The stage at which the compiler stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WantedOutput {
    /// A program or a shared library.
    Program,
    /// `-c`, `-S` or `-E`.
    Until(String),
    /// `-fsyntax-only`.
    Syntax,
    /// `-M` or `-MM`.
    Prerequisites(String),
}

/// An argument of the command line, in its original order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DriverWord {
    /// A C file.
    Source(String),
    /// An option, or its value.
    Flag(String),
    /// An option for linking alone, or its value.
    LinkFlag(String),
    /// An object, a library or an assembler file.
    Linked(String),
}

impl DriverWord {
    pub(super) fn flag(&self) -> Option<&str> {
        match self {
            DriverWord::Flag(word) => Some(word),
            _ => None,
        }
    }

    /// Returns whether the word asks for a program without shared libraries.
    fn is_static_linkage(&self) -> bool {
        matches!(self, DriverWord::LinkFlag(word) if word == "-static" || word == "-static-pie")
    }

    /// Returns the file that the argument names, if the command reads it. Objects are only read if the command links.
    pub(super) fn read_file(&self, request: &Request) -> Option<&str> {
        match self {
            DriverWord::Source(path) => Some(path),
            DriverWord::Linked(path) => {
                (request.wanted == WantedOutput::Program || !is_object(path)).then_some(path)
            }
            DriverWord::Flag(_) | DriverWord::LinkFlag(_) => None,
        }
    }
}

/// Returns whether a file, by its name, is for the linker alone.
pub(super) fn is_object(path: &str) -> bool {
    !["s", "S", "sx"].iter().any(|extension| path.rsplit_once('.').is_some_and(|(_, own)| own == *extension))
}

/// The parsed command line.
pub(super) struct Request {
    /// All arguments that are passed on to the compiler, or translated, in their order.
    pub(super) words: Vec<DriverWord>,
    pub(super) wanted: WantedOutput,
    pub(super) output: Option<String>,
    /// The file of `-MF`.
    pub(super) prerequisites: Option<String>,
    /// true if `-MD` or `-MMD` asks for prerequisites in addition to the output.
    pub(super) writes_prerequisites: bool,
    pub(super) openacc: bool,
    pub(super) openmp: bool,
    pub(super) backend: String,
    /// true if the user names the compiler.
    pub(super) names_backend: bool,
    pub(super) devices: Devices,
    /// `-###`: print the commands and do not run them.
    pub(super) shows_commands: bool,
    /// `-Minfo=accel`: report the translation of each directive.
    pub(super) remarks: bool,
    /// `-fopenacc-permit-kept`: compile even if directives have no OpenMP form.
    pub(super) permits_kept: bool,
    /// `--serial`: ignore all directives.
    pub(super) serial: bool,
    /// `--native`: generate code for clacc's own runtime library.
    pub(super) native: bool,
    /// `--discrete`: generate code for a device with a memory of its own, too.
    pub(super) discrete: bool,
    /// `--processes`: the teams of a program of `--native` are processes.
    pub(super) processes: bool,
    /// `-fopenacc-prof`: put calls around directives that announce them to profiling libraries.
    pub(super) announces: bool,
    /// true if there are options that only nvc has.
    pub(super) is_in_words_of_nvc: bool,
    /// `--record`: the file to which sources, findings and verdicts are appended.
    pub(super) record: Option<String>,
    /// `--jobs`: the number of sources that are compiled in parallel.
    pub(super) jobs: Option<usize>,
    pub(super) print: Option<Print>,
    pub(super) dialect: DialectArguments,
    policy: Option<String>,
    pub(super) policy_file: Option<String>,
    pub(super) overrides: Overrides,
    pub(super) source: SourceArguments,
    pub(super) severities: Severities,
    /// Options of nvc without a counterpart, which are ignored.
    pub(super) left_out: Vec<String>,
}

impl Request {
    /// Refuses files that do not exist, and files in other languages, whose directives would have no effect. Refuses one output for several
    /// files.
    pub(super) fn check_files(&self) -> Result<(), Failure> {
        if let (WantedOutput::Until(word), Some(_), Some(_)) =
            (&self.wanted, &self.output, self.sources().nth(1))
        {
            return Err(format!("-o cannot be the output of several files with {word}"));
        }
        let mut language: Option<&str> = None;
        let mut words = self.words.iter();
        while let Some(word) = words.next() {
            match (word, language) {
                (DriverWord::Flag(flag), _) if flag == "-x" => {
                    language = words.next().and_then(DriverWord::flag).filter(|name| *name != "none");
                }
                (DriverWord::Flag(flag), _) if flag.starts_with("-x") => language = Some(&flag[2..]),
                (DriverWord::Linked(path), _) if !paths::of(path).exists() => {
                    return Err(format!("{path}: there is no such file"));
                }
                (DriverWord::Linked(path), None) => inputs::check_language(path)?,
                (DriverWord::Linked(path), Some(name)) if !name.starts_with("assembler") => {
                    return Err(format!("{path} is in {name}; clacc reads C"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the policy that the user names, or else `unnamed`.
    pub(super) fn policy_or(&self, unnamed: Policy) -> Result<ChosenPolicy, Failure> {
        match (&self.policy, &self.policy_file) {
            (None, None) => Ok(ChosenPolicy::built_in(unnamed)),
            (Some(_), Some(_)) => Err("--policy and --policy-file both name a policy".to_owned()),
            (name, file) => policies::chosen(name.as_deref().unwrap_or_default(), file.as_deref()),
        }
    }

    /// Returns whether there is nothing to compile and nothing to link: the command only queries the compiler.
    pub(super) fn has_no_files(&self) -> bool {
        self.words.iter().all(|word| matches!(word, DriverWord::Flag(_) | DriverWord::LinkFlag(_)))
    }

    /// Returns whether all files are headers, which compilers precompile.
    pub(super) fn has_only_headers(&self) -> bool {
        self.words.iter().all(|word| match word {
            DriverWord::Source(_) => false,
            DriverWord::Linked(path) => paths::of(path).extension().is_some_and(|extension| extension == "h"),
            DriverWord::Flag(_) | DriverWord::LinkFlag(_) => true,
        })
    }

    /// Returns whether the runtime library must be installed: programs are linked with it, and prerequisites name its headers.
    pub(super) fn needs_library(&self) -> bool {
        let names_headers =
            matches!(self.wanted, WantedOutput::Prerequisites(_)) || self.writes_prerequisites;
        self.wanted == WantedOutput::Program || names_headers
    }

    /// Returns whether an option of the compiler names the devices to compile for.
    pub(super) fn names_devices(&self) -> bool {
        let prefixes = ["-fopenmp-targets", "--offload-arch", "-foffload", "-Xopenmp-target"];
        let is_one = |word: &str| prefixes.iter().any(|prefix| word.starts_with(prefix));
        self.words.iter().filter_map(DriverWord::flag).any(is_one)
    }

    /// Returns the option of the request that names devices and that clang alone has.
    pub(super) fn option_of_clang(&self) -> Option<&'static str> {
        let has = |option: &&str| {
            self.words.iter().filter_map(DriverWord::flag).any(|word| word.starts_with(option))
        };
        ["--offload-arch", "-fopenmp-targets"].into_iter().find(has)
    }

    /// Returns the macros by which code generation knows that teams are processes, and that constructs are announced.
    pub(super) fn macros_of_code(&self) -> impl Iterator<Item = &'static str> + use<> {
        let processes = self.processes.then_some(PROCESSES_MACRO);
        let profiling = (self.native && self.announces).then_some(PROFILING_MACRO);
        processes.into_iter().chain(profiling)
    }

    pub(super) fn sources(&self) -> impl Iterator<Item = &String> {
        self.words.iter().filter_map(|word| match word {
            DriverWord::Source(path) => Some(path),
            _ => None,
        })
    }
}

/// Parses a command line.
pub(super) fn read(words: Vec<String>) -> Result<Request, Failure> {
    let mut reader = RequestReader::new();
    let mut words =
        command_words::with_files(words, Path::new(""))?.into_iter().flat_map(long_option::in_short);
    while let Some(word) = words.next() {
        reader.take(word, &mut words)?;
    }
    reader.finish()
}

/// Options of gcc and clang whose value is the next argument, and which the preprocessor or the compiler reads.
const WITH_VALUE: [&str; 24] = [
    "-MT",
    "-MQ",
    "-Xclang",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xopenmp-target",
    "-aux-info",
    "--param",
    "-A",
    "-mllvm",
    "-target",
    "-arch",
    "-isysroot",
    "--sysroot",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-imultilib",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-wrapper",
    "-B",
    "-G",
];

/// Returns whether the value of an option of gcc or clang is the next argument.
pub(super) fn takes_value(word: &str) -> bool {
    WITH_VALUE.contains(&word) || ["-Xopenmp-target=", "-Xarch_"].iter().any(|start| word.starts_with(start))
}

/// Link options whose value is the next argument.
const LINK_WITH_VALUE: [&str; 10] =
    ["-L", "-l", "-u", "-z", "-T", "-e", "-Xlinker", "-rpath", "-framework", "-force_load"];

/// Link options without a value.
const LINK_WORDS: [&str; 14] = [
    "-shared",
    "-static",
    "-rdynamic",
    "-s",
    "-pie",
    "-no-pie",
    "-static-pie",
    "-nostdlib",
    "-nostartfiles",
    "-nodefaultlibs",
    "-nolibc",
    "-static-libgcc",
    "-shared-libgcc",
    "-symbolic",
];

struct RequestReader {
    request: Request,
    /// The language that the last `-x` names. None if file names determine the language.
    language: Option<String>,
    /// The options that determine how sources are read.
    reading: Vec<String>,
    /// true if the user names the directives (OpenACC, OpenMP) that are compiled.
    names_models: bool,
}

impl RequestReader {
    fn new() -> Self {
        let request = Request {
            words: Vec::new(),
            wanted: WantedOutput::Program,
            output: None,
            prerequisites: None,
            writes_prerequisites: false,
            openacc: false,
            openmp: false,
            backend: "gcc".to_owned(),
            names_backend: false,
            devices: Devices::default(),
            shows_commands: false,
            remarks: false,
            permits_kept: false,
            serial: false,
            native: false,
            discrete: false,
            processes: false,
            announces: false,
            is_in_words_of_nvc: false,
            record: None,
            jobs: None,
            print: None,
            dialect: DialectArguments::default(),
            policy: None,
            policy_file: None,
            overrides: Overrides::default(),
            source: SourceArguments::default(),
            severities: Severities::default(),
            left_out: Vec::new(),
        };
        RequestReader { request, language: None, reading: Vec::new(), names_models: false }
    }

    fn take(&mut self, word: String, rest: &mut impl Iterator<Item = String>) -> Result<(), Failure> {
        let mut value = || rest.next().ok_or_else(|| format!("{word} needs an argument"));
        match word.as_str() {
            "-o" => self.request.output = Some(value()?),
            "-MF" => self.request.prerequisites = Some(value()?),
            "-x" => {
                let language = value()?;
                self.flags([word, language.clone()]);
                self.language = Some(language).filter(|language| language != "none");
            }
            "-D" | "-U" | "-I" | "-isystem" | "-iquote" | "-idirafter" | "-include" | "-imacros" => {
                let value = value()?;
                let name = if word == "-imacros" { "-include" } else { &word };
                self.reading.extend([name.to_owned(), value.clone()]);
                match word.as_str() {
                    "-I" | "-iquote" => self.flags([word + &value]),
                    _ => self.flags([word, value]),
                }
            }
            _ if OWN.contains(&word.as_str()) => {
                let value = value()?;
                self.request.set(&word, value)?;
            }
            _ if takes_value(&word) => {
                let value = value()?;
                self.flags([word, value]);
            }
            _ if LINK_WITH_VALUE.contains(&word.as_str()) => {
                let value = value()?;
                self.request.words.extend([word, value].map(DriverWord::LinkFlag));
            }
            "-" => self.file(word)?,
            _ if word.starts_with('-') => self.option(word)?,
            _ => self.file(word)?,
        }
        Ok(())
    }

    /// Reads an option without a separate value.
    fn option(&mut self, word: String) -> Result<(), Failure> {
        let request = &mut self.request;
        match word.as_str() {
            "-c" | "-S" | "-E" => request.wanted = WantedOutput::Until(word),
            "-M" | "-MM" => request.wanted = WantedOutput::Prerequisites(word),
            "-MD" | "-MMD" => {
                request.writes_prerequisites = true;
                self.flags([word]);
            }
            "-fsyntax-only" => {
                request.wanted = WantedOutput::Syntax;
                self.flags([word]);
            }
            "-###" => request.shows_commands = true,
            "-fopenacc" => (request.openacc, self.names_models) = (true, true),
            "-fno-openacc" => request.openacc = false,
            "-fopenmp" => (request.openmp, self.names_models) = (true, true),
            "-fno-openmp" | "--ignore-openmp" => (request.openmp, self.names_models) = (false, true),
            "--serial" => request.serial = true,
            "--native" => request.native = true,
            "--discrete" => request.discrete = true,
            "--processes" => request.processes = true,
            "-fopenacc-permit-kept" => request.permits_kept = true,
            "-fopenacc-prof" => request.announces = true,
            "-ansi" => {
                request.source.standard = Some("c89".to_owned());
                self.flags([word]);
            }
            _ if implicit_levels::option_of(&word).is_some() => self.reading.push(word),
            _ if word.starts_with("-fopenacc-") => request.openacc_flag(&word)?,
            _ if LINK_WORDS.contains(&word.as_str()) => request.words.push(DriverWord::LinkFlag(word)),
            _ if ["-l", "-L", "-Wl,"].iter().any(|prefix| word.starts_with(prefix)) => {
                request.words.push(DriverWord::LinkFlag(word));
            }
            _ => match joined(&word) {
                Some(("-MF", value)) => request.prerequisites = Some(value.to_owned()),
                Some(("-o", value)) => request.output = Some(value.to_owned()),
                Some(("-x", value)) => {
                    self.language = Some(value.to_owned()).filter(|name| name != "none");
                    self.flags([word]);
                }
                Some(("-Wp,", words)) => self.preprocessor_options(words),
                Some((own, value)) => request.set(own, value.to_owned())?,
                None => self.other_option(word),
            },
        }
        Ok(())
    }

    /// Reads the comma-separated preprocessor options of `-Wp,`. There, the file of `-MD` and `-MMD` follows them.
    fn preprocessor_options(&mut self, words: &str) {
        let mut words = words.split(',').map(str::to_owned);
        while let Some(word) = words.next() {
            match word.as_str() {
                "-MD" | "-MMD" => {
                    self.request.writes_prerequisites = true;
                    self.request.prerequisites = words.next().or(self.request.prerequisites.take());
                    self.flags([word]);
                }
                "-MF" => self.request.prerequisites = words.next(),
                "-MT" | "-MQ" => self.flags([word, words.next().unwrap_or_default()]),
                "-D" | "-U" | "-I" | "-isystem" | "-include" => {
                    let value = words.next().unwrap_or_default();
                    self.reading.extend([word.clone(), value.clone()]);
                    self.flags([word, value]);
                }
                _ => {
                    self.reading.push(word.clone());
                    self.flags([format!("-Wp,{word}")]);
                }
            }
        }
    }

    /// Reads an option of nvc, or one that is passed on.
    fn other_option(&mut self, word: String) {
        match nvc::meaning(&word) {
            None if warning_flags::is_own(&word) => self.reading.push(word),
            None => {
                self.reading.push(word.clone());
                self.flags([word]);
            }
            Some(meanings) => {
                self.request.is_in_words_of_nvc = true;
                meanings.into_iter().for_each(|meaning| self.nvc_option(&word, meaning));
            }
        }
    }

    fn nvc_option(&mut self, word: &str, meaning: Meaning) {
        match meaning {
            Meaning::Openacc => (self.request.openacc, self.names_models) = (true, true),
            Meaning::Openmp => (self.request.openmp, self.names_models) = (true, true),
            Meaning::Remarks => self.request.remarks = true,
            Meaning::Devices(devices) => self.request.devices = self.request.devices.clone().with(devices),
            Meaning::Passed(flag) => {
                self.reading.push(flag.to_owned());
                self.flags([flag.to_owned()]);
            }
            Meaning::LeftOut => self.request.left_out.push(word.to_owned()),
        }
    }

    fn flags<const N: usize>(&mut self, words: [String; N]) {
        self.request.words.extend(words.map(DriverWord::Flag));
    }

    fn file(&mut self, path: String) -> Result<(), Failure> {
        let by_name = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is_c = match self.language.as_deref() {
            None => matches!(by_name, "c" | "i") || path == "-",
            Some(language) => matches!(language, "c" | "cpp-output"),
        };
        let is_other = self.language.as_deref().is_some_and(|language| !language.starts_with("assembler"));
        if !is_c && is_other && self.request.print.is_some() {
            return Err(format!("clacc reads C, not {}", self.language.as_deref().unwrap_or_default()));
        }
        self.request.words.push(if is_c { DriverWord::Source(path) } else { DriverWord::Linked(path) });
        Ok(())
    }

    fn finish(mut self) -> Result<Request, Failure> {
        self.request.check_native()?;
        if self.request.native {
            self.request.openacc = true;
            self.request.openmp |= !self.names_models;
        }
        let of_print = self.request.print.map(|_| dialect::CLACC);
        let named = self.request.dialect.dialect.as_deref().and_then(Dialect::by_name);
        let mut severities = of_print.or(named).map_or_else(Severities::default, warning_flags::base);
        if of_print.is_some() {
            // As in the original compiler, OpenMP that few compilers accept is an error in print modes.
            severities.set(EXTENSIONS, WarningLevel::Error).map_err(|error| error.to_string())?;
        }
        if self.request.remarks {
            severities.set("loop-remarks", WarningLevel::On).map_err(|error| error.to_string())?;
        }
        self.request.severities = warning_flags::severities(severities, &self.reading);
        self.request.source.add_flags(self.reading);
        Ok(self.request)
    }
}

/// Options of clacc whose value is the next argument or follows `=`.
pub(super) const OWN: [&str; 12] = [
    "--backend",
    "--cc",
    "--data-subscripts",
    "--openmp",
    "--for",
    "--compiler",
    "--dialect",
    "--policy",
    "--policy-file",
    "--device-type",
    "--record",
    "--jobs",
];

/// Returns whether an argument is an option of clacc with its value after `=`.
pub(super) fn is_own_with_value(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| OWN.contains(&name))
}

/// Options whose value follows without a separator.
const SHORT: [&str; 4] = ["-Wp,", "-MF", "-o", "-x"];

/// Splits an option from the value that is joined with it.
fn joined(word: &str) -> Option<(&'static str, &str)> {
    let with_sign = |name: &'static str| Some((name, word.strip_prefix(name)?.strip_prefix('=')?));
    let without = |name: &'static str| Some((name, word.strip_prefix(name)?));
    OWN.into_iter().find_map(with_sign).or_else(|| SHORT.into_iter().find_map(without))
}

impl Request {
    /// Sets an option of clacc.
    fn set(&mut self, name: &str, value: String) -> Result<(), Failure> {
        match name {
            "--jobs" => {
                let jobs = value.parse().ok().filter(|jobs| *jobs > 0);
                self.jobs = Some(jobs.ok_or_else(|| format!("invalid value '{value}' for --jobs"))?);
            }
            "--backend" => (self.backend, self.names_backend) = (value, true),
            "--cc" => self.source.cc = Some(value),
            "--data-subscripts" => {
                let invalid = |_| format!("invalid value '{value}' for '{name}': it is elements or lengths");
                self.source.data_subscripts = SubscriptReading::from_str(&value, false).map_err(invalid)?;
            }
            "--policy" => self.policy = Some(value),
            "--policy-file" => self.policy_file = Some(value),
            "--record" => self.record = Some(value),
            "--device-type" => self.source.device_type = Some(value),
            _ => self.dialect.set(name, value),
        }
        Ok(())
    }

    /// Refuses options that contradict `--native`, which uses another pipeline than translation.
    fn check_native(&self) -> Result<(), Failure> {
        if !self.native {
            let words = [(self.processes, "--processes"), (self.discrete, "--discrete")];
            let alone = words.iter().find(|(is_given, _)| *is_given);
            return alone.map_or(Ok(()), |(_, word)| Err(format!("{word} needs --native")));
        }
        if self.discrete && self.processes {
            return Err("--discrete and --processes contradict each other".to_owned());
        }
        if self.processes && self.words.iter().any(DriverWord::is_static_linkage) {
            return Err("--processes links a shared library, which -static forbids".to_owned());
        }
        if self.serial {
            return Err("--native and --serial contradict each other".to_owned());
        }
        if self.dialect.is_stated() {
            return Err("--native has an OpenMP of its own, so that --dialect, --openmp, --for and --compiler have no effect with it"
                .to_owned());
        }
        if self.print.is_some() {
            return Err("a print mode prints OpenMP, of which --native makes other code".to_owned());
        }
        Ok(())
    }

    /// Returns the number of sources that are compiled in parallel: one under make's job server, unless the user says otherwise.
    pub(super) fn jobs(&self) -> usize {
        let is_counted = |flags: &std::ffi::OsStr| flags.to_string_lossy().contains("--jobserver");
        let by_make = std::env::var_os("MAKEFLAGS").is_some_and(|flags| is_counted(&flags));
        self.jobs.unwrap_or_else(|| if by_make { 1 } else { jobs::available() })
    }

    fn openacc_flag(&mut self, word: &str) -> Result<(), Failure> {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let invalid = || format!("invalid value '{value}' in '{word}'");
        match (name, value) {
            ("-fopenacc-print", _) => self.print = Some(Print::Source(mode(value).ok_or_else(invalid)?)),
            ("-fopenacc-ast-print", _) => self.print = Some(Print::Tree(mode(value).ok_or_else(invalid)?)),
            // Options without effect here: gcc's default sizes and its choice between two mappings of `kernels`, and options of the
            // original compiler that stand in for tiles and queues, which it lacks.
            ("-fopenacc-dim" | "-fopenacc-kernels", _)
            | ("-fopenacc-fake-tile-clause" | "-fopenacc-fake-async-wait", "") => {
                self.left_out.push(word.to_owned());
            }
            _ => {
                let mut rows = OVERRIDES.iter().filter(|(flag, ..)| *flag == name).peekable();
                rows.peek().ok_or_else(|| format!("unknown option '{word}'"))?;
                let row = rows.find(|(_, on, off, _)| value == *on || value == *off);
                let (_, on, _, set) = row.ok_or_else(invalid)?;
                set(&mut self.overrides, value == *on);
            }
        }
        Ok(())
    }
}

/// An option of the original compiler, the values that enable and disable it, and its setting. Newer versions have other names for some
/// values.
type OverrideFlag = (&'static str, &'static str, &'static str, fn(&mut Overrides, bool));

const OVERRIDES: [OverrideFlag; 7] = [
    ("-fopenacc-update-present-omp", "present", "no-present", |to, on| to.update_present = Some(on)),
    ("-fopenacc-present-omp", "present", "no-present", |to, on| to.present = Some(on)),
    ("-fopenacc-structured-ref-count-omp", "hold", "no-hold", |to, on| to.hold = Some(on)),
    ("-fopenacc-structured-ref-count-omp", "ompx-hold", "no-ompx-hold", |to, on| to.hold = Some(on)),
    ("-fopenacc-no-create-omp", "no_alloc", "no-no_alloc", |to, on| to.no_alloc = Some(on)),
    ("-fopenacc-no-create-omp", "ompx-no-alloc", "no-ompx-no-alloc", |to, on| to.no_alloc = Some(on)),
    ("-fopenacc-small-loops", "one-thread", "threads", |to, on| to.small_loops = Some(on)),
];

fn mode(value: &str) -> Option<Mode> {
    Some(match value {
        "acc" => Mode::Acc,
        "omp" => Mode::Omp,
        "acc-omp" => Mode::AccOmp,
        "omp-acc" => Mode::OmpAcc,
        _ => return None,
    })
}
