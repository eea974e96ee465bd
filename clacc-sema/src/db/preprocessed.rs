//! Preprocesses bytes to tokens in two parts: the run of headers, and the rest of the main file.
//!
//! The first part depends only on the text of that run, so that after an edit below it no header is expanded again.

use std::sync::Arc;

use clacc_syntax::checkpoint;
use clacc_syntax::lexer::{LexOptions, LexedFile, TokenChange, lex_with, relex};
use clacc_syntax::parse::{self, Bodies, FileScope, ParseLimits, Parsed, UnitSplit};
use clacc_syntax::preprocess::{self, EarlierRest, PrefixState, Trace};
use clacc_syntax::source::{FileId, FileProvider};
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::Preprocessed;
use clacc_syntax::{Name, Names};
use salsa::plumbing::AsId;

use crate::c::data_model::DataModel;
use crate::c::file_scope::Introduced;
use crate::db::decl_contents::{DeclContent, DeclHead, SplitOff};
use crate::db::files::SourceFile;
use crate::db::{Db, Unit};

/// Whether there is a file.
#[salsa::tracked(returns(copy))]
pub fn exists(db: &dyn Db, file: SourceFile) -> bool {
    file.text(db).is_some()
}

/// The tokens of a file.
#[salsa::tracked(returns(clone))]
pub fn lex(db: &dyn Db, file: SourceFile) -> Arc<LexedFile> {
    lex_again(db, file, LexOptions::default())
}

/// The tokens of a file in the strict modes of compilers, which replace trigraphs.
#[salsa::tracked(returns(clone))]
pub fn lex_trigraphs(db: &dyn Db, file: SourceFile) -> Arc<LexedFile> {
    lex_again(db, file, LexOptions { trigraphs: true })
}

/// The tokens of a file, made from its last tokens where possible.
fn lex_again(db: &dyn Db, file: SourceFile, options: LexOptions) -> Arc<LexedFile> {
    let text = file.text(db).unwrap_or_default();
    let key = (file.id(db), options);
    let last = db.last_results().lexed(key.0, options);
    let relexed = last.as_ref().and_then(|last| Some((last, relex(db.names(), last, &text, options)?)));
    let (lexed, before) = match relexed {
        Some((last, (lexed, change))) => (lexed, Some((last, change))),
        None => (lex_with(db.names(), text, options), None),
    };
    let lexed = Arc::new(lexed);
    db.last_results().set_lexed(key, &lexed, before);
    db.last_results().hold(&lexed, lexed.len());
    lexed
}

/// The tokens of a file as a unit reads it.
pub fn lex_for(db: &dyn Db, unit: Unit, file: SourceFile) -> Arc<LexedFile> {
    if unit.options(db).lex_options().trigraphs { lex_trigraphs(db, file) } else { lex(db, file) }
}

/// The text of the leading run of the main file, which holds only `#include` lines and the like. [`prefix`]
/// reads only this.
#[salsa::tracked(returns(clone))]
pub fn prefix_text(db: &dyn Db, unit: Unit) -> Arc<[u8]> {
    let lexed = lex_for(db, unit, unit.main(db));
    let len = preprocess::prefix_len(&lexed) as usize;
    lexed.text.get(..len).unwrap_or_default().into()
}

/// Returns true if a conditional outside system headers names `_OPENMP`. The branch that was skipped may hold declarations.
#[salsa::tracked(returns(copy))]
pub fn asks_for_openmp(db: &dyn Db, unit: Unit) -> bool {
    let Some(name) = Name::fixed("_OPENMP") else { return false };
    let (prefix, rest) = (prefix(db, unit), rest(db, unit));
    let parts = [&prefix.state.preprocessed, &rest.preprocessed];
    parts.iter().any(|part| part.version_macro_uses.iter().any(|each| each.name == name))
}

/// The files as a unit's preprocessing sees them.
struct UnitFiles<'db> {
    db: &'db dyn Db,
    unit: Unit,
    /// The visible part of the main file; none if the whole file is visible.
    main: Option<Arc<LexedFile>>,
}

impl FileProvider for UnitFiles<'_> {
    fn names(&self) -> &Names {
        self.db.names()
    }

    fn find(&self, path: &str) -> Option<FileId> {
        let file = self.db.files().at(self.db, path);
        exists(self.db, file).then(|| file.id(self.db))
    }

    fn path(&self, file: FileId) -> Arc<str> {
        self.db.files().get(file).map_or_else(|| "".into(), |file| file.path(self.db))
    }

    fn lexed(&self, file: FileId) -> Arc<LexedFile> {
        if let Some(main) = &self.main
            && file == self.unit.main(self.db).id(self.db)
        {
            return main.clone();
        }
        match self.db.files().get(file) {
            Some(file) => lex_for(self.db, self.unit, file),
            None => lex_with(self.db.names(), Arc::default(), LexOptions::default()).into(),
        }
    }
}

/// The result of the run of headers.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// The state of preprocessing.
    pub state: PrefixState,
    /// The identifiers of file scope.
    pub scope: Arc<FileScope>,
    /// All external declarations in one tree, without bodies.
    pub parsed: Arc<Parsed>,
    /// The names that the tree introduces.
    pub names: NameIndex,
}

/// The names of a tree with the places that introduce them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameIndex {
    /// The places, sorted by the ids of the names. Those of one name are in source order.
    introduced: Introduced,
}

impl NameIndex {
    /// Makes the index of the names that a tree introduces.
    pub fn new(mut introduced: Introduced) -> Self {
        introduced.ordinary.sort_by_key(|(name, _)| name.index());
        introduced.tags.sort_by_key(|(name, _)| name.index());
        NameIndex { introduced }
    }

