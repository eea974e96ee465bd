//! Reads the arguments of clauses.

use clacc_sema::omp::form::{Argument, Clause, Item, Operand, Origin, ScheduleKind};
use clacc_sema::program::place::{EntityId, Place, Value};
use clacc_syntax::directive::OmpClause;
use clacc_syntax::token::TokenRange;
use clacc_ttx::dialect::NATIVE;
use clacc_ttx::spell::Speller;

use super::lowering::Lowering;
use crate::codes;
use crate::emit::{Refused, Step};
use crate::plan::constituents::Part;

/// A schedule of a loop.
#[derive(Clone, Debug)]
pub(crate) enum Schedule {
    /// One thread executes all iterations.
    All,
    /// Blocks of about equal size, one for each thread.
    Blocks,
    /// Chunks of this many iterations, assigned to the threads round-robin.
    Chunks(String),
    /// Chunks that the runtime library assigns: the kind as the header names it, and the number of iterations, or 0.
    Given(&'static str, String),
    /// The iterations between two numbers, which were assigned to a task.
    Range(String, String),
}

impl<'a> Part<'a> {
    pub(crate) fn clause(&self, kind: OmpClause) -> Option<&'a Clause> {
        self.clauses.iter().copied().find(|clause| clause.kind() == kind)
    }

    pub(crate) fn has(&self, kind: OmpClause) -> bool {
        self.clause(kind).is_some()
    }
}

impl<'a> Lowering<'a> {
    pub(crate) fn refuse_clause(&mut self, clause: &Clause) -> Refused {
        let text = clause.kind().text();
        let at = match clause.origin {
            Origin::Clause(id) => self.view.clause_span(id),
            _ => TokenRange::new(self.emit.at, self.emit.at + 1),
        };
        self.emit.refuse(&codes::GEN0002, at, format!("no code is generated for this clause `{text}` yet"))
    }

