//! The functions that a declaration calls and for which the unit has neither a definition nor a version for devices (OpenACC 3.4 2.15.1).

use crate::db::name_in_unit::NameInUnit;
use clacc_syntax::Name;
use clacc_syntax::ast::{Decl, DeclId, DeclaredId};
use clacc_syntax::unit::Preprocessed;

use crate::acc::RoutineLevel;
use crate::c::file_scope::Introduction;
use crate::db::external_decls::{DeclKind, ExternalDecl, lookup};
use crate::db::preprocessed::{Prefix, prefix, rest};
use crate::db::routines::{explicit_level, routine_level};
use crate::db::{Db, Unit};
use crate::program::View;
use crate::program::access::Call;
use crate::program::entity::EntityKind;
use crate::program::place::EntityId;

/// The functions that a declaration calls by name and that only another file can define, sorted. Those of
/// the C library, of compilers and of their runtime libraries are left out: compilers know which of them
/// they have for devices.
pub(super) fn defined_elsewhere(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[EntityId]> {
    let mut called = called(view, &|_| true);
    called.retain(|callee| {
        let name = view.name(*callee);
        !view.is_library_function(*callee)
            && !is_of_runtime_library(view.text(name))
            && is_defined_elsewhere(db, NameInUnit::new(db, unit, name))
    });
    called.into()
}

/// The functions that a declaration calls by name and that an explicit `routine` directive gives a level, sorted.
pub(super) fn levels(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[(EntityId, RoutineLevel)]> {
    let level =
        |callee: EntityId| Some((callee, explicit_level(db, NameInUnit::new(db, unit, view.name(callee)))?));
    called(view, &|_| true).into_iter().filter_map(level).collect()
}

/// The functions that a declaration calls by name in calls that `is_wanted` accepts, sorted.
pub(super) fn called(view: View<'_>, is_wanted: &dyn Fn(&Call) -> bool) -> Vec<EntityId> {
    let calls = view.program.calls.iter().filter(|call| is_wanted(call));
    let called = calls.filter_map(|call| call.callee);
    let mut called: Vec<EntityId> =
        called.filter(|callee| view.entity(*callee).kind == EntityKind::Function).collect();
    called.sort_unstable();
    called.dedup();
    called
}

/// Returns whether a name belongs to the runtime library of OpenACC or of OpenMP, which reserve these prefixes.
fn is_of_runtime_library(name: &str) -> bool {
    ["acc_", "omp_"].iter().any(|beginning| name.starts_with(beginning))
}

/// Whether the unit has neither a definition of a function nor a `routine` directive for it, and no system
/// header declares it.
#[salsa::tracked(returns(copy))]
pub(super) fn is_defined_elsewhere<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> bool {
    let (unit, name) = (key.unit(db), key.name(db));
    if routine_level(db, key).is_some() {
        return false;
    }
    let headers = prefix(db, unit);
    let is_of_system = |entity| {
        let at = headers.parsed.tree.spans.entity_names.get(entity).map(|span| span.start);
        at.is_some_and(|at| is_system(&headers.state.preprocessed, at))
    };
    let is_known = |decl: &ExternalDecl<'_>| is_system(&rest(db, unit).preprocessed, decl.first_token(db));
    !is_defined(db, key, false)
        && !in_headers(headers, name).any(|(_, entity)| is_of_system(entity))
        && !lookup(db, key).iter().any(is_known)
}

/// Returns whether the unit defines a function, or whether its headers do.
#[salsa::tracked(returns(copy))]
pub(super) fn is_defined<'db>(db: &'db dyn Db, key: NameInUnit<'db>, by_headers: bool) -> bool {
    let headers = prefix(db, key.unit(db));
    let has_body = |decl: &ExternalDecl<'_>| decl.kind(db) == DeclKind::Function;
    in_headers(headers, key.name(db)).any(|(decl, _)| matches!(headers.parsed.tree[decl], Decl::Function(_)))
        || !by_headers && lookup(db, key).iter().any(has_body)
}

/// The declarations of a function in headers.
fn in_headers(headers: &Prefix, name: Name) -> impl Iterator<Item = (DeclId, DeclaredId)> {
    headers.names.ordinary(name).filter_map(|introduction| match introduction {
        Introduction::Entity(decl, entity) => Some((decl, entity)),
        Introduction::Enumerator(..) => None,
    })
}

/// Returns whether a token is in a system header.
pub(super) fn is_system(preprocessed: &Preprocessed, token: u32) -> bool {
    let map = &preprocessed.map;
    let origin = preprocessed.tokens.places.origin(token as usize);
    origin.is_some_and(|origin| map.is_system(map.outermost(origin).spelling))
}
