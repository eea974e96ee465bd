//! The effects of the body of a function that its callers can notice.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use super::call_effects::{BodyCall, BodyEffects, CalledAccess, Effects, PassedNumber, PassedValue};
use super::path_steps::{PathStep, TARGET};
use super::polynomial::{Atom, Polynomial, Turn};
use super::use_index::UseIndex;
use super::value_scope::{ValueScope, leads_into_part};
use crate::program::View;
use crate::program::access::{Call, Write, WriteKind};
use crate::program::element::{Element, Gathering};
use crate::program::entity::{Class, EntityKind, StorageDuration};
use crate::program::place::{At, EntityId, Place};

/// The maximum number of accesses and calls of a body that are analysed.
const MOST: usize = 64;

/// The effects of a function's body on memory that its parameters point to, and the functions that it calls, except library functions that
/// compute a value. None if the body may have other effects: it must change only its local variables and that memory, and read only these
/// and constants.
pub(crate) fn of_body(view: View<'_>) -> Option<BodyEffects> {
    let all = view.program.outline.all();
    let is_understood = view.program.order.is_empty()
        && view.unseen(all).is_none()
        && view.program.named.iter().all(|named| may_be_named(view, named.entity));
    if !is_understood {
        return None;
    }
    let index = UseIndex::of(view);
    let region = ValueScope::of(&index, all, all);
    let parameters = view.parameters().unwrap_or_default();
    let found = BodyFinder { view, region, parameters, symbols: RefCell::default() }.find()?;
    let hands_memory_on = |call: &BodyCall| !call.arguments.iter().all(PassedValue::is_plain);
    let accesses_memory = !found.own.are_none() || found.calls.iter().any(hands_memory_on);
    let is_ordered = || !view.jumps(all).any(|jump| leads_into_part(view, jump));
    (!accesses_memory || is_ordered()).then_some(found)
}

/// Returns whether a variable is local to each execution of the function, or constant. Pointees are analysed elsewhere.
fn may_be_named(view: View<'_>, variable: EntityId) -> bool {
    let entity = view.entity(variable);
    let is_value = match entity.class {
        Class::Integer | Class::Real | Class::Complex | Class::Struct | Class::Union => true,
        Class::Array => !view.is_parameter(variable),
        Class::Pointer => view.is_parameter(variable),
        _ => false,
    };
    is_value
        && entity.kind == EntityKind::Object
        && !view.is_volatile(variable)
        && (is_own(view, variable) || is_constant(view, variable))
}

fn is_constant(view: View<'_>, variable: EntityId) -> bool {
    let entity = view.entity(variable);
    entity.is_const && entity.duration == StorageDuration::Static
}

fn is_own(view: View<'_>, variable: EntityId) -> bool {
    let entity = view.entity(variable);
    let is_inside = entity.scope.is_some() || view.is_parameter(variable);
    entity.kind == EntityKind::Object && entity.duration == StorageDuration::Automatic && is_inside
}

/// Returns whether a place is a part of the variable itself, without dereferencing a pointer.
fn is_direct(place: &Place) -> bool {
    !place.leads_through_pointer()
}

struct BodyFinder<'j, 'a> {
    view: View<'a>,
    region: ValueScope<'j, 'a>,
    /// The parameters, in order.
    parameters: Vec<EntityId>,
    /// The values that callers do not know, by their indices.
    symbols: RefCell<Vec<Atom>>,
}

impl BodyFinder<'_, '_> {
    fn find(&self) -> Option<BodyEffects> {
        let all = self.view.program.outline.all();
        let mut passed = FxHashSet::default();
        let mut calls = Vec::new();
        for call in self.view.calls(all) {
            let callee =
                call.callee.filter(|callee| self.view.entity(*callee).kind == EntityKind::Function)?;
            if !self.view.is_mathematical(callee) {
                passed.extend(self.region.passed_names(&call.arguments));
                calls.push(self.call(call, callee)?);
            }
        }
        if !self.view.writes(all).all(|write| self.may_write(write, &passed)) {
            return None;
        }
        let mut gathering = Gathering::default();
        self.view.gather_elements(all, &|_| true, &mut gathering);
        let elements = gathering.finish();
        let mut accesses = Vec::new();
        for element in (0..elements.len()).map(|position| elements.get(position)) {
            if !passed.contains(&element.name) {
                self.add_access(element, &mut accesses)?;
            }
        }
        let symbols = self.symbols.borrow().len() as u32;
        let is_small = calls.len() <= MOST && accesses.len() <= MOST;
        is_small.then_some(BodyEffects { own: Effects { accesses, symbols }, calls })
    }

