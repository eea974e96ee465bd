//! What is proven about the loops of a function, beside what its executions do.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use clacc_sema::c::model::DeclModel;
use clacc_sema::db::external_decls::{DeclKind, declarations};
use clacc_sema::db::files::Volatility;
use clacc_sema::db::function_effects::effects;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::{Database, Unit, set_text};
use clacc_sema::dependence::{Assumptions, Effects, Independent, Judge, ObstacleKind, Outcome, judge};
use clacc_sema::program::entity::EntityKind;
use clacc_sema::program::place::{At, EntityId};
use clacc_sema::program::{Program, View};
use clacc_syntax::parse::ParseLimits;

use crate::called::Called;
use crate::changed_places::change_places;
use crate::nest::{Expr, Function, Home, Op, Stmt, Target, Var};
use crate::run::{Apart, Flags, Input, Leads, Run, Seen};

/// What was found in the loops of many functions.
#[derive(Default)]
pub(crate) struct Figures {
    pub(crate) functions: usize,
    /// Functions that are defined for no input.
    empty: usize,
    loops: usize,
    /// Loops whose iterations are independent in all executions, and how many of them are proven.
    pub(crate) parallel: usize,
    proven: usize,
    /// Those of them that need a reduction.
    with_reduction: usize,
    with_reduction_proven: usize,
    /// Loops with a dependence in some execution, and how many of them are known to have it.
    dependent: usize,
    disproven: usize,
    /// The reasons why loops that are parallel are not proven.
    obstacles: BTreeMap<String, usize>,
    /// Loops that end in another loop, and how many of them may change places with it.
    nests: usize,
    pub(crate) changed_places: usize,
    /// Loops of which each iteration has its own of an array, and loops with calls that are proven.
    pub(crate) with_arrays: usize,
    pub(crate) with_calls: usize,
    pub(crate) wrong: Vec<String>,
}

impl Figures {
    pub(crate) fn and(mut self, other: Figures) -> Figures {
        self.functions += other.functions;
        self.empty += other.empty;
        self.loops += other.loops;
        self.parallel += other.parallel;
        self.proven += other.proven;
        self.with_reduction += other.with_reduction;
        self.with_reduction_proven += other.with_reduction_proven;
        self.dependent += other.dependent;
        self.disproven += other.disproven;
        self.nests += other.nests;
        self.changed_places += other.changed_places;
        self.with_arrays += other.with_arrays;
        self.with_calls += other.with_calls;
        for (kind, count) in other.obstacles {
            *self.obstacles.entry(kind).or_default() += count;
        }
        self.wrong.extend(other.wrong);
        self
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} functions ({} defined for no input), {} loops",
            self.functions, self.empty, self.loops
        )?;
        writeln!(
            f,
            "{} of {} parallel loops proven, among them {} of {} with reductions",
            self.proven, self.parallel, self.with_reduction_proven, self.with_reduction
        )?;
        writeln!(f, "{} of {} dependent loops known as such", self.disproven, self.dependent)?;
        writeln!(f, "{} of {} nests change places", self.changed_places, self.nests)?;
        writeln!(
            f,
            "{} proofs with arrays of each iteration, {} with calls",
            self.with_arrays, self.with_calls
        )?;
        writeln!(f, "reasons given for the parallel ones that are not proven: {:?}", self.obstacles)?;
        write!(f, "{} wrong answers", self.wrong.len())
    }
}

/// A function in clacc's eyes.
struct Parsed {
    model: Arc<DeclModel>,
    program: Arc<Program>,
    /// What the functions do that it calls.
    functions: Vec<(EntityId, Arc<Effects>)>,
}

impl Parsed {
    fn new(source: &str) -> Parsed {
        let mut db = Database::default();
        let main = set_text(&mut db, "main.c", Some(source.as_bytes().into()), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
        let mut functions =
            declarations(&db, unit).iter().filter(|decl| decl.kind(&db) == DeclKind::Function);
        let decl = *functions.next_back().expect("a function");
        let (model, program) = (model(&db, decl), program(&db, decl));
        let view = View::of_c(&program, &model);
        let entities = (0..).map(EntityId::new).take(program.entities.len());
        let functions = entities.filter(|id| view.entity(*id).kind == EntityKind::Function);
        let functions = functions.filter_map(|id| Some((id, effects(&db, unit, view.name(id))?))).collect();
        Parsed { model, program, functions }
    }

    fn view(&self) -> View<'_> {
        View::of_c(&self.program, &self.model)
    }

