//! Functions with a nest of loops, at random.

use crate::called::{Called, Helper};
use crate::nest::{Expr, Function, Home, Loop, Op, Stmt, Target, Ty, Var, Variable};
use crate::rng::Rng;

/// A function for a seed.
pub(crate) fn function(seed: u64) -> Function {
    let mut draw = Draw {
        rng: Rng::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(77)),
        function: Function { variables: Vec::new(), body: Vec::new(), loops: 0 },
        parameters: Vec::new(),
        arrays: Vec::new(),
        scalars: Vec::new(),
        controls: Vec::new(),
        bases: Vec::new(),
        statements: 0,
    };
    draw.draw();
    draw.function
}

/// The dimensions, by what subscripts they have room for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dimension {
    Only,
    First,
    Second,
}

struct Draw {
    rng: Rng,
    function: Function,
    parameters: Vec<Var>,
    arrays: Vec<Var>,
    scalars: Vec<Var>,
    /// The control variables of the loops around.
    controls: Vec<Var>,
    /// Subscripts that were used before, by the number of loops around and the dimension.
    bases: Vec<(usize, Dimension, Expr)>,
    statements: usize,
}

impl Draw {
    fn draw(&mut self) {
        self.declare();
        let depth = 1 + self.rng.below(3);
        let nest = self.nest(depth);
        self.function.body.push(nest);
        let local = self.function.vars().find(|(_, variable)| matches!(variable.home, Home::Into(..)));
        let local = local.map(|(var, _)| var);
        if let (Some(pointer), true) = (local, self.rng.chance(40)) {
            let other = self.line().unwrap_or(self.out());
            let point = Stmt::Point(pointer, other, self.rng.between(0, 2));
            let at = if self.rng.chance(30) { 0 } else { self.function.body.len() };
            self.function.body.insert(at, point);
        }
        if self.rng.chance(if local.is_some() { 60 } else { 8 }) {
            let second = self.nest(1);
            self.function.body.push(second);
        }
        let work = self.function.vars().find(|(_, variable)| variable.name.starts_with('w'));
        if let (Some(array), true) = (work.map(|(var, _)| var), self.rng.chance(15)) {
            let place = Target { var: self.out(), subscripts: vec![Expr::Number(3)] };
            let work = Target { var: array, subscripts: vec![Expr::Number(self.rng_small())] };
            self.function.body.push(Stmt::Assign(place, Expr::Get(work)));
        }
        for scalar in self.scalars.clone() {
            if self.rng.chance(50) {
                let place = Target { var: self.out(), subscripts: vec![Expr::Number(scalar.0 as i64 % 8)] };
                self.function.body.push(Stmt::Assign(place, Expr::of(scalar)));
            }
        }
    }

    fn add(&mut self, name: String, ty: Ty, dims: Vec<i64>, home: Home) -> Var {
        self.function.variables.push(Variable { name, ty, dims, home });
        Var(self.function.variables.len() - 1)
    }

    #[expect(clippy::unused_self, reason = "it reads like a variable")]
    fn out(&self) -> Var {
        Var(0)
    }

    fn declare(&mut self) {
        self.add("out".to_owned(), Ty::I32, vec![8], Home::Global);
        for name in ["n", "m"].iter().take(1 + self.rng.below(2)) {
            let ty = if self.rng.chance(10) { Ty::U32 } else { Ty::I32 };
            let parameter = self.add((*name).to_owned(), ty, Vec::new(), Home::Parameter { restrict: false });
            self.parameters.push(parameter);
        }
        let pointers = self.rng.chance(35);
        for number in 0..=self.rng.below(3) {
            let home = match self.rng.below(10) {
                _ if pointers && self.rng.chance(70) => Home::Parameter { restrict: self.rng.chance(35) },
                0 | 1 => Home::Local(if self.rng.chance(70) { Some(0) } else { None }),
                _ => Home::Global,
            };
            let dims = if self.rng.chance(35) { vec![8, 8] } else { vec![64] };
            let array = self.add(format!("a{number}"), Ty::I32, dims, home);
            self.arrays.push(array);
        }
        if self.rng.chance(12) {
            self.local_pointer();
        }
        for number in 0..self.rng.below(4) {
            let ty = *self.rng.pick(&[Ty::I32, Ty::I32, Ty::I32, Ty::I32, Ty::U32, Ty::U8, Ty::I64]);
            let home = match self.rng.below(8) {
                0 => Home::Global,
                1 => Home::Local(None),
                _ => Home::Local(Some(self.rng.between(0, 3))),
            };
            let scalar = self.add(format!("s{number}"), ty, Vec::new(), home);
            self.scalars.push(scalar);
        }
    }

