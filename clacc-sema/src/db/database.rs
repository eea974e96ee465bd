//! The query database, and a record of the queries that ran, for tests.

#![expect(missing_docs, reason = "items that salsa makes carry no documentation")]

use std::sync::{Arc, Mutex, PoisonError};

use clacc_syntax::Names;
use clacc_syntax::checkpoint;
use clacc_syntax::parse::{DataSubscripts, ParseLimits};
use clacc_syntax::preprocess::Options;

use crate::acc::ImplicitLevels;
use crate::tuning::{LoopInterchange, LoopProofs};

use super::files::{Files, Loader, NoFiles, SourceFile, Volatility};
use super::last_results::LastResults;

/// The functions of a database that the queries of this crate need.
#[salsa::db]
pub trait Db: salsa::Database {
    /// The table of files.
    fn files(&self) -> &Files;

    /// The table of names that all results of the database use.
    fn names(&self) -> &Names;

    /// The results that were computed last, which make the next ones cheaper.
    fn last_results(&self) -> &LastResults;
}

/// A translation unit: a main file and the options it is compiled with.
#[salsa::input(debug)]
pub struct Unit {
    /// The main file.
    #[returns(copy)]
    pub main: SourceFile,
    /// The options it is preprocessed with.
    #[returns(clone)]
    pub options: Arc<Options>,
    /// The limits of parsing.
    #[returns(copy)]
    pub limits: ParseLimits,
    /// The device type that selects clauses after `device_type`; none if no type is chosen.
    #[default]
    #[returns(clone)]
    pub device_type: Option<Arc<str>>,
    /// The meaning of a subscript without a length in a data clause.
    #[default]
    #[returns(copy)]
    pub data_subscripts: DataSubscripts,
    /// The loops that get levels of parallelism without a clause.
    #[default]
    #[returns(copy)]
    pub implicit_levels: ImplicitLevels,
    /// The use of proofs that loops are independent, where levels are merged.
    #[default]
    #[returns(copy)]
    pub loop_proofs: LoopProofs,
    /// True if nested loops are interchanged, where levels are merged.
    #[default]
    #[returns(copy)]
    pub loop_interchange: LoopInterchange,
}

/// The names of the queries that ran, in order, while recording was on.
#[derive(Clone, Default)]
pub struct EventLog {
    executed: Arc<Mutex<Option<Vec<salsa::DatabaseKeyIndex>>>>,
}

impl EventLog {
    fn record(&self, event: &salsa::Event) {
        if let salsa::EventKind::WillExecute { database_key } = event.kind
            && let Some(executed) = &mut *self.executed.lock().unwrap_or_else(PoisonError::into_inner)
        {
            executed.push(database_key);
        }
    }

    /// Clears the record and starts recording.
    pub fn start(&self) {
        *self.executed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
    }

    /// Stops recording and returns the queries that ran, each with the id of its key.
    pub fn finish(&self, db: &dyn Db) -> Vec<Execution> {
        let keys = self.executed.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        keys.into_iter()
            .map(|key| Execution {
                query: db.ingredient_debug_name(key.ingredient_index()).into_owned(),
                key: key.key_index().index(),
            })
            .collect()
    }
}

/// A query that ran.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Execution {
    /// The name of the query.
    pub query: String,
    /// The id of the query's argument, which is stable as long as the argument lives.
    pub key: u32,
}

/// A revision of the inputs of a database, to be compared with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputState(salsa::Revision);

/// The database. Clones are handles on the same data for other threads. Changing an input waits until they
/// are dropped.
#[salsa::db]
#[derive(Clone)]
pub struct Database {
    names: Names,
    files: Files,
    last_results: LastResults,
    log: Option<EventLog>,
    storage: salsa::Storage<Self>,
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Db for Database {
    fn files(&self) -> &Files {
        &self.files
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn last_results(&self) -> &LastResults {
        &self.last_results
    }
}

impl Default for Database {
    fn default() -> Self {
        Database::new(Arc::new(NoFiles))
    }
}

impl Database {
    /// Makes a database that reads its files through `loader`.
    pub fn new(loader: Arc<dyn Loader>) -> Self {
        Database::with_names(loader, Names::default())
    }

    /// A database that shares a table of names with others, so that their names can be compared.
    pub fn with_names(loader: Arc<dyn Loader>, names: Names) -> Self {
        Database::with_log(loader, names, None)
    }

    /// A database that records the queries that run. Not every database does so, because the engine then reports each result that it
    /// verifies, which takes a quarter of the time that an edit costs.
    pub fn recorded(loader: Arc<dyn Loader>) -> Self {
        Database::with_log(loader, Names::default(), Some(EventLog::default()))
    }

    fn with_log(loader: Arc<dyn Loader>, names: Names, log: Option<EventLog>) -> Self {
        // Cancellation points find the database that queries attach to the thread.
        checkpoint::install(|| {
            salsa::with_attached_database(salsa::Database::unwind_if_revision_cancelled);
        });
        let record = log.clone().map(|log| -> Box<dyn Fn(salsa::Event) + Send + Sync> {
            Box::new(move |event| log.record(&event))
        });
        let (files, storage) = (Files::new(loader), salsa::Storage::new(record));
        Database { names, files, last_results: LastResults::default(), log, storage }
    }

    /// The current revision of the inputs. It differs from earlier ones as soon as an input has changed.
    pub fn input_state(&self) -> InputState {
        InputState(salsa::plumbing::current_revision(self))
    }

    /// The record of queries that ran.
    ///
    /// # Panics
    /// If the database was not made with [`Database::recorded`].
    pub fn log(&self) -> &EventLog {
        self.log.as_ref().expect("a recorded database")
    }
}

/// Sets the text of the file at `path`, or removes the file. If nothing changes, nothing is invalidated.
pub fn set_text(
    db: &mut Database,
    path: &str,
    text: Option<Arc<[u8]>>,
    volatility: Volatility,
) -> SourceFile {
    let files = db.files.clone();
    files.set_text(db, path, text, volatility)
}
