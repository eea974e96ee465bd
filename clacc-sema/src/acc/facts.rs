//! What is known about the OpenACC constructs of one function: the attribute model as data with reasons.
//!
//! A combined directive counts as its effective directives, the outer one first ("Combined Directives" of the
//! mapping specification). Facts hold ids of the function's tree and model, no position.

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, DirectiveId, ExprId, StmtId};
use clacc_syntax::directive::AccDirective;
use la_arena::{Arena, ArenaMap, Idx};

use crate::c::model::SymbolId;
use crate::c::types::QualType;
use crate::directives::reduction::ReductionOp;

/// An effective construct of a function.
pub type ConstructId = Idx<Construct>;

/// The OpenACC constructs of one function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AccFacts {
    /// Every effective construct, outer before inner, in source order.
    pub constructs: Arena<Construct>,
    /// The effective constructs of each directive: one, or two for a combined directive, the outer one first.
    pub of_directive: ArenaMap<DirectiveId, (ConstructId, Option<ConstructId>)>,
}

/// An effective directive: a directive that is not combined, or one half of a combined one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Construct {
    /// The directive in the source.
    pub directive: DirectiveId,
    /// What it is. Never a combined kind.
    pub kind: AccDirective,
    /// Which half of a combined directive it is.
    pub half: Half,
    /// The nearest enclosing effective construct, lexically.
    pub parent: Option<ConstructId>,
    /// The compute construct that this construct is, or lies in.
    pub compute: Option<ConstructId>,
    /// The clauses of the directive that belong here, in source order. A clause with an error is not among them.
    pub clauses: Box<[ClauseId]>,
    /// Those of `clauses` that stand behind a `device_type` clause and hold for some devices only. They decide
    /// neither levels nor sizes here.
    pub device_clauses: Box<[ClauseId]>,
    /// The data attributes, one entry a variable: explicit ones in clause order, then predetermined ones, then implicit
    /// ones in the order in which the walk of the associated statement meets the variables (copies that a
    /// reduction implies before those).
    pub attributes: Box<[Attribute]>,
    /// `num_gangs`, `num_workers` and `vector_length` of a compute construct.
    pub sizes: Sizes,
    /// What is known about a `loop`.
    pub loop_facts: Option<LoopFacts>,
    /// Whether an error was reported that keeps it from being translated.
    pub broken: bool,
}

/// Which half of a combined directive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Half {
    /// The directive is not combined.
    Whole,
    /// The effective compute construct.
    Outer,
    /// The effective `loop`.
    Inner,
}

/// What an attribute is about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Variable {
    /// The variable; for a member, the variable at its base.
    pub symbol: SymbolId,
    /// The member path: for `s.a` the fields, and whether each was reached by `->`.
    pub path: Box<[(Name, bool)]>,
}

/// The data attributes of one variable on one construct. At most one of each group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// The variable.
    pub variable: Variable,
    /// The data mapping attribute, where the group is relevant.
    pub mapping: Option<(Mapping, Reason)>,
    /// The data sharing attribute, where the group is relevant.
    pub sharing: Option<(Sharing, Reason)>,
    /// The place of the variable among those that the associated statement refers to, counted by first mention; none
    /// if only a clause of the directive itself names it.
    pub met: Option<u32>,
}

/// Data mapping attributes ("Basic Data Attributes").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its attribute")]
pub enum Mapping {
    Nomap,
    Present,
    Copy,
    Copyin,
    Copyout,
    Create,
    NoCreate,
    Delete,
    Deviceptr,
}

/// Data sharing attributes ("Basic Data Attributes").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each variant names its attribute")]
pub enum Sharing {
    Shared,
    Reduction(ReductionOp),
    Firstprivate,
    Private,
}

