//! The variables of a program, and those that a place in it can use.

use super::Generator;
use super::themes::Theme;
use crate::programs::program::*;

/// Something with elements: a variable or a member.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) var: VarId,
    pub(super) member: Option<usize>,
    pub(super) elem: Elem,
    pub(super) dims: Vec<usize>,
    /// The indices of the first dimension that may be used.
    pub(super) window: (i64, i64),
    /// Those of the second dimension, if there is one.
    pub(super) columns: (i64, i64),
}

const ELEMS: [Elem; 8] =
    [Elem::Int, Elem::Double, Elem::Int, Elem::Long, Elem::Unsigned, Elem::Float, Elem::Short, Elem::UChar];

impl Generator {
    pub(super) fn variables(&mut self) {
        let lengths = [self.rng.between(3, 6), self.rng.between(7, 12)];
        for (name, length) in ["n", "m"].into_iter().zip(lengths) {
            let var = self.add(name, Shape::Scalar(Elem::Int), Storage::Local, (1, length, 1000));
            self.program.vars[var].constant = true;
            self.lengths.push(var);
        }
        for k in 0..2 + self.rng.below(3) {
            let is_struct = k == 0 && (self.has(Theme::Members) || self.has(Theme::Attachments));
            let shape = if is_struct { self.struct_with_pointer() } else { self.aggregate() };
            let storage = self.storage(&shape);
            self.variable(&format!("a{k}"), shape, storage);
        }
        for k in 0..=self.rng.below(3) {
            let shape = Shape::Scalar(*self.rng.pick(&ELEMS));
            let storage = self.storage(&shape);
            self.variable(&format!("s{k}"), shape, storage);
        }
        if self.rng.chance(45) {
            let kinds: Vec<Elem> = (0..2).map(|_| *self.rng.pick(&ELEMS)).collect();
            let members = ["p", "q"].into_iter().zip(kinds);
            let members = members.map(|(name, elem)| Member { name, shape: Shape::Scalar(elem) }).collect();
            let shape = Shape::Struct(members);
            let storage = self.storage(&shape);
            self.variable("c0", shape, storage);
        }
        let counter = self.add("j", Shape::Scalar(Elem::Int), Storage::Local, (1, 77, 1000));
        self.program.vars[counter].constant = true;
        self.counter = Some(counter);
        let ready = self.attempt(|machine, program| machine.allocate_all(program).is_ok());
        assert!(ready, "initial values are in range");
    }

    fn storage(&mut self, shape: &Shape) -> Storage {
        // Left out: most structures behind static pointers, whose members clang 19 loses.
        let is_led_to = matches!(shape, Shape::StructPointer(_)) && !self.rng.chance(10);
        let local = matches!(shape, Shape::Vla(..)) || is_led_to || self.rng.chance(65);
        if local { Storage::Local } else { Storage::Global }
    }

    fn variable(&mut self, name: &str, shape: Shape, storage: Storage) {
        let initial = (self.rng.between(1, 7), self.rng.between(0, 9), self.rng.between(5, 13));
        self.add(name, shape, storage, initial);
    }

    pub(super) fn add(
        &mut self,
        name: &str,
        shape: Shape,
        storage: Storage,
        initial: (i64, i64, i64),
    ) -> VarId {
        let name = name.to_owned();
        self.program.vars.push(Var {
            name,
            shape,
            storage,
            initial,
            constant: false,
            brackets: false,
            like: None,
        });
        self.program.vars.len() - 1
    }

    fn aggregate(&mut self) -> Shape {
        let elem = *self.rng.pick(&ELEMS);
        let length = self.rng.between(4, 12) as usize;
        match self.rng.below(100) {
            0..22 => Shape::Array(elem, vec![length]),
            22..45 => {
                Shape::Array(elem, vec![self.rng.between(2, 5) as usize, self.rng.between(2, 5) as usize])
            }
            45..55 => {
                let var = *self.rng.pick(&self.lengths.clone());
                Shape::Vla(elem, self.program.vars[var].initial.1 as usize, var)
            }
            55..75 => Shape::Pointer(elem, vec![length]),
            75..80 => {
                Shape::Pointer(elem, vec![self.rng.between(2, 5) as usize, self.rng.between(2, 5) as usize])
            }
            80..92 => Shape::Struct(self.members()),
            _ => Shape::StructPointer(self.members()),
        }
    }

    fn struct_with_pointer(&mut self) -> Shape {
        loop {
            let members = self.members();
            if members.iter().any(|member| member.shape.is_pointer()) {
                return if self.rng.chance(60) {
                    Shape::Struct(members)
                } else {
                    Shape::StructPointer(members)
                };
            }
        }
    }

    fn members(&mut self) -> Vec<Member> {
        let elem = *self.rng.pick(&ELEMS);
        let length = self.rng.between(3, 8) as usize;
        let all = [
            Member { name: "n", shape: Shape::Scalar(Elem::Int) },
            Member { name: "x", shape: Shape::Scalar(Elem::Double) },
            Member { name: "v", shape: Shape::Array(elem, vec![length]) },
            Member { name: "w", shape: Shape::Array(Elem::Int, vec![4]) },
            Member { name: "r", shape: Shape::Array(elem, vec![3, 4]) },
            Member { name: "d", shape: Shape::Pointer(elem, vec![length]) },
            Member { name: "e", shape: Shape::Pointer(Elem::Int, vec![5]) },
        ];
        let is_second = |member: &Member| member.name == "e";
        let mut members: Vec<Member> = all
            .into_iter()
            .filter(|member| self.rng.chance(if is_second(member) { 30 } else { 65 }))
            .collect();
        if members.is_empty() {
            members.push(Member { name: "k", shape: Shape::Scalar(Elem::Long) });
        }
        members
    }

