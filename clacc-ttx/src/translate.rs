//! Translates a whole unit: its constructs, their nodes, the edits, the findings, the report.

use std::sync::Arc;

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::db::decl_contents::DeclContent;
use clacc_sema::db::directive_targets::{declarations_behind, tokens_of};
use clacc_sema::db::environment::{Environment, environment};
use clacc_sema::db::external_decls::{DeclKind, ExternalDecl, declarations, header_declarations};
use clacc_sema::db::preprocessed::{Rest, lex_for, prefix, rest};
use clacc_sema::db::routine_labels::level_errors;
use clacc_sema::db::{Db, Unit};
use clacc_sema::program::View;
use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::Preprocessed;
use rustc_hash::FxHashMap;

use crate::codes;
use crate::extensions;
use crate::function_translations::{
    Facts, FunctionTranslation, Made, MadeLast, PlacedTranslation, UnitConstants, last_translation,
    macros_of_headers,
};
use crate::plan::Outcome;
use crate::query::Mapping;
use crate::queue_objects::QueueForm;
use crate::report::{self, Entry};
use crate::rewrite::function_alone;
use crate::rewrite::function_window::FunctionWindow;
use crate::rewrite::separate::Placed;
use crate::rewrite::{
    self, EditPlaces, FunctionInput, RewriteOptions, Rewritten, SourceFiles, UnitInput, UnitQueues,
};

/// A translated unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Translation {
    /// The edits, and the reasons why constructs could not be edited.
    pub rewritten: Rewritten,
    /// The results for every directive, clause and modifier, in the order of functions and directives. Results for directives that no
    /// analysis saw come last.
    pub entries: Vec<Entry>,
    /// The findings of the mapping, in the order of functions and constructs.
    pub findings: Vec<Diagnostic<FileRange>>,
    /// Warnings about keywords and directives of the translation that not every OpenMP compiler accepts.
    pub extensions: Vec<Diagnostic<FileRange>>,
    /// The queues of the unit.
    pub queues: UnitQueues,
}

/// A declaration that contains constructs.
struct DirectedDeclaration {
    /// The index among the declarations of the main file; none for a declaration in a header.
    index: Option<usize>,
    is_function: bool,
    first_token: u32,
    /// The tokens of the declaration that its directives apply to.
    declaration: Option<TokenRange>,
    facts: Facts,
}

impl DirectedDeclaration {
    /// Returns the declarations of a unit that contain constructs, in order. `known` holds the records of the last translation and the
    /// present environment.
    fn all(
        db: &dyn Db,
        unit: Unit,
        mapping: Mapping,
        known: Option<(&MadeLast, &Environment)>,
    ) -> Vec<DirectedDeclaration> {
        let behind = behind_directives(db, unit);
        let mut all = Self::of_headers(db, unit, mapping, &behind);
        let rest = rest(db, unit);
        let own = declarations(db, unit).iter().zip(rest.externals().iter().zip(rest.contents().iter()));
        let own = checkpoint::every(DECLARATIONS_BETWEEN_CHECKPOINTS, own.enumerate());
        all.extend(own.filter(|(_, (_, (external, _)))| external.has_directive).map(
            |(index, (decl, (external, content)))| {
                let known = known.and_then(|(last, now)| last.known_facts(index, content, now));
                DirectedDeclaration {
                    index: Some(index),
                    is_function: content.kind() == DeclKind::Function,
                    first_token: external.tokens.start,
                    declaration: match content.kind() {
                        DeclKind::Directive => behind.get(decl).copied(),
                        _ => Some(external.tokens),
                    },
                    facts: facts_again(db, *decl, mapping, known),
                }
            },
        ));
        all
    }

