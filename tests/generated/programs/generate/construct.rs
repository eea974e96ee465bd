//! Compute constructs.

use super::Generator;
use super::themes::Theme;
use super::variables::Grid;
use crate::programs::program::*;

/// What statements inside a construct can use.
#[derive(Clone, Default)]
struct Scope {
    grids: Vec<Grid>,
    /// Scalars that may be read.
    scalars: Vec<VarId>,
    /// Variables of loops with their ranges.
    counters: Vec<(VarId, i64, i64)>,
    /// Private scalars that may be written.
    private: Vec<VarId>,
    reductions: Vec<(Reduction, VarId)>,
    above: Levels,
    /// Variables in data clauses of the construct.
    named: Vec<VarId>,
}

const KINDS: [DataKind; 9] = [
    DataKind::Copy,
    DataKind::Copy,
    DataKind::Copy,
    DataKind::Copyin,
    DataKind::Copyout,
    DataKind::Present,
    DataKind::Present,
    DataKind::Create,
    DataKind::NoCreate,
];

impl Generator {
    pub(super) fn construct(&mut self, body: &mut Vec<Stmt>) -> bool {
        for _ in 0..6 {
            let vars = self.program.vars.len();
            let statement = Stmt::Compute(self.compute());
            if self.accept(body, statement) {
                return true;
            }
            self.program.vars.truncate(vars);
        }
        false
    }

    fn compute(&mut self) -> Compute {
        let kind = match self.rng.below(100) {
            0..14 => ComputeKind::Serial,
            14..34 => ComputeKind::Kernels,
            _ => ComputeKind::Parallel,
        };
        let mut compute = Compute { kind, ..Compute::default() };
        let mut scope = self.scope(&mut compute);
        compute.combined = self.rng.chance(60);
        let has_sizes = kind != ComputeKind::Serial;
        if has_sizes && self.rng.chance(35) {
            compute.num_gangs = Some(self.count(4));
        }
        if has_sizes && self.rng.chance(20) {
            compute.num_workers = Some(self.count(4));
        }
        if has_sizes && self.rng.chance(20) {
            compute.vector_length = Some(self.count(8));
        }
        self.conditions(&mut compute);
        (compute.queue, compute.waits) = self.queue();
        if compute.combined {
            let nest = self.gang_loop(&mut scope, compute.queue.is_none());
            compute.body = vec![Stmt::For(nest)];
        } else {
            self.parallel(&mut compute, &mut scope);
        }
        if kind == ComputeKind::Kernels {
            self.make_independent(&mut compute.body);
        }
        compute
    }

    /// Says `independent` on loops in `kernels`, without which they are as with `auto`.
    fn make_independent(&mut self, body: &mut [Stmt]) {
        for statement in body {
            if let Stmt::For(For { directive: Some(clauses), .. }) = statement
                && clauses.kind == LoopKind::Implicit
                && self.rng.chance(70)
            {
                clauses.kind = LoopKind::Independent;
            }
            if let Some(inner) = statement.inner_mut() {
                self.make_independent(inner);
            }
        }
    }

    /// Perhaps adds an assignment to a scalar, as one gang may execute it.
    fn assign_scalar(&mut self, body: &mut Vec<Stmt>, scope: &Scope) {
        let scalars: Vec<VarId> =
            scope.scalars.iter().copied().filter(|var| !self.program.vars[*var].constant).collect();
        if !scalars.is_empty() && self.rng.chance(40) {
            let var = *self.rng.pick(&scalars);
            let value = self.expr(scope, 1);
            let value = self.whole(value);
            body.push(Stmt::Assign(Place::scalar(var), value));
        }
    }

    /// A number from 1, most often as a constant.
    fn count(&mut self, last: i64) -> Expr {
        if self.rng.chance(15)
            && let Some(length) = self.lengths.first().copied().filter(|var| self.is_in_scope(*var))
        {
            return Expr::bin(Op::Sub, Expr::var(length), Expr::Int(2));
        }
        if self.rng.chance(30) { Expr::Int(1) } else { Expr::Int(self.rng.between(1, last)) }
    }

    fn conditions(&mut self, compute: &mut Compute) {
        if self.rng.chance(8) {
            compute.condition = Some(self.condition());
        }
        if self.rng.chance(6) {
            compute.on_self = Some(self.condition());
        }
        if self.rng.chance(10) {
            let kind = if self.rng.chance(50) { DefaultKind::Present } else { DefaultKind::None };
            compute.default = Some(kind);
        }
    }

