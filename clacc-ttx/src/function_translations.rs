//! What a function adds to the translation of its unit, kept from one translation to the next.
//!
//! A translation consists of places in files, which move with every edit, so the query engine cannot keep it. Here it is kept
//! for each function that is rewritten [apart](crate::rewrite::separate), counted from the function's start, with everything that it was made
//! from ([`Made`]). It is used again only if all of that is the same; otherwise it is made anew. The facts of a declaration are not even asked
//! for while its [environment](Environment) stays. So what is kept can never change an answer, which debug builds check at every translation.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use clacc_sema::acc::AccAnalysis;
use clacc_sema::c::model::DeclModel;
use clacc_sema::db::decl_contents::DeclContent;
use clacc_sema::db::environment::Environment;
use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::preprocessed::{Rest, prefix};
use clacc_sema::db::{Db, Unit};
use clacc_sema::program::Program;
use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::lexer::TokenChange;
use clacc_syntax::slim::Slim;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::kept_entries::KeptEntries;
use crate::mapping::FunctionMapping;
use crate::query::{Mapping, function_mapping, mapped_facts};
use crate::report::Entry;
use crate::rewrite::RewriteOptions;
use crate::rewrite::function_window::{FunctionWindow, Origins};
use crate::rewrite::indentation::Indentation;
use crate::rewrite::separate::{Placed, Separate};
use crate::rewrite::text_change::TextChange;

/// What a function adds to the translation of its unit. Places are counted from the start of the function's
/// [window](FunctionWindow::window).
#[derive(Debug)]
pub(crate) struct FunctionTranslation {
    pub(crate) apart: Separate,
    /// The results for its directives, clauses and modifiers.
    pub(crate) entries: KeptEntries,
    /// The findings of the mapping.
    pub(crate) findings: Slim<Diagnostic<FileRange>>,
    /// Warnings about words that not every OpenMP compiler accepts.
    pub(crate) extensions: Slim<Diagnostic<FileRange>>,
}

/// A function's translation with where it is now.
#[derive(Clone, Debug)]
pub(crate) struct PlacedTranslation {
    pub(crate) translation: Arc<FunctionTranslation>,
    pub(crate) window_start: u32,
    pub(crate) tokens: TokenRange,
}

impl PlacedTranslation {
    pub(crate) fn placed(&self) -> Placed<'_> {
        let PlacedTranslation { translation, window_start, tokens } = self;
        Placed { apart: &translation.apart, window_start: *window_start, tokens: *tokens }
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        let placed = self.placed();
        self.translation.entries.iter().map(move |entry| Entry {
            at: entry.at.map(|at| placed.in_file(at)),
            directive_at: entry.directive_at.map(|at| placed.in_file(at)),
            ..entry
        })
    }
}

/// The results of queries about a declaration. Results at one address are compared by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    pub(crate) model: Arc<DeclModel>,
    pub(crate) program: Arc<Program>,
    pub(crate) analysis: Arc<AccAnalysis>,
    pub(crate) mapping: Arc<FunctionMapping>,
}

impl Facts {
    pub(crate) fn of<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, mapping: Mapping) -> Facts {
        Facts {
            model: model(db, decl),
            program: program(db, decl),
            analysis: mapped_facts(db, decl, mapping),
            mapping: function_mapping(db, decl, mapping),
        }
    }
}

/// What all functions of a unit have in common beside the environment, wherever they stand. Comparisons of what is shared take no time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnitConstants {
    pub(crate) main: FileId,
    /// One step of indentation in the main file.
    pub(crate) step: Arc<[u8]>,
    /// The names of which the headers say something as macros, and those of which the main file does.
    pub(crate) macros: (Arc<FxHashSet<Name>>, FxHashSet<Name>),
}

impl UnitConstants {
    pub(crate) fn is_macro(&self, name: Name) -> bool {
        self.macros.0.contains(&name) || self.macros.1.contains(&name)
    }
}

/// What all functions of a unit have in common now.
pub(crate) struct Common<'u> {
    pub(crate) shared: &'u UnitConstants,
    pub(crate) text: &'u [u8],
    /// The tokens of the main file that were made anew since what was made last.
    pub(crate) change: Option<TokenChange>,
}

/// What was made of a declaration of the main file, and from what.
#[derive(Debug)]
pub(crate) struct Made {
    content: Arc<DeclContent>,
    facts: Facts,
    /// None for a declaration that has not its lines to itself.
    apart: Option<MadeApart>,
}

/// What was made of a function's lines.
#[derive(Debug)]
struct MadeApart {
    origins: Origins,
    /// None for a function that is not rewritten apart.
    translation: Option<Arc<FunctionTranslation>>,
}

impl MadeApart {
    /// Whether it would be made again of lines that are the same. Of macros only those in the main file can have changed.
    fn holds(&self, shared: &UnitConstants, has_origins: impl Fn(&Origins) -> bool) -> bool {
        let meets_macro = |apart: &Separate| apart.meets_macro(|word| shared.macros.1.contains(&word));
        has_origins(&self.origins)
            && (shared.macros.1.is_empty()
                || !self.translation.as_ref().is_some_and(|made| meets_macro(&made.apart)))
    }
}

/// What was made of a declaration, and where it stood.
#[derive(Clone, Debug)]
pub(crate) struct MadeHere {
    pub(crate) made: Arc<Made>,
    /// None for a declaration that has not its lines to itself.
    pub(crate) window: Option<FunctionWindow>,
}

