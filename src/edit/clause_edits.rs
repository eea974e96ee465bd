//! Edits of the clauses of directives.

use std::ops::Range;

use clacc_syntax::token::TokenKind;

use super::EditSet;
use super::edit_error::{EditError, no_place};
use super::inserted_text::InsertedText;
use super::node_edits::{edit, in_operator, kept_apart};
use super::ordered_edits::Belongs;
use crate::analysis::Analysis;
use crate::syntax::{Clause, Directive, Node, Role};
use crate::written_nodes::WrittenNode;

impl EditSet<'_> {
    /// Adds clauses after those that a directive has, and before a comment on its line. They are separated as the last two existing clauses
    /// are: by a comma, or by a space alone. In `_Pragma`, the text is escaped as a string needs it.
    ///
    /// Takes time linear in the number of clauses of the directive.
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::edit::EditSet;
    /// use clacc::files::MemoryFiles;
    /// use clacc::options::CompileOptions;
    ///
    /// let program = "void f(int *x) {\n#pragma acc update \\\n  self(x[0:8]) // all\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let f = session.declarations(unit).remove(0);
    /// let mut edits = EditSet::new(&session);
    /// edits.add_clause(f.directives().next().expect("there is one"), "if_present")?;
    /// let text = edits.apply().remove("f.c").expect("it has edits");
    /// assert_eq!(text, program.replace(" // all", " if_present // all").into_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EditError::MadeByMacro`], [`EditError::InSystemHeader`] and [`EditError::Foreign`] if the directive has no text in a file that can
    /// be edited, [`EditError::NoPlace`] if parts of it could not be parsed, [`EditError::Malformed`] if the text is no list of clauses
    /// (identifiers with or without arguments in parentheses; clauses of extensions are accepted), [`EditError::Conflict`] if the directive
    /// is replaced by another edit. The set is then unchanged.
    pub fn add_clause(&mut self, directive: Directive<'_>, text: &str) -> Result<(), EditError> {
        let session = self.session.ok_or(EditError::Foreign)?;
        let whole = session.written(directive.node())?;
        check_directive(session, directive)?;
        let text = clauses(text)?;
        let words = ClausePlaces::of(session, directive)?;
        let clauses: Vec<_> = directive.clauses().collect();
        let has_comma = clauses.len() > 1 && words.comma_before(clauses[clauses.len() - 1]);
        let at = words.end();
        let is_first = self.files.get(&whole.path).is_some_and(|file| {
            let mut removed = file.without_clauses(whole.range.start);
            removed.any(|(_, removed)| *removed == (0..clauses.len()))
                && file.first_added_clause(whole.range.start, at).is_none()
        });
        let text = [if has_comma && !is_first { ", " } else { " " }, text].concat();
        self.add_to(&whole, at..at, &text, words.is_in_operator)
    }

    /// Replaces a clause by other clauses.
    ///
    /// # Errors
    /// As for [`EditSet::add_clause`].
    pub fn replace_clause(&mut self, clause: Clause<'_>, text: &str) -> Result<(), EditError> {
        let session = self.session.ok_or(EditError::Foreign)?;
        let written = session.written(clause.node())?;
        let whole = whole_of(session, clause)?;
        let text = clauses(text)?;
        self.add_to(&whole, written.range, text, written.is_in_operator)
    }

    /// Removes a clause, with the comma, the white space and the comments between it and the preceding one.
    ///
    /// # Errors
    /// As for [`EditSet::add_clause`]; [`EditError::NoPlace`] also if a macro produces the text next to the clause.
    pub fn remove_clause(&mut self, clause: Clause<'_>) -> Result<(), EditError> {
        let session = self.session.ok_or(EditError::Foreign)?;
        session.written(clause.node())?;
        let whole = whole_of(session, clause)?;
        let directive = clause.directive().ok_or(EditError::Foreign)?;
        let words = ClausePlaces::of(session, directive)?;
        let at = words.position(clause).ok_or(EditError::Foreign)?;
        // Adjacent clauses are removed by one edit, since the comma between them belongs to both.
        let (mut clauses, mut others) = (at..at + 1, Vec::new());
        let file = self.files.get(&whole.path);
        for (slot, removed) in file.into_iter().flat_map(|file| file.without_clauses(whole.range.start)) {
            if removed.contains(&at) {
                return Ok(());
            }
            if removed.end == at || removed.start == at + 1 {
                clauses = clauses.start.min(removed.start)..clauses.end.max(removed.end);
                others.push(slot);
            }
        }
        let range = words
            .range_without(&clauses)
            .ok_or_else(|| no_place(session, clause.node(), "a macro made what stands beside it"))?;
        let is_all = clauses == (0..words.starts.len());
        let belongs = Belongs::WithoutClauses { directive: whole.range.clone(), clauses };
        let space = kept_apart(&whole.text, &range, String::new());
        self.add_instead(others, edit(&whole, range, space), belongs)?;
        if let Some(file) = self.files.get_mut(&whole.path).filter(|_| is_all)
            && let Some(first) = file.first_added_clause(whole.range.start, words.end())
        {
            file.without_comma(first);
        }
        Ok(())
    }

    /// Adds an edit of the clauses of a directive.
    fn add_to(
        &mut self,
        whole: &WrittenNode,
        range: Range<usize>,
        text: &str,
        is_in_operator: bool,
    ) -> Result<(), EditError> {
        let text = if is_in_operator { in_operator(text) } else { text.to_owned() };
        let text = kept_apart(&whole.text, &range, text);
        self.add_edits([(edit(whole, range, text), Belongs::Directive(whole.range.clone()))])
    }
}

