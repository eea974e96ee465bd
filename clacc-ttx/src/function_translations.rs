//! What a function adds to the translation of its unit, kept from one translation to the next.
//!
//! A translation consists of places in files, which move with every edit, so the query engine cannot keep it. Here it is kept
//! for each function that is rewritten [apart](crate::rewrite::separate), counted from the function's start, with everything that it was made
//! from ([`Made`]). It is used again only if all of that is the same; otherwise it is made anew. The facts of a declaration are not even asked
//! for while its [environment](Environment) stays. So what is kept can never change an answer, which debug builds check at every translation.

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
use crate::report::Entry;
use crate::rewrite::RewriteOptions;
use crate::rewrite::function_window::{FunctionWindow, WindowContent};
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

/// The inputs that the translations of all functions of a unit share, beside the environment.
#[derive(Debug)]
pub(crate) struct UnitConstants {
    pub(crate) main: FileId,
    /// One step of indentation in the main file.
    pub(crate) step: Arc<[u8]>,
    /// The names that the headers define or undefine as macros.
    pub(crate) macros_of_headers: Arc<FxHashSet<Name>>,
    /// The names that the main file defines or undefines as macros.
    pub(crate) own_macros: FxHashSet<Name>,
}

impl UnitConstants {
    fn is_macro(&self, name: Name) -> bool {
        self.macros_of_headers.contains(&name) || self.own_macros.contains(&name)
    }

    /// Returns true if the constants are equal, the macros of the main file left out.
    fn is_like(&self, other: &UnitConstants) -> bool {
        self.main == other.main
            && self.step == other.step
            && Arc::ptr_eq(&self.macros_of_headers, &other.macros_of_headers)
    }
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
    window: WindowContent,
    /// None for a function that is not rewritten apart.
    translation: Option<Arc<FunctionTranslation>>,
}

impl Made {
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The record of a declaration that shares lines with others and has no translation of its own.
    pub(crate) fn whole(content: &Arc<DeclContent>, facts: &Facts) -> Arc<Made> {
        Made { content: content.clone(), facts: facts.clone(), apart: None }.into()
    }

    /// The record of a function that has the lines of this window to itself.
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

    /// Returns true if the record is valid for these inputs. Of macros only those of the main file can have changed.
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

    /// What it adds to the translation of its unit where it stands, if it is translated apart.
    pub(crate) fn placed(&self, window: &FunctionWindow) -> Option<PlacedTranslation> {
        let translation = self.apart.as_ref()?.translation.clone()?;
        Some(PlacedTranslation {
            translation,
            window_start: window.window.start as u32,
            tokens: window.tokens,
        })
    }
}

/// The records of the last translation of a main file: the cache of this room.
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

    /// The record of the declaration with this content.
    pub(crate) fn of(&self, content: &Arc<DeclContent>) -> Option<&Arc<Made>> {
        self.made.get(&Arc::as_ptr(content).addr())
    }

    /// The facts of the declaration with an index and this content, if nothing has changed for it.
    pub(crate) fn known_facts(
        &self,
        index: usize,
        content: &Arc<DeclContent>,
        now: &Environment,
    ) -> Option<&Facts> {
        let made = self.of(content).filter(|_| self.environment.has_same(index, now))?;
        Some(made.facts())
    }

    /// The record of a function, if it is valid where the function stands now.
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

/// The names that the headers of a unit define or undefine as macros.
#[salsa::tracked(returns(clone), no_eq)]
pub(crate) fn macros_of_headers(db: &dyn Db, unit: Unit) -> Arc<FxHashSet<Name>> {
    let changes = &prefix(db, unit).state.preprocessed.macro_changes;
    changes.iter().map(|change| change.name).collect::<FxHashSet<Name>>().into()
}
