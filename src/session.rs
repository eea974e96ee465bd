//! A session: source texts and the results that are computed from them.
//!
//! A session is a handle on inputs: it has the files, units and mappings of one database. [`Analysis`](crate::Analysis), to which
//! it dereferences, has the questions, and each of them asks queries of the crates beneath. Three kinds of value come back: a
//! handle on results (`ExternalDeclaration`: shared, without a position, right for ever about the text that it was made from),
//! views (`Node<'f>`, `Construct<'f>`: a reference to such a handle and a number), and owned data. No type of salsa or of a crate
//! beneath is in a signature; enums that are plain words are re-exported from there, others are declared again because a view
//! holds no number of an arena.
//!
//! Nothing that an embedder passes in panics. A `Unit` of another session, or one that was removed, is an error where it is changed. A
//! question about it is answered as about an empty file, and what returns findings returns one with the code UNIT0001: an answer without
//! findings would say that nothing is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use clacc_sema::db::files::{Loader, Volatility};
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Db};

use crate::analysis::{Analysis, OpenUnit, Unit};
use crate::error::{Error, ReadErrors};
use crate::files::FileSystem;
use crate::options::CompileOptions;
use crate::snapshot::{Closed, Door, Insiders, Snapshot};
use crate::unit_inputs::input;
use crate::wear::{self, EditedState, Wear};

/// A session: source texts, and all results that were computed from them.
///
/// A session reads files through the [`FileSystem`] it was made with. It reads each file once, when it is first needed. A text given with
/// [`Session::set_source`] replaces the file.
///
/// The queries are the methods of [`Analysis`], to which a session dereferences. Results are memoised. An edit invalidates what depends on
/// it: after an edit inside one function, nothing is computed again for another function, and after an edit below the `#include` lines at
/// the top of a file, no header is expanded again. The same sources give the same answers, in whatever order they were set and queried.
///
/// The memory of a session grows with its texts, but not with the number of edits: when edits have written about as much as all texts have,
/// it may discard its database and start with a new one. After single edits it uses about 1.2 times the memory of its first answers, and up
/// to twice as much while whole texts are replaced repeatedly. [`Session::compact`] starts with a new database at once, and
/// [`Session::memory`] returns the memory use.
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
    analysis: Analysis,
    /// The entry of snapshot queries. A change closes it and makes another one for the next state.
    door: Arc<Door>,
    /// The number of units that were added so far, including removed ones.
    added: u32,
    /// The number of database inputs that no unit uses any more. The database cannot free them.
    left_inputs: usize,
    /// The texts that were set in place of files. None where a file was removed.
    sources: FileTexts,
    /// The texts that were read and stay when a database is replaced because units went: those of headers, and none where there is no file.
    kept: FileTexts,
    /// The main files of units that were removed since then, whose texts need not stay.
    gone: BTreeSet<Arc<str>>,
    wear: Wear,
}

/// The state that a change ended.
pub(crate) struct EndedState {
    /// true if a snapshot of the state was made. Then a later snapshot query can free the memory of the old database.
    had_snapshots: bool,
}

impl Deref for Session {
    type Target = Analysis;

    fn deref(&self) -> &Analysis {
        &self.analysis
    }
}

/// After the session is dropped, snapshots that are only held keep no results: running queries are answered, and new ones are refused.
impl Drop for Session {
    fn drop(&mut self) {
        drop(self.door.close());
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("units", &self.units().len()).finish_non_exhaustive()
    }
}

/// The number of unused inputs up to which the database of a session with units is kept, so that small sessions do not lose their headers.
const LEFT_INPUTS: usize = 8;

/// The texts of files by their paths. None where there is no file.
type FileTexts = BTreeMap<Arc<str>, Option<Arc<[u8]>>>;

struct FileSystemLoader {
    files: Arc<dyn FileSystem>,
    /// The errors of reading, for those who ask why a file is not there.
    errors: ReadErrors,
    /// The texts that were read for an earlier database.
    read: FileTexts,
}

impl Loader for FileSystemLoader {
    fn load(&self, path: &str) -> Option<Arc<[u8]>> {
        self.read.get(path).cloned().unwrap_or_else(|| match self.files.read_shared(path) {
            Ok(text) => Some(text),
            Err(error) => {
                self.errors.note(path, error);
                None
            }
        })
    }
}

impl Session {
    /// Makes a session without units. Sources that are not set are read from `files`, when they are needed.
    pub fn new(files: impl FileSystem + 'static) -> Session {
        Session::with_texts(Arc::new(files), FileTexts::new())
    }

    /// Makes a session without units that has the texts of another one, except for edited ones.
    pub(crate) fn of_texts(other: &Analysis, edited: &BTreeMap<Arc<str>, Vec<u8>>) -> Session {
        let read = texts_of(other);
        let mut session = Session::with_texts(other.files().clone(), read);
        for (path, text) in edited {
            session.set_text(path, Some(text.as_slice().into()));
        }
        session
    }

