//! Determines the attributes of all variables in the constructs of a declaration.
//!
//! What clauses say is entered first. Then one pass over the names of the declaration finds which constructs refer to which
//! variables: a reference counts for each construct around it, from the inside to the outside, up to one that has a
//! variable of its own. Along this way attributes are settled from the outside to the inside, because those of tasks
//! depend on the constructs around them.

use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use super::attribute_kinds::Attribute;
use super::clause_readings::{self, ClauseReading, Expression, ReadItem};
use super::combined_effects::CombinedDirective;
use super::conflicts;
use super::constituents::{self, Constituents, PlacedDirective};
use super::defaults::{DefaultClauses, DefaultSharing};
use super::environment_facts::{
    AttributeReason, ClauseItem, Determined, OmpConstructId, OmpFacts, VariableAttributes,
};
use super::environment_rules::EnvironmentRule;
use super::implicit_maps;
use super::predetermined::predetermined;
use crate::acc::facts::How;
use crate::omp::form::{Directive, Omp};
use crate::omp::lower::SourceForms;
use crate::program::View;
use crate::program::directive::ArgumentValue;
use crate::program::entity::StorageDuration;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// What the rest of the unit says about the variables of a declaration. Both lists are sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnitVariables {
    /// Those that `threadprivate` directives at file scope name.
    pub threadprivate: Box<[EntityId]>,
    /// Those that `declare target` directives put on the device.
    pub on_device: Box<[EntityId]>,
}

/// The facts about the data environments of a declaration, and the errors in them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OmpAnalysis {
    /// The facts.
    pub facts: OmpFacts,
    /// The findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic<TokenRange>>,
}

/// Determines the attributes for the OpenMP directives of the source. The number of a directive in the facts is its number
/// in `Program::order`. It costs a pass over the names of the declaration.
pub fn analyze_source(view: View<'_>, forms: &SourceForms, unit: &UnitVariables) -> OmpAnalysis {
    let none = Directive::standalone(
        OmpDirective::Nothing,
        Vec::new(),
        crate::omp::form::Origin::Mapping("no directive of OpenMP stands here"),
    );
    let placed = view.program.order.iter().map(|id| {
        let form = match forms.of.get(*id) {
            Some(Omp::Directive(directive)) => directive,
            _ => &none,
        };
        PlacedDirective { at: *id, form, run: region(view, *id, form) }
    });
    analyze(view, &placed.collect::<Vec<_>>(), unit)
}

fn region(view: View<'_>, id: clacc_syntax::ast::DirectiveId, form: &Directive) -> Run {
    let region = view.directive(id).region.filter(|_| form.body.is_some());
    region.map(|region| region.run).unwrap_or_default()
}

/// Determines the attributes for directives of forms, which stand in the order of the source, outer ones before inner ones.
/// Variables that a form declares have no entity and are left to its reader.
pub fn analyze(view: View<'_>, directives: &[PlacedDirective<'_>], unit: &UnitVariables) -> OmpAnalysis {
    let Constituents { constructs, of_directive, around } = constituents::constituents(view, directives);
    if constructs.is_empty() {
        return OmpAnalysis::default();
    }
    let read = |placed: &PlacedDirective<'_>| {
        let clauses = placed.form.clauses.iter();
        clauses.map(|clause| clause_readings::read(view, clause)).collect::<Vec<_>>()
    };
    let iterations = constructs.iter().map(|(_, each)| constituents::iteration_variables(view, &each.loops));
    let iterations = iterations.collect();
    let mut determination = Determination {
        view,
        directives,
        threadprivate: threadprivate(view, unit),
        on_device: &unit.on_device,
        readings: directives.iter().map(read).collect(),
        defaults: directives.iter().map(|each| DefaultClauses::of(view, &each.form.clauses)).collect(),
        iterations,
        around,
        facts: OmpFacts { constructs, of_directive: of_directive.into(), ..OmpFacts::default() },
        visited: FxHashSet::default(),
        unlisted: Vec::new(),
    };
    determination.enter_clauses();
    determination.refer();
    determination.complete();
    determination.finish()
}