    /// The places that introduce an ordinary identifier, in source order.
    pub fn ordinary(&self, name: Name) -> impl Iterator<Item = crate::c::file_scope::Introduction> + '_ {
        with_name(&self.introduced.ordinary, name)
    }

    /// The specifiers with a tag, in source order.
    pub fn tagged(&self, tag: Name) -> impl Iterator<Item = crate::c::file_scope::TagSpecifier> + '_ {
        with_name(&self.introduced.tags, tag)
    }
}

fn with_name<T: Copy>(sorted: &[(Name, T)], name: Name) -> impl Iterator<Item = T> + '_ {
    let first = sorted.partition_point(|(each, _)| each.index() < name.index());
    sorted[first..].iter().take_while(move |(each, _)| *each == name).map(|(_, item)| *item)
}

/// Preprocesses and parses the run of headers. Results are not compared with earlier ones, because the readers of this query select single
/// names.
#[salsa::tracked(no_eq)]
pub fn prefix(db: &dyn Db, unit: Unit) -> Prefix {
    let text = prefix_text(db, unit);
    let options = unit.options(db);
    let len = text.len() as u32;
    let main: Arc<LexedFile> = lex_with(db.names(), text, options.lex_options()).into();
    let files = UnitFiles { db, unit, main: Some(main) };
    let state = preprocess::preprocess_prefix(&options, &files, unit.main(db).id(db), len);
    let tokens = &state.preprocessed.tokens;
    let mut scope = FileScope::default();
    let slice = tokens.slice(TokenRange::new(0, tokens.len() as u32));
    let parsed = parse::parse_unit(slice, &mut scope, unit.limits(db), Bodies::Skip);
    let names = NameIndex::new(Introduced::of(&parsed.tree));
    Prefix { state, scope: scope.into(), parsed: parsed.into(), names }
}

/// The main file after the run of headers.
#[derive(Debug)]
pub struct Rest {
    /// Its tokens, and a map for all positions of the unit.
    pub preprocessed: Preprocessed,
    /// Its external declarations, without bodies, and the identifiers of file scope.
    split: UnitSplit<Arc<DeclHead>>,
    /// The content of each declaration.
    contents: Arc<[Arc<DeclContent>]>,
    /// The record by which preprocessing after an edit can be incremental.
    trace: Trace,
    /// The limits of parsing.
    limits: ParseLimits,
}

impl Rest {
    /// Its external declarations, without bodies.
    pub fn externals(&self) -> &[SplitOff] {
        &self.split.externals
    }

    /// The external declarations with their contents.
    pub(super) fn with_contents(&self) -> impl ExactSizeIterator<Item = (&SplitOff, &Arc<DeclContent>)> {
        self.split.externals.iter().zip(self.contents.iter())
    }

    /// The contents of its external declarations.
    pub fn contents(&self) -> &Arc<[Arc<DeclContent>]> {
        &self.contents
    }

    /// The identifiers of file scope.
    pub fn scope(&self) -> &Arc<FileScope> {
        &self.split.scope
    }
}

/// Preprocesses and splits the main file after the run of headers. Results are not compared with earlier ones, because they hold every
/// position. If the last result of the unit can be reused, only the parts around the edit are made again.
#[salsa::tracked(no_eq)]
pub fn rest(db: &dyn Db, unit: Unit) -> Arc<Rest> {
    let prefix = prefix(db, unit);
    let files = UnitFiles { db, unit, main: None };
    let (main, limits) = (unit.main(db).id(db), unit.limits(db));
    let last = db.last_results().of_unit::<Rest>(unit.as_id());
    let earlier = last.as_deref().and_then(|last| {
        let change = change_of_main(db, unit, last.trace.main())?;
        Some(EarlierRest { preprocessed: &last.preprocessed, trace: &last.trace, change })
    });
    let distance = preprocess::RESTART_DISTANCE;
    let traced = preprocess::preprocess_rest_traced(&prefix.state, &files, main, distance, earlier);
    let last = last.as_deref().filter(|last| last.limits == limits).zip(traced.change);
    let (traced, (split, contents)) = checkpoint::keeping(traced, |traced| {
        let tokens = &traced.preprocessed.tokens;
        let slice = tokens.slice(TokenRange::new(0, tokens.len() as u32));
        let earlier = last.map(|(last, change)| (&last.split, change));
        let split = parse::split_unit_after(slice, &prefix.scope, limits, earlier, DeclHead::of);
        let earlier = last.map(|(last, _)| (last.externals(), &*last.contents));
        checkpoint::keeping(split, |split| DeclContent::of_all(&split.externals, tokens, earlier))
    });
    let contents = contents.into();
    let rest =
        Arc::new(Rest { preprocessed: traced.preprocessed, split, contents, trace: traced.trace, limits });
    db.last_results().set_of_unit(unit.as_id(), &rest);
    db.last_results().hold(&rest, rest.preprocessed.tokens.len());
    rest
}

/// The difference between the tokens of the main file and those `before`, if it was recorded for this pair.
fn change_of_main(db: &dyn Db, unit: Unit, before: &Arc<LexedFile>) -> Option<TokenChange> {
    let main = unit.main(db);
    let lexed = lex_for(db, unit, main);
    db.last_results().change((main.id(db), unit.options(db).lex_options()), before, &lexed)
}

/// The sizes of types for a unit's target.
#[salsa::tracked(returns(copy))]
pub fn data_model(db: &dyn Db, unit: Unit) -> DataModel {
    DataModel::of(&unit.options(db).target)
}
