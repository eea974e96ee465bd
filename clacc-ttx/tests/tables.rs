//! Compares the rule tables with the tables of the language: each legal clause of each construct has a row,
//! or a reason below why it has none.

use std::collections::BTreeSet;

use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_ttx::rules::{self, ConstructRule};

const CHOSEN: &str = "the analysis takes the clauses for the chosen type of devices";

/// Clauses that a construct takes but that no rule maps, each with the reason. They are reported as
/// unsupported.
const WITHOUT_ROW: &[(AccDirective, &[AccClause], &str)] = &[
    (AccDirective::Data, &[AccClause::DeviceType], CHOSEN),
    (AccDirective::Update, &[AccClause::DeviceType], CHOSEN),
    (AccDirective::Parallel, &[AccClause::DeviceType], CHOSEN),
    (AccDirective::Serial, &[AccClause::DeviceType], CHOSEN),
    (AccDirective::Kernels, &[AccClause::DeviceType], CHOSEN),
    (AccDirective::Loop, &[AccClause::DeviceType], CHOSEN),
];

/// Constructs that no rule maps, each with the reason.
const WITHOUT_TABLE: &[(&[AccDirective], &str)] = &[(
    &[AccDirective::ParallelLoop, AccDirective::SerialLoop, AccDirective::KernelsLoop],
    "a combined directive is mapped as its two halves",
)];

fn reason_for(directive: AccDirective, clause: AccClause) -> Option<&'static str> {
    let stated =
        |row: &&(AccDirective, &[AccClause], &'static str)| row.0 == directive && row.1.contains(&clause);
    WITHOUT_ROW.iter().find(stated).map(|(.., reason)| *reason)
}

/// The tables of a construct: of one set of rules.
type Tables = fn(AccDirective) -> &'static [&'static ConstructRule];

#[test]
fn every_legal_clause_has_a_row_or_a_reason() {
    check_rows(rules::tables);
    check_rows(rules::host_tables);
}

fn check_rows(tables_of: Tables) {
    let mut missing = Vec::new();
    for directive in AccDirective::ALL.iter().copied() {
        let tables = tables_of(directive);
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
    check_clauses(rules::tables);
    check_clauses(rules::host_tables);
}

fn check_clauses(tables_of: Tables) {
    for directive in AccDirective::ALL.iter().copied() {
        let legal: BTreeSet<&str> = directive.info().clauses.iter().map(|rule| rule.clause.text()).collect();
        let combined = AccDirective::ALL.iter().filter(|each| each.constituents().contains(&directive));
        let combined: BTreeSet<&str> =
            combined.flat_map(|each| &each.info().clauses).map(|rule| rule.clause.text()).collect();
        for table in tables_of(directive) {
            for (clause, _) in table.clauses.iter().chain(table.common).chain(table.last) {
                let is_legal = legal.contains(clause.text()) || combined.contains(clause.text());
                let shared = tables_of(directive).len() == 1
                    && matches!(directive, AccDirective::Init | AccDirective::Shutdown | AccDirective::Set);
                assert!(is_legal || shared, "`{}` has a row for `{}`", directive.text(), clause.text());
            }
        }
    }
}
