//! Questions from other threads, which an edit of the session ends.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use clacc_sema::db::{Database, unless_cancelled};
use clacc_syntax::checkpoint;

use crate::analysis::{Analysis, AnalysisParts};

/// A question was not answered, because the session has changed since the snapshot was made, or is gone. It says no more than that, and never will.
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

/// The state of a session at one time, for any thread ([`Session::snapshot`](crate::Session::snapshot)).
///
/// It answers as of its time, and as long as the session does not change. A change of the session ends the questions
/// that run, and from then on every question gets [`Cancelled`]; the answer is asked of a new snapshot. Adding a unit is no such
/// change: a snapshot does not have units that were added after it. When the session is dropped, questions that run are still answered, and later
/// ones get [`Cancelled`]: a snapshot that is only held keeps nothing of what the session knew. While the session lives, a snapshot of an
/// older state keeps the last translations that were made of that state, eight at most, until it is dropped.
///
/// A snapshot that is only held keeps an edit waiting for nothing. While questions run, an edit waits until they have noticed,
/// which takes milliseconds: they look between declarations, and every few thousand tokens where a file is read.
/// Questions that are asked at the same time, on several threads, share what they work out.
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
/// A question ends early by unwinding. In a program that is built with `panic = "abort"`, nothing unwinds: there an edit waits until
/// the questions that run are answered, and only then they are refused. Build what serves an editor with unwinding.
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

    /// Asks something. `question` can ask the analysis several things, which are all answered as of the same state.
    ///
    /// It should not wait for the thread that changes the session, which may be waiting for it. A question inside of another
    /// one gets [`Cancelled`] at once if the session waits to be changed. If `question` itself changes the session, that
    /// change waits for nothing: the session begins with an analysis of its own, and the rest of `question` is still answered as
    /// of the snapshot's time.
    ///
    /// # Errors
    /// [`Cancelled`] if the session was changed before the answer was ready, or dropped before the question was asked. A panic of `question` goes on.
    pub fn ask<T>(&self, question: impl FnOnce(&Analysis) -> T) -> Result<T, Cancelled> {
        let (db, visit) = self.door.enter().ok_or(Cancelled)?;
        let asked = || question(&Analysis::of(db, self.parts.clone()));
        let answered = || unless_cancelled(asked, || self.door.is_closed());
        let (answer, half_done) = checkpoint::collect_leavings(answered);
        // The handle is gone before the door hears that the question has left. What was half done is freed when nobody waits for it.
        drop(visit);
        drop(half_done);
        answer.ok_or(Cancelled)
    }
}

/// Where the questions about one state of a session enter. It holds the handle on the database of which theirs are clones, so that
/// nobody else holds one when the door is closed and the questions have left.
#[derive(Default)]
pub(crate) struct Door {
    state: Mutex<DoorState>,
    left: Condvar,
}

#[derive(Default)]
struct DoorState {
    /// None before the first snapshot is made, and when the door is closed.
    db: Option<Database>,
    /// The thread of each question that runs.
    inside: Vec<ThreadId>,
    /// What the session knew before it began anew. To free it takes time, which whoever asks next has rather than
    /// whoever edits. It waits for nobody twice: a change frees it if no snapshot was made meanwhile, or if there is more to leave.
    dead: Option<Analysis>,
}

/// A question that runs.
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
    /// The state is whole whenever it is unlocked.
    fn lock(&self) -> MutexGuard<'_, DoorState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the door, if it is not open.
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

    /// Whether nobody can enter.
    fn is_closed(&self) -> bool {
        self.lock().db.is_none()
    }

    /// Leaves something for the next question to free. What nobody has freed yet is freed now.
    pub(crate) fn leave_behind(&self, dead: Analysis) {
        let older = self.lock().dead.replace(dead);
        drop(older);
    }

    /// Lets nobody enter any more, and tells who is inside.
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

    /// Waits until the questions that run are answered.
    pub(crate) fn wait_until_left(&self) {
        let state = self.lock();
        drop(self.left.wait_while(state, |state| !state.inside.is_empty()));
    }
}

/// A door that was closed.
pub(crate) struct Closed {
    pub(crate) inside: Insiders,
    /// Whether a snapshot was made.
    pub(crate) was_open: bool,
    /// What nobody has freed.
    pub(crate) dead: Option<Analysis>,
}

/// Who asks while a session changes.
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

    /// What a change does where nothing unwinds.
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