impl MadeHere {
    /// The same behind changes of the tokens and of the text that the declaration cannot tell, where its tokens are `now`. None if it
    /// might, or if it is not translated apart.
    pub(crate) fn moved(&self, changes: (TokenChange, TextChange), now: TokenRange) -> Option<MadeHere> {
        let window = self.window.as_ref()?.moved(changes, now)?;
        let apart = self.made.apart.as_ref()?;
        let is_movable = apart.translation.is_some() && apart.origins.are_plain();
        is_movable.then(|| MadeHere { made: self.made.clone(), window: Some(window) })
    }

    /// What it adds to the translation of its unit where it stands, if it is translated apart.
    pub(crate) fn placed(&self) -> Option<PlacedTranslation> {
        let translation = self.made.apart.as_ref()?.translation.clone()?;
        let window = self.window.as_ref()?;
        let (window_start, tokens) = (window.window.start as u32, window.tokens());
        Some(PlacedTranslation { translation, window_start, tokens })
    }
}

/// What was made of the declarations of a main file last, by their indices.
#[derive(Debug)]
pub(crate) struct MadeLast {
    pub(crate) environment: Arc<Environment>,
    pub(crate) made: Box<[Option<MadeHere>]>,
    pub(crate) shared: UnitConstants,
    /// How the main file is indented.
    pub(crate) indentation: Indentation,
    /// The main file that it was made from.
    pub(crate) rest: Weak<Rest>,
}

impl MadeLast {
    /// What was made of the declaration with an index, if nothing has changed for it: then its facts are the same.
    pub(crate) fn known(&self, index: usize, now: &Environment) -> Option<&MadeHere> {
        self.made.get(index)?.as_ref().filter(|_| self.environment.has_same(index, now))
    }

    /// What was made of the declaration with an index, if it had this content.
    pub(crate) fn at(&self, index: usize, content: &Arc<DeclContent>) -> Option<&MadeHere> {
        let here = self.made.get(index)?.as_ref()?;
        Arc::ptr_eq(&here.made.content, content).then_some(here)
    }

    /// What was made of the declarations of this content, wherever they stood.
    pub(crate) fn by_content(&self) -> FxHashMap<*const DeclContent, &MadeHere> {
        let made = self.made.iter().flatten();
        made.map(|here| (Arc::as_ptr(&here.made.content), here)).collect()
    }

    /// What was made of a declaration, if all functions have the same in common now, and if it had the lines of this text.
    fn made_of_lines<'l>(
        &'l self,
        here: &'l MadeHere,
        shared: &UnitConstants,
        lines: &[u8],
    ) -> Option<&'l Arc<Made>> {
        let is_same = self.shared.main == shared.main
            && self.shared.step == shared.step
            && Arc::ptr_eq(&self.shared.macros.0, &shared.macros.0);
        let known = self.indentation.text().get(here.window.as_ref()?.window.clone())?;
        (is_same && known == lines).then_some(&here.made)
    }
}

/// A place to keep what was made last.
#[derive(Debug, Default)]
pub(crate) struct LastTranslation(Mutex<Option<Arc<MadeLast>>>);

impl LastTranslation {
    pub(crate) fn get(&self) -> Option<Arc<MadeLast>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set(&self, made: MadeLast) {
        let made = Some(Arc::new(made));
        let last = std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), made);
        drop(last);
    }
}

/// The place for the translation of a unit under a mapping. It depends on nothing: what it holds is only ever used if it would be
/// made again.
#[salsa::tracked(returns(clone), no_eq)]
pub(crate) fn last_translation(
    _db: &dyn Db,
    _unit: Unit,
    _mapping: Mapping,
    _options: RewriteOptions,
) -> Arc<LastTranslation> {
    Arc::default()
}

/// The names of which the headers of a unit say something as macros.
#[salsa::tracked(returns(clone), no_eq)]
pub(crate) fn macros_of_headers(db: &dyn Db, unit: Unit) -> Arc<FxHashSet<Name>> {
    let changes = &prefix(db, unit).state.preprocessed.macro_changes;
    changes.iter().map(|change| change.name).collect::<FxHashSet<Name>>().into()
}

impl Made {
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// What a declaration without lines of its own is made of.
    pub(crate) fn whole(content: &Arc<DeclContent>, facts: &Facts) -> Arc<Made> {
        Made { content: content.clone(), facts: facts.clone(), apart: None }.into()
    }

    /// What is made of a function that has these surroundings now: the same as last, or anew.
    pub(crate) fn again(
        last: Option<(&MadeLast, &MadeHere)>,
        (content, facts): (&Arc<DeclContent>, &Facts),
        common: &Common<'_>,
        surroundings: &FunctionWindow,
        part: &clacc_syntax::unit::Preprocessed,
        make: impl FnOnce() -> Option<FunctionTranslation>,
    ) -> Arc<Made> {
        let (shared, lines) = (common.shared, &common.text[surroundings.window.clone()]);
        let is_moved = common.change.is_some_and(|change| surroundings.is_outside(change));
        let has_origins = |known: &Origins| {
            if is_moved {
                surroundings.has_moved_origins(part, known)
            } else {
                surroundings.has_origins(part, known)
            }
        };
        let holds = |made: &&Arc<Made>| {
            made.facts == *facts && made.apart.as_ref().is_some_and(|made| made.holds(shared, has_origins))
        };
        let of_lines = last.and_then(|(last, here)| last.made_of_lines(here, shared, lines));
        if let Some(made) = of_lines.filter(holds) {
            return made.clone();
        }
        let translation =
            make().filter(|made| !made.apart.meets_macro(|word| shared.is_macro(word))).map(Arc::new);
        let apart = MadeApart { origins: surroundings.origins(part), translation };
        Made { content: content.clone(), facts: facts.clone(), apart: Some(apart) }.into()
    }
}
