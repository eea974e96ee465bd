//! Translates a whole unit: its constructs, their nodes, the edits, the findings, the report.

use std::cell::OnceCell;
use std::sync::Arc;

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::db::decl_contents::DeclContent;
use clacc_sema::db::directive_targets::{declarations_behind, tokens_of};
use clacc_sema::db::environment::{Environment, environment};
use clacc_sema::db::external_decls::{DeclKind, ExternalDecl, declarations, header_declarations};
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
    Common, Facts, FunctionTranslation, Made, MadeLast, PlacedTranslation, last_translation,
    macros_of_headers,
};
use crate::plan::Outcome;
use crate::query::Mapping;
use crate::report::{self, Entry};
use crate::rewrite::function_alone;
use crate::rewrite::function_window::FunctionWindow;
use crate::rewrite::indentation::Indentation;
use crate::rewrite::separate::Placed;
use crate::rewrite::{self, EditPlaces, FunctionInput, RewriteOptions, Rewritten, SourceFiles, UnitInput};
use crate::unit_report::UnitReport;

/// A translated unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Translation {
    /// The edits, and the reasons why constructs could not be edited.
    pub rewritten: Rewritten,
    /// The findings of the mapping, in the order of functions and constructs.
    pub diagnostics: Vec<Diagnostic<FileRange>>,
    /// The results for every directive, clause and modifier, and warnings about words of the translation that not every OpenMP
    /// compiler accepts.
    pub report: UnitReport,
}

/// A declaration that contains constructs.
struct DirectedDeclaration<'l> {
    /// The index of a declaration of the main file.
    index: Option<usize>,
    is_function: bool,
    first_token: u32,
    declaration: Option<TokenRange>,
    facts: Facts,
    /// What was made of it last.
    made: Option<&'l Arc<Made>>,
}

impl<'l> DirectedDeclaration<'l> {
    /// The declarations of a unit that contain constructs, in order.
    fn all(
        db: &dyn Db,
        unit: Unit,
        mapping: Mapping,
        last: Option<(&'l MadeLast, &Environment)>,
    ) -> Vec<DirectedDeclaration<'l>> {
        let behind = behind_directives(db, unit);
        let mut all = Self::of_headers(db, unit, mapping, &behind);
        let by_content = OnceCell::new();
        let rest = rest(db, unit);
        let own = declarations(db, unit).iter().zip(rest.externals().iter().zip(rest.contents()));
        let own = checkpoint::every(DECLARATIONS_BETWEEN_CHECKPOINTS, own.enumerate());
        for (index, (decl, (external, content))) in own.filter(|(_, (_, (own, _)))| own.has_directive) {
            let known = last.and_then(|(last, now)| last.known(index, now));
            let moved = || {
                let by_content = by_content.get_or_init(|| last.map(|(last, _)| last.by_content()));
                by_content.as_ref()?.get(&Arc::as_ptr(content)).copied()
            };
            let is_directive = content.kind() == DeclKind::Directive;
            all.push(DirectedDeclaration {
                index: Some(index),
                is_function: content.kind() == DeclKind::Function,
                first_token: external.tokens.start,
                declaration: if is_directive { behind.get(decl).copied() } else { Some(external.tokens) },
                facts: facts_again(db, *decl, mapping, known),
                made: known.or_else(moved),
            });
        }
        all
    }

    /// Those in headers.
    fn of_headers(
        db: &dyn Db,
        unit: Unit,
        mapping: Mapping,
        behind: &FxHashMap<ExternalDecl<'_>, TokenRange>,
    ) -> Vec<DirectedDeclaration<'l>> {
        let declaration = |decl: &ExternalDecl<'_>| DirectedDeclaration {
            index: None,
            is_function: decl.kind(db) == DeclKind::Function,
            first_token: decl.first_token(db),
            declaration: match decl.kind(db) {
                DeclKind::Directive => behind.get(decl).copied(),
                _ => Some(tokens_of(db, *decl)),
            },
            facts: Facts::of(db, *decl, mapping),
            made: None,
        };
        header_declarations(db, unit).iter().map(declaration).collect()
    }

    fn input<'a>(&'a self, headers: &'a Preprocessed, main: &'a Preprocessed) -> FunctionInput<'a> {
        let unit = if self.index.is_none() { headers } else { main };
        FunctionInput {
            places: EditPlaces { unit, first_token: self.first_token },
            model: &self.facts.model,
            view: View::of_c(&self.facts.program, &self.facts.model),
            facts: &self.facts.analysis.facts,
            mapping: &self.facts.mapping,
            declaration: self.declaration,
        }
    }

    /// What was made of it where it stands.
    fn placed(&self, made: &Made, window_start: u32) -> Option<PlacedTranslation> {
        let (translation, first_token) = (made.translation()?.clone(), self.first_token);
        Some(PlacedTranslation { translation, window_start, first_token })
    }
}

