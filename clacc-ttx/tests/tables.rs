//! Compares the rule tables with the tables of the language: each legal clause of each construct has a row,
//! or a reason below why it has none.

use std::collections::BTreeSet;

use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_ttx::rules;

/// Clauses that a construct takes but that no rule maps, each with the reason. They are reported as
/// unsupported.
const WITHOUT_ROW: &[(AccDirective, &[AccClause], &str)] = &[
    (
        AccDirective::Data,
        &[AccClause::DeviceType],
        "clauses for one type of devices need a choice of the type",
    ),
    (
        AccDirective::Update,
        &[AccClause::DeviceType],
        "clauses for one type of devices need a choice of the type",
    ),
    (
        AccDirective::Parallel,
        &[AccClause::DeviceType],
        "clauses for one type of devices need a choice of the type",
    ),
    (AccDirective::Loop, &[AccClause::Tile], "no compiler of the portable dialect has the tile directive"),
    (
        AccDirective::Loop,
        &[AccClause::DeviceType],
        "clauses for one type of devices need a choice of the type",
    ),
];

/// Constructs that no rule maps, each with the reason.
const WITHOUT_TABLE: &[(&[AccDirective], &str)] = &[
    (
        &[AccDirective::Serial, AccDirective::Kernels],
        "one gang of one worker, and regions that the compiler divides, are not mapped yet",
    ),
    (
        &[AccDirective::ParallelLoop, AccDirective::SerialLoop, AccDirective::KernelsLoop],
        "a combined directive is mapped as its two halves",
    ),
    (&[AccDirective::HostData], "the device's addresses of data are not mapped yet"),
    (&[AccDirective::Atomic], "the statements of atomic are not mapped yet"),
    (&[AccDirective::Cache], "OpenMP has nothing that says what is worth keeping close"),
    (&[AccDirective::Declare, AccDirective::Routine], "directives about declarations are not mapped yet"),
];

fn reason_for(directive: AccDirective, clause: AccClause) -> Option<&'static str> {
    let stated =
        |row: &&(AccDirective, &[AccClause], &'static str)| row.0 == directive && row.1.contains(&clause);
    WITHOUT_ROW.iter().find(stated).map(|(.., reason)| *reason)
}

#[test]
fn every_legal_clause_has_a_row_or_a_reason() {
    let mut missing = Vec::new();
    for directive in AccDirective::ALL.iter().copied() {
        let tables = rules::tables(directive);
        if tables.is_empty() {
            let stated = WITHOUT_TABLE.iter().any(|(directives, _)| directives.contains(&directive));
            assert!(stated, "`{}` has neither a table nor a reason", directive.text());
            continue;
        }
        for rule in &directive.info().clauses {
            let has_row = tables.iter().any(|table| table.knows(rule.clause));
            if has_row == reason_for(directive, rule.clause).is_some() {
                missing.push(format!("{} {}", directive.text(), rule.clause.text()));
            }
        }
    }
    assert!(missing.is_empty(), "neither a row nor a reason, or both: {missing:?}");
}

#[test]
fn every_row_is_about_a_legal_clause() {
    for directive in AccDirective::ALL.iter().copied() {
        let legal: BTreeSet<&str> = directive.info().clauses.iter().map(|rule| rule.clause.text()).collect();
        let combined = AccDirective::ALL.iter().filter(|each| each.constituents().contains(&directive));
        let combined: BTreeSet<&str> =
            combined.flat_map(|each| &each.info().clauses).map(|rule| rule.clause.text()).collect();
        for table in rules::tables(directive) {
            for (clause, _) in table.clauses.iter().chain(table.last) {
                let is_legal = legal.contains(clause.text()) || combined.contains(clause.text());
                let shared = rules::tables(directive).len() == 1
                    && matches!(directive, AccDirective::Init | AccDirective::Shutdown | AccDirective::Set);
                assert!(is_legal || shared, "`{}` has a row for `{}`", directive.text(), clause.text());
            }
        }
    }
}