    /// Adds a pointer of the function into one of the arrays.
    fn local_pointer(&mut self) {
        if let Some(array) = self.line() {
            let shift = self.rng.between(0, 3);
            let pointer = self.add("q".to_owned(), Ty::I32, vec![64], Home::Into(array, shift));
            self.arrays.push(pointer);
        }
    }

    /// An array with one dimension.
    fn line(&mut self) -> Option<Var> {
        let lines: Vec<Var> = self
            .arrays
            .iter()
            .copied()
            .filter(|var| {
                let variable = self.function.variable(*var);
                variable.dims.len() == 1 && !matches!(variable.home, Home::Into(..))
            })
            .collect();
        (!lines.is_empty()).then(|| *self.rng.pick(&lines))
    }

    fn nest(&mut self, depth: usize) -> Stmt {
        let number = self.function.loops;
        self.function.loops += 1;
        let control = self.control(number);
        let (first, test, bound, step) = self.header(self.function.variable(control).ty);
        self.controls.push(control);
        let mut body = Vec::new();
        if self.rng.chance(18) {
            let work = self.work(control);
            body.extend(work);
        }
        if depth > 1 {
            self.some_statements(&mut body, 40);
            let inner = self.nest(depth - 1);
            body.push(if self.rng.chance(10) { self.guarded(inner) } else { inner });
            if self.rng.chance(10) {
                let second = self.nest(1);
                body.push(second);
            }
            self.some_statements(&mut body, 30);
        } else {
            let statement = self.statement();
            body.extend(statement);
            self.some_statements(&mut body, 60);
            self.some_statements(&mut body, 30);
        }
        if self.rng.chance(2) {
            let odd = self.oddity(control);
            body.push(odd);
        }
        self.controls.pop();
        let spelling = self.rng.below(4);
        Stmt::For(Box::new(Loop { number, control, first, test, bound, step, spelling, body }))
    }

    fn control(&mut self, number: usize) -> Var {
        let ty = match self.rng.below(20) {
            0 | 1 => Ty::U32,
            2 => Ty::U8,
            3 => Ty::I64,
            4 => Ty::I16,
            5 => Ty::U64,
            _ => Ty::I32,
        };
        let is_in_header = self.rng.chance(50);
        if !is_in_header && self.rng.chance(10) {
            // A control variable that stays for a second loop.
            let free = self.function.vars().find(|(var, variable)| {
                variable.name.starts_with('i')
                    && variable.home == Home::Local(None)
                    && !self.controls.contains(var)
            });
            if let Some((var, _)) = free {
                return var;
            }
        }
        let home = if is_in_header { Home::Header } else { Home::Local(None) };
        self.add(format!("i{number}"), ty, Vec::new(), home)
    }

    /// The first value, the test, the bound and the step of a loop.
    fn header(&mut self, ty: Ty) -> (Expr, Op, Expr, i64) {
        if ty == Ty::U8 && self.rng.chance(30) {
            return (
                Expr::Number(self.rng.between(250, 255)),
                Op::Ne,
                Expr::Number(self.rng.between(1, 4)),
                1,
            );
        }
        let low = match self.rng.below(10) {
            0 | 1 => Expr::Number(1),
            2 if !self.controls.is_empty() => Expr::of(*self.rng.pick(&self.controls)),
            3 if !self.controls.is_empty() => {
                Expr::binary(Op::Add, Expr::of(*self.rng.pick(&self.controls)), Expr::Number(1))
            }
            4 => Expr::of(*self.rng.pick(&self.parameters)),
            _ => Expr::Number(0),
        };
        let high = self.high();
        let by = if self.rng.chance(15) { 2 } else { 1 };
        if self.rng.chance(78) {
            let test = *self.rng.pick(&[Op::Lt, Op::Lt, Op::Lt, Op::Lt, Op::Le, Op::Ne]);
            return (low, test, high, by);
        }
        let first = Expr::binary(Op::Sub, high, Expr::Number(1));
        match (ty.is_unsigned(), self.rng.below(3)) {
            (true, 0) => (first.clone(), Op::Lt, Expr::Number(self.rng.between(4, 8)), -by),
            (true, 1) => (first, Op::Ne, Expr::Cast(ty, Box::new(Expr::Number(-1))), -by),
            (_, 2) => (first, Op::Gt, low, -by),
            _ => (first, Op::Ge, low, -by),
        }
    }

