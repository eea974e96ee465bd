//! Queries from other threads, which a change of the session cancels.
//!
//! # How an edit ends questions
//! A change of an input waits until every other handle on the database is dropped. So a snapshot holds no handle between questions: it
//! holds a `Door`, which has the one handle that questions clone when they enter. A change closes the door, ends the questions inside,
//! waits until they have left, and opens another door for the next snapshot. The end of the session closes it too and waits for
//! nobody. An edit by a thread that is inside itself cannot wait, so the session goes on with a new database.
//!
//! A question ends by unwinding from a [checkpoint](clacc_syntax::checkpoint) or a fetch of a query. Unwinding does not free what
//! may be large (`HalfDone`), which would take longer than the step that was ended; the question frees it when it has let go of
//! the database. Nothing that catches a panic may swallow the end of a question (`map_construct` of the policies). Who waits for
//! a query of a question that is ended gets the same as after a panic (`PropagatedPanic`); whether the door is closed tells them
//! apart.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use clacc_sema::db::{Database, unless_cancelled};
use clacc_syntax::checkpoint;

use crate::analysis::{Analysis, AnalysisParts};

/// The error of a query that was not answered, because the session has changed since the snapshot was made, or is gone. It has no further
/// details, and never will.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::{Cancelled, Snapshot};
///
/// let program = "int x;\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let snapshot: Snapshot = session.snapshot();
/// session.set_source("f.c", "int y;\n");
/// assert_eq!(snapshot.ask(|analysis| analysis.check(unit)), Err(Cancelled));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the session has changed since the snapshot was made, or is gone")]
pub struct Cancelled;

/// The state of a session at one time, for use on any thread ([`Session::snapshot`](crate::Session::snapshot)).
///
/// It answers for the state at that time, as long as the session does not change. A change of the session cancels running queries, and
/// every later query returns [`Cancelled`]; make a new snapshot and query that. Adding a unit does not count as a change: a snapshot does
/// not have units that were added after it. When the session is dropped, running queries are still answered, and later ones return
/// [`Cancelled`]: a snapshot that is only held keeps no results of the session. While the session lives, a snapshot of an older state keeps
/// the last translations that were made of that state, eight at most, until it is dropped.
///
/// A snapshot without running queries does not delay an edit. Otherwise the edit waits until all running queries reach a cancellation
/// point, which takes milliseconds: there is one between declarations, and one every few thousand tokens where a file is read. Concurrent
/// queries on several threads share their results.
///
/// ```
/// use clacc::{Cancelled, Session, files::MemoryFiles, options::CompileOptions};
///
/// let mut session = Session::new(MemoryFiles::new().with("f.c", "#pragma acc wait\n"));
/// let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let snapshot = session.snapshot();
/// let checker = std::thread::spawn(move || {
///     let found = snapshot.ask(|analysis| analysis.check(unit).len());
///     (snapshot, found)
/// });
/// let (snapshot, found) = checker.join().expect("it does not panic");
/// assert_eq!(found, Ok(1));
///
/// session.set_source("f.c", "");
/// assert_eq!(snapshot.ask(|analysis| analysis.check(unit).len()), Err(Cancelled));
/// assert_eq!(session.snapshot().ask(|analysis| analysis.check(unit).len()), Ok(0));
/// # Ok::<(), clacc::Error>(())
/// ```
///
/// # Builds that abort
/// A query is cancelled by unwinding. In a program that is built with `panic = "abort"`, nothing unwinds: there an edit waits until the
/// running queries are answered, and only later ones are refused. Build an editor's server with unwinding.
#[derive(Clone)]
pub struct Snapshot {
    door: Arc<Door>,
    parts: AnalysisParts,
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").finish_non_exhaustive()
    }
}

impl Snapshot {
    pub(crate) fn new(door: Arc<Door>, parts: AnalysisParts) -> Snapshot {
        Snapshot { door, parts }
    }

    /// Runs a query. `question` can call several methods of the analysis, which all answer for the same state.
    ///
    /// `question` should not wait for the thread that changes the session, which may be waiting for it. A nested query returns
    /// [`Cancelled`] at once if a change of the session is waiting. If `question` itself changes the session, that change does not wait:
    /// the session takes a new database, and the rest of `question` is still answered for the snapshot's state.
    ///
    /// # Errors
    /// [`Cancelled`] if the session was changed before the query was finished, or dropped before it was begun. A panic of `question`
    /// propagates.
    pub fn ask<T>(&self, question: impl FnOnce(&Analysis) -> T) -> Result<T, Cancelled> {
        let (db, visit) = self.door.enter().ok_or(Cancelled)?;
        let asked = || question(&Analysis::of(db, self.parts.clone()));
        let answered = || unless_cancelled(asked, || self.door.is_closed());
        let (answer, half_done) = checkpoint::collect_leavings(answered);
        // The database handle is already dropped when the query is deregistered. Partial results of a cancelled query are freed afterwards,
        // when no change waits for it.
        drop(visit);
        drop(half_done);
        answer.ok_or(Cancelled)
    }
}