    fn name(&self, entity: EntityId) -> &str {
        self.view().text(self.view().name(entity))
    }

    fn entity(&self, name: &str) -> Option<EntityId> {
        let mut entities = (0..).map(EntityId::new).take(self.program.entities.len());
        entities.find(|entity| self.name(*entity) == name)
    }
}

/// What all executions with some kinds of inputs did.
struct Executed {
    seen: Vec<Seen>,
    inputs: Vec<(Input, Vec<Option<i64>>)>,
}

/// Checks what is proven about the loops of one function, with parameters up to and with `highest`.
pub(crate) fn check(seed: u64, function: &Function, highest: i64, figures: &mut Figures) {
    figures.functions += 1;
    let apart = execute(function, &ways(function, Aliases::None), highest);
    if apart.inputs.is_empty() {
        figures.empty += 1;
        return;
    }
    let text = function.text();
    let parsed = Parsed::new(&text);
    let loops = parsed.program.loops.clone();
    assert_eq!(loops.len(), function.loops, "seed {seed}:\n{text}");
    let pointers: Vec<Var> =
        function.vars().filter(|(_, variable)| variable.is_pointer()).map(|(var, _)| var).collect();
    let nothing = Assumptions { functions: parsed.functions.clone(), ..Assumptions::default() };
    let mut settings = vec![(nothing.clone(), Aliases::All)];
    if !pointers.is_empty() {
        let disjoint = pointers.iter().filter_map(|var| parsed.entity(&function.variable(*var).name));
        settings.push((Assumptions { disjoint: disjoint.collect(), ..nothing }, Aliases::Globals));
    }
    for (assumptions, aliases) in settings {
        let all = execute(function, &ways(function, aliases), highest);
        for (number, at) in loops.iter().enumerate() {
            let outcome = judge(parsed.view(), *at, &assumptions);
            let check = Check { parsed: &parsed, function, number, all: &all, apart: &apart };
            let wrong = check.what_is_wrong(&outcome, figures);
            let changed = check.changed_places(&loops, &assumptions, figures);
            figures.wrong.extend(wrong.into_iter().chain(changed).map(|why| {
                format!(
                    "seed {seed}, loop {number}, assuming {:?}: {why}\n{outcome:?}\n{text}",
                    assumptions.disjoint
                )
            }));
        }
    }
}

/// Checks the check: answers that executions show to be right, and answers that they show to be wrong.
pub(crate) fn check_itself(seed: u64, function: &Function, highest: i64) {
    let all = execute(function, &ways(function, Aliases::All), highest);
    let text = function.text();
    let parsed = Parsed::new(&text);
    for number in (0..function.loops).filter(|_| !all.inputs.is_empty()) {
        let check = Check { parsed: &parsed, function, number, all: &all, apart: &all };
        let needed = check.needed();
        let is_parallel = check.truth() == Truth::Parallel;
        let found = check.contradiction(&needed);
        // Copies of arrays are tried here and not counted on.
        let has_arrays = needed.last.iter().any(|var| !function.variable(*var).dims.is_empty());
        let is_right = found.is_ok() == is_parallel || has_arrays;
        assert!(is_right, "seed {seed}, loop {number}: {found:?}\n{text}");
        if !needed.private.is_empty() {
            let nothing = Apart { private: Vec::new(), last: Vec::new(), ..needed };
            assert!(check.contradiction(&nothing).is_err(), "seed {seed}, loop {number}:\n{text}");
        }
    }
}

/// Which pointers may lead to the same memory as others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aliases {
    None,
    /// As variables that are no pointers.
    Globals,
    All,
}

/// Where the pointers of a function lead to, in the ways that are tried.
fn ways(function: &Function, aliases: Aliases) -> Vec<Vec<Leads>> {
    let pointers: Vec<(Var, bool)> = function
        .vars()
        .filter(|(_, variable)| variable.is_pointer())
        .map(|(var, variable)| (var, variable.home == (Home::Parameter { restrict: true })))
        .collect();
    let own = vec![Leads::Own; pointers.len()];
    let mut ways = vec![own.clone()];
    for (position, (pointer, is_restrict)) in pointers.iter().enumerate() {
        if *is_restrict || aliases == Aliases::None {
            continue;
        }
        for (other, variable) in function.vars().filter(|(_, variable)| !variable.dims.is_empty()) {
            let is_pointer = variable.is_pointer();
            // A pointer leads into one that comes before it, whose memory is its own.
            let reaches = if is_pointer {
                aliases == Aliases::All && other < *pointer
            } else {
                variable.is_seen_outside()
            };
            let is_restrict = variable.home == (Home::Parameter { restrict: true });
            if reaches && !is_restrict && !matches!(variable.home, Home::Into(..)) {
                for shift in [0, 1] {
                    let mut way = own.clone();
                    way[position] = Leads::Into(other, shift);
                    ways.push(way);
                }
            }
        }
    }
    ways
}

