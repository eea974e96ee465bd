//! The nodes of directives and clauses of OpenACC and OpenMP.
//!
//! Both languages share the node types, so that every clause of both grammars has a node, even if clacc gives it no meaning. The tables of
//! [`crate::directive`] define each directive and clause: its place, its legal arguments, and the versions that have it.

use super::{ClauseId, ExprId, IteratorDef, StmtId, TypeNameId};
use crate::Name;
use crate::directive::{AccClause, AccDirective, OmpClause, OmpDirective};
use crate::token::TokenKind;

/// A directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// The language and name of the directive.
    pub kind: DirectiveKind,
    /// The argument in parentheses directly after the name: `routine(f)`, `wait(1)`, `critical(name)`,
    /// `threadprivate(a)`.
    pub argument: DirectiveArgument,
    /// The clauses, in source order.
    pub clauses: Box<[ClauseId]>,
    /// The tokens after the clauses that do not form a clause, in source spelling. The parser reports them.
    pub extra: Vec<(TokenKind, Name)>,
    /// The associated statement, for directives among statements that take one.
    pub body: Option<StmtId>,
}

impl Directive {
    /// Returns whether tokens other than a lone `;` follow the clauses. Their meaning is unknown.
    pub fn has_extra_words(&self) -> bool {
        self.extra.iter().any(|(kind, _)| kind.is_word())
    }
}

/// A directive's language and name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DirectiveKind {
    /// An OpenACC directive.
    Acc(AccDirective),
    /// An OpenMP directive.
    Omp(OmpDirective),
    /// `#pragma acc` with a name that OpenACC does not have. It is kept and reported.
    UnknownAcc(Name),
    /// `#pragma omp` with a name that OpenMP does not have. It is kept and reported.
    UnknownOmp(Name),
}

/// The argument of a directive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum DirectiveArgument {
    /// No argument.
    #[default]
    None,
    /// A list of items. It may have modifiers, as a clause may (`wait(devnum:0:queues:1)`).
    List(Arguments),
    /// OpenMP `declare reduction ( name : types : combiner )`.
    DeclareReduction {
        /// The reduction identifier or operator.
        name: Name,
        /// The types.
        types: Box<[TypeNameId]>,
        /// The combiner.
        combiner: ExprId,
    },
    /// OpenMP `declare mapper ( name : type var )`.
    DeclareMapper {
        /// The mapper's name. Empty for the default mapper.
        name: Name,
        /// The declared variable.
        variable: super::DeclId,
    },
    /// The tokens that follow the name of an unknown directive, as written.
    Tokens(Box<[(TokenKind, Name)]>),
}

/// A clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The language and name of the clause.
    pub kind: ClauseKind,
    /// The name as written. An alias differs from the canonical name.
    pub spelling: Name,
    /// The arguments. None if there are no parentheses.
    pub arguments: Option<Arguments>,
}

/// A clause's language and name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClauseKind {
    /// An OpenACC clause. An alias has the kind of its canonical name.
    Acc(AccClause),
    /// An OpenMP clause.
    Omp(OmpClause),
    /// An identifier that is not a clause of the directive's language.
    Unknown,
}

/// The parts in the parentheses of a clause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    /// The modifiers before the colon, in order: `readonly`, `always`, `tofrom`, `mapper(m)`, `inscan`, `+`. The *wait-argument* of OpenACC
    /// has `devnum` with one expression, and `queues`. A modifier that is only an expression has an empty word: `num_teams(lower: upper)`,
    /// `allocate(allocator: list)`. A directive name of several words is one modifier: `if(target data: c)`.
    pub modifiers: Vec<Modifier>,
    /// The items.
    pub items: Box<[ArgumentItem]>,
    /// The modifiers after a trailing colon: OpenMP `linear(x : val, step(2))`, `defaultmap(tofrom : scalar)`. A modifier that is only an
    /// expression has an empty word: `aligned(p : 64)`.
    pub post_modifiers: Vec<Modifier>,
}

/// One item of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentItem {
    /// The key, which is the identifier before a colon that applies to this item alone: `gang(num: 4, static: *)`. It is `omp_priv` if a
    /// reduction's initializer has braces.
    pub key: Option<Name>,
    /// The item.
    pub value: ArgumentValue,
}

/// The value of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgumentValue {
    /// A variable, subarray, member, or any other expression. `*` is `Expr::Star`.
    Expr(ExprId),
    /// A keyword or other identifier that does not name an entity of the program: `default(none)`, `device_type(nvidia)`,
    /// `schedule(static)`.
    Word(Name),
    /// An initializer: `initializer(omp_priv = { 0, 0 })`.
    Init(super::InitId),
    /// A directive with clauses inside a clause: `when( ... : parallel for)`.
    Directive(super::DirectiveId),
    /// Balanced tokens that are kept as written: context selectors, `initializer` assignments, foreign
    /// runtimes.
    Tokens(Box<[(TokenKind, Name)]>),
}

/// A modifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// The keyword or operator.
    pub word: Name,
    /// The arguments of the modifier: `step(2)`, `mapper(m)`, `align(8)`.
    pub args: Option<Box<[ExprId]>>,
    /// The definitions of an `iterator` modifier.
    pub iterators: Vec<IteratorDef>,
}
