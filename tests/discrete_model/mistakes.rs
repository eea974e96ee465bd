//! Mistakes in the use of data, and in its order, that are planted in right programs.

use crate::programs::program::*;
use crate::programs::rng::Rng;

/// A change of a statement of a list.
type Change = fn(&[Var], &mut Vec<Stmt>, usize, &mut Rng) -> Option<&'static str>;

/// Changes one thing about data in a program at random, or about the order of queues. Returns what was changed.
pub(crate) fn plant(program: &mut Program, rng: &mut Rng) -> Option<&'static str> {
    let is_about_order = rng.chance(40);
    let (is_meant, change): (fn(&mut Stmt) -> bool, Change) =
        if is_about_order { (has_order, change_order) } else { (is_about_data, change) };
    let mut count = 0;
    each_body::<()>(program, &mut |body, at| {
        count += usize::from(is_meant(&mut body[at]));
        None
    });
    if count == 0 {
        return None;
    }
    let mut left = rng.below(count);
    let vars = program.vars.clone();
    each_body(program, &mut |body, at| {
        if !is_meant(&mut body[at]) {
            return None;
        }
        left = left.wrapping_sub(1);
        (left == usize::MAX).then(|| change(&vars, body, at, rng))
    })
    .flatten()
}

/// Calls a function for each statement until it returns something.
fn each_body<R>(program: &mut Program, act: &mut dyn FnMut(&mut Vec<Stmt>, usize) -> Option<R>) -> Option<R> {
    let functions = program.functions.iter_mut().map(|function| &mut function.body);
    functions.chain([&mut program.body]).find_map(|body| each_statement(body, act))
}

fn each_statement<R>(
    body: &mut Vec<Stmt>,
    act: &mut dyn FnMut(&mut Vec<Stmt>, usize) -> Option<R>,
) -> Option<R> {
    for at in 0..body.len() {
        if let Some(result) = act(body, at) {
            return Some(result);
        }
        let inner = body[at].inner_mut().and_then(|inner| each_statement(inner, act));
        if inner.is_some() {
            return inner;
        }
    }
    None
}

fn is_about_data(statement: &mut Stmt) -> bool {
    match statement {
        Stmt::Data { .. }
        | Stmt::Enter { .. }
        | Stmt::Exit { .. }
        | Stmt::Update(_)
        | Stmt::Routine { .. } => true,
        Stmt::HostData(taken) => taken.if_present,
        Stmt::Compute(compute) => !compute.data.is_empty() || compute.default.is_some(),
        _ => false,
    }
}

fn has_order(statement: &mut Stmt) -> bool {
    let is_on_queue =
        statement.order_mut().is_some_and(|(queue, waits)| queue.is_some() || !waits.is_empty());
    is_on_queue || matches!(statement, Stmt::Wait(_))
}

const STRUCTURED: [DataKind; 6] = [
    DataKind::Copy,
    DataKind::Copyin,
    DataKind::Copyout,
    DataKind::Create,
    DataKind::Present,
    DataKind::NoCreate,
];

fn change(vars: &[Var], body: &mut Vec<Stmt>, at: usize, rng: &mut Rng) -> Option<&'static str> {
    if rng.chance(15) {
        return Some(drop_or_move(body, at, rng));
    }
    match &mut body[at] {
        Stmt::Data { clauses, .. } => change_clauses(vars, clauses, &STRUCTURED, rng),
        Stmt::Enter { clauses, .. } => {
            change_clauses(vars, clauses, &[DataKind::Copyin, DataKind::Create, DataKind::Attach], rng)
        }
        Stmt::Exit { finalize, .. } if rng.chance(40) => {
            *finalize = !*finalize;
            Some("finalize")
        }
        Stmt::Exit { clauses, .. } => {
            change_clauses(vars, clauses, &[DataKind::Copyout, DataKind::Delete, DataKind::Detach], rng)
        }
        Stmt::Update(update) => change_update(vars, update, rng),
        Stmt::Routine { routine, item, .. } => change_routine(vars, routine, item, rng),
        Stmt::HostData(taken) => {
            taken.if_present = false;
            Some("host_data without if_present")
        }
        Stmt::Compute(compute) if compute.data.is_empty() => {
            compute.default = Some(DefaultKind::Present);
            Some("default(present)")
        }
        Stmt::Compute(compute) => change_clauses(vars, &mut compute.data, &STRUCTURED, rng),
        _ => None,
    }
}

