//! Translates a whole unit: its constructs, their nodes, the edits, the findings, the report.

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::db::directive_targets::{declarations_behind, tokens_of};
use clacc_sema::db::external_decls::{DeclKind, ExternalDecl, directed};
use clacc_sema::db::models::{model, program};
use clacc_sema::db::preprocessed::{prefix, rest};
use clacc_sema::db::{Db, Unit};
use clacc_sema::program::View;
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::Preprocessed;
use rustc_hash::FxHashMap;

use crate::codes;
use crate::extensions;
use crate::function_translations::{
    Common, Facts, FunctionTranslation, PlacedTranslation, last_translation, macros_of_headers,
};
use crate::plan::Outcome;
use crate::query::{Mapping, function_mapping, mapped_facts};
use crate::report::{self, Entry};
use crate::rewrite::function_alone;
use crate::rewrite::function_window::FunctionWindow;
use crate::rewrite::separate::Placed;
use crate::rewrite::{self, EditPlaces, FunctionInput, RewriteOptions, Rewritten, SourceFiles, UnitInput};

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
struct DirectedDeclaration<'db> {
    decl: ExternalDecl<'db>,
    is_function: bool,
    in_headers: bool,
    first_token: u32,
    declaration: Option<TokenRange>,
    facts: Facts,
}

impl<'db> DirectedDeclaration<'db> {
    /// The declarations of a unit that contain constructs, in order.
    fn all(db: &'db dyn Db, unit: Unit, mapping: Mapping) -> Vec<DirectedDeclaration<'db>> {
        let directed = directed(db, unit);
        let has_directive = directed.iter().any(|decl| decl.kind(db) == DeclKind::Directive);
        let behind = if has_directive { declarations_behind(db, unit) } else { FxHashMap::default() };
        let new = |decl: ExternalDecl<'db>| DirectedDeclaration {
            decl,
            is_function: decl.kind(db) == DeclKind::Function,
            in_headers: decl.in_headers(db),
            first_token: decl.first_token(db),
            declaration: match decl.kind(db) {
                DeclKind::Directive => behind.get(&decl).copied(),
                _ => Some(tokens_of(db, decl)),
            },
            facts: Facts {
                model: model(db, decl),
                program: program(db, decl),
                analysis: mapped_facts(db, decl, mapping),
                mapping: function_mapping(db, decl, mapping),
            },
        };
        directed.into_iter().map(new).collect()
    }

    fn input<'a>(&'a self, headers: &'a Preprocessed, main: &'a Preprocessed) -> FunctionInput<'a> {
        let unit = if self.in_headers { headers } else { main };
        FunctionInput {
            places: EditPlaces { unit, first_token: self.first_token },
            model: &self.facts.model,
            view: View::of_c(&self.facts.program, &self.facts.model),
            facts: &self.facts.analysis.facts,
            mapping: &self.facts.mapping,
            declaration: self.declaration,
        }
    }
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
    let declarations = DirectedDeclaration::all(db, unit, mapping);
    let inputs: Vec<FunctionInput<'_>> =
        declarations.iter().map(|declaration| declaration.input(headers, preprocessed)).collect();
    let read = |file: FileId| db.files().get(file).and_then(|file| file.text(db));
    let input =
        UnitInput { main, parts: &[headers, preprocessed], functions: &inputs, read: &read, withheld };
    let mut sources = SourceFiles::new(&read);
    let apart = if function_alone::is_possible(&input, options) {
        let of_unit = (unit, mapping, options);
        translated_apart(db, of_unit, &declarations, &input, &mut sources)
    } else {
        Vec::new()
    };
    let translation = assembled(&input, options, &apart, sources);
    debug_assert_eq!(translation, assembled(&input, options, &[], SourceFiles::new(&read)));
    translation
}