/// The threadprivate variables, sorted: those of the unit, and those that directives in the declaration name.
fn threadprivate(view: View<'_>, unit: &UnitVariables) -> Vec<EntityId> {
    let is_threadprivate = |id: &&_| view.directive(**id).kind.omp() == Some(OmpDirective::Threadprivate);
    let directives = view.program.order.iter().filter(is_threadprivate);
    let items = directives.flat_map(|id| view.directive(*id).argument.iter().flat_map(|each| &each.items));
    let own = items.filter_map(|item| match item.value {
        ArgumentValue::Value(at) => view.root_of(at),
        _ => None,
    });
    let mut all: Vec<EntityId> = unit.threadprivate.iter().copied().chain(own).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A variable that no clause names although `default(none)` asks for one.
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
    on_device: &'a [EntityId],
    /// The clauses of each directive.
    pub(super) readings: Vec<Vec<ClauseReading>>,
    pub(super) defaults: Vec<DefaultClauses>,
    /// The iteration variables of each construct.
    iterations: Vec<Box<[EntityId]>>,
    /// The innermost construct around each directive.
    around: Vec<Option<OmpConstructId>>,
    pub(super) facts: OmpFacts,
    /// The references that were followed to the outside.
    visited: FxHashSet<(OmpConstructId, EntityId)>,
    pub(super) unlisted: Vec<Unlisted>,
}

impl<'a> Determination<'a> {
    fn finish(self) -> OmpAnalysis {
        let diagnostics = conflicts::findings(&self);
        let mut facts = self.facts;
        facts.constructs.shrink_to_fit();
        OmpAnalysis { facts, diagnostics }
    }

    pub(super) fn is_threadprivate(&self, variable: EntityId) -> bool {
        self.view.entity(variable).duration == StorageDuration::Thread
            || self.threadprivate.binary_search(&variable).is_ok()
    }

    pub(super) fn is_iteration(&self, construct: OmpConstructId, variable: EntityId) -> bool {
        let iterations = self.iterations.get(construct.into_raw().into_u32() as usize);
        iterations.is_some_and(|iterations| iterations.contains(&variable))
    }

    /// The constructs of a directive, with the number of each among its constituents.
    pub(super) fn constructs_of(&self, number: usize) -> Vec<(OmpConstructId, usize)> {
        let constituents = &self.directives[number].form.kind.info().constituents;
        let own = self.facts.constituents(number as u32);
        let position = |kind: OmpDirective| constituents.iter().position(|each| *each == kind);
        own.filter_map(|(id, construct)| Some((id, position(construct.kind)?))).collect()
    }

    /// Enters the attributes that clauses give.
    fn enter_clauses(&mut self) {
        let directives = self.directives;
        for number in checkpoint::every(checkpoint::STRIDE, 0..directives.len()) {
            let constructs = self.constructs_of(number);
            let readings = std::mem::take(&mut self.readings[number]);
            let combined = CombinedDirective {
                constituents: &directives[number].form.kind.info().constituents,
                readings: &readings,
            };
            for (clause, reading) in (0_u32..).zip(&readings) {
                for item in &reading.items {
                    self.enter_item(combined, &constructs, reading, clause, item);
                }
            }
            self.enter_iterations(combined, &constructs);
            self.readings[number] = readings;
        }
    }