    /// Everything with elements that the host can use here.
    pub(super) fn grids(&self) -> Vec<Grid> {
        let mut grids = Vec::new();
        for (var, declared) in self.program.vars.iter().enumerate() {
            if !self.is_in_scope(var) {
                continue;
            }
            let members = declared.shape.members().len();
            let parts: Vec<Option<usize>> =
                if members == 0 { vec![None] } else { (0..members).map(Some).collect() };
            for member in parts {
                if let Some((elem, dims)) = self.program.shape(var, member).grid() {
                    let window = (0, dims[0] as i64);
                    let columns = (0, dims.get(1).map_or(1, |dim| *dim as i64));
                    grids.push(Grid { var, member, elem, dims, window, columns });
                }
            }
        }
        grids
    }

    /// The scalars that the host can change here.
    pub(super) fn host_scalars(&self) -> Vec<VarId> {
        let is_scalar = |var: &VarId| {
            let declared = &self.program.vars[*var];
            matches!(declared.shape, Shape::Scalar(_)) && !declared.constant && self.is_in_scope(*var)
        };
        (0..self.program.vars.len()).filter(is_scalar).collect()
    }

    /// A loop's head over a range or a part of it.
    pub(super) fn head(&mut self, from: i64, to: i64, declares: bool) -> Head {
        let name = ["i", "k", "l", "q", "r"][self.inner % 5];
        let name = format!("{name}{}", self.inner);
        self.inner += 1;
        let var = match self.counter {
            Some(counter) if !declares && self.is_in_scope(counter) => counter,
            _ => self.add(&name, Shape::Scalar(Elem::Int), Storage::Head, (0, 0, 1)),
        };
        let step = if self.rng.chance(10) { 2 } else { 1 };
        let declares = self.program.vars[var].storage == Storage::Head;
        Head { var, declares, from, to, step }
    }

    pub(super) fn declare_function(&mut self) {
        let number = self.program.functions.len();
        let mut parameters = Vec::new();
        let is_struct =
            |var: &VarId| !self.program.vars[*var].shape.members().is_empty() && self.is_in_scope(*var);
        let structs: Vec<VarId> = (0..self.program.vars.len()).filter(is_struct).collect();
        if !structs.is_empty() && self.rng.chance(50) {
            let like = *self.rng.pick(&structs);
            let shape = Shape::StructPointer(self.program.vars[like].shape.members().to_vec());
            let parameter = self.add(&format!("f{number}s"), shape, Storage::Parameter, (0, 0, 1));
            self.program.vars[parameter].like = Some(self.program.tag(like));
            parameters.push(parameter);
        }
        for k in 0..=self.rng.below(2) {
            let plain: Vec<Grid> = self.grids().into_iter().filter(|grid| grid.member.is_none()).collect();
            if plain.is_empty() {
                break;
            }
            let grid = self.rng.pick(&plain).clone();
            let mut dims = grid.dims;
            dims[0] = 1 + self.rng.below(dims[0]);
            let name = format!("f{number}p{k}");
            let parameter = self.add(&name, Shape::Pointer(grid.elem, dims), Storage::Parameter, (0, 0, 1));
            self.program.vars[parameter].brackets = self.rng.chance(40);
            parameters.push(parameter);
        }
        if self.rng.chance(60) {
            let elem = *self.rng.pick(&ELEMS);
            parameters.push(self.add(
                &format!("f{number}x"),
                Shape::Scalar(elem),
                Storage::Parameter,
                (0, 0, 1),
            ));
        }
        // The name gets the number of the program when it is printed.
        let name = format!("f{number}");
        self.program.functions.push(Function { name, parameters, body: Vec::new() });
    }

    /// Arguments for a function: arrays and memory that are long enough.
    pub(super) fn arguments(&mut self, function: usize) -> Option<Vec<CallArgument>> {
        let parameters = self.program.functions[function].parameters.clone();
        let mut arguments = Vec::new();
        let mut taken = Vec::new();
        for parameter in parameters {
            let argument = match self.program.vars[parameter].shape.clone() {
                Shape::Pointer(elem, dims) => {
                    let fits = |grid: &Grid| {
                        grid.member.is_none()
                            && grid.elem == elem
                            && grid.dims[1..] == dims[1..]
                            && grid.dims[0] >= dims[0]
                    };
                    let grids: Vec<Grid> = self
                        .grids()
                        .into_iter()
                        .filter(|grid| fits(grid) && !taken.contains(&grid.var))
                        .collect();
                    if grids.is_empty() {
                        return None;
                    }
                    let grid = self.rng.pick(&grids).clone();
                    taken.push(grid.var);
                    let offset =
                        if self.rng.chance(70) { 0 } else { self.rng.below(grid.dims[0] - dims[0] + 1) };
                    CallArgument::Address(grid.var, offset)
                }
                Shape::StructPointer(_) => {
                    let tag = self.program.tag(parameter);
                    let fits = |var: &VarId| {
                        self.program.tag(*var) == tag && self.is_in_scope(*var) && !taken.contains(var)
                    };
                    let vars: Vec<VarId> = (0..self.program.vars.len()).filter(fits).collect();
                    if vars.is_empty() {
                        return None;
                    }
                    taken.push(*self.rng.pick(&vars));
                    CallArgument::Address(*taken.last().expect("pushed"), 0)
                }
                _ => CallArgument::Value(Expr::Int(self.rng.between(0, 9))),
            };
            arguments.push(argument);
        }
        Some(arguments)
    }
}
