//! Edits of syntax nodes.

use std::borrow::Cow;
use std::ops::Range;

use clacc_syntax::token::TokenKind;
use clacc_ttx::rewrite::indentation::indentation_step;
use clacc_ttx::rewrite::lines::{self, LineRest};

use super::EditSet;
use super::edit_error::{EditError, no_place};
use super::inserted_text::{InsertedText, StretchLines};
use super::ordered_edits::Belongs;
use super::statement_places::{self as places, Side, StatementPlace};
use crate::analysis::Analysis;
use crate::syntax::{Directive, Node, NodeKind, Role};
use crate::text_edits::TextEdit;
use crate::written_nodes::{NotWritten, WrittenNode};

impl From<NotWritten> for EditError {
    fn from(unwritten: NotWritten) -> EditError {
        match unwritten {
            NotWritten::Foreign => EditError::Foreign,
            NotWritten::InSystemHeader(at) => EditError::InSystemHeader(at),
            NotWritten::MadeByMacro(provenance) => EditError::MadeByMacro(provenance),
        }
    }
}

impl EditSet<'_> {
    /// Adds statements or declarations before a node: on lines of their own, with the node's indentation and the line ends of the file. The
    /// node is a statement, a declaration, or a directive, which stands for the statement that it forms with its body.
    ///
    /// - A directive stays right before its statement: the text goes before the directive.
    /// - Where the grammar takes only one statement, as after `if` or a label, a block is put around both.
    /// - The text is not parsed, since its types and macros are those of its destination, but its statements must be complete. It may end
    ///   with a label or a directive that applies to the node, where both can be in one list.
    ///
    /// Requirements of directives on loop nests and blocks are not checked: [`Analysis::check`] reports a collapsed loop that is no longer
    /// tightly nested. An edit of a header affects every unit that includes it.
    ///
    /// Takes about constant time, however many statements the enclosing block has. If a block is added, the time is linear in the length of
    /// the statement.
    ///
    /// ```
    /// use clacc::edit::EditSet;
    /// use clacc::files::MemoryFiles;
    /// use clacc::options::CompileOptions;
    /// use clacc::{Session, syntax::NodeKind};
    ///
    /// let program = "void f(int n, int *x) {\n  if (n)\n    x[0] = 1;\n#pragma acc update device(x[0:1])\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let f = session.declarations(unit).remove(0);
    /// let mut edits = EditSet::new(&session);
    /// let assignment = f.nodes().find(|node| node.kind() == NodeKind::ExprStmt).expect("there is one");
    /// edits.insert_before(assignment, "check(n);")?;
    /// edits.insert_before(f.directives().next().expect("there is one").node(), "done(n);")?;
    /// let text = edits.apply().remove("f.c").expect("it has edits");
    /// let expected = "void f(int n, int *x) {\n  if (n)\n  {\n    check(n);\n    x[0] = 1;\n  }\n\
    ///                 done(n);\n#pragma acc update device(x[0:1])\n}\n";
    /// assert_eq!(String::from_utf8_lossy(&text), expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EditError::MadeByMacro`], [`EditError::InSystemHeader`] and [`EditError::Foreign`] if the node has no text in a file that can be
    /// edited, [`EditError::NoPlace`] if no statement can be there, or a neighbour could not be parsed, [`EditError::Malformed`] if the
    /// text would change the structure around it, [`EditError::Conflict`] if it conflicts with another edit. The set is then unchanged.
    pub fn insert_before(&mut self, node: Node<'_>, text: &str) -> Result<(), EditError> {
        self.insert(node, text, Side::Before)
    }

    /// Adds statements or declarations after a node, as [`EditSet::insert_before`] adds them before one. For a directive, the text goes
    /// after the statement that the directive applies to.
    ///
    /// # Errors
    /// As for [`EditSet::insert_before`].
    pub fn insert_after(&mut self, node: Node<'_>, text: &str) -> Result<(), EditError> {
        self.insert(node, text, Side::Behind)
    }

    /// Puts braces around a statement, together with the preceding pragmas that apply to it.
    ///
    /// # Errors
    /// As for [`EditSet::insert_before`]. [`EditError::NoPlace`] for declarations, which would not be visible after the block, and for the
    /// loops of directives that require a loop.
    pub fn wrap_in_block(&mut self, node: Node<'_>) -> Result<(), EditError> {
        let session = self.session.ok_or(EditError::Foreign)?;
        let statement = places::statement_of(node).ok_or("no statement");
        let statement = statement.map_err(|why| no_place(session, node, why))?;
        places::check_wrapping(statement).map_err(|why| no_place(session, node, why))?;
        session.check_read(statement)?;
        let ends = StatementEnds::of(session, statement)?;
        let blank = InsertedText::read("").map_err(EditError::from)?;
        self.add_block(session, &ends, statement, &blank, Side::Before)
    }

    /// Replaces a node by another text. A statement is replaced by statements, or by exactly one where the grammar takes only one. An
    /// expression gets parentheses where adjacent operators could bind to a part of it. A directive, here only its line, is replaced by
    /// directives. A clause is replaced as by [`EditSet::replace_clause`].
    ///
    /// All bytes of the node are replaced, including comments and text that `#if` excludes.
    ///
    /// # Errors
    /// As for [`EditSet::insert_before`]. [`EditError::NoPlace`] if the node contains a macro definition or an `#include`, or only a part
    /// of a conditional.
    pub fn replace(&mut self, node: Node<'_>, text: &str) -> Result<(), EditError> {
        if let Some(clause) = node.clause() {
            return self.replace_clause(clause, text);
        }
        let session = self.session.ok_or(EditError::Foreign)?;
        let written = session.written(node)?;
        check_place(session, node)?;
        check_stretch(session, node, &written)?;
        let read = InsertedText::read(text)?;
        let new = match node_role(node) {
            NodeRole::Statement => replacement_of_statement(session, node, &written, &read)?,
            NodeRole::Directive => replacement_of_directive(session, node, &written, &read)?,
            NodeRole::Part => replacement_of_part(node, &written, &read, text)?,
        };
        self.add_edits([(edit(&written, written.range.clone(), new), Belongs::Unknown)])
    }

    /// Removes a statement, a declaration, a directive or a clause, with its line if nothing else is on it. Where the grammar needs a
    /// statement, an empty one stays. Removing a directive removes only its line: its statement stays; to remove both, remove the parent of
    /// the directive. Where the parent is not the two of them, as for `routine` before a function, remove the directive first and then the
    /// function.
    ///
    /// All bytes of the node are removed, including comments and text that `#if` excludes.
    ///
    /// # Errors
    /// As for [`EditSet::replace`]. [`EditError::NoPlace`] for expressions, which the grammar needs, and for the statements of directives.
    pub fn remove(&mut self, node: Node<'_>) -> Result<(), EditError> {
        if let Some(clause) = node.clause() {
            return self.remove_clause(clause);
        }
        let session = self.session.ok_or(EditError::Foreign)?;
        let kept = kept_for(node).map_err(|why| no_place(session, node, why))?;
        if node.directive().is_none() {
            let is_gone = |about: &Node<'_>| self.takes_away(session, *about);
            let is_alone = session.with_what_is_about_it(node, |about| about.iter().all(is_gone));
            if !is_alone {
                return Err(no_place(session, node, "a pragma is about it"));
            }
        }
        let written = session.written(node)?;
        check_place(session, node)?;
        check_stretch(session, node, &written)?;
        let range = if kept.is_empty() { own_lines(&written) } else { written.range.clone() };
        self.add_edits([(edit(&written, range, kept.into()), Belongs::Unknown)])
    }

    fn insert(&mut self, node: Node<'_>, text: &str, side: Side) -> Result<(), EditError> {
        let session = self.session.ok_or(EditError::Foreign)?;
        let read = InsertedText::read(text)?;
        let shape = read.shape()?;
        let refuse = |why| no_place(session, node, why);
        let statement =
            places::statement_of(node).ok_or_else(|| refuse("no statement can stand beside it"))?;
        // A node that is of no session, or has no text because of an error, is reported before its place is looked for.
        session.check_read(statement)?;
        StatementEnds::of(session, statement)?;
        let StatementPlace { node: place, needs_block, is_lifted } =
            places::place_beside(statement, side).map_err(refuse)?;
        if shape.is_open_ended && (side == Side::Behind || is_lifted) {
            return Err(EditError::Malformed {
                at: text.len(),
                why: "what it ends with would be about another statement",
            });
        }
        if read.is_blank() {
            return Ok(());
        }
        session.check_read(place)?;
        let ends = StatementEnds::of(session, place)?;
        if needs_block {
            return self.add_block(session, &ends, place, &read, side);
        }
        let edit = match side {
            Side::Before => (ends.opening(&read, None), Belongs::Before),
            Side::Behind => (ends.closing(&read, None), ends.behind(session, place)),
        };
        self.add_edits([edit])
    }

    /// Adds a block around a statement, with a text before or after the statement inside the block.
    fn add_block(
        &mut self,
        session: &Analysis,
        ends: &StatementEnds,
        statement: Node<'_>,
        text: &InsertedText,
        side: Side,
    ) -> Result<(), EditError> {
        let stretch = &ends.end.text[ends.start..ends.end.range.end];
        if StretchLines::of(stretch).splits_conditional {
            return Err(no_place(session, statement, "a conditional begins or ends in it"));
        }
        let parent = statement.parent().filter(|_| !is_in_list(statement));
        let around = parent.and_then(|parent| session.written(parent).ok());
        let around = around
            .filter(|around| around.path == ends.end.path)
            .map(|around| lines::indentation(&around.text, around.range.start).to_vec());
        let nothing = InsertedText::read("").map_err(EditError::from)?;
        let (before, behind) = if side == Side::Before { (text, &nothing) } else { (&nothing, text) };
        let brace = around.unwrap_or_else(|| lines::indentation(&ends.end.text, ends.start).to_vec());
        let opening = (ends.opening(before, Some(&brace)), Belongs::Before);
        let closing = (ends.closing(behind, Some(&brace)), ends.behind(session, statement));
        self.add_edits([opening, closing])
    }

    /// Returns whether an edit of the set removes a node.
    fn takes_away(&self, session: &Analysis, node: Node<'_>) -> bool {
        let written = session.written(node).ok();
        written.is_some_and(|written| {
            self.files.get(&written.path).is_some_and(|file| file.takes_away(&written.range))
        })
    }

    /// Adds edits of node texts, with the fingerprints of the current texts of their files.
    pub(super) fn add_edits<const N: usize>(
        &mut self,
        mut edits: [(TextEdit, Belongs); N],
    ) -> Result<(), EditError> {
        for (edit, _) in &mut edits {
            edit.made_for = self.fingerprint_of(&edit.path);
        }
        self.add_all(edits)
    }
}

