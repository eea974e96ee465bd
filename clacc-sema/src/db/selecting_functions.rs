//! The functions that select elements of their local arrays by data ([`crate::flow::selected_elements`]). Compilers inline them into the
//! loops that call them.

use rustc_hash::FxHashSet;

use crate::db::callees::called;
use crate::db::external_decls::{DeclKind, lookup};
use crate::db::models::{model, program};
use crate::db::name_in_unit::NameInUnit;
use crate::db::{Db, Unit};
use crate::flow::selected_elements::selects_own;
use crate::program::View;
use crate::program::place::EntityId;
use crate::program::run::Runs;
use clacc_syntax::Name;
use clacc_syntax::token::TokenKind;

/// The maximum number of functions that are analysed for one call.
const MOST: usize = 32;

/// The selecting functions that the constructs of a declaration call in loops, sorted.
pub(super) fn called_in_loops(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[EntityId]> {
    let order = view.program.order.iter().map(|id| view.directive(*id));
    let of_acc = order.filter(|directive| directive.kind.acc().is_some());
    let regions = Runs::outermost(of_acc.filter_map(|directive| Some(directive.region?.run)));
    if regions.is_empty() || view.program.calls.is_empty() {
        return Box::default();
    }
    let loops = Runs::outermost(view.program.all_loops.iter().map(|at| view.run(*at)));
    let functions = called(view, &|call| regions.contain(call.at) && loops.contain(call.at));
    functions.into_iter().filter(|callee| selects(db, unit, view.name(*callee))).collect()
}

/// Returns true if a function, or one that it calls, selects elements by data. A function that calls more than [`MOST`] functions counts as
/// selecting.
fn selects(db: &dyn Db, unit: Unit, function: Name) -> bool {
    let (mut open, mut seen) = (vec![function], FxHashSet::from_iter([function]));
    while let Some(function) = open.pop() {
        let body = body_of(db, NameInUnit::new(db, unit, function));
        if body.selects || seen.len() > MOST {
            return true;
        }
        open.extend(body.calls.iter().copied().filter(|callee| seen.insert(*callee)));
    }
    false
}

/// The effect of the body of a function on the loops that call it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Body {
    selects: bool,
    calls: Box<[Name]>,
}

/// The bodies of the definitions of a function in the unit, taken together. Only definitions with subscripts are parsed.
#[salsa::tracked(returns(clone))]
fn body_of<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> Body {
    let mut found = Body::default();
    for decl in lookup(db, key).iter().filter(|decl| decl.kind(db) == DeclKind::Function) {
        let tokens = decl.tokens(db);
        if tokens.kinds.contains(&TokenKind::LBracket) {
            let (model, program) = (model(db, *decl), program(db, *decl));
            found.selects |= selects_own(View::of_c(&program, &model), program.outline.all(), &[]);
        }
        let is_called = |at: &usize| tokens.kinds[*at..].starts_with(&[TokenKind::Ident, TokenKind::LParen]);
        let called = (0..tokens.kinds.len()).filter(is_called).map(|at| tokens.texts[at]);
        found.calls = found.calls.iter().copied().chain(called).collect();
    }
    found
}
