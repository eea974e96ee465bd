//! What a function adds to the translation of its unit, kept from one translation to the next.
//!
//! A translation consists of places in files, which move with every edit, so the query engine cannot keep it. Here it is kept
//! for each function that is rewritten [apart](crate::rewrite::separate), counted from the function's start, with everything that it was made
//! from ([`Made`]). It is used again only if all of that is the same; otherwise it is made anew. So what is kept can never change an
//! answer, which debug builds check at every translation.

use std::sync::{Arc, Mutex, PoisonError};

use clacc_sema::acc::AccAnalysis;
use clacc_sema::c::model::DeclModel;
use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::preprocessed::prefix;
use clacc_sema::db::{Db, Unit};
use clacc_sema::program::Program;
use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::{FileId, FileRange};
use rustc_hash::FxHashSet;

use crate::mapping::FunctionMapping;
use crate::query::Mapping;
use crate::report::Entry;
use crate::rewrite::RewriteOptions;
use crate::rewrite::function_window::{FunctionWindow, Origins};
use crate::rewrite::separate::{Placed, Separate};

/// What a function adds to the translation of its unit. Places are counted from the start of the function's
/// [window](FunctionWindow::window).
#[derive(Debug)]
pub(crate) struct FunctionTranslation {
    pub(crate) apart: Separate,
    /// The results for its directives, clauses and modifiers.
    pub(crate) entries: Vec<Entry>,
    /// The findings of the mapping.
    pub(crate) findings: Vec<Diagnostic<FileRange>>,
    /// Warnings about words that not every OpenMP compiler accepts.
    pub(crate) extensions: Vec<Diagnostic<FileRange>>,
}

/// A function's translation with where it is now.
pub(crate) struct PlacedTranslation {
    pub(crate) translation: Arc<FunctionTranslation>,
    pub(crate) window_start: u32,
    pub(crate) first_token: u32,
}

impl PlacedTranslation {
    pub(crate) fn placed(&self) -> Placed<'_> {
        let PlacedTranslation { translation, window_start, first_token } = self;
        Placed { apart: &translation.apart, window_start: *window_start, first_token: *first_token }
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        let placed = self.placed();
        self.translation.entries.iter().map(move |entry| Entry {
            at: entry.at.map(|at| placed.in_file(at)),
            directive_at: entry.directive_at.map(|at| placed.in_file(at)),
            ..entry.clone()
        })
    }

    pub(crate) fn findings(&self) -> impl Iterator<Item = Diagnostic<FileRange>> {
        self.located(&self.translation.findings)
    }

    pub(crate) fn extensions(&self) -> impl Iterator<Item = Diagnostic<FileRange>> {
        self.located(&self.translation.extensions)
    }

    fn located(&self, findings: &[Diagnostic<FileRange>]) -> impl Iterator<Item = Diagnostic<FileRange>> {
        let placed = self.placed();
        findings.iter().map(move |finding| finding.clone().map(|at| placed.in_file(at)))
    }
}

/// The results of queries about a declaration.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) model: Arc<DeclModel>,
    pub(crate) program: Arc<Program>,
    pub(crate) analysis: Arc<AccAnalysis>,
    pub(crate) mapping: Arc<FunctionMapping>,
}

impl Facts {
    fn are(&self, other: &Facts) -> bool {
        Arc::ptr_eq(&self.model, &other.model)
            && Arc::ptr_eq(&self.program, &other.program)
            && Arc::ptr_eq(&self.analysis, &other.analysis)
            && Arc::ptr_eq(&self.mapping, &other.mapping)
    }
}

/// What all functions of a unit have in common.
pub(crate) struct Common<'u> {
    pub(crate) main: FileId,
    pub(crate) text: &'u [u8],
    /// One step of indentation in the main file.
    pub(crate) step: Arc<[u8]>,
    /// The names of which the headers say something as macros, and those of which the main file does.
    pub(crate) macros: (Arc<FxHashSet<Name>>, FxHashSet<Name>),
}

impl Common<'_> {
    pub(crate) fn is_macro(&self, name: Name) -> bool {
        self.macros.0.contains(&name) || self.macros.1.contains(&name)
    }
}

/// What a translation was made from.
#[derive(Debug)]
struct Made {
    facts: Facts,
    main: FileId,
    step: Arc<[u8]>,
    macros_of_headers: Arc<FxHashSet<Name>>,
    window: Box<[u8]>,
    origins: Origins,
    /// None for a function that is not rewritten apart.
    translation: Option<Arc<FunctionTranslation>>,
}

impl Made {
    /// Whether it would be made again. Of macros only those in the main file can have changed.
    fn holds(
        &self,
        facts: &Facts,
        common: &Common<'_>,
        window: &[u8],
        has_origins: impl Fn(&Origins) -> bool,
    ) -> bool {
        let meets_macro = |apart: &Separate| apart.meets_macro(|word| common.macros.1.contains(&word));
        self.main == common.main
            && self.facts.are(facts)
            && self.step == common.step
            && Arc::ptr_eq(&self.macros_of_headers, &common.macros.0)
            && *self.window == *window
            && has_origins(&self.origins)
            && !self.translation.as_ref().is_some_and(|made| meets_macro(&made.apart))
    }
}

/// A place to keep what was made last.
#[derive(Debug, Default)]
pub(crate) struct LastTranslation(Mutex<Option<Made>>);

/// The place for the translation of a declaration under a mapping. It depends on nothing, so it lives as long as the declaration
/// does: what it holds is only ever used if it would be made again.
#[salsa::tracked(returns(clone), no_eq)]
pub(crate) fn last_translation<'db>(
    _db: &'db dyn Db,
    _decl: ExternalDecl<'db>,
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

impl LastTranslation {
    /// The translation of a function that has these surroundings now: the one that is kept, or a new one.
    pub(crate) fn get_or_make(
        &self,
        facts: &Facts,
        common: &Common<'_>,
        surroundings: &FunctionWindow,
        part: &clacc_syntax::unit::Preprocessed,
        make: impl FnOnce() -> Option<FunctionTranslation>,
    ) -> Option<Arc<FunctionTranslation>> {
        let window = &common.text[surroundings.window.clone()];
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let has_origins = |known: &Origins| surroundings.has_origins(part, known);
        if let Some(made) = kept.as_ref().filter(|made| made.holds(facts, common, window, has_origins)) {
            return made.translation.clone();
        }
        let translation =
            make().filter(|made| !made.apart.meets_macro(|word| common.is_macro(word))).map(Arc::new);
        *kept = Some(Made {
            facts: facts.clone(),
            main: common.main,
            step: common.step.clone(),
            macros_of_headers: common.macros.0.clone(),
            window: window.into(),
            origins: surroundings.origins(part),
            translation: translation.clone(),
        });
        translation
    }
}
