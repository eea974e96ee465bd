//! The variables that `declare` directives at file scope put on the device (OpenACC 3.4 2.13).

use crate::db::name_in_unit::NameInUnit;
use clacc_syntax::Name;
use clacc_syntax::ast::{self, ArgumentValue, ClauseId, DirectiveId, Expr, Storage, Tree};
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashMap;

use crate::acc::DeviceStatic;
use crate::c::file_scope::Introduction;
use crate::db::environment::environment;
use crate::db::external_decls::{DeclKind, declarations, lookup, signature};
use crate::db::preprocessed::prefix;
use crate::db::routines::is_for_devices;
use crate::db::{Db, Unit};
use crate::program::View;
use crate::program::entity::StorageDuration;
use crate::program::place::EntityId;

/// The clause of a `declare` directive at file scope that names a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Declared {
    /// `create`: the host and the device have it as long as the program runs.
    Created,
    /// `copyin`: as with `create`, and the device begins with the host's value.
    Copied,
    /// `device_resident`: the device has it, and the host may have none.
    Resident,
    /// `link`: the device has it where a data clause maps it.
    Link,
}

/// The variables that `declare` directives at file scope name.
#[salsa::tracked]
pub fn declared_variables(db: &dyn Db, unit: Unit) -> FxHashMap<Name, Declared> {
    let mut names = FxHashMap::default();
    if !environment(db, unit).says_declare() {
        return names;
    }
    let tree = &prefix(db, unit).parsed.tree;
    for root in &tree.roots {
        if let ast::Decl::Directive(directive) = tree[*root] {
            add(tree, directive, &mut names);
        }
    }
    for decl in declarations(db, unit).iter().filter(|decl| decl.kind(db) == DeclKind::Directive) {
        let tree = &signature(db, *decl).tree;
        if let Some(ast::Decl::Directive(directive)) = tree.roots.first().map(|root| &tree[*root]) {
            add(tree, *directive, &mut names);
        }
    }
    names
}

/// Adds the variables of a directive. A list item may also be a part of a variable, which conforming programs do
/// not name here.
fn add(tree: &Tree, directive: DirectiveId, names: &mut FxHashMap<Name, Declared>) {
    if tree[directive].kind.acc() != Some(AccDirective::Declare) {
        return;
    }
    for clause in &tree[directive].clauses {
        use AccClause as C;
        let declared = match tree[*clause].kind.acc() {
            Some(C::Create) => Declared::Created,
            Some(C::Copyin) => Declared::Copied,
            Some(C::DeviceResident) => Declared::Resident,
            Some(C::Link) => Declared::Link,
            _ => continue,
        };
        for name in whole_variables(tree, *clause) {
            let said = names.entry(name).or_insert(declared);
            *said = declared.max(*said);
        }
    }
}

/// The variables that a clause names as a whole.
pub(super) fn whole_variables(tree: &Tree, clause: ClauseId) -> impl Iterator<Item = Name> {
    let items = tree[clause].arguments.iter().flat_map(|arguments| &arguments.items);
    items.filter_map(|item| match item.value {
        ArgumentValue::Expr(expr) => match tree[expr] {
            Expr::Name(name) => Some(name),
            _ => None,
        },
        _ => None,
    })
}

