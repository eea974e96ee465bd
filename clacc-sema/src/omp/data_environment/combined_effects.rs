//! The constituents of a combined construct to which a clause applies, and its effects on the others (OpenMP 5.2 17.2).

use clacc_syntax::directive::{OmpClause, OmpDirective};
use rustc_hash::FxHashSet;

use super::attribute_kinds::EnvironmentAttribute;
use super::clause_readings::{ClauseReading, ItemPart, ReadItem};
use super::environment_rules::EnvironmentRule;
use crate::omp::form::{MapFlags, MapKind};
use crate::program::place::EntityId;

/// The effect of a clause on one list item on one constituent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClauseEffect {
    /// The index of the constituent, outermost first.
    pub(super) constituent: usize,
    pub(super) attribute: EnvironmentAttribute,
    pub(super) rule: EnvironmentRule,
}

impl ClauseEffect {
    /// Returns true if the clause itself applies to the constituent. Other effects follow from a clause for another constituent.
    pub(super) fn is_of_clause(&self) -> bool {
        matches!(self.rule, EnvironmentRule::Clause | EnvironmentRule::EventHandle)
    }
}

/// A directive, and the variables that its clauses name.
#[derive(Clone, Copy)]
pub(super) struct CombinedDirective<'a> {
    pub(super) constituents: &'a [OmpDirective],
    pub(super) named: &'a NamedByClauses,
}

/// The variables that clauses name, as wholes or in parts. There may be many.
#[derive(Debug, Default)]
pub(super) struct NamedByClauses {
    named: FxHashSet<(OmpClause, EntityId)>,
    /// The variables that `map` clauses name as wholes.
    mapped_whole: FxHashSet<EntityId>,
}

impl NamedByClauses {
    /// The variables that these clauses name.
    pub(super) fn of(readings: &[ClauseReading]) -> NamedByClauses {
        let decides =
            |kind| matches!(kind, OmpClause::Firstprivate | OmpClause::Lastprivate | OmpClause::Map);
        let items = |reading: &'_ ClauseReading| {
            let kind = reading.kind;
            reading.items.iter().map(move |item| (kind, *item)).collect::<Vec<_>>()
        };
        let mut names = NamedByClauses::default();
        for (kind, item) in readings.iter().filter(|reading| decides(reading.kind)).flat_map(items) {
            names.named.insert((kind, item.entity));
            if kind == OmpClause::Map && item.part == ItemPart::Whole {
                names.mapped_whole.insert(item.entity);
            }
        }
        names
    }

    /// Whether a `map` clause names a variable as a whole.
    pub(super) fn maps_whole(&self, variable: EntityId) -> bool {
        self.mapped_whole.contains(&variable)
    }
}

const COPIED: EnvironmentAttribute =
    EnvironmentAttribute::Map { kind: MapKind::Tofrom, flags: MapFlags::NONE };
const ALWAYS_COPIED: EnvironmentAttribute =
    EnvironmentAttribute::Map { kind: MapKind::Tofrom, flags: MapFlags::ALWAYS };

