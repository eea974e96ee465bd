//! `teams`: a league of teams, each of which begins as one thread; or the gangs of an OpenACC construct, which need less support.
//!
//! A `teams` directive whose `Origin` is a directive of OpenACC stands for gangs. Nobody asks OpenMP's routines about such teams,
//! so they may run by `clacc_gangs`, a region whose threads take gangs one after another, which costs half of a league. Gangs
//! that reduce or hold parallel regions (of workers) are leagues: those have memory for the values of teams and divide the
//! threads among them.

use clacc_sema::acc::facts::How;
use clacc_sema::omp::data_environment::{EnvironmentAttribute, EnvironmentRule, VariableAttributes};
use clacc_sema::omp::form::{Argument, ClauseModifier, Origin};
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::lowering::Lowering;
use crate::emit::Step;
use crate::plan::constituents::Part;
use crate::plan::range_of_all;
use crate::plan::{Node, each_directive};
use crate::scope::LeagueSize;

impl<'a> Lowering<'a> {
    pub(crate) fn teams(&mut self, part: &Part<'a>, inner: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        let LeagueSize { lower, upper, thread_limit } = match self.scope.league.take() {
            Some(size) => size,
            None => self.league_size(part)?,
        };
        let mut copies = self.copies(part)?;
        let implicit = self.environments.implicit_copies(part.directive, OmpDirective::Teams);
        copies.private.extend(implicit.private);
        copies.firstprivate.extend(implicit.firstprivate);
        copies.firstprivate.extend(self.scalars_of_teams(part, inside));
        let outlined = self.outlined(range_of_all(inside, self.emit.at), &mut |own| {
            own.with_copies(&copies, None, &mut |own| own.parts(inner, inside))
        })?;
        let region = TeamsRegion::of(inner, inside);
        let (set, argument) = self.arguments(&outlined);
        let (used, name) = (self.used_here(), &outlined.name);
        let is_plain = copies.reductions.is_empty() && thread_limit == "0" && !region.is_parallel;
        if is_plain && self.is_of_openacc(part) {
            let site = self.emit.site();
            self.emit.line(&format!("{{ {used}{set}clacc_gangs({site}, 0, {upper}, {name}, {argument}); }}"));
            return Ok(());
        }
        let flags = if region.shares && !region.is_parallel { "CLACC_TEAMS_SHARE" } else { "0" };
        self.emit.line(&format!(
            "{{ {used}{set}clacc_teams(0, {name}, {argument}, {lower}, {upper}, {thread_limit}, {flags}); }}"
        ));
        Ok(())
    }

    /// Returns whether a directive was derived from an OpenACC directive. Its teams are gangs, in which no OpenMP routine about teams is
    /// called.
    fn is_of_openacc(&self, part: &Part<'a>) -> bool {
        matches!(part.directive.origin, Origin::Directive(id) if self.view.directive(id).kind.acc().is_some())
    }

    /// Returns the scalars that an enclosing `target` makes firstprivate by rule, and that `teams` in the same directive would share and
    /// assign. Teams cannot synchronise, so only atomic operations may write a variable that another team reads. If there are none, each
    /// team can have a copy. Programs that use such a scalar for a value within one iteration rely on this.
    fn scalars_of_teams(&self, part: &Part<'a>, inside: &[Node<'a>]) -> Vec<EntityId> {
        let region = range_of_all(inside, self.emit.at);
        let mut is_atomic = false;
        each_directive(inside, &mut |directive| is_atomic |= directive.kind == OmpDirective::Atomic);
        if is_atomic {
            return Vec::new();
        }
        let is_implicit = |each: &&VariableAttributes| {
            each.sharing().is_some_and(|known| known.reason.how == How::Implicit)
        };
        let is_copied = |entity: EntityId| {
            let mut variables = self.environments.variables(part.directive, OmpDirective::Target).iter();
            let known = variables.find(|each| each.entity == entity).and_then(VariableAttributes::sharing);
            known.is_some_and(|known| {
                known.attribute == EnvironmentAttribute::Firstprivate
                    && known.reason.rule == EnvironmentRule::TargetScalar
            })
        };
        let shared = self.environments.variables(part.directive, OmpDirective::Teams).iter();
        let shared = shared.filter(is_implicit).map(|each| each.entity);
        shared.filter(|entity| is_copied(*entity) && self.writers.is_only_assigned(*entity, region)).collect()
    }

    /// Returns the size of the league that the clauses of a `teams` specify.
    pub(crate) fn league_size(&mut self, part: &Part<'a>) -> Step<LeagueSize> {
        let thread_limit = self.thread_limit(part)?;
        let none = || "0".to_owned();
        let Some(clause) = part.clause(OmpClause::NumTeams) else {
            return Ok(LeagueSize { lower: none(), upper: none(), thread_limit });
        };
        let (lower, upper) = match &clause.argument {
            Argument::Value(_, operand) => (none(), self.operand(clause, *operand)?),
            Argument::Product(_, values) => {
                let values = values.iter().map(|at| Ok(format!("({})", self.text(self.view.span(*at))?)));
                (none(), format!("({})", values.collect::<Step<Vec<String>>>()?.join(" * ")))
            }
            Argument::Modified { modifiers, argument } => match (&**modifiers, &**argument) {
                ([ClauseModifier::AtLeast(lower)], Argument::Value(_, upper)) => {
                    let lower = format!("(int32_t){}", self.operand(clause, *lower)?);
                    (lower, self.operand(clause, *upper)?)
                }
                _ => return Err(self.refuse_clause(clause)),
            },
            _ => return Err(self.refuse_clause(clause)),
        };
        Ok(LeagueSize { lower, upper: format!("(int32_t){upper}"), thread_limit })
    }

    pub(crate) fn thread_limit(&mut self, part: &Part<'a>) -> Step<String> {
        let limit = self.value(part, OmpClause::ThreadLimit)?;
        Ok(limit.map_or_else(|| "0".to_owned(), |limit| format!("(int32_t){limit}")))
    }
}

/// The kinds of constructs in the region of a `teams`.
struct TeamsRegion {
    /// true if loops are shared among the teams.
    shares: bool,
    /// true if teams have parallel regions.
    is_parallel: bool,
}

impl TeamsRegion {
    fn of(inner: &[Part<'_>], inside: &[Node<'_>]) -> TeamsRegion {
        let has = |kind: OmpDirective| inner.iter().any(|part| part.kind == kind);
        let (mut shares, mut is_parallel) = (has(OmpDirective::Distribute), has(OmpDirective::Parallel));
        each_directive(inside, &mut |directive| {
            let constituents = &directive.kind.info().constituents;
            shares |= constituents.contains(&OmpDirective::Distribute);
            is_parallel |= constituents.contains(&OmpDirective::Parallel);
        });
        TeamsRegion { shares, is_parallel }
    }
}
