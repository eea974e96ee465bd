//! Work on several units, independent of failures in some of them.
//!
//! Several threads have a session each for some units in a row. Which units share a session does not depend on the number of
//! threads, and results are taken in order, so that the output does not depend on it either. Sessions read through one table of
//! texts.

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

/// Receives the index of a unit and its result.
type Receive<'r, T> = dyn FnMut(usize, Result<T, Failure>) + 'r;

/// The greatest number of units that share a session. They share its headers, and the session is freed afterwards.
const SHARING: usize = 16;

/// The units of a run.
pub(crate) struct Project {
    units: Vec<WantedUnit>,
    files: SharedFiles,
    /// A session that reads the units' files for messages.
    reader: OnceCell<ManuallyDrop<Session>>,
    /// The number of jobs that the user asks for, if any.
    jobs: Option<usize>,
    /// true if the compilation database has entries that could not be used.
    pub(crate) incomplete: bool,
}

impl Project {
    /// Makes the units that the arguments ask for. Reports errors in a compilation database.
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
        // stdin cannot be read again.
        if units.len() > 1 && units.iter().all(|unit| unit.path != STDIN) {
            rescue::begin();
        }
        let (files, reader) = (SharedFiles::default(), OnceCell::new());
        Ok(Project { units, files, reader, jobs: arguments.jobs(), incomplete })
    }

    /// Returns the path of each unit. A file that is compiled in several configurations occurs once for each.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.units.iter().map(|unit| unit.path.as_str())
    }

    /// Returns the path of the only file, if there is exactly one.
    pub(crate) fn only_path(&self) -> Option<&str> {
        let first = self.paths().next()?;
        self.paths().all(|path| path == first).then_some(first)
    }

    /// Returns the text of a file that the units have read.
    pub(crate) fn source(&self, path: &str) -> Option<Arc<[u8]>> {
        self.files.known(path).or_else(|| self.reader().source(path))
    }

    /// Returns a session with the files that the units have read, and the built-in headers of clacc.
    fn reader(&self) -> &Session {
        self.reader.get_or_init(|| ManuallyDrop::new(Session::new(self.files.clone())))
    }

    /// Returns the file system of the units.
    pub(crate) fn files(&self) -> &SharedFiles {
        &self.files
    }

    /// Runs `work` on every unit, on several threads, and passes on the results in order, or the errors of units that could not be read.
    /// Nothing may be written before all units are done, because an internal error restarts the run. The results do not depend on the
    /// number of jobs, and neither does the choice of units that share a session.
    pub(crate) fn each<T: Send>(
        &self,
        work: &(dyn Fn(&Session, Unit) -> T + Sync),
        receive: &mut Receive<'_, T>,
    ) {
        let sharing = (self.units.len() / 8).clamp(1, SHARING);
        let numbered: Vec<(usize, &WantedUnit)> = self.units.iter().enumerate().collect();
        let groups: Vec<&[(usize, &WantedUnit)]> = numbered.chunks(sharing).collect();
        // One group needs no further thread.
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
            // Freeing a session just before the process ends would only cost time.
            if index < alive {
                drop(ManuallyDrop::into_inner(session));
            }
            results
        };
        jobs::run(groups.len(), jobs, &group, &mut results);
        results.progress.clear();
    }

    /// Runs `work` on one unit in a separate session.
    pub(crate) fn again<T>(&self, unit: usize, work: &dyn Fn(&Session, Unit) -> T) -> Result<T, Failure> {
        let mut session = Session::new(self.files.clone());
        let wanted = &self.units[unit];
        watched(unit, wanted, || add(&mut session, &self.files, wanted).map(|unit| work(&session, unit)))
    }
}

/// Runs `work` on a unit, unless an internal error in it has restarted the run. Input that can be read only once prevents a restart.
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

/// Passes on results.
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
