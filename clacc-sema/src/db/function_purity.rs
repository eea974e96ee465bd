//! The functions of a unit that do nothing but compute a value of their arguments.
//!
//! Only proofs about loops that call functions ask for them, because their bodies have to be parsed. What is asked of
//! a function depends on its own declarations and those of the functions that it calls, so an edit of another one changes
//! nothing.

use clacc_syntax::Name;

use crate::db::external_decls::{DeclKind, ExternalDecl, lookup};
use crate::db::models::{model, program};
use crate::db::routines::is_redirected;
use crate::db::{Db, Unit};
use crate::dependence;
use crate::program::View;

/// How many functions are looked at for one that is called.
const MOST: usize = 32;

/// Words of declarations behind which another function may be than the one that is defined.
const REPLACED: [&str; 4] = ["weak", "alias", "ifunc", "asm"];

/// Whether a function is defined in the unit, and it and all functions that it calls do nothing but compute a value of
/// their arguments. A function that calls itself may not end, which is none.
pub(super) fn is_pure(db: &dyn Db, unit: Unit, function: Name) -> bool {
    let mut walk = CallWalk { db, unit, open: Vec::new(), settled: Vec::new() };
    walk.is_pure(function)
}

struct CallWalk<'db> {
    db: &'db dyn Db,
    unit: Unit,
    /// The functions whose calls are looked at.
    open: Vec<Name>,
    /// Those that are pure.
    settled: Vec<Name>,
}

impl CallWalk<'_> {
    fn is_pure(&mut self, function: Name) -> bool {
        if self.settled.contains(&function) {
            return true;
        }
        if self.open.contains(&function) || self.open.len() + self.settled.len() >= MOST {
            return false;
        }
        let Some(callees) = pure_body(self.db, self.unit, function) else { return false };
        self.open.push(function);
        let is_pure = callees.iter().all(|callee| self.is_pure(*callee));
        self.open.pop();
        if is_pure {
            self.settled.push(function);
        }
        is_pure
    }
}

/// The functions that the only definition of a function in the unit calls; none if it does something that a caller could
/// notice, or if it may be replaced by another one.
#[salsa::tracked(returns(clone))]
fn pure_body(db: &dyn Db, unit: Unit, function: Name) -> Option<Box<[Name]>> {
    let declared = lookup(db, unit, function);
    let mut definitions = declared.iter().filter(|decl| decl.kind(db) == DeclKind::Function);
    let definition = definitions.next().filter(|_| definitions.next().is_none())?;
    let is_replaced = declared.iter().any(|decl| may_be_replaced(db, *decl));
    if is_replaced || is_redirected(db, unit, function) {
        return None;
    }
    let (model, program) = (model(db, *definition), program(db, *definition));
    let view = View::of_c(&program, &model);
    let called = dependence::calls_of_pure_body(view)?;
    Some(called.into_iter().map(|callee| view.name(callee)).collect())
}

fn may_be_replaced(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    let is_replaced = |text: &Name| REPLACED.contains(&db.names()[*text].trim_matches('_'));
    decl.tokens(db).texts.iter().any(is_replaced)
}
