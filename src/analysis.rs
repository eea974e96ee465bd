//! Queries about the units of a session, for one state of its inputs.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clacc_sema::db::{Database, Db, InputState, Unit as DbUnit};
use clacc_sema::db::{findings, preprocessed};
use clacc_syntax::diagnostics::Diagnostic as Finding;
use clacc_syntax::source::{FileId, FileRange};
use clacc_ttx::query::Mapping;

use crate::codes;
use crate::diagnostics::{Diagnostic, Lines, Place};
use crate::error::{Error, ReadErrors};
use crate::files::FileSystem;
use crate::omp::MappingChoice;
use crate::options::CompileOptions;
use crate::place_finder::{FileLines, PlaceFinder};
use crate::severities::Severities;
use crate::translate::{TranslateOptions, Translation};
use crate::unit_inputs;

/// A translation unit of a session: a main file and its compile options. [`Session::add_unit`](crate::Session::add_unit) returns it.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::Unit;
///
/// let program = "int x;\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let known: Unit = unit;
/// assert_eq!(&*session.path(known), "f.c");
/// session.remove_unit(known)?;
/// assert!(!session.has_unit(known));
/// # Ok::<(), clacc::Error>(())
/// ```
///
/// A unit that was removed, or is of another session, is an unknown unit. Where it is changed, that is an
/// [error](crate::ErrorKind::UnknownUnit). Questions about it are answered as about an empty file: nothing is declared there, and its path is
/// empty. Those that return findings, [`Analysis::check`] and [`Analysis::translate`] among them, return one error with the code UNIT0001, so
/// that nobody takes it for a program without errors. [`Analysis::has_unit`] tells beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Unit {
    session: u32,
    number: u32,
}

impl Unit {
    /// The unit of declarations that are built for policies and belong to no session.
    pub(crate) const OF_NO_SESSION: Unit = Unit { session: u32::MAX, number: u32::MAX };

    /// Returns the unit with an index in a session.
    pub(crate) fn new(session: u32, number: u32) -> Unit {
        Unit { session, number }
    }

    /// The index of the unit in the session.
    pub(crate) fn number(self) -> u32 {
        self.number
    }
}

/// All queries about the units of a session, for one state of its inputs.
///
/// A [`Session`](crate::Session) dereferences to it, so all these queries are methods of a session too. A function that only queries takes
/// an `&Analysis`. Results are memoised for all later callers.
///
/// An analysis stays on the thread that it was made on.
///
/// ```
/// use clacc::{Analysis, Session, Unit, files::MemoryFiles, options::CompileOptions};
///
/// fn count(analysis: &Analysis, unit: Unit) -> usize {
///     analysis.check(unit).len()
/// }
///
/// let mut session = Session::new(MemoryFiles::new().with("f.c", "#pragma acc wait\n"));
/// let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// assert_eq!(count(&session, unit), 1);
/// # Ok::<(), clacc::Error>(())
/// ```
pub struct Analysis {
    pub(crate) db: Database,
    parts: AnalysisParts,
}

/// The parts of an analysis besides its database. Clones share them.
#[derive(Clone)]
pub(crate) struct AnalysisParts {
    /// The id of the session, which tells its units from those of other sessions.
    session: u32,
    files: Arc<dyn FileSystem>,
    read_errors: ReadErrors,
    /// The units by their index. While an older state is still in use, a change makes a new map.
    units: Arc<BTreeMap<u32, OpenUnit>>,
    tables: Arc<Tables>,
}

/// A unit with everything that is needed to make its input in another database.
#[derive(Clone)]
pub(crate) struct OpenUnit {
    pub(crate) path: Arc<str>,
    pub(crate) options: CompileOptions,
    pub(crate) input: DbUnit,
}

/// Tables of one database. Their entries are valid in every state of the database.
#[derive(Default)]
struct Tables {
    /// The line starts of each file in which a finding was located.
    lines: Mutex<BTreeMap<FileId, Arc<Lines>>>,
    /// The mappings that were used so far, so that each becomes an input of the database only once.
    mappings: Mutex<Vec<(MappingChoice, Mapping)>>,
    /// The unit in whose place an unknown unit is asked about.
    unknown: Mutex<Option<DbUnit>>,
    /// Translations of the newest state of the inputs for which one was made.
    translations: Mutex<Vec<KeptTranslation>>,
}