fn execute(function: &Function, ways: &[Vec<Leads>], highest: i64) -> Executed {
    execute_all(function, ways, [0, highest], false)
}

/// Executes a function with all parameters in a range.
fn execute_all(
    function: &Function,
    ways: &[Vec<Leads>],
    [lowest, highest]: [i64; 2],
    is_roomy: bool,
) -> Executed {
    let count = function.vars().filter(|(_, variable)| variable.dims.is_empty());
    let count = count.filter(|(_, variable)| matches!(variable.home, Home::Parameter { .. })).count();
    let mut executed = Executed { seen: vec![Seen::default(); function.loops], inputs: Vec::new() };
    let choices = (highest - lowest + 1) as usize;
    for way in ways {
        for choice in 0..choices.pow(count as u32) {
            let numbers =
                (0..count).map(|at| (choice / choices.pow(at as u32) % choices) as i64 + lowest).collect();
            let input = Input { numbers, pointers: way.clone(), contents: choice as u64 + 1, is_roomy };
            let mut run = Run::new(function, &input, None);
            if let Ok(outside) = run.finish() {
                add(&mut executed.seen, run.seen);
                executed.inputs.push((input, outside));
            }
        }
    }
    executed
}

fn add(all: &mut [Seen], seen: Vec<Seen>) {
    for (all, seen) in all.iter_mut().zip(seen) {
        all.ends_early |= seen.ends_early;
        all.control_changes |= seen.control_changes;
        all.repeats |= seen.repeats;
        all.flags.resize(seen.flags.len(), Flags::default());
        for (all, flags) in all.flags.iter_mut().zip(seen.flags) {
            all.flow |= flags.flow;
            all.anti |= flags.anti;
            all.output |= flags.output;
            all.exposed |= flags.exposed;
            all.written |= flags.written;
            all.live |= flags.live;
            all.live_from_earlier |= flags.live_from_earlier;
            all.live_from_before |= flags.live_from_before;
        }
    }
}

struct Check<'c> {
    parsed: &'c Parsed,
    function: &'c Function,
    number: usize,
    /// The executions for which the answer must hold.
    all: &'c Executed,
    /// Those in which no pointer leads to the memory of another one.
    apart: &'c Executed,
}

/// What a loop is in all executions.
#[derive(PartialEq, Eq)]
enum Truth {
    Parallel,
    WithReduction,
    Dependent,
}

