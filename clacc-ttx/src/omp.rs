//! OpenMP nodes: a second parent for the children of an OpenACC construct.
//!
//! An [`OmpNode`] names directives and clauses and what new code surrounds them; the associated statement stays
//! the one of the OpenACC construct, whose own nested constructs have nodes of their own. Nodes hold ids of the function's
//! tree and model, no position, so they can be compared across edits.

use clacc_sema::acc::facts::{ConstructId, Reason};
use clacc_sema::c::model::SymbolId;
use clacc_sema::c::types::QualType;
use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, ExprId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

/// The OpenMP form of one effective OpenACC construct.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OmpNode {
    /// New code before the directives, in a block around everything.
    pub block: Box<[NewCode]>,
    /// The directives, outermost first; none if OpenMP needs no directive here.
    pub directives: Box<[OmpDirectiveNode]>,
    /// Directives behind the construct, at the end of the block.
    pub end: Box<[OmpDirectiveNode]>,
    /// New code in a block below the directives, before the associated statement; no block where there is none.
    pub inner: Box<[NewCode]>,
    /// Directives at the end of that block, behind the associated statement.
    pub inner_end: Box<[OmpDirectiveNode]>,
    /// What became of the directive and of each of its clauses.
    pub verdicts: Box<[Verdict]>,
    /// Whether the construct has a form under the policy. If not, the source stays as it is.
    pub mapped: bool,
    /// Findings of the mapping.
    pub diagnostics: Vec<Diagnostic<TokenRange>>,
}

impl OmpNode {
    /// Whether the node's code needs a block of its own. Without an associated statement, one directive or call stands
    /// where the OpenACC directive stood.
    pub fn opens_block(&self, has_statement: bool) -> bool {
        if has_statement {
            return !self.block.is_empty() || !self.end.is_empty();
        }
        let conditional = |code: &NewCode| matches!(code, NewCode::Calls { condition: Some(_), .. });
        let statements = |code: &NewCode| match code {
            NewCode::Calls { calls, .. } => calls.len(),
            _ => 1,
        };
        let count: usize = self.block.iter().map(statements).sum();
        count + self.directives.len() + self.end.len() > 1 || self.block.iter().any(conditional)
    }

    /// Whether the associated statement stands in a block of its own, below the directives.
    pub fn opens_inner_block(&self) -> bool {
        !self.inner.is_empty() || !self.inner_end.is_empty()
    }

    /// The routines of the runtime library that the node's code calls.
    pub fn routines(&self) -> Vec<&'static str> {
        let new = self.block.iter().filter_map(|code| match code {
            NewCode::Directive(directive) => Some(directive),
            _ => None,
        });
        let directives = new.chain(&self.directives).chain(&self.inner_end).chain(&self.end);
        let mut items = directives.flat_map(|each| &each.clauses).flat_map(|clause| &clause.items);
        let names_queue = items.any(|item| matches!(item, OmpItem::Queue(_)));
        let calls = self.block.iter().flat_map(|code| match code {
            NewCode::Calls { calls, .. } => &**calls,
            _ => &[],
        });
        calls.map(|call| call.routine).chain(names_queue.then_some(QUEUE_ADDRESS)).collect()
    }
}

/// The routine of the runtime library that gives the address which stands for a queue.
pub const QUEUE_ADDRESS: &str = "acc2omp_async2dep";

/// An OpenMP directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OmpDirectiveNode {
    /// Which directive.
    pub kind: OmpDirective,
    /// Its clauses, in the order they are printed.
    pub clauses: Vec<OmpClauseNode>,
}

/// An OpenMP clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OmpClauseNode {
    /// Which clause.
    pub kind: OmpClause,
    /// Words before the colon, in order: `hold`, `tofrom`; a reduction operator.
    pub modifiers: Vec<&'static str>,
    /// The items.
    pub items: Vec<OmpItem>,
    /// Where the clause comes from.
    pub origin: Origin,
}

