//! The external declarations of a main file as values with an identity, and the trees of each.
//!
//! An [`ExternalDecl`] is identified by its kind and name. Its position is a separate field, so that moving it changes
//! nothing for queries that do not read the position. Its tokens are another field, so that an edit elsewhere
//! does not change them.

#![expect(missing_docs, reason = "items that salsa makes carry no documentation")]
#![expect(clippy::elidable_lifetime_names, reason = "queries name the lifetime of their database")]

use crate::db::name_in_unit::NameInUnit;
use std::sync::Arc;

use clacc_syntax::checkpoint;
use clacc_syntax::parse::{self, Bodies, FileScope, Parsed};
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::{Name, wide_search};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::db::decl_contents::{DeclContent, DeclHead, SplitOff};
pub use crate::db::decl_contents::{DeclKind, DeclTokens, NameList, SharedTokens};
use crate::db::preprocessed::{prefix, rest};
use crate::db::{Db, Unit};

/// An external declaration of a main file.
#[salsa::tracked(debug)]
pub struct ExternalDecl<'db> {
    /// The unit.
    #[returns(copy)]
    pub unit: Unit,
    /// The kind of the declaration.
    #[returns(copy)]
    pub kind: DeclKind,
    /// The first ordinary identifier that it introduces, or else its first tag. For a directive, it is the
    /// directive's text.
    #[returns(copy)]
    pub name: Name,
    /// Its index among those with the same kind and name. It is a part of the identity, because salsa distinguishes values with equal
    /// identities one by one: a file of equal declarations would take quadratic time.
    #[returns(copy)]
    pub nth: u32,
    /// Its tokens.
    #[tracked]
    pub tokens: SharedTokens,
    /// Whether it holds a directive.
    #[tracked]
    #[returns(copy)]
    pub has_directive: bool,
    /// True if it has errors outside its body, so that its extent is uncertain.
    #[tracked]
    #[returns(copy)]
    pub has_errors: bool,
    /// The ordinary identifiers that it introduces.
    #[tracked]
    #[returns(deref)]
    pub names: NameList,
    /// Whether it is in the run of headers instead of the rest of the main file.
    #[tracked]
    #[returns(copy)]
    pub in_headers: bool,
    /// The index of its first token among those of the run of headers, or of the rest of the main file.
    #[tracked]
    #[returns(copy)]
    pub first_token: u32,
}

/// The external declarations of a unit's main file, in order.
#[salsa::tracked(returns(deref))]
pub fn declarations<'db>(db: &'db dyn Db, unit: Unit) -> Box<[ExternalDecl<'db>]> {
    let rest = rest(db, unit);
    let mut new = NewDeclarations::new(db, unit, false, rest.externals().len());
    rest.with_contents().map(|(external, content)| new.declaration(external, content)).collect()
}

/// The external declarations in headers that hold directives, in order. Of system headers, which users cannot change, only those that hold
/// OpenACC directives, because the translation loses these directives.
#[salsa::tracked(returns(deref))]
pub fn header_declarations<'db>(db: &'db dyn Db, unit: Unit) -> Box<[ExternalDecl<'db>]> {
    let preprocessed = &prefix(db, unit).state.preprocessed;
    let (tokens, map) = (&preprocessed.tokens, &preprocessed.map);
    let is_own =
        |at: usize| !tokens.places.origin(at).is_some_and(|at| map.is_system(map.outermost(at).spelling));
    let concerns = |at: usize| match tokens.kinds[at] {
        TokenKind::PragmaAcc => true,
        TokenKind::PragmaOmp => is_own(at),
        _ => false,
    };
    let is_directive = |kind| kind == TokenKind::PragmaAcc || kind == TokenKind::PragmaOmp;
    let first = wide_search::position(&tokens.kinds, is_directive).unwrap_or(tokens.len());
    if !(first..tokens.len()).any(concerns) {
        return Box::default();
    }
    let concerned = |each: &SplitOff| {
        each.has_directive && (each.tokens.start as usize..each.tokens.end as usize).any(concerns)
    };
    header_declarations_where(db, unit, concerned)
}