/// Returns the text of the directive that a clause belongs to.
fn whole_of(session: &Analysis, clause: Clause<'_>) -> Result<WrittenNode, EditError> {
    let directive = clause.directive().ok_or(EditError::Foreign)?;
    check_directive(session, directive)?;
    Ok(session.written(directive.node())?)
}

fn check_directive(session: &Analysis, directive: Directive<'_>) -> Result<(), EditError> {
    session.check_line_read(directive)?;
    match directive.node().role() {
        Role::Directive => Ok(()),
        _ => Err(no_place(session, directive.node(), "it is a part of another directive")),
    }
}

/// Checks that a text can appear in the line of a directive, and returns it without surrounding white space.
fn clauses(text: &str) -> Result<&str, EditError> {
    let read = InsertedText::read(text)?;
    let malformed = |at, why| Err(EditError::Malformed { at, why });
    if read.is_empty() || read.has_lines() {
        return malformed(0, "clauses must stand there");
    }
    if let Some(at) = read.line_comment() {
        return malformed(at, "the comment goes on to the end of the line");
    }
    let trimmed = text.trim();
    let before = text.len() - text.trim_start().len();
    if InsertedText::read(trimmed)?.line_end().is_some() || trimmed.contains('\n') {
        return malformed(before + trimmed.find('\n').unwrap_or(0), "clauses stand on one line");
    }
    if !read.starts_with_word() {
        return malformed(before, "a clause begins with a word");
    }
    if let Some(at) = read.outside_brackets(TokenKind::Semi) {
        return malformed(at, "no clause has a semicolon");
    }
    match read.behind_clauses() {
        Some(at) => malformed(at, "a clause is a word, or a word and its arguments in parentheses"),
        None => Ok(trimmed),
    }
}

/// The places of a directive's name and of its clauses in its file. An end of a clause that a macro produces is none.
struct ClausePlaces {
    /// The end of the name with its argument, then the end of each clause, in order.
    ends: Vec<Option<usize>>,
    /// The starts of the clauses.
    starts: Vec<Option<usize>>,
    /// For each clause, whether a comma precedes it.
    commas: Vec<bool>,
    last: usize,
    is_in_operator: bool,
    nodes: Vec<u32>,
}

impl ClausePlaces {
    fn of(session: &Analysis, directive: Directive<'_>) -> Result<ClausePlaces, EditError> {
        let placed = session.placed_with_line_end(directive.node()).ok_or(EditError::Foreign)?;
        let own = placed.tokens;
        let mut words = ClausePlaces {
            ends: Vec::new(),
            starts: Vec::new(),
            commas: Vec::new(),
            last: 0,
            is_in_operator: false,
            nodes: Vec::new(),
        };
        let kind = |token: u32| placed.places.tokens.kinds.get(token as usize);
        let end_before = |token: u32| {
            let last = token.checked_sub(1).filter(|last| *last > own.start)?;
            placed.written_token(last).map(|range| range.end)
        };
        for clause in directive.clauses() {
            let tokens = session.placed_with_line_end(clause.node()).ok_or(EditError::Foreign)?.tokens;
            let has_comma = tokens.start > own.start && kind(tokens.start - 1) == Some(&TokenKind::Comma);
            words.commas.push(has_comma);
            words.ends.push(end_before(tokens.start - u32::from(has_comma)));
            words.starts.push(placed.written_token(tokens.start).map(|range| range.start));
            words.nodes.push(clause.node().at.index());
        }
        let is_line_end = own.end > own.start + 1 && kind(own.end - 1) == Some(&TokenKind::PragmaEnd);
        let last = own.end - 1 - u32::from(is_line_end);
        let Some(range) = placed.written_token(last) else {
            let made = session.provenance(directive.node()).ok_or(EditError::Foreign)?;
            return Err(EditError::MadeByMacro(made));
        };
        words.last = range.end;
        words.is_in_operator = placed.is_in_operator(last);
        words.ends.push(Some(range.end));
        Ok(words)
    }

    /// Returns the end of the last token of the directive.
    fn end(&self) -> usize {
        self.last
    }

    fn position(&self, clause: Clause<'_>) -> Option<usize> {
        self.nodes.iter().position(|node| *node == Node::from(clause).at.index())
    }

    fn comma_before(&self, clause: Clause<'_>) -> bool {
        self.position(clause).is_some_and(|at| self.commas[at])
    }

    /// Returns the range whose removal removes these adjacent clauses. None if a macro produces an end of it.
    fn range_without(&self, clauses: &Range<usize>) -> Option<Range<usize>> {
        // If the first clauses go, the comma after them goes as well.
        if clauses.start == 0 && self.commas.get(clauses.end) == Some(&true) && !self.commas[0] {
            return Some(self.starts[0]?..self.starts[clauses.end]?);
        }
        let end = if clauses.end < self.starts.len() { self.ends[clauses.end]? } else { self.last };
        Some(self.ends[clauses.start]?..end)
    }
}
