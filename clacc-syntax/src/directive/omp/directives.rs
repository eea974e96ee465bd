//! The directives of OpenMP 5.2, with some clauses of 6.0, that are not combined: their places, the code that they are associated with, and
//! their clauses. [`super::combined`] derives the combined directives.

use super::super::grammar::v;
use super::super::grammar::{LOCATORS, VARIABLES};
use super::super::{Association, Form, ItemKinds, Items, LegalClause, Multiplicity, Placement, Row};
use super::forms::{DECLARED, DEPOBJ_UPDATE};
use super::{OmpClause, OmpDirective};
use OmpClause::*;

type OmpRule = LegalClause<OmpClause>;
type OmpRow = Row<OmpDirective, OmpClause>;

/// A clause that may appear once. Its version is the later one of directive and clause, unless another one is
/// given.
const fn once(clause: OmpClause) -> OmpRule {
    OmpRule { clause, multiplicity: Multiplicity::Once, since: v(0), deprecated: None, form: None }
}

/// A clause that may appear any number of times.
const fn many(clause: OmpClause) -> OmpRule {
    OmpRule { multiplicity: Multiplicity::Many, ..once(clause) }
}

/// A clause that may appear once for each of its modifiers.
const fn each(clause: OmpClause) -> OmpRule {
    OmpRule { multiplicity: Multiplicity::OncePerModifier, ..once(clause) }
}

/// Returns the rule with another version since which the directive takes the clause.
const fn since(tenths: u8, rule: OmpRule) -> OmpRule {
    OmpRule { since: v(tenths), ..rule }
}

/// Returns the rule with the version that deprecated the clause on the directive.
const fn deprecated(tenths: u8, rule: OmpRule) -> OmpRule {
    OmpRule { deprecated: Some(v(tenths)), ..rule }
}

/// Returns the rule with another form of the clause on the directive.
const fn takes(form: &'static Form, rule: OmpRule) -> OmpRule {
    OmpRule { form: Some(form), ..rule }
}

const CODE: Placement = Placement::BLOCK.with(Placement::SUBSTATEMENT);
const ANYWHERE: Placement = Placement::FILE.with(Placement::BLOCK);

/// A construct with a structured block and no clauses.
const fn block(directive: OmpDirective, tenths: u8, section: &'static str) -> OmpRow {
    Row {
        directive,
        since: v(tenths),
        deprecated: None,
        association: Association::Statement,
        places: CODE,
        argument: Form::BARE,
        clauses: &[],
        exclusive: &[],
        required: &[],
        after_device_type: &[],
        standalone_with: &[],
        section,
    }
}

/// A construct with a loop nest.
const fn nest(directive: OmpDirective, tenths: u8, section: &'static str) -> OmpRow {
    Row { association: Association::Loop, ..block(directive, tenths, section) }
}

/// An executable directive without an associated statement.
const fn alone(directive: OmpDirective, tenths: u8, section: &'static str) -> OmpRow {
    Row { association: Association::None, places: Placement::BLOCK, ..block(directive, tenths, section) }
}

/// A declarative directive.
const fn declares(directive: OmpDirective, tenths: u8, section: &'static str) -> OmpRow {
    Row { association: Association::Declarative, places: ANYWHERE, ..block(directive, tenths, section) }
}

const IF: &[OmpRule] = &[each(If)];
const ALLOCATE: &[OmpRule] = &[many(Allocate)];
const PRIVATES: &[OmpRule] = &[many(Private), many(Firstprivate)];
const MEMORY_ORDER: &[OmpRule] =
    &[once(SeqCst), since(50, once(AcqRel)), once(Release), once(Acquire), once(Relaxed)];
const MEMORY_ORDERS: &[OmpClause] = &[SeqCst, AcqRel, Release, Acquire, Relaxed];
const FLUSH_ORDER: &[OmpRule] = &[since(51, once(SeqCst)), once(AcqRel), once(Release), once(Acquire)];
const CANCELLED: &[OmpRule] =
    &[once(CancelParallel), once(CancelSections), once(CancelFor), once(CancelTaskgroup)];
