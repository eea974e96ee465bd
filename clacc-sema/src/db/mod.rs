//! All queries, and the database that stores their results.

mod database;
pub mod declarations;
pub mod files;
pub mod findings;
pub mod functions;
pub mod places;
pub mod preprocessed;
pub mod routines;
pub mod unit_scope;

pub use database::{Database, Db, EventLog, Execution, Unit, set_text};
