//! Translates programs, builds several of them as one C file, runs them and compares what they print with what
//! the model says.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use clacc::Session;
use clacc::diagnostics::Severity;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::policy::Policy;
use clacc::translate::{Fidelity, TranslateOptions};
use clacc::{Dialect, dialect};

use crate::model;
use crate::program::Program;
use crate::toolchain::{Build, Program as Built};
use crate::unit::{DECLARATIONS, End, PRELUDE, Ran, sections, unit};

/// A program with what it prints on separate and on shared memory.
pub(crate) struct Case {
    pub(crate) seed: u64,
    pub(crate) program: Program,
    pub(crate) expected: [Vec<String>; 2],
}

impl Case {
    /// Returns `None` if the model does not determine what the program prints.
    pub(crate) fn new(seed: u64, program: Program) -> Option<Case> {
        let expected = [model::evaluate(&program, true).ok()?, model::evaluate(&program, false).ok()?];
        Some(Case { seed, program, expected })
    }
}

/// A policy and a dialect.
#[derive(Clone, Copy)]
pub(crate) struct Mapping {
    policy: &'static str,
    dialect: Dialect,
    /// What reports call it.
    pub(crate) name: &'static str,
    /// True if objects of the program represent its queues where no routine of the library knows them.
    has_objects: bool,
}

impl Mapping {
    const fn clacc(dialect: Dialect) -> Mapping {
        let name = match dialect.preset_name() {
            Some(name) => name,
            None => "composed",
        };
        Mapping { policy: "clacc", dialect, name, has_objects: false }
    }

    const fn performance(dialect: Dialect, name: &'static str) -> Mapping {
        Mapping { policy: "performance", dialect, name, has_objects: false }
    }

    /// The short text that `translate` prints for compilers that the user names.
    fn short(dialect: &str, name: &'static str) -> Mapping {
        let dialect = Dialect::by_name(dialect).expect("it is composed");
        Mapping { has_objects: true, ..Mapping::performance(dialect, name) }
    }

    /// Divides programs into those of one C file each. A program that needs the library for its queues would need it for all in its file.
    fn files<'c>(self, cases: &[&'c Case]) -> Vec<Vec<&'c Case>> {
        let needs_library = |case: &&Case| {
            let (text, ends) = unit([&case.program]);
            let names_queues = ["async", "wait"].iter().any(|word| text[PRELUDE.len()..].contains(word));
            names_queues && !translate(&text, &ends, self).has_objects
        };
        let (needing, others): (Vec<_>, Vec<_>) =
            cases.iter().partition(|case| self.has_objects && needs_library(case));
        [others, needing].into_iter().filter(|cases| !cases.is_empty()).collect()
    }
}

/// A mapping and the compilers that read what it makes.
pub(crate) struct Route {
    pub(crate) mapping: Mapping,
    pub(crate) builds: Vec<&'static str>,
}

/// All routes. gcc 12 does not know OpenMP 5.1's `present`.
pub(crate) fn routes() -> Vec<Route> {
    vec![
        Route { mapping: Mapping::clacc(dialect::PORTABLE), builds: vec!["gcc"] },
        Route { mapping: Mapping::clacc(dialect::PORTABLE), builds: vec!["clang-host", "clang-plugin"] },
        Route {
            mapping: Mapping {
                name: "portable-without-devices",
                ..Mapping::clacc(dialect::PORTABLE.without_devices())
            },
            builds: vec!["gcc", "clang-host"],
        },
        Route { mapping: Mapping::clacc(dialect::HOST), builds: vec!["gcc", "clang-host"] },
        Route { mapping: Mapping::clacc(dialect::LLVM), builds: vec!["clang-plugin"] },
        Route { mapping: Mapping::clacc(dialect::OPENMP_5_1), builds: vec!["clang-plugin"] },
        Route {
            mapping: Mapping::performance(dialect::PORTABLE, "performance:portable"),
            builds: vec!["gcc", "clang-host", "clang-plugin"],
        },
        Route {
            mapping: Mapping::performance(dialect::HOST, "performance:host"),
            builds: vec!["gcc", "clang-host"],
        },
        Route { mapping: Mapping::short("5.1/device/gcc-12", "short:gcc-12"), builds: vec!["gcc"] },
        Route {
            mapping: Mapping::short("5.1/device/clang-19", "short:clang-19"),
            builds: vec!["clang-host", "clang-plugin"],
        },
    ]
}

