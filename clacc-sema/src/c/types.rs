//! The types of C as values.
//!
//! A [`Type`] is a small tree behind an `Arc`, and equal types are equal values. Tagged types are identified
//! by their declaration. Therefore a `struct` that two functions use is the same type, and comparing types
//! never compares members.

use std::sync::{Arc, LazyLock};

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

/// Qualifiers in a hashable form. The bits are those of [`Quals`].
pub type QualBits = Quals;

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// The unknown type: that of an undeclared name or a broken specifier. It never causes a further finding.
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
        /// The number of elements.
        length: ArrayLength,
    },
    /// A GNU vector of this many bytes.
    Vector {
        /// The element.
        element: QualType,
        /// The size of the whole vector in bytes.
        bytes: u64,
    },
    /// A function.
    Function {
        /// The type it returns.
        result: QualType,
        /// Its adjusted parameters. None for `()`.
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
    /// The length of `[]`, which is an incomplete type.
    Unknown,
    /// A constant length.
    Constant(u64),
    /// The length of a variable length array.
    Variable,
}

/// A tagged type: its kind, its name if it has one, and the declaration that introduced it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TagRef {
    /// Whether it is a `union`, instead of a `struct` or `enum`.
    pub is_union: bool,
    /// The tag. It is empty if there is none.
    pub tag: Name,
    /// Where it was declared.
    pub home: TagHome,
}

/// Where a tagged type was declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TagHome {
    /// It was declared at file scope with a tag, which identifies it.
    File,
    /// It was declared at file scope without a tag, in the declaration that introduces a certain name.
    Anonymous {
        /// The first name that the declaration introduces.
        introduced: Name,
        /// The index of the specifier among those without a tag in that declaration.
        index: u32,
    },
    /// It was declared inside the current function. The number is the index of the specifier in its tree.
    Local(u32),
}

/// The depth of types and the number of their parts above which they count as unknown. Each typedef name can
/// double a type, so that without a limit a short program could make a type of astronomic size.
const MAX_DEPTH: u32 = 200;
const MAX_PARTS: u32 = 4_000;

impl QualType {
    /// A type without qualifiers.
    pub fn new(ty: Type) -> QualType {
        QualType { ty: Arc::new(ty), quals: Quals::default() }
    }

    /// The unknown type.
    pub fn error() -> QualType {
        static ERROR: LazyLock<Arc<Type>> = LazyLock::new(|| Arc::new(Type::Error));
        QualType { ty: ERROR.clone(), quals: Quals::default() }
    }

    /// `void` or an arithmetic type. Every second expression has such a type, so each of them is made once
    /// and shared.
    pub fn builtin(ty: BuiltinType) -> QualType {
        static SHARED: LazyLock<Vec<Arc<Type>>> =
            LazyLock::new(|| BuiltinType::ALL.iter().map(|ty| Arc::new(Type::Builtin(*ty))).collect());
        QualType { ty: SHARED[ty as usize].clone(), quals: Quals::default() }
    }

    /// `int`.
    pub fn int() -> QualType {
        QualType::builtin(BuiltinType::Int)
    }

    /// A type made of others. If it gets too large, it is the unknown type.
    pub fn derived(ty: Type) -> QualType {
        let mut parts = MAX_PARTS;
        if ty.fits(MAX_DEPTH, &mut parts) { QualType::new(ty) } else { QualType::error() }
    }

    /// A pointer to this type. Most pointers point to numbers or characters, so these pointer types are shared too.
    pub fn pointer_to(&self) -> QualType {
        static SHARED: LazyLock<Vec<Arc<Type>>> = LazyLock::new(|| {
            let pointer = |ty: &BuiltinType| Arc::new(Type::Pointer(QualType::builtin(*ty)));
            BuiltinType::ALL.iter().map(pointer).collect()
        });
        match *self.ty {
            Type::Builtin(ty) if self.quals == Quals::default() => {
                QualType { ty: SHARED[ty as usize].clone(), quals: Quals::default() }
            }
            _ => QualType::derived(Type::Pointer(self.clone())),
        }
    }

