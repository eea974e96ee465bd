//! The file scope of a unit as queries. There is one query for each name, so that a declaration depends only
//! on the names it uses.

#![expect(clippy::needless_pass_by_value, clippy::drop_non_drop, reason = "queries own their keys")]

use crate::db::name_in_unit::NameInUnit;
use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::ast::{Enum, Tree};

use crate::c::data_model::DataModel;
use crate::c::definitions::{Definitions, EnumDefinition, RecordDefinition};
use crate::c::file_scope::{
    FileDeclarations, FileScopeResolver, FileTree, Introduced, Introduction, TagSpecifier,
};
use crate::c::globals::{Global, Globals};
use crate::c::types::{TagHome, TagRef};
use crate::db::external_decls::{DeclKind, ExternalDecl, lookup, lookup_tag, signature};
use crate::db::preprocessed::{NameIndex, data_model, prefix};
use crate::db::{Db, Unit};

/// The declarations of a unit: those of the headers, whose anchor is the empty name, and those of the main
/// file.
struct UnitDeclarations<'db> {
    db: &'db dyn Db,
    unit: Unit,
    /// The declaration that looks names up; declarations after it are not visible.
    reader: Option<ExternalDecl<'db>>,
}

impl<'db> UnitDeclarations<'db> {
    /// All declarations of a unit.
    fn all(db: &'db dyn Db, unit: Unit) -> Self {
        UnitDeclarations { db, unit, reader: None }
    }

    /// The declarations up to `reader`.
    fn up_to(db: &'db dyn Db, reader: ExternalDecl<'db>) -> Self {
        UnitDeclarations { db, unit: reader.unit(db), reader: Some(reader) }
    }

    /// Whether a declaration of the main file is visible.
    fn sees(&self, decl: ExternalDecl<'db>) -> bool {
        let db = self.db;
        self.reader
            .is_none_or(|reader| !reader.in_headers(db) && decl.first_token(db) <= reader.first_token(db))
    }

    /// Whether a declaration in the run of headers is visible that starts at this token.
    fn sees_in_prefix(&self, start: impl FnOnce(&Tree) -> Option<u32>) -> bool {
        let db = self.db;
        let Some(reader) = self.reader.filter(|reader| reader.in_headers(db)) else { return true };
        let end = reader.first_token(db) + reader.tokens(db).kinds.len() as u32;
        start(&prefix(db, self.unit).parsed.tree).is_none_or(|start| start < end)
    }

    fn prefix_tree(&self) -> FileTree {
        FileTree { parsed: prefix(self.db, self.unit).parsed.clone(), anchor: Name::EMPTY }
    }

    fn tree(&self, decl: ExternalDecl<'db>) -> FileTree {
        FileTree { parsed: signature(self.db, decl), anchor: decl.name(self.db) }
    }
}

/// The first token of the name that an introduction gives an entity.
fn start_of_name(tree: &Tree, introduction: Introduction) -> Option<u32> {
    match introduction {
        Introduction::Entity(_, entity) => tree.spans.entity_names.get(entity).map(|span| span.start),
        Introduction::Enumerator(..) => None,
    }
}

/// The first token of the members that a specifier lists.
fn start_of_tag(tree: &Tree, specifier: TagSpecifier) -> Option<u32> {
    let TagSpecifier::Record(id) = specifier else { return None };
    let first = tree[id].fields.as_ref()?.first()?;
    tree.spans.decls.get(*first).map(|span| span.start)
}

/// Returns whether a tree introduces so many names, for example in an enumeration of error codes, that finding one must not read them all.
fn introduces_many(tree: &Tree) -> bool {
    const MANY: usize = 32;
    let enumerators = |each: &Enum| each.enumerators.as_ref().map_or(0, |list| list.len());
    tree.entities.len() > MANY || tree.enums.iter().any(|(_, each)| enumerators(each) > MANY)
}

/// The names that a declaration introduces. Results are not compared, because readers select single names.
#[salsa::tracked(no_eq, returns(ref))]
fn introduced<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> NameIndex {
    NameIndex::new(Introduced::of(&signature(db, decl).tree))
}

