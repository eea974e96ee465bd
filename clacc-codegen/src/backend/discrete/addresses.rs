//! The device addresses of `host_data` and `target data`: in the region, names of the program stand for them.

use clacc_sema::omp::form::{Clause, Fresh, HiddenStruct, Item, Origin};
use clacc_sema::program::View;
use clacc_sema::program::place::{Bound, Place, Step as PlaceStep};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::{AccClause, OmpClause};

use crate::capture::types::type_of;
use crate::constructs::lowering::Lowering;
use crate::emit::Step;
use crate::piece::text_literal;
use crate::plan::constituents::Part;
use crate::scope::DeviceName;

impl<'a> Lowering<'a> {
    /// Declares the device addresses of `use_device_ptr` and `use_device_addr`, for which the names of the program stand in the region.
    /// `arguments` are those of the call that asks for an address, before that of the host.
    pub(super) fn device_addresses(&mut self, part: &Part<'a>, arguments: &str) -> Step {
        let flags = if self.must_be_present(part) { "CLACC_PRESENT" } else { "0" };
        let address = |host: &str, name: &str| {
            format!("clacc_use_device({arguments}, {host}, {flags}, {})", text_literal(name))
        };
        let is_asked =
            |clause: &&&Clause| matches!(clause.kind(), OmpClause::UseDevicePtr | OmpClause::UseDeviceAddr);
        let mut new: Vec<DeviceName> = Vec::new();
        for clause in part.clauses.iter().filter(is_asked) {
            if !clause.modifiers().is_empty() {
                return Err(self.refuse_clause(clause));
            }
            for item in clause.items() {
                if let Item::Fresh(fresh) = item {
                    self.address_in_added_variable(clause, *fresh, &address)?;
                } else if item.place().is_none_or(|place| new.iter().all(|name| name.entity != place.root)) {
                    new.push(self.device_name_of(clause, item, &address)?);
                }
            }
        }
        self.scope.device_names.extend(new);
        Ok(())
    }

    /// Declares the device address of a variable or of what a pointer points to.
    fn device_name_of(
        &mut self,
        clause: &Clause,
        item: &Item,
        address: &dyn Fn(&str, &str) -> String,
    ) -> Step<DeviceName> {
        let kind = clause.kind();
        let place = item.place().filter(|place| self.view.entity(place.root).is_object());
        let entity = match place {
            Some(place) if place.is_whole() => place.root,
            Some(place) if kind == OmpClause::UseDeviceAddr && is_from_first_element(self.view, place) => {
                place.root
            }
            _ => return Err(self.refuse_clause(clause)),
        };
        let is_section = place.is_some_and(|place| !place.is_whole());
        let (here, name) = (self.spelled(entity), self.entity_text(entity).to_owned());
        let own = self.emit.name("u");
        let is_pointer = kind == OmpClause::UseDevicePtr && type_of(self.view, entity).is_pointer();
        let (ty, value, spelled) = if is_pointer || is_section {
            (format!("__typeof__({here})"), here, own.clone())
        } else {
            (format!("__typeof__({here}) *"), format!("&({here})"), format!("(*{own})"))
        };
        self.emit.line(&format!("{ty} {own} = {};", address(&value, &name)));
        self.scope.hidden.push(entity);
        Ok(DeviceName { entity, spelled, functions: self.depth_of_functions() })
    }

    /// Declares a variable that has the name of one of the mapping and holds the device address of what that one points to.
    fn address_in_added_variable(
        &mut self,
        clause: &Clause,
        variable: Fresh,
        address: &dyn Fn(&str, &str) -> String,
    ) -> Step {
        let Some(name) = self.kept_variable(variable) else { return Err(self.refuse_clause(clause)) };
        let told = match clause.origin {
            Origin::Clause(id) => self.source_text(self.view.clause_span(id)),
            _ => name.clone(),
        };
        let own = self.emit.name("u");
        self.emit.line(&format!("__typeof__({name}) {own} = {};", address(&name, &told)));
        self.emit.line(&format!("__typeof__({own}) {name} = {own};"));
        Ok(())
    }

    /// Emits a copy of a struct, whose pointer members hold other addresses. Its name stands for the struct in the region.
    pub(crate) fn hidden_struct(&mut self, hidden: &HiddenStruct) -> Step {
        let (here, copy) = (self.spelled(hidden.entity), self.emit.name("s"));
        let is_pointer = type_of(self.view, hidden.entity).is_pointer();
        let (object, spelled) =
            if is_pointer { (format!("*{here}"), format!("(&{copy})")) } else { (here, copy.clone()) };
        self.emit.line(&format!("__typeof__({object}) {copy} = {object};"));
        for (member, pointer) in &hidden.members {
            let Some(address) = self.kept_variable(*pointer) else { return Err(self.refuse_rows()) };
            let fields = member.steps.iter().filter_map(|step| match step {
                PlaceStep::Field(name) => Some(format!(".{}", self.view.text(*name))),
                _ => None,
            });
            let fields: String = fields.collect();
            self.emit.line(&format!("{copy}{fields} = {address};"));
        }
        self.scope.hidden.push(hidden.entity);
        let functions = self.depth_of_functions();
        self.scope.device_names.push(DeviceName { entity: hidden.entity, spelled, functions });
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
}

/// Returns whether a place is a section of what a variable points to, from the first element on.
fn is_from_first_element(view: View<'_>, place: &Place) -> bool {
    let [PlaceStep::Deref(_), PlaceStep::Range { start, .. }] = &*place.steps else { return false };
    match start {
        Bound::Default => true,
        Bound::At(value) => view.number(*value) == Some(0),
    }
}
