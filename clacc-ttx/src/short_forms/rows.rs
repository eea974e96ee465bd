//! Loops over the rows of several tables: one loop where they iterate over the same numbers.

use clacc_sema::omp::form::{Argument, Clause, Directive, Omp, Operand, Rows};
use clacc_sema::program::View;

/// Joins loops over rows that follow each other, if they iterate over the same numbers and their directives can be one. The order of the rows
/// among each other has no effect.
pub(super) fn join_loops(view: View<'_>, form: &mut Omp) {
    match form {
        Omp::Seq(parts) | Omp::Block(parts) => {
            let mut joined: Vec<Omp> = Vec::with_capacity(parts.len());
            for mut part in std::mem::take(parts) {
                join_loops(view, &mut part);
                let is_taken = joined.last_mut().is_some_and(|last| take(view, last, &part));
                if !is_taken {
                    joined.push(part);
                }
            }
            *parts = joined;
        }
        Omp::Directive(Directive { body: Some(body), .. }) => join_loops(view, body),
        _ => {}
    }
}

/// Adds the second part to the first one, and returns whether that was possible.
fn take(view: View<'_>, first: &mut Omp, second: &Omp) -> bool {
    match (first, second) {
        (Omp::Rows(first), Omp::Rows(second)) => take_loop(view, first, second),
        (Omp::If { condition, then }, Omp::If { condition: other, then: more }) if condition == other => {
            let (Some(last), [next]) = (then.last_mut(), &more[..]) else { return false };
            take(view, last, next)
        }
        _ => false,
    }
}

fn take_loop(view: View<'_>, first: &mut Rows, second: &Rows) -> bool {
    let iterates_alike = same(view, first.table.start, second.table.start)
        && same(view, first.table.length, second.table.length);
    let ([Omp::Directive(first)], [Omp::Directive(second)]) = (&mut first.body[..], &second.body[..]) else {
        return false;
    };
    if !iterates_alike || first.kind != second.kind || !other_clauses(first).eq(other_clauses(second)) {
        return false;
    }
    for clause in second.clauses.iter().filter(|clause| is_of_data(clause)) {
        let known = first.clauses.iter_mut().find(|known| without_items(known) == without_items(clause));
        match known.and_then(|known| known.argument.items_mut()) {
            Some(items) => items.extend(clause.items().iter().cloned()),
            None => first.clauses.push(clause.clone()),
        }
    }
    true
}

fn same(view: View<'_>, first: Operand, second: Operand) -> bool {
    match (first, second) {
        (Operand::Value(first), Operand::Value(second)) => view.same(first, second),
        _ => first == second,
    }
}

fn is_of_data(clause: &Clause) -> bool {
    matches!(clause.argument, Argument::Map { .. } | Argument::Motion { .. })
}

fn other_clauses(directive: &Directive) -> impl Iterator<Item = &Argument> {
    directive.clauses.iter().filter(|clause| !is_of_data(clause)).map(|clause| &clause.argument)
}

/// The argument of a clause without its list items.
fn without_items(clause: &Clause) -> Argument {
    let mut argument = clause.argument.clone();
    argument.items_mut().into_iter().for_each(Vec::clear);
    argument
}
