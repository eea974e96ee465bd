//! The effects of function calls on the memory of their callers: the accesses through each parameter, with subscripts in terms of the
//! parameters.
//!
//! A function without effects only computes a value. A function that does more than access memory through its parameters has no [`Effects`]
//! at all. `errno` is no effect: each thread has its own (C17 7.5p2), and no program relies on the value that one of many calls left there.
//!
//! The effects of a body are put together with those of the functions that it calls, for each question: 32 functions and 128
//! accesses at most. A function has no known effects if it names variables of static storage duration (constants excepted), local
//! pointers, or parameters that it changes behind a pointer; if it has directives, assembly, unknown or recursive calls; or if it
//! has no prototype or may be replaced by the linker (`weak`, `alias`). A pointer that is moved behind a fixed row of an array
//! (`&m[0][0]`) leads anywhere in the array, because programs flatten arrays so; behind a row that changes it stays in the row
//! (C17 6.5.6p8). Functions of the C library that only compute a value are known by name (C17 7.1.3).

use clacc_syntax::Name;

use super::path_steps::{PathStep, TARGET, joined, whole_array};
use super::polynomial::{Atom, Polynomial, Turn};
use super::value_scope::{Use, ValueScope};
use crate::program::entity::Class;
use crate::program::place::{At, EntityId};
use crate::program::pointed::PointedPlace;

/// The maximum number of accesses in the effects of a function.
const MOST: usize = 128;

/// An access to memory, through a variable: in effects, a parameter by its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CalledAccess<R> {
    pub(super) root: R,
    pub(super) path: Vec<PathStep>,
    /// Polynomials that are at least 0 when it is executed.
    pub(super) facts: Vec<Polynomial>,
    pub(super) class: Class,
    /// True if the type of the access allows access to memory of every type (C17 6.5p7).
    pub(super) is_byte: bool,
    pub(super) is_change: bool,
}

/// The effects of a function, beside computing a value from its arguments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    pub(super) accesses: Vec<CalledAccess<u32>>,
    /// The number of symbols for values that only the function knows.
    pub(super) symbols: u32,
}

impl Effects {
    /// Returns whether the function only computes a value from its arguments.
    pub fn are_none(&self) -> bool {
        self.accesses.is_empty()
    }
}

/// The effects of the body of a function without those of its calls, and these calls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct BodyEffects {
    pub(super) own: Effects,
    pub(super) calls: Vec<BodyCall>,
}

/// A call in the body of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BodyCall {
    pub(super) callee: Name,
    pub(super) arguments: Vec<PassedValue<u32>>,
    /// Polynomials that are at least 0 when it is executed.
    pub(super) facts: Vec<Polynomial>,
}

/// The value that a call passes to a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PassedValue<R> {
    /// An integer.
    Number(PassedNumber),
    /// The address of this memory.
    Address(R, Vec<PathStep>),
    /// The structure at this place.
    Structure(R, Vec<PathStep>),
    /// The address of a local variable of the calling function.
    Own,
    /// A value that points to no known memory.
    Other,
}

impl<R> PassedValue<R> {
    /// Returns whether the value gives no access to memory of callers.
    pub(super) fn is_plain(&self) -> bool {
        !matches!(self, PassedValue::Address(..) | PassedValue::Structure(..))
    }
}

/// The value of an integer argument, for use as a subscript and as a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PassedNumber {
    pub(super) as_subscript: Polynomial,
    pub(super) as_number: Polynomial,
}

impl BodyEffects {
    /// The effects with those of the calls; none if they are not known, or too many.
    pub(crate) fn with_calls<E: AsRef<Effects>>(
        &self,
        of: &mut dyn FnMut(Name) -> Option<E>,
    ) -> Option<Effects> {
        let mut all = self.own.clone();
        for call in &self.calls {
            let called = of(call.callee)?;
            let called = called.as_ref();
            let first = self.own.symbols;
            let inside = |number| Atom::Inside(At::default(), first + number, Turn::First);
            all.symbols = all.symbols.max(first + called.symbols + call.arguments.len() as u32);
            for mut access in applied(called, &call.arguments, &inside)? {
                access.facts.extend_from_slice(&call.facts);
                all.accesses.push(access);
            }
            if all.accesses.len() > MOST {
                return None;
            }
        }
        (all.accesses.len() <= MOST).then_some(all)
    }
}

