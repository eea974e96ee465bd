//! Expressions (C17 6.5) and initializers (C17 6.7.9).

use super::{DeclId, ExprId, InitId, StmtId, TypeNameId};
use crate::Name;

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// Tokens that are not an expression. A diagnostic is reported for them.
    Error,
    /// An identifier that is not a typedef name.
    Name(Name),
    /// An integer or floating constant, as spelled.
    Number(Name),
    /// A character constant, as spelled.
    Char(Name),
    /// String literals. Adjacent literals are one expression.
    Str(Vec<Name>),
    /// `( e )`. Parentheses are kept, so that they can be printed as they were written.
    Paren(ExprId),
    /// A prefix operator.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        operand: ExprId,
    },
    /// `e++` or `e--`.
    Postfix {
        /// true for `e++`.
        increment: bool,
        /// The operand.
        operand: ExprId,
    },
    /// A binary operator other than assignment and comma.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The left operand.
        lhs: ExprId,
        /// The right operand.
        rhs: ExprId,
    },
    /// `lhs = rhs`, or `lhs op= rhs`.
    Assign {
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// The left operand.
        lhs: ExprId,
        /// The right operand.
        rhs: ExprId,
    },
    /// `c ? t : e`, or GNU `c ?: e`.
    Conditional {
        /// The condition.
        condition: ExprId,
        /// The middle operand. None in the GNU form.
        then: Option<ExprId>,
        /// The last operand.
        otherwise: ExprId,
    },
    /// `lhs , rhs`.
    Comma {
        /// The left operand.
        lhs: ExprId,
        /// The right operand.
        rhs: ExprId,
    },
    /// `( type ) operand`.
    Cast {
        /// The type.
        ty: TypeNameId,
        /// The operand.
        operand: ExprId,
    },
    /// `( type ) { ... }`.
    CompoundLiteral {
        /// The type.
        ty: TypeNameId,
        /// The list.
        init: InitId,
    },
    /// `callee ( args )`.
    Call {
        /// The function.
        callee: ExprId,
        /// The arguments.
        args: Vec<ExprId>,
    },
    /// A built-in that takes types: `__builtin_va_arg`, `__builtin_offsetof`, `__builtin_types_compatible_p`.
    /// `__builtin_choose_expr` is an ordinary call instead.
    BuiltinCall {
        /// Its name.
        name: Name,
        /// Its arguments.
        args: Vec<BuiltinArg>,
    },
    /// `base [ index ]`.
    Index {
        /// The array or pointer.
        base: ExprId,
        /// The subscript.
        index: ExprId,
    },
    /// `base [ lower : length : stride ]`, a subarray (OpenACC 3.4 2.7.1) or array section (OpenMP 5.2
    /// 3.2.5). It occurs only in clauses.
    Section {
        /// The array or pointer.
        base: ExprId,
        /// The elements. They are boxed, so that this rare variant does not enlarge every expression.
        range: Box<SectionRange>,
    },
    /// `( [n][m] ) base`, an array-shaping expression (OpenMP 5.2 3.2.4). It occurs only in clauses.
    Shaped {
        /// The sizes.
        dims: Vec<ExprId>,
        /// The pointer.
        base: ExprId,
    },
    /// `base . field` or `base -> field`.
    Member {
        /// The object or pointer.
        base: ExprId,
        /// The member's name.
        field: Name,
        /// true if the operator is `->`.
        arrow: bool,
    },
    /// `sizeof e`, `_Alignof e`.
    SizeofExpr {
        /// The operator.
        op: SizeofOp,
        /// The operand.
        operand: ExprId,
    },
    /// `sizeof ( type )`, `_Alignof ( type )`.
    SizeofType {
        /// The operator.
        op: SizeofOp,
        /// The operand.
        ty: TypeNameId,
    },
    /// `_Generic ( control , ... )`.
    Generic {
        /// The controlling expression.
        control: ExprId,
        /// The associations. The `default` association has no type.
        associations: Vec<(Option<TypeNameId>, ExprId)>,
    },
    /// GNU `({ ... })`. The statement is a compound statement.
    Statement(StmtId),
    /// GNU `&& label`.
    LabelAddress(Name),
    /// `*` as an argument: `tile(*)`, `gang(static:*)`, `num_teams(*)`.
    Star,
}

/// The elements of a subarray or array section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionRange {
    /// The first element. It is 0 if omitted.
    pub lower: Option<ExprId>,
    /// The number of elements. If omitted, the section extends to the end.
    pub length: Option<ExprId>,
    /// The stride (OpenMP only).
    pub stride: Option<ExprId>,
}

/// An argument of a built-in that takes types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuiltinArg {
    /// An expression. The member designator of `__builtin_offsetof` is an expression too, which starts with a `Name`.
    Expr(ExprId),
    /// A type.
    Type(TypeNameId),
}

/// Prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its operator")]
pub enum UnaryOp {
    Plus,
    Minus,
    BitNot,
    Not,
    AddressOf,
    Deref,
    PreIncrement,
    PreDecrement,
    Extension,
    Real,
    Imag,
}

/// `sizeof` and the alignment operators. Each spelling has its own variant, because old compilers do not accept all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its operator")]
pub enum SizeofOp {
    Sizeof,
    Alignof,
    GnuAlignof,
}

/// Binary operators. Their order is not that of precedence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its operator")]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}

impl BinaryOp {
    /// Returns the spelling.
    pub const fn text(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
        }
    }

    /// Returns the precedence, from 1 (`||`) to 10 (`*`).
    pub const fn precedence(self) -> u8 {
        match self {
            BinaryOp::Or => 1,
            BinaryOp::And => 2,
            BinaryOp::BitOr => 3,
            BinaryOp::BitXor => 4,
            BinaryOp::BitAnd => 5,
            BinaryOp::Eq | BinaryOp::Ne => 6,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => 7,
            BinaryOp::Shl | BinaryOp::Shr => 8,
            BinaryOp::Add | BinaryOp::Sub => 9,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 10,
        }
    }
}

/// An initializer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Init {
    /// An assignment expression.
    Expr(ExprId),
    /// `{ ... }`.
    List(Box<[InitItem]>),
}

/// One element of an initializer list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitItem {
    /// The designators, outermost first. A positional element has none.
    pub designators: Box<[Designator]>,
    /// Whether the designation is the old GNU form (`field: value`, `[index] value`).
    pub old_style: bool,
    /// The value.
    pub init: InitId,
}

/// A designator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Designator {
    /// `.field`.
    Field(Name),
    /// `[index]`.
    Index(ExprId),
    /// GNU `[first ... last]`.
    Range(ExprId, ExprId),
}

/// An iterator of OpenMP's `iterator` modifier: `iterator(type name = begin : end : step)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IteratorDef {
    /// The declaration of one entity, the iterator. Its type is `int` if none is written.
    pub declaration: DeclId,
    /// The first value.
    pub begin: ExprId,
    /// The value after the last one.
    pub end: ExprId,
    /// The step. It is 1 if omitted.
    pub step: Option<ExprId>,
}
