//! Cancellation of queries when an input is about to change.
//!
//! Long work between two queries has [checkpoints](clacc_syntax::checkpoint) in its loops over tokens, statements, constructs and
//! edits. They find the database that the thread works on by themselves, so that no signature names it. `tests/checkpoints.rs`
//! counts the checkpoints of each step, and what its end frees at once.

use std::panic::AssertUnwindSafe;

use super::database::Database;

/// Runs `question` on a handle of a database. Returns none if another handle begins to change an input meanwhile, which `is_changing`
/// reports. A panic is propagated.
///
/// Partial work of `question` is never visible: results are stored when they are complete, and tables of the database are changed under
/// their locks in one step.
///
/// # Panics
/// If a query on another thread panics while this one waits for a result that both need.
pub fn unless_cancelled<T>(question: impl FnOnce() -> T, is_changing: impl Fn() -> bool) -> Option<T> {
    match salsa::Cancelled::catch(AssertUnwindSafe(question)) {
        Ok(answer) => Some(answer),
        // A thread that waits for a query of another thread gets the same error whether that query was cancelled or panicked.
        Err(salsa::Cancelled::PropagatedPanic) if !is_changing() => {
            panic!("a question that another thread asks has panicked")
        }
        Err(_) => None,
    }
}

impl Database {
    /// Runs work outside queries, with the same cancellation points as in a query.
    pub fn with_checkpoints<T>(&self, work: impl FnOnce() -> T) -> T {
        salsa::attach(self, work)
    }

    /// Cancels the queries on all other handles and waits until the handles are dropped.
    pub fn cancel_others(&mut self) {
        salsa::Database::trigger_cancellation(self);
    }

    /// Cancels the current query if another handle is about to change an input.
    pub fn checkpoint(&self) {
        salsa::Database::unwind_if_revision_cancelled(self);
    }
}
