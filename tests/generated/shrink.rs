//! Makes a program smaller while something stays wrong with it.

use crate::program::*;

/// Removes statements and clauses one by one, in at most 300 tries, as long as `is_wrong` holds. The model must still determine what
/// remains, which `is_wrong` checks.
pub(crate) fn shrink(program: Program, mut is_wrong: impl FnMut(&Program) -> bool) -> Program {
    let mut smallest = program;
    let mut at = 0;
    let mut failed = 0;
    for _ in 0..300 {
        let all = candidates(&smallest);
        if all.is_empty() || failed >= all.len() {
            break;
        }
        // What was tried in vain comes again only when everything else was tried.
        let candidate = all[at % all.len()].clone();
        if is_wrong(&candidate) {
            smallest = candidate;
            failed = 0;
        } else {
            at = (at + 1) % all.len();
            failed += 1;
        }
    }
    smallest
}

/// Programs with one thing less, the large things first.
fn candidates(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    let bodies = bodies_of(&program.body);
    for body in bodies {
        all.push(Program { body, ..program.clone() });
    }
    for (number, function) in program.functions.iter().enumerate() {
        for body in bodies_of(&function.body) {
            let mut smaller = program.clone();
            smaller.functions[number].body = body;
            all.push(smaller);
        }
    }
    all
}

/// Bodies with one statement, block or clause less.
fn bodies_of(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    // Halves, so that long programs become short at once.
    if body.len() > 3 {
        let middle = body.len() / 2;
        all.push(body[..middle].to_vec());
        all.push(body[middle..].to_vec());
    }
    for at in 0..body.len() {
        let mut without = body.to_vec();
        without.remove(at);
        all.push(without);
    }
    for (at, statement) in body.iter().enumerate() {
        if let Some(inner) = statement.inner() {
            if !matches!(statement, Stmt::Compute(_)) {
                let mut flat = body.to_vec();
                flat.splice(at..=at, inner.iter().cloned());
                all.push(flat);
            }
            for inner in bodies_of(inner) {
                let mut smaller = body.to_vec();
                *smaller[at].inner_mut().expect("it has a body") = inner;
                all.push(smaller);
            }
        }
        for simpler in simpler(statement) {
            let mut smaller = body.to_vec();
            smaller[at] = simpler;
            all.push(smaller);
        }
    }
    all
}

/// A statement with one clause less, or a simpler expression.
fn simpler(statement: &Stmt) -> Vec<Stmt> {
    match statement {
        Stmt::Data { clauses, condition, queue, waits, body } => {
            let with = |clauses: DataClauses, condition: &Option<Expr>, queue, waits: &[i64]| Stmt::Data {
                clauses,
                condition: condition.clone(),
                queue,
                waits: waits.to_vec(),
                body: body.clone(),
            };
            let mut all: Vec<Stmt> =
                without_one(clauses).map(|clauses| with(clauses, condition, *queue, waits)).collect();
            all.push(with(clauses.clone(), &None, *queue, waits));
            all.push(with(clauses.clone(), condition, None, &[]));
            all.retain(|other| other != statement);
            all
        }
        Stmt::Declared { clauses, body } => {
            let with = |clauses| Stmt::Declared { clauses, body: body.clone() };
            without_one(clauses).map(with).collect()
        }
        Stmt::Enter { clauses, .. } => {
            let mut all: Vec<Stmt> = without_one(clauses).map(plain_enter).collect();
            all.push(plain_enter(clauses.clone()));
            all.retain(|other| other != statement);
            all
        }
        Stmt::Exit { clauses, finalize, .. } => {
            let mut all: Vec<Stmt> =
                without_one(clauses).map(|clauses| plain_exit(clauses, *finalize)).collect();
            all.push(plain_exit(clauses.clone(), *finalize));
            all.push(plain_exit(clauses.clone(), false));
            all.retain(|other| other != statement);
            all
        }
        Stmt::Update(update) => simpler_updates(update).into_iter().map(Stmt::Update).collect(),
        Stmt::Compute(compute) => simpler_computes(compute).into_iter().map(Stmt::Compute).collect(),
        Stmt::For(nest) => simpler_loops(nest).into_iter().map(Stmt::For).collect(),
        Stmt::Assign(place, value) => parts(value).map(|part| Stmt::Assign(place.clone(), part)).collect(),
        Stmt::Routine { routine, item, queue: Some(_) } => {
            vec![Stmt::Routine { routine: *routine, item: item.clone(), queue: None }]
        }
        Stmt::Presence(items) if items.len() > 1 => without_one(items).map(Stmt::Presence).collect(),
        Stmt::HostData(taken) => {
            let mut all = vec![
                HostData { condition: None, ..taken.clone() },
                HostData { if_present: false, ..taken.clone() },
                HostData { work: None, ..taken.clone() },
            ];
            all.retain(|other| other != taken);
            all.into_iter().map(Stmt::HostData).collect()
        }
        Stmt::Print(shown) if shown.len() > 1 => without_one(shown).map(Stmt::Print).collect(),
        _ => Vec::new(),
    }
}