const CANCELLED_ONE: &[&[OmpClause]] = &[&[CancelParallel, CancelSections, CancelFor, CancelTaskgroup]];
const ASSUMPTIONS: &[OmpRule] =
    &[many(Absent), many(Contains), many(Holds), once(NoOpenmp), once(NoOpenmpRoutines), once(NoParallelism)];
const ASSUMPTION: &[OmpClause] = &[Absent, Contains, Holds, NoOpenmp, NoOpenmpRoutines, NoParallelism];
const MOVES: &[OmpRule] = &[each(If), once(Device), once(Nowait), many(Map), many(Depend)];
/// The clauses that OpenMP 6.0 adds to `target data`, which 6.0 defines as a composition of `target enter data`, a task and
/// `target exit data` (15.7).
const TARGET_DATA_TASKS: &[OmpRule] = &[
    since(60, once(Nowait)),
    since(60, many(Depend)),
    since(60, once(Nogroup)),
    since(60, once(Default)),
    since(60, many(Shared)),
    since(60, many(Private)),
    since(60, many(Firstprivate)),
    since(60, many(InReduction)),
    since(60, many(Allocate)),
    since(60, many(Affinity)),
    since(60, once(Detach)),
    since(60, once(Mergeable)),
    since(60, once(Priority)),
];
const TASK: &[OmpRule] =
    &[each(If), once(Final), once(Untied), once(Mergeable), once(Default), once(Priority), many(Shared)];

const LIST: Form = Form::list(VARIABLES);
const EXTENDED_LIST: Form = Form::list(VARIABLES.with(ItemKinds::FUNCTION));
const FUNCTION: Form = Form::list(ItemKinds::FUNCTION);
const NAME: Form = Form::of(Items::Name);
const DEPOBJ: Form = Form::list(LOCATORS);
const DESTROY: Form = LIST.optional();
const OLD_DEFAULT: Form = Form::of(Items::Directive);
const METADIRECTIVE: &[OmpRule] =
    &[many(When), since(52, once(Otherwise)), since(50, deprecated(52, takes(&OLD_DEFAULT, once(Default))))];

/// The rows, in the order of the specification's chapters.
pub(super) const ROWS: &[&[OmpRow]] =
    &[DATA, VARIANTS, INFORMATION, PARALLELISM, TASKS, DEVICES, SYNCHRONIZATION];

/// Chapters 5 and 6: data environment and memory.
const DATA: &[OmpRow] = &[
    Row { argument: LIST, ..declares(OmpDirective::Threadprivate, 25, "5.2") },
    Row {
        argument: Form::of(Items::DeclareReduction),
        clauses: &[&[once(Initializer)]],
        ..declares(OmpDirective::DeclareReduction, 40, "5.5.11")
    },
    Row {
        association: Association::Separating,
        clauses: &[&[once(Inclusive), once(Exclusive)]],
        exclusive: &[&[Inclusive, Exclusive]],
        required: &[&[Inclusive, Exclusive]],
        ..alone(OmpDirective::Scan, 50, "5.6")
    },
    Row {
        argument: Form::of(Items::DeclareMapper),
        clauses: &[&[many(Map)]],
        required: &[&[Map]],
        ..declares(OmpDirective::DeclareMapper, 50, "5.8.8")
    },
    Row {
        argument: LIST,
        clauses: &[&[once(Allocator), once(Align)]],
        ..declares(OmpDirective::Allocate, 50, "6.5")
    },
];

