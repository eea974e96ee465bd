//! The command line of `clacc verify`.

use std::path::Component;
use std::time::Duration;

use regex::bytes::Regex;

use super::comparison_rules::{Binary, ComparisonRules, Tolerance};
use super::variant::Variant;
use crate::{Failure, paths};

/// The parsed command line.
pub(super) struct Task {
    /// The arguments for `clacc cc`, files included.
    pub(super) words: Vec<String>,
    /// The name of the program in the folder of a run.
    pub(super) program: String,
    /// The arguments after `--`.
    pub(super) arguments: Vec<String>,
    /// `--build`: the command that builds the project, with `$CC`.
    pub(super) build: Option<String>,
    /// `--run`: the command that runs the program, instead of the program with its arguments.
    pub(super) run: Option<String>,
    /// The variants that must run.
    pub(super) demanded: Vec<Variant>,
    /// The variants that the user excludes.
    pub(super) left_out: Vec<Variant>,
    /// `--device`: the compiler for devices, with its options.
    pub(super) device: Option<String>,
    /// The numbers of threads that each variant runs with.
    pub(super) threads: Vec<u32>,
    /// The numbers of gangs that each variant runs with, if its compiler runs gangs at the same time.
    pub(super) gangs: Vec<u32>,
    /// The number of runs of each variant with each of these numbers.
    pub(super) repeat: u32,
    /// The time limit of a run.
    pub(super) timeout: Option<Duration>,
    /// `--stdin`: the input of each run.
    pub(super) stdin: Option<String>,
    /// `--copy`: the parts of the current folder that are copied for the runs. Empty for all of it.
    pub(super) copied: Vec<String>,
    /// `--output`: the files that are compared. Empty for all that a run writes in its folder.
    pub(super) outputs: Vec<String>,
    /// `--stderr`: stderr is compared too.
    pub(super) compares_stderr: bool,
    pub(super) rules: ComparisonRules,
    pub(super) is_json: bool,
    /// `--verbose`: the output of builds is shown.
    pub(super) is_verbose: bool,
}

impl Task {
    /// Returns whether a variant is to be run if possible.
    pub(super) fn wants(&self, variant: Variant) -> bool {
        !self.left_out.contains(&variant) && (self.demanded.is_empty() || self.demanded.contains(&variant))
    }
}

/// Options whose value is the next argument or follows `=`.
const WITH_VALUE: [&str; 18] = [
    "--build",
    "--run",
    "--variant",
    "--without",
    "--device",
    "--threads",
    "--gangs",
    "--repeat",
    "--timeout",
    "--stdin",
    "--copy",
    "--output",
    "--tolerance",
    "--binary",
    "--ignore",
    "--mask",
    "--ignore-file",
    "--message-format",
];

/// Parses a command line.
pub(super) fn read(words: Vec<String>) -> Result<Task, Failure> {
    let mut task = Task {
        words: Vec::new(),
        program: "a.out".to_owned(),
        arguments: Vec::new(),
        build: None,
        run: None,
        demanded: Vec::new(),
        left_out: Vec::new(),
        device: None,
        threads: vec![1, 2, 8],
        gangs: vec![8],
        repeat: 1,
        timeout: Some(Duration::from_secs(600)),
        stdin: None,
        copied: Vec::new(),
        outputs: Vec::new(),
        compares_stderr: false,
        rules: ComparisonRules::default(),
        is_json: false,
        is_verbose: false,
    };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let own = WITH_VALUE.into_iter().find(|name| {
            word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        });
        let mut value = || words.next().ok_or_else(|| format!("{word} needs an argument"));
        match (own, &*word) {
            (Some(name), _) => match word.split_once('=') {
                Some((_, joined)) => task.set(name, joined.to_owned())?,
                None => task.set(name, value()?)?,
            },
            (_, "--") => task.arguments = words.by_ref().collect(),
            (_, "-o") => task.set_program(&value()?),
            (_, "--stderr") => task.compares_stderr = true,
            (_, "--verbose") => task.is_verbose = true,
            (_, "-c" | "-S" | "-E" | "-M" | "-MM" | "-fsyntax-only" | "-###" | "--serial") => {
                return Err(format!("{word}: `clacc verify` builds whole programs, each in two ways"));
            }
            (_, joined) if joined.starts_with("-o") => task.set_program(&word[2..]),
            _ => task.words.push(word),
        }
    }
    task.checked()
}

