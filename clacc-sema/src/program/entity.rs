//! The named things of a declaration, and their types as far as the rules distinguish them.

use clacc_syntax::Name;

use super::place::{At, Step};

/// A named thing in one declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entity {
    /// Its name.
    pub name: Name,
    /// Its kind.
    pub kind: EntityKind,
    /// The class of its type. For a constant, this is the class of its value.
    pub class: Class,
    /// True if the object is constant, so that it cannot be assigned to. For an array, this concerns the elements.
    pub is_const: bool,
    /// How long an object lives.
    pub duration: StorageDuration,
    /// The innermost node whose scope declares it; none for a parameter, or if it is declared outside.
    pub scope: Option<At>,
}

impl Entity {
    /// Whether it is an object: what OpenACC calls a *var*.
    pub fn is_object(&self) -> bool {
        self.kind == EntityKind::Object
    }
}

/// How long an object lives (C17 6.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StorageDuration {
    /// As long as its block or function is executed. Entities that are no objects have this duration as well.
    Automatic,
    /// As long as the program runs.
    Static,
    /// As long as a thread of the host runs, and each thread has its own.
    Thread,
}

/// The kinds of entities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EntityKind {
    /// A variable or parameter of any storage duration.
    Object,
    /// A function or subroutine.
    Function,
    /// A name of a type.
    Type,
    /// A named constant.
    Constant,
    /// A name that is not declared anywhere clacc can see.
    Undeclared,
}

/// The class of a type, as far as the rules distinguish types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// The type is not known, so nothing is reported about it.
    Unknown,
    /// No value at all.
    Void,
    /// Integers, truth values, characters and enumerations.
    Integer,
    /// Real numbers.
    Real,
    /// Complex numbers.
    Complex,
    /// A pointer, which holds an address only.
    Pointer,
    /// An array.
    Array,
    /// A type of several members.
    Struct,
    /// A type whose members share their storage.
    Union,
    /// A vector type, or another type that the rules do not examine.
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

/// The dimensions of the array at a place, and the class of its elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The dimensions, the slowest first; none if the place is not an array.
    pub dims: Box<[Dimension]>,
    /// The class of an element; that of the place itself if it is not an array.
    pub element: Class,
    /// Whether an element is a `_Bool` or another truth value.
    pub is_bool: bool,
    /// Whether an element is an integer narrower than `int`, and no truth value.
    pub is_narrow: bool,
    /// True if compilers need a library to change an element atomically: it is a complex number, or has more than 8 bytes.
    pub is_wide: bool,
    /// Whether the place may not be assigned to.
    pub is_const: bool,
    /// Whether an element is read and written atomically by every access (`_Atomic`).
    pub is_atomic: bool,
}

/// A scalar that a struct consists of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// The steps from the struct to it.
    pub steps: Box<[Step]>,
    /// Its class, without regard to `_Atomic`. The class of a member without scalars, such as a union, is no scalar class.
    pub class: Class,
    /// Its type in detail.
    pub shape: Shape,
}

/// The scalars that a struct consists of, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    /// The scalars, with each element of an array separately.
    pub scalars: Vec<Component>,
    /// True if the list has all scalars. Otherwise it ends within a long array.
    pub is_complete: bool,
}

/// The extent of one dimension.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dimension {
    /// A constant number of elements.
    Fixed(u64),
    /// A number that is known only when the program runs.
    Variable,
    /// A number that the program does not give.
    Unknown,
}

/// The operand from which a subscript or range selects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selectable {
    /// A dimension of an array.
    Array(Dimension),
    /// The pointee of a pointer.
    Pointer(Pointed),
    /// An operand without elements, by the description of its type.
    Nothing(String),
}

/// The pointee of a pointer, as far as it matters to a range that follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pointed {
    /// Elements with a size.
    Elements,
    /// Functions.
    Functions,
    /// A type whose size is not known.
    Incomplete,
}