    /// The declarations in headers that contain constructs.
    fn of_headers(
        db: &dyn Db,
        unit: Unit,
        mapping: Mapping,
        behind: &FxHashMap<ExternalDecl<'_>, TokenRange>,
    ) -> Vec<DirectedDeclaration> {
        let declaration = |decl: &ExternalDecl<'_>| DirectedDeclaration {
            index: None,
            is_function: decl.kind(db) == DeclKind::Function,
            first_token: decl.first_token(db),
            declaration: match decl.kind(db) {
                DeclKind::Directive => behind.get(decl).copied(),
                _ => Some(tokens_of(db, *decl)),
            },
            facts: Facts::of(db, *decl, mapping),
        };
        header_declarations(db, unit).iter().map(declaration).collect()
    }

    fn places<'a>(&self, headers: &'a Preprocessed, main: &'a Preprocessed) -> EditPlaces<'a> {
        let unit = if self.index.is_none() { headers } else { main };
        EditPlaces { unit, first_token: self.first_token }
    }

    fn input<'a>(
        &'a self,
        headers: &'a Preprocessed,
        main: &'a Preprocessed,
        queues: QueueForm,
    ) -> FunctionInput<'a> {
        FunctionInput {
            places: self.places(headers, main),
            model: &self.facts.model,
            view: View::of_c(&self.facts.program, &self.facts.model),
            facts: &self.facts.analysis.facts,
            mapping: &self.facts.mapping,
            queues,
            declaration: self.declaration,
        }
    }
}

const DECLARATIONS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// Returns the declarations that directives at file scope apply to, by directive.
fn behind_directives(db: &dyn Db, unit: Unit) -> FxHashMap<ExternalDecl<'_>, TokenRange> {
    let is_directive = |content: &Arc<DeclContent>| content.kind() == DeclKind::Directive;
    let has_directive = rest(db, unit).contents().iter().any(is_directive)
        || header_declarations(db, unit).iter().any(|decl| decl.kind(db) == DeclKind::Directive);
    if has_directive { declarations_behind(db, unit) } else { FxHashMap::default() }
}

/// Returns the facts of a declaration, which may be cached.
fn facts_again(db: &dyn Db, decl: ExternalDecl<'_>, mapping: Mapping, known: Option<&Facts>) -> Facts {
    let facts = || Facts::of(db, decl, mapping);
    debug_assert!(known.is_none_or(|known| *known == facts()), "facts were kept that have changed");
    known.cloned().unwrap_or_else(facts)
}

/// Translates a unit under a mapping.
pub fn translate(db: &dyn Db, unit: Unit, mapping: Mapping, options: &RewriteOptions) -> Translation {
    translate_except(db, unit, mapping, options, &[])
}

/// Translates a unit under a mapping. Constructs that need an edit of `withheld` text are kept.
pub fn translate_except(
    db: &dyn Db,
    unit: Unit,
    mapping: Mapping,
    options: &RewriteOptions,
    withheld: &[FileRange],
) -> Translation {
    let parts = [&*prefix(db, unit).state.preprocessed, &rest(db, unit).preprocessed];
    let read = |file: FileId| db.files().get(file).and_then(|file| file.text(db));
    let lexed = |file: FileId| db.files().get(file).map(|file| lex_for(db, unit, file));
    let main = unit.main(db).id(db);
    let level_errors = level_errors(db, unit);
    let queues = UnitQueues::default();
    let dialect = mapping.dialect(db);
    let input = UnitInput {
        main,
        parts: &parts,
        functions: &[],
        read: &read,
        lexed: &lexed,
        withheld,
        level_errors: &level_errors,
        queues: &queues,
        dialect: &dialect,
    };
    let translation = if function_alone::is_possible(&input, options) {
        translated_apart(db, (unit, mapping), options, &input)
    } else {
        translated_whole(db, (unit, mapping), options, &input)
    };
    debug_assert_eq!(translation, translated_whole(db, (unit, mapping), options, &input));
    translation
}

/// Translates a unit without translating any function separately.
fn translated_whole(
    db: &dyn Db,
    (unit, mapping): (Unit, Mapping),
    options: &RewriteOptions,
    input: &UnitInput<'_>,
) -> Translation {
    let declarations = DirectedDeclaration::all(db, unit, mapping, None);
    let queues = queues(db, (unit, mapping), options, input, &declarations);
    let functions = inputs(&declarations, input, queues.form);
    let order: Vec<_> = functions.iter().map(|_| None).collect();
    let input = UnitInput { functions: &functions, queues: &queues, ..*input };
    assembled(&input, options, &order, SourceFiles::new(input.read))
}