impl FileDeclarations for UnitDeclarations<'_> {
    fn ordinary(&self, name: Name) -> Vec<(FileTree, Introduction)> {
        let in_prefix = prefix(self.db, self.unit).names.ordinary(name);
        let in_prefix = in_prefix.filter(|each| self.sees_in_prefix(|tree| start_of_name(tree, *each)));
        let mut found: Vec<_> = in_prefix.map(|introduction| (self.prefix_tree(), introduction)).collect();
        for decl in
            lookup(self.db, NameInUnit::new(self.db, self.unit, name)).iter().filter(|decl| self.sees(**decl))
        {
            let tree = self.tree(*decl);
            if introduces_many(&tree.parsed.tree) {
                let here = introduced(self.db, *decl).ordinary(name);
                found.extend(here.map(|introduction| (tree.clone(), introduction)));
                continue;
            }
            let introduced = Introduced::of(&tree.parsed.tree).ordinary;
            let here = introduced.into_iter().filter(|(each, _)| *each == name);
            found.extend(here.map(|(_, introduction)| (tree.clone(), introduction)));
        }
        found
    }

    fn tagged(&self, tag: Name) -> Vec<(FileTree, TagSpecifier)> {
        let in_prefix = prefix(self.db, self.unit).names.tagged(tag);
        let in_prefix = in_prefix.filter(|each| self.sees_in_prefix(|tree| start_of_tag(tree, *each)));
        let mut found: Vec<_> = in_prefix.map(|specifier| (self.prefix_tree(), specifier)).collect();
        for decl in lookup_tag(self.db, NameInUnit::new(self.db, self.unit, tag))
            .iter()
            .filter(|decl| self.sees(**decl))
        {
            let tree = self.tree(*decl);
            let here = Introduced::of(&tree.parsed.tree).tags.into_iter().filter(|(each, _)| *each == tag);
            found.extend(here.map(|(_, specifier)| (tree.clone(), specifier)));
        }
        found
    }

    fn anchored(&self, anchor: Name) -> Vec<FileTree> {
        if anchor == Name::EMPTY {
            return vec![self.prefix_tree()];
        }
        let (names, tags) = (
            lookup(self.db, NameInUnit::new(self.db, self.unit, anchor)),
            lookup_tag(self.db, NameInUnit::new(self.db, self.unit, anchor)),
        );
        let decls = names.iter().chain(tags).filter(|decl| decl.name(self.db) == anchor);
        decls.map(|decl| self.tree(*decl)).collect()
    }

    fn data_model(&self) -> DataModel {
        data_model(self.db, self.unit)
    }
}

/// The properties of an ordinary identifier at file scope.
#[salsa::tracked(returns(clone))]
pub fn global<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> Option<Global> {
    let (unit, name) = (key.unit(db), key.name(db));
    FileScopeResolver::new(&UnitDeclarations::all(db, unit)).symbol(name)
}

/// The members of a `struct` or `union` of file scope.
#[salsa::tracked(returns(clone))]
pub fn record_definition(db: &dyn Db, unit: Unit, tag: TagRef) -> Option<Arc<RecordDefinition>> {
    FileScopeResolver::new(&UnitDeclarations::all(db, unit)).record(&tag)
}

/// The enumerators of an `enum` of file scope.
#[salsa::tracked(returns(clone))]
pub fn enum_definition(db: &dyn Db, unit: Unit, tag: TagRef) -> Option<Arc<EnumDefinition>> {
    FileScopeResolver::new(&UnitDeclarations::all(db, unit)).enumeration(&tag)
}

/// An ordinary identifier as the declarations up to `reader` introduce it. This query is used only where the position of `reader` matters,
/// because it runs again when declarations move.
#[salsa::tracked(returns(clone))]
fn global_seen_from<'db>(db: &'db dyn Db, reader: ExternalDecl<'db>, name: Name) -> Option<Global> {
    FileScopeResolver::new(&UnitDeclarations::up_to(db, reader)).symbol(name)
}