impl Check<'_> {
    fn what_is_wrong(&self, outcome: &Outcome, figures: &mut Figures) -> Option<String> {
        figures.loops += 1;
        if self.apart.seen[self.number].repeats {
            self.count(outcome, figures);
        }
        match outcome {
            Outcome::Independent(independent) => self.against_independent(independent),
            Outcome::Dependent(dependence) => self.against_dependent(dependence.variable),
            Outcome::Unproven(_) => None,
        }
    }

    fn count(&self, outcome: &Outcome, figures: &mut Figures) {
        let truth = self.truth();
        let is_proven = matches!(outcome, Outcome::Independent(_));
        if let Outcome::Independent(found) = outcome {
            let view = self.parsed.view();
            let at = self.parsed.program.loops[self.number];
            figures.with_arrays += usize::from(!found.arrays.is_empty());
            figures.with_calls += usize::from(view.calls(view.run(at)).next().is_some());
        }
        match truth {
            Truth::Dependent => {
                figures.dependent += 1;
                figures.disproven += usize::from(matches!(outcome, Outcome::Dependent(_)));
            }
            _ => {
                figures.parallel += 1;
                figures.proven += usize::from(is_proven);
                if truth == Truth::WithReduction {
                    figures.with_reduction += 1;
                    figures.with_reduction_proven += usize::from(is_proven);
                }
                let reason = match outcome {
                    Outcome::Unproven(obstacle) => Some(reason(obstacle.kind)),
                    Outcome::Dependent(_) => Some("dependent"),
                    Outcome::Independent(_) => None,
                };
                if let Some(reason) = reason {
                    *figures.obstacles.entry(reason.to_owned()).or_default() += 1;
                }
            }
        }
    }

    fn var(&self, entity: EntityId) -> Result<Var, String> {
        let name = self.parsed.name(entity);
        let found = self.function.vars().find(|(_, variable)| variable.name == name);
        found.map(|(var, _)| var).ok_or(format!("`{name}` is no variable"))
    }

    fn seen(&self) -> &Seen {
        &self.all.seen[self.number]
    }

    /// The loop that is judged.
    fn control(&self) -> Var {
        find(&self.function.body, self.number).expect("the loop is in the function").0
    }

    fn truth(&self) -> Truth {
        let seen = self.seen();
        if seen.ends_early || seen.control_changes {
            return Truth::Dependent;
        }
        let control = self.control();
        let mut truth = Truth::Parallel;
        for (var, variable) in self.function.vars().filter(|(var, _)| *var != control) {
            let flags = seen.flags[var.0];
            let is_scalar = variable.dims.is_empty();
            if flags.conflicts() && !(flags.can_be_private() && (is_scalar || !flags.live)) {
                let (_, body) = find(&self.function.body, self.number).expect("the loop is in the function");
                if !is_scalar || combination(body, var) == Combined::Otherwise {
                    return Truth::Dependent;
                }
                truth = Truth::WithReduction;
            }
        }
        truth
    }

    fn against_independent(&self, answer: &Independent) -> Option<String> {
        self.apart_by(answer).and_then(|apart| self.contradiction(&apart)).err()
    }

    fn apart_by(&self, answer: &Independent) -> Result<Apart, String> {
        let vars = |entities: &[EntityId]| -> Result<Vec<Var>, String> {
            entities.iter().map(|entity| self.var(*entity)).collect()
        };
        let reductions = answer.reductions.iter().map(|(entity, by)| Ok((self.var(*entity)?, *by)));
        Ok(Apart {
            number: self.number,
            private: [vars(&answer.private)?, vars(&answer.arrays)?].concat(),
            last: vars(&answer.last)?,
            reductions: reductions.collect::<Result<_, String>>()?,
        })
    }

    /// Why the iterations of the loop are not independent with these copies and reductions.
    fn contradiction(&self, apart: &Apart) -> Result<(), String> {
        let seen = self.seen();
        if seen.ends_early || seen.control_changes {
            return Err("the loop ends early or its body changes its control variable".to_owned());
        }
        let control = self.control();
        for (var, variable) in self.function.vars().filter(|(var, _)| *var != control) {
            let (flags, name) = (seen.flags[var.0], &variable.name);
            if apart.reductions.iter().any(|(reduced, _)| *reduced == var) {
                continue;
            }
            let is_last = apart.last.contains(&var);
            if is_last || apart.private.contains(&var) {
                if flags.exposed {
                    return Err(format!("an iteration reads `{name}` before it writes it"));
                }
                if flags.live && !is_last {
                    return Err(format!("`{name}` is read behind the loop"));
                }
                if flags.live_from_earlier || (is_last && flags.live_from_before) {
                    return Err(format!("the last iteration does not always write `{name}`"));
                }
            } else if flags.conflicts() {
                return Err(format!("the iterations conflict in `{name}`: {flags:?}"));
            }
        }
        self.execute_apart(apart)
    }

    /// The copies that the executions show to be needed, if copies suffice.
    fn needed(&self) -> Apart {
        let flags = &self.seen().flags;
        let control = self.control();
        let is_private = |var: &Var| flags[var.0].conflicts() && *var != control;
        let private = self.function.vars().map(|(var, _)| var).filter(is_private);
        let last =
            self.function.vars().map(|(var, _)| var).filter(|var| is_private(var) && flags[var.0].live);
        Apart {
            number: self.number,
            private: private.collect(),
            last: last.collect(),
            reductions: Vec::new(),
        }
    }

    /// Executes the function with the loop's iterations in another order.
    fn execute_apart(&self, apart: &Apart) -> Result<(), String> {
        let stride = (self.all.inputs.len() / 8).max(1);
        for (input, expected) in self.all.inputs.iter().rev().step_by(stride) {
            let mut run = Run::new(self.function, input, Some(apart));
            let found = run.finish();
            if found.as_ref() != Ok(expected) {
                return Err(format!("for {input:?} the iterations in another order give another result"));
            }
        }
        Ok(())
    }

    /// Executes the function with the loop inside of the one at its end, if it is said that both may change places: as it
    /// then stands, and with the iterations of the loop that came inside in another order.
    fn changed_places(
        &self,
        loops: &[At],
        assumptions: &Assumptions,
        figures: &mut Figures,
    ) -> Option<String> {
        let changed = change_places(self.function, self.number)?;
        let inner = *loops.get(self.number + 1)?;
        figures.nests += 1;
        let judge = Judge::new(self.parsed.view());
        let answer = judge.interchange([loops[self.number], inner], assumptions)?;
        figures.changed_places += 1;
        let private = answer.private.iter().map(|entity| self.var(*entity)).collect::<Result<_, _>>();
        let (last, reductions) = (Vec::new(), Vec::new());
        let apart = match private {
            Ok(private) => Apart { number: self.function.loops, private, last, reductions },
            Err(why) => return Some(why),
        };
        let results = |apart, (input, expected): &(Input, Vec<Option<i64>>)| {
            Run::new(&changed, input, apart).finish().as_ref() == Ok(expected)
        };
        let is_wrong = |case: &&(Input, _)| !results(None, case) || !results(Some(&apart), case);
        let wrong = self.all.inputs.iter().find(is_wrong);
        wrong.map(|(input, _)| format!("for {input:?} loops that change places give another result"))
    }

    fn against_dependent(&self, entity: EntityId) -> Option<String> {
        let var = match self.var(entity) {
            Ok(var) => var,
            Err(why) => return Some(why),
        };
        let is_array = !self.function.variable(var).dims.is_empty();
        // A loop that never repeats says nothing. A copy of an array is nothing that a loop has of itself.
        let is_real = |executed: &Executed| {
            let seen = &executed.seen[self.number];
            let flags = seen.flags.get(var.0).copied().unwrap_or_default();
            flags.conflicts() && (is_array || !flags.can_be_private())
        };
        if is_real(self.apart) {
            return None;
        }
        // With other numbers there may be one, and an array may be larger than it is declared: no analysis has
        // to know that only a few iterations stay inside it.
        let wider = execute_all(self.function, &ways(self.function, Aliases::None), [-3, 10], true);
        let repeats = |executed: &Executed| executed.seen[self.number].repeats;
        if is_real(&wider) || !(repeats(self.apart) || repeats(&wider)) {
            return None;
        }
        Some(format!("no execution has a dependence through `{}`", self.function.variable(var).name))
    }
}

