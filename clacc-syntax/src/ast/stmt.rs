//! Statements (C17 6.8).

use super::{Attribute, DeclId, DirectiveId, ExprId, StmtId};
use crate::Name;

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// Tokens that are not a statement. A diagnostic is reported for them.
    Error,
    /// `{ ... }`. Declarations in it are separate statements. GNU `__label__` declarations come first.
    Compound {
        /// Names declared by `__label__`.
        labels: Vec<Name>,
        /// The block items.
        items: Box<[StmtId]>,
    },
    /// A declaration among the block items.
    Decl(DeclId),
    /// `e ;`, or `;` alone.
    Expr(Option<ExprId>),
    /// `if ( condition ) then else otherwise`.
    If {
        /// The condition.
        condition: ExprId,
        /// The first substatement.
        then: StmtId,
        /// The second substatement.
        otherwise: Option<StmtId>,
    },
    /// `while ( condition ) body`.
    While {
        /// The condition.
        condition: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `do body while ( condition ) ;`.
    DoWhile {
        /// The body.
        body: StmtId,
        /// The condition.
        condition: ExprId,
    },
    /// `for ( init ; condition ; step ) body`.
    For {
        /// A `Stmt::Decl` or `Stmt::Expr`. It is `Stmt::Expr(None)` if omitted.
        init: StmtId,
        /// The condition.
        condition: Option<ExprId>,
        /// The expression after each iteration.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `switch ( subject ) body`.
    Switch {
        /// The controlling expression.
        subject: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `case low : body`, or GNU `case low ... high : body`.
    Case {
        /// The value, or the first value of the range.
        low: ExprId,
        /// The last value of the range.
        high: Option<ExprId>,
        /// The labelled statement. None at the end of a block (C23).
        body: Option<StmtId>,
    },
    /// `default : body`.
    Default {
        /// The labelled statement. None at the end of a block (C23).
        body: Option<StmtId>,
    },
    /// `name : body`.
    Label {
        /// The label.
        name: Name,
        /// GNU attributes after the colon.
        attributes: Vec<Attribute>,
        /// The labelled statement. None at the end of a block (C23) or before a declaration.
        body: Option<StmtId>,
    },
    /// `goto name ;`.
    Goto(Name),
    /// GNU `goto * e ;`.
    GotoIndirect(ExprId),
    /// `break ;`.
    Break,
    /// `continue ;`.
    Continue,
    /// `return e ;`.
    Return(Option<ExprId>),
    /// GNU `asm`.
    Asm(Box<Asm>),
    /// A statement of attributes only: `__attribute__((fallthrough));`.
    Attributes(Vec<Attribute>),
    /// An OpenACC or OpenMP directive with the statement associated with it, if it takes one.
    Directive(DirectiveId),
    /// Any other pragma.
    Pragma {
        /// The line after `#pragma`.
        text: Name,
        /// The statement after the pragma, if the place takes exactly one statement (a branch, a loop's body, the statement of a
        /// directive). None if the pragma is a block item, because then the next block item is not part of it.
        body: Option<StmtId>,
    },
}

/// A GNU `asm` statement or declaration. The strings and constraints are kept as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asm {
    /// `volatile`, `inline`, `goto`, in the order written.
    pub qualifiers: Box<[Name]>,
    /// The template.
    pub template: ExprId,
    /// true if the statement has colons, which make it an extended asm.
    pub extended: bool,
    /// The outputs.
    pub outputs: Box<[AsmOperand]>,
    /// The inputs.
    pub inputs: Box<[AsmOperand]>,
    /// The clobbers, which are string expressions.
    pub clobbers: Box<[ExprId]>,
    /// The labels of an `asm goto`.
    pub labels: Box<[Name]>,
}

/// An operand of an extended `asm`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AsmOperand {
    /// `[name]`.
    pub symbolic: Option<Name>,
    /// The constraint, which is a string expression.
    pub constraint: ExprId,
    /// The operand.
    pub value: ExprId,
}