impl CombinedDirective<'_> {
    /// The effects of a clause with an attribute on an item. `is_iteration` is true if the item is the iteration variable of the
    /// directive's loops.
    pub(super) fn effects(
        self,
        reading: &ClauseReading,
        item: &ReadItem,
        is_iteration: bool,
    ) -> Vec<ClauseEffect> {
        let Some(attribute) = reading.attribute_of(item) else { return Vec::new() };
        match reading.kind {
            OmpClause::Private => self.innermost(reading.kind, attribute),
            OmpClause::Firstprivate => self.firstprivate(attribute, item),
            OmpClause::Lastprivate => self.lastprivate(attribute, item),
            OmpClause::Linear => self.linear(item, is_iteration),
            OmpClause::Reduction => self.reduction(attribute, item),
            OmpClause::InReduction => self.in_reduction(attribute),
            OmpClause::Shared => self.everywhere(reading.kind, attribute),
            OmpClause::Detach => {
                let rule = EnvironmentRule::EventHandle;
                let task = self.permitting(reading.kind).next();
                task.map(|constituent| ClauseEffect { constituent, attribute, rule }).into_iter().collect()
            }
            kind => self.permitting(kind).next().map(|at| applied(at, attribute)).into_iter().collect(),
        }
    }

    /// The constituent in whose enclosing context the expressions of a clause are evaluated.
    pub(super) fn evaluating(self, reading: &ClauseReading) -> usize {
        let outermost = |kind| self.permitting(kind).next().unwrap_or(0);
        match reading.kind {
            OmpClause::If => self.testing(reading),
            // Compilers need the values before the region of the target begins.
            OmpClause::NumTeams | OmpClause::ThreadLimit => 0,
            OmpClause::Reduction | OmpClause::Linear => self.permitting(reading.kind).last().unwrap_or(0),
            kind => outermost(kind),
        }
    }

    /// The constituent to which `if` applies: the one that it names, or the outermost.
    fn testing(self, reading: &ClauseReading) -> usize {
        reading.of.map_or(0, |of| self.first_of(of.info().constituents.first()))
    }

    /// The innermost constituent to which an `if` without a name applies, if it applies to several: each of them evaluates the
    /// condition (OpenMP 5.2 17.2).
    pub(super) fn testing_again(self, reading: &ClauseReading) -> Option<usize> {
        let innermost = self.permitting(reading.kind).next_back();
        innermost.filter(|at| reading.kind == OmpClause::If && reading.of.is_none() && *at > 0)
    }

    fn first_of(self, kind: Option<&OmpDirective>) -> usize {
        self.constituents.iter().position(|each| Some(each) == kind).unwrap_or(0)
    }

    fn position(self, kind: OmpDirective) -> Option<usize> {
        self.constituents.iter().position(|each| *each == kind)
    }

    fn has(self, kind: OmpDirective) -> bool {
        self.constituents.contains(&kind)
    }

    /// The constituents that permit a clause, outermost first.
    pub(super) fn permitting(self, clause: OmpClause) -> impl DoubleEndedIterator<Item = usize> {
        let constituents = self.constituents.iter().enumerate();
        constituents.filter(move |(_, kind)| kind.rule(clause).is_some()).map(|(position, _)| position)
    }

    fn innermost(self, clause: OmpClause, attribute: EnvironmentAttribute) -> Vec<ClauseEffect> {
        self.permitting(clause).next_back().map(|at| applied(at, attribute)).into_iter().collect()
    }

    fn everywhere(self, clause: OmpClause, attribute: EnvironmentAttribute) -> Vec<ClauseEffect> {
        self.permitting(clause).map(|at| applied(at, attribute)).collect()
    }

    /// Whether a clause of a kind names the variable of an item.
    fn names(self, clause: OmpClause, item: &ReadItem) -> bool {
        self.named.named.contains(&(clause, item.entity))
    }

    fn firstprivate(self, attribute: EnvironmentAttribute, item: &ReadItem) -> Vec<ClauseEffect> {
        let clause = OmpClause::Firstprivate;
        let chosen: Vec<usize> = self.permitting(clause).filter(|at| self.copies(*at, item)).collect();
        let shared = self.sharing().filter(|at| !chosen.contains(at)).map(shared);
        let mut effects: Vec<ClauseEffect> = chosen.iter().map(|at| applied(*at, attribute)).collect();
        effects.extend(shared);
        effects
    }

    /// Whether `firstprivate` applies to a constituent that permits it.
    fn copies(self, at: usize, item: &ReadItem) -> bool {
        use OmpDirective as D;
        let is_alone = self.constituents.len() == 1;
        is_alone
            || match self.constituents[at] {
                D::Teams => !self.has(D::Distribute),
                D::Parallel => !self.has(D::Taskloop) && !self.has_worksharing_copy(),
                D::Target => !self.names(OmpClause::Lastprivate, item) && !self.names(OmpClause::Map, item),
                _ => true,
            }
    }

    /// Whether one of the constituents is a worksharing construct that takes `firstprivate`.
    fn has_worksharing_copy(self) -> bool {
        use OmpDirective as D;
        let shares_work = |kind: &D| matches!(kind, D::For | D::Sections | D::Single | D::Scope);
        self.constituents.iter().any(|kind| shares_work(kind) && kind.rule(OmpClause::Firstprivate).is_some())
    }

    /// The constituents on which a variable is shared if another one makes it private.
    fn sharing(self) -> impl Iterator<Item = usize> {
        [OmpDirective::Teams, OmpDirective::Parallel].into_iter().filter_map(move |kind| self.position(kind))
    }

    fn lastprivate(self, attribute: EnvironmentAttribute, item: &ReadItem) -> Vec<ClauseEffect> {
        let mut effects = self.everywhere(OmpClause::Lastprivate, attribute);
        if !self.names(OmpClause::Firstprivate, item) {
            effects.extend(self.sharing().map(shared));
        }
        effects.extend(self.copied_by_target(item));
        effects
    }

    /// The effect on `target` of a clause whose result the host uses.
    fn copied_by_target(self, item: &ReadItem) -> Option<ClauseEffect> {
        let target = self.position(OmpDirective::Target)?;
        let rule = EnvironmentRule::CombinedEffect;
        let effect = ClauseEffect { constituent: target, attribute: COPIED, rule };
        (!self.names(OmpClause::Map, item)).then_some(effect)
    }

    fn linear(self, item: &ReadItem, is_iteration: bool) -> Vec<ClauseEffect> {
        let Some(innermost) = self.permitting(OmpClause::Linear).next_back() else { return Vec::new() };
        let mut effects = vec![applied(innermost, EnvironmentAttribute::Linear)];
        let mut outer = self.lastprivate(EnvironmentAttribute::Lastprivate { conditional: false }, item);
        if !is_iteration {
            // The effect of `lastprivate` on `target` excludes that of `firstprivate`.
            let copied = self.firstprivate(EnvironmentAttribute::Firstprivate, item);
            let is_target =
                |effect: &ClauseEffect| self.constituents[effect.constituent] == OmpDirective::Target;
            outer.extend(copied.into_iter().filter(|effect| !is_target(effect)));
        }
        outer.retain(|effect| effect.constituent < innermost);
        for mut effect in outer {
            effect.rule = EnvironmentRule::CombinedEffect;
            let is_known = effects
                .iter()
                .any(|other| other.constituent == effect.constituent && other.attribute == effect.attribute);
            if !is_known {
                effects.push(effect);
            }
        }
        effects
    }

    fn reduction(self, attribute: EnvironmentAttribute, item: &ReadItem) -> Vec<ClauseEffect> {
        use OmpDirective as D;
        let reduces = |at: &usize| match self.constituents[*at] {
            D::Parallel => {
                ![D::Sections, D::For, D::Loop, D::Taskloop].into_iter().any(|kind| self.has(kind))
            }
            D::Teams => !self.has(D::Loop),
            _ => true,
        };
        let chosen: Vec<usize> = self.permitting(OmpClause::Reduction).filter(reduces).collect();
        let mut effects: Vec<ClauseEffect> = chosen.iter().map(|at| applied(*at, attribute)).collect();
        effects.extend(self.sharing().filter(|at| !chosen.contains(at)).map(shared));
        effects.extend(self.copied_by_target(item));
        effects
    }

    /// The effects of the last value of an iteration variable of `simd` or `loop` on the constituents outside of that one: those of
    /// `lastprivate`, so that the value reaches the original variable.
    pub(super) fn last_iteration(self, item: &ReadItem) -> Vec<ClauseEffect> {
        let keeps = |kind: &OmpDirective| matches!(kind, OmpDirective::Simd | OmpDirective::Loop);
        let Some(innermost) = self.constituents.iter().rposition(keeps) else { return Vec::new() };
        let mut effects = self.lastprivate(EnvironmentAttribute::Lastprivate { conditional: false }, item);
        effects.retain(|effect| effect.constituent < innermost);
        effects
    }

    /// The lanes of `simd` combine into the variable of the task, so they reduce it.
    fn in_reduction(self, attribute: EnvironmentAttribute) -> Vec<ClauseEffect> {
        let mut effects = self.innermost(OmpClause::InReduction, attribute);
        let lanes = self.position(OmpDirective::Simd).zip(match attribute {
            EnvironmentAttribute::InReduction(operator) => Some(EnvironmentAttribute::Reduction(operator)),
            _ => None,
        });
        effects.extend(lanes.map(|(constituent, attribute)| ClauseEffect {
            constituent,
            attribute,
            rule: EnvironmentRule::CombinedEffect,
        }));
        if let Some(target) = self.position(OmpDirective::Target) {
            let rule = EnvironmentRule::CombinedEffect;
            effects.push(ClauseEffect { constituent: target, attribute: ALWAYS_COPIED, rule });
        }
        effects
    }
}

/// The effect of the clause itself.
fn applied(constituent: usize, attribute: EnvironmentAttribute) -> ClauseEffect {
    ClauseEffect { constituent, attribute, rule: EnvironmentRule::Clause }
}

fn shared(constituent: usize) -> ClauseEffect {
    ClauseEffect {
        constituent,
        attribute: EnvironmentAttribute::Shared,
        rule: EnvironmentRule::CombinedEffect,
    }
}