fn reason(kind: ObstacleKind) -> &'static str {
    match kind {
        ObstacleKind::Header => "header",
        ObstacleKind::Jump => "jump",
        ObstacleKind::Call => "call",
        ObstacleKind::Accesses => "accesses",
        ObstacleKind::Aliases => "aliases",
        ObstacleKind::Unnamed => "unnamed",
        ObstacleKind::Scalar => "scalar",
        ObstacleKind::Volatile => "volatile",
        ObstacleKind::Size => "size",
    }
}

/// The control variable and the body of a loop.
fn find(stmts: &[Stmt], number: usize) -> Option<(Var, &[Stmt])> {
    stmts.iter().find_map(|stmt| match stmt {
        Stmt::For(inner) if inner.number == number => Some((inner.control, &inner.body[..])),
        Stmt::For(inner) => find(&inner.body, number),
        Stmt::If(_, then, other) => find(then, number).or_else(|| find(other, number)),
        _ => None,
    })
}

/// How statements combine values with a scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Combined {
    Not,
    By(Op),
    Otherwise,
}

/// Whether all uses of a scalar combine values with it by one operator.
fn combination(stmts: &[Stmt], var: Var) -> Combined {
    stmts.iter().map(|stmt| combination_of(stmt, var)).fold(Combined::Not, both)
}

fn both(first: Combined, second: Combined) -> Combined {
    match (first, second) {
        (Combined::Not, other) | (other, Combined::Not) => other,
        (Combined::By(a), Combined::By(b)) if a == b => first,
        _ => Combined::Otherwise,
    }
}