    fn high(&mut self) -> Expr {
        let parameter = Expr::of(*self.rng.pick(&self.parameters));
        match self.rng.below(14) {
            0 => Expr::binary(Op::Add, parameter, Expr::Number(self.rng.between(1, 2))),
            1 => Expr::binary(Op::Sub, parameter, Expr::Number(1)),
            2 if !self.controls.is_empty() => Expr::of(*self.rng.pick(&self.controls)),
            3 if !self.controls.is_empty() => {
                Expr::binary(Op::Add, Expr::of(*self.rng.pick(&self.controls)), Expr::Number(1))
            }
            4 if !self.scalars.is_empty() => Expr::of(*self.rng.pick(&self.scalars)),
            5..=8 => Expr::Number(self.rng.between(2, 6)),
            _ => parameter,
        }
    }

    fn some_statements(&mut self, body: &mut Vec<Stmt>, percent: usize) {
        if self.rng.chance(percent) && self.statements < 5 {
            let statement = self.statement();
            body.extend(statement);
        }
    }

    fn guarded(&mut self, stmt: Stmt) -> Stmt {
        let condition = self.condition();
        Stmt::If(condition, vec![stmt], Vec::new())
    }

    fn oddity(&mut self, control: Var) -> Stmt {
        let condition = self.condition();
        let control = Target { var: control, subscripts: Vec::new() };
        let stmt = match self.rng.below(5) {
            0 => Stmt::Break,
            1 => Stmt::Continue,
            2 => Stmt::Step(control, 1),
            3 => Stmt::Assign(control, Expr::Number(self.rng.between(2, 6))),
            _ => {
                let parameter = *self.rng.pick(&self.parameters);
                Stmt::Step(Target { var: parameter, subscripts: Vec::new() }, -1)
            }
        };
        Stmt::If(condition, vec![stmt], Vec::new())
    }

    /// One statement, or two that belong together.
    fn statement(&mut self) -> Vec<Stmt> {
        self.statements += 1;
        let choice = self.rng.below(100);
        let stmts = match choice {
            0..=43 => vec![self.store()],
            44..=54 => vec![self.call()],
            55..=69 if !self.scalars.is_empty() => {
                let scalar = *self.rng.pick(&self.scalars);
                let value = if self.rng.chance(30) { self.subscript(Dimension::Only) } else { self.value(1) };
                let set = Stmt::Assign(Target { var: scalar, subscripts: Vec::new() }, value);
                let place = self.element();
                let rest = self.value(0);
                let set = if self.rng.chance(12) { self.guarded(set) } else { set };
                let both = vec![set, Stmt::Assign(place, Expr::binary(Op::Add, Expr::of(scalar), rest))];
                if self.rng.chance(15) {
                    let condition = self.condition();
                    vec![Stmt::If(condition, both, Vec::new())]
                } else {
                    both
                }
            }
            70..=89 if !self.scalars.is_empty() => vec![self.accumulation()],
            90..=92 if !self.scalars.is_empty() => {
                let (scalar, value) = (*self.rng.pick(&self.scalars), self.value(1));
                vec![Stmt::Assign(Target { var: scalar, subscripts: Vec::new() }, value)]
            }
            93..=96 if !self.scalars.is_empty() => {
                let scalar = *self.rng.pick(&self.scalars);
                vec![Stmt::Step(Target { var: scalar, subscripts: Vec::new() }, 1)]
            }
            _ => vec![self.store()],
        };
        if self.rng.chance(15) {
            let condition = self.condition();
            let other =
                if self.rng.chance(30) && self.statements < 5 { self.statement() } else { Vec::new() };
            return vec![Stmt::If(condition, stmts, other)];
        }
        stmts
    }

    fn store(&mut self) -> Stmt {
        let place = self.element();
        match self.rng.below(10) {
            0 | 1 => {
                let op = *self.rng.pick(&[Op::Add, Op::Add, Op::Sub, Op::Mul, Op::Xor]);
                Stmt::Compound(place, op, self.value(1))
            }
            2 => Stmt::Step(place, 1),
            _ => Stmt::Assign(place, self.value(2)),
        }
    }