    /// Chooses variables and data clauses for them.
    fn scope(&mut self, compute: &mut Compute) -> Scope {
        let mut grids = self.grids();
        let mut scope = Scope { scalars: self.host_scalars(), ..Scope::default() };
        scope.scalars.extend(self.lengths.iter().copied().filter(|var| self.is_in_scope(*var)));
        for var in 0..self.program.vars.len() {
            if matches!(self.program.vars[var].shape, Shape::Scalar(_))
                && self.is_in_scope(var)
                && self.rng.chance(10)
            {
                let kind = *self.rng.pick(&[DataKind::Copy, DataKind::Copyin, DataKind::Present]);
                if !self.program.vars[var].constant {
                    compute.data.push((kind, Item { var, member: None, section: None }));
                }
            }
        }
        while grids.len() > 3 {
            let gone = self.rng.below(grids.len());
            grids.swap_remove(gone);
        }
        for grid in &mut grids {
            self.clause_for(grid, compute);
        }
        scope.grids = grids;
        scope.named = compute.data.iter().map(|(_, item)| item.var).collect();
        scope
    }

    /// Perhaps adds a data clause, which limits what may be used.
    fn clause_for(&mut self, grid: &mut Grid, compute: &mut Compute) {
        let shape = self.program.vars[grid.var].shape.clone();
        let is_visible = self.machines[0].sees(grid.var);
        let needs_clause = self.program.shape(grid.var, grid.member).is_pointer() && !is_visible;
        if !needs_clause && self.rng.chance(if is_visible { 70 } else { 50 }) {
            if let Some((window, columns)) = self.machines[0].window(&self.program, grid.var, grid.member) {
                grid.window = window;
                grid.columns = columns.unwrap_or(grid.columns);
            }
            return;
        }
        let kind = *self.rng.pick(&KINDS);
        let kind = self.modified(kind);
        let kind = self.possible(kind, grid.member);
        if let Shape::StructPointer(_) = shape {
            let section =
                Some(Section { start: Some(Expr::Int(0)), length: Some(Expr::Int(1)), columns: None });
            let whole = Item { var: grid.var, member: None, section };
            if !compute.data.iter().any(|(_, item)| *item == whole) {
                compute.data.push((if kind.c_text() == "copyout" { DataKind::Copyin } else { kind }, whole));
            }
            if !self.program.shape(grid.var, grid.member).is_pointer() {
                return;
            }
        }
        let mut item = Item { var: grid.var, member: grid.member, section: None };
        if matches!(shape, Shape::Struct(_))
            && self.rng.chance(50)
            && !self.program.shape(grid.var, grid.member).is_pointer()
        {
            item.member = None;
        } else if self.program.shape(item.var, item.member).is_pointer() || self.rng.chance(40) {
            item = self.part_of_one_row(item);
            grid.window = self.section_window(&item, grid.window.1);
            grid.columns = columns(&item).unwrap_or(grid.columns);
        }
        if !compute.data.iter().any(|(_, other)| other.var == item.var && other.member == item.member) {
            if grid.window == (0, grid.dims[0] as i64) && columns(&item).is_none() {
                item = self.without_range(kind, item);
            }
            compute.data.push((kind, item));
        }
    }

    fn section_window(&self, item: &Item, whole: i64) -> (i64, i64) {
        let Some(section) = &item.section else { return (0, whole) };
        let known = |bound: &Expr| match bound {
            Expr::Int(value) => *value,
            Expr::Load(place) => self.program.vars[place.var].initial.1,
            _ => 0,
        };
        let start = section.start.as_ref().map_or(0, known);
        let end = section.length.as_ref().map_or(whole, |length| start + known(length));
        (start, end)
    }

    /// The loop of a combined construct, or the outermost one in a construct.
    fn gang_loop(&mut self, scope: &mut Scope, reduces: bool) -> For {
        let levels = match self.rng.below(100) {
            0..45 => Levels::default(),
            45..60 => Levels { gang: true, ..Levels::default() },
            60..70 => Levels { gang: true, worker: true, vector: false },
            70..80 => Levels { gang: true, worker: false, vector: true },
            80..90 => Levels { gang: true, worker: true, vector: true },
            90..93 => Levels { gang: false, worker: true, vector: false },
            93..97 => Levels { gang: false, worker: true, vector: true },
            _ => Levels { gang: false, worker: false, vector: true },
        };
        let kind = match self.rng.below(100) {
            0..70 => LoopKind::Implicit,
            70..82 => LoopKind::Independent,
            82..91 => LoopKind::Seq,
            _ => LoopKind::Auto,
        };
        let levels = if matches!(kind, LoopKind::Seq) { Levels::default() } else { levels };
        self.directed_loop(scope, LoopClauses { levels, kind, ..LoopClauses::default() }, reduces)
    }