    /// Enters what the iteration variables that keep their last values mean for the outer constituents, unless a clause names them or
    /// the loop declares them.
    fn enter_iterations(&mut self, combined: CombinedDirective<'_>, constructs: &[(OmpConstructId, usize)]) {
        let Some((last, _)) = constructs.last() else { return };
        let variables = self.iterations.get(last.into_raw().into_u32() as usize).cloned();
        let run = self.facts.constructs[*last].run;
        for variable in variables.iter().flatten().copied() {
            let is_declared = self.view.is_declared_in(variable, run);
            let is_listed =
                self.facts.attributes(*last, variable).is_some() || self.is_threadprivate(variable);
            if is_declared || is_listed {
                continue;
            }
            let item =
                ReadItem { entity: variable, index: 0, is_whole: true, is_behind_pointer: false, at: None };
            for effect in combined.last_iteration(&item) {
                let construct = constructs.iter().find(|(_, position)| *position == effect.constituent);
                let Some((construct, _)) = construct else { continue };
                let rule = EnvironmentRule::LastIteration;
                self.add(*construct, variable, Determined::predetermined(effect.attribute, rule));
            }
        }
    }

    fn enter_item(
        &mut self,
        combined: CombinedDirective<'_>,
        constructs: &[(OmpConstructId, usize)],
        reading: &ClauseReading,
        clause: u32,
        item: &ReadItem,
    ) {
        let is_iteration = constructs.iter().any(|(id, _)| self.is_iteration(*id, item.entity));
        let clause = ClauseItem { clause, item: item.index };
        for effect in combined.effects(reading, item, is_iteration) {
            let construct = constructs.iter().find(|(_, position)| *position == effect.constituent);
            let Some((construct, _)) = construct else { continue };
            let reason = AttributeReason::explicit(effect.rule, clause);
            self.add(*construct, item.entity, Determined { attribute: effect.attribute, reason });
            let is_base = item.is_behind_pointer
                && (effect.attribute.is_mapping() || effect.attribute == Attribute::HasDeviceAddr);
            if is_base && self.facts.constructs[*construct].kind == OmpDirective::Target {
                self.add_base_pointer(*construct, item.entity);
            }
        }
    }

    fn add_base_pointer(&mut self, construct: OmpConstructId, variable: EntityId) {
        let known = self.facts.attributes(construct, variable).and_then(VariableAttributes::sharing);
        if known.is_none() && !self.is_threadprivate(variable) {
            let rule = EnvironmentRule::BasePointer;
            self.add(construct, variable, Determined::predetermined(Attribute::Firstprivate, rule));
        }
    }

    fn add(&mut self, construct: OmpConstructId, variable: EntityId, determined: Determined) {
        let variables = &mut self.facts.constructs[construct].variables;
        let position = *self.facts.index.entry((construct, variable)).or_insert_with(|| {
            variables.push(VariableAttributes { entity: variable, determined: Vec::new() });
            variables.len() as u32 - 1
        });
        variables[position as usize].determined.push(determined);
    }

    /// Follows the references of all names, and those of the clauses where their directives stand.
    fn refer(&mut self) {
        let view = self.view;
        let clauses = self.clause_runs();
        let mut clauses = clauses.iter().peekable();
        let mut next = 0;
        let mut open: Vec<(Run, OmpConstructId)> = Vec::new();
        for named in checkpoint::every(checkpoint::STRIDE, view.program.named.iter()) {
            while next < self.directives.len() && self.begins_before(next, named.at) {
                self.refer_from_clauses(next);
                let innermost = self.constructs_of(next).last().map(|(id, _)| *id);
                open.extend(innermost.map(|innermost| (self.directives[next].run, innermost)));
                next += 1;
            }
            while clauses.next_if(|run| run.end <= named.at).is_some() {}
            while open.pop_if(|(run, _)| run.end <= named.at).is_some() {}
            let is_in_clause = clauses.peek().is_some_and(|run| run.contains(named.at));
            if let (false, Some((_, around))) = (is_in_clause, open.last()) {
                self.refer_to(Some(*around), named.entity, Some(named.at));
            }
        }
        for number in next..self.directives.len() {
            self.refer_from_clauses(number);
        }
    }

    fn begins_before(&self, directive: usize, at: At) -> bool {
        self.directives[directive].start(self.view) <= at
    }