fn combination_of(stmt: &Stmt, var: Var) -> Combined {
    let plain = |is_used: bool| if is_used { Combined::Otherwise } else { Combined::Not };
    let is_var = |target: &Target| target.var == var;
    match stmt {
        Stmt::Assign(target, value) if is_var(target) => accumulated(value, var),
        Stmt::Compound(target, op, value) if is_var(target) => match op {
            _ if uses(value, var) => Combined::Otherwise,
            Op::Add | Op::Sub => Combined::By(Op::Add),
            op => Combined::By(*op),
        },
        Stmt::Step(target, _) if is_var(target) => Combined::By(Op::Add),
        Stmt::Assign(target, value) | Stmt::Compound(target, _, value) => {
            plain(uses(value, var) || target.subscripts.iter().any(|subscript| uses(subscript, var)))
        }
        Stmt::Step(target, _) => plain(target.subscripts.iter().any(|subscript| uses(subscript, var))),
        Stmt::If(condition, then, other) => match extreme(condition, then, other, var) {
            Some(op) => Combined::By(op),
            None => [plain(uses(condition, var)), combination(then, var), combination(other, var)]
                .into_iter()
                .fold(Combined::Not, both),
        },
        Stmt::For(inner) => {
            let header = inner.control == var || uses(&inner.first, var) || uses(&inner.bound, var);
            both(plain(header), combination(&inner.body, var))
        }
        Stmt::Call(called) => plain(is_called_with(called, var)),
        Stmt::Break | Stmt::Continue | Stmt::Point(..) => Combined::Not,
    }
}

/// `s + value`, `value + s`, `s - value`, and the like.
fn accumulated(value: &Expr, var: Var) -> Combined {
    match value {
        Expr::Binary(op @ (Op::Add | Op::Mul), left, right) => {
            match (is_only(left, var), is_only(right, var)) {
                (true, false) if !uses(right, var) => Combined::By(*op),
                (false, true) if !uses(left, var) => Combined::By(*op),
                _ => Combined::Otherwise,
            }
        }
        Expr::Binary(Op::Sub, left, right) if is_only(left, var) && !uses(right, var) => {
            Combined::By(Op::Add)
        }
        Expr::Choose(condition, yes, no) => {
            choice(condition, yes, no, var).map_or(Combined::Otherwise, Combined::By)
        }
        _ => Combined::Otherwise,
    }
}

fn is_only(expr: &Expr, var: Var) -> bool {
    matches!(expr, Expr::Get(target) if target.var == var)
}

/// `if (value > s) s = value;`
fn extreme(condition: &Expr, then: &[Stmt], other: &[Stmt], var: Var) -> Option<Op> {
    let [Stmt::Assign(target, value)] = then else { return None };
    if target.var != var || !other.is_empty() || uses(value, var) {
        return None;
    }
    choice(condition, value, &Expr::of(var), var)
}

/// `s < value ? value : s`: [`Op::Gt`] for the greatest, [`Op::Lt`] for the least.
fn choice(condition: &Expr, yes: &Expr, no: &Expr, var: Var) -> Option<Op> {
    let Expr::Binary(op @ (Op::Lt | Op::Le | Op::Gt | Op::Ge), left, right) = condition else { return None };
    let same = |a: &Expr, b: &Expr| format!("{a:?}") == format!("{b:?}");
    let is_less = matches!(op, Op::Lt | Op::Le);
    let is_first_kept = if same(left, yes) && same(right, no) {
        true
    } else if same(left, no) && same(right, yes) {
        false
    } else {
        return None;
    };
    let value = if is_only(left, var) { right } else { left };
    let is_about = is_only(left, var) != is_only(right, var) && !uses(value, var);
    is_about.then_some(if is_less == is_first_kept { Op::Lt } else { Op::Gt })
}

fn uses(expr: &Expr, var: Var) -> bool {
    match expr {
        Expr::Number(_) => false,
        Expr::Get(target) => {
            target.var == var || target.subscripts.iter().any(|subscript| uses(subscript, var))
        }
        Expr::Binary(_, left, right) => uses(left, var) || uses(right, var),
        Expr::Cast(_, of) => uses(of, var),
        Expr::Choose(condition, yes, no) => uses(condition, var) || uses(yes, var) || uses(no, var),
        Expr::Call(called) => is_called_with(called, var),
    }
}

fn is_called_with(called: &Called, var: Var) -> bool {
    let mut pointers = called.pointers.iter();
    called.numbers.iter().any(|number| uses(number, var))
        || pointers
            .any(|target| target.var == var || target.subscripts.iter().any(|subscript| uses(subscript, var)))
}
