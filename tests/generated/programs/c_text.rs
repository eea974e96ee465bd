//! Programs as C with OpenACC directives.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::programs::program::*;

/// A program as C.
pub(crate) struct Written {
    pub(crate) text: String,
    /// The lines of each statement, from 1.
    pub(crate) lines: Vec<(*const Stmt, RangeInclusive<usize>)>,
}

/// Writes a program as functions whose names end with its number. `NAME` is `program_` and the number.
pub(crate) fn write(program: &Program, number: usize) -> Written {
    let mut writer = Writer {
        program,
        number,
        text: String::new(),
        line: 0,
        lines: Vec::new(),
        depth: 0,
        named: RefCell::default(),
        calls_bound: Cell::default(),
    };
    // The bodies show which variables are used.
    writer.bodies();
    writer.text.clear();
    writer.line = 0;
    writer.lines.clear();
    let lengths = program.vars.iter().enumerate().filter_map(|(id, var)| match var.shape {
        Shape::Vla(_, _, length) if writer.named.borrow().contains(&id) => Some(length),
        _ => None,
    });
    let lengths: Vec<VarId> = lengths.collect();
    writer.named.get_mut().extend(lengths);
    writer.whole();
    Written { text: writer.text, lines: writer.lines }
}

struct Writer<'p> {
    program: &'p Program,
    number: usize,
    text: String,
    /// The number of lines so far.
    line: usize,
    lines: Vec<(*const Stmt, RangeInclusive<usize>)>,
    depth: usize,
    /// The variables that statements and clauses name.
    named: RefCell<BTreeSet<VarId>>,
    calls_bound: Cell<bool>,
}