    fn may_write(&self, write: &Write, passed: &FxHashSet<At>) -> bool {
        if write.kind == WriteKind::AddressTaken {
            return self.view.root_name(write.operand).is_some_and(|base| passed.contains(&base));
        }
        let Some(place) = self.view.place_of(write.operand) else { return false };
        let is_pointer = self.view.class_at(write.operand) == Class::Pointer;
        is_own(self.view, place.root) && (is_direct(&place) || !is_pointer)
    }

    /// Adds an element as an access to memory of a caller, if it is one. None if the access cannot be analysed.
    fn add_access(&self, element: &Element, accesses: &mut Vec<CalledAccess<u32>>) -> Option<()> {
        let class = self.view.class_at(element.operand);
        let is_value =
            matches!(class, Class::Integer | Class::Real | Class::Complex | Class::Struct | Class::Union);
        let place = self.view.place_of(element.operand)?;
        if !is_value || !self.view.is_plain_memory(element.operand) {
            return None;
        }
        if is_direct(&place) {
            return Some(());
        }
        accesses.push(CalledAccess {
            root: self.kept_parameter(place.root)?,
            path: self.told(self.region.path(&place))?,
            facts: self.facts(element.operand),
            class,
            is_byte: self.view.is_byte(element.operand),
            is_change: self.region.index.write_of(element.operand).is_some(),
        });
        Some(())
    }

    /// The position of a parameter that keeps the value of the argument.
    fn kept_parameter(&self, variable: EntityId) -> Option<u32> {
        let position = self.parameters.iter().position(|parameter| *parameter == variable)?;
        let is_changed = |write: &Write| {
            self.view.root_of(write.operand) == Some(variable)
                && self.view.place_of(write.operand).is_none_or(|place| is_direct(&place))
        };
        let mut writes = self.view.writes(self.region.run);
        (!writes.any(is_changed)).then_some(position as u32)
    }

    fn call(&self, call: &Call, callee: EntityId) -> Option<BodyCall> {
        let arguments = self.region.arguments(call.at, &call.arguments);
        let arguments = arguments.into_iter().map(|argument| self.handed_on(argument));
        Some(BodyCall {
            callee: self.view.name(callee),
            arguments: arguments.collect::<Option<_>>()?,
            facts: self.facts(call.at),
        })
    }

    fn handed_on(&self, argument: PassedValue<EntityId>) -> Option<PassedValue<u32>> {
        let is_target = |step: &PathStep| *step == TARGET;
        Some(match argument {
            PassedValue::Number(PassedNumber { as_subscript, as_number }) => {
                PassedValue::Number(PassedNumber {
                    as_subscript: self.told_value(&as_subscript)?,
                    as_number: self.told_value(&as_number)?,
                })
            }
            PassedValue::Address(_, path) if !path.iter().any(is_target) => PassedValue::Own,
            PassedValue::Address(root, path) => {
                PassedValue::Address(self.kept_parameter(root)?, self.told(path)?)
            }
            PassedValue::Structure(root, path) => match self.kept_parameter(root) {
                Some(root) => PassedValue::Structure(root, self.told(path)?),
                None => PassedValue::Other,
            },
            PassedValue::Own => PassedValue::Own,
            PassedValue::Other => PassedValue::Other,
        })
    }

    fn facts(&self, at: At) -> Vec<Polynomial> {
        self.region.bounds(at).iter().filter_map(|fact| self.told_value(fact)).collect()
    }

    fn told(&self, path: Vec<PathStep>) -> Option<Vec<PathStep>> {
        let told = |step| match step {
            PathStep::Subscript(value) => Some(PathStep::Subscript(self.told_value(&value)?)),
            other @ PathStep::Other(_) => Some(other),
        };
        path.into_iter().map(told).collect()
    }

    /// A value in terms of what callers know: the parameters, and symbols for everything else.
    fn told_value(&self, value: &Polynomial) -> Option<Polynomial> {
        value.replaced(&|atom| Polynomial::symbol(self.told_symbol(atom)))
    }

    fn told_symbol(&self, atom: Atom) -> Atom {
        let parameter = match atom {
            Atom::Fixed(variable) => self.parameters.iter().position(|parameter| *parameter == variable),
            _ => None,
        };
        if let Some(position) = parameter {
            return Atom::Parameter(position as u32);
        }
        let mut known = self.symbols.borrow_mut();
        let number = known.iter().position(|known| *known == atom).unwrap_or_else(|| {
            known.push(atom);
            known.len() - 1
        });
        Atom::Inside(At::default(), number as u32, Turn::First)
    }
}