/// The entry of the queries on one state of a session. It holds the database handle of which the queries use clones, so that no other
/// handle is left once the door is closed and all queries are finished.
#[derive(Default)]
pub(crate) struct Door {
    state: Mutex<DoorState>,
    left: Condvar,
}

#[derive(Default)]
struct DoorState {
    /// The database handle; none before the first snapshot is made, and when the door is closed.
    db: Option<Database>,
    /// The thread of each running query.
    inside: Vec<ThreadId>,
    /// The results that the session has discarded. Freeing them takes time, so the next query does it instead of the edit. A change frees
    /// them if no snapshot was made meanwhile, or if it discards results itself.
    dead: Option<Analysis>,
}

/// A running query, which is deregistered when this is dropped.
struct Visit<'d>(&'d Door);

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        let own = state.inside.iter().rposition(|inside| *inside == thread::current().id());
        own.map(|own| state.inside.swap_remove(own));
        self.0.left.notify_all();
    }
}

impl Door {
    /// Locks the state. A poisoned lock is taken all the same, because the state is always consistent when it is unlocked.
    fn lock(&self) -> MutexGuard<'_, DoorState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets queries enter, with clones of this handle.
    pub(crate) fn open(&self, db: &Database) {
        self.lock().db.get_or_insert_with(|| db.clone());
    }

    fn enter(&self) -> Option<(Database, Visit<'_>)> {
        let mut state = self.lock();
        let db = state.db.clone()?;
        state.inside.push(thread::current().id());
        let dead = std::mem::take(&mut state.dead);
        drop(state);
        drop(dead);
        Some((db, Visit(self)))
    }

    /// Returns whether queries are refused.
    fn is_closed(&self) -> bool {
        self.lock().db.is_none()
    }

    /// Hands discarded results to the next query to free them. Results that were handed over before and not freed yet are freed now.
    pub(crate) fn leave_behind(&self, dead: Analysis) {
        let older = self.lock().dead.replace(dead);
        drop(older);
    }

    /// Refuses further queries, and returns whose queries are running.
    pub(crate) fn close(&self) -> Closed {
        let mut state = self.lock();
        let was_open = state.db.take().is_some();
        let inside = if state.inside.is_empty() {
            Insiders::Nobody
        } else if state.inside.contains(&thread::current().id()) {
            Insiders::ThisThread
        } else {
            Insiders::Others
        };
        Closed { inside, was_open, dead: std::mem::take(&mut state.dead) }
    }

    /// Waits until the running queries are finished.
    pub(crate) fn wait_until_left(&self) {
        let state = self.lock();
        drop(self.left.wait_while(state, |state| !state.inside.is_empty()));
    }
}

/// The state of a door that was closed.
pub(crate) struct Closed {
    pub(crate) inside: Insiders,
    /// true if a snapshot was made.
    pub(crate) was_open: bool,
    /// Discarded results that no query has freed.
    pub(crate) dead: Option<Analysis>,
}

/// The threads with running queries while a session changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Insiders {
    Nobody,
    /// The thread that makes the change; it cannot wait for itself.
    ThisThread,
    Others,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::thread;

    use clacc_sema::db::Database;

    use super::{Door, Insiders};

    /// Tests the wait of a change in programs without unwinding.
    #[test]
    fn a_closed_door_waits_for_those_inside() {
        let door = Arc::new(Door::default());
        door.open(&Database::default());
        let (entered, is_inside) = channel();
        let visitor = thread::spawn({
            let door = door.clone();
            move || {
                let (db, visit) = door.enter().expect("it is open");
                entered.send(()).expect("somebody waits");
                while door.lock().db.is_some() {
                    thread::yield_now();
                }
                let is_refused = door.enter().is_none();
                drop((db, visit));
                is_refused
            }
        });
        is_inside.recv().expect("it enters");
        assert_eq!(door.close().inside, Insiders::Others);
        door.wait_until_left();
        assert_eq!(door.close().inside, Insiders::Nobody);
        assert!(visitor.join().expect("it does not panic"));
    }
}