    /// Makes a session without units that takes some texts without reading their files.
    fn with_texts(files: Arc<dyn FileSystem>, read: FileTexts) -> Session {
        static SESSIONS: AtomicU32 = AtomicU32::new(0);
        let errors = ReadErrors::default();
        let loader = FileSystemLoader { files: files.clone(), errors: errors.clone(), read };
        let db = Database::new(Arc::new(loader));
        Session {
            analysis: Analysis::new(SESSIONS.fetch_add(1, Ordering::Relaxed), files, errors, db),
            door: Arc::default(),
            added: 0,
            left_inputs: 0,
            sources: FileTexts::new(),
            kept: FileTexts::new(),
            gone: BTreeSet::new(),
            wear: Wear::default(),
        }
    }

    /// Sets the text of a main file or header, whatever the file system has at that path. The path must be
    /// spelled as it is looked up: as [`Session::add_unit`] gets it, or as a search directory joined with the
    /// name in the `#include`.
    ///
    /// Setting an equal text costs a comparison and invalidates nothing.
    ///
    /// In a session that is edited for days, interned names of earlier texts accumulate. When edits have written as much as the texts hold,
    /// and these names have become many, this call discards all results, so that the next query costs as much as the first one. Files are
    /// not read again for that.
    pub fn set_source(&mut self, path: &str, text: impl Into<Vec<u8>>) {
        self.edit(path, Some(text.into().into()));
    }

    /// Removes a file: from now on there is no file at that path, whatever the file system has there. It costs the same as
    /// [`Session::set_source`].
    ///
    /// A unit whose main file is removed stays, as an empty text without findings; [`Analysis::source`] tells.
    ///
    /// ```
    /// # use clacc::Session;
    /// # use clacc::files::MemoryFiles;
    /// # use clacc::options::CompileOptions;
    /// let program = "int x;\n";
    /// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// session.set_source("g.h", "int x;\n");
    /// assert!(session.source("g.h").is_some());
    /// session.remove_source("g.h");
    /// assert!(session.source("g.h").is_none());
    /// # Ok::<(), clacc::Error>(())
    /// ```
    pub fn remove_source(&mut self, path: &str) {
        self.edit(path, None);
    }

    fn edit(&mut self, path: &str, text: Option<Arc<[u8]>>) {
        let old = self.sources.get(path).cloned().flatten().unwrap_or_default();
        let new = text.clone().unwrap_or_default();
        if let Some(ended) = self.set_text(path, text) {
            let files = self.db.files();
            let state = EditedState {
                written: wear::written(&old, &new),
                texts: self.sources.values().flatten().map(|text| text.len()).sum(),
                entries: self.db.names().count() + files.count(),
            };
            if self.wear.edit(state) {
                let dead = self.renew(self.all_texts());
                if ended.had_snapshots {
                    self.door.leave_behind(dead);
                }
            }
        }
    }

    /// Sets or removes a text. If the text differs from the current one, returns the state that the change has ended.
    pub(crate) fn set_text(&mut self, path: &str, text: Option<Arc<[u8]>>) -> Option<EndedState> {
        let is_new = !self.db.files().is_set(&self.db, path, text.as_deref());
        let ended = is_new.then(|| {
            let ended = self.begin_change();
            set_text(&mut self.analysis.db, path, text.clone(), Volatility::Edited);
            ended
        });
        self.sources.insert(path.into(), text);
        ended
    }

    fn known_texts(&self) -> FileTexts {
        texts_of(self)
    }

    /// Returns the texts that the database holds, and those that stay from earlier ones.
    fn all_texts(&self) -> FileTexts {
        self.kept.clone().into_iter().chain(self.known_texts()).collect()
    }