/// Returns an edit of the file of a node.
pub(super) fn edit(written: &WrittenNode, range: Range<usize>, new: Vec<u8>) -> TextEdit {
    TextEdit::new(written.path.clone(), range, new)
}

/// The start and end of a statement, including the preceding pragmas that apply to it.
pub(super) struct StatementEnds {
    start: usize,
    end: WrittenNode,
}

impl StatementEnds {
    pub(super) fn of(session: &Analysis, statement: Node<'_>) -> Result<StatementEnds, EditError> {
        let end = session.written(statement)?;
        if end.is_in_operator {
            return Err(no_place(session, statement, "it is a part of a directive"));
        }
        let first = session.with_what_is_about_it(statement, |about| {
            session.written(about.last().copied().unwrap_or(statement))
        })?;
        let start = if first.path == end.path { first.range.start } else { end.range.start };
        Ok(StatementEnds { start: start.min(end.range.start), end })
    }

    /// Returns whether the statement starts its line, and the line does not continue the preceding one.
    fn starts_line(&self) -> bool {
        let bytes = &self.end.text;
        let before = &bytes[..lines::line_start(bytes, self.start)];
        lines::is_first_on_line(bytes, self.start)
            && !before.strip_suffix(b"\n").is_some_and(lines::is_continued)
    }

