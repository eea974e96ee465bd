//! Adds labels at `routine` directives to findings about levels and about functions for devices (OpenACC 3.4 2.15.1).
//!
//! The analysis of a declaration does not depend on the positions of others, so that its results stay valid if these are edited. The labels
//! are added where findings get their places in files.

use clacc_syntax::Name;
use clacc_syntax::diagnostics::{Diagnostic, Label, Severity};
use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use crate::acc::codes;
use crate::db::decl_findings::decl_findings;
use crate::db::external_decls::{ExternalDecl, declarations};
use crate::db::finding_places::FindingPlaces;
use crate::db::routines::{each_level, routine_levels};
use crate::db::{Db, Unit};

/// The keywords `routine` of the directives of the main file for each function, in source order.
pub(super) struct RoutineLabels(FxHashMap<Name, Vec<TokenRange>>);

impl RoutineLabels {
    pub(super) fn of(db: &dyn Db, unit: Unit) -> Self {
        let mut words: FxHashMap<Name, Vec<TokenRange>> = FxHashMap::default();
        each_level(db, unit, &mut |given, written| {
            if let Some(word) = written.and_then(|written| written.word(db)) {
                words.entry(given.function).or_default().push(word);
            }
        });
        RoutineLabels(words)
    }

    /// The labels of a finding in a declaration.
    pub(super) fn labels(
        &self,
        db: &dyn Db,
        decl: ExternalDecl<'_>,
        finding: &Diagnostic<TokenRange>,
        places: &FindingPlaces<'_>,
    ) -> Vec<Label<FileRange>> {
        let at = finding.primary.at.start;
        let label = |name: Name| {
            let words = self.0.get(&name)?;
            let before = words.iter().rev().find(|word| word.start < at + decl.first_token(db));
            let word = before.or_else(|| words.first())?;
            let text = format!("the directive for `{}`", &db.names()[name]);
            Some(Label { at: places.spot(*word).range, text })
        };
        functions_of(db, decl, finding).into_iter().filter_map(label).collect()
    }
}

/// The functions with errors about their levels in the main file, each with the tokens of the error.
pub fn level_errors(db: &dyn Db, unit: Unit) -> Vec<(Name, TokenRange)> {
    if routine_levels(db, unit).is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (decl, of_decl) in declarations(db, unit).iter().zip(decl_findings(db, unit).declarations()) {
        let errors = of_decl.findings.iter().filter(|finding| finding.severity == Severity::Error);
        for finding in errors.filter(|finding| concerns(finding)) {
            let (at, first) = (finding.primary.at, decl.first_token(db));
            let tokens = TokenRange::new(at.start + first, at.end + first);
            found.extend(functions_of(db, *decl, finding).into_iter().map(|function| (function, tokens)));
        }
    }
    found
}

/// The functions whose `routine` directives cause a finding.
fn functions_of(db: &dyn Db, decl: ExternalDecl<'_>, finding: &Diagnostic<TokenRange>) -> Vec<Name> {
    let function = |function| match function {
        LabelledFunction::Named => decl.tokens(db).texts.get(finding.primary.at.start as usize).copied(),
        LabelledFunction::Own => Some(decl.name(db)),
    };
    labelled(finding).into_iter().filter_map(function).collect()
}

/// Returns true if `routine` directives cause a finding.
pub(super) fn concerns(finding: &Diagnostic<TokenRange>) -> bool {
    !labelled(finding).is_empty()
}

/// A function that a finding is about.
#[derive(Clone, Copy)]
enum LabelledFunction {
    /// The function that is called at the place of the finding.
    Named,
    /// The function that contains the place of the finding.
    Own,
}

fn labelled(finding: &Diagnostic<TokenRange>) -> Vec<LabelledFunction> {
    let is = |code: &'static clacc_syntax::diagnostics::Code| finding.code.id == code.id;
    if is(&codes::ACC0131) && finding.secondary.is_empty() {
        vec![LabelledFunction::Named, LabelledFunction::Own]
    } else if is(&codes::ACC0131) || is(&codes::ACC0133) {
        vec![LabelledFunction::Named]
    } else if is(&codes::ACC0105) || is(&codes::ACC0158) {
        vec![LabelledFunction::Own]
    } else {
        Vec::new()
    }
}