fn change_order(_: &[Var], body: &mut Vec<Stmt>, at: usize, rng: &mut Rng) -> Option<&'static str> {
    if let Stmt::Wait(queues) = &mut body[at] {
        if rng.chance(70) {
            body.remove(at);
            return Some("a lost wait");
        }
        *queues = vec![rng.between(1, 3)];
        return Some("a wait for another queue");
    }
    let (queue, waits) = body[at].order_mut()?;
    if !waits.is_empty() && rng.chance(70) {
        waits.clear();
        return Some("a lost wait clause");
    }
    let other = Some(rng.between(1, 3)).filter(|other| *queue != Some(*other))?;
    *queue = Some(other);
    Some("another queue")
}

fn drop_or_move(body: &mut Vec<Stmt>, at: usize, rng: &mut Rng) -> &'static str {
    if at + 1 < body.len() && rng.chance(60) {
        body.swap(at, at + 1);
        return "the next statement comes before";
    }
    let dropped = body.remove(at);
    if let Stmt::Data { body: inner, .. } = dropped {
        body.splice(at..at, inner);
    }
    "a lost directive"
}

fn change_clauses(
    vars: &[Var],
    clauses: &mut DataClauses,
    kinds: &[DataKind],
    rng: &mut Rng,
) -> Option<&'static str> {
    if clauses.is_empty() {
        return None;
    }
    let at = rng.below(clauses.len());
    match rng.below(10) {
        0..2 if clauses.len() > 1 => {
            clauses.remove(at);
            Some("a lost clause")
        }
        0..6 => {
            let kind = *rng.pick(kinds);
            let is_pointer = clauses[at].1.member.is_some() && shape(vars, &clauses[at].1).is_pointer();
            if kind == clauses[at].0 || kind.is_attachment() && !is_pointer {
                return None;
            }
            if kind.is_attachment() {
                clauses[at].1.section = None;
            }
            clauses[at].0 = kind;
            Some("another clause")
        }
        6 if clauses.len() > 1 => {
            clauses.rotate_left(1);
            Some("clauses in another order")
        }
        _ => change_section(vars, &mut clauses[at].1, rng),
    }
}

fn change_section(vars: &[Var], item: &mut Item, rng: &mut Rng) -> Option<&'static str> {
    let has_elements = shape(vars, item).grid().is_some();
    let Some(section) = &mut item.section else {
        let length = Some(Expr::Int(rng.between(1, 4)));
        item.section = Some(Section { start: Some(Expr::Int(rng.between(0, 2))), length, columns: None });
        return has_elements.then_some("a part of the variable");
    };
    let Section { start, length: Some(length), columns: None } = section else { return None };
    let by = |bound: &mut Expr, summand: i64| match bound {
        Expr::Int(value) => *value += summand,
        other => *other = Expr::bin(Op::Add, other.clone(), Expr::Int(summand)),
    };
    if rng.chance(15) {
        by(length, 1);
        return Some("a longer section");
    }
    by(length, -1);
    if rng.chance(50) {
        by(start.get_or_insert(Expr::Int(0)), 1);
    }
    has_elements.then_some("a shorter section")
}

/// The type of what an item names.
fn shape<'v>(vars: &'v [Var], item: &Item) -> &'v Shape {
    let shape = &vars[item.var].shape;
    item.member.map_or(shape, |member| &shape.members()[member].shape)
}

fn change_update(vars: &[Var], update: &mut Update, rng: &mut Rng) -> Option<&'static str> {
    match rng.below(5) {
        0 => {
            update.if_present = !update.if_present;
            Some("if_present")
        }
        1 => {
            std::mem::swap(&mut update.to_self, &mut update.to_device);
            Some("the other direction")
        }
        choice => {
            let items = if choice < 4 { &mut update.to_self } else { &mut update.to_device };
            let at = rng.below(items.len().max(1));
            change_section(vars, items.get_mut(at)?, rng)
        }
    }
}

fn change_routine(
    vars: &[Var],
    routine: &mut Routine,
    item: &mut Item,
    rng: &mut Rng,
) -> Option<&'static str> {
    use Routine::*;
    const ATTACHING: [Routine; 3] = [Attach, Detach, DetachFinalize];
    if routine.is_attachment() {
        *routine = *rng.pick(&ATTACHING);
        return Some("another routine");
    }
    if rng.chance(30) {
        return change_section(vars, item, rng);
    }
    *routine = *rng.pick(&Routine::OF_DATA);
    Some("another routine")
}
