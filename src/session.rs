//! A session: sources and what is known about them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
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
/// The methods that ask something about a unit panic if it is one of another session, or was removed.
/// [`Session::has_unit`] tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// The units by their numbers.
    units: BTreeMap<u32, OpenUnit>,
    /// How many units were added so far.
    added: u32,
    /// The inputs of the database that are no longer those of a unit. The database cannot free them.
    left_inputs: usize,
    /// What was set instead of files. None where a file was removed.
    sources: BTreeMap<Arc<str>, Option<Arc<[u8]>>>,
    /// The lines of each file in which a finding was located.
    lines: RefCell<BTreeMap<FileId, Arc<Lines>>>,
    /// The mappings that were used so far. Each of them is an input of the database only once.
    mappings: RefCell<Vec<(Policy, Dialect, Mapping)>>,
}

/// A unit with what makes its input in another database.
struct OpenUnit {
    path: Arc<str>,
    options: CompileOptions,
    input: DbUnit,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("units", &self.units.len()).finish_non_exhaustive()
    }
}

/// As many inputs of units may be left behind, whatever number of units there is, before the database is made anew: small
/// sessions keep their headers.
const LEFT_INPUTS: usize = 8;

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
            units: BTreeMap::new(),
            added: 0,
            left_inputs: 0,
            sources: BTreeMap::new(),
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
        self.set_text(path, Some(text.into().into()));
    }

    /// Removes a file: from now on there is no file at that path, whatever the file system has there.
    pub fn remove_source(&mut self, path: &str) {
        self.set_text(path, None);
    }

    fn set_text(&mut self, path: &str, text: Option<Arc<[u8]>>) {
        set_text(&mut self.db, path, text.clone(), Volatility::Edited);
        self.sources.insert(path.into(), text);
    }

    /// Adds a translation unit: the file at `path`, from the session or its file system, compiled with
    /// `options`. The file is read by this call and analysed when a question needs it. The same file can be
    /// added with several options.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] if there is no file at `path`, and [`ErrorKind::TooLarge`] if it is longer
    /// than 2 GiB.
    pub fn add_unit(&mut self, path: &str, options: &CompileOptions) -> Result<Unit, Error> {
        let text =
            self.source(path).ok_or_else(|| Error::new(ErrorKind::NotFound, format!("no file at {path}")))?;
        if text.len() >= clacc_syntax::unit::MAIN_FILE_LIMIT as usize {
            return Err(Error::new(ErrorKind::TooLarge, format!("{path} is longer than 2 GiB")));
        }
        let (path, options): (Arc<str>, _) = (path.into(), options.clone());
        let input = input(&self.db, &path, &options);
        let unit = Unit { session: self.number, number: self.added };
        self.added += 1;
        self.units.insert(unit.number, OpenUnit { path, options, input });
        Ok(unit)
    }

    /// Compiles a unit with other options from now on. Its analysis begins anew; that of other units stays.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownUnit`] if the session has no such unit.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "int a[N];\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default().define("N=1"))?;
    /// session.set_options(unit, &CompileOptions::default().define("N=2"))?;
    /// assert_eq!(session.print(unit, &Default::default()), b"int a[2];\n");
    /// # Ok::<(), clacc::Error>(())
    /// ```
    pub fn set_options(&mut self, unit: Unit, options: &CompileOptions) -> Result<(), Error> {
        self.known(unit)?;
        if let Some(open) = self.units.get_mut(&unit.number).filter(|open| open.options != *options) {
            open.options = options.clone();
            open.input = input(&self.db, &open.path, options);
            self.left_inputs += 1;
        }
        self.compact_if_due();
        Ok(())
    }

    /// Removes a unit. The memory of its analysis is given back at once if it was the last unit, and else when as many
    /// units were removed as there are left, because then everything that is still needed is worked out anew. So the
    /// cost of a removal is at most that of the analysis of one unit, in the mean.
    ///
    /// Sources that were set stay set. Files that were not are read again when they are needed after memory was given
    /// back.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownUnit`] if the session has no such unit.
    ///
    /// ```
    /// # use clacc::{ErrorKind, Session, files::MemoryFiles, options::CompileOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "int a;\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// session.remove_unit(unit)?;
    /// assert!(!session.has_unit(unit));
    /// assert_eq!(session.remove_unit(unit).map_err(|error| error.kind()), Err(ErrorKind::UnknownUnit));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    pub fn remove_unit(&mut self, unit: Unit) -> Result<(), Error> {
        self.known(unit)?;
        self.units.remove(&unit.number);
        self.left_inputs += 1;
        self.compact_if_due();
        Ok(())
    }

    /// Whether the session has this unit: it was added here and not removed.
    #[must_use]
    pub fn has_unit(&self, unit: Unit) -> bool {
        unit.session == self.number && self.units.contains_key(&unit.number)
    }

    fn known(&self, unit: Unit) -> Result<(), Error> {
        let error = || Error::new(ErrorKind::UnknownUnit, "the session has no such unit");
        self.has_unit(unit).then_some(()).ok_or_else(error)
    }

    fn compact_if_due(&mut self) {
        let is_empty = self.units.is_empty() && self.left_inputs > 0;
        if is_empty || self.left_inputs > self.units.len().max(LEFT_INPUTS) {
            self.compact();
        }
    }

    /// Forgets everything that was worked out, with all names that were ever read, and files that were not set. Units
    /// stay, and what is asked of them next is worked out anew. It is for programs that run for days.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "int a;\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let before = session.check(unit);
    /// session.compact();
    /// assert_eq!(session.check(unit), before);
    /// # Ok::<(), clacc::Error>(())
    /// ```
    pub fn compact(&mut self) {
        self.db = Database::new(Arc::new(FileSystemLoader(self.files.clone())));
        self.lines.borrow_mut().clear();
        self.mappings.borrow_mut().clear();
        self.left_inputs = 0;
        for (path, text) in &self.sources {
            set_text(&mut self.db, path, text.clone(), Volatility::Edited);
        }
        for open in self.units.values_mut() {
            open.input = input(&self.db, &open.path, &open.options);
        }
    }

    /// Returns everything that is wrong with a unit, in the order in which the unit is read: errors of
    /// preprocessing, of syntax and of directives.
    ///
    /// Findings about the mapping come from [`Session::translate`] instead. Bodies of functions without
    /// directives are not parsed: an error in one of them is left to the C compiler, or to
    /// [`Session::check_syntax`].
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "#pragma acc wait\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// assert_eq!(session.check(unit)[0].code.id, "ACC0050");
    /// # Ok::<(), clacc::Error>(())
    /// ```
    ///
    /// The first call reads the unit and its headers. A later call costs the analysis that the edits since
    /// then have invalidated, and the search for lines and columns.
    #[must_use]
    pub fn check(&self, unit: Unit) -> Vec<Diagnostic> {
        self.check_with(unit, &Severities::default())
    }

    /// Returns what [`Session::check`] returns, with the severities that the user wants; [`Severities`] has an example.
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
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "int f(void) { return 1 }\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// assert!(session.check(unit).is_empty());
    /// assert_eq!(session.check_syntax(unit)[0].code.id, "C0001");
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn check_syntax(&self, unit: Unit) -> Vec<Diagnostic> {
        let found = findings::syntax_diagnostics(&self.db, self.unit(unit));
        found.into_iter().map(|finding| self.located(finding)).collect()
    }

    /// Returns the text of a file as the session sees it: the text that was set, or else that of the file in
    /// the file system, which is read now if it was not needed before. None if there is no such file.
    /// Built-in headers have paths of their own and are found too.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "int a;"));
    /// session.set_source("f.c", "int b;");
    /// assert_eq!(session.source("f.c").as_deref(), Some(&b"int b;"[..]));
    /// session.remove_source("f.c");
    /// assert_eq!(session.source("f.c"), None);
    /// ```
    #[must_use]
    pub fn source(&self, path: &str) -> Option<Arc<[u8]>> {
        clacc_sema::db::Db::files(&self.db).at(&self.db, path).text(&self.db)
    }

    /// Returns the place of a range of bytes in a file as the session sees it. None if there is no such file, if the range
    /// ends before it starts, or outside of the file. The lines of the file are kept for the next question.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles};
    /// let session = Session::new(MemoryFiles::new().with("f.c", "int a;\nint b;\n"));
    /// let place = session.place_at("f.c", 11..12).expect("the file is longer");
    /// assert_eq!(place.to_string(), "f.c:2:5");
    /// assert!(session.place_at("f.c", 11..99).is_none());
    /// ```
    #[must_use]
    pub fn place_at(&self, path: &str, range: Range<usize>) -> Option<Place> {
        let file = clacc_sema::db::Db::files(&self.db).at(&self.db, path);
        file.text(&self.db)?.get(range.clone())?;
        let id = file.id(&self.db);
        Some(Place::of_lines(self.path_of(id), &self.lines(id), range))
    }

    /// Returns the path of a unit's main file, as it was given to [`Session::add_unit`].
    #[must_use]
    pub fn path(&self, unit: Unit) -> Arc<str> {
        self.unit(unit).main(&self.db).path(&self.db)
    }

    /// Returns every file that a unit includes, in the order of first inclusion, with system headers.
    /// Preprocesses the unit.
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
    /// let files = MemoryFiles::new().with("f.c", "#include \"h.h\"\n").with("h.h", "int a;\n");
    /// let mut session = Session::new(files);
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// assert_eq!((&*session.path(unit), session.included_files(unit)), ("f.c", vec!["h.h".into()]));
    /// # Ok::<(), clacc::Error>(())
    /// ```
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

    /// Returns the database's unit.
    pub(crate) fn unit(&self, unit: Unit) -> DbUnit {
        assert_eq!(unit.session, self.number, "a session was asked about a unit of another one");
        let open = self.units.get(&unit.number);
        open.expect("a session was asked about a unit that was removed").input
    }

    /// The database's unit, if it is one of this session.
    pub(crate) fn own_unit(&self, unit: Unit) -> Option<DbUnit> {
        self.units.get(&unit.number).filter(|_| unit.session == self.number).map(|open| open.input)
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
        Place::of_lines(self.path_of(range.file), &lines, range.start as usize..range.end as usize)
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

/// The input of a database for a unit. A file that is no longer there is read as an empty one.
fn input(db: &Database, path: &str, options: &CompileOptions) -> DbUnit {
    let main = clacc_sema::db::Db::files(db).at(db, path);
    let limits = ParseLimits { nesting: options.nesting_limit };
    DbUnit::builder(main, Arc::new(options.preprocessing()), limits)
        .device_type(options.device_type.as_deref().map(Arc::from))
        .data_subscripts(options.data_subscripts.inner())
        .implicit_levels(options.implicit_levels())
        .loop_proofs(options.loop_proofs)
        .loop_interchange(options.loop_interchange)
        .new(db)
}
