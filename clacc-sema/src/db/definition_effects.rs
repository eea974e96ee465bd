//! The effects of the body of a function that callers can notice, without those of the functions that it calls.

use std::sync::Arc;

use clacc_syntax::Name;

use crate::db::Db;
use crate::db::external_decls::{DeclKind, ExternalDecl, lookup};
use crate::db::models::{model, program};
use crate::db::name_in_unit::NameInUnit;
use crate::dependence::{self, BodyEffects};
use crate::program::View;

/// Keywords of declarations that let the linker replace the function, or that make the name an alias of another one.
const REPLACED: [&str; 4] = ["weak", "alias", "ifunc", "asm"];

/// The effects of the body of the only definition of a function in the unit; none if they are not fully known, or if the function may be
/// replaced by another one. Results about other functions depend on the body through this query alone.
#[salsa::tracked(returns(clone))]
pub(super) fn body_effects<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> Option<Arc<BodyEffects>> {
    let declared = lookup(db, key);
    let mut definitions = declared.iter().filter(|decl| decl.kind(db) == DeclKind::Function);
    let definition = definitions.next().filter(|_| definitions.next().is_none())?;
    if declared.iter().any(|decl| may_be_replaced(db, *decl)) {
        return None;
    }
    let (model, program) = (model(db, *definition), program(db, *definition));
    dependence::of_body(View::of_c(&program, &model)).map(Arc::new)
}

fn may_be_replaced(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    let is_replaced = |text: &Name| REPLACED.contains(&db.names()[*text].trim_matches('_'));
    decl.tokens(db).texts.iter().any(is_replaced)
}