/// Chapter 7: variants.
const VARIANTS: &[OmpRow] = &[
    Row {
        association: Association::Variant,
        places: ANYWHERE.with(Placement::SUBSTATEMENT),
        clauses: &[METADIRECTIVE],
        exclusive: &[&[Otherwise, Default]],
        ..block(OmpDirective::Metadirective, 50, "7.4.3")
    },
    Row {
        association: Association::Begin,
        places: Placement::BLOCK,
        clauses: &[METADIRECTIVE],
        exclusive: &[&[Otherwise, Default]],
        ..block(OmpDirective::BeginMetadirective, 50, "7.4.4")
    },
    Row { association: Association::End, ..alone(OmpDirective::EndMetadirective, 50, "7.4.4") },
    Row {
        association: Association::Declaration,
        argument: FUNCTION,
        clauses: &[&[once(Match), many(AdjustArgs), once(AppendArgs)]],
        required: &[&[Match]],
        ..declares(OmpDirective::DeclareVariant, 50, "7.5.4")
    },
    Row {
        association: Association::Begin,
        clauses: &[&[once(Match)]],
        required: &[&[Match]],
        ..declares(OmpDirective::BeginDeclareVariant, 51, "7.5.5")
    },
    Row { association: Association::End, ..declares(OmpDirective::EndDeclareVariant, 51, "7.5.5") },
    Row {
        clauses: &[&[
            once(Device),
            once(Nowait),
            once(Novariants),
            once(Nocontext),
            many(Depend),
            many(IsDevicePtr),
            since(52, many(HasDeviceAddr)),
        ]],
        ..block(OmpDirective::Dispatch, 51, "7.6")
    },
    Row {
        association: Association::Declaration,
        clauses: &[&[
            once(Simdlen),
            many(Linear),
            many(Aligned),
            many(Uniform),
            once(Inbranch),
            once(Notinbranch),
        ]],
        exclusive: &[&[Inbranch, Notinbranch]],
        ..declares(OmpDirective::DeclareSimd, 40, "7.7")
    },
    Row {
        argument: EXTENDED_LIST.optional(),
        clauses: &[&[
            many(Enter),
            deprecated(52, takes(&DECLARED, many(To))),
            many(Link),
            once(DeviceType),
            once(Indirect),
        ]],
        ..declares(OmpDirective::DeclareTarget, 40, "7.8.1")
    },
    Row {
        association: Association::Begin,
        clauses: &[&[once(DeviceType), once(Indirect)]],
        ..declares(OmpDirective::BeginDeclareTarget, 51, "7.8.2")
    },
    Row { association: Association::End, ..declares(OmpDirective::EndDeclareTarget, 40, "7.8.2") },
];

/// Chapters 8 and 9: informational directives and loop transformations.
const INFORMATION: &[OmpRow] = &[
    Row {
        clauses: &[&[
            once(ReverseOffload),
            once(UnifiedAddress),
            once(UnifiedSharedMemory),
            once(AtomicDefaultMemOrder),
            once(DynamicAllocators),
        ]],
        required: &[&[
            ReverseOffload,
            UnifiedAddress,
            UnifiedSharedMemory,
            AtomicDefaultMemOrder,
            DynamicAllocators,
        ]],
        places: Placement::FILE,
        ..declares(OmpDirective::Requires, 50, "8.2")
    },
    Row { clauses: &[ASSUMPTIONS], required: &[ASSUMPTION], ..declares(OmpDirective::Assumes, 51, "8.3.2") },
    Row { clauses: &[ASSUMPTIONS], required: &[ASSUMPTION], ..block(OmpDirective::Assume, 51, "8.3.3") },
    Row {
        association: Association::Begin,
        clauses: &[ASSUMPTIONS],
        required: &[ASSUMPTION],
        ..declares(OmpDirective::BeginAssumes, 51, "8.3.4")
    },
    Row { association: Association::End, ..declares(OmpDirective::EndAssumes, 51, "8.3.4") },
    Row { places: ANYWHERE.with(Placement::SUBSTATEMENT), ..alone(OmpDirective::Nothing, 51, "8.4") },
    Row {
        places: ANYWHERE.with(Placement::MEMBER),
        clauses: &[&[once(At), once(Severity), once(Message)]],
        ..alone(OmpDirective::Error, 51, "8.5")
    },
    Row { clauses: &[&[once(Sizes)]], required: &[&[Sizes]], ..nest(OmpDirective::Tile, 51, "9.1") },
    Row {
        clauses: &[&[once(Full), once(Partial)]],
        exclusive: &[&[Full, Partial]],
        ..nest(OmpDirective::Unroll, 51, "9.2")
    },
];

