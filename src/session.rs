//! A session: sources and what is known about them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use clacc_sema::db::files::{Loader, Volatility};
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit as DbUnit};
use clacc_sema::db::{findings, preprocessed};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::source::{FileId, FileRange};
use clacc_ttx::query::Mapping;

use crate::Dialect;
use crate::diagnostics::{Diagnostic, Fix, Label, Lines, Place};
use crate::error::{Error, ErrorKind};
use crate::files::FileSystem;
use crate::options::CompileOptions;
use crate::policy::Policy;
use crate::severities::Severities;

/// A translation unit of a session: a main file and how it is compiled. [`Session::add_unit`] returns it.
///
/// # Panics
/// Every method of a session panics if it is given a unit of another session.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Unit {
    session: u32,
    number: u32,
}

/// Sources, and everything that was computed from them.
///
/// A session reads files through the [`FileSystem`] it was made with. It reads each file once, when it is
/// first needed. A text given with [`Session::set_source`] replaces the file.
///
/// The methods that answer questions take `&self`. A result that was computed for one answer is kept for the
/// next. An edit invalidates what depends on it: after an edit inside one function, nothing is computed again
/// for another function, and after an edit below the `#include` lines at the top of a file, no header is
/// expanded again. The same sources give the same answers, in whatever order they were set and asked.
///
/// A session can be sent to another thread, but only one thread at a time can use it. Findings and
/// translations are owned data that do not refer to the session.
///
/// ```
/// use clacc::Session;
/// use clacc::diagnostics::Severity;
/// use clacc::files::MemoryFiles;
/// use clacc::options::CompileOptions;
///
/// let mut session = Session::new(MemoryFiles::new());
/// session.set_source("f.c", "void f(float x) {\n#pragma acc parallel num_gangs(x)\n  { }\n}\n");
/// let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let findings = session.check(unit);
/// assert_eq!((findings[0].code.id, findings[0].severity), ("ACC0060", Severity::Error));
/// println!("{}", findings[0]); // f.c:2:32: error[ACC0060]: the argument of `num_gangs` must be an integer ...
///
/// session.set_source("f.c", "void f(int x) {\n#pragma acc parallel num_gangs(x)\n  { }\n}\n");
/// assert!(session.check(unit).iter().all(|finding| finding.severity < Severity::Error));
/// # Ok::<(), clacc::Error>(())
/// ```
pub struct Session {
    /// A number that tells the units of this session from those of others.
    number: u32,
    pub(crate) db: Database,
    pub(crate) files: Arc<dyn FileSystem>,
    units: Vec<DbUnit>,
    /// The lines of each file in which a finding was located.
    lines: RefCell<BTreeMap<FileId, Arc<Lines>>>,
    /// The mappings that were used so far. Each of them is an input of the database only once.
    mappings: RefCell<Vec<(Policy, Dialect, Mapping)>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("units", &self.units.len()).finish_non_exhaustive()
    }
}

struct FileSystemLoader(Arc<dyn FileSystem>);

impl Loader for FileSystemLoader {
    fn load(&self, path: &str) -> Option<Arc<[u8]>> {
        self.0.read_shared(path).ok()
    }
}

impl Session {
    /// Makes a session without units. It reads from `files` every source that was not set. This call reads
    /// nothing.
    pub fn new(files: impl FileSystem + 'static) -> Session {
        static SESSIONS: AtomicU32 = AtomicU32::new(0);
        let files: Arc<dyn FileSystem> = Arc::new(files);
        Session {
            number: SESSIONS.fetch_add(1, Ordering::Relaxed),
            db: Database::new(Arc::new(FileSystemLoader(files.clone()))),
            files,
            units: Vec::new(),
            lines: RefCell::default(),
            mappings: RefCell::default(),
        }
    }

    /// Sets the text of a main file or header, whatever the file system has at that path. The path must be
    /// spelled as it is looked up: as [`Session::add_unit`] gets it, or as a search directory joined with the
    /// name in the `#include`.
    ///
    /// Setting the text that is already there costs a comparison and invalidates nothing.
    pub fn set_source(&mut self, path: &str, text: impl Into<Vec<u8>>) {
        set_text(&mut self.db, path, Some(text.into().into()), Volatility::Edited);
    }

