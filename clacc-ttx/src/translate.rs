//! Translates a whole unit: its constructs, their nodes, the edits, the findings, the report.

use std::cell::OnceCell;
use std::sync::Arc;

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::db::decl_contents::DeclContent;
use clacc_sema::db::directive_targets::{declarations_behind, tokens_of};
use clacc_sema::db::environment::{Environment, environment};
use clacc_sema::db::external_decls::{DeclKind, ExternalDecl, declarations, header_declarations};
use clacc_sema::db::preprocessed::{Rest, prefix, rest};
use clacc_sema::db::routine_labels::level_errors;
use clacc_sema::db::{Db, Unit};
use clacc_sema::program::View;
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::lexer::TokenChange;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::Preprocessed;
use rustc_hash::FxHashMap;

use crate::codes;
use crate::extensions;
use crate::function_translations::{
    Common, Facts, FunctionTranslation, Made, MadeHere, MadeLast, PlacedTranslation, UnitConstants,
    last_translation, macros_of_headers,
};
use crate::kept_entries::KeptEntries;
use crate::plan::Outcome;
use crate::query::Mapping;
use crate::report::{self, Entry};
use crate::rewrite::function_alone;
use crate::rewrite::function_window::FunctionWindow;
use crate::rewrite::indentation::Indentation;
use crate::rewrite::separate::Placed;
use crate::rewrite::text_change::TextChange;
use crate::rewrite::{self, EditPlaces, FunctionInput, RewriteOptions, Rewritten, SourceFiles, UnitInput};
use crate::unit_report::{PlacedFinding, ReportPart, UnitReport, WholePart};

/// A translated unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Translation {
    /// The edits, and the reasons why constructs could not be edited.
    pub rewritten: Rewritten,
    /// The results for every directive, clause and modifier, the findings of the mapping, and warnings about words of the
    /// translation that not every OpenMP compiler accepts.
    pub report: UnitReport,
}

impl Translation {
    /// The findings of the mapping, in the order of functions and constructs.
    pub fn findings(&self) -> Vec<Diagnostic<FileRange>> {
        self.report.findings(|_| true).map(PlacedFinding::to_diagnostic).collect()
    }
}

/// A declaration that contains constructs, and of which more has to be known than what was made of it last.
struct DirectedDeclaration<'l> {
    /// The index of a declaration of the main file.
    index: Option<usize>,
    is_function: bool,
    first_token: u32,
    declaration: Option<TokenRange>,
    facts: Facts,
    /// What was made of it last, and everything that was.
    made: Option<(&'l MadeLast, &'l MadeHere)>,
}

/// A declaration of a unit that contains constructs.
enum UnitDeclaration<'l> {
    Directed(DirectedDeclaration<'l>),
    /// A declaration of the main file with an index, for which nothing has changed but where it stands.
    Moved(usize, MadeHere),
}

/// What was made last, and how it is used again.
struct LastDeclarations<'l> {
    last: &'l MadeLast,
    now: &'l Environment,
    /// How tokens and text have changed since then. None if that is not known, or if something has changed for all declarations.
    changes: Option<(TokenChange, TextChange)>,
}

impl<'l> UnitDeclaration<'l> {
    /// The declarations of a unit that contain constructs, in order.
    fn all(
        db: &dyn Db,
        unit: Unit,
        mapping: Mapping,
        known: Option<&LastDeclarations<'l>>,
    ) -> Vec<UnitDeclaration<'l>> {
        let behind = behind_directives(db, unit);
        let mut all = Self::of_headers(db, unit, mapping, &behind);
        let by_content = OnceCell::new();
        let rest = rest(db, unit);
        let own = declarations(db, unit).iter().zip(rest.externals().iter().zip(rest.contents().iter()));
        all.reserve(own.len());
        let own = checkpoint::every(DECLARATIONS_BETWEEN_CHECKPOINTS, own.enumerate());
        for (index, (decl, (external, content))) in own.filter(|(_, (_, (own, _)))| own.has_directive) {
            let here = known.and_then(|known| known.last.known(index, known.now));
            let changes = known.and_then(|known| known.changes);
            let moved = here.zip(changes).and_then(|(here, changes)| here.moved(changes, external.tokens));
            if let Some(moved) = moved {
                all.push(UnitDeclaration::Moved(index, moved));
                continue;
            }
            // What was read anew says what it said there, or stood nowhere before.
            let is_new = changes.is_some_and(|(tokens, _)| tokens.touches(external.tokens));
            let of_content = || {
                let there = known.and_then(|known| known.last.at(index, content));
                if there.is_some() || is_new {
                    return there;
                }
                let by_content = by_content.get_or_init(|| known.map(|known| known.last.by_content()));
                by_content.as_ref()?.get(&Arc::as_ptr(content)).copied()
            };
            let is_directive = content.kind() == DeclKind::Directive;
            all.push(UnitDeclaration::Directed(DirectedDeclaration {
                index: Some(index),
                is_function: content.kind() == DeclKind::Function,
                first_token: external.tokens.start,
                declaration: if is_directive { behind.get(decl).copied() } else { Some(external.tokens) },
                facts: facts_again(db, *decl, mapping, here.map(|here| &here.made)),
                made: known.map(|known| known.last).zip(here.or_else(of_content)),
            }));
        }
        all
    }

    /// Those in headers.
    fn of_headers(
        db: &dyn Db,
        unit: Unit,
        mapping: Mapping,
        behind: &FxHashMap<ExternalDecl<'_>, TokenRange>,
    ) -> Vec<UnitDeclaration<'l>> {
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
        header_declarations(db, unit).iter().map(declaration).map(UnitDeclaration::Directed).collect()
    }

    fn directed(&self) -> Option<&DirectedDeclaration<'l>> {
        match self {
            UnitDeclaration::Directed(declaration) => Some(declaration),
            UnitDeclaration::Moved(..) => None,
        }
    }
}

