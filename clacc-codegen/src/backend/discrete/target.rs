//! `target` on a device with a memory of its own.

use clacc_sema::c::types::{QualType, Type};
use clacc_sema::omp::data_environment::{EnvironmentAttribute, VariableAttributes};
use clacc_sema::omp::form::{Item, Omp};
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use crate::capture::types::type_of;
use crate::constructs::clauses::is_behind_pointer;
use crate::constructs::copies::Copies;
use crate::constructs::lowering::Lowering;
use crate::constructs::parallel::Outlined;
use crate::emit::Step;
use crate::piece::{CapturedBy, text_literal};
use crate::plan::Node;
use crate::plan::constituents::Part;
use crate::plan::range_of_all;

impl<'a> Lowering<'a> {
    /// Emits a `target` region and the call that runs it.
    pub(super) fn device_region(&mut self, part: &Part<'a>, inner: &[Part<'a>], inside: &[Node<'a>]) -> Step {
        self.check_used_allocators(part)?;
        if let Some(clause) = part.clause(OmpClause::InReduction) {
            return Err(self.refuse_clause(clause));
        }
        if let [Node::Form(Omp::ZeroBytes(item), _)] = inside {
            return self.zeroed_item(part, item);
        }
        self.emit.line("{");
        let (device, go) = self.place_of_execution(part)?;
        let limit = self.thread_limit(part)?;
        let outer = std::mem::take(&mut self.scope.league);
        self.scope.league = self.fixed_league(inner)?;
        let mut items = self.items_of(&part.clauses, false)?;
        items.extend(self.implied_items(part));
        items.extend(self.own_sections(part)?);
        let decided = self.device_captures(part);
        let private = self.listed(part, OmpClause::Private)?;
        let copies = Copies { private, ..Copies::default() };
        let outlined = self.outlined(range_of_all(inside, self.emit.at), &mut |own| {
            own.decide(&decided);
            own.is_kernel();
            own.league_comes_in();
            own.with_copies(&copies, None, &mut |own| own.parts(inner, inside))
        })?;
        self.scope.league = outer;
        let items = self.declared_items(&items);
        let (params, param_arguments) = self.params(part, &outlined);
        let (set, argument) = self.arguments(&outlined);
        let order = self.order(&part.clauses)?;
        let (used, site, name) = (self.used_here(), self.emit.site(), &outlined.name);
        let bytes = if argument == "0" { "0".to_owned() } else { format!("sizeof (struct {name})") };
        self.emit.line(&format!(
            "{used}{set}{}{params}{}clacc_target({site}, {device}, {go}, {name}, {argument}, {bytes}, {limit}, {param_arguments}, {});{} }}",
            items.declared, order.begin, items.arguments, order.end
        ));
        Ok(())
    }

    /// Emits the call that sets an item to zero on the device, whose bounds are evaluated on the host.
    fn zeroed_item(&mut self, part: &Part<'a>, item: &Item) -> Step {
        let Some(place) = item.place() else { return Err(self.refuse_rows()) };
        self.emit.line("{");
        let (device, go) = self.place_of_execution(part)?;
        let item = self.place_item(place, "0")?;
        let items = self.declared_items(&[item]);
        let order = self.order(&part.clauses)?;
        let (used, site) = (self.used_here(), self.emit.site());
        self.emit.line(&format!(
            "{used}{}{}clacc_data_zero({site}, {device}, {go}, {});{} }}",
            items.declared, order.begin, items.arguments, order.end
        ));
        Ok(())
    }

    fn is_kernel(&mut self) {
        if let Some(frame) = self.scope.frames.last_mut() {
            frame.is_kernel = true;
        }
    }

    /// Returns the arguments of a call for the device and for the condition.
    pub(super) fn place_of_execution(&mut self, part: &Part<'a>) -> Step<(String, String)> {
        let device = self.device(part)?;
        let condition = self.condition(part)?;
        Ok((device, condition.map_or_else(|| "1".to_owned(), |condition| format!("{condition} ? 1 : 0"))))
    }