    /// The clauses of the directives whose constructs are analysed, in source order. What they name is referred to where
    /// they are evaluated. So are the arguments of declarative directives, which are evaluated nowhere.
    fn clause_runs(&self) -> Vec<Run> {
        let view = self.view;
        let mut runs: Vec<Run> = Vec::new();
        let mut last = None;
        for (number, placed) in (0_u32..).zip(self.directives) {
            let declares = view.directive(placed.at).kind.omp().is_some_and(is_declarative);
            if last == Some(placed.at) || !declares && self.facts.constituents(number).next().is_none() {
                continue;
            }
            last = Some(placed.at);
            let node = view.directive(placed.at);
            if declares {
                runs.push(view.run(node.at));
            }
            runs.extend(node.clauses.iter().map(|clause| view.run(view.clause_node(*clause).at)));
        }
        runs.sort_by_key(|run| (run.start, run.end));
        runs
    }

    /// Refers to what the clauses of a directive name: list items from outside the directive, and what else is evaluated
    /// from outside the constituent to which the clause applies.
    fn refer_from_clauses(&mut self, number: usize) {
        let constructs = self.constructs_of(number);
        if constructs.is_empty() {
            return;
        }
        let outside = self.around[number];
        let readings = std::mem::take(&mut self.readings[number]);
        let constituents = &self.directives[number].form.kind.info().constituents;
        let combined = CombinedDirective { constituents, readings: &readings };
        for reading in &readings {
            for item in reading.items.iter().filter(|_| reading.kind != OmpClause::Private) {
                self.refer_to(outside, item.entity, item.at);
            }
            let around = |constituent: usize| {
                let inside = constructs.iter().rev().find(|(_, position)| *position < constituent);
                inside.map(|(id, _)| *id).or(outside)
            };
            self.refer_to_expressions(around(combined.evaluating(reading)), reading, true);
            // Compilers do not agree on whether `default(none)` asks for what is evaluated once more.
            if let Some(again) = combined.testing_again(reading) {
                self.refer_to_expressions(around(again), reading, false);
            }
        }
        self.readings[number] = readings;
    }

    fn refer_to_expressions(
        &mut self,
        around: Option<OmpConstructId>,
        reading: &ClauseReading,
        is_reported: bool,
    ) {
        for expression in &reading.expressions {
            match expression {
                Expression::Variable(variable, at) => {
                    self.refer_to(around, *variable, at.filter(|_| is_reported));
                }
                Expression::Names(run) => {
                    let is_item = |at: At| reading.items.iter().any(|item| item.at == Some(at));
                    let names = self.view.names_in(*run).iter().filter(|named| !is_item(named.at));
                    names.for_each(|named| {
                        self.refer_to(around, named.entity, is_reported.then_some(named.at))
                    });
                }
            }
        }
    }

    /// Refers to a variable from inside a construct.
    fn refer_to(&mut self, around: Option<OmpConstructId>, variable: EntityId, at: Option<At>) {
        if !self.view.entity(variable).is_object() {
            return;
        }
        let mut way = Vec::new();
        let mut next = around;
        while let Some(construct) = next {
            if !self.visited.insert((construct, variable)) {
                break;
            }
            way.push(construct);
            if self.hides(construct, variable) {
                break;
            }
            next = self.facts.constructs[construct].parent;
        }
        for construct in way.into_iter().rev() {
            self.settle(construct, variable, at);
        }
    }

    /// Whether no construct around this one sees the variable, because this one has a variable of its own. A variable that is declared
    /// in a construct is declared in those around it too, and private there, so the way goes on.
    fn hides(&self, construct: OmpConstructId, variable: EntityId) -> bool {
        let known = self.facts.attributes(construct, variable).and_then(VariableAttributes::sharing);
        if let Some(known) = known {
            return known.attribute.hides_original();
        }
        let own = &self.facts.constructs[construct];
        if let Some(determined) = self.predetermined(construct, variable) {
            return determined.attribute.hides_original() && !self.view.is_declared_in(variable, own.run);
        }
        matches!(self.default_sharing(construct), Some((DefaultSharing::Private, _)))
    }