    /// Removes a file: from now on there is no file at that path, whatever the file system has there.
    pub fn remove_source(&mut self, path: &str) {
        set_text(&mut self.db, path, None, Volatility::Edited);
    }

    /// Adds a translation unit: the file at `path`, from the session or its file system, compiled with
    /// `options`. The file is read by this call and analysed when a question needs it. The same file can be
    /// added with several options.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] if there is no file at `path`, and [`ErrorKind::TooLarge`] if it is longer
    /// than 2 GiB.
    pub fn add_unit(&mut self, path: &str, options: &CompileOptions) -> Result<Unit, Error> {
        let main = clacc_sema::db::Db::files(&self.db).clone().at(&self.db, path);
        let text = main
            .text(&self.db)
            .ok_or_else(|| Error::new(ErrorKind::NotFound, format!("no file at {path}")))?;
        if text.len() >= clacc_syntax::unit::MAIN_FILE_LIMIT as usize {
            return Err(Error::new(ErrorKind::TooLarge, format!("{path} is longer than 2 GiB")));
        }
        let limits = ParseLimits { nesting: options.nesting_limit };
        let unit = DbUnit::builder(main, Arc::new(options.preprocessing()), limits)
            .device_type(options.device_type.as_deref().map(Arc::from))
            .data_subscripts(options.data_subscripts.inner())
            .implicit_levels(options.implicit_levels())
            .loop_proofs(options.loop_proofs)
            .loop_interchange(options.loop_interchange);
        self.units.push(unit.new(&self.db));
        Ok(Unit { session: self.number, number: self.units.len() as u32 - 1 })
    }

    /// Returns everything that is wrong with a unit, in the order in which the unit is read: errors of
    /// preprocessing, of syntax and of directives.
    ///
    /// Findings about the mapping come from [`Session::translate`] instead. Bodies of functions without
    /// directives are not parsed: an error in one of them is left to the C compiler, or to
    /// [`Session::check_syntax`].
    ///
    /// The first call reads the unit and its headers. A later call costs the analysis that the edits since
    /// then have invalidated, and the search for lines and columns.
    #[must_use]
    pub fn check(&self, unit: Unit) -> Vec<Diagnostic> {
        self.check_with(unit, &Severities::default())
    }

    /// Returns what [`Session::check`] returns, with the severities that the user wants.
    #[must_use]
    pub fn check_with(&self, unit: Unit, severities: &Severities) -> Vec<Diagnostic> {
        let found = findings::diagnostics(&self.db, self.unit(unit));
        let remarks = self.remarks(unit, severities);
        self.shown(found.iter().cloned().chain(remarks), severities)
    }

    /// What is only worked out if it is asked for: the remarks about loops.
    pub(crate) fn remarks(
        &self,
        unit: Unit,
        severities: &Severities,
    ) -> Vec<clacc_syntax::diagnostics::Diagnostic<FileRange>> {
        let is_asked = severities.shows(clacc_sema::acc::codes::ACC0142.id);
        if is_asked { findings::loop_remarks(&self.db, self.unit(unit)) } else { Vec::new() }
    }

    /// The findings that are shown, with resolved places.
    pub(crate) fn shown(
        &self,
        found: impl Iterator<Item = clacc_syntax::diagnostics::Diagnostic<FileRange>>,
        severities: &Severities,
    ) -> Vec<Diagnostic> {
        found.filter_map(|finding| severities.apply(self.located(finding))).collect()
    }

    /// Returns the errors of preprocessing and syntax in a unit, in the order in which the unit is read.
    /// Unlike [`Session::check`], it parses the bodies of all functions.
    #[must_use]
    pub fn check_syntax(&self, unit: Unit) -> Vec<Diagnostic> {
        let found = findings::syntax_diagnostics(&self.db, self.unit(unit));
        found.into_iter().map(|finding| self.located(finding)).collect()
    }