    fn directed_loop(&mut self, scope: &Scope, clauses: LoopClauses, reduces: bool) -> For {
        let mut clauses = clauses;
        let mut inside = scope.clone();
        let grid = scope.grids.first().map(|_| self.rng.pick(&scope.grids).clone());
        let (from, to) = grid.as_ref().map_or((0, 6), |grid| grid.window);
        let declares = self.rng.chance(75) || !scope.counters.is_empty();
        let mut heads = vec![self.head(from, to, declares)];
        if let Some(grid) = grid.as_ref().filter(|grid| grid.dims.len() > 1)
            && self.rng.chance(40)
        {
            heads.push(self.head(grid.columns.0, grid.columns.1, true));
        }
        inside.counters.extend(heads.iter().map(|head| (head.var, head.from, head.to)));
        let sequential = matches!(clauses.kind, LoopKind::Seq | LoopKind::Auto);
        if !sequential {
            let own = clauses.levels;
            let gang = own.gang || (own.none() && scope.above.none());
            inside.above.gang |= gang;
            inside.above.worker |= own.worker;
            inside.above.vector |= own.vector;
        }
        if self.rng.chance(20) {
            let candidates: Vec<VarId> = scope
                .scalars
                .iter()
                .copied()
                .filter(|var| !self.program.vars[*var].constant && !scope.named.contains(var))
                .collect();
            if !candidates.is_empty() {
                let var = *self.rng.pick(&candidates);
                clauses.private.push(var);
                inside.scalars.retain(|other| *other != var);
                inside.private.push(var);
            }
        }
        let mut body = Vec::new();
        if reduces && self.rng.chance(25) {
            self.add_reduction(scope, &mut clauses, &mut inside);
        }
        self.loop_body(&mut body, &inside, grid.as_ref(), &heads);
        For { directive: Some(clauses), heads, body }
    }

    fn add_reduction(&mut self, scope: &Scope, clauses: &mut LoopClauses, inside: &mut Scope) {
        let free = |var: &VarId| {
            !self.program.vars[*var].constant
                && !clauses.private.contains(var)
                && !inside.reductions.iter().any(|(_, other)| other == var)
        };
        let mut candidates: Vec<VarId> = self.composites().into_iter().filter(free).collect();
        if candidates.is_empty() || self.rng.chance(50) {
            candidates.extend(scope.scalars.iter().copied().filter(free));
        }
        if candidates.is_empty() {
            return;
        }
        let var = *self.rng.pick(&candidates);
        let op = *self.rng.pick(&Reduction::ALL);
        if self.can_reduce(op, var) {
            clauses.reductions.push((op, var));
            inside.reductions.push((op, var));
            inside.scalars.retain(|other| *other != var);
        }
    }

    /// A statement or several for an iteration.
    fn loop_body(&mut self, body: &mut Vec<Stmt>, scope: &Scope, grid: Option<&Grid>, heads: &[Head]) {
        for var in &scope.private {
            if self.rng.chance(70) {
                let value = self.expr(scope, 1);
                body.push(Stmt::Assign(Place::scalar(*var), value));
            }
        }
        let mut scope = scope.clone();
        scope.scalars.extend(std::mem::take(&mut scope.private));
        for (op, var) in scope.reductions.clone() {
            if self.rng.chance(85) {
                body.push(self.reduction_step(&scope, op, var));
            }
        }
        for _ in 0..=self.rng.below(2) {
            match self.rng.below(100) {
                0..55 => self.element(body, &scope, grid, heads),
                55..65 => self.accumulate(body, &scope, grid, heads),
                65..85 if scope.counters.len() < 3 => self.inner_loop(body, &scope),
                85..92 => {
                    let condition = self.expr(&scope, 1);
                    let op = *self.rng.pick(&[Op::Less, Op::Less, Op::Equal]);
                    let mut inside = Vec::new();
                    self.element(&mut inside, &scope, grid, heads);
                    body.push(Stmt::If(Expr::bin(op, condition, Expr::Int(self.rng.between(0, 9))), inside));
                }
                _ => {}
            }
        }
        if body.is_empty() {
            self.element(body, &scope, grid, heads);
        }
    }

