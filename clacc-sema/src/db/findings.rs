//! All findings of a unit, with absolute places. This step is cheap and runs after every edit.

use std::cell::OnceCell;
use std::sync::Arc;

use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::diagnostics::{Diagnostic, Severity};
use clacc_syntax::source::FileRange;
use clacc_syntax::unit::{Pos, Preprocessed};

use crate::db::decl_findings::{decl_findings, each_finding, head_findings};
use crate::db::device_functions;
use crate::db::external_decls::{ExternalDecl, declarations, header_declarations, header_tree, tree};
use crate::db::finding_places::FindingPlaces;
use crate::db::functions;
use crate::db::omp_unit;
use crate::db::openmp_in_source;
use crate::db::preprocessed::{prefix, rest};
use crate::db::routine_labels::{self, RoutineLabels};
use crate::db::routine_rules;
use crate::db::unplaced_memory;
use crate::db::{Db, Unit};

/// The findings of a unit in the order in which the unit is read, each once.
#[salsa::tracked]
pub fn diagnostics(db: &dyn Db, unit: Unit) -> Arc<[Diagnostic<FileRange>]> {
    let mut found = HalfDone::new(Vec::new());
    add_prefix_findings(db, unit, &mut found);
    add_rest_findings(db, unit, &mut found);
    let parts = [&prefix(db, unit).state.preprocessed, &rest(db, unit).preprocessed];
    found.extend(openmp_in_source::finding(parts));
    if !unit.options(db).openacc {
        found.extend(openmp_in_source::ignored_openacc(parts));
    }
    found.sort_by(|(left_at, left), (right_at, right)| {
        let key = |finding: &Diagnostic<FileRange>| (finding.primary.at.end, finding.code.id);
        (*left_at, key(left)).cmp(&(*right_at, key(right))).then_with(|| left.message.cmp(&right.message))
    });
    found.dedup_by(|(_, next), (_, before)| next == before);
    found.finish().into_iter().map(|(_, finding)| finding).collect()
}

/// The errors of preprocessing and syntax in a unit. The bodies of all functions are parsed for it. Findings
/// in system headers are left out. The result is not memoised.
pub fn syntax_diagnostics(db: &dyn Db, unit: Unit) -> Vec<Diagnostic<FileRange>> {
    let mut found = Vec::new();
    let headers = prefix_places(db, unit);
    add_preprocessor_findings(&headers, &prefix(db, unit).state.preprocessed, &mut found);
    found.extend(header_tree(db, unit).diagnostics.into_iter().map(|finding| headers.locate(finding, 0)));
    let places = rest_places(db, unit);
    add_preprocessor_findings(&places, &rest(db, unit).preprocessed, &mut found);
    for (decl, external) in declarations(db, unit).iter().zip(rest(db, unit).externals()) {
        let parsed = tree(db, *decl);
        let own = head_findings(db, *decl, external).chain(&parsed.diagnostics).cloned();
        found.extend(own.map(|finding| places.locate(finding, decl.first_token(db))));
    }
    found.into_iter().map(|(_, finding)| finding).collect()
}

/// The remarks about the loops of a unit's main file, in source order.
pub fn loop_remarks(db: &dyn Db, unit: Unit) -> Vec<Diagnostic<FileRange>> {
    let places = rest_places(db, unit);
    let declarations = declarations(db, unit).iter().filter(|decl| decl.has_directive(db));
    let located = declarations.flat_map(|decl| {
        let first = decl.first_token(db);
        functions::loop_remarks(db, *decl).into_iter().map(move |finding| (first, finding))
    });
    located.map(|(first, finding)| places.locate(finding, first).1).collect()
}

/// The places of the tokens of the part of the unit that holds a declaration.
pub fn places_of<'db>(db: &'db dyn Db, unit: Unit, decl: ExternalDecl<'db>) -> FindingPlaces<'db> {
    if decl.in_headers(db) { prefix_places(db, unit) } else { rest_places(db, unit) }
}