fn inputs<'a>(
    declarations: &'a [DirectedDeclaration],
    unit: &UnitInput<'a>,
    queues: QueueForm,
) -> Vec<FunctionInput<'a>> {
    let [headers, main] = unit.parts else { return Vec::new() };
    declarations.iter().map(|declaration| declaration.input(headers, main, queues)).collect()
}

/// Decides what represents the queues of a unit.
fn queues(
    db: &dyn Db,
    (unit, mapping): (Unit, Mapping),
    options: &RewriteOptions,
    input: &UnitInput<'_>,
    declarations: &[DirectedDeclaration],
) -> UnitQueues {
    let [headers, main] = input.parts else { return UnitQueues::default() };
    let mappings = declarations.iter().map(|each| (each.places(headers, main), &*each.facts.mapping));
    UnitQueues::of((db, unit), &mapping.dialect(db), options, input, mappings)
}

/// Translates a unit, each function separately where that is possible.
fn translated_apart(
    db: &dyn Db,
    (unit, mapping): (Unit, Mapping),
    options: &RewriteOptions,
    input: &UnitInput<'_>,
) -> Translation {
    let (rest, now) = (rest(db, unit), environment(db, unit));
    let mut sources = SourceFiles::new(input.read);
    let last_place = last_translation(db, unit, mapping, *options);
    let last = last_place.get();
    let known = last.as_deref().map(|last| (last, &*now));
    let declarations = DirectedDeclaration::all(db, unit, mapping, known);
    let queues = queues(db, (unit, mapping), options, input, &declarations);
    let shared = UnitConstants {
        main: input.main,
        step: sources.step(input.main),
        macros_of_headers: macros_of_headers(db, unit),
        own_macros: rest.preprocessed.macro_changes.iter().map(|change| change.name).collect(),
        queues: queues.form,
    };
    let functions = inputs(&declarations, input, queues.form);
    let input = UnitInput { functions: &functions, queues: &queues, ..*input };
    let mut making = Making { rest, input: &input, options, shared: &shared, last: last.as_deref(), sources };
    let (mut made, mut order) = (Vec::new(), Vec::new());
    for (function, declaration) in declarations.iter().enumerate() {
        let own = declaration.index.map(|index| making.made(function, declaration, &rest.contents()[index]));
        let (new, placed) = own.unzip();
        made.extend(new);
        order.push(placed.flatten());
    }
    let sources = making.sources;
    let whole = functions.iter().zip(&order).filter(|(_, apart)| apart.is_none());
    let whole: Vec<_> = whole.map(|(function, _)| *function).collect();
    let translation = assembled(&UnitInput { functions: &whole, ..input }, options, &order, sources);
    last_place.set(MadeLast::new(now, shared, made));
    translation
}

/// The inputs for translating functions separately.
struct Making<'m, 'a> {
    rest: &'m Rest,
    input: &'m UnitInput<'a>,
    options: &'m RewriteOptions,
    shared: &'m UnitConstants,
    last: Option<&'m MadeLast>,
    sources: SourceFiles<'a>,
}

impl Making<'_, '_> {
    /// Returns the record of a declaration of the main file, and its part of the translation if it is translated separately.
    fn made(
        &mut self,
        function: usize,
        declaration: &DirectedDeclaration,
        content: &Arc<DeclContent>,
    ) -> (Arc<Made>, Option<PlacedTranslation>) {
        let (text, part) = (self.sources.bytes(self.input.main).clone(), &self.rest.preprocessed);
        let said = (content, &declaration.facts);
        let window = || FunctionWindow::of(&self.input.functions[function], &text);
        let Some(window) = declaration.is_function.then(window).flatten() else {
            return (Made::whole(content, &declaration.facts), None);
        };
        let known = self.last.and_then(|last| last.again(said, self.shared, &window, (part, &text)));
        let made = known.unwrap_or_else(|| {
            let translation =
                apart_translation(self.input, function, self.options, &window, &mut self.sources);
            Made::of_lines(said, self.shared, window.content(part, &text), translation)
        });
        let placed = made.placed(&window);
        (made, placed)
    }
}

const ENTRIES_BETWEEN_CHECKPOINTS: usize = 1 << 9;

