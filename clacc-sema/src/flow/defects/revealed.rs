//! The flow of pointer values out of a function: of pointers at file scope, and of parameters.

use clacc_syntax::Name;
use rustc_hash::{FxHashMap, FxHashSet};

use super::pragma_runs::pragma_runs;
use crate::program::View;
use crate::program::access::{Call, JumpKind, Write, WriteKind};
use crate::program::element::{Element, Gathering};
use crate::program::entity::{Class, EntityKind, StorageDuration};
use crate::program::place::{At, EntityId};
use crate::program::run::{Run, Runs};

/// A pointer whose value a function may copy to other pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holder {
    /// A variable with static storage duration.
    Variable(Name),
    /// The parameter at this position.
    Parameter(usize),
}

/// The uses of the pointers of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointerFlow {
    /// The pointers whose pointees may be reachable in other ways: directives name the pointer, or the function does something else with it
    /// than to access its pointee, to test it, to let the C library free or fill the pointee, or to assign it new memory.
    pub revealed: FxHashSet<Holder>,
    /// The functions to which the value of each pointer is passed, with the position of the argument.
    pub passed: FxHashMap<Holder, Vec<(Name, usize)>>,
    /// The number of its parameters; 0 if they are not known.
    pub parameters: usize,
}

/// A use of the value of a pointer.
enum ValueUse {
    Kept,
    Revealed,
    Passed(Name, usize),
}

impl PointerFlow {
    /// Finds the uses of pointers in a declaration.
    pub fn of(view: View<'_>) -> PointerFlow {
        let uses = PointerUses::of(view);
        let mut gathering = Gathering::default();
        let is_wanted = |root: EntityId| uses.holder(root).is_some();
        view.gather_elements(view.program.outline.all(), &is_wanted, &mut gathering);
        let elements = gathering.finish();
        let has_errors = view.program.directives.iter().any(|(_, directive)| directive.has_errors);
        let mut flow = PointerFlow { parameters: uses.parameters.len(), ..PointerFlow::default() };
        for position in 0..elements.len() {
            let element = elements.get(position);
            let Some(holder) = uses.holder(element.root) else { continue };
            match uses.of_element(element, elements.all_parts(position).is_empty()) {
                ValueUse::Kept if !has_errors => {}
                ValueUse::Passed(callee, position) if !has_errors => {
                    flow.passed.entry(holder).or_default().push((callee, position));
                }
                _ => _ = flow.revealed.insert(holder),
            }
        }
        flow
    }
}

struct PointerUses<'a> {
    view: View<'a>,
    parameters: FxHashMap<EntityId, usize>,
    writes: FxHashMap<At, &'a Write>,
    addressed: FxHashSet<At>,
    directives: Runs,
}

impl<'a> PointerUses<'a> {
    fn of(view: View<'a>) -> PointerUses<'a> {
        let (mut writes, mut addressed) = (FxHashMap::default(), FxHashSet::default());
        for write in view.writes(view.program.outline.all()) {
            match write.kind {
                WriteKind::Assigned => drop(writes.insert(write.operand, write)),
                WriteKind::AddressTaken => drop(addressed.insert(write.operand)),
            }
        }
        let parameters = view.parameters().unwrap_or_default().into_iter().zip(0..).collect();
        let directives = pragma_runs(view, view.program.directives.iter().map(|(id, _)| id));
        PointerUses { view, parameters, writes, addressed, directives }
    }

    /// The pointer that a variable is, if it is tracked.
    fn holder(&self, variable: EntityId) -> Option<Holder> {
        let entity = self.view.entity(variable);
        let holder = match entity.duration {
            StorageDuration::Static => Holder::Variable(entity.name),
            _ => Holder::Parameter(*self.parameters.get(&variable)?),
        };
        (entity.class == Class::Pointer).then_some(holder)
    }

    fn of_element(&self, element: &Element, is_bare: bool) -> ValueUse {
        let (view, operand) = (self.view, element.operand);
        let is_addressed = self.addressed.contains(&operand);
        if self.directives.contain(element.name) || is_bare && is_addressed {
            return ValueUse::Revealed;
        }
        if !is_bare && !is_addressed && view.class_at(operand) != Class::Array {
            return ValueUse::Kept;
        }
        match self.writes.get(&operand) {
            Some(write) if self.gives_new_memory(write) => ValueUse::Kept,
            None if self.is_dropped(operand) => ValueUse::Kept,
            None => self.argument(operand),
            Some(_) => ValueUse::Revealed,
        }
    }

    /// Returns true if an assignment gives a pointer newly allocated memory or a null pointer.
    fn gives_new_memory(&self, write: &Write) -> bool {
        let value = At::new(self.view.program.outline.end(write.operand).index());
        let is_new = self.view.is_allocation(value) || self.view.is_null(value);
        write.replaces && is_new && self.is_dropped(write.at)
    }

    /// Returns true if a value is used in conditions only.
    fn is_dropped(&self, value: At) -> bool {
        let view = self.view;
        let is_return =
            |at: At| view.jumps(Run::new(at, at.next())).any(|jump| jump.kind == JumpKind::Return);
        view.is_tested_or_returned(value) && !view.program.outline.ancestors(value).any(is_return)
    }

    /// The use of a value as an argument, or as a part of one.
    fn argument(&self, value: At) -> ValueUse {
        let view = self.view;
        let at_node = |at: At| Run::new(at, at.next());
        let call_at = |at: At| view.calls(at_node(at)).as_slice().first();
        let mut around = view.program.outline.ancestors(value);
        let is_last = |at: &At| call_at(*at).is_some() || !view.writes(at_node(*at)).as_slice().is_empty();
        let call = around.find(is_last).and_then(call_at);
        call.and_then(|call| self.passed(call, value)).unwrap_or(ValueUse::Revealed)
    }

    /// The use of a value in a call. Functions of the C library do not store it, but may return it.
    fn passed(&self, call: &Call, value: At) -> Option<ValueUse> {
        let view = self.view;
        let position = call.arguments.iter().position(|argument| view.run(*argument).contains(value))?;
        let callee = call.callee.filter(|callee| view.entity(*callee).kind == EntityKind::Function)?;
        if !view.is_library_function(callee) {
            return Some(ValueUse::Passed(view.name(callee), position));
        }
        let is_number = matches!(view.class_at(call.at), Class::Integer | Class::Real | Class::Void);
        (is_number || self.is_dropped(call.at)).then_some(ValueUse::Kept)
    }
}
