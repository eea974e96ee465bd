//! Directives and clauses of OpenACC and OpenMP, as nodes.
//!
//! Both languages share one shape, so that every clause of both grammars has a node, a meaning or not.
//! What a directive or clause *is* (its place, its legal arguments, the versions that have it) stands in the
//! tables of [`crate::directive`].

use super::{ClauseId, ExprId, IteratorDef, StmtId, TypeNameId};
use crate::Name;
use crate::directive::{AccClause, AccDirective, OmpClause, OmpDirective};
use crate::token::TokenKind;

/// A directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// Which directive of which language.
    pub kind: DirectiveKind,
    /// The argument in parentheses right after the name: `routine(f)`, `wait(1)`, `critical(name)`, `threadprivate(a)`.
    pub argument: DirectiveArgument,
    /// The clauses, in source order.
    pub clauses: Box<[ClauseId]>,
    /// Tokens behind the clauses that are none, as written; reported.
    pub extra: Box<[(TokenKind, Name)]>,
    /// The associated statement, for directives among statements that take one.
    pub body: Option<StmtId>,
}

impl Directive {
    /// Whether words were left over behind the clauses: what they ask for is unknown. A lone `;` asks for nothing.
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
    /// `#pragma acc` with a name that OpenACC does not have; it passes through with a diagnostic.
    UnknownAcc(Name),
    /// `#pragma omp` with a name that OpenMP does not have; it passes through with a diagnostic.
    UnknownOmp(Name),
}

/// The argument of a directive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum DirectiveArgument {
    /// There is none.
    #[default]
    None,
    /// A list of items, with modifiers as a clause has them (`wait(devnum:0:queues:1)`).
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
        /// The mapper's name; empty for the default one.
        name: Name,
        /// The declared variable.
        variable: super::DeclId,
    },
    /// What follows the name of an unknown directive, as written.
    Tokens(Box<[(TokenKind, Name)]>),
}

/// A clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Which clause of which language.
    pub kind: ClauseKind,
    /// The name as written: an alias differs from the canonical name.
    pub spelling: Name,
    /// The arguments; none where no parentheses are written.
    pub arguments: Option<Arguments>,
}

/// A clause's language and name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClauseKind {
    /// An OpenACC clause; aliases have the canonical kind.
    Acc(AccClause),
    /// An OpenMP clause.
    Omp(OmpClause),
    /// A word that is no clause of the directive's language.
    Unknown,
}

/// What stands in the parentheses of a clause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    /// What stands before the colon, in order: `readonly`, `always`, `tofrom`, `mapper(m)`, `inscan`, `+`. The wait
    /// argument of OpenACC has `devnum` with one expression, and `queues`. An expression alone has an empty word:
    /// `num_teams(lower: upper)`, `allocate(allocator: list)`. A directive's name is one word: `if(target data: c)`.
    pub modifiers: Box<[Modifier]>,
    /// The items.
    pub items: Box<[Argument]>,
    /// Modifiers behind a trailing colon: OpenMP `linear(x : val, step(2))`, `defaultmap(tofrom : scalar)`. An
    /// expression alone has an empty word: `aligned(p : 64)`.
    pub post_modifiers: Box<[Modifier]>,
}

/// One item of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The word before a colon that belongs to this item alone: `gang(num: 4, static: *)`; `omp_priv` where a reduction's
    /// initializer has braces.
    pub key: Option<Name>,
    /// The item.
    pub value: ArgumentValue,
}

/// The value of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgumentValue {
    /// A variable, subarray, member, or any other expression. `Expr::Star` for `*`.
    Expr(ExprId),
    /// A bare word that names no entity of the program: `default(none)`, `device_type(nvidia)`, `schedule(static)`.
    Word(Name),
    /// A type, where a clause takes one.
    Type(TypeNameId),
    /// An initializer: `initializer(omp_priv = { 0, 0 })`.
    Init(super::InitId),
    /// A directive with clauses inside a clause: `when( ... : parallel for)`.
    Directive(super::DirectiveId),
    /// Balanced tokens that are kept as written: context selectors, `initializer` assignments, foreign runtimes.
    Tokens(Box<[(TokenKind, Name)]>),
}

/// A modifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// The word or operator.
    pub word: Name,
    /// Its own arguments: `step(2)`, `mapper(m)`, `align(8)`.
    pub args: Option<Box<[ExprId]>>,
    /// The definitions of an `iterator` modifier.
    pub iterators: Box<[IteratorDef]>,
}

impl Directive {
    /// The OpenACC directive, if it is one.
    pub fn acc(&self) -> Option<AccDirective> {
        match self.kind {
            DirectiveKind::Acc(kind) => Some(kind),
            _ => None,
        }
    }

    /// The OpenMP directive, if it is one.
    pub fn omp(&self) -> Option<OmpDirective> {
        match self.kind {
            DirectiveKind::Omp(kind) => Some(kind),
            _ => None,
        }
    }
}

impl Clause {
    /// The OpenACC clause, if it is one.
    pub fn acc(&self) -> Option<AccClause> {
        match self.kind {
            ClauseKind::Acc(kind) => Some(kind),
            _ => None,
        }
    }

    /// The items that are expressions, in order.
    pub fn exprs(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.arguments.iter().flat_map(|arguments| &arguments.items).filter_map(|item| match item.value {
            ArgumentValue::Expr(expr) => Some(expr),
            _ => None,
        })
    }

    /// The words before the colon.
    pub fn modifier_words(&self) -> impl Iterator<Item = Name> + '_ {
        self.arguments.iter().flat_map(|arguments| &arguments.modifiers).map(|modifier| modifier.word)
    }
}