    /// Returns the text of a file as the session sees it: the text that was set, or else that of the file in
    /// the file system, which is read now if it was not needed before. None if there is no such file.
    /// Built-in headers have paths of their own and are found too.
    #[must_use]
    pub fn source(&self, path: &str) -> Option<Arc<[u8]>> {
        clacc_sema::db::Db::files(&self.db).at(&self.db, path).text(&self.db)
    }

    /// Returns the path of a unit's main file, as it was given to [`Session::add_unit`].
    #[must_use]
    pub fn path(&self, unit: Unit) -> Arc<str> {
        self.unit(unit).main(&self.db).path(&self.db)
    }

    /// Returns every file that a unit includes, in the order of first inclusion, with system headers.
    /// Preprocesses the unit.
    #[must_use]
    pub fn included_files(&self, unit: Unit) -> Vec<Arc<str>> {
        let unit = self.unit(unit);
        let prefix = preprocessed::prefix(&self.db, unit);
        let rest = preprocessed::rest(&self.db, unit);
        let inclusions = prefix.state.preprocessed.inclusions.iter().chain(&rest.preprocessed.inclusions);
        let mut paths: Vec<Arc<str>> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for file in inclusions.filter_map(|inclusion| inclusion.file) {
            if seen.insert(file) {
                paths.push(self.path_of(file));
            }
        }
        paths
    }

    /// Returns the database's input for a policy in a dialect.
    pub(crate) fn mapping(&self, policy: &Policy, dialect: Dialect) -> Mapping {
        let mut mappings = self.mappings.borrow_mut();
        if let Some((.., known)) = mappings.iter().find(|(of, words, _)| of.is(policy) && *words == dialect) {
            return *known;
        }
        let mapping = Mapping::new(&self.db, policy.rules(), dialect);
        mappings.push((policy.clone(), dialect, mapping));
        mapping
    }

    /// Returns the database's unit. Units are never removed, so it exists.
    pub(crate) fn unit(&self, unit: Unit) -> DbUnit {
        assert_eq!(unit.session, self.number, "a session was asked about a unit of another one");
        self.units[unit.number as usize]
    }

    /// The database's unit, if it is one of this session.
    pub(crate) fn own_unit(&self, unit: Unit) -> Option<DbUnit> {
        (unit.session == self.number).then(|| self.units.get(unit.number as usize).copied())?
    }

    pub(crate) fn path_of(&self, file: FileId) -> Arc<str> {
        let file = clacc_sema::db::Db::files(&self.db).get(file);
        file.map_or_else(|| "".into(), |file| file.path(&self.db))
    }

    pub(crate) fn text_of(&self, file: FileId) -> Option<Arc<[u8]>> {
        clacc_sema::db::Db::files(&self.db).get(file)?.text(&self.db)
    }

    fn lines(&self, file: FileId) -> Arc<Lines> {
        let text = self.text_of(file).unwrap_or_default();
        let mut known = self.lines.borrow_mut();
        match known.get(&file) {
            Some(lines) if lines.are_of(&text) => lines.clone(),
            _ => {
                let lines = Arc::new(Lines::new(text));
                known.insert(file, lines.clone());
                lines
            }
        }
    }

    pub(crate) fn place(&self, range: FileRange) -> Place {
        let lines = self.lines(range.file);
        let (start, end) = (range.start as usize, range.end as usize);
        let (line, column) = lines.line_column(start);
        let (end_line, end_column) = lines.line_column(end);
        Place { path: self.path_of(range.file), start, end, line, column, end_line, end_column }
    }

    pub(crate) fn located(&self, finding: clacc_syntax::diagnostics::Diagnostic<FileRange>) -> Diagnostic {
        let label = |label: clacc_syntax::diagnostics::Label<FileRange>| Label {
            place: self.place(label.at),
            text: label.text,
        };
        Diagnostic {
            code: finding.code,
            severity: finding.severity,
            message: finding.message,
            primary: Some(label(finding.primary)),
            secondary: finding.secondary.into_iter().map(label).collect(),
            notes: finding.notes,
            fix: finding.fix.map(|fix| Fix {
                title: fix.title,
                edits: fix.edits.into_iter().map(|(at, text)| (self.place(at), text)).collect(),
                confidence: fix.confidence,
            }),
        }
    }
}