/// The effects of a call: those of the function with the arguments in place of the parameters, and with the symbols of `inside` for values
/// that only the function knows. None if an access may be to memory that the arguments do not determine.
pub(super) fn applied<R: Copy>(
    effects: &Effects,
    arguments: &[PassedValue<R>],
    inside: &dyn Fn(u32) -> Atom,
) -> Option<Vec<CalledAccess<R>>> {
    let symbol = |atom: Atom, usage: Use| match atom {
        Atom::Parameter(position) => match arguments.get(position as usize) {
            Some(PassedValue::Number(number)) if usage == Use::Subscript => number.as_subscript.clone(),
            Some(PassedValue::Number(number)) => number.as_number.clone(),
            _ => Polynomial::symbol(inside(effects.symbols + position)),
        },
        Atom::Inside(_, number, _) => Polynomial::symbol(inside(number)),
        other => Polynomial::symbol(other),
    };
    let mut found = Vec::new();
    for access in &effects.accesses {
        let mut path = Vec::with_capacity(access.path.len());
        for step in &access.path {
            path.push(match step {
                PathStep::Subscript(value) => {
                    PathStep::Subscript(value.replaced(&|atom| symbol(atom, Use::Subscript))?)
                }
                other @ PathStep::Other(_) => other.clone(),
            });
        }
        let (root, path) = match arguments.get(access.root as usize)? {
            PassedValue::Address(root, pointed) => (*root, accessed(pointed, &path)?),
            PassedValue::Structure(root, place) => (*root, [place, &path[..]].concat()),
            // Accesses to a local variable itself do not concern others.
            PassedValue::Own if !path.iter().skip(1).any(|step| *step == TARGET) => continue,
            _ => return None,
        };
        let facts = access.facts.iter();
        let facts = facts.filter_map(|fact| fact.replaced(&|atom| symbol(atom, Use::Number))).collect();
        let CalledAccess { class, is_byte, is_change, .. } = *access;
        found.push(CalledAccess { root, path, facts, class, is_byte, is_change });
    }
    Some(found)
}

/// The path to memory that a function accesses through an address. Programs use the address of the first element of the first row as that
/// of a whole array: subscripts after a fixed row do not determine the element.
fn accessed(pointed: &[PathStep], inside: &[PathStep]) -> Option<Vec<PathStep>> {
    let mut path = joined(pointed, inside)?;
    let is_moved = path[..pointed.len().min(path.len())] != *pointed;
    if let Some(array) = whole_array(pointed).filter(|_| is_moved) {
        path.truncate(array);
    }
    Some(path)
}

impl ValueScope<'_, '_> {
    /// The values that a call passes to the function's parameters.
    pub(super) fn arguments(&self, call: At, arguments: &[At]) -> Vec<PassedValue<EntityId>> {
        arguments.iter().enumerate().map(|(position, at)| self.argument(call, position, *at)).collect()
    }

    fn argument(&self, call: At, position: usize, at: At) -> PassedValue<EntityId> {
        match self.view.class_at(at) {
            Class::Integer => {
                let is_kept = self.view.keeps_argument(call, position);
                let value = |usage| {
                    if is_kept { self.value(at, usage) } else { Self::unknown_number(at) }
                };
                let [as_subscript, as_number] = [Use::Subscript, Use::Number].map(value);
                PassedValue::Number(PassedNumber { as_subscript, as_number })
            }
            Class::Pointer | Class::Array => {
                let pointed = self.view.pointed_place(at);
                let pointed = pointed.filter(|_| self.view.keeps_argument(call, position));
                let address =
                    |pointed: PointedPlace| Some((pointed.place.root, self.pointed_path(&pointed)?));
                pointed
                    .and_then(address)
                    .map_or(PassedValue::Other, |(root, path)| PassedValue::Address(root, path))
            }
            Class::Struct | Class::Union => match self.view.place_of(at) {
                Some(place) if self.view.keeps_argument(call, position) => {
                    PassedValue::Structure(place.root, self.path(&place))
                }
                _ => PassedValue::Other,
            },
            _ => PassedValue::Other,
        }
    }

    /// The names of variables at the base of the addresses that a call passes.
    pub(super) fn passed_names(&self, arguments: &[At]) -> impl Iterator<Item = At> {
        let is_address = |at: &&At| matches!(self.view.class_at(**at), Class::Pointer | Class::Array);
        let addresses = arguments.iter().filter(is_address);
        addresses.filter_map(|at| self.view.pointed_place(*at)).map(|pointed| pointed.name)
    }
}