impl Task {
    /// Sets the name of the program, which never leads out of the folder of the run.
    fn set_program(&mut self, name: &str) {
        let path = paths::of(name);
        let is_inside =
            path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let inside = if is_inside { Some(path.as_os_str()) } else { path.file_name() };
        self.program = inside.map_or_else(|| "a.out".to_owned(), paths::text);
    }

    fn set(&mut self, name: &str, value: String) -> Result<(), Failure> {
        let invalid = || format!("{name}: {value} is not valid here");
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0).ok_or_else(invalid);
        match name {
            "--build" => self.build = Some(value),
            "--run" => self.run = Some(value),
            "--variant" => self.demanded.push(Variant::named(&value).ok_or_else(invalid)?),
            "--without" => self.left_out.push(Variant::named(&value).ok_or_else(invalid)?),
            "--device" => self.device = Some(value),
            "--threads" => self.threads = value.split(',').map(number).collect::<Result<_, _>>()?,
            "--gangs" => {
                let all = value.split(',').filter(|text| *text != "0").map(number);
                self.gangs = all.collect::<Result<_, _>>()?;
            }
            "--repeat" => self.repeat = number(&value)?,
            "--timeout" => {
                let seconds = value.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
                let limit = Duration::try_from_secs_f64(seconds.ok_or_else(invalid)?);
                self.timeout = Some(limit.map_err(|_| invalid())?).filter(|limit| !limit.is_zero());
            }
            "--stdin" => self.stdin = Some(value),
            "--copy" => self.copied.push(value),
            "--output" => self.outputs.push(value),
            "--tolerance" => self.rules.tolerance = Some(Tolerance::read(&value).ok_or_else(invalid)?),
            "--binary" => self.rules.binary = Some(Binary::named(&value).ok_or_else(invalid)?),
            "--ignore" | "--mask" | "--ignore-file" => {
                let regex = Regex::new(&value).map_err(|error| format!("{name}: {error}"))?;
                match name {
                    "--ignore" => self.rules.ignored.push(regex),
                    "--mask" => self.rules.masked.push(regex),
                    _ => self.rules.ignored_files.push(regex),
                }
            }
            _ => {
                self.is_json = match &*value {
                    "json" => true,
                    "human" => false,
                    _ => return Err(invalid()),
                }
            }
        }
        Ok(())
    }

    /// Refuses contradictory options.
    fn checked(mut self) -> Result<Task, Failure> {
        if self.build.is_some() && self.run.is_none() {
            return Err("--build needs --run COMMAND, which runs what was built".to_owned());
        }
        if self.device.is_some() && !self.demanded.contains(&Variant::Device) {
            let both = [Variant::Host, Variant::Device];
            self.demanded = if self.demanded.is_empty() { both.to_vec() } else { self.demanded };
            self.demanded.push(Variant::Device);
        }
        let both = |variant: &&Variant| self.left_out.contains(variant);
        if let Some(variant) = self.demanded.iter().find(both) {
            return Err(format!("{} is demanded and left out", variant.name()));
        }
        if self.run.is_some() && !self.arguments.is_empty() {
            return Err("words behind -- are for the program, but --run says what is run".to_owned());
        }
        if !Variant::COMPARED.into_iter().any(|variant| self.wants(variant)) {
            return Err("no variant is left to be compared with the serial program".to_owned());
        }
        Ok(self)
    }
}
