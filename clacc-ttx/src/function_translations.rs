//! The cache of function translations.
//!
//! A translation consists of positions in files, which change with every edit, so a salsa query cannot memoise it. This module keeps the
//! translation of each function that is rewritten [separately](crate::rewrite::separate), with positions relative to the function's start,
//! together with all inputs of the translation ([`Made`]). A translation is reused only if all inputs are the same. The facts of a
//! declaration are not even requested while its [environment](Environment) is unchanged. So the cache can never change an answer; debug
//! builds check this at every translation.

use std::sync::{Arc, Mutex, PoisonError};

use clacc_sema::acc::AccAnalysis;
use clacc_sema::c::model::DeclModel;
use clacc_sema::db::decl_contents::DeclContent;
use clacc_sema::db::environment::Environment;
use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::preprocessed::prefix;
use clacc_sema::db::{Db, Unit};
use clacc_sema::program::Program;
use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::Preprocessed;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::mapping::FunctionMapping;
use crate::query::{Mapping, function_mapping, mapped_facts};
use crate::queue_objects::QueueForm;
use crate::report::Entry;
use crate::rewrite::RewriteOptions;
use crate::rewrite::function_window::{FunctionWindow, WindowContent};
use crate::rewrite::separate::{Placed, Separate};

/// The part of a unit's translation that comes from one function. Positions are relative to the start of the function's
/// [window](FunctionWindow::window).
#[derive(Debug)]
pub(crate) struct FunctionTranslation {
    pub(crate) apart: Separate,
    /// The results for the function's directives, clauses and modifiers.
    pub(crate) entries: Vec<Entry>,
    /// The findings of the mapping.
    pub(crate) findings: Vec<Diagnostic<FileRange>>,
    /// Warnings about keywords and directives that not every OpenMP compiler accepts.
    pub(crate) extensions: Vec<Diagnostic<FileRange>>,
}

/// A function's translation with the function's present position.
#[derive(Clone, Debug)]
pub(crate) struct PlacedTranslation {
    translation: Arc<FunctionTranslation>,
    window_start: u32,
    tokens: TokenRange,
}

impl PlacedTranslation {
    pub(crate) fn placed(&self) -> Placed<'_> {
        let PlacedTranslation { translation, window_start, tokens } = self;
        Placed { apart: &translation.apart, window_start: *window_start, tokens: *tokens }
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        let placed = self.placed();
        self.translation.entries.iter().map(move |entry| entry.clone().map(|at| placed.in_file(at)))
    }

    pub(crate) fn findings(&self) -> impl Iterator<Item = Diagnostic<FileRange>> {
        let placed = self.placed();
        self.translation.findings.iter().map(move |finding| finding.clone().map(|at| placed.in_file(at)))
    }

    pub(crate) fn extensions(&self) -> impl Iterator<Item = Diagnostic<FileRange>> {
        let placed = self.placed();
        self.translation.extensions.iter().map(move |finding| finding.clone().map(|at| placed.in_file(at)))
    }
}

/// The results of queries about a declaration. If two results are the same allocation, their contents are not compared.
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

/// The inputs, except for the environment, that the translations of all functions of a unit share.
#[derive(Debug)]
pub(crate) struct UnitConstants {
    pub(crate) main: FileId,
    /// One step of indentation in the main file.
    pub(crate) step: Arc<[u8]>,
    /// The names that the headers define or undefine as macros.
    pub(crate) macros_of_headers: Arc<FxHashSet<Name>>,
    /// The names that the main file defines or undefines as macros.
    pub(crate) own_macros: FxHashSet<Name>,
    /// The representation of queues in the text.
    pub(crate) queues: QueueForm,
}

impl UnitConstants {
    fn is_macro(&self, name: Name) -> bool {
        self.macros_of_headers.contains(&name) || self.own_macros.contains(&name)
    }

    /// Returns whether the constants are equal, without the macros of the main file.
    fn is_like(&self, other: &UnitConstants) -> bool {
        self.main == other.main
            && self.step == other.step
            && self.queues == other.queues
            && Arc::ptr_eq(&self.macros_of_headers, &other.macros_of_headers)
    }
}

/// The record of a declaration of the main file: its translation and the inputs of that.
#[derive(Debug)]
pub(crate) struct Made {
    content: Arc<DeclContent>,
    facts: Facts,
    /// None for a declaration that is no function or shares lines with others.
    apart: Option<MadeApart>,
}

/// The content of a function's lines, and their translation.
#[derive(Debug)]
struct MadeApart {
    window: WindowContent,
    /// None for a function that is not rewritten separately.
    translation: Option<Arc<FunctionTranslation>>,
}