    fn predetermined(&self, construct: OmpConstructId, variable: EntityId) -> Option<Determined> {
        let is_iteration = self.is_iteration(construct, variable);
        let is_threadprivate = self.is_threadprivate(variable);
        predetermined(self.view, &self.facts.constructs[construct], variable, is_iteration, is_threadprivate)
    }

    fn default_sharing(&self, construct: OmpConstructId) -> Option<(DefaultSharing, ClauseItem)> {
        let own = &self.facts.constructs[construct];
        let default = self.defaults[own.number as usize].sharing?;
        own.kind.rule(OmpClause::Default).map(|_| default)
    }

    /// Gives a variable its attribute on a construct, if no clause has given it one.
    fn settle(&mut self, construct: OmpConstructId, variable: EntityId, at: Option<At>) {
        let is_settled = |known: &VariableAttributes| known.sharing().is_some() || known.mapping().is_some();
        if self.facts.attributes(construct, variable).is_some_and(is_settled) {
            return;
        }
        let kind = self.facts.constructs[construct].kind;
        if let Some(determined) = self.predetermined(construct, variable) {
            return self.add(construct, variable, determined);
        }
        if constituents::lists_named_only(kind) && self.facts.attributes(construct, variable).is_none() {
            return;
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
            DefaultSharing::Shared => Attribute::Shared,
            DefaultSharing::Private if !is_outer_static() => Attribute::Private,
            DefaultSharing::Firstprivate if !is_outer_static() => Attribute::Firstprivate,
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

    /// Whether a variable has static storage duration and is declared outside functions. `default` with `private` or
    /// `firstprivate` does not reach it (OpenMP 5.2 5.4.1).
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

    /// The implicit attribute where no `default` clause decides it.
    fn without_default(&self, construct: OmpConstructId, variable: EntityId) -> Determined {
        match self.facts.constructs[construct].kind {
            OmpDirective::Parallel => {
                Determined::implicit(Attribute::Shared, EnvironmentRule::ParallelShared)
            }
            OmpDirective::Teams => Determined::implicit(Attribute::Shared, EnvironmentRule::TeamsShared),
            OmpDirective::Task | OmpDirective::Taskloop => self.of_task(construct, variable),
            _ => Determined::implicit(Attribute::Enclosing, EnvironmentRule::Enclosing),
        }
    }

    /// The attribute of a variable on a task: shared if the constructs up to the innermost `parallel` or `teams` share it.
    fn of_task(&self, construct: OmpConstructId, variable: EntityId) -> Determined {
        let determined = |attribute, rule, from| {
            let reason = AttributeReason { how: How::Implicit, rule, clause: None, from };
            Determined { attribute, reason }
        };
        let copied = |from| determined(Attribute::Firstprivate, EnvironmentRule::TaskFirstprivate, from);
        for outer in self.facts.enclosing(construct) {
            let known = self.facts.attributes(outer, variable);
            let kind = self.facts.constructs[outer].kind;
            match known.and_then(VariableAttributes::sharing).map(|known| known.attribute) {
                Some(Attribute::Shared) if matches!(kind, OmpDirective::Parallel | OmpDirective::Teams) => {
                    return determined(Attribute::Shared, EnvironmentRule::TaskShared, Some(outer));
                }
                Some(Attribute::Shared | Attribute::Enclosing) => {}
                None if constituents::lists_named_only(kind) => {}
                _ => return copied(Some(outer)),
            }
        }
        match self.view.entity(variable).duration {
            StorageDuration::Automatic => copied(None),
            _ => determined(Attribute::Shared, EnvironmentRule::TaskStatic, None),
        }
    }

    /// Settles the variables that nothing refers to: those that only clauses name which leave their storage open, and iteration
    /// variables of composite constructs, which the innermost one has for itself.
    fn complete(&mut self) {
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

/// Whether a directive declares something, so that its arguments are not evaluated where it stands.
fn is_declarative(kind: OmpDirective) -> bool {
    kind.info().association == clacc_syntax::directive::Association::Declarative
}
