//! The file scope of a unit as queries. There is one query for each name, so that a declaration depends only
//! on the names it uses.

#![expect(clippy::needless_pass_by_value, clippy::drop_non_drop, reason = "queries own their keys")]

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::ast::{Enum, Tree};

use crate::c::data_model::DataModel;
use crate::c::definitions::{Definitions, EnumDefinition, RecordDefinition};
use crate::c::file_scope::{
    FileDeclarations, FileScopeResolver, FileTree, Introduced, Introduction, TagSpecifier,
};
use crate::c::globals::{Global, Globals};
use crate::c::types::TagRef;
use crate::db::external_decls::{ExternalDecl, lookup, lookup_tag, signature};
use crate::db::preprocessed::{NameIndex, data_model, prefix};
use crate::db::{Db, Unit};

/// The declarations of a unit: those of the headers, whose anchor is the empty name, and those of the main
/// file.
struct UnitDeclarations<'db> {
    db: &'db dyn Db,
    unit: Unit,
}

impl<'db> UnitDeclarations<'db> {
    fn prefix_tree(&self) -> FileTree {
        FileTree { parsed: prefix(self.db, self.unit).parsed.clone(), anchor: Name::EMPTY }
    }

    fn tree(&self, decl: ExternalDecl<'db>) -> FileTree {
        FileTree { parsed: signature(self.db, decl), anchor: decl.name(self.db) }
    }
}

/// Whether a tree introduces so many names that finding one should not read them all: an enumeration of error
/// codes, say.
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
        let mut found: Vec<_> = in_prefix.map(|introduction| (self.prefix_tree(), introduction)).collect();
        for decl in lookup(self.db, self.unit, name) {
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
        let mut found: Vec<_> = in_prefix.map(|specifier| (self.prefix_tree(), specifier)).collect();
        for decl in lookup_tag(self.db, self.unit, tag) {
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
        let (names, tags) = (lookup(self.db, self.unit, anchor), lookup_tag(self.db, self.unit, anchor));
        let decls = names.iter().chain(tags).filter(|decl| decl.name(self.db) == anchor);
        decls.map(|decl| self.tree(*decl)).collect()
    }

    fn data_model(&self) -> DataModel {
        data_model(self.db, self.unit)
    }
}

/// The properties of an ordinary identifier at file scope.
#[salsa::tracked(returns(clone))]
pub fn global(db: &dyn Db, unit: Unit, name: Name) -> Option<Global> {
    FileScopeResolver::new(&UnitDeclarations { db, unit }).symbol(name)
}

/// The members of a `struct` or `union` of file scope.
#[salsa::tracked(returns(clone))]
pub fn record_definition(db: &dyn Db, unit: Unit, tag: TagRef) -> Option<Arc<RecordDefinition>> {
    FileScopeResolver::new(&UnitDeclarations { db, unit }).record(&tag)
}

/// The enumerators of an `enum` of file scope.
#[salsa::tracked(returns(clone))]
pub fn enum_definition(db: &dyn Db, unit: Unit, tag: TagRef) -> Option<Arc<EnumDefinition>> {
    FileScopeResolver::new(&UnitDeclarations { db, unit }).enumeration(&tag)
}

/// Whether a tag is declared at file scope.
#[salsa::tracked(returns(copy))]
pub fn has_tag(db: &dyn Db, unit: Unit, tag: Name) -> bool {
    prefix(db, unit).names.tagged(tag).next().is_some() || !lookup_tag(db, unit, tag).is_empty()
}

/// The file scope of a unit, which runs its queries.
#[derive(Clone, Copy)]
pub struct UnitScope<'db> {
    /// The database.
    pub db: &'db dyn Db,
    /// The unit.
    pub unit: Unit,
}

impl Definitions for UnitScope<'_> {
    fn record(&self, tag: &TagRef) -> Option<Arc<RecordDefinition>> {
        record_definition(self.db, self.unit, tag.clone())
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
        global(self.db, self.unit, name)
    }

    fn has_tag(&self, tag: Name) -> bool {
        has_tag(self.db, self.unit, tag)
    }
}
