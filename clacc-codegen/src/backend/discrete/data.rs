//! Directives about data on a device with a memory of its own.

use clacc_sema::omp::form::{Clause, Directive, Origin};
use clacc_sema::program::place::{Extent, Place, Step as PlaceStep};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use crate::capture::types::type_of;
use crate::constructs::lowering::Lowering;
use crate::emit::Step;
use crate::piece::text_literal;
use crate::plan::Node;
use crate::plan::constituents::Part;
use crate::scope::DeviceName;

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
        self.device_addresses(&part, &site, &format!("{number}, {condition}"))?;
        let done = self.nodes(inside);
        self.scope.device_names.truncate(names);
        done?;
        let used = self.used_here();
        self.emit.line(&format!("{used}{} }}", call("end")));
        Ok(())
    }

    /// Declares the variables of `use_device_ptr` and `use_device_addr`, which stand for those of the program in the region.
    fn device_addresses(&mut self, part: &Part<'a>, site: &str, place: &str) -> Step {
        let mut new = Vec::new();
        for kind in [OmpClause::UseDevicePtr, OmpClause::UseDeviceAddr] {
            for entity in self.listed(part, kind)? {
                let (here, name) = (self.spelled(entity), self.entity_text(entity).to_owned());
                let (own, text) = (self.emit.name("u"), text_literal(&name));
                let is_pointer = kind == OmpClause::UseDevicePtr && type_of(self.view, entity).is_pointer();
                let flags = if self.must_be_present(part) { "CLACC_PRESENT" } else { "0" };
                let (ty, value, spelled) = if is_pointer {
                    (format!("__typeof__({here})"), here, own.clone())
                } else {
                    (format!("__typeof__({here}) *"), format!("&({here})"), format!("(*{own})"))
                };
                self.emit.line(&format!(
                    "{ty} {own} = clacc_use_device({site}, {place}, {value}, {flags}, {text});"
                ));
                new.push(DeviceName { entity, spelled, functions: self.depth_of_functions() });
                self.scope.hidden.push(entity);
            }
        }
        self.scope.device_names.extend(new);
        Ok(())
    }

    /// Returns whether data without a copy on the device is a mistake: in `host_data` of OpenACC without `if_present` (3.4 2.8), and not in
    /// OpenMP (5.2 5.4.7).
    fn must_be_present(&self, part: &Part<'a>) -> bool {
        let Origin::Directive(id) = part.directive.origin else { return false };
        let directive = self.view.directive(id);
        let kind = |clause: &ClauseId| self.view.clause_node(*clause).kind.acc();
        let is_if_present = |clause: &ClauseId| kind(clause) == Some(AccClause::IfPresent);
        directive.kind.acc().is_some() && !directive.clauses.iter().any(is_if_present)
    }

    /// `target enter data`, `target exit data`, `target update`.
    pub(super) fn moved_data(&mut self, directive: &'a Directive) -> Step {
        use OmpClause::{Depend, Device, From, If, Map, Nowait, To};
        let part = self.alone(directive, &[Depend, Device, From, If, Map, Nowait, To])?;
        self.emit.line("{");
        let (device, go) = self.place_of_execution(&part)?;
        let what = match directive.kind {
            OmpDirective::TargetEnterData => "enter",
            OmpDirective::TargetExitData => "exit",
            _ => "update",
        };
        if what == "update" {
            self.check_contiguous(&part.clauses)?;
        }
        let items = self.items_of(&part.clauses, what == "exit")?;
        let items = self.declared_items(&items);
        let order = self.order(&part.clauses)?;
        let (used, site) = (self.used_here(), self.emit.site());
        self.emit.line(&format!(
            "{used}{}{}clacc_data_{what}({site}, {device}, {go}, {});{} }}",
            items.declared, order.begin, items.arguments, order.end
        ));
        Ok(())
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
        let last = place.steps.iter().rposition(|step| matches!(step, PlaceStep::Deref(_)));
        let behind = &place.steps[last.map_or(0, |at| at + 1)..];
        let is_long = |step: &&PlaceStep| match step {
            PlaceStep::Range { extent: Extent::Length(length), .. } => self.view.number(*length) != Some(1),
            PlaceStep::Range { .. } => true,
            _ => false,
        };
        behind.iter().filter(is_long).count()
    }
}