/// Returns whether a `struct` or `union` of file scope is complete at a declaration (C17 6.7.2.3p4).
#[salsa::tracked(returns(copy))]
fn is_defined_at<'db>(db: &'db dyn Db, reader: ExternalDecl<'db>, tag: TagRef) -> bool {
    FileScopeResolver::new(&UnitDeclarations::up_to(db, reader)).record(&tag).is_some()
}

/// Whether a tag is named before the declaration that defines it, so that its type may be incomplete in
/// between.
#[salsa::tracked(returns(copy))]
fn is_named_before_its_definition<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> bool {
    let (unit, tag) = (key.unit(db), key.name(db));
    let first = UnitDeclarations::all(db, unit).tagged(tag).into_iter().next();
    first.is_some_and(|(tree, specifier)| match specifier {
        TagSpecifier::Record(id) => tree.parsed.tree[id].fields.is_none(),
        TagSpecifier::Enum(_) => false,
    })
}

/// Whether a tag is declared at file scope.
#[salsa::tracked(returns(copy))]
pub fn has_tag<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> bool {
    let (unit, tag) = (key.unit(db), key.name(db));
    prefix(db, unit).names.tagged(tag).next().is_some() || !lookup_tag(db, key).is_empty()
}

/// The file scope of a unit, as queries answer it.
#[derive(Clone, Copy)]
pub struct UnitScope<'db> {
    /// The database.
    pub db: &'db dyn Db,
    /// The unit.
    pub unit: Unit,
    /// The declaration that looks names up, if later declarations do not complete types for it. A directive at file scope does not see
    /// names that are declared later either, because its lines keep their place in the translation.
    pub reader: Option<ExternalDecl<'db>>,
}

impl<'db> UnitScope<'db> {
    /// The whole file scope.
    pub fn whole(db: &'db dyn Db, unit: Unit) -> Self {
        UnitScope { db, unit, reader: None }
    }

    /// The file scope as a declaration sees it.
    pub fn seen_from(db: &'db dyn Db, reader: ExternalDecl<'db>) -> Self {
        UnitScope { db, unit: reader.unit(db), reader: Some(reader) }
    }

    /// The declaration that looks names up, if it is in a header or if the position of this type's definition may matter.
    fn reader_of(&self, matters: impl FnOnce() -> bool) -> Option<ExternalDecl<'db>> {
        self.reader.filter(|reader| reader.in_headers(self.db) || matters())
    }
}

impl Definitions for UnitScope<'_> {
    fn record(&self, tag: &TagRef) -> Option<Arc<RecordDefinition>> {
        let named_before = || {
            tag.home == TagHome::File
                && is_named_before_its_definition(self.db, NameInUnit::new(self.db, self.unit, tag.tag))
        };
        match self.reader_of(named_before) {
            Some(reader) if !is_defined_at(self.db, reader, tag.clone()) => None,
            _ => record_definition(self.db, self.unit, tag.clone()),
        }
    }

    fn enumeration(&self, tag: &TagRef) -> Option<Arc<EnumDefinition>> {
        enum_definition(self.db, self.unit, tag.clone())
    }

    fn data_model(&self) -> DataModel {
        data_model(self.db, self.unit)
    }
}

impl Globals for UnitScope<'_> {
    fn symbol(&self, name: Name) -> Option<Global> {
        if let Some(reader) = self.reader.filter(|reader| reader.kind(self.db) == DeclKind::Directive) {
            return global_seen_from(self.db, reader, name);
        }
        let whole = global(self.db, NameInUnit::new(self.db, self.unit, name));
        match self.reader_of(|| whole.as_ref().is_some_and(|global| global.completed_later)) {
            Some(reader) => global_seen_from(self.db, reader, name).or(whole),
            None => whole,
        }
    }

    fn symbol_so_far(&self, name: Name) -> Option<Global> {
        match self.reader {
            Some(reader) => global_seen_from(self.db, reader, name),
            None => global(self.db, NameInUnit::new(self.db, self.unit, name)),
        }
    }

    fn has_tag(&self, tag: Name) -> bool {
        has_tag(self.db, NameInUnit::new(self.db, self.unit, tag))
    }
}