    /// Returns the variables in clauses of a kind. List items that are no whole variables are refused.
    pub(crate) fn listed(&mut self, part: &Part<'a>, kind: OmpClause) -> Step<Vec<EntityId>> {
        let mut found = Vec::new();
        for clause in part.clauses.iter().filter(|clause| clause.kind() == kind) {
            if !clause.modifiers().is_empty() {
                return Err(self.refuse_clause(clause));
            }
            found.extend(self.listed_in(clause)?);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Returns the variables that a clause lists, whatever its modifiers are.
    pub(crate) fn listed_in(&mut self, clause: &Clause) -> Step<Vec<EntityId>> {
        let Argument::List(_, items) = clause.argument.unmodified() else {
            return Err(self.refuse_clause(clause));
        };
        let view = self.view;
        let variable = |item: &Item| {
            let place = item.place().filter(|place| place.is_whole())?;
            view.entity(place.root).is_object().then_some(place.root)
        };
        // Sections behind pointers are not listed: the call of a region brings them to a device with a memory of its own (`own_sections`).
        let are_items = self.backend.has_own_memory() && clause.kind() == OmpClause::Firstprivate;
        let is_section = |item: &&Item| are_items && is_behind_pointer(item);
        let variables: Option<Vec<EntityId>> =
            items.iter().filter(|item| !is_section(item)).map(variable).collect();
        variables.ok_or(()).map_err(|()| self.refuse_clause(clause))
    }

    /// Returns the value of a clause as an expression, or none without the clause.
    pub(crate) fn value(&mut self, part: &Part<'a>, kind: OmpClause) -> Step<Option<String>> {
        let Some(clause) = part.clause(kind) else { return Ok(None) };
        match &clause.argument {
            Argument::Value(_, operand) => self.operand(clause, *operand).map(Some),
            _ => Err(self.refuse_clause(clause)),
        }
    }

    /// Returns the constant argument of a clause, or none without the clause.
    pub(crate) fn number(&mut self, part: &Part<'a>, kind: OmpClause) -> Step<Option<u64>> {
        let Some(clause) = part.clause(kind) else { return Ok(None) };
        let number = match &clause.argument {
            Argument::Value(_, Operand::Value(value)) => self.view.number(*value),
            _ => None,
        };
        match number.and_then(|number| u64::try_from(number).ok()) {
            Some(number) => Ok(Some(number)),
            None => Err(self.refuse_clause(clause)),
        }
    }

    /// Returns an argument as an expression in parentheses.
    pub(crate) fn operand(&mut self, clause: &Clause, operand: Operand) -> Step<String> {
        self.operand_text(operand)?.ok_or(()).map_err(|()| self.refuse_clause(clause))
    }

    /// Returns an argument as an expression in parentheses, or none if no code can be generated for it.
    pub(crate) fn operand_text(&mut self, operand: Operand) -> Step<Option<String>> {
        let view = self.view;
        Ok(match operand {
            Operand::Value(Value::Constant(number)) => Some(format!("({number})")),
            Operand::Value(Value::Node(at)) => Some(format!("({})", self.text(view.span(at))?)),
            Operand::Not(at) => Some(format!("(!({}))", self.text(view.span(at))?)),
            Operand::Unless { condition, unless } => {
                let (condition, unless) = (self.text(view.span(condition))?, self.text(view.span(unless))?);
                Some(format!("(({condition}) && !({unless}))"))
            }
            Operand::Fresh(fresh) => self.kept_variable(fresh).map(|name| format!("({name})")),
            // The library leaves the host's address to data that is not on the device.
            Operand::Present { and, .. } => Some(match and {
                Some(at) => format!("({})", self.text(view.span(at))?),
                None => "(1)".to_owned(),
            }),
        })
    }

    /// Returns the condition of `if` as an expression, or none without the clause.
    pub(crate) fn condition(&mut self, part: &Part<'a>) -> Step<Option<String>> {
        let mut all: Option<String> = None;
        for clause in part.clauses.iter().filter(|clause| clause.kind() == OmpClause::If) {
            let condition = match &clause.argument {
                Argument::If { condition, .. } => self.operand(clause, *condition)?,
                Argument::IfMany { counts, or_on_device: false } => {
                    let (view, mut refused) = (self.view, None);
                    let mut text = |at| {
                        self.text(view.span(at)).unwrap_or_else(|error| {
                            refused = Some(error);
                            String::new()
                        })
                    };
                    let many = Speller::new(view, &NATIVE, &mut text).many(counts, false);
                    refused.map_or(Ok(format!("({many})")), Err)?
                }
                _ => return Err(self.refuse_clause(clause)),
            };
            all = Some(all.map_or(condition.clone(), |other| format!("({other} && {condition})")));
        }
        Ok(all)
    }

    /// Returns the schedule of a loop, which is `Blocks` without a `schedule` clause. Chunks are always executed in increasing order, so
    /// `monotonic` needs no code.
    pub(crate) fn schedule(&mut self, part: &Part<'a>) -> Step<Schedule> {
        let Some(clause) = part.clause(OmpClause::Schedule) else { return Ok(Schedule::Blocks) };
        let Argument::Schedule { kind, chunk, .. } = &clause.argument else {
            return Err(self.refuse_clause(clause));
        };
        let chunk = chunk.map(|chunk| self.operand(clause, chunk)).transpose()?;
        Ok(match (kind, chunk) {
            (ScheduleKind::Dynamic, chunk) => Schedule::given("CLACC_DYNAMIC", chunk),
            (ScheduleKind::Guided, chunk) => Schedule::given("CLACC_GUIDED", chunk),
            (ScheduleKind::Runtime, None) => Schedule::given("CLACC_RUNTIME", None),
            (ScheduleKind::Auto | ScheduleKind::Static, None) => Schedule::Blocks,
            (ScheduleKind::Static, Some(chunk)) => Schedule::Chunks(chunk),
            _ => return Err(self.refuse_clause(clause)),
        })
    }
}

impl Schedule {
    fn given(kind: &'static str, chunk: Option<String>) -> Schedule {
        Schedule::Given(kind, chunk.unwrap_or_else(|| "0".to_owned()))
    }
}

/// Returns whether a list item is a whole variable.
pub(crate) fn is_whole(item: &Item) -> bool {
    item.place().is_some_and(Place::is_whole)
}

/// Returns whether an item is a section behind a pointer.
pub(crate) fn is_behind_pointer(item: &Item) -> bool {
    item.place().is_some_and(Place::is_part_of_pointee)
}
