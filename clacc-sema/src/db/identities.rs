//! The identities of external declarations outside the database, where [`ExternalDecl`] cannot be kept.

#![expect(clippy::elidable_lifetime_names, reason = "queries name the lifetime of their database")]

use std::hash::{DefaultHasher, Hash, Hasher};

use clacc_syntax::Name;
use clacc_syntax::ast::NodeKind;
use clacc_syntax::token::TokenSlice;
use rustc_hash::FxHashMap;

use crate::c::model::DeclModel;
use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, header_declarations};
use crate::db::models::{model, program};
use crate::db::{Db, Unit};
use crate::program::{Program, View};

/// The identity of an external declaration in its unit, independent of its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, salsa::SalsaValue)]
pub struct DeclIdentity {
    /// Its kind.
    pub kind: DeclKind,
    /// The first name that it introduces.
    pub name: Name,
    /// Its index among those with the same kind and name.
    pub nth: u32,
    /// Whether it is in the run of headers.
    pub in_headers: bool,
}

impl DeclIdentity {
    /// The identity of a declaration.
    pub fn of<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> DeclIdentity {
        let (kind, name, nth) = (decl.kind(db), decl.name(db), decl.nth(db));
        DeclIdentity { kind, name, nth, in_headers: decl.in_headers(db) }
    }
}

/// The declarations of a unit by their identities.
#[derive(Clone, PartialEq, Eq, Debug, Default, salsa::SalsaValue)]
pub struct IdentityIndex<'db> {
    declarations: FxHashMap<DeclIdentity, ExternalDecl<'db>>,
}

/// The declarations of a unit by their identities, those of headers with directives and those of the main file.
#[salsa::tracked]
pub fn identity_index<'db>(db: &'db dyn Db, unit: Unit) -> IdentityIndex<'db> {
    let all = header_declarations(db, unit).iter().chain(declarations(db, unit));
    IdentityIndex { declarations: all.map(|decl| (DeclIdentity::of(db, *decl), *decl)).collect() }
}

/// Finds the current declaration with an identity, in constant time once the index is made.
pub fn find(db: &dyn Db, unit: Unit, identity: DeclIdentity) -> Option<ExternalDecl<'_>> {
    identity_index(db, unit).declarations.get(&identity).copied()
}

/// A hash of the texts of a declaration's tokens and of the shape of its tree, which determines its nodes. The meaning of names at file
/// scope can give equal tokens another tree. Names are hashed by their text instead of their id, so that the hash is the same in another
/// database.
#[salsa::tracked(returns(copy))]
pub fn fingerprint<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> u64 {
    fingerprint_of(decl.tokens(db).slice(db.names()), &model(db, decl), &program(db, decl))
}

/// The [`fingerprint`] of a declaration with these tokens, whether or not a database holds it.
pub fn fingerprint_of(tokens: TokenSlice<'_>, model: &DeclModel, program: &Program) -> u64 {
    let mut hasher = DefaultHasher::new();
    tokens.kinds.hash(&mut hasher);
    tokens.texts.iter().for_each(|text| tokens.names[*text].hash(&mut hasher));
    let view = View::of_c(program, model);
    for at in program.outline.all().nodes() {
        program.outline.end(at).hash(&mut hasher);
        view.c_node(at).map(|node| NodeKind::of(&model.parsed.tree, node)).hash(&mut hasher);
    }
    hasher.finish()
}