/// Chapters 10 and 11: parallelism and work distribution.
const PARALLELISM: &[OmpRow] = &[
    Row {
        clauses: &[
            IF,
            &[once(NumThreads), once(Default), once(ProcBind), many(Shared), many(Copyin), many(Reduction)],
            PRIVATES,
            ALLOCATE,
        ],
        ..block(OmpDirective::Parallel, 25, "10.1")
    },
    Row {
        clauses: &[
            &[once(NumTeams), once(ThreadLimit), once(Default), many(Shared), many(Reduction)],
            PRIVATES,
            ALLOCATE,
        ],
        ..block(OmpDirective::Teams, 40, "10.2")
    },
    Row {
        clauses: &[
            &[since(50, each(If)), once(Safelen), since(45, once(Simdlen)), once(Collapse), once(Order)],
            &[
                many(Linear),
                many(Aligned),
                many(Private),
                many(Lastprivate),
                many(Reduction),
                many(Nontemporal),
            ],
        ],
        ..nest(OmpDirective::Simd, 40, "10.4")
    },
    Row { clauses: &[&[once(Filter)]], ..block(OmpDirective::Masked, 51, "10.5") },
    Row { deprecated: Some(v(51)), ..block(OmpDirective::Master, 25, "10.5") },
    Row {
        clauses: &[&[once(Nowait), many(Copyprivate)], PRIVATES, ALLOCATE],
        exclusive: &[&[Copyprivate, Nowait]],
        ..block(OmpDirective::Single, 25, "11.1")
    },
    Row {
        clauses: &[&[
            once(Nowait),
            many(Private),
            since(52, many(Firstprivate)),
            many(Reduction),
            since(52, many(Allocate)),
        ]],
        ..block(OmpDirective::Scope, 51, "11.2")
    },
    Row {
        clauses: &[&[once(Nowait), many(Lastprivate), many(Reduction)], PRIVATES, ALLOCATE],
        ..block(OmpDirective::Sections, 25, "11.3")
    },
    block(OmpDirective::Section, 25, "11.3.1"),
    Row {
        clauses: &[
            &[once(Schedule), once(Collapse), once(Ordered), once(Nowait), once(Order)],
            &[many(Lastprivate), since(45, many(Linear)), many(Reduction)],
            PRIVATES,
            ALLOCATE,
        ],
        ..nest(OmpDirective::For, 25, "11.5")
    },
    Row {
        clauses: &[&[once(DistSchedule), once(Collapse), once(Order), many(Lastprivate)], PRIVATES, ALLOCATE],
        ..nest(OmpDirective::Distribute, 40, "11.6")
    },
    Row {
        clauses: &[&[
            once(Bind),
            once(Collapse),
            once(Order),
            many(Private),
            many(Lastprivate),
            many(Reduction),
        ]],
        ..nest(OmpDirective::Loop, 50, "11.7")
    },
];

/// Chapter 12: tasks.
const TASKS: &[OmpRow] = &[
    Row {
        clauses: &[
            TASK,
            &[once(Detach), many(Depend), many(Affinity), since(50, many(InReduction))],
            PRIVATES,
            ALLOCATE,
        ],
        exclusive: &[&[Mergeable, Detach]],
        ..block(OmpDirective::Task, 30, "12.5")
    },
    Row {
        clauses: &[
            TASK,
            &[once(Grainsize), once(NumTasks), once(Nogroup), once(Collapse)],
            &[many(Lastprivate), since(50, many(Reduction)), many(InReduction)],
            PRIVATES,
            ALLOCATE,
        ],
        exclusive: &[&[Grainsize, NumTasks], &[Reduction, Nogroup]],
        ..nest(OmpDirective::Taskloop, 45, "12.6")
    },
    alone(OmpDirective::Taskyield, 31, "12.7"),
];

