//! Combined and composite directives (OpenMP 5.2 chapter 17), which are derived from their constituents.

use super::super::grammar::v;
use super::super::{Association, DirectiveInfo, Multiplicity, Row};
use super::{OmpClause, OmpDirective};

type OmpInfo = DirectiveInfo<OmpDirective, OmpClause>;

/// A clause that a combined directive does not take although one of its constituents does.
struct Except {
    clause: OmpClause,
    /// The constituents that must all be present for the exception to hold.
    with: &'static [OmpDirective],
    /// A constituent that takes the clause itself. If it is present, the exception does not hold.
    unless: Option<OmpDirective>,
}

/// The exceptions of OpenMP 5.2 sections 17.1 and 17.2, 11.6 and 12.6.
const EXCEPTIONS: &[Except] = &[
    Except { clause: OmpClause::Nowait, with: &[OmpDirective::Parallel], unless: Some(OmpDirective::Target) },
    Except { clause: OmpClause::Copyin, with: &[OmpDirective::Target, OmpDirective::Parallel], unless: None },
    Except { clause: OmpClause::Ordered, with: &[OmpDirective::Distribute], unless: None },
    Except {
        clause: OmpClause::Linear,
        with: &[OmpDirective::Distribute, OmpDirective::For],
        unless: Some(OmpDirective::Simd),
    },
    Except {
        clause: OmpClause::InReduction,
        with: &[OmpDirective::Parallel, OmpDirective::Taskloop],
        unless: None,
    },
];

/// One description per directive, in the order of the enum.
pub(super) fn all(rows: &[&[Row<OmpDirective, OmpClause>]]) -> Vec<OmpInfo> {
    let leaves: Vec<OmpInfo> =
        rows.iter().copied().flatten().map(|row| settle_versions(row.info())).collect();
    let leaf = |name: &str| leaves.iter().find(|info| info.directive.text() == name);
    let describe = |directive: OmpDirective| match leaf(directive.text()) {
        Some(info) => Some(info.clone()),
        None => directive
            .text()
            .split(' ')
            .map(leaf)
            .collect::<Option<Vec<_>>>()
            .map(|parts| combine(directive, &parts)),
    };
    OmpDirective::ALL.iter().filter_map(|&directive| describe(directive)).collect()
}

/// Sets the version of each rule to the later one of directive and clause, unless the row gives one.
fn settle_versions(mut info: OmpInfo) -> OmpInfo {
    for rule in &mut info.clauses {
        if rule.since == v(0) {
            rule.since = super::clauses::since(rule.clause).max(info.since);
        }
    }
    info
}

fn combine(directive: OmpDirective, parts: &[&OmpInfo]) -> OmpInfo {
    let mut info = parts[0].clone();
    info.directive = directive;
    info.constituents = parts.iter().map(|part| part.directive).collect();
    info.since = first_version(directive, parts);
    info.deprecated = parts.iter().filter_map(|part| part.deprecated).min();
    info.association = parts.last().map_or(Association::Statement, |part| part.association);
    info.section = "17";
    for part in &parts[1..] {
        add_clauses(&mut info, part);
    }
    info.clauses.retain(|rule| !excepted(rule.clause, &info.constituents));
    for rule in &mut info.clauses {
        rule.since = rule.since.max(info.since);
    }
    info
}

/// Adds the clauses of one more constituent. If a clause of several constituents can name a directive (`if`),
/// it may appear once for each of them. Otherwise it may appear as often as the most permissive constituent
/// allows.
fn add_clauses(info: &mut OmpInfo, part: &OmpInfo) {
    for rule in &part.clauses {
        match info.clauses.iter_mut().find(|own| own.clause == rule.clause) {
            Some(own) if rule.multiplicity == Multiplicity::Many => own.multiplicity = Multiplicity::Many,
            Some(own) => own.since = own.since.min(rule.since),
            None => info.clauses.push(*rule),
        }
    }
    info.exclusive.extend(part.exclusive.iter().cloned());
}

fn excepted(clause: OmpClause, constituents: &[OmpDirective]) -> bool {
    EXCEPTIONS.iter().any(|except| {
        except.clause == clause
            && except.with.iter().all(|each| constituents.contains(each))
            && !except.unless.is_some_and(|each| constituents.contains(&each))
    })
}

/// Returns the version that introduced the combination. Some combinations are newer than their parts.
fn first_version(directive: OmpDirective, parts: &[&OmpInfo]) -> super::super::Version {
    use OmpDirective::*;
    let parts = parts.iter().map(|part| part.since).max().unwrap_or(v(25));
    let known = match directive {
        TargetParallel | TargetParallelFor | TargetParallelForSimd | TargetSimd => v(45),
        ParallelMaster
        | MasterTaskloop
        | MasterTaskloopSimd
        | ParallelMasterTaskloop
        | ParallelMasterTaskloopSimd => v(50),
        _ => parts,
    };
    known.max(parts)
}
