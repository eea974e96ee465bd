//! Declarations, types and declarators (C17 6.7, 6.9).

use smallvec::SmallVec;

use super::{
    Asm, DeclId, DeclaratorId, DeclaredId, DirectiveId, EnumId, ExprId, InitId, RecordId, StmtId, TypeNameId,
};
use crate::Name;
use crate::token::TokenRange;

/// A declaration at file scope, in a block, or among the members of a `struct`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decl {
    /// Tokens that are not a declaration. A diagnostic is reported for them.
    Error,
    /// `specifiers declarators ;`. Parameters and members are declarations of this form too.
    Declaration {
        /// The specifiers.
        specs: Specs,
        /// The declared entities. `struct s { ... };` has none.
        entities: SmallVec<[DeclaredId; 1]>,
    },
    /// A function definition.
    Function(Box<Function>),
    /// `_Static_assert ( condition , message ) ;`.
    StaticAssert {
        /// The condition.
        condition: ExprId,
        /// The message, which is a string expression.
        message: Option<ExprId>,
    },
    /// `asm ( ... ) ;` at file scope.
    Asm(Box<Asm>),
    /// A directive at file scope or among members.
    Directive(DirectiveId),
    /// Any other pragma. The name is the line after `#pragma`.
    Pragma(Name),
    /// A lone `;`.
    Empty,
}

/// A function definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// The specifiers.
    pub specs: Specs,
    /// The function and its declarator.
    pub entity: DeclaredId,
    /// The declarations between declarator and body of an old-style definition.
    pub old_style_params: Vec<DeclId>,
    /// The tokens of the body, with its braces.
    pub body_tokens: TokenRange,
    /// The body. None if the definition was parsed without its body.
    pub body: Option<StmtId>,
}

/// A declared entity: an object, function, type, member or parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredEntity {
    /// The declared name. Empty for an unnamed parameter or bit-field.
    pub name: Name,
    /// Its declarator.
    pub declarator: DeclaratorId,
    /// The width of a bit-field.
    pub bit_width: Option<ExprId>,
    /// `asm("name")` after the declarator. It is a string expression.
    pub asm_label: Option<ExprId>,
    /// GNU attributes after the declarator.
    pub attributes: Vec<Attribute>,
    /// The initializer.
    pub init: Option<InitId>,
}

/// Declaration specifiers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specs {
    /// Storage classes and function specifiers.
    pub storage: Storage,
    /// Qualifiers.
    pub quals: Quals,
    /// The type.
    pub ty: TypeSpec,
    /// `_Alignas`.
    pub alignments: Vec<Alignment>,
    /// GNU attributes among the specifiers, in order.
    pub attributes: Vec<Attribute>,
}

/// Storage classes and function specifiers, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Storage(pub u16);

impl Storage {
    /// `typedef`
    pub const TYPEDEF: Storage = Storage(1);
    /// `extern`
    pub const EXTERN: Storage = Storage(2);
    /// `static`
    pub const STATIC: Storage = Storage(4);
    /// `auto`
    pub const AUTO: Storage = Storage(8);
    /// `register`
    pub const REGISTER: Storage = Storage(16);
    /// `_Thread_local`, `__thread`
    pub const THREAD_LOCAL: Storage = Storage(32);
    /// `inline`
    pub const INLINE: Storage = Storage(64);
    /// `_Noreturn`
    pub const NORETURN: Storage = Storage(128);
    /// `__extension__` before the declaration
    pub const EXTENSION: Storage = Storage(256);

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: Storage) -> bool {
        self.0 & other.0 == other.0
    }
    /// Returns the union of both sets of bits.
    pub const fn with(self, other: Storage) -> Storage {
        Storage(self.0 | other.0)
    }
}

/// Type qualifiers, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Quals(pub u8);

impl Quals {
    /// `const`
    pub const CONST: Quals = Quals(1);
    /// `volatile`
    pub const VOLATILE: Quals = Quals(2);
    /// `restrict`
    pub const RESTRICT: Quals = Quals(4);
    /// `_Atomic` without parentheses
    pub const ATOMIC: Quals = Quals(8);
    /// GNU `__seg_fs`
    pub const SEG_FS: Quals = Quals(16);
    /// GNU `__seg_gs`
    pub const SEG_GS: Quals = Quals(32);

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }
    /// Returns the union of both sets of bits.
    pub const fn with(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }
}

/// A type specifier.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum TypeSpec {
    /// No type was written. It is `int` by the rules of C89.
    #[default]
    Implicit,
    /// An arithmetic type or `void`.
    Builtin(BuiltinType),
    /// A typedef name.
    Typedef(Name),
    /// A `struct` or `union`.
    Record(RecordId),
    /// An `enum`.
    Enum(EnumId),
    /// `typeof ( e )`.
    TypeofExpr(ExprId),
    /// `typeof ( type )`.
    TypeofType(TypeNameId),
    /// `_Atomic ( type )`.
    Atomic(TypeNameId),
    /// GNU `__auto_type`.
    Auto,
    /// `__builtin_va_list`. It needs no header.
    VaList,
    /// Specifiers that form no type. A diagnostic is reported for them.
    Error,
}