impl DirectedDeclaration<'_> {
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
    let parts = [&*prefix(db, unit).state.preprocessed, &rest(db, unit).preprocessed];
    let read = |file: FileId| db.files().get(file).and_then(|file| file.text(db));
    let main = unit.main(db).id(db);
    let level_errors = level_errors(db, unit);
    let input =
        UnitInput { main, parts: &parts, functions: &[], read: &read, withheld, level_errors: &level_errors };
    let translation = if function_alone::is_possible(&input, options) {
        translated_apart(db, (unit, mapping), options, &input)
    } else {
        translated_whole(db, (unit, mapping), options, &input)
    };
    debug_assert_eq!(translation, translated_whole(db, (unit, mapping), options, &input));
    translation
}

/// The translation of a unit of which no function is translated apart.
fn translated_whole(
    db: &dyn Db,
    (unit, mapping): (Unit, Mapping),
    options: &RewriteOptions,
    input: &UnitInput<'_>,
) -> Translation {
    let declarations = UnitDeclaration::all(db, unit, mapping, None);
    let functions = inputs(&declarations, input);
    let input = UnitInput { functions: &functions, ..*input };
    let order = (0..functions.len()).map(|_| None).collect();
    assembled(&input, options, order, SourceFiles::new(input.read))
}

fn inputs<'a>(declarations: &'a [UnitDeclaration<'_>], unit: &UnitInput<'a>) -> Vec<FunctionInput<'a>> {
    let [headers, main] = unit.parts else { return Vec::new() };
    let directed = declarations.iter().filter_map(UnitDeclaration::directed);
    directed.map(|declaration| declaration.input(headers, main)).collect()
}

/// The translation of a unit of which functions are translated apart where that is possible.
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
    let text = sources.bytes(input.main).clone();
    let (indentation, text_change) =
        Indentation::of(text.clone(), last.as_deref().map(|last| &last.indentation));
    let step: Arc<[u8]> = indentation.step().into();
    sources.know_step(input.main, step.clone());
    let own_macros = rest.preprocessed.macro_changes.iter().map(|change| change.name).collect();
    let shared = UnitConstants { main: input.main, step, macros: (macros_of_headers(db, unit), own_macros) };
    let change = last.as_deref().and_then(|last| rest.change_since(&last.rest));
    let known = last.as_deref().map(|last| LastDeclarations {
        last,
        now: &now,
        changes: change.zip(text_change).filter(|_| last.shared == shared),
    });
    let declarations = UnitDeclaration::all(db, unit, mapping, known.as_ref());
    let functions = inputs(&declarations, input);
    let input = UnitInput { functions: &functions, ..*input };
    let common = Common { shared: &shared, text: &text, change };
    let made = all_made(rest, &declarations, (&input, options), &common, &mut sources);
    let translation = assembled_apart(&input, options, &made, sources);
    let mut by_index: Box<[Option<MadeHere>]> = vec![None; rest.contents().len()].into();
    for (index, made) in made.into_iter().filter_map(|made| made.here) {
        by_index[index] = Some(made);
    }
    let rest = Arc::downgrade(rest);
    last_place.set(MadeLast { environment: now, made: by_index, shared, indentation, rest });
    translation
}

/// What is made of a declaration with constructs.
struct MadeNow {
    /// The number of its function among the inputs; none for a declaration that only moved.
    function: Option<usize>,
    /// What it is, with the declaration's index in the main file; none for a declaration in headers.
    here: Option<(usize, MadeHere)>,
}

