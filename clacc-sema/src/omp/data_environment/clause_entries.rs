//! Enters the attributes that clauses give, and those that follow from the iteration variables of combined constructs.

use clacc_syntax::checkpoint;
use clacc_syntax::directive::OmpDirective;

use super::attribute_kinds::EnvironmentAttribute;
use super::clause_readings::{ClauseReading, ItemPart, ReadItem};
use super::combined_effects::{CombinedDirective, NamedByClauses};
use super::determination::Determination;
use super::environment_facts::{AttributeReason, ClauseItem, Determined, OmpConstructId};
use super::environment_rules::EnvironmentRule;

impl Determination<'_> {
    /// Enters the attributes that clauses give.
    pub(super) fn enter_clauses(&mut self) {
        let directives = self.directives;
        for number in checkpoint::every(checkpoint::STRIDE, 0..directives.len()) {
            let constructs = self.constructs_of(number);
            let readings = std::mem::take(&mut self.readings[number]);
            let combined = CombinedDirective {
                constituents: &directives[number].form.kind.info().constituents,
                named: &NamedByClauses::of(&readings),
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

    /// Enters the attributes that iteration variables with the rule [`EnvironmentRule::LastIteration`] have on the outer constituents,
    /// unless a clause names them or the loop declares them.
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
            let item = ReadItem { entity: variable, index: 0, part: ItemPart::Whole, at: None };
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
            // The base pointer of a mapped section is the one on the device (OpenMP 5.2 5.1.1), unless it is mapped itself.
            let is_base = item.part == ItemPart::Pointee
                && !combined.named.maps_whole(item.entity)
                && (effect.attribute.is_mapping() || effect.attribute == EnvironmentAttribute::HasDeviceAddr);
            if is_base && self.facts.constructs[*construct].kind == OmpDirective::Target {
                self.add_base_pointer(*construct, item.entity);
            }
        }
    }
}