impl Made {
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Returns the record of a declaration that is translated together with the rest of the unit.
    pub(crate) fn whole(content: &Arc<DeclContent>, facts: &Facts) -> Arc<Made> {
        Made { content: content.clone(), facts: facts.clone(), apart: None }.into()
    }

    /// Returns the record of a function that shares no line with other declarations.
    pub(crate) fn of_lines(
        (content, facts): (&Arc<DeclContent>, &Facts),
        shared: &UnitConstants,
        window: WindowContent,
        translation: Option<FunctionTranslation>,
    ) -> Arc<Made> {
        let translation = translation.filter(|made| !made.apart.meets_macro(|word| shared.is_macro(word)));
        let apart = MadeApart { window, translation: translation.map(Arc::new) };
        Made { content: content.clone(), facts: facts.clone(), apart: Some(apart) }.into()
    }

    /// Returns whether the record is valid for these inputs. Only macros of the main file are checked: the others are the same.
    fn holds(
        &self,
        facts: &Facts,
        shared: &UnitConstants,
        is_there: impl Fn(&WindowContent) -> bool,
    ) -> bool {
        let meets_macro = |apart: &Separate| apart.meets_macro(|word| shared.own_macros.contains(&word));
        let holds = |made: &MadeApart| {
            is_there(&made.window) && !made.translation.as_ref().is_some_and(|made| meets_macro(&made.apart))
        };
        self.facts == *facts && self.apart.as_ref().is_some_and(holds)
    }

    /// Returns the translation at the function's present position, if the function is translated separately.
    pub(crate) fn placed(&self, window: &FunctionWindow) -> Option<PlacedTranslation> {
        let translation = self.apart.as_ref()?.translation.clone()?;
        Some(PlacedTranslation {
            translation,
            window_start: window.window.start as u32,
            tokens: window.tokens,
        })
    }
}

/// The records of the last translation of a main file.
#[derive(Debug)]
pub(crate) struct MadeLast {
    environment: Arc<Environment>,
    shared: UnitConstants,
    /// The records by the addresses of their contents, which the records keep alive.
    made: FxHashMap<usize, Arc<Made>>,
}

impl MadeLast {
    pub(crate) fn new(
        environment: Arc<Environment>,
        shared: UnitConstants,
        made: Vec<Arc<Made>>,
    ) -> MadeLast {
        let address = |made: &Made| Arc::as_ptr(&made.content).addr();
        let made = made.into_iter().map(|made| (address(&made), made)).collect();
        MadeLast { environment, shared, made }
    }

    /// Returns the record of the declaration with this content.
    pub(crate) fn of(&self, content: &Arc<DeclContent>) -> Option<&Arc<Made>> {
        self.made.get(&Arc::as_ptr(content).addr())
    }

    /// Returns the facts of the declaration with this index and content, if its environment has not changed.
    pub(crate) fn known_facts(
        &self,
        index: usize,
        content: &Arc<DeclContent>,
        now: &Environment,
    ) -> Option<&Facts> {
        let made = self.of(content).filter(|_| self.environment.has_same(index, now))?;
        Some(made.facts())
    }

    /// Returns the record of a function, if it is valid for the function's present text.
    pub(crate) fn again(
        &self,
        (content, facts): (&Arc<DeclContent>, &Facts),
        shared: &UnitConstants,
        window: &FunctionWindow,
        (part, text): (&Preprocessed, &[u8]),
    ) -> Option<Arc<Made>> {
        let is_there = |known: &WindowContent| window.has_content(part, text, known);
        let made = self.of(content).filter(|_| self.shared.is_like(shared))?;
        made.holds(facts, shared, is_there).then(|| made.clone())
    }
}

/// The cache entry for the last translation of a unit.
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

/// Returns the cache entry for the translation of a unit under a mapping. The query has no dependencies, because a cached record is used
/// only if translating again would give the same.
#[salsa::tracked(returns(clone), no_eq)]
pub(crate) fn last_translation(
    _db: &dyn Db,
    _unit: Unit,
    _mapping: Mapping,
    _options: RewriteOptions,
) -> Arc<LastTranslation> {
    Arc::default()
}

/// The names that the headers of a unit define or undefine as macros.
#[salsa::tracked(returns(clone), no_eq)]
pub(crate) fn macros_of_headers(db: &dyn Db, unit: Unit) -> Arc<FxHashSet<Name>> {
    let changes = &prefix(db, unit).state.preprocessed.macro_changes;
    changes.iter().map(|change| change.name).collect::<FxHashSet<Name>>().into()
}