/// What went wrong with a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// It prints something else, though all verdicts are exact.
    Differs,
    /// It prints something else or fails, and a verdict says that data may be lost.
    DiffersAsSaid,
    Fails,
    Hangs,
    DoesNotCompile,
    /// The library reports an error in it.
    Refused,
    /// A second translation changes it.
    Changes,
}

#[derive(Clone, Debug)]
pub(crate) struct Difference {
    pub(crate) seed: u64,
    pub(crate) kind: Kind,
    pub(crate) dialect: &'static str,
    pub(crate) build: &'static str,
    pub(crate) optimization: &'static str,
    pub(crate) detail: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { seed, kind, dialect, build, optimization, detail } = self;
        writeln!(f, "program {seed}: {kind:?}, {dialect}, {build} {optimization}\n  {detail}")
    }
}

#[derive(Default, Debug)]
pub(crate) struct Figures {
    pub(crate) programs: usize,
    pub(crate) directives: usize,
    /// Runs by dialect and build.
    pub(crate) runs: BTreeMap<(&'static str, &'static str), usize>,
    /// Programs with a directive that keeps its text, by dialect.
    pub(crate) kept: BTreeMap<&'static str, usize>,
    /// Programs with an approximated directive, by dialect.
    pub(crate) approximated: BTreeMap<&'static str, usize>,
    /// Programs in files in which objects represent queues, by dialect.
    pub(crate) with_objects: BTreeMap<&'static str, usize>,
    /// What kept directives say.
    pub(crate) kept_reasons: BTreeMap<String, usize>,
    pub(crate) approximated_reasons: BTreeMap<String, usize>,
    pub(crate) differences: Vec<Difference>,
}

impl Figures {
    pub(crate) fn add(&mut self, other: Figures) {
        self.programs += other.programs;
        self.directives += other.directives;
        sum(&mut self.runs, other.runs);
        sum(&mut self.kept, other.kept);
        sum(&mut self.approximated, other.approximated);
        sum(&mut self.with_objects, other.with_objects);
        sum(&mut self.kept_reasons, other.kept_reasons);
        sum(&mut self.approximated_reasons, other.approximated_reasons);
        self.differences.extend(other.differences);
    }
}

fn sum<K: Ord>(into: &mut BTreeMap<K, usize>, from: BTreeMap<K, usize>) {
    for (key, count) in from {
        *into.entry(key).or_default() += count;
    }
}

/// A folder with the library of translated programs, as it is installed. Without it, programs bring a small one.
fn library() -> Option<&'static Path> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    LIBRARY.get_or_init(|| std::env::var_os("CLACC_LIBRARY").map(PathBuf::from)).as_deref()
}

/// Returns a translated text with the small library, if the text calls a routine of it and no installed library is linked.
fn with_library(text: &[u8]) -> Vec<u8> {
    let program = String::from_utf8_lossy(text).replacen(DECLARATIONS, "", 1);
    let needs = library().is_none() && ["acc_", "acc2omp_"].iter().any(|prefix| calls(&program, prefix));
    [text, if needs { include_bytes!("library.c").as_slice() } else { b"" }].concat()
}

/// Returns whether a text calls a function whose name has a prefix.
fn calls(text: &str, prefix: &str) -> bool {
    text.match_indices(prefix).any(|(at, _)| {
        let name = text[at..].trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        name.starts_with('(')
    })
}

fn programs<'c>(cases: &[&'c Case]) -> impl Iterator<Item = &'c Program> {
    cases.iter().map(|case| &case.program)
}

/// The C file of one program.
pub(crate) fn file(case: &Case) -> String {
    unit([&case.program]).0 + include_str!("library.c")
}

/// A translated unit, and what its report says of each program.
struct Translated {
    text: Vec<u8>,
    notes: Vec<Notes>,
    stable: bool,
    /// True if objects represent the queues.
    has_objects: bool,
}

#[derive(Clone, Default)]
struct Notes {
    kept: BTreeSet<String>,
    approximated: BTreeSet<String>,
    errors: Vec<String>,
    /// Whether a warning says that gcc 12 does not compile it right.
    is_not_for_gcc: bool,
}

impl Notes {
    /// Whether a verdict explains another result. Programs have no absent data where OpenACC reports it, and
    /// the order of work on queues and lengths of vectors do not matter to them.
    fn explain(&self) -> bool {
        const LOSSES: [&str; 4] = [
            "one reference count",
            "may release it before",
            "even if a region in a calling function holds it",
            "not known to be on the device as a whole",
        ];
        self.approximated.iter().any(|said| LOSSES.iter().any(|loss| said.contains(loss)))
    }
}