    /// An element whose address is handed to a function.
    fn pointer(&mut self) -> Target {
        let mut target = self.element();
        if let (Some(last), true) = (target.subscripts.last_mut(), self.rng.chance(60)) {
            *last = Expr::Number(0);
        }
        target
    }

    fn called(&mut self, helper: Helper, pointers: usize, numbers: usize) -> Called {
        let pointers = (0..pointers).map(|_| self.pointer()).collect();
        let subscript = self.subscript(Dimension::Second);
        let mut all = vec![subscript];
        all.extend((1..numbers).map(|_| self.value(1)));
        Called { helper, pointers, numbers: all, spelling: self.rng.below(3) }
    }

    /// A call as a statement.
    fn call(&mut self) -> Stmt {
        let (helper, pointers, numbers) = *self.rng.pick(&[
            (Helper::Put, 1, 2),
            (Helper::Put, 1, 2),
            (Helper::Add, 1, 2),
            (Helper::Fill, 1, 2),
            (Helper::Copy, 2, 1),
            (Helper::Twice, 1, 2),
        ]);
        let mut called = self.called(helper, pointers, numbers);
        if matches!(helper, Helper::Fill | Helper::Copy) && self.rng.chance(70) {
            called.numbers[0] = self.high();
            if self.rng.chance(60) {
                let stride = Expr::Number(*self.rng.pick(&[3, 4, 5, 6]));
                let row = Expr::binary(Op::Mul, self.some_control(), stride.clone());
                called.numbers[0] = if self.rng.chance(80) { stride } else { Expr::Number(5) };
                called.pointers[0].subscripts.last_mut().into_iter().for_each(|last| *last = row.clone());
            }
        }
        Stmt::Call(called)
    }

    /// A work array that is filled and then read, in most cases as far as it was filled.
    fn work(&mut self, around: Var) -> Vec<Stmt> {
        let known = self.function.vars().find(|(_, variable)| variable.name.starts_with('w'));
        let array = match known.map(|(var, _)| var).filter(|_| self.rng.chance(50)) {
            Some(var) => var,
            None => {
                let value = if self.rng.chance(60) { Some(0) } else { None };
                let name = format!("w{}", self.function.loops);
                self.add(name, Ty::I32, vec![8], Home::Local(value))
            }
        };
        let (first, bound) = (Expr::Number(self.rng.between(0, 1)), self.high());
        let mut all = Vec::new();
        if self.rng.chance(25) {
            let at = Expr::Number(self.rng_small());
            all.push(self.set_work(array, at));
        }
        let shift = i64::from(self.rng.chance(20));
        let fill = self.count_through(first.clone(), bound.clone(), array, shift, true);
        all.push(if self.rng.chance(8) { self.guarded(fill) } else { fill });
        if self.rng.chance(20) {
            let at = if self.rng.chance(50) { bound.clone() } else { Expr::Number(self.rng_small()) };
            all.push(self.set_work(array, at));
        }
        if self.rng.chance(8) {
            let condition = self.condition();
            all.push(Stmt::If(condition, vec![Stmt::Continue], Vec::new()));
        }
        if self.rng.chance(70) {
            let first = if self.rng.chance(80) { first } else { Expr::Number(self.rng_small()) };
            let bound = if self.rng.chance(75) { bound } else { self.high() };
            all.push(self.count_through(first, bound, array, shift, false));
        } else {
            let at = if self.rng.chance(50) { Expr::Number(self.rng_small()) } else { Expr::of(around) };
            let place = self.element();
            all.push(Stmt::Assign(place, Expr::Get(Target { var: array, subscripts: vec![at] })));
        }
        all
    }

    fn rng_small(&mut self) -> i64 {
        self.rng.between(0, 3)
    }

    fn set_work(&mut self, array: Var, at: Expr) -> Stmt {
        let value = self.value(1);
        Stmt::Assign(Target { var: array, subscripts: vec![at] }, value)
    }