const DECLARATIONS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// The declarations that directives at file scope are about, if there are such directives.
fn behind_directives(db: &dyn Db, unit: Unit) -> FxHashMap<ExternalDecl<'_>, TokenRange> {
    let is_directive = |content: &Arc<DeclContent>| content.kind() == DeclKind::Directive;
    let has_directive = rest(db, unit).contents().iter().any(is_directive)
        || header_declarations(db, unit).iter().any(|decl| decl.kind(db) == DeclKind::Directive);
    if has_directive { declarations_behind(db, unit) } else { FxHashMap::default() }
}

/// The facts of a declaration. They are those of what is known of it, if something is.
fn facts_again(db: &dyn Db, decl: ExternalDecl<'_>, mapping: Mapping, known: Option<&Arc<Made>>) -> Facts {
    let facts = || Facts::of(db, decl, mapping);
    debug_assert!(known.is_none_or(|known| *known.facts() == facts()), "facts were kept that have changed");
    known.map_or_else(facts, |known| known.facts().clone())
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
    let environment = environment(db, unit);
    let last_place = last_translation(db, unit, mapping, *options);
    let last = last_place.get();
    let last = last.as_deref().map(|last| (last, &*environment));
    let declarations = DirectedDeclaration::all(db, unit, mapping, last);
    let inputs: Vec<FunctionInput<'_>> =
        declarations.iter().map(|declaration| declaration.input(headers, preprocessed)).collect();
    let read = |file: FileId| db.files().get(file).and_then(|file| file.text(db));
    let input =
        UnitInput { main, parts: &[headers, preprocessed], functions: &inputs, read: &read, withheld };
    let mut sources = SourceFiles::new(&read);
    let apart = if function_alone::is_possible(&input, options) {
        let rest = rest(db, unit);
        let (apart, made) =
            translated_apart(db, (unit, options), (&declarations, last), &input, &mut sources);
        let mut by_index: Box<[Option<Arc<Made>>]> = vec![None; rest.contents().len()].into();
        for (declaration, made) in declarations.iter().zip(made.all) {
            if let Some(index) = declaration.index {
                by_index[index] = made;
            }
        }
        let (indentation, rest) = (made.indentation, Arc::downgrade(rest));
        last_place.set(MadeLast { environment, made: by_index, indentation, rest });
        apart
    } else {
        Vec::new()
    };
    let translation = assembled(&input, options, &apart, sources);
    debug_assert_eq!(translation, assembled(&input, options, &[], SourceFiles::new(&read)));
    translation
}

/// What is made of the declarations with constructs, by their indices among these.
struct MadeNow {
    all: Vec<Option<Arc<Made>>>,
    indentation: Indentation,
}

/// The translations of the functions that are translated apart, by their indices.
fn translated_apart<'a>(
    db: &dyn Db,
    (unit, options): (Unit, &RewriteOptions),
    (declarations, last): (&[DirectedDeclaration<'_>], Option<(&MadeLast, &Environment)>),
    input: &UnitInput<'a>,
    sources: &mut SourceFiles<'a>,
) -> (Vec<Option<PlacedTranslation>>, MadeNow) {
    let text = sources.bytes(input.main).clone();
    let indentation = Indentation::of(text.clone(), last.map(|(last, _)| &last.indentation));
    let step: Arc<[u8]> = indentation.step().into();
    sources.know_step(input.main, step.clone());
    let rest = rest(db, unit);
    let main = &rest.preprocessed;
    let own_macros = main.macro_changes.iter().map(|change| change.name).collect();
    let macros = (macros_of_headers(db, unit), own_macros);
    let change = last.and_then(|(last, _)| rest.change_since(&last.rest));
    let common = Common { main: input.main, text: &text, step, macros, change };
    let each = declarations.iter().enumerate().map(|(index, declaration)| {
        let Some(in_main) = declaration.index else { return (None, None) };
        let (content, facts) = (&rest.contents()[in_main], &declaration.facts);
        let function = declaration.is_function.then_some(&input.functions[index]);
        let Some(surroundings) = function.and_then(|function| FunctionWindow::of(function, &text)) else {
            return (None, Some(Made::whole(content, facts)));
        };
        let make = || apart_translation(input, index, options, &surroundings, sources);
        let made = Made::again(declaration.made, (content, facts), &common, &surroundings, main, make);
        (declaration.placed(&made, surroundings.window.start as u32), Some(made))
    });
    let (placed, all) = each.unzip();
    (placed, MadeNow { all, indentation })
}

const ENTRIES_BETWEEN_CHECKPOINTS: usize = 1 << 9;

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
    let shown = checkpoint::every(ENTRIES_BETWEEN_CHECKPOINTS, entries.iter());
    let are_entries = shown.flat_map(|entry| [entry.at, entry.directive_at]).flatten().all(holds);
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
    let entries = checkpoint::every(ENTRIES_BETWEEN_CHECKPOINTS, entries.into_iter());
    let entry = |entry: Entry| Entry {
        at: entry.at.map(relative),
        directive_at: entry.directive_at.map(relative),
        ..entry
    };
    Some(FunctionTranslation {
        apart,
        entries: entries.map(entry).collect(),
        findings: moved(findings),
        extensions: moved(extensions),
    })
}

