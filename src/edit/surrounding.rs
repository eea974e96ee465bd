//! Text around several statements: an opening and a closing that belong together.

use super::EditSet;
use super::edit_error::{EditError, no_place};
use super::inserted_text::{InsertedText, TextShape};
use super::node_edits::StatementEnds;
use super::ordered_edits::Belongs;
use super::statement_places::{self as places, Side};
use crate::analysis::Analysis;
use crate::syntax::{Node, NodeKind};

/// The placeholder of the statements while the text around them is parsed.
const STATEMENTS: &str = "\n;\n";

impl EditSet<'_> {
    /// Puts a text before a statement and another one behind the same statement or a later one of the same block. Unlike two insertions, both
    /// are one: brackets that the first text opens are closed by the second one, as a directive with a block around two loops needs.
    ///
    /// Lines get the indentation of the first statement; the statements keep theirs. Preceding pragmas that are about the first statement are
    /// inside. Where the grammar takes only one statement, both texts together with the statement must be one. Takes time linear in the number
    /// of statements in between.
    ///
    /// ```
    /// use clacc::edit::EditSet;
    /// use clacc::files::MemoryFiles;
    /// use clacc::options::CompileOptions;
    /// use clacc::{Session, syntax::NodeKind};
    ///
    /// let program = "void f(int n, int *x) {\n  for (int i = 0; i < n; ++i) x[i] = i;\n  for (int i = 0; i < n; ++i) x[i] += i;\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let f = session.declarations(unit).remove(0);
    /// let loops: Vec<_> = f.nodes().filter(|node| node.kind() == NodeKind::For).collect();
    /// let mut edits = EditSet::new(&session);
    /// edits.surround(loops[0], loops[1], "#pragma acc data copyout(x[0:n])\n{", "}")?;
    /// let text = edits.apply().remove("f.c").expect("it has edits");
    /// let expected = "void f(int n, int *x) {\n  #pragma acc data copyout(x[0:n])\n  {\n  for (int i = 0; i < n; ++i) x[i] = i;\n  for (int i = 0; i < n; ++i) x[i] += i;\n  }\n}\n";
    /// assert_eq!(String::from_utf8_lossy(&text), expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`EditSet::insert_before`], with offsets in both texts together. [`EditError::NoPlace`] if the statements are not in one list, if
    /// the second one comes first, or if a declaration among them would not be visible behind the bracket. The set is then unchanged.
    pub fn surround(
        &mut self,
        first: Node<'_>,
        last: Node<'_>,
        before: &str,
        after: &str,
    ) -> Result<(), EditError> {
        let session = self.session.ok_or(EditError::Foreign)?;
        let shape = shape_around(before, after)?;
        let (first, last) = stretch(session, first, last, shape)?;
        let opens_block = InsertedText::read(before).is_err();
        if !opens_block && first != last && InsertedText::read(before)?.shape()?.is_open_ended {
            return Err(EditError::Malformed {
                at: before.len(),
                why: "what it ends with would be about the first statement alone",
            });
        }
        let declares = |node: &Node<'_>| matches!(node.kind(), NodeKind::DeclStmt);
        let mut between =
            std::iter::successors(Some(first), |node| node.next_sibling().filter(|_| *node != last));
        if let Some(declaration) = between.find(declares).filter(|_| opens_block) {
            return Err(no_place(session, declaration, "it would not be visible behind the block"));
        }
        let (start, end) = (StatementEnds::of(session, first)?, StatementEnds::of(session, last)?);
        let (before, after) = (InsertedText::half(before)?, InsertedText::half(after)?);
        let opening = (start.opening(&before, None), Belongs::Before);
        let closing = (end.closing(&after, None), end.behind(session, last));
        self.add_edits([opening, closing])
    }
}

/// Returns the places of the first and the last statement, which are in one list.
fn stretch<'f>(
    session: &Analysis,
    first: Node<'f>,
    last: Node<'f>,
    shape: TextShape,
) -> Result<(Node<'f>, Node<'f>), EditError> {
    let place = |node: Node<'f>, side| {
        let refuse = |why| no_place(session, node, why);
        let statement = places::statement_of(node).ok_or_else(|| refuse("no statement"))?;
        session.check_read(statement)?;
        StatementEnds::of(session, statement)?;
        places::place_beside(statement, side).map_err(refuse)
    };
    let (start, end) = (place(first, Side::Before)?, place(last, Side::Behind)?);
    let is_one_list = start.node.parent() == end.node.parent()
        && (start.node == end.node || start.node.at < end.node.at)
        && (start.node == end.node || !start.needs_block && !end.needs_block);
    if !is_one_list {
        return Err(no_place(session, last, "it does not follow the first one in one list of statements"));
    }
    if (start.needs_block || end.needs_block) && (shape.statements != 1 || shape.takes_else) {
        return Err(no_place(session, first, "the grammar takes one statement here"));
    }
    Ok((start.node, end.node))
}

/// Returns the structure of both texts with a statement between them.
fn shape_around(before: &str, after: &str) -> Result<TextShape, EditError> {
    let shape = InsertedText::read(&[before, STATEMENTS, after].concat())?.shape()?;
    if shape.is_open_ended {
        let why = "what it ends with would be about another statement";
        return Err(EditError::Malformed { at: before.len() + STATEMENTS.len() + after.len(), why });
    }
    Ok(shape)
}
