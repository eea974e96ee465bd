//! What OpenACC demands of a construct as it is written: reduction variables are only reduced (2.9.11), and
//! levels nest (2.9).

use super::{Determined, Undetermined};
use crate::programs::program::*;

/// Checks the statements inside a construct.
pub(super) fn check(body: &[Stmt], reduced: &[VarId], above: Levels) -> Determined<()> {
    body.iter().try_for_each(|statement| check_one(statement, reduced, above))
}

fn check_one(statement: &Stmt, reduced: &[VarId], above: Levels) -> Determined<()> {
    match statement {
        Stmt::Assign(place, value) => {
            let is_step = reduced.contains(&place.var);
            let others: Vec<VarId> = reduced.iter().copied().filter(|var| *var != place.var).collect();
            if uses(value, &others) || place.index.iter().any(|index| uses(index, reduced)) {
                return Err(Undetermined("a reduction variable is read"));
            }
            if is_step && !reduces(value, place) {
                return Err(Undetermined("a reduction variable is overwritten"));
            }
            Ok(())
        }
        Stmt::If(condition, body) => {
            if uses(condition, reduced) {
                return Err(Undetermined("a reduction variable is read"));
            }
            check(body, reduced, above)
        }
        Stmt::Declare(_, Some(value)) if uses(value, reduced) => {
            Err(Undetermined("a reduction variable is read"))
        }
        Stmt::For(nest) => {
            let Some(clauses) = &nest.directive else { return check(&nest.body, reduced, above) };
            let own = clauses.levels;
            let nests = !(own.gang && !above.none()
                || own.worker && (above.worker || above.vector)
                || own.vector && above.vector);
            if !nests {
                return Err(Undetermined("levels that do not nest"));
            }
            let inside = Levels {
                gang: above.gang || own.gang,
                worker: above.worker || own.worker,
                vector: above.vector || own.vector,
            };
            let mut reduced: Vec<VarId> =
                reduced.iter().copied().filter(|var| !clauses.private.contains(var)).collect();
            reduced.extend(clauses.reductions.iter().map(|(_, var)| *var));
            check(&nest.body, &reduced, inside)
        }
        _ => Ok(()),
    }
}

/// Whether a value is the place combined with something else.
fn reduces(value: &Expr, place: &Place) -> bool {
    let var = place.var;
    let is_var = |expr: &Expr| matches!(expr, Expr::Load(other) if other == place);
    match value {
        Expr::Bin(_, left, right) => is_var(left) && !uses(right, &[var]),
        Expr::Select(condition, yes, no) => {
            let other = if is_var(yes) { no } else { yes };
            let compares = |left: &Expr, right: &Expr| {
                left == &**other && is_var(right) || is_var(left) && right == &**other
            };
            let is_compared =
                matches!(&**condition, Expr::Bin(Op::Less, left, right) if compares(left, right));
            (is_var(yes) || is_var(no)) && !uses(other, &[var]) && is_compared
        }
        _ => false,
    }
}

fn uses(expr: &Expr, vars: &[VarId]) -> bool {
    match expr {
        Expr::Int(_) => false,
        Expr::Load(place) => vars.contains(&place.var) || place.index.iter().any(|index| uses(index, vars)),
        Expr::Bin(_, left, right) => uses(left, vars) || uses(right, vars),
        Expr::Bound(argument) => uses(argument, vars),
        Expr::Select(condition, yes, no) => uses(condition, vars) || uses(yes, vars) || uses(no, vars),
    }
}