fn translate(text: &str, ends: &[usize], mapping: Mapping) -> Translated {
    let policy = Policy::by_name(mapping.policy).expect("the policy is there");
    let options = TranslateOptions::default().with_policy(policy).with_dialect(mapping.dialect);
    let mut session = Session::new(MemoryFiles::new().with("unit.c", text));
    let unit = session.add_unit("unit.c", &CompileOptions::default()).expect("the unit is there");
    let translation = session.translate(unit, &options);
    let mut notes = vec![Notes::default(); ends.len()];
    let program_at = |line: usize| ends.iter().position(|end| line <= *end);
    for verdict in &translation.verdicts {
        let Some(program) = verdict.place.as_ref().and_then(|place| program_at(place.line)) else { continue };
        let said = format!("{}: {}", verdict.what(), verdict.reason);
        match verdict.fidelity {
            Fidelity::Unsupported => _ = notes[program].kept.insert(said),
            Fidelity::Approximated => _ = notes[program].approximated.insert(said),
            _ => {}
        }
    }
    for warning in translation.diagnostics.iter().filter(|diagnostic| diagnostic.code.id == "MAP0024") {
        let place = warning.primary.as_ref().map(|label| label.place.line);
        if let Some(program) = place.and_then(program_at) {
            notes[program].is_not_for_gcc = true;
        }
    }
    for error in translation.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
        let place = error.primary.as_ref().map(|label| label.place.line);
        if let Some(program) = place.and_then(program_at) {
            notes[program].errors.push(error.to_string());
        }
    }
    session.set_source("unit.c", translation.text.clone());
    let again = session.translate(unit, &options);
    Translated {
        stable: again.text == translation.text,
        has_objects: translation.diagnostics.iter().any(|finding| finding.code.id == "MAP0102"),
        text: translation.text.clone(),
        notes,
    }
}

/// Runs some programs through all routes.
pub(crate) fn run(cases: &[Case], routes: &[Route], scratch: &Path, optimization: &'static str) -> Figures {
    let mut figures = Figures { programs: cases.len(), ..Figures::default() };
    figures.directives = cases.iter().map(|case| case.program.directives()).sum();
    let mut cases: Vec<&Case> = cases.iter().collect();
    for route in routes {
        for file in route.mapping.files(&cases) {
            let refused = run_file(&file, route, scratch, optimization, &mut figures);
            cases.retain(|case| !refused.contains(&case.seed));
        }
    }
    figures
}

/// Runs the programs of one C file through a route. Returns those that the library refuses.
fn run_file(
    cases: &[&Case],
    route: &Route,
    scratch: &Path,
    optimization: &'static str,
    figures: &mut Figures,
) -> Vec<u64> {
    let (text, ends) = unit(programs(cases));
    let translated = translate(&text, &ends, route.mapping);
    let name = route.mapping.name;
    let difference = |case: &Case, kind, detail: &str| Difference {
        seed: case.seed,
        kind,
        dialect: name,
        build: "",
        optimization,
        detail: detail.to_owned(),
    };
    if !translated.stable {
        figures.differences.push(difference(cases[0], Kind::Changes, "somewhere in the unit"));
    }
    let (mut run, mut notes, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for (case, said) in cases.iter().zip(&translated.notes) {
        if !said.errors.is_empty() {
            figures.differences.push(difference(case, Kind::Refused, &said.errors.join("\n")));
            refused.push(case.seed);
        } else if !said.kept.is_empty() {
            *figures.kept.entry(name).or_default() += 1;
            said.kept.iter().for_each(|said| *figures.kept_reasons.entry(said.clone()).or_default() += 1);
        } else if !(route.builds.contains(&"gcc") && said.is_not_for_gcc) {
            if !said.approximated.is_empty() {
                *figures.approximated.entry(name).or_default() += 1;
            }
            let reasons = &mut figures.approximated_reasons;
            said.approximated.iter().for_each(|said| *reasons.entry(said.clone()).or_default() += 1);
            run.push(*case);
            notes.push(said.clone());
        }
    }
    if run.is_empty() {
        return refused;
    }
    let translated = if run.len() == cases.len() {
        translated
    } else {
        let (text, ends) = unit(programs(&run));
        translate(&text, &ends, route.mapping)
    };
    let source = scratch.join(format!("{name}.c"));
    std::fs::write(&source, with_library(&translated.text)).expect("the scratch folder takes files");
    if translated.has_objects {
        *figures.with_objects.entry(name).or_default() += run.len();
    }
    for build in Build::installed().filter(|build| route.builds.contains(&build.name)) {
        let work = Work { mapping: route.mapping, build, scratch, optimization };
        work.build_and_compare(&run, &notes, &source, figures);
    }
    refused
}

struct Work<'w> {
    mapping: Mapping,
    build: &'static Build,
    scratch: &'w Path,
    optimization: &'static str,
}

