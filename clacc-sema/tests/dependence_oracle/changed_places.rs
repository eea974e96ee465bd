//! Loops that change places, executed in both orders.

use crate::nest::{Function, Loop, Stmt};

/// `for j { A; for k B; }` as `for j A; for k for j B;`, for the loop with a number. The loop that comes inside gets a new number,
/// the last one. None if the loop is none that ends in another one.
pub(crate) fn change_places(function: &Function, number: usize) -> Option<Function> {
    let mut changed = function.clone();
    let is_done = change_in(&mut changed.body, number, function.loops);
    changed.loops += 1;
    is_done.then_some(changed)
}

fn change_in(stmts: &mut Vec<Stmt>, number: usize, new: usize) -> bool {
    let is_it = |stmt: &Stmt| matches!(stmt, Stmt::For(outer) if outer.number == number);
    if let Some(at) = stmts.iter().position(is_it) {
        let Stmt::For(outer) = stmts.remove(at) else { return false };
        let Some(parts) = divided(*outer, new) else { return false };
        stmts.splice(at..at, parts);
        return true;
    }
    stmts.iter_mut().any(|stmt| match stmt {
        Stmt::If(_, then, other) => change_in(then, number, new) || change_in(other, number, new),
        Stmt::For(inner) => change_in(&mut inner.body, number, new),
        _ => false,
    })
}

fn divided(mut outer: Loop, new: usize) -> Option<Vec<Stmt>> {
    let Some(Stmt::For(mut inner)) = outer.body.pop() else { return None };
    let body = std::mem::take(&mut inner.body);
    let inside = Loop { number: new, body, ..outer.clone() };
    inner.body = vec![Stmt::For(Box::new(inside))];
    Some(vec![Stmt::For(Box::new(outer)), Stmt::For(inner)])
}