    /// An array of this type. Qualifiers stay with the element.
    pub fn array_of(&self, length: ArrayLength) -> QualType {
        QualType::derived(Type::Array { element: self.clone(), length })
    }

    /// The type with more qualifiers. Those of an array belong to its element (C17 6.7.3p9).
    pub fn with_quals(&self, quals: Quals) -> QualType {
        if quals == Quals::default() {
            return self.clone();
        }
        match &*self.ty {
            Type::Array { element, length } => element.with_quals(quals).array_of(*length),
            _ => QualType { ty: self.ty.clone(), quals: self.quals.with(quals) },
        }
    }

    /// The type without the qualifiers of its outermost level.
    pub fn unqualified(&self) -> QualType {
        let ty = match &*self.ty {
            Type::Atomic(inner) => return inner.unqualified(),
            _ => self.ty.clone(),
        };
        QualType { ty, quals: Quals::default() }
    }

    /// Whether an object of the type is `const`: the type itself, or the element of an array.
    pub fn is_const(&self) -> bool {
        self.element_quals().contains(Quals::CONST)
    }

    /// Whether accessing an object of the type is a side effect.
    pub fn is_volatile(&self) -> bool {
        self.element_quals().contains(Quals::VOLATILE)
    }

    /// Whether an object of the type is `_Atomic`: the type itself, or the element of an array.
    pub fn is_atomic(&self) -> bool {
        let mut ty = self;
        while let Type::Array { element, .. } = &*ty.ty {
            ty = element;
        }
        ty.quals.contains(Quals::ATOMIC) || matches!(&*ty.ty, Type::Atomic(_))
    }

    fn element_quals(&self) -> Quals {
        let mut ty = self;
        while let Type::Array { element, .. } = &*ty.ty {
            ty = element;
        }
        ty.quals
    }

    /// The type of an expression's value: arrays and functions become pointers, and qualifiers are removed
    /// (C17 6.3.2.1).
    pub fn decayed(&self) -> QualType {
        match &*self.ty {
            Type::Array { element, .. } => element.pointer_to(),
            Type::Function { .. } => self.pointer_to(),
            _ => self.unqualified(),
        }
    }

    /// The type that a pointer points to, or the element of an array or vector.
    pub fn target(&self) -> Option<&QualType> {
        match self.plain() {
            Type::Pointer(target) => Some(target),
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(element),
            _ => None,
        }
    }

    /// The type itself, without `_Atomic ( ... )` around it.
    pub fn plain(&self) -> &Type {
        let mut ty = &*self.ty;
        while let Type::Atomic(inner) = ty {
            ty = &inner.ty;
        }
        ty
    }

    /// The built-in type, if it is one.
    pub fn as_builtin(&self) -> Option<BuiltinType> {
        match self.plain() {
            Type::Builtin(builtin) => Some(*builtin),
            _ => None,
        }
    }

    /// Whether it is the unknown type.
    pub fn is_error(&self) -> bool {
        matches!(self.plain(), Type::Error)
    }

    /// Whether it is `void`.
    pub fn is_void(&self) -> bool {
        self.as_builtin() == Some(BuiltinType::Void)
    }

    /// Whether it is an integer type. Enumerations are integer types.
    pub fn is_integer(&self) -> bool {
        match self.plain() {
            Type::Builtin(builtin) => is_integer(*builtin),
            Type::Enum(_) => true,
            _ => false,
        }
    }

    /// Whether it is a real floating type.
    pub fn is_floating(&self) -> bool {
        self.as_builtin().is_some_and(is_floating)
    }

    /// Whether it is an arithmetic type: integer, floating or complex.
    pub fn is_arithmetic(&self) -> bool {
        match self.plain() {
            Type::Builtin(builtin) => *builtin != BuiltinType::Void,
            Type::Enum(_) => true,
            _ => false,
        }
    }

    /// Whether it is a pointer.
    pub fn is_pointer(&self) -> bool {
        matches!(self.plain(), Type::Pointer(_))
    }

    /// Whether it is an array.
    pub fn is_array(&self) -> bool {
        matches!(self.plain(), Type::Array { .. })
    }

    /// Whether it is a function.
    pub fn is_function(&self) -> bool {
        matches!(self.plain(), Type::Function { .. })
    }

