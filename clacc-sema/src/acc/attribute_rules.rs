//! The rules that give attributes and levels, with their sections.

/// How an attribute or level was determined: *exp*, *pre*, *imp* of the mapping specification.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum How {
    /// Written in the source.
    Explicit,
    /// Determined, and not to be overridden.
    Predetermined,
    /// Determined because no other rule applies.
    Implicit,
}

/// The rules that give attributes and levels. [`Rule::text`] states the rule, [`Rule::section`] names its
/// section.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// A clause gives the attribute or level.
    Clause,
    /// Two clauses of the directive together mean that the variable is copied in and out.
    BothDirections,
    /// A data clause for the variable is visible, on an enclosing `data` construct or on this construct.
    VisibleDataClause,
    /// A `declare` directive at file scope puts the variable on the device.
    DeclaredVariable,
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
    /// No other rule determines how the variable is shared.
    DefaultShared,
    /// No other rule determines how the variable is mapped.
    DefaultNomap,
    /// The loop control variable of a parallelised loop is private.
    LoopControlPrivate,
    /// The assigned loop control variable of a `seq` loop keeps its value, if only one thread uses the variable.
    SeqLoopControlShared,
    /// The assigned loop control variable of a `seq` loop is private if several threads that execute the
    /// loop would share it.
    SeqLoopControlPrivate,
    /// `auto` is decided as sequential.
    AutoSequential,
    /// No level of parallelism is available for the loop.
    NoLevelSequential,
    /// A `serial` construct has one gang of one worker with one vector lane.
    SerialConstruct,
    /// A variable is private to a `kernels` construct or to a loop in it if none of its values is used elsewhere.
    KernelsTemporary,
    /// A variable is private to a loop of workers or vector lanes if each iteration assigns it before it reads it, and
    /// nothing else reads the value.
    LoopTemporary,
    /// A thread that executes whole iterations of a gang loop is its whole gang, and has private copies of the gang's variables.
    OwnOfThread,
    /// A loop of workers or vector lanes reduces a variable if its iterations only combine values with it.
    ImpliedReduction,
    /// A loop of a `kernels` construct whose iterations may be executed in any order reduces a variable if its iterations only combine values
    /// with it.
    KernelsReduction,
    /// In a `kernels` construct, it is not stated that the iterations are independent.
    KernelsAutoSequential,
    /// The iterations of a loop in a `kernels` construct change a variable that they share.
    KernelsSharedSequential,
    /// Threads share an enclosing loop whose levels are merged, and each of them executes all iterations of this one.
    MergedInThread,
}

impl Rule {
    /// The rule, as one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Rule::Clause => "a clause on the directive says so",
            Rule::BothDirections => "two data clauses on the directive together say how it is copied",
            Rule::VisibleDataClause => {
                "a data clause for the variable is visible, so no data attribute is implied"
            }
            Rule::DeclaredVariable => {
                "a declare directive puts the variable on the device, so no data attribute is implied"
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
            Rule::SeqLoopControlPrivate => {
                "the control variable of a seq loop is private to each of the threads that execute the loop"
            }
            Rule::AutoSequential => "auto is decided as sequential",
            Rule::NoLevelSequential => "no level of parallelism applies to the loop",
            Rule::KernelsTemporary => {
                "the variable is assigned before it is read, and its value is used nowhere else"
            }
            Rule::LoopTemporary => {
                "each iteration assigns the variable before it reads it, and its value is used nowhere else"
            }
            Rule::OwnOfThread => {
                "one thread executes whole iterations of the gang loop, so it has its own of what each gang has"
            }
            Rule::ImpliedReduction => "the iterations do nothing but combine values with the variable",
            Rule::KernelsReduction => {
                "the iterations may be executed in any order, and do nothing but combine values with the variable"
            }
            Rule::SerialConstruct => "a serial construct has one gang of one worker with one vector lane",
            Rule::KernelsAutoSequential => {
                "in a kernels construct, a loop without independent is as with auto, which is decided as sequential"
            }
            Rule::KernelsSharedSequential => {
                "the iterations change a variable that they share, so they are not independent"
            }
            Rule::MergedInThread => {
                "threads share a loop around this one, and each of them executes all iterations of this one"
            }
        }
    }

    /// The section that gives the rule.
    pub const fn section(self) -> &'static str {
        match self {
            Rule::Clause | Rule::BothDirections => "OpenACC 3.4 2.7",
            Rule::VisibleDataClause
            | Rule::DeclaredVariable
            | Rule::AggregateCopy
            | Rule::DefaultPresent
            | Rule::KernelsScalarCopy
            | Rule::ScalarFirstprivate
            | Rule::DefaultShared
            | Rule::LoopTemporary
            | Rule::OwnOfThread
            | Rule::DefaultNomap => "OpenACC 3.4 2.6.2",
            Rule::ReductionCopy
            | Rule::GangReductionCopy
            | Rule::GangReduction
            | Rule::ImpliedReduction
            | Rule::KernelsReduction => "OpenACC 3.4 2.9.11",
            Rule::LoopControlPrivate | Rule::SeqLoopControlShared | Rule::SeqLoopControlPrivate => {
                "OpenACC 3.4 2.6.1"
            }
            Rule::AutoSequential | Rule::KernelsAutoSequential => "OpenACC 3.4 2.9.7",
            Rule::NoLevelSequential | Rule::MergedInThread => "OpenACC 3.4 2.9",
            Rule::SerialConstruct => "OpenACC 3.4 2.5.2",
            Rule::KernelsSharedSequential | Rule::KernelsTemporary => "OpenACC 3.4 2.9.6",
        }
    }
}