/// What is made of each declaration with constructs, in order.
fn all_made<'a>(
    rest: &Rest,
    declarations: &[UnitDeclaration<'_>],
    (input, options): (&UnitInput<'a>, &RewriteOptions),
    common: &Common<'_>,
    sources: &mut SourceFiles<'a>,
) -> Vec<MadeNow> {
    let mut numbers = 0..;
    let made = |declaration: &UnitDeclaration<'_>| {
        let declaration = match declaration {
            UnitDeclaration::Moved(index, made) => {
                return MadeNow { function: None, here: Some((*index, made.clone())) };
            }
            UnitDeclaration::Directed(declaration) => declaration,
        };
        let function = numbers.next();
        let here = function.zip(declaration.index).map(|(function, index)| {
            let said = (&rest.contents()[index], &declaration.facts);
            let input_of = &input.functions[function];
            let window = declaration.is_function.then(|| FunctionWindow::of(input_of, common.text));
            let Some(window) = window.flatten() else {
                return (index, MadeHere { made: Made::whole(said.0, said.1), window: None });
            };
            let make = || apart_translation(input, function, options, &window, sources);
            let made = Made::again(declaration.made, said, common, &window, &rest.preprocessed, make);
            (index, MadeHere { made, window: Some(window) })
        });
        MadeNow { function, here }
    };
    declarations.iter().map(made).collect()
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
    let entry = |entry: Entry| Entry {
        at: entry.at.map(relative),
        directive_at: entry.directive_at.map(relative),
        ..entry
    };
    Some(FunctionTranslation {
        apart,
        entries: KeptEntries::of(input.main, entries.into_iter().map(entry)),
        findings: moved(findings),
        extensions: moved(extensions),
    })
}

/// The translation of a unit, in which those functions are translated apart of which that was made.
fn assembled_apart(
    input: &UnitInput<'_>,
    options: &RewriteOptions,
    made: &[MadeNow],
    sources: SourceFiles<'_>,
) -> Translation {
    let placed = |made: &MadeNow| made.here.as_ref().and_then(|(_, made)| made.placed());
    let order: Vec<Option<PlacedTranslation>> = made.iter().map(placed).collect();
    let whole = made.iter().zip(&order).filter(|(_, apart)| apart.is_none());
    let whole: Vec<FunctionInput<'_>> =
        whole.filter_map(|(made, _)| Some(input.functions[made.function?])).collect();
    assembled(&UnitInput { functions: &whole, ..*input }, options, order, sources)
}

/// The translation of a unit from its declarations in order: those that are translated apart, and between them the functions of
/// the input.
fn assembled(
    input: &UnitInput<'_>,
    options: &RewriteOptions,
    order: Vec<Option<PlacedTranslation>>,
    sources: SourceFiles<'_>,
) -> Translation {
    let placed: Vec<Placed<'_>> = order.iter().flatten().map(PlacedTranslation::placed).collect();
    let mut rewritten = rewrite::rewrite_with(input, options, &placed, sources);
    drop(placed);
    let own = report::of_unit(input, &rewritten);
    let mut parts = Vec::with_capacity(order.len() + 1);
    let mut whole = Vec::with_capacity(input.functions.len());
    let mut functions = input.functions.iter().zip(own.of_functions);
    for (number, apart) in order.into_iter().enumerate() {
        checkpoint::pass();
        if let Some(apart) = apart {
            parts.push(ReportPart::Apart(apart));
        } else if let Some((function, entries)) = functions.next() {
            let (findings, extensions) = findings_of(function, input.main);
            parts.push(ReportPart::Whole(WholePart { entries, findings, extensions }));
            whole.push(number);
        }
    }
    parts.push(ReportPart::Whole(WholePart { entries: own.unseen, ..WholePart::default() }));
    rewritten.number_functions(&whole);
    Translation { rewritten, report: UnitReport::new(parts.into_iter()) }
}

/// The findings of a function, and the warnings about words. What becomes of directives in system headers is one finding for each
/// header.
fn findings_of(
    function: &FunctionInput<'_>,
    main: FileId,
) -> (Vec<Diagnostic<FileRange>>, Vec<Diagnostic<FileRange>>) {
    if function.places.is_in_system_header() {
        return Default::default();
    }
    (findings(function, main), extensions::findings(function, main))
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
    function.model.parsed.tree.spans.directives.get(directive).unwrap_or_default()
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
            let is_new = |index: &usize| match (&last.made[*index], &now.made[*index]) {
                (Some(last), Some(now)) => !Arc::ptr_eq(&last.made, &now.made),
                _ => false,
            };
            let new: Vec<usize> = (0..now.made.len()).filter(is_new).collect();
            assert_eq!(new, changed, "replacing {from:?} by {to:?}");
            last = now;
        }
    }
}