impl Work<'_> {
    fn difference(&self, case: &Case, kind: Kind, detail: String) -> Difference {
        let (dialect, build) = (self.mapping.name, self.build.name);
        Difference { seed: case.seed, kind, dialect, build, optimization: self.optimization, detail }
    }

    fn build_and_compare(&self, cases: &[&Case], notes: &[Notes], source: &Path, figures: &mut Figures) {
        let output = self.scratch.join(format!("{}-{}", self.mapping.name, self.build.name));
        let mut extra = vec!["-w".to_owned(), self.optimization.to_owned()];
        extra.extend(library().map(|library| library.join("lib/libacc2omp.a").display().to_string()));
        match self.build.compile(&[source.to_path_buf()], &output, &extra) {
            Ok(program) => self.compare(cases, notes, &program, figures),
            Err(log) if cases.len() == 1 => {
                let log: String = log
                    .lines()
                    .filter(|line| line.contains("error") || line.contains("undefined"))
                    .take(3)
                    .collect::<Vec<_>>()
                    .join("\n");
                figures.differences.push(self.difference(cases[0], Kind::DoesNotCompile, log));
            }
            Err(_) => {
                let middle = cases.len() / 2;
                for (cases, notes) in
                    [(&cases[..middle], &notes[..middle]), (&cases[middle..], &notes[middle..])]
                {
                    let (text, ends) = unit(programs(cases));
                    let translated = translate(&text, &ends, self.mapping);
                    let part = self.scratch.join(format!("{}-part.c", self.mapping.name));
                    std::fs::write(&part, with_library(&translated.text))
                        .expect("the scratch folder takes files");
                    self.build_and_compare(cases, notes, &part, figures);
                }
            }
        }
    }

    fn compare(&self, cases: &[&Case], notes: &[Notes], program: &Built, figures: &mut Figures) {
        let is_discrete = self.build.name == "clang-plugin";
        *figures.runs.entry((self.mapping.name, self.build.name)).or_default() += cases.len();
        let mut first = 0;
        while first < cases.len() {
            let Ran { sections, end, .. } = run_part(program, first, cases.len());
            let reached = sections.len().max(1);
            let broken = (end != End::Success).then(|| first + reached - 1);
            for (offset, lines) in sections.iter().enumerate() {
                let number = first + offset;
                let (case, note) = (cases[number], &notes[number]);
                let expected = &case.expected[usize::from(!is_discrete)];
                let is_broken = broken == Some(number);
                if lines == expected && !is_broken {
                    continue;
                }
                // What an earlier program left behind is not this one's fault.
                let Ran { sections: alone, end, .. } = run_part(program, number, number + 1);
                let printed = alone.first().cloned().unwrap_or_default();
                if printed == *expected && end == End::Success {
                    continue;
                }
                let kind = match end {
                    End::Hang => Kind::Hangs,
                    _ if note.explain() => Kind::DiffersAsSaid,
                    End::Failure => Kind::Fails,
                    End::Success => Kind::Differs,
                };
                let detail = detail(expected, &printed, note);
                figures.differences.push(self.difference(case, kind, detail));
            }
            first = broken.map_or(cases.len(), |broken| broken + 1);
        }
    }
}

fn detail(expected: &[String], printed: &[String], note: &Notes) -> String {
    let line = expected.iter().zip(printed).position(|(left, right)| left != right).unwrap_or(printed.len());
    let mut text = format!(
        "checkpoint {line}\n  expected{}\n  printed {}",
        expected.get(line).map_or("", |line| line),
        printed.get(line).map_or("", |line| line)
    );
    for said in &note.approximated {
        let _ = write!(text, "\n  approximated: {said}");
    }
    text
}

/// Runs some of the programs in a file and returns the lines of each that began.
fn run_part(program: &Built, first: usize, last: usize) -> Ran {
    let plain = program.command();
    let mut command = Command::new("timeout");
    command.arg("10").arg(plain.get_program()).args([first.to_string(), last.to_string()]);
    command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("OMP_WAIT_POLICY", "passive").env("KMP_BLOCKTIME", "0");
    sections(command)
}

/// A folder for one thread's files.
pub(crate) fn folder(scratch: &Path, thread: usize) -> PathBuf {
    let folder = scratch.join(thread.to_string());
    std::fs::create_dir_all(&folder).expect("the scratch folder takes folders");
    folder
}
