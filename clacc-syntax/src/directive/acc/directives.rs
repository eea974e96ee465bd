//! The directives of OpenACC 3.4: their places, the code that they are associated with, and their clauses.

use super::super::grammar::v;
use super::super::{Association, DirectiveInfo, Form, LegalClause, Multiplicity, Placement, Row, Version};
use super::clauses::{
    BARE, CACHE, DECLARED, DECLARED_COPYIN, ONE_EXPR, ROUTINE, ROUTINE_GANG, SELF_LIST, WAIT,
};
use super::{AccClause, AccDirective};
use AccClause::*;

type AccRule = LegalClause<AccClause>;

/// A clause that may appear once. Its version is the later one of directive and clause, unless another one is
/// given.
const fn once(clause: AccClause) -> AccRule {
    AccRule { clause, multiplicity: Multiplicity::Once, since: v(0), deprecated: None, form: None }
}

/// A clause that may appear any number of times.
const fn many(clause: AccClause) -> AccRule {
    AccRule { multiplicity: Multiplicity::Many, ..once(clause) }
}

/// Returns the rule with another version since which the directive takes the clause.
const fn since(tenths: u8, rule: AccRule) -> AccRule {
    AccRule { since: v(tenths), ..rule }
}

/// Returns the rule with another form of the clause on the directive.
const fn takes(form: &'static Form, rule: AccRule) -> AccRule {
    AccRule { form: Some(form), ..rule }
}

/// The data clauses of compute and data constructs (section 2.7).
const DATA: &[AccRule] = &[
    many(Copy),
    many(Copyin),
    many(Copyout),
    many(Create),
    many(NoCreate),
    many(Present),
    many(Deviceptr),
    many(Attach),
];
/// The clauses for asynchronous queues.
const QUEUES: &[AccRule] = &[once(Async), many(Wait)];
const DEVICE_TYPE: &[AccRule] = &[many(DeviceType)];
/// The clauses of every compute construct (sections 2.5.1 to 2.5.3).
const COMPUTE: &[AccRule] = &[once(If), once(SelfClause), once(Default)];
const SIZES: &[AccRule] = &[once(NumGangs), once(NumWorkers), once(VectorLength)];
const KERNELS_SIZES: &[AccRule] = &[takes(&ONE_EXPR, once(NumGangs)), once(NumWorkers), once(VectorLength)];
const PRIVATES: &[AccRule] = &[many(Private), many(Firstprivate), many(Reduction)];
/// The clauses of `loop` (section 2.9).
const LOOP: &[AccRule] = &[
    once(Collapse),
    once(Gang),
    once(Worker),
    once(Vector),
    once(Seq),
    once(Independent),
    once(Auto),
    once(Tile),
    many(DeviceType),
    many(Private),
    many(Reduction),
];
const LOOP_EXCLUSIVE: &[&[AccClause]] =
    &[&[Seq, Independent, Auto], &[Seq, Gang], &[Seq, Worker], &[Seq, Vector], &[Collapse, Tile]];

const FOR_QUEUES: &[AccClause] = &[Async, Wait];
const FOR_COMPUTE: &[AccClause] = &[Async, Wait, NumGangs, NumWorkers, VectorLength];
const FOR_LOOP: &[AccClause] = &[Collapse, Gang, Worker, Vector, Seq, Independent, Auto, Tile];

const CODE: Placement = Placement::BLOCK.with(Placement::SUBSTATEMENT);

/// A directive of version 1.0 with a structured block and no clauses.
const fn row(directive: AccDirective, section: &'static str) -> Row<AccDirective, AccClause> {
    Row {
        directive,
        since: v(10),
        deprecated: None,
        association: Association::Statement,
        places: CODE,
        argument: BARE,
        clauses: &[],
        exclusive: &[],
        required: &[],
        after_device_type: &[],
        standalone_with: &[],
        section,
    }
}

/// An executable directive without an associated statement.
const fn alone(directive: AccDirective, section: &'static str) -> Row<AccDirective, AccClause> {
    Row { association: Association::None, places: Placement::BLOCK, ..row(directive, section) }
}