    /// Inserts a text before the statement; if `brace` is the indentation of a block, after the opening brace of that block.
    pub(super) fn opening(&self, text: &InsertedText, brace: Option<&[u8]>) -> TextEdit {
        let bytes = &self.end.text;
        let line_end = lines::line_end_style(bytes, self.start);
        let own = lines::indentation(bytes, self.start);
        let (at, new) = if self.starts_line() {
            let lines = brace.iter().map(|brace| [brace, &b"{"[..]].concat());
            let lines = lines.chain(text.lines(own).map(Cow::into_owned));
            (
                lines::line_start(bytes, self.start),
                lines.map(|line| [&line, line_end].concat()).collect::<Vec<_>>().concat(),
            )
        } else {
            let inner = if brace.is_some() { [own, &indentation_step(bytes)].concat() } else { own.to_vec() };
            let mut new = if brace.is_some() { b"{".to_vec() } else { Vec::new() };
            text.lines(&inner).for_each(|line| new.extend([line_end, &line].concat()));
            (self.start, [&new, line_end, &inner].concat())
        };
        edit(&self.end, at..at, new)
    }

    /// Inserts a text after the statement; if `brace` is the indentation of a block, before the closing brace of that block.
    pub(super) fn closing(&self, text: &InsertedText, brace: Option<&[u8]>) -> TextEdit {
        let bytes = &self.end.text;
        let line_end = lines::line_end_style(bytes, self.start);
        let own = lines::indentation(bytes, self.start);
        let inner = match brace {
            Some(brace) if !self.starts_line() => [brace, &indentation_step(bytes)].concat(),
            _ => own.to_vec(),
        };
        let mut all: Vec<Vec<u8>> = text.lines(&inner).map(Cow::into_owned).collect();
        all.extend(brace.map(|brace| [brace, b"}"].concat()));
        let mut new: Vec<u8> = all.iter().flat_map(|line| [line_end, line].concat()).collect();
        let (at, has_code) = self.place_behind();
        if has_code && brace.is_none() {
            new.extend([line_end, own].concat());
        }
        edit(&self.end, at..at, new)
    }