/// The external declarations in headers that hold no directive and mention one of some names, in order. They are salsa values of the
/// calling query.
pub(super) fn header_declarations_mentioning(
    db: &dyn Db,
    unit: Unit,
    is_name: impl Fn(Name) -> bool,
) -> Box<[ExternalDecl<'_>]> {
    let tokens = &prefix(db, unit).state.preprocessed.tokens;
    if !tokens.texts.iter().any(|text| is_name(*text)) {
        return Box::default();
    }
    let concerned = |each: &SplitOff| {
        let (start, end) = (each.tokens.start as usize, each.tokens.end as usize);
        !each.has_directive && tokens.texts[start..end].iter().any(|text| is_name(*text))
    };
    header_declarations_where(db, unit, concerned)
}

/// All external declarations in headers, in order, for a reader of the whole unit.
#[salsa::tracked(returns(deref))]
pub fn all_header_declarations<'db>(db: &'db dyn Db, unit: Unit) -> Box<[ExternalDecl<'db>]> {
    header_declarations_where(db, unit, |_| true)
}

/// The external declarations in headers for which a condition holds, in order. They are salsa values of the calling query.
fn header_declarations_where(
    db: &dyn Db,
    unit: Unit,
    concerned: impl Fn(&SplitOff) -> bool,
) -> Box<[ExternalDecl<'_>]> {
    let tokens = &prefix(db, unit).state.preprocessed.tokens;
    let slice = tokens.slice(TokenRange::new(0, tokens.len() as u32));
    let externals = parse::split_unit(slice, &mut FileScope::default(), unit.limits(db), DeclHead::of);
    let mut new = NewDeclarations::new(db, unit, true, 0);
    let declaration = |external| new.declaration(external, &DeclContent::of(external, tokens).into());
    externals.iter().filter(|each| concerned(each)).map(declaration).collect()
}

/// Every declaration of a unit that holds a directive: first those of its headers, then those of the main
/// file.
pub fn directed(db: &dyn Db, unit: Unit) -> Vec<ExternalDecl<'_>> {
    let own = declarations(db, unit).iter().filter(|decl| decl.has_directive(db));
    header_declarations(db, unit).iter().chain(own).copied().collect()
}

/// The run of headers parsed with the bodies of its functions.
pub fn header_tree(db: &dyn Db, unit: Unit) -> Parsed {
    let tokens = &prefix(db, unit).state.preprocessed.tokens;
    let slice = tokens.slice(TokenRange::new(0, tokens.len() as u32));
    let parsed = parse::parse_unit(slice, &mut FileScope::default(), unit.limits(db), Bodies::Parse);
    with_subscripts(db, unit, parsed)
}

/// Applies the unit's option for subscripts in data clauses to a parsed tree.
fn with_subscripts(db: &dyn Db, unit: Unit, mut parsed: Parsed) -> Parsed {
    unit.data_subscripts(db).apply(&mut parsed.tree);
    parsed
}

/// A part of the run of headers.
#[derive(Debug)]
pub enum HeaderPart<'db> {
    /// Declarations that are not among [`header_declarations`], parsed with the bodies of functions.
    Plain(Box<Parsed>),
    /// One of [`header_declarations`].
    Directed(ExternalDecl<'db>),
}