/// All directives but the combined ones, in the order of the enum.
const ROWS: &[Row<AccDirective, AccClause>] = &[
    Row {
        clauses: &[QUEUES, SIZES, DEVICE_TYPE, COMPUTE, PRIVATES, DATA],
        after_device_type: &[FOR_COMPUTE],
        ..row(AccDirective::Parallel, "2.5.1")
    },
    Row {
        since: v(26),
        clauses: &[QUEUES, DEVICE_TYPE, COMPUTE, PRIVATES, DATA],
        after_device_type: &[FOR_QUEUES],
        ..row(AccDirective::Serial, "2.5.2")
    },
    Row {
        clauses: &[QUEUES, KERNELS_SIZES, DEVICE_TYPE, COMPUTE, DATA],
        after_device_type: &[FOR_COMPUTE],
        ..row(AccDirective::Kernels, "2.5.3")
    },
    Row {
        clauses: &[
            &[
                once(If),
                since(32, once(Async)),
                since(32, many(Wait)),
                since(32, many(DeviceType)),
                since(27, once(Default)),
            ],
            DATA,
        ],
        required: &[&[Copy, Copyin, Copyout, Create, NoCreate, Present, Deviceptr, Attach, Default]],
        after_device_type: &[FOR_QUEUES],
        ..row(AccDirective::Data, "2.6.5")
    },
    Row {
        since: v(20),
        clauses: &[&[once(If)], QUEUES, &[many(Copyin), many(Create), many(Attach)]],
        required: &[&[Copyin, Create, Attach]],
        ..alone(AccDirective::EnterData, "2.6.6")
    },
    Row {
        since: v(20),
        clauses: &[&[once(If)], QUEUES, &[many(Copyout), many(Delete), many(Detach), once(Finalize)]],
        required: &[&[Copyout, Delete, Detach]],
        ..alone(AccDirective::ExitData, "2.6.6")
    },
    Row {
        clauses: &[&[many(UseDevice), since(26, once(If)), since(26, once(IfPresent))]],
        required: &[&[UseDevice]],
        ..row(AccDirective::HostData, "2.8")
    },
    Row {
        association: Association::Loop,
        clauses: &[LOOP],
        exclusive: LOOP_EXCLUSIVE,
        after_device_type: &[FOR_LOOP],
        ..row(AccDirective::Loop, "2.9")
    },
    Row { argument: CACHE, ..alone(AccDirective::Cache, "2.10") },
    Row {
        since: v(20),
        clauses: &[&[
            once(Read),
            once(Write),
            once(Update),
            once(Capture),
            since(0, once(Compare)),
            since(34, once(If)),
        ]],
        exclusive: &[&[Read, Write, Update, Capture, Compare]],
        ..row(AccDirective::Atomic, "2.12")
    },
    Row {
        association: Association::Declarative,
        places: Placement::FILE.with(Placement::BLOCK),
        clauses: &[&[
            takes(&DECLARED, many(Copy)),
            takes(&DECLARED_COPYIN, many(Copyin)),
            takes(&DECLARED, many(Copyout)),
            takes(&DECLARED, many(Create)),
            takes(&DECLARED, many(Present)),
            many(Deviceptr),
            many(DeviceResident),
            many(Link),
        ]],
        required: &[&[Copy, Copyin, Copyout, Create, Present, Deviceptr, DeviceResident, Link]],
        ..row(AccDirective::Declare, "2.13")
    },
    Row {
        since: v(25),
        clauses: &[&[once(DeviceType), once(DeviceNum), since(30, once(If))]],
        ..alone(AccDirective::Init, "2.14.1")
    },
    Row {
        since: v(25),
        clauses: &[&[once(DeviceType), once(DeviceNum), since(30, once(If))]],
        ..alone(AccDirective::Shutdown, "2.14.2")
    },
    Row {
        since: v(25),
        clauses: &[&[once(DefaultAsync), once(DeviceNum), once(DeviceType), since(30, once(If))]],
        required: &[&[DefaultAsync, DeviceNum, DeviceType]],
        ..alone(AccDirective::Set, "2.14.3")
    },
    Row {
        clauses: &[
            QUEUES,
            DEVICE_TYPE,
            &[once(If), once(IfPresent), since(10, takes(&SELF_LIST, many(SelfClause))), many(Device)],
        ],
        required: &[&[SelfClause, Device]],
        after_device_type: &[FOR_QUEUES],
        ..alone(AccDirective::Update, "2.14.4")
    },
    Row {
        argument: WAIT,
        clauses: &[&[once(Async), since(30, once(If))]],
        ..alone(AccDirective::Wait, "2.16.3")
    },
    Row {
        since: v(20),
        association: Association::Declaration,
        places: Placement::FILE.with(Placement::BLOCK),
        argument: ROUTINE,
        clauses: &[&[
            takes(&ROUTINE_GANG, once(Gang)),
            takes(&BARE, once(Worker)),
            takes(&BARE, once(Vector)),
            once(Seq),
            once(Bind),
            many(DeviceType),
            once(Nohost),
        ]],
        exclusive: &[&[Gang, Worker, Vector, Seq]],
        required: &[&[Gang, Worker, Vector, Seq]],
        after_device_type: &[&[Gang, Worker, Vector, Seq, Bind]],
        ..row(AccDirective::Routine, "2.15.1")
    },
];

type AccInfo = DirectiveInfo<AccDirective, AccClause>;

/// One description per directive, in the order of the enum.
pub(super) fn all() -> Vec<AccInfo> {
    let find = |directive| ROWS.iter().find(|row| row.directive == directive).map(Row::info);
    let infos = AccDirective::ALL.iter().filter_map(|&directive| match compute_part(directive) {
        Some(compute) => Some(combine(directive, &find(compute)?, &find(AccDirective::Loop)?)),
        None => find(directive),
    });
    infos.map(settle_versions).collect()
}

/// The compute construct of a combined one (section 2.11).
fn compute_part(directive: AccDirective) -> Option<AccDirective> {
    match directive {
        AccDirective::ParallelLoop => Some(AccDirective::Parallel),
        AccDirective::SerialLoop => Some(AccDirective::Serial),
        AccDirective::KernelsLoop => Some(AccDirective::Kernels),
        _ => None,
    }
}

/// Describes a combined construct. It takes the clauses that either of its parts takes (section 2.11).
fn combine(directive: AccDirective, compute: &AccInfo, inner: &AccInfo) -> AccInfo {
    let mut info = compute.clone();
    info.directive = directive;
    info.association = Association::Loop;
    for rule in &inner.clauses {
        if !info.clauses.iter().any(|own| own.clause == rule.clause) {
            info.clauses.push(*rule);
        }
    }
    info.exclusive.extend(inner.exclusive.iter().cloned());
    info.after_device_type.extend(&inner.after_device_type);
    info.constituents = vec![compute.directive, inner.directive];
    info.section = "2.11";
    info
}

fn settle_versions(mut info: AccInfo) -> AccInfo {
    for rule in &mut info.clauses {
        let clause = super::clauses::since(rule.clause);
        let implied: Version = clause.max(info.since);
        rule.since = if rule.since == v(0) { implied } else { rule.since.max(info.since) };
    }
    info
}