impl Writer<'_> {
    /// The statements alone.
    fn bodies(&mut self) {
        for function in &self.program.functions {
            self.block(&function.body);
        }
        self.block(&self.program.body);
    }

    fn is_named(&self, id: VarId) -> bool {
        self.named.borrow().contains(&id)
    }

    fn whole(&mut self) {
        for (id, var) in self.program.vars.iter().enumerate() {
            let is_tag = |other: &VarId| self.program.tag(*other) == id;
            let is_named = self.is_named(id);
            if !is_named && !(0..self.program.vars.len()).any(|other| is_tag(&other) && self.is_named(other))
            {
                continue;
            }
            if let (None, Shape::Struct(members) | Shape::StructPointer(members)) = (var.like, &var.shape) {
                let members = members.iter().map(|member| declarator(&member.shape, member.name, None));
                let members = members.map(|member| format!("{member};")).collect::<Vec<_>>().join(" ");
                self.line(&format!("struct t{}_{id} {{ {members} }};", self.number));
            }
            if is_named && var.storage == Storage::Global {
                let declaration = self.declaration(id);
                self.line(&format!("static {declaration};"));
            }
        }
        if self.calls_bound.get() {
            self.bound();
        }
        let heads: Vec<String> =
            self.program.functions.iter().map(|function| self.head_of(function)).collect();
        for head in &heads {
            self.line(&format!("{head};"));
        }
        for (function, head) in self.program.functions.iter().zip(&heads) {
            self.line(head);
            self.block(&function.body);
        }
        self.line(&format!("static void program_{}(void)", self.number));
        self.line("{");
        self.depth += 1;
        self.locals();
        for statement in &self.program.body {
            self.statement(statement);
        }
        self.depth -= 1;
        self.line("}");
    }

    fn head_of(&self, function: &Function) -> String {
        let parameters: Vec<String> = function.parameters.iter().map(|id| self.declaration(*id)).collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        format!("static void p{}_{}({parameters})", self.number, function.name)
    }

    /// The function that expressions call, and the one that devices call in its place.
    fn bound(&mut self) {
        let number = self.number;
        self.pragma("routine seq");
        self.line(&format!("static int p{number}_there(int x) {{ return x + {}; }}", BOUND[1]));
        self.pragma(&format!("routine seq bind(p{number}_there)"));
        self.line(&format!("static int p{number}_here(int x) {{ return x + {}; }}", BOUND[0]));
    }

    fn locals(&mut self) {
        for (id, var) in self.program.vars.iter().enumerate() {
            if !matches!(var.storage, Storage::Local | Storage::Global) || !self.is_named(id) {
                continue;
            }
            if var.storage == Storage::Local {
                let declaration = self.declaration(id);
                self.line(&format!("{declaration};"));
            }
            self.initialize(id);
        }
    }

    fn initialize(&mut self, id: VarId) {
        let var = &self.program.vars[id];
        let (factor, summand, modulus) = var.initial;
        let name = self.name(id);
        if let Shape::StructPointer(_) = var.shape {
            self.line(&format!("{name} = malloc(sizeof *{name});"));
        }
        let members = var.shape.members();
        let parts: Vec<Option<usize>> =
            if members.is_empty() { vec![None] } else { (0..members.len()).map(Some).collect() };
        for part in parts {
            let path = self.path(id, part);
            let first = part.map_or(0, |member| var.shape.offset(member));
            match self.program.shape(id, part) {
                Shape::Scalar(_) => {
                    let value = (first as i64 * factor + summand) % modulus;
                    self.line(&format!("{path} = {value};"));
                }
                Shape::Pointer(elem, dims) => {
                    self.line(&format!("{path} = malloc({} * sizeof *{path});", dims[0]));
                    self.fill(&path, *elem, dims.iter().product(), 0, var.initial);
                }
                shape => {
                    let (elem, _) = shape.grid().expect("an array");
                    let cells = shape.cells();
                    self.fill(&path, elem, cells, first, var.initial);
                }
            }
        }
    }

    fn fill(&mut self, path: &str, elem: Elem, cells: usize, first: usize, initial: (i64, i64, i64)) {
        let (factor, summand, modulus) = initial;
        let elem = elem.c_name();
        self.line(&format!(
            "for (int k = 0; k < {cells}; ++k) (({elem} *){path})[k] = ((k + {first}) * {factor} + {summand}) % {modulus};"
        ));
    }

    fn declaration(&self, id: VarId) -> String {
        let var = &self.program.vars[id];
        match &var.shape {
            Shape::Struct(_) => format!("struct t{}_{} {}", self.number, self.program.tag(id), self.name(id)),
            Shape::StructPointer(_) => {
                format!("struct t{}_{} *{}", self.number, self.program.tag(id), self.name(id))
            }
            Shape::Vla(_, _, length) => declarator(&var.shape, &var.name, Some(&self.name(*length))),
            Shape::Pointer(elem, dims) if var.brackets => {
                declarator(&Shape::Array(*elem, dims.clone()), &self.name(id), None)
            }
            shape => declarator(shape, &self.name(id), None),
        }
    }

    /// The name of a variable. Those of the file have the program's number.
    fn name(&self, id: VarId) -> String {
        let var = &self.program.vars[id];
        self.named.borrow_mut().insert(id);
        if var.storage == Storage::Global {
            format!("p{}_{}", self.number, var.name)
        } else {
            var.name.clone()
        }
    }

    fn line(&mut self, line: &str) {
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
        self.line += 1;
    }

    fn block(&mut self, body: &[Stmt]) {
        self.line("{");
        self.depth += 1;
        for statement in body {
            self.statement(statement);
        }
        self.depth -= 1;
        self.line("}");
    }

    fn pragma(&mut self, words: &str) {
        self.line(&format!("#pragma acc {}", words.trim_end()));
    }

    fn statement(&mut self, statement: &Stmt) {
        let first = self.line + 1;
        self.lines_of(statement);
        self.lines.push((std::ptr::from_ref(statement), first..=self.line));
    }

    fn lines_of(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Assign(place, value) => {
                let line = format!("{} = {};", self.place(place), self.expr(value));
                self.line(&line);
            }
            Stmt::If(condition, body) => {
                let line = format!("if ({})", self.expr(condition));
                self.line(&line);
                self.block(body);
            }
            Stmt::For(nest) => {
                if let Some(clauses) = &nest.directive {
                    let words = format!("loop {}", self.loop_clauses(clauses, nest.heads.len()));
                    self.pragma(&words);
                }
                self.nest(nest);
            }
            Stmt::Declare(var, value) => {
                let value = value.as_ref().map_or(String::new(), |value| format!(" = {}", self.expr(value)));
                let line = format!("{}{value};", self.declaration(*var));
                self.line(&line);
            }
            Stmt::Data { clauses, condition, queue, waits, body } => {
                let words = format!(
                    "data {}{}{}",
                    self.data(clauses),
                    self.given("if", condition.as_ref()),
                    queues(*queue, waits)
                );
                self.pragma(&words);
                self.block(body);
            }
            Stmt::Declared { clauses, body } => {
                let words = format!("declare {}", self.data(clauses));
                self.pragma(&words);
                for statement in body {
                    self.statement(statement);
                }
            }
            Stmt::Leave(condition) => {
                let line = format!("if ({}) return;", self.expr(condition));
                self.line(&line);
            }
            Stmt::Enter { clauses, condition, queue, waits } => {
                let words = format!(
                    "enter data {}{}{}",
                    self.data(clauses),
                    self.given("if", condition.as_ref()),
                    queues(*queue, waits)
                );
                self.pragma(&words);
            }
            Stmt::Exit { clauses, finalize, condition, queue, waits } => {
                let words = format!(
                    "exit data {}{}{}{}",
                    self.data(clauses),
                    if *finalize { "finalize " } else { "" },
                    self.given("if", condition.as_ref()),
                    queues(*queue, waits)
                );
                self.pragma(&words);
            }
            Stmt::Update(update) => self.update(update),
            Stmt::Compute(compute) => self.compute(compute),
            Stmt::Wait(queues) => {
                let list: Vec<String> = queues.iter().map(ToString::to_string).collect();
                let words =
                    if list.is_empty() { "wait".to_owned() } else { format!("wait({})", list.join(",")) };
                self.pragma(&words);
            }
            Stmt::Call(function, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| self.argument(argument)).collect();
                let name = &self.program.functions[*function].name;
                let line = format!("p{}_{name}({});", self.number, arguments.join(", "));
                self.line(&line);
            }
            Stmt::Routine { routine, item, queue } => self.routine(*routine, item, *queue),
            Stmt::HostData(taken) => self.host_data(taken),
            Stmt::Presence(items) => {
                for item in items {
                    let line =
                        format!("whole(acc_is_present({}, {}) != 0);", self.address(item), self.bytes(item));
                    self.line(&line);
                }
                self.line("line();");
            }
            Stmt::Print(shown) => {
                for part in shown {
                    self.print(part);
                }
                self.line("line();");
            }
        }
    }

    fn argument(&self, argument: &CallArgument) -> String {
        match argument {
            CallArgument::Address(var, 0) => match self.program.vars[*var].shape {
                Shape::Struct(_) => format!("&{}", self.name(*var)),
                _ => self.name(*var),
            },
            CallArgument::Address(var, row) => format!("{} + {row}", self.name(*var)),
            CallArgument::Value(value) => self.expr(value),
        }
    }

    fn routine(&mut self, routine: Routine, item: &Item, queue: Option<i64>) {
        let name = routine.c_name();
        let data = if routine.is_attachment() {
            format!("(void **)&{}", self.path(item.var, item.member))
        } else {
            format!("{}, {}", self.address(item), self.bytes(item))
        };
        let line = match queue {
            Some(queue) => format!("{name}_async({data}, {queue});"),
            None => format!("{name}({data});"),
        };
        self.line(&line);
    }

    /// The address of the first byte of an item.
    fn address(&self, item: &Item) -> String {
        let path = self.path(item.var, item.member);
        let shape = self.program.shape(item.var, item.member);
        match (&item.section, shape) {
            (None, Shape::Scalar(_) | Shape::Struct(_)) => format!("&{path}"),
            (None, _) | (_, Shape::StructPointer(_)) => path,
            (Some(section), _) => {
                let start = section.start.as_ref().map_or("0".to_owned(), |start| self.expr(start));
                let column = section.columns.map_or(String::new(), |(first, _)| format!("[{first}]"));
                format!("&{path}[{start}]{column}")
            }
        }
    }

    /// The number of bytes of an item whose section, if it has one, has a length.
    fn bytes(&self, item: &Item) -> String {
        let path = self.path(item.var, item.member);
        let shape = self.program.shape(item.var, item.member);
        match (&item.section, shape) {
            (None, Shape::Pointer(elem, dims)) => {
                format!("{} * sizeof({})", dims.iter().product::<usize>(), elem.c_name())
            }
            (None, _) => format!("sizeof {path}"),
            (_, Shape::StructPointer(_)) => format!("sizeof *{path}"),
            (Some(Section { columns: Some((_, count)), .. }), _) => format!("{count} * sizeof **{path}"),
            (Some(section), _) => {
                let length = section.length.as_ref().map_or(String::new(), |length| self.expr(length));
                format!("{length} * sizeof *{path}")
            }
        }
    }

    fn host_data(&mut self, taken: &HostData) {
        let path = self.path(taken.var, taken.member);
        let (elem, _) = self.program.shape(taken.var, taken.member).grid().expect("it has elements");
        let elem = elem.c_name();
        self.line("{");
        self.depth += 1;
        self.line(&format!("{elem} *address;"));
        let words = format!(
            "host_data use_device({path}) {}{}",
            if taken.if_present { "if_present " } else { "" },
            self.given("if", taken.condition.as_ref())
        );
        self.pragma(&words);
        self.line("{");
        self.depth += 1;
        self.line(&format!("address = ({elem} *){path};"));
        let inside = taken.work.as_ref().filter(|work| work.is_inside);
        inside.into_iter().for_each(|work| self.work(work));
        self.depth -= 1;
        self.line("}");
        let behind = taken.work.as_ref().filter(|work| !work.is_inside);
        behind.into_iter().for_each(|work| self.work(work));
        self.line(&format!("whole(address == ({elem} *){path});"));
        self.line("line();");
        self.depth -= 1;
        self.line("}");
    }

    fn work(&mut self, work: &Work) {
        let Work { from, to, factor, summand, queue, .. } = work;
        self.pragma(&format!("parallel loop deviceptr(address) {}", queues(*queue, &[])));
        self.line(&format!("for (int k = {from}; k < {to}; ++k)"));
        let old = if *factor == 0 { String::new() } else { format!("address[k] * {factor} + ") };
        self.line(&format!("    address[k] = {old}{summand};"));
    }

    fn update(&mut self, update: &Update) {
        let mut words = "update ".to_owned();
        for (name, items) in [("self", &update.to_self), ("device", &update.to_device)] {
            if !items.is_empty() {
                let items: Vec<String> = items.iter().map(|item| self.item(item)).collect();
                let _ = write!(words, "{name}({}) ", items.join(","));
            }
        }
        if update.if_present {
            words.push_str("if_present ");
        }
        words.push_str(&self.given("if", update.condition.as_ref()));
        words.push_str(&queues(update.queue, &update.waits));
        self.pragma(&words);
    }

    fn compute(&mut self, compute: &Compute) {
        let mut words = String::new();
        words.push_str(&self.given("num_gangs", compute.num_gangs.as_ref()));
        words.push_str(&self.given("num_workers", compute.num_workers.as_ref()));
        words.push_str(&self.given("vector_length", compute.vector_length.as_ref()));
        words.push_str(&self.data(&compute.data));
        words.push_str(&self.list("private", &compute.private));
        words.push_str(&self.list("firstprivate", &compute.firstprivate));
        words.push_str(&self.reductions(&compute.reductions));
        words.push_str(match compute.default {
            None => "",
            Some(DefaultKind::None) => "default(none) ",
            Some(DefaultKind::Present) => "default(present) ",
        });
        words.push_str(&self.given("if", compute.condition.as_ref()));
        words.push_str(&self.given("self", compute.on_self.as_ref()));
        words.push_str(&queues(compute.queue, &compute.waits));
        match &compute.body[..] {
            [Stmt::For(nest @ For { directive: Some(clauses), .. })] if compute.combined => {
                let clauses = self.loop_clauses(clauses, nest.heads.len());
                self.pragma(&format!("{} loop {clauses}{words}", compute.kind.c_text()));
                self.nest(nest);
            }
            body => {
                self.pragma(&format!("{} {words}", compute.kind.c_text()));
                self.block(body);
            }
        }
    }

    fn loop_clauses(&self, clauses: &LoopClauses, heads: usize) -> String {
        let mut words = String::new();
        if heads > 1 {
            let _ = write!(words, "collapse({heads}) ");
        }
        words.push_str(match clauses.kind {
            LoopKind::Implicit => "",
            LoopKind::Independent => "independent ",
            LoopKind::Seq => "seq ",
            LoopKind::Auto => "auto ",
        });
        let Levels { gang, worker, vector } = clauses.levels;
        for (word, written) in [("gang ", gang), ("worker ", worker), ("vector ", vector)] {
            words.push_str(if written { word } else { "" });
        }
        words.push_str(&self.list("private", &clauses.private));
        words.push_str(&self.reductions(&clauses.reductions));
        words
    }

    fn nest(&mut self, nest: &For) {
        for (level, head) in nest.heads.iter().enumerate() {
            let name = self.name(head.var);
            let declared = if head.declares { "int " } else { "" };
            let step = if head.step == 1 { format!("++{name}") } else { format!("{name} += {}", head.step) };
            let line = format!("for ({declared}{name} = {}; {name} < {}; {step})", head.from, head.to);
            self.depth += level;
            self.line(&line);
            self.depth -= level;
        }
        self.block(&nest.body);
    }

    fn given(&self, word: &str, value: Option<&Expr>) -> String {
        value.map_or(String::new(), |value| format!("{word}({}) ", self.expr(value)))
    }

    fn list(&self, word: &str, vars: &[VarId]) -> String {
        if vars.is_empty() {
            return String::new();
        }
        let names: Vec<String> = vars.iter().map(|var| self.name(*var)).collect();
        format!("{word}({}) ", names.join(","))
    }

    fn reductions(&self, reductions: &[(Reduction, VarId)]) -> String {
        let one = |(op, var): &(Reduction, VarId)| format!("reduction({}:{}) ", op.c_text(), self.name(*var));
        reductions.iter().map(one).collect()
    }

    fn data(&self, clauses: &DataClauses) -> String {
        let one = |(kind, item): &(DataKind, Item)| {
            format!("{}({}{}) ", kind.c_text(), kind.modifier(), self.item(item))
        };
        clauses.iter().map(one).collect()
    }

    fn item(&self, item: &Item) -> String {
        let mut text = self.path(item.var, item.member);
        if let Some(section) = &item.section {
            let bound = |bound: &Option<Expr>| bound.as_ref().map_or(String::new(), |bound| self.expr(bound));
            let _ = write!(text, "[{}:{}]", bound(&section.start), bound(&section.length));
            if let Some((_, dims)) = self.program.shape(item.var, item.member).grid() {
                for dim in &dims[1..] {
                    let (first, count) = section.columns.unwrap_or((0, *dim));
                    let _ = write!(text, "[{first}:{count}]");
                }
            }
        }
        text
    }

    /// A variable or a member of one, without index.
    fn path(&self, var: VarId, member: Option<usize>) -> String {
        let shape = &self.program.vars[var].shape;
        let name = self.name(var);
        match (member, shape) {
            (None, _) => name,
            (Some(member), Shape::StructPointer(members)) => format!("{name}->{}", members[member].name),
            (Some(member), shape) => format!("{name}.{}", shape.members()[member].name),
        }
    }

    fn place(&self, place: &Place) -> String {
        let mut text = self.path(place.var, place.member);
        for index in &place.index {
            let _ = write!(text, "[{}]", self.expr(index));
        }
        text
    }

    fn expr(&self, expr: &Expr) -> String {
        let operand = |expr: &Expr| match expr {
            Expr::Int(0..) | Expr::Load(_) | Expr::Bound(_) => self.expr(expr),
            _ => format!("({})", self.expr(expr)),
        };
        match expr {
            Expr::Int(value) => value.to_string(),
            Expr::Load(place) => self.place(place),
            Expr::Bound(argument) => {
                self.calls_bound.set(true);
                format!("p{}_here({})", self.number, self.expr(argument))
            }
            Expr::Bin(op, left, right) => format!("{} {} {}", operand(left), op.c_text(), operand(right)),
            Expr::Select(condition, yes, no) => {
                format!("{} ? {} : {}", operand(condition), operand(yes), operand(no))
            }
        }
    }

    fn print(&mut self, shown: &Shown) {
        let path = self.path(shown.var, shown.member);
        let shape = self.program.shape(shown.var, shown.member);
        let (routine, element) = match shape {
            Shape::Scalar(elem) => (routine(*elem), path.clone()),
            _ => {
                let (elem, _) = shape.grid().expect("arrays and pointers are shown by elements");
                (routine(elem), format!("(({} *){path})[k]", elem.c_name()))
            }
        };
        if matches!(shape, Shape::Scalar(_)) {
            self.line(&format!("{routine}({element});"));
        } else {
            let (start, end) = (shown.start, shown.end);
            self.line(&format!("for (int k = {start}; k < {end}; ++k) {routine}({element});"));
        }
    }
}