/// The translations of the functions that are translated apart, by their indices.
fn translated_apart<'a>(
    db: &dyn Db,
    (unit, mapping, options): (Unit, Mapping, &RewriteOptions),
    declarations: &[DirectedDeclaration<'_>],
    input: &UnitInput<'a>,
    sources: &mut SourceFiles<'a>,
) -> Vec<Option<PlacedTranslation>> {
    let (text, step) = (sources.bytes(input.main).clone(), sources.step(input.main));
    let main = &rest(db, unit).preprocessed;
    let own_macros = main.macro_changes.iter().map(|change| change.name).collect();
    let macros = (macros_of_headers(db, unit), own_macros);
    let common = Common { main: input.main, text: &text, step, macros };
    let each = declarations.iter().enumerate().map(|(index, declaration)| {
        if !declaration.is_function || declaration.in_headers {
            return None;
        }
        let surroundings = FunctionWindow::of(&input.functions[index], &text)?;
        let make = || apart_translation(input, index, options, &surroundings, sources);
        let last = last_translation(db, declaration.decl, mapping, *options);
        let translation = last.get_or_make(&declaration.facts, &common, &surroundings, main, make)?;
        let window_start = surroundings.window.start as u32;
        Some(PlacedTranslation { translation, window_start, first_token: declaration.first_token })
    });
    each.collect()
}

/// Translates a function as if the unit had no other one. None if that is not the same.
fn apart_translation<'a>(
    input: &UnitInput<'a>,
    index: usize,
    options: &RewriteOptions,
    surroundings: &FunctionWindow,
    sources: &mut SourceFiles<'a>,
) -> Option<FunctionTranslation> {
    let apart = function_alone::of_function(input, index, options, surroundings, sources)?;
    let function = &input.functions[index];
    let holds = |at: FileRange| surroundings.holds(input, at);
    let (entries, findings) = (report::of_function(function), findings(function, input.main));
    let extensions = extensions::findings(function, input.main);
    let are_entries = entries.iter().flat_map(|entry| [entry.at, entry.directive_at]).flatten().all(holds);
    let are_findings = |findings: &[Diagnostic<FileRange>]| {
        let labels = findings.iter().flat_map(Diagnostic::labels);
        labels.into_iter().all(|label| holds(label.at)) && findings.iter().all(|each| each.fix.is_none())
    };
    if !are_entries || !are_findings(&findings) || !are_findings(&extensions) {
        return None;
    }
    let relative = |at: FileRange| surroundings.relative(at);
    let moved = |findings: Vec<Diagnostic<FileRange>>| {
        findings.into_iter().map(|finding| finding.map(relative)).collect()
    };
    let entry = |entry: Entry| Entry {
        at: entry.at.map(relative),
        directive_at: entry.directive_at.map(relative),
        ..entry
    };
    Some(FunctionTranslation {
        apart,
        entries: entries.into_iter().map(entry).collect(),
        findings: moved(findings),
        extensions: moved(extensions),
    })
}

/// The translation of a unit, of which some functions are translated apart.
fn assembled(
    input: &UnitInput<'_>,
    options: &RewriteOptions,
    apart: &[Option<PlacedTranslation>],
    sources: SourceFiles<'_>,
) -> Translation {
    let placed: Vec<Option<Placed<'_>>> =
        apart.iter().map(|each| each.as_ref().map(PlacedTranslation::placed)).collect();
    let rewritten = rewrite::rewrite_with(input, options, &placed, sources);
    let apart = |index: usize| apart.get(index).and_then(Option::as_ref);
    let known = |index: usize| Some(apart(index)?.entries().collect());
    let report = report::of_unit(input, &rewritten, &known);
    let (mut diagnostics, mut extensions) = (Vec::new(), Vec::new());
    for (index, function) in input.functions.iter().enumerate() {
        checkpoint::pass();
        if let Some(apart) = apart(index) {
            diagnostics.extend(apart.findings());
            extensions.extend(apart.extensions());
        // What becomes of directives in system headers is one finding for each header.
        } else if !function.places.is_in_system_header() {
            diagnostics.extend(findings(function, input.main));
            extensions.extend(extensions::findings(function, input.main));
        }
    }
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