    /// Returns where a text after the statement is inserted, and whether code follows there: at the end of the line, or directly after the
    /// statement if more code is on the line.
    fn place_behind(&self) -> (usize, bool) {
        let (bytes, end) = (&self.end.text, self.end.range.end);
        if self.end.ends_line {
            return (lines::logical_line_end(bytes, end), false);
        }
        match lines::rest_of_line(bytes, end) {
            LineRest::Code => (end, true),
            LineRest::Blank | LineRest::Comment => (lines::line_end(bytes, end), false),
        }
    }

    /// Returns the anchor of an insertion after the statement. A translation inserts the end of a construct at the same place.
    pub(super) fn behind(&self, session: &Analysis, statement: Node<'_>) -> Belongs {
        let ends_here = |directive: Directive<'_>| {
            let whole = directive.node().parent().filter(|_| directive.body().is_some());
            let written = whole.and_then(|whole| session.written(whole).ok());
            written.is_some_and(|written| written.range.end == self.end.range.end)
        };
        let inside = statement.ancestors().filter_map(Node::directive).any(ends_here);
        let around = statement.descendants().filter_map(Node::directive).any(ends_here);
        Belongs::Behind { start: self.end.range.start, inside, around }
    }
}

/// The role of a node in the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeRole {
    Statement,
    Directive,
    Part,
}

fn node_role(node: Node<'_>) -> NodeRole {
    if node.directive().is_some() {
        return NodeRole::Directive;
    }
    places::statement_of(node).map_or(NodeRole::Part, |_| NodeRole::Statement)
}

/// Returns whether the grammar allows any number of statements or declarations at the place of this one.
fn is_in_list(node: Node<'_>) -> bool {
    if node.parent().is_some_and(|parent| parent.kind() == NodeKind::Compound && places::is_unbraced(parent))
    {
        return false;
    }
    matches!(node.role(), Role::Item | Role::Member | Role::Root | Role::Declaration)
}

/// Returns whether a node is a part of a directive's line.
fn is_in_directive(node: Node<'_>) -> bool {
    let mut around = node.ancestors().take_while(|around| around.stmt().is_none());
    around.any(|around| around.clause().is_some() || around.directive().is_some())
}