fn routine(elem: Elem) -> &'static str {
    if elem.is_real() { "real" } else { "whole" }
}

fn declarator(shape: &Shape, name: &str, length: Option<&str>) -> String {
    match shape {
        Shape::Scalar(elem) => format!("{} {name}", elem.c_name()),
        Shape::Array(elem, dims) => {
            let dims: String = dims.iter().map(|dim| format!("[{dim}]")).collect();
            format!("{} {name}{dims}", elem.c_name())
        }
        Shape::Vla(elem, ..) => format!("{} {name}[{}]", elem.c_name(), length.unwrap_or_default()),
        Shape::Pointer(elem, dims) if dims.len() > 1 => format!("{} (*{name})[{}]", elem.c_name(), dims[1]),
        Shape::Pointer(elem, _) => format!("{} *{name}", elem.c_name()),
        Shape::Struct(_) | Shape::StructPointer(_) => unreachable!("a structure has a tag"),
    }
}

fn queues(queue: Option<i64>, waits: &[i64]) -> String {
    let mut words = queue.map_or(String::new(), |queue| format!("async({queue}) "));
    if !waits.is_empty() {
        let waits: Vec<String> = waits.iter().map(ToString::to_string).collect();
        let _ = write!(words, "wait({}) ", waits.join(","));
    }
    words
}
