//! The pointers at file scope that the directives of a unit map themselves, in addition to their pointees.

use clacc_syntax::ast::Tree;
use clacc_syntax::directive::{AccClause, AccDirective};

use crate::db::declared_variables::{declared_variables, globals, whole_variables};
use crate::db::external_decls::{DeclKind, declarations, tree};
use crate::db::name_in_unit::NameInUnit;
use crate::db::{Db, Unit};
use crate::program::View;
use crate::program::entity::Class;
use crate::program::place::EntityId;
use clacc_syntax::Name;

/// The mapped pointers that a declaration names, sorted. They matter for an `update` alone, which may mean the pointer or its pointee.
pub(super) fn named_in(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[EntityId]> {
    let mut directives = view.program.directives.iter();
    if directives.all(|(_, directive)| directive.kind.acc() != Some(AccDirective::Update)) {
        return Box::default();
    }
    let pointers = globals(view).filter(|id| view.entity(*id).class == Class::Pointer);
    pointers.filter(|id| is_mapped_itself(db, NameInUnit::new(db, unit, view.name(*id)))).collect()
}

/// Returns true if `copy`, `copyin`, `copyout` or `create` names a pointer without a range somewhere in the unit, or a `declare` names it.
#[salsa::tracked(returns(copy))]
fn is_mapped_itself<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> bool {
    let (unit, name) = (key.unit(db), key.name(db));
    let functions = declarations(db, unit).iter().filter(|decl| decl.kind(db) == DeclKind::Function);
    let mut about = functions.filter(|decl| decl.tokens(db).texts.contains(&name));
    declared_variables(db, unit).contains_key(&name)
        || about.any(|decl| maps_whole(&tree(db, *decl).tree, name))
}

fn maps_whole(tree: &Tree, name: Name) -> bool {
    let clauses = tree.directives.iter().flat_map(|(_, directive)| &directive.clauses);
    let mut mapping = clauses.filter(|clause| tree[**clause].kind.acc().is_some_and(AccClause::creates));
    mapping.any(|clause| whole_variables(tree, *clause).any(|named| named == name))
}