/// Refuses a node with parse errors at its place: in its line for a part of a directive, else at the statement.
fn check_place(session: &Analysis, node: Node<'_>) -> Result<(), EditError> {
    let mut around = std::iter::once(node).chain(node.ancestors());
    if is_in_directive(node) {
        return around
            .find_map(Node::directive)
            .map_or(Ok(()), |directive| session.check_line_read(directive));
    }
    around.find_map(places::statement_of).map_or(Ok(()), |place| session.check_read(place))
}

/// Refuses to replace preprocessing directives that have an effect outside of the node.
fn check_stretch(session: &Analysis, node: Node<'_>, written: &WrittenNode) -> Result<(), EditError> {
    let lines = StretchLines::of(&written.text[written.range.clone()]);
    if lines.splits_conditional {
        return Err(no_place(session, node, "a conditional begins or ends in it"));
    }
    if lines.changes_meaning {
        return Err(no_place(session, node, "a macro is defined in it, or a file included"));
    }
    if written.is_in_operator && node_role(node) != NodeRole::Part {
        return Err(no_place(session, node, "it is a part of a directive"));
    }
    Ok(())
}

fn malformed<T>(at: usize, why: &'static str) -> Result<T, EditError> {
    Err(EditError::Malformed { at, why })
}

fn replacement_of_statement(
    session: &Analysis,
    node: Node<'_>,
    written: &WrittenNode,
    new: &InsertedText,
) -> Result<Vec<u8>, EditError> {
    let shape = new.shape()?;
    if node.role() == Role::First {
        return Err(no_place(session, node, "it is a part of the head of a loop"));
    }
    if shape.is_open_ended {
        return malformed(new.len(), "what it ends with would be about another statement");
    }
    if shape.takes_else && written.is_before_else {
        return malformed(new.len(), "the `else` behind it would belong to it");
    }
    if !is_in_list(node) && shape.statements != 1 {
        return malformed(0, "one statement must stand there");
    }
    let parent = node.parent().map(Node::kind);
    if matches!(parent, Some(NodeKind::Function | NodeKind::StatementExpr)) && !new.is_block() {
        return malformed(0, "a block must stand there");
    }
    Ok(on_lines(written, new))
}

/// Returns the text that replaces a directive: directives on lines of their own.
fn replacement_of_directive(
    session: &Analysis,
    node: Node<'_>,
    written: &WrittenNode,
    new: &InsertedText,
) -> Result<Vec<u8>, EditError> {
    if node.role() != Role::Directive || written.text[written.range.start] == b'_' {
        return Err(no_place(session, node, "it is no line of its own"));
    }
    if new.is_lines() { Ok(on_lines(written, new)) } else { malformed(0, "directives must stand there") }
}

/// Returns the text that replaces a node, with the node's indentation.
fn on_lines(written: &WrittenNode, new: &InsertedText) -> Vec<u8> {
    let (bytes, range) = (&written.text, &written.range);
    let line_end = lines::line_end_style(bytes, range.start);
    let own = lines::indentation(bytes, range.start);
    let all: Vec<_> = new.lines(own).map(Cow::into_owned).collect();
    let all = all.join(line_end);
    if !new.has_lines() && new.line_comment().is_none() {
        let text = String::from_utf8_lossy(all.strip_prefix(own).unwrap_or(&all)).into_owned();
        return kept_apart(bytes, range, text);
    }
    let is_first = lines::is_first_on_line(bytes, range.start);
    let mut text = if is_first { Vec::new() } else { line_end.to_vec() };
    text.extend_from_slice(if is_first { all.strip_prefix(own).unwrap_or(&all) } else { &all });
    if !written.ends_line && lines::rest_of_line(bytes, range.end) != LineRest::Blank {
        text.extend([line_end, own].concat());
    }
    text
}

/// Returns the text that replaces an expression, a type name, a declarator or an initializer.
fn replacement_of_part(
    node: Node<'_>,
    written: &WrittenNode,
    new: &InsertedText,
    text: &str,
) -> Result<Vec<u8>, EditError> {
    let text = text.trim();
    check_part(node, new)?;
    let is_divided = new.outside_brackets(TokenKind::Comma).is_some();
    let is_operand = node.expr().is_some() && needs_parentheses(node, is_divided);
    let is_apart = is_operand && !new.is_postfix_expression();
    let mut new = if is_apart { format!("({text})") } else { text.to_owned() };
    if written.is_in_operator {
        new = in_operator(&new);
    }
    Ok(kept_apart(&written.text, &written.range, new))
}