/// Translates a function as if it were the only one of the unit. None if the result would differ.
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
    Some(FunctionTranslation {
        apart,
        entries: entries.into_iter().map(|entry| entry.map(relative)).collect(),
        findings: moved(findings),
        extensions: moved(extensions),
    })
}

/// Assembles the translation of a unit from its declarations in order: those that are translated separately, and between them the functions
/// of the input.
fn assembled(
    input: &UnitInput<'_>,
    options: &RewriteOptions,
    order: &[Option<PlacedTranslation>],
    sources: SourceFiles<'_>,
) -> Translation {
    let placed: Vec<Placed<'_>> = order.iter().flatten().map(PlacedTranslation::placed).collect();
    let rewritten = rewrite::rewrite_with(input, options, &placed, sources);
    let own = report::of_unit(input, &rewritten);
    let queues = input.queues.clone();
    let mut translation = HalfDone::new(Translation { rewritten, queues, ..Translation::default() });
    let mut whole = Vec::with_capacity(input.functions.len());
    let mut functions = input.functions.iter().zip(own.of_functions);
    for (number, apart) in order.iter().enumerate() {
        checkpoint::pass();
        if let Some(apart) = apart {
            translation.entries.extend(checkpoint::every(ENTRIES_BETWEEN_CHECKPOINTS, apart.entries()));
            translation.findings.extend(checkpoint::every(ENTRIES_BETWEEN_CHECKPOINTS, apart.findings()));
            translation.extensions.extend(checkpoint::every(ENTRIES_BETWEEN_CHECKPOINTS, apart.extensions()));
        } else if let Some((function, entries)) = functions.next() {
            translation.entries.extend(entries);
            translation.add_findings(function, input.main);
            whole.push(number);
        }
    }
    translation.entries.extend(own.unseen);
    translation.rewritten.number_functions(&whole);
    translation.finish()
}

impl Translation {
    /// Adds the findings of a function, and the warnings about keywords. A system header gets one finding elsewhere instead.
    fn add_findings(&mut self, function: &FunctionInput<'_>, main: FileId) {
        if !function.places.is_in_system_header() {
            self.findings.extend(findings(function, main));
            self.extensions.extend(extensions::findings(function, main));
        }
    }
}

const CONSTRUCTS_BETWEEN_CHECKPOINTS: usize = 1 << 9;

/// The findings of a function's nodes, with a note for each outermost construct that is held back.
pub fn findings(function: &FunctionInput<'_>, main: FileId) -> Vec<Diagnostic<FileRange>> {
    let nowhere = FileRange { file: main, start: 0, end: 0 };
    let place = |range| function.places.shown(range).unwrap_or(nowhere);
    let mut findings = Vec::new();
    let constructs = function.facts.constructs.iter();
    for (id, _) in checkpoint::every(CONSTRUCTS_BETWEEN_CHECKPOINTS, constructs) {
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

/// Returns the construct because of which this one is held back; none unless this one is the outermost construct that is held back.
fn held_back(function: &FunctionInput<'_>, id: ConstructId) -> Option<ConstructId> {
    let plan = &function.mapping.plan;
    let Outcome::HeldBack(because) = plan.outcome(id) else { return None };
    let parent = function.facts.constructs[id].parent;
    parent.is_none_or(|parent| plan.is_translated(parent)).then_some(because)
}

fn directive_range(function: &FunctionInput<'_>, id: ConstructId) -> TokenRange {
    let directive = function.facts.constructs[id].directive;
    function.model.parsed.tree.spans.directives.get(directive).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use clacc_sema::db::decl_contents::DeclContent;
    use clacc_sema::db::files::Volatility;
    use clacc_sema::db::preprocessed::rest;
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
        let mapping = Mapping::new(&db, Arc::new(Clacc), CLACC.into());
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
            let contents = rest(&db, unit).contents().iter();
            let is_new = |content: &Arc<DeclContent>| {
                let [last, now] = [&last, &now].map(|made| made.of(content));
                now.is_some_and(|now| last.is_none_or(|last| !Arc::ptr_eq(last, now)))
            };
            let new: Vec<usize> =
                contents.enumerate().filter(|(_, each)| is_new(each)).map(|(index, _)| index).collect();
            assert_eq!(new, changed, "replacing {from:?} by {to:?}");
            last = now;
        }
    }
}
