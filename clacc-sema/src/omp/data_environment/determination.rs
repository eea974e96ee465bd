//! The attributes of a declaration while they are being determined, and the rules that determine the attribute of a variable on a
//! construct.

use clacc_syntax::directive::{OmpClause, OmpDirective};
use rustc_hash::FxHashSet;

use super::attribute_kinds::EnvironmentAttribute;
use super::clause_readings::{self, ClauseReading};
use super::constituents::{self, Constituents, PlacedDirective};
use super::defaults::{DefaultClauses, DefaultSharing};
use super::environment_facts::{
    AttributeReason, ClauseItem, Determined, OmpConstructId, OmpFacts, VariableAttributes,
};
use super::environment_rules::EnvironmentRule;
use super::implicit_maps;
use super::predetermined::predetermined;
use super::unit_variables::{self, UnitVariables};
use crate::acc::facts::How;
use crate::program::View;
use crate::program::entity::StorageDuration;
use crate::program::place::{At, EntityId};

/// A variable that no clause names although `default(none)` or `defaultmap(none)` requires one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unlisted {
    pub(super) construct: OmpConstructId,
    pub(super) variable: EntityId,
    pub(super) at: At,
    pub(super) clause: ClauseItem,
}

/// The determination of a declaration's attributes.
pub(super) struct Determination<'a> {
    pub(super) view: View<'a>,
    pub(super) directives: &'a [PlacedDirective<'a>],
    threadprivate: Vec<EntityId>,
    /// The variables that iterators declare, which are excluded from all constructs.
    pub(super) iterators: Vec<EntityId>,
    on_device: &'a [EntityId],
    /// The clauses of each directive.
    pub(super) readings: Vec<Vec<ClauseReading>>,
    pub(super) defaults: Vec<DefaultClauses>,
    /// The iteration variables of each construct.
    pub(super) iterations: Vec<Box<[EntityId]>>,
    /// The innermost construct around each directive.
    pub(super) around: Vec<Option<OmpConstructId>>,
    pub(super) facts: OmpFacts,
    /// The pairs of construct and variable through which references were already followed outwards.
    pub(super) visited: FxHashSet<(OmpConstructId, EntityId)>,
    pub(super) unlisted: Vec<Unlisted>,
}