    /// Makes a snapshot of the current state of the session, for queries from other threads. The cost does not depend on the size of the
    /// sources.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.door.open(&self.db);
        Snapshot::new(self.door.clone(), self.parts().clone())
    }

    /// Cancels the queries of snapshots, so that an input can change.
    fn begin_change(&mut self) -> EndedState {
        let door = std::mem::take(&mut self.door);
        let Closed { inside, was_open, dead } = door.close();
        // If this state had snapshots, the next query of a snapshot frees the old results. Otherwise they are freed here.
        if let Some(dead) = dead.filter(|_| was_open) {
            self.door.leave_behind(dead);
        }
        match inside {
            Insiders::Nobody => {}
            // A query on this very thread holds a database handle that is not dropped before this call returns, so the session takes a new
            // database.
            Insiders::ThisThread => drop(self.renew(self.all_texts())),
            Insiders::Others if cfg!(panic = "abort") => door.wait_until_left(),
            Insiders::Others => self.analysis.db.cancel_others(),
        }
        EndedState { had_snapshots: was_open }
    }

    /// Adds a translation unit: the file at `path`, from the session or its file system, compiled with `options`. The file is read by this
    /// call and analysed when a query needs it. The same file can be added with several options.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`](crate::ErrorKind::NotFound) if there is no file at `path`, [`ErrorKind::Unreadable`](crate::ErrorKind::Unreadable) if the file system returned another error, which is
    /// then the source of this one, and [`ErrorKind::TooLarge`](crate::ErrorKind::TooLarge) if the file is longer than 2 GiB.
    pub fn add_unit(&mut self, path: &str, options: &CompileOptions) -> Result<Unit, Error> {
        let text =
            self.source(path).ok_or_else(|| self.read_error(path).unwrap_or_else(|| Error::no_file(path)))?;
        if text.len() >= clacc_syntax::unit::MAIN_FILE_LIMIT as usize {
            return Err(Error::too_large(path));
        }
        let (path, options): (Arc<str>, _) = (path.into(), options.clone());
        let input = input(&self.db, &path, &options);
        let unit = Unit::new(self.session(), self.added);
        self.added += 1;
        self.analysis.units_mut().insert(unit.number(), OpenUnit { path, options, input });
        Ok(unit)
    }

    /// Changes the options of a unit. The unit is analysed anew; results of other units stay.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownUnit`](crate::ErrorKind::UnknownUnit) if the session has no such unit.
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
        let known = self.units().get(&unit.number()).filter(|open| open.options != *options);
        if let Some(path) = known.map(|open| open.path.clone()) {
            self.begin_change();
            let input = input(&self.db, &path, options);
            self.analysis
                .units_mut()
                .insert(unit.number(), OpenUnit { path, options: options.clone(), input });
            self.left_inputs += 1;
        }
        self.compact_if_due();
        Ok(())
    }

    /// Removes a unit. The memory of its analysis is freed at once if it was the last unit, and otherwise when as many units were removed
    /// as there are left, because freeing means that all remaining results are recomputed. So the amortised cost of a removal is at most
    /// that of the analysis of one unit.
    ///
    /// Sources that were set stay set, and the texts of headers stay, so that a loop that adds and removes the files of a program reads each
    /// header once. The main file of a removed unit is read again if it is needed after memory was freed. A program that waits for changes of
    /// headers on disk calls [`Session::compact`], after which all files are read again.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownUnit`](crate::ErrorKind::UnknownUnit) if the session has no such unit.
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
        self.begin_change();
        let removed = self.analysis.units_mut().remove(&unit.number());
        self.gone.extend(removed.map(|open| open.path));
        self.left_inputs += 1;
        self.compact_if_due();
        Ok(())
    }

    fn known(&self, unit: Unit) -> Result<(), Error> {
        self.has_unit(unit).then_some(()).ok_or_else(Error::unknown_unit)
    }

    fn compact_if_due(&mut self) {
        let is_empty = self.units().is_empty() && self.left_inputs > 0;
        if is_empty || self.left_inputs > self.units().len().max(LEFT_INPUTS) {
            self.begin_change();
            let stays = |path: &Arc<str>| !self.gone.contains(path) && !self.sources.contains_key(path);
            self.kept = self.all_texts().into_iter().filter(|(path, _)| stays(path)).collect();
            self.replace(self.kept.clone());
        }
    }

    /// Discards all results, all interned names, and the texts of files that were not set, which are read again when they are needed. Units stay, and later queries about them are
    /// computed anew. It is for programs that run for days. The call takes as long as freeing the memory takes.
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
        self.begin_change();
        self.kept = FileTexts::new();
        self.read_errors().forget();
        self.replace(FileTexts::new());
    }

    /// Replaces the database after a change has begun, and frees the old one.
    fn replace(&mut self, read: FileTexts) {
        drop(self.renew(read));
        self.door = Arc::default();
    }

    /// Replaces the database by a new one, which takes the texts in `read` without reading their files again, and returns the old analysis.
    fn renew(&mut self, read: FileTexts) -> Analysis {
        let files = self.files().clone();
        let errors = self.read_errors().clone();
        let loader = FileSystemLoader { files: files.clone(), errors: errors.clone(), read };
        let mut db = Database::new(Arc::new(loader));
        for (path, text) in &self.sources {
            set_text(&mut db, path, text.clone(), Volatility::Edited);
        }
        let mut units = self.units().clone();
        for open in units.values_mut() {
            open.input = input(&db, &open.path, &open.options);
        }
        let mut analysis = Analysis::new(self.session(), files, errors, db);
        *analysis.units_mut() = units;
        (self.left_inputs, self.wear) = (0, Wear::default());
        self.gone.clear();
        std::mem::replace(&mut self.analysis, analysis)
    }
}

/// Returns the texts that a database holds, and none where it looked for a file in vain.
fn texts_of(analysis: &Analysis) -> FileTexts {
    let files = analysis.db.files().all().into_iter();
    files.map(|file| (file.path(&analysis.db), file.text(&analysis.db))).collect()
}
