//! Directives about data on a device with a memory of its own.

use clacc_sema::omp::form::{Clause, Directive, Origin};
use clacc_sema::program::place::{Extent, Place, Step as PlaceStep};
use clacc_syntax::directive::{AccDirective, OmpClause, OmpDirective};

use crate::constructs::lowering::Lowering;
use crate::emit::Step;
use crate::plan::Node;

impl<'a> Lowering<'a> {
    /// `target data`.
    pub(super) fn data_region(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        use OmpClause::{Depend, Device, If, Map, Nowait, UseDeviceAddr, UseDevicePtr};
        let part = self.alone(directive, &[Depend, Device, If, Map, Nowait, UseDeviceAddr, UseDevicePtr])?;
        let wait = self.wait_for(&part.clauses)?;
        self.emit.line(&format!("{{ {wait}"));
        let (device, go) = self.place_of_execution(&part)?;
        let number = self.emit.name("d");
        let condition = self.emit.name("c");
        self.emit.line(&format!("const int32_t {number} = {device}, {condition} = {go};"));
        let items = self.items_of(&part.clauses, false)?;
        let items = self.declared_items(&items);
        let site = self.emit.site();
        let call =
            |what: &str| format!("clacc_data_{what}({site}, {number}, {condition}, {});", items.arguments);
        self.emit.line(&format!("{}{}", items.declared, call("begin")));
        let names = self.scope.device_names.len();
        self.device_addresses(&part, &format!("{site}, {number}, {condition}"))?;
        let done = self.nodes(inside);
        self.scope.device_names.truncate(names);
        done?;
        let used = self.used_here();
        self.emit.line(&format!("{used}{} }}", call("end")));
        Ok(())
    }

    /// `target enter data`, `target exit data`, `target update`.
    pub(super) fn moved_data(&mut self, directive: &'a Directive) -> Step {
        use OmpClause::{Depend, Device, From, If, Map, Nowait, To};
        let part = self.alone(directive, &[Depend, Device, From, If, Map, Nowait, To])?;
        self.emit.line("{");
        let (device, go) = self.place_of_execution(&part)?;
        let what = match (directive.kind, self.is_of_data_region(directive)) {
            (OmpDirective::TargetEnterData, false) => "enter",
            (OmpDirective::TargetEnterData, true) => "begin_deferred",
            (OmpDirective::TargetExitData, false) => "exit",
            (OmpDirective::TargetExitData, true) => "end_deferred",
            _ => "update",
        };
        if what == "update" {
            self.check_contiguous(&part.clauses)?;
        }
        let items = self.items_of(&part.clauses, directive.kind == OmpDirective::TargetExitData)?;
        let items = self.declared_items(&items);
        let order = self.order(&part.clauses)?;
        let (used, site) = (self.used_here(), self.emit.site());
        self.emit.line(&format!(
            "{used}{}{}clacc_data_{what}({site}, {device}, {go}, {});{} }}",
            items.declared, order.begin, items.arguments, order.end
        ));
        Ok(())
    }

    /// Returns whether a directive is the beginning or the end of a data construct, of which the mapping makes directives of their own.
    fn is_of_data_region(&self, directive: &Directive) -> bool {
        let Origin::Directive(id) = directive.origin else { return false };
        self.view.directive(id).kind.acc() == Some(AccDirective::Data)
    }

    /// Refuses updates of sections with gaps, between which the library would copy too.
    fn check_contiguous(&mut self, clauses: &[&'a Clause]) -> Step {
        for clause in clauses {
            let places: Vec<_> = clause.items().iter().filter_map(|item| item.place().cloned()).collect();
            for place in places {
                if self.ranges_behind_pointers(&place) > 1 && self.section_of_member(&place).is_none() {
                    return Err(self.refuse_clause(clause));
                }
            }
        }
        Ok(())
    }

    /// Returns the number of ranges behind the last pointer of a place that may have several elements.
    fn ranges_behind_pointers(&self, place: &Place) -> usize {
        let is_long = |step: &&PlaceStep| match step {
            PlaceStep::Range { extent: Extent::Length(length), .. } => self.view.number(*length) != Some(1),
            PlaceStep::Range { .. } => true,
            _ => false,
        };
        place.steps_to_block().1.iter().filter(is_long).count()
    }
}