/// The run of headers in parts, in order. Without directives it is one part.
pub fn header_parts(db: &dyn Db, unit: Unit) -> Vec<HeaderPart<'_>> {
    let directed = header_declarations(db, unit);
    if directed.is_empty() {
        return vec![HeaderPart::Plain(Box::new(header_tree(db, unit)))];
    }
    let by_start: Vec<_> = directed.iter().map(|decl| (decl.first_token(db), *decl)).collect();
    let tokens = &prefix(db, unit).state.preprocessed.tokens;
    let all = tokens.slice(TokenRange::new(0, tokens.len() as u32));
    let mut scope = FileScope::default();
    parse::split_unit(all, &mut FileScope::default(), unit.limits(db), |_| ())
        .into_iter()
        .map(|external| {
            // Every part is parsed, because the names that it introduces decide how the next ones are read.
            let slice = tokens.slice(external.tokens);
            let parsed = parse::parse_unit(slice, &mut scope, unit.limits(db), Bodies::Parse);
            by_start.binary_search_by_key(&external.tokens.start, |(start, _)| *start).map_or_else(
                |_| HeaderPart::Plain(Box::new(with_subscripts(db, unit, parsed))),
                |index| HeaderPart::Directed(by_start[index].1),
            )
        })
        .collect()
}

/// Makes the declarations of a unit, in order.
struct NewDeclarations<'db> {
    db: &'db dyn Db,
    unit: Unit,
    in_headers: bool,
    /// The number of declarations of each kind and name so far.
    equal: FxHashMap<(DeclKind, Name), u32>,
}

impl<'db> NewDeclarations<'db> {
    fn new(db: &'db dyn Db, unit: Unit, in_headers: bool, expected: usize) -> Self {
        let equal = FxHashMap::with_capacity_and_hasher(expected, FxBuildHasher);
        NewDeclarations { db, unit, in_headers, equal }
    }

    fn declaration(&mut self, external: &SplitOff, content: &Arc<DeclContent>) -> ExternalDecl<'db> {
        checkpoint::pass();
        let nth = self.next(content.kind, content.name);
        ExternalDecl::new(
            self.db,
            self.unit,
            content.kind,
            content.name,
            nth,
            SharedTokens::of(content),
            external.has_directive,
            content.has_errors,
            content.names.clone(),
            self.in_headers,
            external.tokens.start,
        )
    }

    fn next(&mut self, kind: DeclKind, name: Name) -> u32 {
        let count = self.equal.entry((kind, name)).or_default();
        *count += 1;
        *count
    }
}

/// The kind of each identifier at file scope. The identifiers of the main file are based on those of the
/// headers.
#[salsa::tracked(returns(clone))]
pub fn file_scope(db: &dyn Db, unit: Unit) -> Arc<FileScope> {
    Arc::clone(rest(db, unit).scope())
}

/// The kinds at file scope of the identifiers in a declaration's tokens. Parsing the declaration depends on nothing else of other
/// declarations.
#[salsa::tracked(returns(clone))]
pub fn scope_of<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<FileScope> {
    let tokens = decl.tokens(db);
    let scope = file_scope(db, decl.unit(db));
    let (mut names, mut asked) = (FxHashMap::default(), FxHashSet::default());
    // Most functions repeat a few names. This small cache, indexed by the name, finds most of the repetitions.
    let mut latest = [None; 64];
    for (kinds, texts) in checkpoint::pieces(&tokens.kinds).zip(tokens.texts.chunks(checkpoint::STRIDE)) {
        for (kind, text) in kinds.iter().zip(texts) {
            if *kind == TokenKind::Ident
                && latest[text.index() % latest.len()].replace(*text) != Some(*text)
                && asked.insert(*text)
            {
                names.extend(scope.lookup(*text).map(|what| (*text, what)));
            }
        }
    }
    FileScope { parent: None, names }.into()
}

/// A declaration parsed without bodies.
#[salsa::tracked(returns(clone))]
pub fn signature<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<Parsed> {
    let unit = decl.unit(db);
    let mut scope = FileScope { parent: Some(scope_of(db, decl)), ..FileScope::default() };
    let tokens = decl.tokens(db).slice(db.names());
    with_subscripts(db, unit, parse::parse_unit(tokens, &mut scope, unit.limits(db), Bodies::Skip)).into()
}

