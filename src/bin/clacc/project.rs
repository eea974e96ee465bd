//! Several units, each of them worked on whatever becomes of the others.

use std::cell::OnceCell;
use std::mem::ManuallyDrop;
use std::sync::Arc;

use clacc::{Session, Unit};

use crate::command_line::{SourceArguments, UnitArguments};
use crate::files::SharedFiles;
use crate::inputs::{self, STDIN, WantedUnit, WantedUnits};
use crate::jobs::{self, JobResults};
use crate::progress::Progress;
use crate::{Failure, rescue, results};

/// Takes the number of a unit and what became of it.
type Receive<'r, T> = dyn FnMut(usize, Result<T, Failure>) + 'r;

/// How many units share a session at most: they share its headers, and it is freed behind them.
const SHARING: usize = 16;

/// The units of a run.
pub(crate) struct Project {
    units: Vec<WantedUnit>,
    files: SharedFiles,
    /// Reads what the units read, for messages.
    reader: OnceCell<ManuallyDrop<Session>>,
    /// How many jobs the user wants, if that was said.
    jobs: Option<usize>,
    /// Whether the compilation database has entries that could not be used.
    pub(crate) incomplete: bool,
}

impl Project {
    /// Makes the units that the arguments ask for. Says what is wrong with a compilation database.
    pub(crate) fn open(
        files: &[String],
        source: &SourceArguments,
        arguments: &UnitArguments,
    ) -> Result<Project, Failure> {
        let target = inputs::target(source)?;
        let WantedUnits { units, problems, incomplete, .. } =
            inputs::wanted(files, source, &arguments.configurations, &target)?;
        problems.iter().for_each(|problem| results::complain(problem));
        if units.is_empty() {
            return Err("there is no C file to read".to_owned());
        }
        // What stdin gave is gone.
        if units.len() > 1 && units.iter().all(|unit| unit.path != STDIN) {
            rescue::begin();
        }
        let (files, reader) = (SharedFiles::default(), OnceCell::new());
        Ok(Project { units, files, reader, jobs: arguments.jobs(), incomplete })
    }

    /// The path of each unit. A file that is compiled in several ways stands there as often.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.units.iter().map(|unit| unit.path.as_str())
    }

    /// The path of the only file, if there is one alone.
    pub(crate) fn only_path(&self) -> Option<&str> {
        let first = self.paths().next()?;
        self.paths().all(|path| path == first).then_some(first)
    }

    /// The text of a file as the units saw it.
    pub(crate) fn source(&self, path: &str) -> Option<Arc<[u8]>> {
        self.files.known(path).or_else(|| self.reader().source(path))
    }

    /// A session that sees the files as the units saw them, and the headers that clacc has itself.
    fn reader(&self) -> &Session {
        self.reader.get_or_init(|| ManuallyDrop::new(Session::new(self.files.clone())))
    }

    /// The system's files as the units see them.
    pub(crate) fn files(&self) -> &SharedFiles {
        &self.files
    }

    /// Does some work on every unit, on several threads, and passes the results on in order; or, in its place, why a unit
    /// could not be read. Nothing may be written before all of it is done, because a fault begins the run again. What results is the same with any number of jobs: which units share a session does not
    /// depend on it.
    pub(crate) fn each<T: Send>(
        &self,
        work: &(dyn Fn(&Session, Unit) -> T + Sync),
        receive: &mut Receive<'_, T>,
    ) {
        let sharing = (self.units.len() / 8).clamp(1, SHARING);
        let numbered: Vec<(usize, &WantedUnit)> = self.units.iter().enumerate().collect();
        let groups: Vec<&[(usize, &WantedUnit)]> = numbered.chunks(sharing).collect();
        // One group needs no other thread.
        let jobs = if groups.len() > 1 { self.jobs.unwrap_or_else(jobs::available) } else { 1 };
        let alive = groups.len().saturating_sub(jobs);
        let mut results = ResultsInOrder { progress: Progress::new(self.units.len()), next: 0, receive };
        let files = &self.files;
        let group = |index: usize, step: &dyn Fn()| {
            let mut session = ManuallyDrop::new(Session::new(files.clone()));
            let unit = |(number, unit): &(usize, &WantedUnit)| {
                let result = watched(*number, unit, || {
                    add(&mut session, files, unit).map(|unit| work(&session, unit))
                });
                step();
                result
            };
            let results: Vec<_> = groups[index].iter().map(unit).collect();
            // Freeing a session just before the process ends would cost time for nothing.
            if index < alive {
                drop(ManuallyDrop::into_inner(session));
            }
            results
        };
        jobs::run(groups.len(), jobs, &group, &mut results);
        results.progress.clear();
    }

    /// Does some work on one unit in a session of its own.
    pub(crate) fn again<T>(&self, unit: usize, work: &dyn Fn(&Session, Unit) -> T) -> Result<T, Failure> {
        let mut session = Session::new(self.files.clone());
        let wanted = &self.units[unit];
        watched(unit, wanted, || add(&mut session, &self.files, wanted).map(|unit| work(&session, unit)))
    }
}

/// Works on a unit, unless it made the run begin again. What is read once cannot be read again.
fn watched<T>(
    number: usize,
    unit: &WantedUnit,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    if let Some(fault) = rescue::left_out(number) {
        let path = &unit.path;
        return Err(format!("{path} is left out because of a fault of clacc, please report it: {fault}"));
    }
    rescue::watched(number, || {
        let wanted = cfg!(debug_assertions).then(|| std::env::var("CLACC_FAULT_IN").ok()).flatten();
        assert!(wanted.is_none_or(|wanted| wanted != unit.path), "a fault was asked for");
        work()
    })
}

fn add(session: &mut Session, files: &SharedFiles, unit: &WantedUnit) -> Result<Unit, Failure> {
    let path = &unit.path;
    let options = unit.options.as_ref().map_err(|failure| format!("{path}: {failure}"))?;
    if files.known(path).is_none() {
        files.keep(path, inputs::source(path)?);
    }
    session.add_unit(path, options).map_err(|error| error.to_string())
}

/// Passes results on.
struct ResultsInOrder<'r, 'f, T> {
    progress: Progress,
    next: usize,
    receive: &'r mut Receive<'f, T>,
}

impl<T> JobResults<Vec<Result<T, Failure>>> for ResultsInOrder<'_, '_, T> {
    fn step(&mut self) {
        self.progress.step();
    }

    fn result(&mut self, results: Vec<Result<T, Failure>>) {
        for result in results {
            (self.receive)(self.next, result);
            self.next += 1;
        }
    }
}
