//! The functions that `routine` directives with a `bind` clause name (OpenACC 3.4 2.15.1).

use crate::db::name_in_unit::NameInUnit;
use clacc_syntax::Name;
use clacc_syntax::ast::{Decl, Storage};
use clacc_syntax::directive::AccClause;

use crate::acc::BoundFunction;
use crate::c::file_scope::Introduction;
use crate::db::external_decls::{ExternalDecl, lookup, signature};
use crate::db::preprocessed::prefix;
use crate::db::routines::{explicit_level, is_redirected, routine_levels};
use crate::db::{Db, Unit};
use crate::program::View;
use crate::program::directive::{ArgumentItem, ArgumentValue, ClauseNode};
use crate::program::entity::EntityKind;
use crate::program::place::EntityId;

/// Returns the functions that `routine` directives with `bind` in a declaration apply to, and the functions that these clauses name.
pub(super) fn of(
    db: &dyn Db,
    decl: ExternalDecl<'_>,
    view: View<'_>,
    behind: Option<Name>,
) -> Box<[BoundFunction]> {
    let clauses = view.program.clauses.iter().map(|(_, clause)| clause);
    let binds = clauses.filter(|clause| clause.kind.acc() == Some(AccClause::Bind));
    let mut names: Vec<Name> =
        binds.flat_map(ClauseNode::items).filter_map(|item| name_of(view, item)).collect();
    if names.is_empty() {
        return Box::default();
    }
    let arguments = view.program.directives.iter().filter_map(|(_, directive)| directive.argument.as_ref());
    names.extend(arguments.flat_map(|list| &list.items).filter_map(|item| name_of(view, item)));
    names.extend(behind);
    names.into_iter().map(|name| function(db, decl, name)).collect()
}

fn name_of(view: View<'_>, item: &ArgumentItem) -> Option<Name> {
    match item.value {
        ArgumentValue::Word(name) => Some(name),
        ArgumentValue::Value(at) => Some(view.name(view.place_of(at)?.root)),
        _ => None,
    }
}

/// The properties of a function in a unit. For a directive in a header, only the headers are read, because all units that include the
/// header share the translation of the directive.
fn function(db: &dyn Db, directive: ExternalDecl<'_>, name: Name) -> BoundFunction {
    let unit = directive.unit(db);
    let mut storage = Storage::default();
    let mut is_declared = false;
    let in_headers = directive.in_headers(db);
    let headers = prefix(db, unit);
    let tree = &headers.parsed.tree;
    for introduction in headers.names.ordinary(name) {
        if let Introduction::Entity(decl, entity) = introduction {
            storage = storage.with(storage_of(&tree[decl]));
            let at = tree.spans.entity_names.get(entity).map_or(0, |span| span.start);
            is_declared |= !in_headers || at < directive.first_token(db);
        }
    }
    for decl in lookup(db, NameInUnit::new(db, unit, name)).iter().filter(|_| !in_headers) {
        let tree = &signature(db, *decl).tree;
        storage =
            storage.with(tree.roots.first().map_or(Storage::default(), |root| storage_of(&tree[*root])));
        is_declared |= decl.first_token(db) < directive.first_token(db);
    }
    BoundFunction {
        name,
        is_declared,
        has_routine: !in_headers
            && explicit_level(db, NameInUnit::new(db, unit, name)).is_some()
            && !is_redirected(db, NameInUnit::new(db, unit, name)),
        is_static: storage.contains(Storage::STATIC),
        is_inline: storage.contains(Storage::INLINE),
    }
}

fn storage_of(decl: &Decl) -> Storage {
    match decl {
        Decl::Declaration { specs, .. } => specs.storage,
        Decl::Function(function) => function.specs.storage,
        _ => Storage::default(),
    }
}

/// The functions that a declaration names and that a `bind` clause replaces by others on devices, sorted.
pub(super) fn redirected(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[EntityId]> {
    if routine_levels(db, unit).is_empty() {
        return Box::default();
    }
    let entities = (0_u32..).zip(&view.program.entities);
    let is_redirected = |entity: &crate::program::entity::Entity| {
        entity.kind == EntityKind::Function && is_redirected(db, NameInUnit::new(db, unit, entity.name))
    };
    entities.filter(|(_, entity)| is_redirected(entity)).map(|(index, _)| EntityId::new(index)).collect()
}