    /// The structures of scalars that are in scope.
    fn composites(&self) -> Vec<VarId> {
        let is_composite =
            |var: &VarId| self.program.vars[*var].shape.is_composite() && self.is_in_scope(*var);
        (0..self.program.vars.len()).filter(is_composite).collect()
    }

    /// Whether an operator fits every member. Left out: `&&` and `||` of members that are no truths.
    fn can_reduce(&self, op: Reduction, var: VarId) -> bool {
        let shape = &self.program.vars[var].shape;
        let is_logical = matches!(op, Reduction::Both | Reduction::Either);
        let fits = |elems: Vec<Elem>| elems.iter().all(|elem| op.takes(*elem));
        !(is_logical && shape.is_composite()) && shape.numbers().is_some_and(fits)
    }

    fn reduction_step(&mut self, scope: &Scope, op: Reduction, var: VarId) -> Stmt {
        let members = self.program.vars[var].shape.members().len();
        let member = (members > 0).then(|| self.rng.below(members));
        let place = Place { member, ..Place::scalar(var) };
        let old = Expr::Load(place.clone());
        let value = match op {
            Reduction::Product => Expr::Int(self.rng.between(1, 2)),
            _ => self.expr(scope, 1),
        };
        let &Shape::Scalar(elem) = self.program.shape(var, member) else { unreachable!("a scalar") };
        let value = if elem.is_real() { value } else { self.whole(value) };
        let new = match op {
            Reduction::Sum => Expr::bin(Op::Add, old, value),
            Reduction::Product => Expr::bin(Op::Mul, old, value),
            Reduction::And => Expr::bin(Op::And, old, value),
            Reduction::Or => Expr::bin(Op::Or, old, value),
            Reduction::Xor => Expr::bin(Op::Xor, old, value),
            Reduction::Both => Expr::bin(Op::Both, old, value),
            Reduction::Either => Expr::bin(Op::Either, old, value),
            Reduction::Max => Expr::Select(
                Box::new(Expr::bin(Op::Less, old.clone(), value.clone())),
                Box::new(value),
                Box::new(old),
            ),
            Reduction::Min => Expr::Select(
                Box::new(Expr::bin(Op::Less, value.clone(), old.clone())),
                Box::new(value),
                Box::new(old),
            ),
        };
        Stmt::Assign(place, new)
    }

    /// The expression, if it is an integer, and else an integer.
    fn whole(&mut self, value: Expr) -> Expr {
        if self.is_real(&value) { Expr::Int(self.rng.between(0, 7)) } else { value }
    }

