//! `target` on a device with a memory of its own.

use clacc_sema::c::types::{QualType, Type};
use clacc_sema::omp::data_environment::{EnvironmentAttribute, VariableAttributes};
use clacc_sema::omp::form::{Item, Omp};
use clacc_sema::program::place::{EntityId, Step as PlaceStep, Value};
use clacc_syntax::directive::{OmpClause, OmpDirective};

use crate::capture::types::type_of;
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
        if let Some(clause) =
            part.clause(OmpClause::InReduction).or_else(|| part.clause(OmpClause::HasDeviceAddr))
        {
            return Err(self.refuse_clause(clause));
        }
        let zeroed = zeroed(inside);
        // Setting bytes to zero needs no league.
        let inner = if zeroed.is_some() { &[] } else { inner };
        self.emit.line("{");
        let (device, go) = self.place_of_execution(part)?;
        let limit = self.thread_limit(part)?;
        let outer = std::mem::take(&mut self.scope.league);
        self.scope.league = self.fixed_league(inner)?;
        let mut items = self.items_of(&part.clauses, false)?;
        let region = range_of_all(inside, self.emit.at);
        items.extend(self.implied_items(part, region));
        items.extend(self.own_sections(part)?);
        let decided = match zeroed {
            Some(item) => self.captured_item(item),
            None => self.device_captures(part),
        };
        let private = self.listed(part, OmpClause::Private)?;
        let copies = Copies { private, ..Copies::default() };
        let outlined = self.outlined(region, &mut |own| {
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
            Some(EnvironmentAttribute::Private) => None,
            _ => each.mapping().map(|_| CapturedBy::Address),
        };
        variables.iter().filter_map(|each| Some((each.entity, captured(each)?))).collect()
    }

    /// Returns how a region that sets an item to zero captures the variables of the item, to which no code of the program in the region refers:
    /// the one that is set by its address, pointers and bounds with their values.
    fn captured_item(&self, item: &Item) -> Vec<(EntityId, CapturedBy)> {
        let Some(place) = item.place() else { return Vec::new() };
        let is_behind = matches!(place.steps.first(), Some(PlaceStep::Deref(_)));
        let root = (place.root, if is_behind { CapturedBy::Copy } else { CapturedBy::Address });
        let bounds = place.steps.iter().flat_map(PlaceStep::values).filter_map(|value| match value {
            Value::Node(at) => Some(self.view.names_in(self.view.run(at))),
            Value::Constant(_) => None,
        });
        let bounds = bounds.flatten().map(|named| (named.entity, CapturedBy::Copy));
        [root].into_iter().chain(bounds.filter(|(entity, _)| *entity != place.root)).collect()
    }

    /// Declares what the arguments of a region hold: addresses of variables, and pointers.
    fn params(&mut self, part: &Part<'a>, outlined: &Outlined) -> (String, String) {
        let captures = outlined.arguments.captures.clone();
        let mut params = Vec::new();
        for (entity, by) in captures {
            let is_of_device = part.has(OmpClause::IsDevicePtr)
                && self.environments.sharing(part.directive, OmpDirective::Target, entity)
                    == Some(EnvironmentAttribute::IsDevicePtr);
            let here = self.spelled(entity);
            let (kind, bytes) = match by {
                CapturedBy::Address | CapturedBy::Elements => {
                    ("CLACC_ADDRESS_OF", format!("sizeof ({here})"))
                }
                CapturedBy::Value | CapturedBy::Copy
                    if type_of(self.view, entity).is_pointer() && !is_of_device =>
                {
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

/// Returns the item that a region sets to zero.
fn zeroed<'n>(inside: &'n [Node<'_>]) -> Option<&'n Item> {
    match inside {
        [Node::Form(Omp::ZeroBytes(item), _)] => Some(item),
        _ => None,
    }
}
