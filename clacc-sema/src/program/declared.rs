//! Reductions, mappers and functions, as directives declare them or apply to them.

use clacc_syntax::Name;
use clacc_syntax::token::TokenRange;

use super::entity::Class;
use super::place::At;

/// A type that a directive names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedType {
    /// Its tokens.
    pub at: TokenRange,
    /// Its class.
    pub class: Class,
    /// True if it has a qualifier other than `_Atomic`.
    pub is_qualified: bool,
    /// A number that is equal for equal types of one scope.
    pub key: u64,
    /// A description of it.
    pub text: String,
}

/// A reduction that a directive declares (OpenMP 5.2 5.5.11).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredReduction {
    /// Its name or operator.
    pub name: Name,
    /// The types that it is for.
    pub types: Vec<NamedType>,
    /// The expression that combines two values.
    pub combiner: At,
}

/// A mapper that a directive declares (OpenMP 5.2 5.8.8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredMapper {
    /// Its name; empty for the default mapper.
    pub name: Name,
    /// The type that it is for.
    pub ty: NamedType,
}

/// A function whose declaration declares nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoneFunction {
    /// Its name.
    pub name: Name,
    /// Its parameters; none if the declaration does not show them.
    pub parameters: Option<Vec<Parameter>>,
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name; empty if it has none.
    pub name: Name,
    /// The class of its type.
    pub class: Class,
    /// True if its type is `_Atomic`.
    pub is_atomic: bool,
    /// A description of its type.
    pub text: String,
}