/// Chapters 13 and 14: devices and interoperability.
const DEVICES: &[OmpRow] = &[
    Row {
        clauses: &[
            &[each(If), once(Device), many(Map), many(UseDevicePtr), many(UseDeviceAddr)],
            TARGET_DATA_TASKS,
        ],
        required: &[&[Map, UseDevicePtr, UseDeviceAddr]],
        ..block(OmpDirective::TargetData, 40, "13.5")
    },
    Row { clauses: &[MOVES], required: &[&[Map]], ..alone(OmpDirective::TargetEnterData, 45, "13.6") },
    Row { clauses: &[MOVES], required: &[&[Map]], ..alone(OmpDirective::TargetExitData, 45, "13.7") },
    Row {
        clauses: &[
            IF,
            &[once(Device), since(45, once(Nowait)), each(Defaultmap), since(51, once(ThreadLimit))],
            &[since(45, many(Private)), since(45, many(Firstprivate)), many(Map), many(IsDevicePtr)],
            &[many(HasDeviceAddr), since(45, many(Depend)), many(InReduction), many(UsesAllocators)],
            ALLOCATE,
        ],
        ..block(OmpDirective::Target, 40, "13.8")
    },
    Row {
        clauses: &[
            IF,
            &[once(Device), since(45, once(Nowait)), since(45, many(Depend)), many(To), many(From)],
        ],
        required: &[&[To, From]],
        ..alone(OmpDirective::TargetUpdate, 40, "13.9")
    },
    Row {
        clauses: &[&[many(Init), many(Use), many(Destroy), once(Device), many(Depend), once(Nowait)]],
        required: &[&[Init, Use, Destroy]],
        ..alone(OmpDirective::Interop, 51, "14.1")
    },
];

/// Chapters 15 and 16: synchronization and cancellation.
const SYNCHRONIZATION: &[OmpRow] = &[
    Row { argument: NAME.optional(), clauses: &[&[once(Hint)]], ..block(OmpDirective::Critical, 25, "15.2") },
    alone(OmpDirective::Barrier, 25, "15.3.1"),
    Row { clauses: &[&[many(TaskReduction)], ALLOCATE], ..block(OmpDirective::Taskgroup, 40, "15.4") },
    Row {
        clauses: &[&[since(50, many(Depend)), since(51, once(Nowait))]],
        ..alone(OmpDirective::Taskwait, 31, "15.5")
    },
    Row {
        clauses: &[
            &[once(Read), once(Write), once(Update), once(Capture)],
            &[once(Compare), once(Fail), once(Weak), since(50, once(Hint))],
            MEMORY_ORDER,
        ],
        exclusive: &[
            &[Read, Write, Update],
            &[Read, Capture],
            &[Write, Capture],
            &[Read, Compare],
            &[Write, Compare],
            &[Read, Release],
            &[Write, Acquire],
            MEMORY_ORDERS,
        ],
        ..block(OmpDirective::Atomic, 25, "15.8.4")
    },
    Row {
        argument: LIST.optional(),
        clauses: &[FLUSH_ORDER],
        exclusive: &[&[SeqCst, AcqRel, Release, Acquire]],
        ..alone(OmpDirective::Flush, 25, "15.8.5")
    },
    Row {
        argument: DEPOBJ,
        clauses: &[&[
            once(Depend),
            takes(&DESTROY, since(50, once(Destroy))),
            takes(&DEPOBJ_UPDATE, since(50, once(Update))),
        ]],
        exclusive: &[&[Depend, Destroy, Update]],
        required: &[&[Depend, Destroy, Update]],
        ..alone(OmpDirective::Depobj, 50, "15.9.4")
    },
    Row {
        clauses: &[&[once(Threads), once(Simd), since(45, deprecated(52, many(Depend))), many(Doacross)]],
        exclusive: &[
            &[Threads, Depend],
            &[Threads, Doacross],
            &[Simd, Depend],
            &[Simd, Doacross],
            &[Depend, Doacross],
        ],
        standalone_with: &[Depend, Doacross],
        ..block(OmpDirective::Ordered, 25, "15.10")
    },
    Row {
        clauses: &[IF, CANCELLED],
        exclusive: CANCELLED_ONE,
        required: CANCELLED_ONE,
        ..alone(OmpDirective::Cancel, 40, "16.1")
    },
    Row {
        clauses: &[CANCELLED],
        exclusive: CANCELLED_ONE,
        required: CANCELLED_ONE,
        ..alone(OmpDirective::CancellationPoint, 40, "16.2")
    },
];
