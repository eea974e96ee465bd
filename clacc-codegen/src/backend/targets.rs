//! Parts of `target` constructs that do not depend on the memory of the device: its number, the size of a combined league, and the
//! captures that rules determine.

use clacc_sema::omp::form::{Argument, Clause, ClauseModifier, Directive, ModifierWord};
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use crate::atomic_order::Order;
use crate::constructs::lowering::Lowering;
use crate::emit::Step;
use crate::piece::CapturedBy;
use crate::plan::constituents::Part;
use crate::scope::{Extra, LeagueSize};

impl<'a> Lowering<'a> {
    pub(super) fn device(&mut self, part: &Part<'a>) -> Step<String> {
        let Some(clause) = part.clause(OmpClause::Device) else {
            return Ok("CLACC_DEFAULT_DEVICE".to_owned());
        };
        let Argument::Value(_, number) = *clause.argument.unmodified() else {
            return Err(self.refuse_clause(clause));
        };
        let number = self.operand(clause, number)?;
        match clause.modifiers() {
            [] | [ClauseModifier::Word(ModifierWord::DeviceNum)] => Ok(format!("(int32_t){number}")),
            // The ancestor of the host is the host.
            [ClauseModifier::Word(ModifierWord::Ancestor)] => Ok(format!("((void){number}, -1)")),
            _ => Err(self.refuse_clause(clause)),
        }
    }

    /// Sets how these variables are captured by the current function if they are used there.
    pub(super) fn decide(&mut self, decided: &[(EntityId, CapturedBy)]) {
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.decided.extend_from_slice(decided);
        }
    }

    /// Evaluates the size of the league of a `teams` in the same directive into variables.
    pub(super) fn fixed_league(&mut self, inner: &[Part<'a>]) -> Step<Option<LeagueSize>> {
        let Some(teams) = inner.first().filter(|part| part.kind == OmpDirective::Teams) else {
            return Ok(None);
        };
        let size = self.league_size(teams)?;
        Ok(Some(LeagueSize {
            lower: self.fixed_number(size.lower),
            upper: self.fixed_number(size.upper),
            thread_limit: self.fixed_number(size.thread_limit),
        }))
    }

    /// Evaluates a number into a variable, unless it is `0`.
    pub(super) fn fixed_number(&mut self, value: String) -> String {
        if value == "0" {
            return value;
        }
        let name = self.emit.name("s");
        self.emit.line(&format!("const int32_t {name} = {value};"));
        name
    }

    /// Passes the sizes of a league that were evaluated in the enclosing function to the current function.
    pub(super) fn league_comes_in(&mut self) {
        if let Some(LeagueSize { lower, upper, thread_limit }) = self.scope.league.clone() {
            [lower, upper, thread_limit].iter().for_each(|each| self.comes_in(each));
        }
    }

    pub(super) fn comes_in(&mut self, number: &str) {
        let extra =
            Extra { declared: format!("int32_t {number}"), name: number.to_owned(), is_set_apart: false };
        if let Some(frame) = self.scope.frames.last_mut().filter(|_| number != "0") {
            frame.extra.push(extra);
        }
    }

    /// Returns the part of a directive that has a single constituent. Refuses clauses other than `known`.
    pub(super) fn alone(&mut self, directive: &'a Directive, known: &[OmpClause]) -> Step<Part<'a>> {
        let clauses: Vec<&'a Clause> = directive.clauses.iter().collect();
        if let Some(clause) = clauses.iter().find(|clause| !known.contains(&clause.kind())) {
            return Err(self.refuse_clause(clause));
        }
        Ok(Part { kind: OmpDirective::Target, directive, clauses, ends_region: false, is_inner: false })
    }

    /// `requires`: every device here meets all requirements. Atomic constructs look up their default order themselves.
    pub(crate) fn requires(&mut self, directive: &'a Directive) -> Step {
        use OmpClause::{
            AtomicDefaultMemOrder, DynamicAllocators, ReverseOffload, UnifiedAddress, UnifiedSharedMemory,
        };
        let known =
            [AtomicDefaultMemOrder, DynamicAllocators, ReverseOffload, UnifiedAddress, UnifiedSharedMemory];
        let part = self.alone(directive, &known)?;
        let Some(clause) = part.clause(AtomicDefaultMemOrder) else { return Ok(()) };
        match clause.argument {
            Argument::Word(_, word) if Order::named(word).is_some() => Ok(()),
            _ => Err(self.refuse_clause(clause)),
        }
    }
}