    /// A loop through a work array that fills it, or reads it.
    fn count_through(&mut self, first: Expr, bound: Expr, array: Var, shift: i64, fills: bool) -> Stmt {
        let number = self.function.loops;
        self.function.loops += 1;
        let ty = if self.rng.chance(12) { Ty::U32 } else { Ty::I32 };
        let control = self.add(format!("i{number}"), ty, Vec::new(), Home::Header);
        self.controls.push(control);
        let at = match self.rng.below(12) {
            0 => Expr::binary(Op::Sub, Expr::Number(7), Expr::of(control)),
            1 => Expr::binary(Op::Mul, Expr::of(control), Expr::Number(2)),
            _ if shift > 0 => Expr::binary(Op::Add, Expr::of(control), Expr::Number(shift)),
            _ => Expr::of(control),
        };
        let work = Target { var: array, subscripts: vec![at] };
        let body = if fills {
            let value = self.value(1);
            vec![Stmt::Assign(work, value)]
        } else {
            let place = self.element();
            vec![Stmt::Compound(place, Op::Add, Expr::Get(work))]
        };
        self.controls.pop();
        let test = if self.rng.chance(12) { Op::Le } else { Op::Lt };
        let spelling = self.rng.below(4);
        let step = if self.rng.chance(6) { 2 } else { 1 };
        Stmt::For(Box::new(Loop { number, control, first, test, bound, step, spelling, body }))
    }

    fn accumulation(&mut self) -> Stmt {
        let scalar = *self.rng.pick(&self.scalars);
        let (place, old) = (Target { var: scalar, subscripts: Vec::new() }, Expr::of(scalar));
        let value = self.value(1);
        match self.rng.below(16) {
            0..=3 => Stmt::Compound(place, Op::Add, value),
            4 => Stmt::Compound(place, *self.rng.pick(&[Op::Sub, Op::And, Op::Or, Op::Xor, Op::Mul]), value),
            5 => Stmt::Assign(place, Expr::binary(Op::Add, old, value)),
            6 => Stmt::Assign(place, Expr::binary(Op::Add, value, old)),
            7 => Stmt::Assign(place, Expr::binary(Op::Sub, value, old)),
            8 => Stmt::Step(place, 1),
            9 | 10 => {
                let test = *self.rng.pick(&[Op::Gt, Op::Lt, Op::Ge]);
                let condition = Expr::binary(test, value.clone(), old);
                let new = if self.rng.chance(15) { self.value(0) } else { value };
                Stmt::If(condition, vec![Stmt::Assign(place, new)], Vec::new())
            }
            11 | 12 => {
                let test = *self.rng.pick(&[Op::Gt, Op::Lt, Op::Le]);
                let condition = Expr::binary(test, old.clone(), value.clone());
                let (yes, no) = if self.rng.chance(50) { (old, value) } else { (value, old) };
                Stmt::Assign(place, Expr::Choose(Box::new(condition), Box::new(yes), Box::new(no)))
            }
            13 => {
                Stmt::Assign(place, Expr::binary(Op::Add, Expr::binary(Op::Mul, old, Expr::Number(2)), value))
            }
            14 => {
                Stmt::Assign(place, Expr::binary(Op::Add, Expr::binary(Op::Sub, old, value), Expr::Number(1)))
            }
            _ => Stmt::Assign(place, Expr::binary(Op::Add, old, Expr::Cast(Ty::U8, Box::new(value)))),
        }
    }

    fn condition(&mut self) -> Expr {
        let left = match self.rng.below(8) {
            0 | 1 => Expr::Get(self.element()),
            2 => Expr::binary(Op::Rem, self.some_control(), Expr::Number(2)),
            3 if !self.scalars.is_empty() => Expr::of(*self.rng.pick(&self.scalars)),
            _ => self.some_control(),
        };
        let right = match self.rng.below(6) {
            0 => self.some_control(),
            1 => Expr::of(*self.rng.pick(&self.parameters)),
            _ => Expr::Number(self.rng.between(0, 4)),
        };
        let test = *self.rng.pick(&[Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne]);
        let condition = Expr::binary(test, left, right);
        if self.rng.chance(12) {
            let second = self.condition();
            return Expr::binary(*self.rng.pick(&[Op::LogicalAnd, Op::LogicalOr]), condition, second);
        }
        condition
    }

    fn some_control(&mut self) -> Expr {
        if self.controls.is_empty() {
            return Expr::of(*self.rng.pick(&self.parameters));
        }
        Expr::of(*self.rng.pick(&self.controls))
    }

    /// A value with so many operators at most.
    fn value(&mut self, depth: usize) -> Expr {
        match self.rng.below(10) {
            0 | 1 => Expr::Number(self.rng.between(0, 5)),
            2 => self.some_control(),
            3 if !self.scalars.is_empty() => Expr::of(*self.rng.pick(&self.scalars)),
            4..=6 if depth > 0 => {
                let op = *self.rng.pick(&[Op::Add, Op::Add, Op::Sub, Op::Mul, Op::Xor]);
                Expr::binary(op, self.value(depth - 1), self.value(depth - 1))
            }
            7 if self.rng.chance(40) => {
                let helper = *self.rng.pick(&[Helper::At, Helper::At, Helper::Sum]);
                Expr::Call(Box::new(self.called(helper, 1, 1)))
            }
            _ => Expr::Get(self.element()),
        }
    }

