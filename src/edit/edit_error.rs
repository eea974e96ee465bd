//! Why an edit is refused.

use crate::analysis::Analysis;
use crate::source::{Location, Provenance};
use crate::syntax::Node;
use crate::text_edits::{Conflict, TextEdit};

/// Why an edit is refused.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::edit::{EditError, EditSet};
///
/// let program = "#define STOP return\nvoid f(void) {\n  STOP;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let stop = f.nodes().find(|node| node.print() == "return;").expect("the macro makes it");
/// let mut edits = EditSet::new(&session);
/// match edits.insert_before(stop, "log();") {
///     Err(EditError::MadeByMacro(origin)) => assert_eq!(origin.to_string(), "f.c:3:3 (from STOP)"),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// There is no such file.
    #[error("the edit {0} is of a file that is not there")]
    NoFile(TextEdit),
    /// The range ends before it starts, outside of the file, or behind 4 GiB.
    #[error("the edit {0} is outside of its file")]
    OutsideOfFile(TextEdit),
    /// The edit is made for another text of the file.
    #[error("the edit {0} is made for another text of its file")]
    OtherText(TextEdit),
    /// It does not go with an edit that is there.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// A macro made an end of the node, so that no text in a file is the node's own.
    #[error("{0}: a macro made it")]
    MadeByMacro(Provenance),
    /// The node lies in a system header.
    #[error("{0}: it lies in a system header")]
    InSystemHeader(Location),
    /// The session of the set does not have the node: it is one of another session, or of a text that is no longer there; or
    /// the set has no session.
    #[error("the session of the edits does not have the node")]
    Foreign,
    /// There is no place for it: the grammar has none, or the edit would change something else than was asked for.
    #[error("{at}: {why}")]
    #[non_exhaustive]
    NoPlace {
        /// Where the node stands.
        at: Location,
        /// What is in the way, for people.
        why: &'static str,
    },
    /// The new text would change the structure of the file around it.
    #[error("the new text at {at}: {why}")]
    #[non_exhaustive]
    Malformed {
        /// The offset in the new text.
        at: usize,
        /// What is wrong there, for people.
        why: &'static str,
    },
}

/// Something wrong with a new text, before it is known where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Malformed {
    pub(super) at: usize,
    pub(super) why: &'static str,
}

impl From<Malformed> for EditError {
    fn from(Malformed { at, why }: Malformed) -> EditError {
        EditError::Malformed { at, why }
    }
}

pub(super) fn no_place(session: &Analysis, node: Node<'_>, why: &'static str) -> EditError {
    session.location(node).map_or(EditError::Foreign, |at| EditError::NoPlace { at, why })
}