/// Returns the text that replaces a range, with a space where its first or last token would otherwise merge with the adjacent one.
pub(super) fn kept_apart(bytes: &[u8], range: &Range<usize>, mut new: String) -> Vec<u8> {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let (before, behind) = (range.start.checked_sub(1).and_then(|at| bytes.get(at)), bytes.get(range.end));
    if is_word(new.as_bytes().first().or(behind)) && is_word(before) {
        new.insert(0, ' ');
    }
    if is_word(new.as_bytes().last()) && is_word(behind) {
        new.push(' ');
    }
    new.into_bytes()
}

fn check_part(node: Node<'_>, new: &InsertedText) -> Result<(), EditError> {
    if new.is_empty() || new.has_lines() {
        return malformed(0, "an expression or a part of a declaration must stand there");
    }
    if let Some(at) = new.outside_brackets(TokenKind::Semi) {
        return malformed(at, "it ends the statement");
    }
    if let Some(at) = new.line_comment() {
        return malformed(at, "the comment goes on to the end of the line");
    }
    if let Some(at) = new.line_end().filter(|_| is_in_directive(node)) {
        return malformed(at, "it ends the directive");
    }
    let is_in_list =
        matches!(node.role(), Role::Argument | Role::Initializer | Role::Enumerator | Role::Declarator)
            || node
                .parent()
                .is_some_and(|parent| matches!(parent.kind(), NodeKind::Init | NodeKind::InitList));
    match new.outside_brackets(TokenKind::Comma).filter(|_| is_in_list) {
        Some(at) => malformed(at, "it would be two of a list"),
        None => Ok(()),
    }
}

/// Returns whether an operator around an expression could bind to a part of its replacement, unless that is a single operand.
fn needs_parentheses(node: Node<'_>, is_divided: bool) -> bool {
    let parent = node.parent().filter(|parent| parent.expr().is_some()).map(Node::kind);
    match (parent, node.role()) {
        (None | Some(NodeKind::Paren), _) | (_, Role::Argument | Role::Index) => false,
        (Some(NodeKind::Assign), Role::Right) => is_divided,
        _ => true,
    }
}

/// Escapes a text for the string of a `_Pragma`.
pub(super) fn in_operator(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Returns the text that stays when a node is removed, or the reason why the node cannot be removed.
fn kept_for(node: Node<'_>) -> Result<&'static str, &'static str> {
    if let Some(directive) = node.directive() {
        let statement = places::statement_of(node).ok_or("it is a part of a directive")?;
        let is_needed = directive.body().is_none() && !is_in_list(statement);
        return Ok(if is_needed { ";" } else { "" });
    }
    let statement = places::statement_of(node).ok_or("the grammar needs it")?;
    let parent = statement.parent();
    if is_in_list(statement) {
        places::check_value(statement)?;
        return Ok("");
    }
    match (statement.role(), parent.map(Node::kind)) {
        (Role::Body, _) if parent.is_some_and(|parent| parent.directive().is_some()) => {
            Err("a directive is about it")
        }
        (Role::Item, _) => Err("a directive is about it"),
        (Role::Body, Some(NodeKind::Function | NodeKind::StatementExpr | NodeKind::Pragma))
        | (Role::First, _) => Err("the grammar needs it"),
        _ => Ok(";"),
    }
}

/// Returns the range of a node, extended to whole lines if nothing else is on them.
fn own_lines(written: &WrittenNode) -> Range<usize> {
    let (bytes, range) = (&written.text, &written.range);
    let start = lines::line_start(bytes, range.start);
    let is_alone = lines::is_first_on_line(bytes, range.start)
        && lines::rest_of_line(bytes, range.end) == LineRest::Blank
        && !bytes[..start].strip_suffix(b"\n").is_some_and(lines::is_continued);
    if !is_alone {
        return range.clone();
    }
    start..lines::behind_line_end(bytes, lines::line_end(bytes, range.end))
}