    fn is_real(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Int(_) | Expr::Bound(_) => false,
            Expr::Load(place) => match self.program.shape(place.var, place.member) {
                Shape::Scalar(elem) => elem.is_real(),
                shape => shape.grid().is_some_and(|(elem, _)| elem.is_real()),
            },
            Expr::Bin(Op::Less | Op::Equal | Op::Both | Op::Either, ..) => false,
            Expr::Bin(_, left, right) => self.is_real(left) || self.is_real(right),
            Expr::Select(_, yes, no) => self.is_real(yes) || self.is_real(no),
        }
    }

    /// The element of a grid that belongs to an iteration.
    fn own_place(&mut self, scope: &Scope, grid: &Grid, heads: &[Head]) -> Place {
        let mut index = vec![Expr::var(heads[0].var)];
        if grid.dims.len() > 1 {
            index.push(match heads.get(1) {
                Some(head) => Expr::var(head.var),
                None => self.index(scope, grid.columns),
            });
        }
        Place { var: grid.var, member: grid.member, index }
    }

    fn element(&mut self, body: &mut Vec<Stmt>, scope: &Scope, grid: Option<&Grid>, heads: &[Head]) {
        let Some(grid) = grid else { return };
        let place = self.own_place(scope, grid, heads);
        let value = self.expr(scope, 2);
        let value = match self.rng.below(4) {
            0 => Expr::bin(Op::Add, Expr::Load(place.clone()), value),
            1 if !self.is_real(&value) => Expr::bin(Op::Mod, value, Expr::Int(self.rng.between(2, 13))),
            _ => value,
        };
        body.push(Stmt::Assign(place, value));
    }

    /// A local variable that collects something in a plain or sequential loop.
    fn accumulate(&mut self, body: &mut Vec<Stmt>, scope: &Scope, grid: Option<&Grid>, heads: &[Head]) {
        let Some(grid) = grid else { return };
        let local = self.local();
        body.push(Stmt::Declare(local, Some(Expr::Int(self.rng.between(0, 3)))));
        let vector = !scope.above.vector && self.rng.chance(40);
        let source = self.rng.pick(&scope.grids).clone();
        let declares = self.rng.chance(50) || self.uses_counter(scope);
        let head = self.head(source.window.0, source.window.1, declares);
        let mut inside = scope.clone();
        inside.counters.push((head.var, head.from, head.to));
        let value = self.expr(&inside, 1);
        let value = self.whole(value);
        let step = Stmt::Assign(Place::scalar(local), Expr::bin(Op::Add, Expr::var(local), value));
        let directive = match self.rng.below(3) {
            _ if vector => {
                let levels = Levels { vector: true, ..Levels::default() };
                Some(LoopClauses {
                    levels,
                    reductions: vec![(Reduction::Sum, local)],
                    ..LoopClauses::default()
                })
            }
            0 => None,
            1 => Some(LoopClauses { kind: LoopKind::Seq, ..LoopClauses::default() }),
            _ => Some(LoopClauses { kind: LoopKind::Auto, ..LoopClauses::default() }),
        };
        body.push(Stmt::For(For { directive, heads: vec![head], body: vec![step] }));
        let place = self.own_place(scope, grid, heads);
        body.push(Stmt::Assign(place, Expr::var(local)));
    }

    fn uses_counter(&self, scope: &Scope) -> bool {
        scope.counters.iter().any(|(var, ..)| Some(*var) == self.counter)
    }

    fn local(&mut self) -> VarId {
        let name = format!("t{}", self.inner);
        self.inner += 1;
        let elem = if self.rng.chance(75) { Elem::Int } else { Elem::Long };
        self.add(&name, Shape::Scalar(elem), Storage::Inner, (0, 0, 1))
    }

    /// A loop inside one with a directive: over the next dimension if there is one.
    fn inner_loop(&mut self, body: &mut Vec<Stmt>, scope: &Scope) {
        let rows: Vec<Grid> = scope.grids.iter().filter(|grid| grid.dims.len() > 1).cloned().collect();
        let outer = scope.counters[0];
        let fits = |grid: &&Grid| grid.window.0 <= outer.1 && outer.2 <= grid.window.1;
        let Some(grid) = rows.iter().find(fits).cloned() else { return };
        let declares = self.rng.chance(60) || self.uses_counter(scope);
        let head = self.head(grid.columns.0, grid.columns.1, declares);
        let mut inside = scope.clone();
        inside.counters.push((head.var, head.from, head.to));
        let place = Place {
            var: grid.var,
            member: grid.member,
            index: vec![Expr::var(outer.0), Expr::var(head.var)],
        };
        let mut clauses = LoopClauses::default();
        match self.rng.below(5) {
            0 => clauses.kind = LoopKind::Seq,
            1 if !scope.above.vector => clauses.levels.vector = true,
            2 if !scope.above.vector && !scope.above.worker => clauses.levels.worker = true,
            3 if !scope.above.vector && !scope.above.worker => {
                clauses.levels = Levels { gang: false, worker: true, vector: true }
            }
            _ if scope.above.vector => clauses.kind = LoopKind::Seq,
            _ => {}
        }
        let mut steps = Vec::new();
        // A reduction of the loop around goes on in this one.
        clauses.reductions.clone_from(&scope.reductions);
        for (op, var) in scope.reductions.clone() {
            steps.push(self.reduction_step(&inside, op, var));
        }
        let value = self.expr(&inside, 2);
        steps.push(Stmt::Assign(place, value));
        let directive = if self.rng.chance(85) { Some(clauses) } else { None };
        body.push(Stmt::For(For { directive, heads: vec![head], body: steps }));
    }

    /// The body of a construct that is not combined: private variables, then loops.
    fn parallel(&mut self, compute: &mut Compute, scope: &mut Scope) {
        let mut body = Vec::new();
        if self.rng.chance(30) {
            let local = self.local();
            let value = self.expr(scope, 1);
            let value = self.whole(value);
            body.push(Stmt::Declare(local, Some(value)));
            scope.scalars.push(local);
        }
        let takes_privates = compute.kind != ComputeKind::Kernels;
        let free: Vec<VarId> = self
            .host_scalars()
            .into_iter()
            .filter(|_| takes_privates)
            .filter(|var| !compute.data.iter().any(|(_, item)| item.var == *var))
            .collect();
        if !free.is_empty() && self.rng.chance(40) {
            let var = *self.rng.pick(&free);
            if self.rng.chance(50) {
                compute.firstprivate.push(var);
            } else {
                compute.private.push(var);
                body.push(Stmt::Assign(Place::scalar(var), Expr::Int(self.rng.between(0, 9))));
            }
        } else if compute.queue.is_none() && !free.is_empty() && self.rng.chance(30) {
            let composites = self.composites();
            let all = if composites.is_empty() || self.rng.chance(50) { free } else { composites };
            let var = *self.rng.pick(&all);
            let op = *self.rng.pick(&Reduction::ALL);
            if self.can_reduce(op, var) {
                compute.reductions.push((op, var));
                scope.scalars.retain(|other| *other != var);
            }
        }
        for _ in 0..=self.rng.below(2) {
            let in_order = compute.kind != ComputeKind::Parallel;
            if in_order {
                self.assign_scalar(&mut body, scope);
            }
            let mut inside = scope.clone();
            // A loop that accumulates for the construct's reduction names it, too.
            let mut nest = self.gang_loop(&mut inside, false);
            for (op, var) in compute.reductions.clone() {
                let mut around = scope.clone();
                around.counters.push((nest.heads[0].var, nest.heads[0].from, nest.heads[0].to));
                let step = self.reduction_step(&around, op, var);
                nest.body.push(step);
                if let Some(clauses) = &mut nest.directive {
                    clauses.reductions.push((op, var));
                }
            }
            if in_order && compute.reductions.is_empty() && self.rng.chance(25) {
                nest.directive = None;
            }
            body.push(Stmt::For(nest));
            if in_order {
                self.assign_scalar(&mut body, scope);
            }
        }
        compute.body = body;
    }

    fn expr(&mut self, scope: &Scope, depth: usize) -> Expr {
        if depth == 0 || self.rng.chance(35) {
            return self.leaf(scope);
        }
        let left = self.expr(scope, depth - 1);
        if self.has(Theme::Bound) && !self.is_real(&left) && self.rng.chance(25) {
            return Expr::Bound(Box::new(left));
        }
        let right = self.expr(scope, depth - 1);
        let both_whole = !self.is_real(&left) && !self.is_real(&right);
        match self.rng.below(10) {
            0..4 => Expr::bin(Op::Add, left, right),
            4..6 => Expr::bin(Op::Sub, left, right),
            6 => Expr::bin(Op::Mul, left, Expr::Int(self.rng.between(1, 3))),
            7 if both_whole => Expr::bin(*self.rng.pick(&[Op::And, Op::Or, Op::Xor]), left, right),
            8 => Expr::Select(
                Box::new(Expr::bin(Op::Less, left.clone(), right.clone())),
                Box::new(right),
                Box::new(left),
            ),
            _ => left,
        }
    }

    fn leaf(&mut self, scope: &Scope) -> Expr {
        match self.rng.below(10) {
            0..2 => Expr::Int(self.rng.between(0, 9)),
            2..4 if !scope.counters.is_empty() => Expr::var(self.rng.pick(&scope.counters).0),
            4..6 if !scope.scalars.is_empty() => Expr::var(*self.rng.pick(&scope.scalars)),
            _ if !scope.grids.is_empty() => {
                let grid = self.rng.pick(&scope.grids).clone();
                let mut index = vec![self.index(scope, grid.window)];
                if grid.dims.len() > 1 {
                    index.push(self.index(scope, grid.columns));
                }
                Expr::Load(Place { var: grid.var, member: grid.member, index })
            }
            _ => Expr::Int(self.rng.between(0, 9)),
        }
    }

    /// An index inside a window.
    fn index(&mut self, scope: &Scope, window: (i64, i64)) -> Expr {
        let fitting: Vec<(VarId, i64, i64)> = scope
            .counters
            .iter()
            .copied()
            .filter(|(_, from, to)| window.0 <= *from && *to <= window.1)
            .collect();
        if fitting.is_empty() || self.rng.chance(15) {
            return Expr::Int(self.rng.between(window.0, (window.1 - 1).max(window.0)));
        }
        Expr::var(self.rng.pick(&fitting).0)
    }
}

/// The columns of a part of a row.
fn columns(item: &Item) -> Option<(i64, i64)> {
    let (first, count) = item.section.as_ref()?.columns?;
    Some((first as i64, (first + count) as i64))
}