/// An item of an OpenMP clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OmpItem {
    /// An expression of the source: a list item of an OpenACC clause, or its argument.
    Expr(ExprId),
    /// A part of an array of arrays, given down to its elements: the expression, and this many times `[:]`.
    Rows(ExprId, u32),
    /// `e[0:0]`: what lies behind a pointer, as much of it as is mapped.
    Pointed(ExprId),
    /// A whole variable.
    Symbol(SymbolId),
    /// A variable that the translation declares.
    New(Name),
    /// A number.
    Number(u64),
    /// A word of OpenMP.
    Word(&'static str),
    /// `!(e)`: a condition, turned round.
    Not(ExprId),
    /// `*acc2omp_async2dep(e)`: what stands for a queue where OpenMP takes storage.
    Queue(Argument),
}

/// An argument of a routine of the runtime library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An expression of the source.
    Expr(ExprId),
    /// A number.
    Number(i64),
    /// A constant that the library's header declares.
    Constant(&'static str),
}

/// A call of a routine of the runtime library, as a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The routine.
    pub routine: &'static str,
    /// Its arguments.
    pub arguments: Vec<Argument>,
}

/// Where an OpenMP clause comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// An OpenACC clause.
    Clause(ClauseId),
    /// Data attributes that no clause of this directive states: the construct, and the reason of the first variable.
    Attribute(ConstructId, Reason),
    /// The mapping itself needs it; the text says for what.
    Mapping(&'static str),
}

/// Code that the translation adds before the directives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewCode {
    /// `const T name = e;`: an argument that is evaluated once.
    Constant {
        /// The name.
        name: Name,
        /// Its type, without qualifiers.
        ty: QualType,
        /// The value.
        value: ExprId,
        /// The OpenACC clause that has the argument.
        clause: ClauseId,
    },
    /// `(void) e;`: an argument that is evaluated only for its side effects.
    Evaluate {
        /// The expression.
        value: ExprId,
        /// The OpenACC clause that has the argument.
        clause: ClauseId,
    },
    /// `T name;`: a private variable as an uninitialized local.
    Local {
        /// The variable it hides.
        symbol: SymbolId,
        /// The clause that makes it private, if one does.
        clause: Option<ClauseId>,
    },
    /// A directive without associated statement that comes first.
    Directive(OmpDirectiveNode),
    /// Calls of the runtime library; behind `if (e)` where there is a condition.
    Calls {
        /// The condition.
        condition: Option<ExprId>,
        /// The calls, in order; at least one.
        calls: Box<[Call]>,
    },
    /// `T copy[n]; __builtin_memcpy(copy, name, sizeof copy);`: the values that a part of what a pointer points to has
    /// before the construct. Its elements have the same subscripts.
    PartCopy {
        /// The copy's name.
        copy: Name,
        /// The pointer.
        symbol: SymbolId,
        /// The part.
        part: ExprId,
        /// The clause that makes it firstprivate.
        clause: ClauseId,
    },
    /// `T *name = copy;`: the pointer, hidden by one to a copy of what it points to.
    Redirected {
        /// The pointer it hides.
        symbol: SymbolId,
        /// The copy.
        copy: Name,
        /// The clause that makes the part firstprivate.
        clause: ClauseId,
    },
    /// `T name[n];`: a private part of what a pointer points to, as an uninitialized local array. Its elements have the
    /// same subscripts.
    LocalArray {
        /// The pointer it hides.
        symbol: SymbolId,
        /// The part.
        part: ExprId,
        /// The clause that makes it private.
        clause: ClauseId,
    },
}

/// What became of a directive, a clause or a modifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The clause; none for the directive itself.
    pub clause: Option<ClauseId>,
    /// The modifier or word of that clause, if it has a verdict of its own.
    pub modifier: Option<Name>,
    /// How much of the meaning arrives.
    pub fidelity: Fidelity,
    /// Why, as one sentence.
    pub reason: &'static str,
}

/// How much of the meaning of a directive or clause arrives in OpenMP.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Fidelity {
    /// All of it.
    Exact,
    /// Left out, and provably nothing is lost.
    Dropped,
    /// Right on the targets of the dialect, but not the same guarantee; the reason says what differs.
    Approximated,
    /// No form; the directive stays as it is.
    Unsupported,
}

impl Fidelity {
    /// The word for it, as reports print it.
    pub const fn text(self) -> &'static str {
        match self {
            Fidelity::Exact => "exact",
            Fidelity::Dropped => "dropped",
            Fidelity::Approximated => "approximated",
            Fidelity::Unsupported => "unsupported",
        }
    }
}

impl std::fmt::Display for Fidelity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.text())
    }
}