impl Mapping {
    /// The spelling of the clause; `nomap` has none.
    pub const fn text(self) -> &'static str {
        match self {
            Mapping::Nomap => "nomap",
            Mapping::Present => "present",
            Mapping::Copy => "copy",
            Mapping::Copyin => "copyin",
            Mapping::Copyout => "copyout",
            Mapping::Create => "create",
            Mapping::NoCreate => "no_create",
            Mapping::Delete => "delete",
            Mapping::Deviceptr => "deviceptr",
        }
    }
}

impl Sharing {
    /// The spelling of the clause, a reduction's operator left out; `shared` has none.
    pub const fn text(self) -> &'static str {
        match self {
            Sharing::Shared => "shared",
            Sharing::Reduction(_) => "reduction",
            Sharing::Firstprivate => "firstprivate",
            Sharing::Private => "private",
        }
    }
}

/// Why an attribute is what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Written, predetermined or implicit.
    pub how: How,
    /// The clause that says so, on this directive or, where the rule looks outwards or inwards, on another one.
    pub clause: Option<ClauseId>,
    /// The list item of that clause.
    pub item: Option<ExprId>,
    /// The construct that the rule looked at, if it is another one: the enclosing `data` whose clause is visible,
    /// the nested `loop` whose reduction reaches here.
    pub from: Option<ConstructId>,
    /// The rule.
    pub rule: Rule,
}

/// How an attribute or level was determined: *exp*, *pre*, *imp* of the mapping specification.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    /// Written in the source.
    Explicit,
    /// Determined, and not to be overridden.
    Predetermined,
    /// Determined, because nothing else was.
    Implicit,
}

/// The rules by which attributes and levels arise. [`Rule::text`] says what the rule is, [`Rule::section`] where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// A clause says so.
    Clause,
    /// Two clauses of the directive together say that the variable is copied in and out.
    BothDirections,
    /// A data clause for the variable is visible on an enclosing `data` construct or on this one.
    VisibleDataClause,
    /// A non-scalar without a data clause is copied.
    AggregateCopy,
    /// `default(present)`: a non-scalar without a data clause is present.
    DefaultPresent,
    /// A scalar without a data clause is copied by a `kernels` construct.
    KernelsScalarCopy,
    /// A scalar without a data clause is `firstprivate`.
    ScalarFirstprivate,
    /// A reduction variable without a data clause is copied.
    ReductionCopy,
    /// A gang-partitioned loop's reduction variable without a data clause is copied.
    GangReductionCopy,
    /// A loop's reduction of a gang-shared variable is a gang reduction.
    GangReduction,
    /// Nothing else says how the variable is shared.
    DefaultShared,
    /// Nothing else says how the variable is mapped.
    DefaultNomap,
    /// The loop control variable of a parallelised loop is private.
    LoopControlPrivate,
    /// The assigned loop control variable of a `seq` loop keeps its value.
    SeqLoopControlShared,
    /// The outermost loop that may be gang-partitioned is.
    ImplicitGang,
    /// `auto` is decided as sequential.
    AutoSequential,
    /// No level of parallelism is left for the loop.
    NoLevelSequential,
}

/// A level of parallelism on a loop, with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Explicit or implicit.
    pub how: How,
    /// The clause, if one is written.
    pub clause: Option<ClauseId>,
}

/// What is known about an effective `loop`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopFacts {
    /// Why the loop is sequential, if it is.
    pub sequential: Option<Rule>,
    /// Gang-partitioned.
    pub gang: Option<Level>,
    /// Worker-partitioned.
    pub worker: Option<Level>,
    /// Vector-partitioned.
    pub vector: Option<Level>,
    /// The number of associated loops, from `collapse` (or `tile`).
    pub depth: u32,
    /// The associated `for` statements, outermost first; fewer than `depth` only if the construct is broken.
    pub loops: Box<[StmtId]>,
    /// The loop control variable of each associated loop, where it has one.
    pub control: Box<[ControlVariable]>,
    /// Whether an enclosing loop of the same compute construct is gang- or worker-partitioned.
    pub inside_partitioned: bool,
}