/// A declaration parsed with its body.
#[salsa::tracked(returns(clone))]
pub fn tree<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<Parsed> {
    let unit = decl.unit(db);
    let tokens = decl.tokens(db).slice(db.names());
    let parsed = parse::parse_external(tokens, &scope_of(db, decl), unit.limits(db));
    let parsed = Arc::new(with_subscripts(db, unit, parsed));
    db.last_results().hold(&parsed, tokens.kinds.len());
    parsed
}

/// The declarations that introduce each name of a main file.
#[derive(Clone, PartialEq, Eq, Debug, Default, salsa::SalsaValue)]
pub struct DeclIndex<'db> {
    names: FxHashMap<Name, EntryRun>,
    tags: FxHashMap<Name, EntryRun>,
    /// One vector of linked lists for all names, so that it is freed at once: each declaration with the index of the next one of its name.
    entries: Vec<(ExternalDecl<'db>, Option<u32>)>,
}

/// The first and the last entry of a name.
type EntryRun = (u32, u32);

impl<'db> DeclIndex<'db> {
    fn add(
        map: &mut FxHashMap<Name, EntryRun>,
        entries: &mut Vec<(ExternalDecl<'db>, Option<u32>)>,
        name: Name,
        decl: ExternalDecl<'db>,
    ) {
        let new = entries.len() as u32;
        let (_, last) = map.entry(name).or_insert((new, new));
        if *last < new {
            let (before, next) = &mut entries[*last as usize];
            if *before == decl {
                return;
            }
            *next = Some(new);
            *last = new;
        }
        entries.push((decl, None));
    }

    fn get(&self, map: &FxHashMap<Name, EntryRun>, name: Name) -> Box<[ExternalDecl<'db>]> {
        let entry = |at: u32| self.entries.get(at as usize).copied();
        let first = map.get(&name).and_then(|(first, _)| entry(*first));
        std::iter::successors(first, |(_, next)| entry((*next)?)).map(|(decl, _)| decl).collect()
    }
}

/// The names and the tags that the declarations of a main file introduce, in order. They are one query, because verifying a query for each
/// declaration after every edit would take longer than comparing all of them with the last ones.
#[salsa::tracked(returns(deref))]
fn introduced(db: &dyn Db, unit: Unit) -> Box<[(NameList, NameList)]> {
    let contents = rest(db, unit).contents().iter();
    contents.map(|content| (content.names.clone(), content.tags.clone())).collect()
}

/// Finds the declarations that introduce each name of a main file.
#[salsa::tracked]
pub fn decl_index<'db>(db: &'db dyn Db, unit: Unit) -> DeclIndex<'db> {
    let mut index = DeclIndex::default();
    let declarations = declarations(db, unit).iter().zip(introduced(db, unit));
    for (decl, (names, tags)) in checkpoint::every(checkpoint::STRIDE / 8, declarations) {
        for name in &**names {
            DeclIndex::add(&mut index.names, &mut index.entries, *name, *decl);
        }
        for tag in &**tags {
            DeclIndex::add(&mut index.tags, &mut index.entries, *tag, *decl);
        }
    }
    index
}

/// The declarations of the main file that introduce an ordinary identifier, in order. Because it is a query
/// for one name, its readers do not depend on declarations of other names.
#[salsa::tracked(returns(deref))]
pub fn lookup<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> Box<[ExternalDecl<'db>]> {
    let (unit, name) = (key.unit(db), key.name(db));
    let index = decl_index(db, unit);
    index.get(&index.names, name)
}

/// The declarations of the main file that introduce an ordinary identifier, in order, for callers outside of this crate.
pub fn lookup_by_name<'db>(db: &'db dyn Db, unit: Unit, name: Name) -> &'db [ExternalDecl<'db>] {
    lookup(db, NameInUnit::new(db, unit, name))
}

/// The declarations of the main file that have a specifier with a tag, in order.
#[salsa::tracked(returns(deref))]
pub fn lookup_tag<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> Box<[ExternalDecl<'db>]> {
    let (unit, tag) = (key.unit(db), key.name(db));
    let index = decl_index(db, unit);
    index.get(&index.tags, tag)
}
