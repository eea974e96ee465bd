//! The model of one external declaration.

use std::sync::Arc;

use crate::c::bind;
use crate::c::model::DeclModel;
use crate::db::Db;
use crate::db::external_decls::{ExternalDecl, tree};
use crate::db::unit_scope::UnitScope;
use crate::program::{Program, c_host};

/// The names, types and constants of a declaration with its body.
#[salsa::tracked(returns(clone))]
pub fn model<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<DeclModel> {
    let parsed = tree(db, decl);
    let scope = UnitScope::seen_from(db, decl);
    let model = Arc::new(bind::decl_model(&parsed, &scope, decl.name(db)));
    db.last_results().hold(&model, decl.tokens(db).kinds.len());
    model
}

/// A declaration as analyses of directives see it. It is made only for declarations with directives and those that they call.
#[salsa::tracked(returns(clone))]
pub fn program<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>) -> Arc<Program> {
    let program = Arc::new(c_host::lower(&model(db, decl)));
    db.last_results().hold(&program, decl.tokens(db).kinds.len());
    program
}
