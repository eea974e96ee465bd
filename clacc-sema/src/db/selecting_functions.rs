//! The functions that select elements of arrays of their own by data ([`crate::flow::selected_elements`]). Compilers put their
//! code into the loops that call them.

use rustc_hash::FxHashSet;

use crate::db::callees::called;
use crate::db::external_decls::{DeclKind, lookup};
use crate::db::models::{model, program};
use crate::db::name_in_unit::NameInUnit;
use crate::db::{Db, Unit};
use crate::flow::selected_elements::selects_own;
use crate::program::View;
use crate::program::place::EntityId;
use crate::program::run::Run;
use clacc_syntax::Name;

/// How many functions are looked at for one that is called.
const MOST: usize = 32;

/// Those that the constructs of a declaration call in loops, sorted.
pub(super) fn called_in_loops(db: &dyn Db, unit: Unit, view: View<'_>) -> Box<[EntityId]> {
    let directives = view.program.directives.iter();
    let of_acc = directives.filter(|(_, directive)| directive.kind.acc().is_some());
    let regions: Vec<Run> = of_acc.filter_map(|(_, directive)| Some(directive.region?.run)).collect();
    if regions.is_empty() || view.program.calls.is_empty() {
        return Box::default();
    }
    let is_in_loop = |run: &Run| {
        let of_region = view.program.all_loops.iter().map(|at| view.run(*at));
        regions.iter().any(|region| region.contains(run.start))
            && of_region.clone().any(|each| each.contains(run.start))
    };
    let functions = called(view, &|call| is_in_loop(&view.run(call.at)));
    functions.into_iter().filter(|callee| selects(db, unit, view.name(*callee))).collect()
}

/// Whether a function or one that it calls selects elements by data. One that calls too many others counts as such a function.
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

/// What matters of the body of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Body {
    selects: bool,
    calls: Box<[Name]>,
}

/// What the definitions of a function in the unit do by themselves; nothing if there are none.
#[salsa::tracked(returns(clone))]
fn body_of<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> Body {
    let mut found = Body::default();
    for decl in lookup(db, key).iter().filter(|decl| decl.kind(db) == DeclKind::Function) {
        let (model, program) = (model(db, *decl), program(db, *decl));
        let view = View::of_c(&program, &model);
        found.selects |= selects_own(view, program.outline.all(), &[]);
        let callees = called(view, &|_| true).into_iter().map(|callee| view.name(callee));
        found.calls = found.calls.iter().copied().chain(callees).collect();
    }
    found
}
