//! The source files of a database. Each path has one salsa input, which is made when the path is first needed.
//!
//! A path without a file is an input too, with no text. A header that appears later therefore invalidates the queries that looked for it in
//! vain. The table only grows, and an entry never changes. Therefore a query may read the table.

#![expect(missing_docs, reason = "items that salsa makes carry no documentation")]

use std::sync::{Arc, Mutex, PoisonError};

use clacc_syntax::source::FileId;
use clacc_syntax::target::{builtin_file, is_builtin_path};
use rustc_hash::FxHashMap;
use salsa::{Database, Durability, Setter};

/// Loads the files that were not set. It is called once for each path in a session.
pub trait Loader: Send + Sync {
    /// The bytes of the file at `path`. None if there is no such file.
    fn load(&self, path: &str) -> Option<Arc<[u8]>>;
}

/// A loader without files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _path: &str) -> Option<Arc<[u8]>> {
        None
    }
}

/// A file, or a path at which there could be one.
#[salsa::input(debug)]
pub struct SourceFile {
    /// The id of the file.
    #[returns(copy)]
    pub id: FileId,
    /// Its path, as it was looked up.
    #[returns(clone)]
    pub path: Arc<str>,
    /// Its bytes. None if there is no such file.
    #[returns(clone)]
    pub text: Option<Arc<[u8]>>,
}

/// How often a file is expected to change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Volatility {
    /// The user edits it: main files.
    Edited,
    /// It hardly ever changes: headers.
    Stable,
}

impl Volatility {
    fn durability(self) -> Durability {
        match self {
            Volatility::Edited => Durability::LOW,
            Volatility::Stable => Durability::HIGH,
        }
    }
}

#[derive(Default)]
struct FileTable {
    by_path: FxHashMap<Arc<str>, SourceFile>,
    by_id: Vec<SourceFile>,
}

/// The table of files. Clones share it.
#[derive(Clone)]
pub struct Files {
    table: Arc<Mutex<FileTable>>,
    loader: Arc<dyn Loader>,
}

impl Files {
    /// Makes an empty table that loads files with `loader`.
    pub fn new(loader: Arc<dyn Loader>) -> Self {
        Files { table: Arc::default(), loader }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FileTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The input for a path. The file is loaded when its path is first used.
    pub fn at(&self, db: &dyn Database, path: &str) -> SourceFile {
        let mut table = self.lock();
        if let Some(file) = table.by_path.get(path) {
            return *file;
        }
        let text = if is_builtin_path(path) {
            builtin_file(path).map(|text| text.as_bytes().into())
        } else {
            self.loader.load(path)
        };
        table.add(db, path, text, Volatility::Stable)
    }

    /// The input with an id of this table.
    pub fn get(&self, id: FileId) -> Option<SourceFile> {
        self.lock().by_id.get(id.0 as usize).copied()
    }

    /// Sets the text of the file at `path`, or removes the file. If nothing changes, nothing is invalidated.
    pub(super) fn set_text<D: Database>(
        &self,
        db: &mut D,
        path: &str,
        text: Option<Arc<[u8]>>,
        volatility: Volatility,
    ) -> SourceFile {
        let Some(file) = self.known(path) else {
            return self.lock().add(db, path, text, volatility);
        };
        if file.text(db) != text {
            file.set_text(db).with_durability(volatility.durability()).to(text);
        }
        file
    }

    /// The number of paths that were needed or set.
    pub fn count(&self) -> usize {
        self.lock().by_id.len()
    }

    /// The files that were needed or set, and those that were looked for in vain.
    pub fn all(&self) -> Vec<SourceFile> {
        self.lock().by_id.clone()
    }

    /// Whether the file at `path` was needed or set before, and has this text.
    pub fn is_set(&self, db: &dyn Database, path: &str, text: Option<&[u8]>) -> bool {
        self.known(path).is_some_and(|file| file.text(db).as_deref() == text)
    }

    fn known(&self, path: &str) -> Option<SourceFile> {
        self.lock().by_path.get(path).copied()
    }
}

impl FileTable {
    fn add(
        &mut self,
        db: &dyn Database,
        path: &str,
        text: Option<Arc<[u8]>>,
        volatility: Volatility,
    ) -> SourceFile {
        let id = FileId(self.by_id.len() as u32);
        let path: Arc<str> = path.into();
        let file = SourceFile::builder(id, path.clone(), text)
            .durability(Durability::HIGH)
            .text_durability(volatility.durability())
            .new(db);
        self.by_id.push(file);
        self.by_path.insert(path, file);
        file
    }
}