impl LoopFacts {
    /// Whether any level applies to the loop.
    pub fn is_partitioned(&self) -> bool {
        self.gang.is_some() || self.worker.is_some() || self.vector.is_some()
    }
}

/// A loop control variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ControlVariable {
    /// The variable.
    pub symbol: SymbolId,
    /// Declared in the `for`, not just assigned.
    pub declared: bool,
}

/// The sizes that a compute construct asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// `num_gangs`.
    pub num_gangs: Option<SizeArgument>,
    /// `num_workers`.
    pub num_workers: Option<SizeArgument>,
    /// `vector_length`.
    pub vector_length: Option<SizeArgument>,
    /// Whether a worker-partitioned loop lies in the construct.
    pub has_worker_loop: bool,
}

/// The argument of a size clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeArgument {
    /// The clause.
    pub clause: ClauseId,
    /// The expression (the first one, for `num_gangs` with several).
    pub expr: ExprId,
    /// Its value, if it is an integer constant expression.
    pub constant: Option<i128>,
    /// Whether evaluating it can be observed.
    pub side_effects: bool,
    /// Its type.
    pub ty: QualType,
}

impl Construct {
    /// The attribute of a whole variable.
    pub fn attribute_of(&self, symbol: SymbolId) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| attribute.variable.symbol == symbol && attribute.variable.path.is_empty())
    }
}

impl Rule {
    /// The rule, as one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Rule::Clause => "a clause on the directive says so",
            Rule::BothDirections => "two data clauses on the directive together say both directions",
            Rule::VisibleDataClause => {
                "a data clause for the variable is visible, so no data attribute is implied"
            }
            Rule::AggregateCopy => "an array, struct or union without a data clause is copied",
            Rule::DefaultPresent => {
                "default(present) makes an array, struct or union without a data clause present"
            }
            Rule::KernelsScalarCopy => "a scalar without a data clause is copied by a kernels construct",
            Rule::ScalarFirstprivate => "a scalar without a data clause is firstprivate",
            Rule::ReductionCopy => "a reduction variable without a data clause is copied",
            Rule::GangReductionCopy => "the reduction variable of a gang-partitioned loop is copied",
            Rule::GangReduction => "a loop's reduction of a gang-shared variable is a reduction of the gangs",
            Rule::DefaultShared => "nothing makes the variable private, so it is shared",
            Rule::DefaultNomap => "nothing maps the variable",
            Rule::LoopControlPrivate => "the control variable of a loop is private",
            Rule::SeqLoopControlShared => {
                "the assigned control variable of a seq loop keeps its value after the loop"
            }
            Rule::ImplicitGang => "the outermost loop that gang is permitted on is gang-partitioned",
            Rule::AutoSequential => "auto is decided as sequential",
            Rule::NoLevelSequential => "no level of parallelism applies to the loop",
        }
    }

    /// Where the rule stands.
    pub const fn section(self) -> &'static str {
        match self {
            Rule::Clause | Rule::BothDirections => "OpenACC 3.4 2.7",
            Rule::VisibleDataClause
            | Rule::AggregateCopy
            | Rule::DefaultPresent
            | Rule::KernelsScalarCopy
            | Rule::ScalarFirstprivate
            | Rule::DefaultShared
            | Rule::DefaultNomap => "OpenACC 3.4 2.6.2",
            Rule::ReductionCopy | Rule::GangReductionCopy | Rule::GangReduction => "OpenACC 3.4 2.9.11",
            Rule::LoopControlPrivate | Rule::SeqLoopControlShared => "OpenACC 3.4 2.6.1",
            Rule::ImplicitGang => "OpenACC 3.4 2.9",
            Rule::AutoSequential => "OpenACC 3.4 2.9.7",
            Rule::NoLevelSequential => "OpenACC 3.4 2.9",
        }
    }
}
