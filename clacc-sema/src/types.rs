//! Types of C, as values.
//!
//! A [`Type`] is a small tree behind an `Arc`; equal types are equal values. Tagged types are known by where they
//! were declared, so a `struct` seen in two functions is the same type and comparing two types never looks into members.

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::ast::{BuiltinType, Quals};

/// A type with its qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct QualType {
    /// The type.
    pub ty: Arc<Type>,
    /// The qualifiers of this level.
    pub quals: QualBits,
}

/// Qualifiers in a hashable form; the same bits as [`Quals`].
pub type QualBits = Quals;

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Unknown: an undeclared name, a broken specifier. Never the cause of a further finding.
    Error,
    /// `void` and arithmetic types.
    Builtin(BuiltinType),
    /// `__builtin_va_list`.
    VaList,
    /// A pointer.
    Pointer(QualType),
    /// An array.
    Array {
        /// The element.
        element: QualType,
        /// How many.
        length: ArrayLength,
    },
    /// A GNU vector of this many bytes.
    Vector {
        /// The element.
        element: QualType,
        /// The size of the whole in bytes.
        bytes: u64,
    },
    /// A function.
    Function {
        /// What it returns.
        result: QualType,
        /// Its parameters, adjusted; none for `()`.
        params: Option<Box<[QualType]>>,
        /// Whether it ends in `...`.
        variadic: bool,
    },
    /// A `struct` or `union`.
    Record(TagRef),
    /// An `enum`.
    Enum(TagRef),
    /// `_Atomic ( type )`.
    Atomic(QualType),
}

/// The length of an array type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLength {
    /// `[]`: incomplete.
    Unknown,
    /// A constant.
    Constant(u64),
    /// A variable length array.
    Variable,
}

/// A tagged type: its kind, its name if it has one, and the declaration that introduced it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TagRef {
    /// Whether it is a `union`; false for `struct` and `enum`.
    pub is_union: bool,
    /// The tag; empty if there is none.
    pub tag: Name,
    /// Where it was declared.
    pub home: TagHome,
}

/// Where a tagged type was declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TagHome {
    /// At file scope, with a tag: the tag is the identity.
    File,
    /// At file scope without a tag: the n-th such specifier of the declaration that introduces this name.
    Anonymous {
        /// The first name that the declaration introduces.
        introduced: Name,
        /// Which specifier of that declaration.
        index: u32,
    },
    /// Inside the function under consideration: the number of the specifier in its tree.
    Local(u32),
}
