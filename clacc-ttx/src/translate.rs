//! Translates a whole unit: its constructs, their nodes, the edits, the findings, the report.

use std::sync::Arc;

use clacc_sema::acc::AccAnalysis;
use clacc_sema::acc::facts::ConstructId;
use clacc_sema::c::model::DeclModel;
use clacc_sema::db::directive_targets::{declarations_behind, tokens_of};
use clacc_sema::db::external_decls::{DeclKind, directed};
use clacc_sema::db::models::{model, program};
use clacc_sema::db::preprocessed::{prefix, rest};
use clacc_sema::db::{Db, Unit};
use clacc_sema::program::{Program, View};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use crate::codes;
use crate::extensions;
use crate::mapping::FunctionMapping;
use crate::plan::Outcome;
use crate::query::{Mapping, function_mapping, mapped_facts};
use crate::report::{self, Entry};
use crate::rewrite::{self, EditPlaces, FunctionInput, RewriteOptions, Rewritten, UnitInput};

/// A translated unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Translation {
    /// The edits, and the reasons why constructs could not be edited.
    pub rewritten: Rewritten,
    /// The findings of the mapping, in the order of functions and constructs.
    pub diagnostics: Vec<Diagnostic<FileRange>>,
    /// Warnings about words of the translation that not every OpenMP compiler accepts.
    pub extensions: Vec<Diagnostic<FileRange>>,
    /// The results for every directive, clause and modifier.
    pub report: Vec<Entry>,
}

/// A declaration that contains constructs.
struct DirectedDeclaration {
    in_headers: bool,
    first_token: u32,
    model: Arc<DeclModel>,
    program: Arc<Program>,
    declaration: Option<TokenRange>,
    facts: Arc<AccAnalysis>,
    mapping: Arc<FunctionMapping>,
}

/// Translates a unit under a mapping.
pub fn translate(db: &dyn Db, unit: Unit, mapping: Mapping, options: &RewriteOptions) -> Translation {
    translate_except(db, unit, mapping, options, &[])
}

/// Translates a unit under a mapping. What needs an edit of `withheld` text is kept.
pub fn translate_except(
    db: &dyn Db,
    unit: Unit,
    mapping: Mapping,
    options: &RewriteOptions,
    withheld: &[FileRange],
) -> Translation {
    let main = unit.main(db).id(db);
    let preprocessed = &rest(db, unit).preprocessed;
    let headers = &prefix(db, unit).state.preprocessed;
    let directed = directed(db, unit);
    let has_directive = directed.iter().any(|decl| decl.kind(db) == DeclKind::Directive);
    let behind = if has_directive { declarations_behind(db, unit) } else { FxHashMap::default() };
    let functions: Vec<DirectedDeclaration> = directed
        .into_iter()
        .map(|decl| DirectedDeclaration {
            in_headers: decl.in_headers(db),
            first_token: decl.first_token(db),
            model: model(db, decl),
            program: program(db, decl),
            declaration: match decl.kind(db) {
                DeclKind::Directive => behind.get(&decl).copied(),
                _ => Some(tokens_of(db, decl)),
            },
            facts: mapped_facts(db, decl, mapping),
            mapping: function_mapping(db, decl, mapping),
        })
        .collect();
    let inputs: Vec<FunctionInput<'_>> = functions
        .iter()
        .map(|function| FunctionInput {
            places: EditPlaces {
                unit: if function.in_headers { headers } else { preprocessed },
                first_token: function.first_token,
            },
            model: &function.model,
            view: View::of_c(&function.program, &function.model),
            facts: &function.facts.facts,
            mapping: &function.mapping,
            declaration: function.declaration,
        })
        .collect();
    let read = |file: FileId| db.files().get(file).and_then(|file| file.text(db));
    let input =
        UnitInput { main, parts: &[headers, preprocessed], functions: &inputs, read: &read, withheld };
    let rewritten = rewrite::rewrite(&input, options);
    let report = report::of_unit(&input, &rewritten);
    // What becomes of directives in system headers is one finding for each header.
    let own = || inputs.iter().filter(|function| !function.places.is_in_system_header());
    let diagnostics = own().flat_map(|function| findings(function, main)).collect();
    let extensions = own().flat_map(|function| extensions::findings(function, main)).collect();
    Translation { rewritten, diagnostics, extensions, report }
}

/// The findings of a function's nodes, with a note for each outermost construct that is held back.
pub fn findings(function: &FunctionInput<'_>, main: FileId) -> Vec<Diagnostic<FileRange>> {
    let nowhere = FileRange { file: main, start: 0, end: 0 };
    let place = |range| function.places.shown(range).unwrap_or(nowhere);
    let mut findings = Vec::new();
    for (id, _) in function.facts.constructs.iter() {
        if let Some(node) = function.mapping.nodes.get(id) {
            findings.extend(node.diagnostics.iter().map(|finding| finding.clone().map(place)));
        }
        if let Some(because) = held_back(function, id) {
            let at = |id| place(directive_range(function, id));
            let kind = function.facts.constructs[id].written.text();
            let message = format!("`acc {kind}` keeps its text because a construct inside it does");
            findings.push(
                Diagnostic::new(&codes::MAP0005, at(id), message)
                    .label(at(because), "this one has no OpenMP form"),
            );
        }
    }
    findings
}

/// The construct because of which this one is held back; none unless this one is the outermost that is held
/// back.
fn held_back(function: &FunctionInput<'_>, id: ConstructId) -> Option<ConstructId> {
    let plan = &function.mapping.plan;
    let Outcome::HeldBack(because) = plan.outcome(id) else { return None };
    let parent = function.facts.constructs[id].parent;
    parent.is_none_or(|parent| plan.is_translated(parent)).then_some(because)
}

fn directive_range(function: &FunctionInput<'_>, id: ConstructId) -> TokenRange {
    let directive = function.facts.constructs[id].directive;
    function.model.parsed.tree.spans.directives.get(directive).copied().unwrap_or_default()
}