/// Arithmetic types and `void`. The order of the specifiers in the source is not kept, and neither is a redundant `signed`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its type")]
pub enum BuiltinType {
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    Float16,
    Float,
    Double,
    LongDouble,
    Float32,
    Float64,
    Float128,
    Float32x,
    Float64x,
    /// `__float80`
    GnuFloat80,
    /// `__float128`
    GnuFloat128,
    Decimal32,
    Decimal64,
    Decimal128,
    ComplexFloat16,
    ComplexFloat,
    ComplexDouble,
    ComplexLongDouble,
    ComplexFloat32,
    ComplexFloat64,
    ComplexFloat128,
    ComplexFloat32x,
    ComplexFloat64x,
    /// The GNU complex integer types have the names of their element types.
    ComplexChar,
    ComplexSChar,
    ComplexUChar,
    ComplexShort,
    ComplexUShort,
    ComplexInt,
    ComplexUInt,
    ComplexLong,
    ComplexULong,
    ComplexLongLong,
    ComplexULongLong,
    ComplexInt128,
    ComplexUInt128,
}

const _: () = {
    let mut at = 0;
    while at < BuiltinType::ALL.len() {
        assert!(BuiltinType::ALL[at] as usize == at, "in the order of the enum");
        at += 1;
    }
    assert!(at == BuiltinType::ComplexUInt128 as usize + 1, "complete");
};

impl BuiltinType {
    /// Every type, in the order of the enum, so that tables can be indexed by it.
    pub const ALL: &[BuiltinType] = &[
        BuiltinType::Void,
        BuiltinType::Bool,
        BuiltinType::Char,
        BuiltinType::SChar,
        BuiltinType::UChar,
        BuiltinType::Short,
        BuiltinType::UShort,
        BuiltinType::Int,
        BuiltinType::UInt,
        BuiltinType::Long,
        BuiltinType::ULong,
        BuiltinType::LongLong,
        BuiltinType::ULongLong,
        BuiltinType::Int128,
        BuiltinType::UInt128,
        BuiltinType::Float16,
        BuiltinType::Float,
        BuiltinType::Double,
        BuiltinType::LongDouble,
        BuiltinType::Float32,
        BuiltinType::Float64,
        BuiltinType::Float128,
        BuiltinType::Float32x,
        BuiltinType::Float64x,
        BuiltinType::GnuFloat80,
        BuiltinType::GnuFloat128,
        BuiltinType::Decimal32,
        BuiltinType::Decimal64,
        BuiltinType::Decimal128,
        BuiltinType::ComplexFloat16,
        BuiltinType::ComplexFloat,
        BuiltinType::ComplexDouble,
        BuiltinType::ComplexLongDouble,
        BuiltinType::ComplexFloat32,
        BuiltinType::ComplexFloat64,
        BuiltinType::ComplexFloat128,
        BuiltinType::ComplexFloat32x,
        BuiltinType::ComplexFloat64x,
        BuiltinType::ComplexChar,
        BuiltinType::ComplexSChar,
        BuiltinType::ComplexUChar,
        BuiltinType::ComplexShort,
        BuiltinType::ComplexUShort,
        BuiltinType::ComplexInt,
        BuiltinType::ComplexUInt,
        BuiltinType::ComplexLong,
        BuiltinType::ComplexULong,
        BuiltinType::ComplexLongLong,
        BuiltinType::ComplexULongLong,
        BuiltinType::ComplexInt128,
        BuiltinType::ComplexUInt128,
    ];