    /// Whether it contains a variable length array, so that its size is known only when the program runs.
    pub fn is_variable_length(&self) -> bool {
        let mut ty = self;
        while let Type::Array { element, length } = &*ty.ty {
            if *length == ArrayLength::Variable {
                return true;
            }
            ty = element;
        }
        false
    }
}

impl Type {
    /// Whether the type stays within the limits. `parts` is the number of parts that are still allowed.
    fn fits(&self, depth: u32, parts: &mut u32) -> bool {
        if depth == 0 || *parts == 0 {
            return false;
        }
        *parts -= 1;
        match self {
            Type::Pointer(inner) | Type::Atomic(inner) => inner.ty.fits(depth - 1, parts),
            Type::Array { element, .. } | Type::Vector { element, .. } => element.ty.fits(depth - 1, parts),
            Type::Function { result, params, .. } => {
                result.ty.fits(depth - 1, parts)
                    && params.iter().flatten().all(|param| param.ty.fits(depth - 1, parts))
            }
            _ => true,
        }
    }
}

/// Whether a built-in type is an integer type.
pub fn is_integer(ty: BuiltinType) -> bool {
    use BuiltinType::*;
    matches!(
        ty,
        Bool | Char
            | SChar
            | UChar
            | Short
            | UShort
            | Int
            | UInt
            | Long
            | ULong
            | LongLong
            | ULongLong
            | Int128
            | UInt128
    )
}

/// Whether a built-in type is a real floating type.
pub fn is_floating(ty: BuiltinType) -> bool {
    use BuiltinType::*;
    matches!(
        ty,
        Float16
            | Float
            | Double
            | LongDouble
            | Float32
            | Float64
            | Float128
            | Float32x
            | Float64x
            | GnuFloat80
            | GnuFloat128
            | Decimal32
            | Decimal64
            | Decimal128
    )
}

/// The complex types, each with the type of its parts.
const COMPLEX: &[(BuiltinType, BuiltinType)] = &[
    (BuiltinType::ComplexFloat16, BuiltinType::Float16),
    (BuiltinType::ComplexFloat, BuiltinType::Float),
    (BuiltinType::ComplexDouble, BuiltinType::Double),
    (BuiltinType::ComplexLongDouble, BuiltinType::LongDouble),
    (BuiltinType::ComplexFloat32, BuiltinType::Float32),
    (BuiltinType::ComplexFloat64, BuiltinType::Float64),
    (BuiltinType::ComplexFloat128, BuiltinType::Float128),
    (BuiltinType::ComplexFloat32x, BuiltinType::Float32x),
    (BuiltinType::ComplexFloat64x, BuiltinType::Float64x),
    (BuiltinType::ComplexChar, BuiltinType::Char),
    (BuiltinType::ComplexSChar, BuiltinType::SChar),
    (BuiltinType::ComplexUChar, BuiltinType::UChar),
    (BuiltinType::ComplexInt128, BuiltinType::Int128),
    (BuiltinType::ComplexUInt128, BuiltinType::UInt128),
    (BuiltinType::ComplexShort, BuiltinType::Short),
    (BuiltinType::ComplexUShort, BuiltinType::UShort),
    (BuiltinType::ComplexInt, BuiltinType::Int),
    (BuiltinType::ComplexUInt, BuiltinType::UInt),
    (BuiltinType::ComplexLong, BuiltinType::Long),
    (BuiltinType::ComplexULong, BuiltinType::ULong),
    (BuiltinType::ComplexLongLong, BuiltinType::LongLong),
    (BuiltinType::ComplexULongLong, BuiltinType::ULongLong),
];

/// The type of the real and imaginary part of a complex type.
pub fn complex_part(ty: BuiltinType) -> Option<BuiltinType> {
    COMPLEX.iter().find(|(complex, _)| *complex == ty).map(|(_, part)| *part)
}

/// The complex type with parts of this type.
pub fn complex_of(part: BuiltinType) -> Option<BuiltinType> {
    COMPLEX.iter().find(|(_, each)| *each == part).map(|(complex, _)| *complex)
}
