//! The errors of edits.

use crate::analysis::Analysis;
use crate::source::{Location, Provenance};
use crate::syntax::Node;
use crate::text_edits::{Conflict, TextEdit};

/// The reason why an edit is refused.
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
    /// The range ends before it starts, exceeds the file, or ends beyond 4 GiB.
    #[error("the edit {0} is outside of its file")]
    OutsideOfFile(TextEdit),
    /// The edit was made for another text of the file.
    #[error("the edit {0} is made for another text of its file")]
    OtherText(TextEdit),
    /// The edit conflicts with an edit that is in the set.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// A macro produces an end of the node, so that no text in a file is the node's alone.
    #[error("{0}: a macro made it")]
    MadeByMacro(Provenance),
    /// The node is in a system header.
    #[error("{0}: it lies in a system header")]
    InSystemHeader(Location),
    /// The session of the set does not have the node: the node is of another session, or of a text that has changed since; or the set has
    /// no session.
    #[error("the session of the edits does not have the node")]
    Foreign,
    /// There is no place for the edit: the grammar has none, or the edit would change more than was asked for.
    #[error("{at}: {why}")]
    #[non_exhaustive]
    NoPlace {
        /// The location of the node.
        at: Location,
        /// The reason, as text for people.
        why: &'static str,
    },
    /// The new text would change the structure of the file around it.
    #[error("the new text at {at}: {why}")]
    #[non_exhaustive]
    Malformed {
        /// The offset in the new text.
        at: usize,
        /// The reason, as text for people.
        why: &'static str,
    },
}

/// An error in a new text whose place is not known yet.
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