    /// Returns the canonical spelling.
    pub const fn text(self) -> &'static str {
        match self {
            BuiltinType::Void => "void",
            BuiltinType::Bool => "_Bool",
            BuiltinType::Char => "char",
            BuiltinType::SChar => "signed char",
            BuiltinType::UChar => "unsigned char",
            BuiltinType::Short => "short",
            BuiltinType::UShort => "unsigned short",
            BuiltinType::Int => "int",
            BuiltinType::UInt => "unsigned int",
            BuiltinType::Long => "long",
            BuiltinType::ULong => "unsigned long",
            BuiltinType::LongLong => "long long",
            BuiltinType::ULongLong => "unsigned long long",
            BuiltinType::Int128 => "__int128",
            BuiltinType::UInt128 => "unsigned __int128",
            BuiltinType::Float16 => "_Float16",
            BuiltinType::Float => "float",
            BuiltinType::Double => "double",
            BuiltinType::LongDouble => "long double",
            BuiltinType::Float32 => "_Float32",
            BuiltinType::Float64 => "_Float64",
            BuiltinType::Float128 => "_Float128",
            BuiltinType::Float32x => "_Float32x",
            BuiltinType::Float64x => "_Float64x",
            BuiltinType::GnuFloat80 => "__float80",
            BuiltinType::GnuFloat128 => "__float128",
            BuiltinType::Decimal32 => "_Decimal32",
            BuiltinType::Decimal64 => "_Decimal64",
            BuiltinType::Decimal128 => "_Decimal128",
            BuiltinType::ComplexFloat16 => "_Complex _Float16",
            BuiltinType::ComplexFloat => "_Complex float",
            BuiltinType::ComplexDouble => "_Complex double",
            BuiltinType::ComplexLongDouble => "_Complex long double",
            BuiltinType::ComplexFloat32 => "_Complex _Float32",
            BuiltinType::ComplexFloat64 => "_Complex _Float64",
            BuiltinType::ComplexFloat128 => "_Complex _Float128",
            BuiltinType::ComplexFloat32x => "_Complex _Float32x",
            BuiltinType::ComplexFloat64x => "_Complex _Float64x",
            BuiltinType::ComplexChar => "_Complex char",
            BuiltinType::ComplexSChar => "_Complex signed char",
            BuiltinType::ComplexUChar => "_Complex unsigned char",
            BuiltinType::ComplexShort => "_Complex short",
            BuiltinType::ComplexUShort => "_Complex unsigned short",
            BuiltinType::ComplexInt => "_Complex int",
            BuiltinType::ComplexUInt => "_Complex unsigned int",
            BuiltinType::ComplexLong => "_Complex long",
            BuiltinType::ComplexULong => "_Complex unsigned long",
            BuiltinType::ComplexLongLong => "_Complex long long",
            BuiltinType::ComplexULongLong => "_Complex unsigned long long",
            BuiltinType::ComplexInt128 => "_Complex __int128",
            BuiltinType::ComplexUInt128 => "_Complex unsigned __int128",
        }
    }
}

/// `_Alignas ( ... )`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Alignment {
    /// The alignment is a constant expression.
    Expr(ExprId),
    /// The alignment is that of a type.
    Type(TypeNameId),
}

/// A GNU attribute or a C23 attribute `[[...]]`. Its arguments are expressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// The name as written.
    pub name: Name,
    /// Its arguments, if it has parentheses. A type argument is kept as `BuiltinArg::Type`.
    pub args: Option<Box<[super::BuiltinArg]>>,
    /// Whether it is in the C23 form `[[...]]`.
    pub bracketed: bool,
}

/// A declarator or abstract declarator. `inner` is the part nearer to the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declarator {
    /// The name. Empty in an abstract declarator.
    Name(Name),
    /// `* quals inner`.
    Pointer {
        /// Qualifiers of the pointer.
        quals: Quals,
        /// Attributes of the pointer.
        attributes: Vec<Attribute>,
        /// The part nearer to the name.
        inner: DeclaratorId,
    },
    /// `inner [ size ]`.
    Array {
        /// The part nearer to the name.
        inner: DeclaratorId,
        /// The size between the brackets.
        size: ArraySize,
        /// Qualifiers inside the brackets (parameters only).
        quals: Quals,
        /// Whether `static` is inside the brackets (parameters only).
        is_static: bool,
    },
    /// `inner ( params )`.
    Function {
        /// The part nearer to the name.
        inner: DeclaratorId,
        /// The parameters.
        params: Params,
    },
    /// `( attributes inner )`.
    Paren {
        /// Attributes after the parenthesis.
        attributes: Vec<Attribute>,
        /// The declarator in the parentheses.
        inner: DeclaratorId,
    },
}

/// The size of an array declarator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArraySize {
    /// `[]`
    Unspecified,
    /// `[*]`
    Star,
    /// `[e]`
    Expr(ExprId),
}

/// The parameters of a function declarator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Params {
    /// `( declarations )`. An empty list means `(void)`.
    Prototype {
        /// The parameters. Each is one declaration with one entity.
        params: Vec<DeclId>,
        /// Whether `...` follows.
        variadic: bool,
    },
    /// `()` or `(a, b)` in the old style.
    OldStyle(Vec<Name>),
}

/// A type name: specifiers and an abstract declarator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeName {
    /// The specifiers.
    pub specs: Specs,
    /// The abstract declarator.
    pub declarator: DeclaratorId,
}

/// A `struct` or `union` specifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Whether it is a `union`.
    pub is_union: bool,
    /// The tag.
    pub tag: Option<Name>,
    /// The members. None if the specifier only names the type.
    pub fields: Option<Box<[DeclId]>>,
    /// GNU attributes, before and after the body.
    pub attributes: Vec<Attribute>,
}

/// An `enum` specifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enum {
    /// The tag.
    pub tag: Option<Name>,
    /// The enumerators. None if the specifier only names the type.
    pub enumerators: Option<Box<[Enumerator]>>,
    /// GNU attributes, before and after the body.
    pub attributes: Vec<Attribute>,
}

/// An enumerator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumerator {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Option<ExprId>,
    /// GNU attributes.
    pub attributes: Vec<Attribute>,
}
