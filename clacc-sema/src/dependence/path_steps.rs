//! Paths from variables to the accessed memory, with the values of their subscripts.

use super::polynomial::Polynomial;
use super::value_scope::{Use, ValueScope};
use crate::program::place::{EntityId, Place, Step, Value, Via};
use crate::program::pointed::PointedPlace;

/// A step, with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PathStep {
    Subscript(Polynomial),
    Other(Step),
}

/// The step to the target of a pointer.
pub(super) const TARGET: PathStep = PathStep::Other(Step::Deref(Via::Pointer));

impl ValueScope<'_, '_> {
    /// The path to a place.
    pub(super) fn path(&self, place: &Place) -> Vec<PathStep> {
        let step = |step: &Step| match step {
            Step::Index(Value::Node(at)) => PathStep::Subscript(self.value(*at, Use::Subscript)),
            Step::Index(Value::Constant(number)) => PathStep::Subscript(Polynomial::constant(number.get())),
            other => PathStep::Other(*other),
        };
        place.steps.iter().map(step).collect()
    }

    /// The path to the pointee of a pointer; none if it may be outside of the variable.
    pub(super) fn pointed_path(&self, pointed: &PointedPlace) -> Option<Vec<PathStep>> {
        let mut path = self.path(&pointed.place);
        if !pointed.moved.is_empty() && whole_array(&path).is_some() {
            return None;
        }
        for moved in &pointed.moved {
            let Some(PathStep::Subscript(value)) = path.last_mut() else { return None };
            let by = self.value(moved.by, Use::Subscript);
            *value = if moved.is_back { value.minus(&by)? } else { value.plus(&by)? };
        }
        Some(path)
    }
}

/// The length of the path to the array of rows, if a path leads to an element in a row that is the same in all iterations.
pub(super) fn whole_array(path: &[PathStep]) -> Option<usize> {
    let is_subscript = |step: &&PathStep| matches!(step, PathStep::Subscript(_));
    let array = path.len() - path.iter().rev().take_while(is_subscript).count();
    let rows = path.get(array..path.len().saturating_sub(1)).unwrap_or_default();
    let is_fixed = |step: &PathStep| matches!(step, PathStep::Subscript(value) if value.is_fixed());
    (!rows.is_empty() && rows.iter().all(is_fixed)).then_some(array)
}

/// The path to a part of a pointee, where `inside` begins with the dereference of the pointer: `a[i].x` for `&a[i]` and `->x`. None if the
/// pointer points to an object that is no element, and the path leaves it.
pub(super) fn joined(pointed: &[PathStep], inside: &[PathStep]) -> Option<Vec<PathStep>> {
    let [first, rest @ ..] = inside else { return None };
    if *first != TARGET {
        return None;
    }
    let mut path = pointed.to_vec();
    match rest {
        [PathStep::Subscript(by), rest @ ..] => {
            match path.last_mut() {
                _ if by.as_constant() == Some(0) => {}
                Some(PathStep::Subscript(value)) => *value = value.plus(by)?,
                _ => return None,
            }
            path.extend_from_slice(rest);
        }
        rest => {
            // `p->x` has no subscript.
            if let [.., before, PathStep::Subscript(value)] = &path[..]
                && *before == TARGET
                && value.as_constant() == Some(0)
            {
                path.pop();
            }
            path.extend_from_slice(rest);
        }
    }
    Some(path)
}

/// A place with these steps, without the values of subscripts.
pub(super) fn place_of(root: EntityId, path: &[PathStep]) -> Place {
    let step = |step: &PathStep| match step {
        PathStep::Subscript(_) => Step::Index(Value::constant(0)),
        PathStep::Other(step) => *step,
    };
    Place { root, steps: path.iter().map(step).collect() }
}