/// A translation with the state, unit and options that it was made for.
struct KeptTranslation {
    state: InputState,
    unit: Unit,
    options: TranslateOptions,
    translation: Arc<Translation>,
}

/// The path that findings about unknown units name. No file system is asked for it.
const NO_UNIT: &str = "<builtin>/no unit";

/// The greatest number of translations kept: an embedder that asks for a unit in several dialects in turn finds them again.
const KEPT_TRANSLATIONS: usize = 8;

/// Locks a table. A poisoned lock is taken all the same, because no panic can leave an incomplete entry.
fn lock<T>(table: &Mutex<T>) -> MutexGuard<'_, T> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

impl std::fmt::Debug for Analysis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analysis").field("units", &self.parts.units.len()).finish_non_exhaustive()
    }
}

impl Analysis {
    /// Makes an analysis without units.
    pub(crate) fn new(
        session: u32,
        files: Arc<dyn FileSystem>,
        read_errors: ReadErrors,
        db: Database,
    ) -> Analysis {
        let parts =
            AnalysisParts { session, files, read_errors, units: Arc::default(), tables: Arc::default() };
        Analysis { db, parts }
    }

    /// Makes the analysis with these parts on another handle of their database.
    pub(crate) fn of(db: Database, parts: AnalysisParts) -> Analysis {
        Analysis { db, parts }
    }

    pub(crate) fn parts(&self) -> &AnalysisParts {
        &self.parts
    }

    pub(crate) fn files(&self) -> &Arc<dyn FileSystem> {
        &self.parts.files
    }

    pub(crate) fn read_errors(&self) -> &ReadErrors {
        &self.parts.read_errors
    }

    pub(crate) fn units(&self) -> &BTreeMap<u32, OpenUnit> {
        &self.parts.units
    }

    pub(crate) fn units_mut(&mut self) -> &mut BTreeMap<u32, OpenUnit> {
        Arc::make_mut(&mut self.parts.units)
    }

    /// Returns the id of the session.
    pub(crate) fn session(&self) -> u32 {
        self.parts.session
    }