impl<'a> Determination<'a> {
    /// The state with the constructs and the contents of their clauses alone; none if there are no constructs.
    pub(super) fn new(
        view: View<'a>,
        directives: &'a [PlacedDirective<'a>],
        unit: &'a UnitVariables,
    ) -> Option<Self> {
        let Constituents { constructs, of_directive, around } = constituents::constituents(view, directives);
        if constructs.is_empty() {
            return None;
        }
        let read = |placed: &PlacedDirective<'_>| {
            let clauses = placed.form.clauses.iter();
            clauses.map(|clause| clause_readings::read(view, clause)).collect::<Vec<_>>()
        };
        let iterations =
            constructs.iter().map(|(_, each)| constituents::iteration_variables(view, &each.loops));
        Some(Determination {
            view,
            directives,
            threadprivate: unit_variables::threadprivate(view, unit),
            iterators: unit_variables::iterators(view),
            on_device: &unit.on_device,
            readings: directives.iter().map(read).collect(),
            defaults: directives.iter().map(|each| DefaultClauses::of(&each.form.clauses)).collect(),
            iterations: iterations.collect(),
            around,
            facts: OmpFacts { constructs, of_directive: of_directive.into(), ..OmpFacts::default() },
            visited: FxHashSet::default(),
            unlisted: Vec::new(),
        })
    }

    pub(super) fn is_threadprivate(&self, variable: EntityId) -> bool {
        self.view.entity(variable).duration == StorageDuration::Thread
            || self.threadprivate.binary_search(&variable).is_ok()
    }

    pub(super) fn is_iteration(&self, construct: OmpConstructId, variable: EntityId) -> bool {
        let iterations = self.iterations.get(construct.into_raw().into_u32() as usize);
        iterations.is_some_and(|iterations| iterations.contains(&variable))
    }

    /// The constructs of a directive, with the index of each among its constituents.
    pub(super) fn constructs_of(&self, number: usize) -> Vec<(OmpConstructId, usize)> {
        let constituents = &self.directives[number].form.kind.info().constituents;
        let own = self.facts.constituents(number as u32);
        let position = |kind: OmpDirective| constituents.iter().position(|each| *each == kind);
        own.filter_map(|(id, construct)| Some((id, position(construct.kind)?))).collect()
    }

    pub(super) fn add_base_pointer(&mut self, construct: OmpConstructId, variable: EntityId) {
        let known = self.facts.attributes(construct, variable).and_then(VariableAttributes::sharing);
        if known.is_none() && !self.is_threadprivate(variable) {
            let rule = EnvironmentRule::BasePointer;
            self.add(
                construct,
                variable,
                Determined::predetermined(EnvironmentAttribute::Firstprivate, rule),
            );
        }
    }

    pub(super) fn add(&mut self, construct: OmpConstructId, variable: EntityId, determined: Determined) {
        let variables = &mut self.facts.constructs[construct].variables;
        let position = *self.facts.index.entry((construct, variable)).or_insert_with(|| {
            variables.push(VariableAttributes { entity: variable, determined: Vec::new() });
            variables.len() as u32 - 1
        });
        let known = &mut variables[position as usize].determined;
        // Several clauses may map parts of a variable. Another attribute is kept once.
        let is_known = |each: &Determined| {
            each.attribute == determined.attribute && each.reason.rule == determined.reason.rule
        };
        if determined.attribute.is_mapping() || !known.iter().any(is_known) {
            known.push(determined);
        }
    }

    pub(super) fn predetermined(&self, construct: OmpConstructId, variable: EntityId) -> Option<Determined> {
        let is_iteration = self.is_iteration(construct, variable);
        let is_threadprivate = self.is_threadprivate(variable);
        predetermined(self.view, &self.facts.constructs[construct], variable, is_iteration, is_threadprivate)
    }

    pub(super) fn default_sharing(&self, construct: OmpConstructId) -> Option<(DefaultSharing, ClauseItem)> {
        let own = &self.facts.constructs[construct];
        let default = self.defaults[own.number as usize].sharing?;
        own.kind.rule(OmpClause::Default).map(|_| default)
    }

    /// Determines the attribute of a variable on a construct, if no clause has given it one.
    pub(super) fn settle(&mut self, construct: OmpConstructId, variable: EntityId, at: Option<At>) {
        let is_settled = |known: &VariableAttributes| known.sharing().is_some() || known.mapping().is_some();
        if self.facts.attributes(construct, variable).is_some_and(is_settled) {
            return;
        }
        let kind = self.facts.constructs[construct].kind;
        if constituents::lists_named_only(kind) && self.facts.attributes(construct, variable).is_none() {
            return;
        }
        if let Some(determined) = self.predetermined(construct, variable) {
            return self.add(construct, variable, determined);
        }
        let determined = self.implicit(construct, variable, at);
        self.add(construct, variable, determined);
        if determined.reason.rule == EnvironmentRule::TargetPointer {
            self.add_base_pointer(construct, variable);
        }
    }

    fn implicit(&mut self, construct: OmpConstructId, variable: EntityId, at: Option<At>) -> Determined {
        let kind = self.facts.constructs[construct].kind;
        if kind == OmpDirective::Target {
            return self.implicit_on_target(construct, variable, at);
        }
        let Some((default, clause)) = self.default_sharing(construct) else {
            return self.without_default(construct, variable);
        };
        let is_outer_static = || self.is_of_file_scope(variable);
        let attribute = match default {
            DefaultSharing::Shared => EnvironmentAttribute::Shared,
            DefaultSharing::Private if !is_outer_static() => EnvironmentAttribute::Private,
            DefaultSharing::Firstprivate if !is_outer_static() => EnvironmentAttribute::Firstprivate,
            _ => {
                self.note_unlisted(construct, variable, at, clause);
                let determined = self.without_default(construct, variable);
                let rule = EnvironmentRule::Unlisted;
                let reason = AttributeReason { rule, clause: Some(clause), ..determined.reason };
                return Determined { reason, ..determined };
            }
        };
        let rule = EnvironmentRule::DefaultClause;
        let reason = AttributeReason { how: How::Implicit, rule, clause: Some(clause), from: None };
        Determined { attribute, reason }
    }

    /// Returns whether a variable has static storage duration and is declared outside functions. `default` with `private` or `firstprivate`
    /// does not apply to such variables (OpenMP 5.2 5.4.1).
    fn is_of_file_scope(&self, variable: EntityId) -> bool {
        let entity = self.view.entity(variable);
        entity.duration == StorageDuration::Static && entity.scope.is_none()
    }

    fn note_unlisted(
        &mut self,
        construct: OmpConstructId,
        variable: EntityId,
        at: Option<At>,
        clause: ClauseItem,
    ) {
        self.unlisted.extend(at.map(|at| Unlisted { construct, variable, at, clause }));
    }

    fn implicit_on_target(
        &mut self,
        construct: OmpConstructId,
        variable: EntityId,
        at: Option<At>,
    ) -> Determined {
        let defaults = &self.defaults[self.facts.constructs[construct].number as usize];
        let is_on_device = self.on_device.binary_search(&variable).is_ok();
        let (determined, is_unlisted) =
            implicit_maps::implicit(self.view, defaults, variable, is_on_device, at);
        if let (true, Some(clause)) = (is_unlisted, determined.reason.clause) {
            self.note_unlisted(construct, variable, at, clause);
        }
        determined
    }

    /// The implicit attribute without a `default` clause.
    fn without_default(&self, construct: OmpConstructId, variable: EntityId) -> Determined {
        match self.facts.constructs[construct].kind {
            OmpDirective::Parallel => {
                Determined::implicit(EnvironmentAttribute::Shared, EnvironmentRule::ParallelShared)
            }
            OmpDirective::Teams => {
                Determined::implicit(EnvironmentAttribute::Shared, EnvironmentRule::TeamsShared)
            }
            OmpDirective::Task | OmpDirective::Taskloop => self.of_task(construct, variable),
            _ => Determined::implicit(EnvironmentAttribute::Enclosing, EnvironmentRule::Enclosing),
        }
    }

    /// The attribute of a variable on a task: shared if it is shared by all constructs up to the innermost `parallel` or `teams`.
    fn of_task(&self, construct: OmpConstructId, variable: EntityId) -> Determined {
        let determined = |attribute, rule, from| {
            let reason = AttributeReason { how: How::Implicit, rule, clause: None, from };
            Determined { attribute, reason }
        };
        let copied =
            |from| determined(EnvironmentAttribute::Firstprivate, EnvironmentRule::TaskFirstprivate, from);
        for outer in self.facts.enclosing(construct) {
            let known = self.facts.attributes(outer, variable);
            let kind = self.facts.constructs[outer].kind;
            let known = known.and_then(VariableAttributes::sharing);
            if let Some(known) = known.filter(|known| known.reason.rule.is_of_shared_in_team()) {
                return *known;
            }
            match known.map(|known| known.attribute) {
                Some(EnvironmentAttribute::Shared)
                    if matches!(kind, OmpDirective::Parallel | OmpDirective::Teams) =>
                {
                    return determined(
                        EnvironmentAttribute::Shared,
                        EnvironmentRule::TaskShared,
                        Some(outer),
                    );
                }
                Some(EnvironmentAttribute::Shared | EnvironmentAttribute::Enclosing) => {}
                None if constituents::lists_named_only(kind) => {}
                _ => return copied(Some(outer)),
            }
        }
        match self.view.entity(variable).duration {
            StorageDuration::Automatic => copied(None),
            _ => determined(EnvironmentAttribute::Shared, EnvironmentRule::TaskStatic, None),
        }
    }

    /// Determines the attributes of variables without references: those named only in clauses that do not determine their storage, and
    /// iteration variables of composite constructs, which are private to the innermost one.
    pub(super) fn complete(&mut self) {
        let ids: Vec<OmpConstructId> = self.facts.constructs.iter().map(|(id, _)| id).collect();
        for id in ids {
            let iterations = self.iterations.get(id.into_raw().into_u32() as usize).cloned();
            iterations.iter().flatten().for_each(|variable| self.settle(id, *variable, None));
            for position in 0..self.facts.constructs[id].variables.len() {
                let known = &self.facts.constructs[id].variables[position];
                if known.sharing().is_none() && known.mapping().is_none() {
                    self.settle(id, known.entity, None);
                }
            }
        }
    }
}