    /// Returns whether an array is copied to memory of the device for this region alone.
    pub(super) fn is_copied_to_device(&self, each: &VariableAttributes) -> bool {
        let is_array = matches!(&*type_of(self.view, each.entity).ty, Type::Array { .. });
        is_array && each.sharing().is_some_and(|known| known.attribute == EnvironmentAttribute::Firstprivate)
    }

    /// Returns how the region captures the variables that it refers to: mapped ones by their addresses, others with their values.
    fn device_captures(&self, part: &Part<'a>) -> Vec<(EntityId, CapturedBy)> {
        let variables = self.environments.variables(part.directive, OmpDirective::Target);
        let captured = |each: &VariableAttributes| match each.sharing().map(|known| known.attribute) {
            _ if self.is_copied_to_device(each) => Some(CapturedBy::Address),
            Some(EnvironmentAttribute::Firstprivate | EnvironmentAttribute::IsDevicePtr) => {
                Some(CapturedBy::Copy)
            }
            Some(EnvironmentAttribute::HasDeviceAddr) if is_named_by_sections(part, each.entity) => {
                Some(CapturedBy::Copy)
            }
            Some(EnvironmentAttribute::HasDeviceAddr) => Some(CapturedBy::Address),
            Some(EnvironmentAttribute::Private) => None,
            _ => each.mapping().map(|_| CapturedBy::Address),
        };
        variables.iter().filter_map(|each| Some((each.entity, captured(each)?))).collect()
    }

    /// Declares what the arguments of a region hold: addresses of variables, and pointers.
    fn params(&mut self, part: &Part<'a>, outlined: &Outlined) -> (String, String) {
        let captures = outlined.arguments.captures.clone();
        let mut params = Vec::new();
        for (entity, by) in captures {
            if self.is_of_device(part, entity) {
                continue;
            }
            let here = self.spelled(entity);
            let (kind, bytes) = match by {
                CapturedBy::Address | CapturedBy::Elements => {
                    ("CLACC_ADDRESS_OF", format!("sizeof ({here})"))
                }
                CapturedBy::Value | CapturedBy::Copy if type_of(self.view, entity).is_pointer() => {
                    ("CLACC_POINTER", self.size_of_pointee(entity))
                }
                _ => continue,
            };
            let name = self.entity_text(entity);
            params.push(format!(
                "{{ __builtin_offsetof(struct {}, {name}), {kind}, {bytes}, {} }}, ",
                outlined.name,
                text_literal(name)
            ));
        }
        if params.is_empty() {
            return (String::new(), "0, 0".to_owned());
        }
        let list = self.emit.name("q");
        let declared = format!("const clacc_param {list}[] = {{ {}}}; ", params.concat());
        (declared, format!("{}, {list}", params.len()))
    }

    /// Returns whether a clause says that the address of a variable, or its value, is one of the device.
    fn is_of_device(&self, part: &Part<'a>, entity: EntityId) -> bool {
        use EnvironmentAttribute::{HasDeviceAddr, IsDevicePtr};
        let sharing = self.environments.sharing(part.directive, OmpDirective::Target, entity);
        matches!(sharing, Some(IsDevicePtr | HasDeviceAddr))
    }

    /// Returns the size of what a pointer points to, for messages. 0 if that is not a number or a pointer: other types may be incomplete.
    fn size_of_pointee(&mut self, pointer: EntityId) -> String {
        let ty = type_of(self.view, pointer);
        let is_value =
            |target: &QualType| target.is_pointer() || target.as_builtin().is_some() && !target.is_void();
        if ty.target().is_some_and(is_value) {
            format!("sizeof (*{})", self.spelled(pointer))
        } else {
            "0".to_owned()
        }
    }
}

/// Returns whether `has_device_addr` names only what a pointer points to.
fn is_named_by_sections(part: &Part<'_>, pointer: EntityId) -> bool {
    let clauses = part.clauses.iter().filter(|clause| clause.kind() == OmpClause::HasDeviceAddr);
    let mut items = clauses.flat_map(|clause| clause.items());
    items.all(|item| item.place().is_none_or(|place| place.root != pointer) || is_behind_pointer(item))
}
