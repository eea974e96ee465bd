//! The declarations of a unit, and which of them introduce each name.

use clacc_sema::c::file_scope::{Introduced, Introduction, TagSpecifier};
use clacc_sema::db::external_decls::{ExternalDecl, all_header_declarations, declarations, signature};
use clacc_sema::db::{Db, Unit};
use clacc_syntax::Name;
use clacc_syntax::ast::{Decl, Tree};
use rustc_hash::FxHashMap;

/// The position of a declaration among all declarations of the unit, headers first.
pub(super) type Position = usize;

/// The way in which a declaration introduces an ordinary identifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Introduces {
    /// The declaration defines the function.
    Function,
    /// A declarator, by its position among those of the declaration.
    Declarator(usize),
    /// An enumeration constant in the specifiers.
    Constant,
}

/// A specifier with a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tagged {
    pub(super) position: Position,
    /// True if the specifier lists the members or constants of the type.
    pub(super) defines: bool,
    /// `struct`, `union` or `enum`.
    pub(super) keyword: &'static str,
}

/// The declarations of a unit by the names that they introduce.
pub(super) struct UnitNames<'db> {
    pub(super) all: Vec<ExternalDecl<'db>>,
    ordinary: FxHashMap<Name, Vec<(Position, Introduces)>>,
    tags: FxHashMap<Name, Vec<Tagged>>,
}

impl<'db> UnitNames<'db> {
    pub(super) fn of(db: &'db dyn Db, unit: Unit) -> UnitNames<'db> {
        let all: Vec<_> =
            all_header_declarations(db, unit).iter().chain(declarations(db, unit)).copied().collect();
        let mut names = UnitNames { all, ordinary: FxHashMap::default(), tags: FxHashMap::default() };
        for position in 0..names.all.len() {
            names.add(position, &signature(db, names.all[position]).tree);
        }
        names
    }

    fn add(&mut self, position: Position, tree: &Tree) {
        let Introduced { ordinary, tags } = Introduced::of(tree);
        for (name, introduction) in ordinary {
            let introduces = match introduction {
                Introduction::Enumerator(..) => Introduces::Constant,
                Introduction::Entity(decl, entity) => match &tree[decl] {
                    Decl::Declaration { entities, .. } => {
                        Introduces::Declarator(entities.iter().position(|each| *each == entity).unwrap_or(0))
                    }
                    _ => Introduces::Function,
                },
            };
            self.ordinary.entry(name).or_default().push((position, introduces));
        }
        for (tag, specifier) in tags {
            let (defines, keyword) = match specifier {
                TagSpecifier::Record(id) => {
                    (tree[id].fields.is_some(), if tree[id].is_union { "union" } else { "struct" })
                }
                TagSpecifier::Enum(id) => (tree[id].enumerators.is_some(), "enum"),
            };
            self.tags.entry(tag).or_default().push(Tagged { position, defines, keyword });
        }
    }

    /// Returns the declarations that introduce an ordinary identifier, in order.
    pub(super) fn ordinary(&self, name: Name) -> &[(Position, Introduces)] {
        self.ordinary.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Returns the specifiers with a tag, in order.
    pub(super) fn tagged(&self, tag: Name) -> &[Tagged] {
        self.tags.get(&tag).map_or(&[], Vec::as_slice)
    }
}