fn plain_enter(clauses: DataClauses) -> Stmt {
    Stmt::Enter { clauses, condition: None, queue: None, waits: Vec::new() }
}

fn plain_exit(clauses: DataClauses, finalize: bool) -> Stmt {
    Stmt::Exit { clauses, finalize, condition: None, queue: None, waits: Vec::new() }
}

fn without_one<T: Clone>(things: &[T]) -> impl Iterator<Item = Vec<T>> {
    let shorter = |at: usize| [&things[..at], &things[at + 1..]].concat();
    (0..if things.len() > 1 { things.len() } else { 0 }).map(shorter)
}

fn simpler_updates(update: &Update) -> Vec<Update> {
    let mut all = Vec::new();
    for at in 0..update.to_self.len() {
        let mut smaller = update.clone();
        smaller.to_self.remove(at);
        all.push(smaller);
    }
    for at in 0..update.to_device.len() {
        let mut smaller = update.clone();
        smaller.to_device.remove(at);
        all.push(smaller);
    }
    all.retain(|smaller| !smaller.to_self.is_empty() || !smaller.to_device.is_empty());
    all.push(Update { queue: None, waits: Vec::new(), condition: None, ..update.clone() });
    all.push(Update { if_present: false, ..update.clone() });
    all.retain(|smaller| smaller != update);
    all
}

fn simpler_computes(compute: &Compute) -> Vec<Compute> {
    let with = |change: &dyn Fn(&mut Compute)| {
        let mut smaller = compute.clone();
        change(&mut smaller);
        smaller
    };
    let mut all = vec![
        with(&|smaller| smaller.num_gangs = None),
        with(&|smaller| smaller.num_gangs = smaller.num_gangs.as_ref().map(|_| Expr::Int(1))),
        with(&|smaller| smaller.num_workers = None),
        with(&|smaller| smaller.vector_length = None),
        with(&|smaller| smaller.default = None),
        with(&|smaller| smaller.condition = None),
        with(&|smaller| smaller.on_self = None),
        with(&|smaller| (smaller.queue, smaller.waits) = (None, Vec::new())),
        with(&|smaller| smaller.waits = Vec::new()),
        with(&|smaller| smaller.private = Vec::new()),
        with(&|smaller| smaller.firstprivate = Vec::new()),
        with(&|smaller| smaller.reductions = Vec::new()),
    ];
    for at in 0..compute.data.len() {
        all.push(with(&|smaller| _ = smaller.data.remove(at)));
    }
    all.retain(|smaller| smaller != compute);
    all
}

fn simpler_loops(nest: &For) -> Vec<For> {
    let with = |change: &dyn Fn(&mut LoopClauses)| {
        let mut smaller = nest.clone();
        if let Some(clauses) = &mut smaller.directive {
            change(clauses);
        }
        smaller
    };
    let mut all = vec![
        with(&|clauses| clauses.private = Vec::new()),
        with(&|clauses| clauses.reductions = Vec::new()),
        with(&|clauses| clauses.kind = LoopKind::Implicit),
        with(&|clauses| clauses.levels = Levels::default()),
        with(&|clauses| clauses.levels.vector = false),
        with(&|clauses| clauses.levels.worker = false),
    ];
    let count = nest.directive.as_ref().map_or(0, |clauses| clauses.reductions.len());
    if count > 1 {
        all.extend((0..count).map(|at| with(&|clauses| _ = clauses.reductions.remove(at))));
    }
    all.retain(|smaller| smaller != nest);
    all
}

/// What an expression consists of.
fn parts(expr: &Expr) -> impl Iterator<Item = Expr> {
    let parts = match expr {
        Expr::Bin(_, left, right) => vec![(**left).clone(), (**right).clone()],
        Expr::Select(_, yes, no) => vec![(**yes).clone(), (**no).clone()],
        Expr::Bound(argument) => vec![(**argument).clone()],
        _ => Vec::new(),
    };
    parts.into_iter()
}