const DECLARATIONS_BETWEEN_CHECKPOINTS: usize = 1 << 8;
const FINDINGS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

type PlacedFindings = Vec<(Pos, Diagnostic<FileRange>)>;

/// The places of the tokens in the run of headers.
pub fn prefix_places(db: &dyn Db, unit: Unit) -> FindingPlaces<'_> {
    let preprocessed = &prefix(db, unit).state.preprocessed;
    places(db, unit, preprocessed)
}

/// The places of the main file's own tokens.
pub fn rest_places(db: &dyn Db, unit: Unit) -> FindingPlaces<'_> {
    places(db, unit, &rest(db, unit).preprocessed)
}

fn places<'db>(db: &'db dyn Db, unit: Unit, preprocessed: &'db Preprocessed) -> FindingPlaces<'db> {
    FindingPlaces { tokens: &preprocessed.tokens, map: &preprocessed.map, main: unit.main(db).id(db) }
}

/// Returns whether a finding is reported. In system headers, which users cannot change, only errors that prevent reading them are reported.
fn is_reported(places: &FindingPlaces<'_>, at: Pos, severity: Severity) -> bool {
    severity == Severity::Error || !places.map.is_system(at)
}

fn add_preprocessor_findings(
    places: &FindingPlaces<'_>,
    preprocessed: &Preprocessed,
    found: &mut PlacedFindings,
) {
    for finding in &preprocessed.diagnostics {
        let severity = finding.severity;
        let (at, finding) = places.locate_positions(finding.clone());
        if is_reported(places, at, severity) {
            found.push((at, finding));
        }
    }
}

fn add_prefix_findings(db: &dyn Db, unit: Unit, found: &mut PlacedFindings) {
    let places = prefix_places(db, unit);
    let prefix = prefix(db, unit);
    add_preprocessor_findings(&places, &prefix.state.preprocessed, found);
    for finding in &prefix.parsed.diagnostics {
        let (at, finding) = places.locate(finding.clone(), 0);
        if !places.map.is_system(at) {
            found.push((at, finding));
        }
    }
    for decl in header_declarations(db, unit) {
        let first = decl.first_token(db);
        each_finding(db, *decl, &mut |finding| {
            let (at, finding) = places.locate(finding.clone(), first);
            if !places.map.is_system(at) {
                found.push((at, finding));
            }
        });
    }
}

fn add_rest_findings(db: &dyn Db, unit: Unit, found: &mut PlacedFindings) {
    let places = rest_places(db, unit);
    let rest = rest(db, unit);
    add_preprocessor_findings(&places, &rest.preprocessed, found);
    let of_unit = routine_rules::other_levels(db, unit)
        .into_iter()
        .chain(device_functions::late_directives(db, unit))
        .chain(device_functions::forbidden(db, unit))
        .chain(unplaced_memory::findings(db, unit))
        .chain(omp_unit::findings(db, unit));
    found.extend(of_unit.map(|finding| places.locate(finding, 0)));
    let labels = OnceCell::new();
    let of_declarations = decl_findings(db, unit);
    let placed = declarations(db, unit).iter().zip(rest.externals()).zip(of_declarations.declarations());
    for ((decl, external), own) in checkpoint::every(DECLARATIONS_BETWEEN_CHECKPOINTS, placed) {
        for finding in checkpoint::every(FINDINGS_BETWEEN_CHECKPOINTS, own.findings.iter()) {
            let (at, mut located) = places.locate(finding.clone(), external.tokens.start);
            if !places.map.is_system(at) {
                if routine_labels::concerns(finding) {
                    let labels = labels.get_or_init(|| RoutineLabels::of(db, unit));
                    located.secondary.extend(labels.labels(db, *decl, finding, &places));
                }
                found.push((at, located));
            }
        }
    }
}