/// The variables of file scope that a declaration uses and that `declare` directives put on the device, sorted.
pub(super) fn named_in(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[EntityId]> {
    let declared = declared_variables(db, unit);
    if declared.is_empty() {
        return Box::default();
    }
    globals(view).filter(|id| declared.contains_key(&view.name(*id))).collect()
}

/// Returns whether a `declare` directive at file scope puts variables of the unit on the device.
pub(super) fn has_any(db: &dyn Db, unit: Unit) -> bool {
    !declared_variables(db, unit).is_empty()
}

/// The variables of file scope that a declaration uses and that are on the device as long as the program runs, sorted.
pub(super) fn present_in(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[EntityId]> {
    let declared = declared_variables(db, unit);
    let is_present =
        |id: &EntityId| matches!(declared.get(&view.name(*id)), Some(Declared::Created | Declared::Copied));
    if declared.is_empty() { Box::default() } else { globals(view).filter(is_present).collect() }
}

/// The variables with internal linkage that a directive at file scope names, sorted.
pub(super) fn internal(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[EntityId]> {
    globals(view).filter(|id| has_internal_linkage(db, NameInUnit::new(db, unit, view.name(*id)))).collect()
}

/// The variables among `variables` that a function with a `routine` directive names.
pub(super) fn in_routines(
    db: &dyn Db,
    unit: Unit,
    view: View<'_>,
    variables: &[EntityId],
) -> Box<[EntityId]> {
    let is_named = |id: &&EntityId| is_named_in_routine(db, NameInUnit::new(db, unit, view.name(**id)));
    variables.iter().filter(is_named).copied().collect()
}

/// The variables with internal linkage, named by a `declare` directive, by this declaration and by functions with a `routine` directive,
/// that are not copied between the host and the device unless a data clause maps them, sorted.
pub(super) fn of_device_code(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[DeviceStatic]> {
    let declared = declared_variables(db, unit);
    if declared.is_empty() {
        return Box::default();
    }
    let one = |entity: EntityId| {
        let said = declared.get(&view.name(entity))?;
        let is_copied = matches!(said, Declared::Created | Declared::Copied) && !view.entity(entity).is_const;
        let name = NameInUnit::new(db, unit, view.name(entity));
        let is_one = !is_copied && has_internal_linkage(db, name) && is_named_in_routine(db, name);
        is_one.then_some(DeviceStatic { entity, is_linked: *said == Declared::Link })
    };
    globals(view).filter_map(one).collect()
}

/// Whether the body of a function with a `routine` directive holds a name.
#[salsa::tracked(returns(copy))]
fn is_named_in_routine<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> bool {
    let (unit, name) = (key.unit(db), key.name(db));
    let mut functions = declarations(db, unit).iter().filter(|decl| is_for_devices(db, **decl));
    functions.any(|function| function.tokens(db).texts.contains(&name))
}

/// The objects of file scope that a declaration names.
pub(super) fn globals(view: View<'_>) -> impl Iterator<Item = EntityId> {
    let entities = (0_u32..).zip(&view.program.entities);
    let is_global = |entity: &crate::program::entity::Entity| {
        entity.is_object() && entity.duration == StorageDuration::Static && entity.scope.is_none()
    };
    entities.filter(move |(_, entity)| is_global(entity)).map(|(index, _)| EntityId::new(index))
}

/// Whether a declaration of a variable or function at file scope says `static` (C17 6.2.2).
pub fn is_internal(db: &dyn Db, unit: Unit, name: Name) -> bool {
    has_internal_linkage(db, NameInUnit::new(db, unit, name))
}

/// Returns whether the name has internal linkage, as a query.
#[salsa::tracked(returns(copy))]
fn has_internal_linkage<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> bool {
    let (unit, name) = (key.unit(db), key.name(db));
    let headers = prefix(db, unit);
    let tree = &headers.parsed.tree;
    let in_headers = headers.names.ordinary(name).any(|introduction| match introduction {
        Introduction::Entity(decl, _) => is_static(&tree[decl]),
        Introduction::Enumerator(..) => false,
    });
    let is_static_root = |tree: &Tree| tree.roots.first().is_some_and(|root| is_static(&tree[*root]));
    in_headers || lookup(db, key).iter().any(|decl| is_static_root(&signature(db, *decl).tree))
}

fn is_static(decl: &ast::Decl) -> bool {
    let specs = match decl {
        ast::Decl::Declaration { specs, .. } => specs,
        ast::Decl::Function(function) => &function.specs,
        _ => return false,
    };
    specs.storage.contains(Storage::STATIC)
}