/// The translation of a unit, of which some functions are translated apart.
fn assembled(
    input: &UnitInput<'_>,
    options: &RewriteOptions,
    all_apart: &[Option<PlacedTranslation>],
    sources: SourceFiles<'_>,
) -> Translation {
    let placed: Vec<Option<Placed<'_>>> =
        all_apart.iter().map(|each| each.as_ref().map(PlacedTranslation::placed)).collect();
    let rewritten = rewrite::rewrite_with(input, options, &placed, sources);
    let apart = |index: usize| all_apart.get(index).and_then(Option::as_ref);
    let own = report::of_unit(input, &rewritten, &|index| apart(index).is_some());
    // What becomes of directives in system headers is one finding for each header.
    let has_findings = |function: &FunctionInput<'_>| !function.places.is_in_system_header();
    let extensions_of = |index: usize| {
        let function = input.functions.get(index).filter(|function| has_findings(function));
        function.map_or_else(Vec::new, |function| extensions::findings(function, input.main))
    };
    let report = UnitReport::new(own, all_apart, extensions_of);
    let count = |of: fn(&PlacedTranslation) -> usize| all_apart.iter().flatten().map(of).sum();
    let mut diagnostics = Vec::with_capacity(count(|apart| apart.translation.findings.len()));
    for (index, function) in input.functions.iter().enumerate() {
        checkpoint::pass();
        if let Some(apart) = apart(index) {
            diagnostics.extend(apart.findings());
        } else if has_findings(function) {
            diagnostics.extend(findings(function, input.main));
        }
    }
    Translation { rewritten, diagnostics, report }
}

/// The findings of a function's nodes, with a note for each outermost construct that is held back.
pub fn findings(function: &FunctionInput<'_>, main: FileId) -> Vec<Diagnostic<FileRange>> {
    let nowhere = FileRange { file: main, start: 0, end: 0 };
    let place = |range| function.places.shown(range).unwrap_or(nowhere);
    let mut findings = Vec::new();
    let constructs = function.facts.constructs.iter();
    for (id, _) in checkpoint::every(ENTRIES_BETWEEN_CHECKPOINTS, constructs) {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use clacc_sema::db::files::Volatility;
    use clacc_sema::db::{Database, Unit, set_text};
    use clacc_syntax::parse::ParseLimits;

    use super::translate;
    use crate::dialect::CLACC;
    use crate::function_translations::last_translation;
    use crate::policy::Clacc;
    use crate::query::Mapping;
    use crate::rewrite::RewriteOptions;

    #[test]
    fn an_edit_of_a_body_keeps_what_was_made_of_the_others() {
        let mut text = "void f(int *a) {\n#pragma acc parallel loop\nfor (int i = 0; i < 9; i++) a[i] = i;\n}\n\
            void g(void) {\n#pragma acc wait\n}\n\nint n;\n\nvoid h(int *a) {\n#pragma acc update self(a[0:9])\n}\n"
            .to_owned();
        let mut db = Database::default();
        let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
        let mapping = Mapping::new(&db, Arc::new(Clacc), CLACC);
        let options = RewriteOptions::default();
        let made = |db: &Database| {
            assert!(translate(db, unit, mapping, &options).rewritten.edits.len() >= 3);
            last_translation(db, unit, mapping, options).get().expect("a translation was made")
        };
        let mut last = made(&db);
        for (from, to, changed) in
            [("= i;", "= 2 * i;", &[0][..]), ("int n;", "long n;", &[]), ("acc wait", "acc wait(1)", &[1])]
        {
            text = text.replace(from, to);
            set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
            let now = made(&db);
            let is_new = |index: &usize| match (&last.made[*index], &now.made[*index]) {
                (Some(last), Some(now)) => !Arc::ptr_eq(last, now),
                _ => false,
            };
            let new: Vec<usize> = (0..now.made.len()).filter(is_new).collect();
            assert_eq!(new, changed, "replacing {from:?} by {to:?}");
            last = now;
        }
    }
}
