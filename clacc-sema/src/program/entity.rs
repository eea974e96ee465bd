//! The named things of a declaration, and what their types are as far as rules tell types apart.

use clacc_syntax::Name;

use super::place::At;

/// A named thing, as one declaration sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// Its name.
    pub name: Name,
    /// What it is.
    pub kind: EntityKind,
    /// What its type is. For a constant, the type of its value.
    pub class: Class,
    /// Whether it may not be assigned; for an array, whether its elements may not.
    pub is_const: bool,
    /// The innermost node whose scope declares it; none for parameters and for what is declared outside.
    pub scope: Option<At>,
}

impl Entity {
    /// Whether it is an object: what OpenACC calls a *var*.
    pub fn is_object(&self) -> bool {
        self.kind == EntityKind::Object
    }
}

/// What an entity is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EntityKind {
    /// A variable or parameter, wherever it lives.
    Object,
    /// A function or subroutine.
    Function,
    /// A name of a type.
    Type,
    /// A named constant.
    Constant,
    /// Declared nowhere that clacc can see.
    Undeclared,
}

/// What a type is, as far as the rules tell types apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Nothing is known, so nothing is to be said.
    Unknown,
    /// No value at all.
    Void,
    /// Integers, truth values, characters and enumerations.
    Integer,
    /// Real numbers.
    Real,
    /// Complex numbers.
    Complex,
    /// A pointer: an address and nothing else.
    Pointer,
    /// An array.
    Array,
    /// A type of several members.
    Struct,
    /// A type whose members share their storage.
    Union,
    /// A vector of the processor, or something else that the rules do not look into.
    Opaque,
    /// A function.
    Function,
}

impl Class {
    /// Scalars: arithmetic types, enumerations and pointers.
    pub fn is_scalar(self) -> bool {
        matches!(self, Class::Integer | Class::Real | Class::Complex | Class::Pointer)
    }
}

/// The dimensions of the arrays below a place, and what their elements are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The dimensions, the slowest first; none below what is no array.
    pub dims: Box<[Dimension]>,
    /// What one element is; what the place itself is if it is no array.
    pub element: Class,
    /// Whether an element is a truth value.
    pub is_bool: bool,
    /// Whether the place may not be assigned.
    pub is_const: bool,
}

/// The extent of one dimension.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dimension {
    /// So many elements.
    Fixed(u64),
    /// A number that is known when the program runs only.
    Variable,
    /// A number that the program does not say.
    Unknown,
}

/// What a subscript or range selects from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selectable {
    /// A dimension of an array.
    Array(Dimension),
    /// What a pointer points to.
    Pointer(Pointed),
    /// Something that has no elements, in words.
    Nothing(String),
}

/// What a pointer points to, as far as it matters for ranges behind it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pointed {
    /// Elements with a size.
    Elements,
    /// Functions.
    Functions,
    /// Something whose size is not known.
    Incomplete,
}
