//! The types and values that arguments of clauses may have.
//!
//! OpenACC and OpenMP have the same kinds of rules, so this module serves both.

use crate::program::View;
use crate::program::entity::Class;
use crate::program::place::At;

/// The type that an argument needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NeededType {
    /// An integer.
    Integer,
    /// A value that can be compared with zero.
    Condition,
}

/// The message about an argument of the clause `spelling` whose type is known and not the one that it needs.
pub(crate) fn type_fault(view: View<'_>, spelling: &str, value: At, needed: NeededType) -> Option<String> {
    let class = view.class_at(value);
    let what = || view.describe_at(value);
    match needed {
        // Arrays and functions decay to pointers.
        NeededType::Condition => matches!(class, Class::Struct | Class::Union | Class::Void | Class::Opaque)
            .then(|| {
                format!("the condition of `{spelling}` must be a number or a pointer, and it is {}", what())
            }),
        NeededType::Integer => (!matches!(class, Class::Integer | Class::Unknown))
            .then(|| format!("the argument of `{spelling}` must be an integer, and it is {}", what())),
    }
}

/// The message about an argument that must be positive and is not.
pub(crate) fn not_positive(spelling: &str, number: i128) -> Option<String> {
    (number <= 0).then(|| format!("the argument of `{spelling}` must be positive, and it is {number}"))
}