    /// Returns whether the session has this unit: it was added here and not removed. It is a look-up.
    ///
    /// ```
    /// # use clacc::Session;
    /// # use clacc::files::MemoryFiles;
    /// # use clacc::options::CompileOptions;
    /// let program = "int x;\n";
    /// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// assert!(session.has_unit(unit));
    /// session.remove_unit(unit)?;
    /// assert!(!session.has_unit(unit));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn has_unit(&self, unit: Unit) -> bool {
        unit.session == self.parts.session && self.parts.units.contains_key(&unit.number)
    }

    /// Returns all findings in a unit, in the order in which the unit is read: those of preprocessing, of syntax and of directives.
    ///
    /// Findings about the mapping come from [`Analysis::translate`] instead. Bodies of functions without
    /// directives are not parsed: an error in one of them is left to the C compiler, or to
    /// [`Analysis::check_syntax`].
    ///
    /// ```
    /// # use clacc::{Session, files::MemoryFiles, options::CompileOptions};
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", "#pragma acc wait\n"));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// assert_eq!(session.check(unit)[0].code.id, "ACC0050");
    /// # Ok::<(), clacc::Error>(())
    /// ```
    ///
    /// The first call reads the unit and its headers. A later call costs only the analysis that edits have invalidated since, and the
    /// search for lines and columns.
    #[must_use]
    pub fn check(&self, unit: Unit) -> Vec<Diagnostic> {
        self.check_with(unit, &Severities::default())
    }

    /// Returns what [`Analysis::check`] returns, with the severities that the user wants; [`Severities`] has an example. It costs as much
    /// as [`Analysis::check`].
    ///
    /// ```
    /// # use clacc::Session;
    /// # use clacc::files::MemoryFiles;
    /// # use clacc::options::CompileOptions;
    /// use clacc::severities::{Severities, WarningLevel};
    ///
    /// let program = "#pragma acc wait nonsense\n";
    /// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let mut severities = Severities::default();
    /// severities.set_all(WarningLevel::Error);
    /// let found = session.check_with(unit, &severities);
    /// assert!(found.iter().all(|finding| finding.severity == clacc::diagnostics::Severity::Error) && !found.is_empty());
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn check_with(&self, unit: Unit, severities: &Severities) -> Vec<Diagnostic> {
        let found = findings::diagnostics(&self.db, self.unit(unit));
        let remarks = self.remarks(unit, severities);
        let unknown = self.unknown_unit(unit);
        self.shown(unknown.iter().chain(found.iter()).chain(&remarks), severities)
    }

    /// The findings that are computed only if they are shown: the remarks about loops.
    pub(crate) fn remarks(&self, unit: Unit, severities: &Severities) -> Vec<Finding<FileRange>> {
        let is_asked = severities.shows(clacc_sema::acc::codes::ACC0142.id);
        if is_asked { findings::loop_remarks(&self.db, self.unit(unit)) } else { Vec::new() }
    }

    /// Returns the findings that the severities show, with resolved places.
    pub(crate) fn shown<'f>(
        &self,
        found: impl Iterator<Item = &'f Finding<FileRange>>,
        severities: &Severities,
    ) -> Vec<Diagnostic> {
        let files = |file| self.file_lines(file);
        let found = found.inspect(|_| self.db.checkpoint());
        severities.shown(found, &mut PlaceFinder::new(&files))
    }

    /// Returns the errors of preprocessing and syntax in a unit, in the order in which the unit is read. Unlike [`Analysis::check`], it
    /// parses the bodies of all functions. A body is parsed again only if its text has changed.
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
        self.unknown_unit(unit).iter().chain(&found).map(|finding| self.located(finding)).collect()
    }

    /// Returns the text of a file as the session sees it: the text that was set, or else that of the file in the file system, which is read
    /// now if it was not needed before. None if there is no such file. Built-in headers, which have reserved paths, are found too. The text
    /// is shared, not copied.
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
        self.db.files().at(&self.db, path).text(&self.db)
    }

    /// Returns the place of a range of bytes in a file as the session sees it. None if there is no such file, if the range ends before it
    /// starts, or if it exceeds the file. The line starts of the file are kept for later calls.
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
        let file = self.db.files().at(&self.db, path);
        file.text(&self.db)?.get(range.clone())?;
        let id = file.id(&self.db);
        Some(Place::of_lines(self.path_of(id), &self.lines(id), range))
    }

    /// Returns the path of a unit's main file, as it was given to [`Session::add_unit`](crate::Session::add_unit). It is empty for an
    /// unknown unit. It is a look-up.
    #[must_use]
    pub fn path(&self, unit: Unit) -> Arc<str> {
        self.own_unit(unit).map_or_else(|| "".into(), |unit| unit.main(&self.db).path(&self.db))
    }

    /// Returns the error with which the file system refused to read a file that the session needed, the last one. Such a file counts as one
    /// that is not there, so that the `#include` of it has the finding PP0001; this says why. None if the session has the file, did not need
    /// it, or was told that there is none ([`NotFound`](std::io::ErrorKind::NotFound)), which is common while headers are searched. It is a
    /// look-up. [`Session::compact`](crate::Session::compact) forgets the errors.
    ///
    /// ```
    /// use clacc::{ErrorKind, Session, files::FileSystem, options::CompileOptions};
    ///
    /// struct Locked;
    ///
    /// impl FileSystem for Locked {
    ///     fn read(&self, _: &str) -> std::io::Result<Vec<u8>> {
    ///         Err(std::io::ErrorKind::PermissionDenied.into())
    ///     }
    /// }
    ///
    /// let mut session = Session::new(Locked);
    /// session.set_source("f.c", "#include \"g.h\"\n");
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// assert_eq!(session.check(unit)[0].code.id, "PP0001");
    /// let error = session.read_error("g.h").expect("it cannot be read");
    /// assert_eq!((error.kind(), error.path()), (ErrorKind::Unreadable, Some("g.h")));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn read_error(&self, path: &str) -> Option<Error> {
        let known = self.parts.read_errors.of(path)?;
        self.source(path).is_none().then(|| Error::unreadable(path, known))
    }

    /// Returns every file that a unit includes, system headers among them, in the order of first inclusion. Preprocesses the unit.
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

    /// Returns the database's input for a policy with a dialect.
    pub(crate) fn mapping(&self, choice: &MappingChoice) -> Mapping {
        let mut mappings = lock(&self.parts.tables.mappings);
        if let Some((_, known)) = mappings.iter().find(|(of, _)| of == choice) {
            return *known;
        }
        let mapping = Mapping::new(&self.db, choice.policy().rules(), (*choice.dialect()).into());
        mappings.push((choice.clone(), mapping));
        mapping
    }

    /// Returns the database's unit: for an unknown unit, one of an empty file.
    pub(crate) fn unit(&self, unit: Unit) -> DbUnit {
        self.own_unit(unit).unwrap_or_else(|| self.unit_of_nothing())
    }

    fn unit_of_nothing(&self) -> DbUnit {
        let new = || unit_inputs::input(&self.db, NO_UNIT, &CompileOptions::default());
        *lock(&self.parts.tables.unknown).get_or_insert_with(new)
    }

    /// Returns the finding about an unknown unit.
    pub(crate) fn unknown_unit(&self, unit: Unit) -> Option<Finding<FileRange>> {
        if self.has_unit(unit) {
            return None;
        }
        let file = self.unit_of_nothing().main(&self.db).id(&self.db);
        let finding = Finding::new(
            &codes::UNIT0001,
            FileRange { file, start: 0, end: 0 },
            "the session has no such unit",
        );
        Some(finding.note("it was removed, or it is a unit of another session"))
    }

    /// Returns the database's unit. None if the unit is not one of this session.
    pub(crate) fn own_unit(&self, unit: Unit) -> Option<DbUnit> {
        self.parts
            .units
            .get(&unit.number)
            .filter(|_| unit.session == self.parts.session)
            .map(|open| open.input)
    }

    /// Returns the texts of the files that the session has read or set.
    pub(crate) fn read_texts(&self) -> BTreeMap<Arc<str>, Arc<[u8]>> {
        let files = self.db.files().all().into_iter();
        files.filter_map(|file| Some((file.path(&self.db), file.text(&self.db)?))).collect()
    }

    pub(crate) fn path_of(&self, file: FileId) -> Arc<str> {
        let file = self.db.files().get(file);
        file.map_or_else(|| "".into(), |file| file.path(&self.db))
    }

    pub(crate) fn text_of(&self, file: FileId) -> Option<Arc<[u8]>> {
        self.db.files().get(file)?.text(&self.db)
    }

    fn lines(&self, file: FileId) -> Arc<Lines> {
        let text = self.text_of(file).unwrap_or_default();
        let mut known = lock(&self.parts.tables.lines);
        match known.get(&file) {
            Some(lines) if lines.are_of(&text) => lines.clone(),
            _ => {
                let lines = Arc::new(Lines::new(text));
                known.insert(file, lines.clone());
                lines
            }
        }
    }

    /// Returns the translation of a unit in the current state of the inputs: the one that was made by an earlier call, or a new one.
    pub(crate) fn kept_translation(
        &self,
        unit: Unit,
        options: &TranslateOptions,
        make: impl FnOnce() -> Translation,
    ) -> Arc<Translation> {
        let state = self.db.input_state();
        let is_answer =
            |kept: &KeptTranslation| kept.state == state && kept.unit == unit && kept.options == *options;
        let known = lock(&self.parts.tables.translations);
        if let Some(kept) = known.iter().find(|kept| is_answer(kept)) {
            return kept.translation.clone();
        }
        drop(known);
        let translation = Arc::new(make());
        let kept =
            KeptTranslation { state, unit, options: options.clone(), translation: translation.clone() };
        let mut known = lock(&self.parts.tables.translations);
        known.retain(|kept| kept.state == state);
        if known.len() >= KEPT_TRANSLATIONS {
            known.remove(0);
        }
        known.push(kept);
        translation
    }

    /// Returns the path and the lines of a file.
    pub(crate) fn file_lines(&self, file: FileId) -> FileLines {
        FileLines { path: self.path_of(file), lines: self.lines(file) }
    }

    pub(crate) fn place(&self, range: FileRange) -> Place {
        PlaceFinder::new(&|file| self.file_lines(file)).place(range)
    }

    pub(crate) fn located(&self, finding: &Finding<FileRange>) -> Diagnostic {
        PlaceFinder::new(&|file| self.file_lines(file)).located(finding)
    }
}