    fn element(&mut self) -> Target {
        let array = *self.rng.pick(&self.arrays);
        let count = self.function.variable(array).dims.len();
        let subscripts = match count {
            1 => vec![self.subscript(Dimension::Only)],
            _ => vec![self.subscript(Dimension::First), self.subscript(Dimension::Second)],
        };
        Target { var: array, subscripts }
    }

    /// A subscript: often one of those before, or near it.
    fn subscript(&mut self, dimension: Dimension) -> Expr {
        let depth = self.controls.len();
        let known: Vec<Expr> = self
            .bases
            .iter()
            .filter(|(level, of, _)| *level == depth && *of == dimension)
            .map(|(_, _, expr)| expr.clone())
            .collect();
        if !known.is_empty() && self.rng.chance(60) {
            let base = self.rng.pick(&known).clone();
            return match self.rng.below(10) {
                0 => Expr::binary(Op::Add, base, Expr::Number(self.rng.between(1, 3))),
                1 => Expr::binary(Op::Sub, base, Expr::Number(1)),
                2 => Expr::binary(Op::Add, base, Expr::of(*self.rng.pick(&self.parameters))),
                _ => base,
            };
        }
        let is_narrow = dimension != Dimension::Only && self.rng.chance(85);
        let base = if is_narrow { self.narrow_subscript() } else { self.new_subscript() };
        self.bases.push((depth, dimension, base.clone()));
        base
    }

    /// A subscript that stays small.
    fn narrow_subscript(&mut self) -> Expr {
        let control = self.some_control();
        match self.rng.below(12) {
            0 => Expr::binary(Op::Add, control, Expr::Number(1)),
            1 => Expr::binary(Op::Sub, Expr::Number(7), control),
            2 => Expr::Number(self.rng.between(0, 3)),
            3 => Expr::of(*self.rng.pick(&self.parameters)),
            _ => control,
        }
    }

    fn new_subscript(&mut self) -> Expr {
        let control = self.some_control();
        let second = self.some_control();
        let parameter = Expr::of(*self.rng.pick(&self.parameters));
        let small = self.rng.between(1, 5);
        match self.rng.below(40) {
            0..=15 => control,
            16 | 17 => Expr::binary(Op::Add, control, Expr::Number(small)),
            18..=20 => {
                let stride = *self.rng.pick(&[4, 5, 6, 8, 8]);
                Expr::binary(Op::Add, Expr::binary(Op::Mul, control, Expr::Number(stride)), second)
            }
            21 | 22 => Expr::binary(Op::Add, Expr::binary(Op::Mul, control, parameter), second),
            23 | 24 => Expr::binary(Op::Mul, Expr::Number(*self.rng.pick(&[2, 3])), control),
            25 => Expr::binary(Op::Add, Expr::binary(Op::Mul, Expr::Number(2), control), Expr::Number(small)),
            26 => Expr::binary(Op::Add, control, parameter),
            27 => Expr::binary(Op::Sub, Expr::Number(small + 2), control),
            28 => Expr::binary(Op::Add, control, second),
            29 => Expr::binary(Op::Add, Expr::binary(Op::Sub, control, second), Expr::Number(small)),
            30 => Expr::binary(*self.rng.pick(&[Op::Rem, Op::Div]), control, Expr::Number(2)),
            31 => Expr::binary(Op::Mul, control, second),
            32 => Expr::binary(Op::And, control, Expr::Number(3)),
            33 => Expr::Cast(
                Ty::U8,
                Box::new(Expr::binary(Op::Mul, control, Expr::Number(*self.rng.pick(&[64, 128, 255])))),
            ),
            34 => Expr::binary(Op::Shl, control, Expr::Number(1)),
            35 => Expr::Number(small),
            36 => parameter,
            37 if !self.scalars.is_empty() => Expr::of(*self.rng.pick(&self.scalars)),
            38 => Expr::Get(Target { var: self.out(), subscripts: vec![control] }),
            39 => Expr::Cast(Ty::U32, Box::new(Expr::binary(Op::Sub, control, Expr::Number(1)))),
            _ => control,
        }
    }
}
