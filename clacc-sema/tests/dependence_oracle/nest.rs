//! Functions with a nest of loops, as small trees of their own, and their C text.

use std::fmt::Write as _;

use crate::called::{Called, TEXT};

/// The integer types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Ty {
    U8,
    I16,
    I32,
    U32,
    I64,
    U64,
}

impl Ty {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Ty::U8 => "unsigned char",
            Ty::I16 => "short",
            Ty::I32 => "int",
            Ty::U32 => "unsigned",
            Ty::I64 => "long",
            Ty::U64 => "unsigned long",
        }
    }

    pub(crate) fn bits(self) -> u32 {
        match self {
            Ty::U8 => 8,
            Ty::I16 => 16,
            Ty::I32 | Ty::U32 => 32,
            Ty::I64 | Ty::U64 => 64,
        }
    }

    pub(crate) fn is_unsigned(self) -> bool {
        matches!(self, Ty::U8 | Ty::U32 | Ty::U64)
    }
}

/// A scalar or an array, by its number among the variables of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Var(pub(crate) usize);

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// A parameter. For an array it is a pointer that may lead into other arrays, unless it is `restrict`.
    Parameter {
        restrict: bool,
    },
    Global,
    /// In the function, with a value at its declaration. All elements of an array have it.
    Local(Option<i64>),
    /// In the header of the loop that it controls.
    Header,
    /// A pointer of the function to an element of an array.
    Into(Var, i64),
}

/// A variable. It is a scalar if it has no dimensions.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) dims: Vec<i64>,
    pub(crate) home: Home,
}

impl Variable {
    pub(crate) fn is_pointer(&self) -> bool {
        matches!(self.home, Home::Parameter { .. }) && !self.dims.is_empty()
    }

    /// Whether it names memory of another variable, so that its own declaration has no first extent.
    pub(crate) fn leads_elsewhere(&self) -> bool {
        self.is_pointer() || matches!(self.home, Home::Into(..))
    }

    pub(crate) fn cells(&self) -> i64 {
        self.dims.iter().product()
    }

    /// Whether the caller of the function sees its value.
    pub(crate) fn is_seen_outside(&self) -> bool {
        self.home == Home::Global || self.is_pointer()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    LogicalAnd,
    LogicalOr,
}

impl Op {
    fn text(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
            Op::Shl => "<<",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::LogicalAnd => "&&",
            Op::LogicalOr => "||",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Number(i64),
    Get(Target),
    Binary(Op, Box<Expr>, Box<Expr>),
    Cast(Ty, Box<Expr>),
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    Call(Box<Called>),
}

impl Expr {
    pub(crate) fn of(var: Var) -> Expr {
        Expr::Get(Target { var, subscripts: Vec::new() })
    }

    pub(crate) fn binary(op: Op, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }
}

/// A scalar, or an element of an array.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) var: Var,
    pub(crate) subscripts: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Assign(Target, Expr),
    /// `target op= value`.
    Compound(Target, Op, Expr),
    /// `target++` or `target--`.
    Step(Target, i64),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    For(Box<Loop>),
    Break,
    Continue,
    /// Makes a pointer lead to an element of an array.
    Point(Var, Var, i64),
    Call(Called),
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// Its number in source order.
    pub(crate) number: usize,
    pub(crate) control: Var,
    pub(crate) first: Expr,
    pub(crate) test: Op,
    pub(crate) bound: Expr,
    pub(crate) step: i64,
    /// How the step is spelled.
    pub(crate) spelling: usize,
    pub(crate) body: Vec<Stmt>,
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) variables: Vec<Variable>,
    pub(crate) body: Vec<Stmt>,
    /// How many loops it has.
    pub(crate) loops: usize,
}

impl Function {
    pub(crate) fn variable(&self, var: Var) -> &Variable {
        &self.variables[var.0]
    }

    pub(crate) fn vars(&self) -> impl Iterator<Item = (Var, &Variable)> {
        self.variables.iter().enumerate().map(|(number, variable)| (Var(number), variable))
    }

    /// Its C text.
    pub(crate) fn text(&self) -> String {
        let mut text = TEXT.to_owned();
        for variable in self.variables.iter().filter(|variable| variable.home == Home::Global) {
            let _ = writeln!(text, "{};", declarator(variable));
        }
        let parameters: Vec<String> = self
            .variables
            .iter()
            .filter(|variable| matches!(variable.home, Home::Parameter { .. }))
            .map(parameter)
            .collect();
        let _ = writeln!(text, "void f({}) {{", parameters.join(", "));
        for variable in &self.variables {
            if let Home::Into(array, at) = variable.home {
                let _ = writeln!(text, "    int *{} = {};", variable.name, self.address(array, at));
            }
            if let Home::Local(value) = variable.home {
                let value = match value {
                    None => String::new(),
                    Some(_) if !variable.dims.is_empty() => " = {0}".to_owned(),
                    Some(value) => format!(" = {value}"),
                };
                let _ = writeln!(text, "    {}{value};", declarator(variable));
            }
        }
        self.write_all(&mut text, &self.body, 1);
        text.push_str("}\n");
        text
    }

    fn write_all(&self, text: &mut String, stmts: &[Stmt], depth: usize) {
        stmts.iter().for_each(|stmt| self.write(text, stmt, depth));
    }

    fn write(&self, text: &mut String, stmt: &Stmt, depth: usize) {
        let indent = "    ".repeat(depth);
        let _ = match stmt {
            Stmt::Assign(target, value) => {
                writeln!(text, "{indent}{} = {};", self.target(target), self.expr(value))
            }
            Stmt::Compound(target, op, value) => {
                writeln!(text, "{indent}{} {}= {};", self.target(target), op.text(), self.expr(value))
            }
            Stmt::Step(target, by) => {
                writeln!(text, "{indent}{}{};", self.target(target), if *by > 0 { "++" } else { "--" })
            }
            Stmt::If(condition, then, other) => {
                let _ = writeln!(text, "{indent}if ({}) {{", self.expr(condition));
                self.write_all(text, then, depth + 1);
                if !other.is_empty() {
                    let _ = writeln!(text, "{indent}}} else {{");
                    self.write_all(text, other, depth + 1);
                }
                writeln!(text, "{indent}}}")
            }
            Stmt::For(inner) => {
                let _ = writeln!(text, "{indent}{} {{", self.header(inner));
                self.write_all(text, &inner.body, depth + 1);
                writeln!(text, "{indent}}}")
            }
            Stmt::Call(called) => writeln!(text, "{indent}{};", self.call(called)),
            Stmt::Break => writeln!(text, "{indent}break;"),
            Stmt::Continue => writeln!(text, "{indent}continue;"),
            Stmt::Point(pointer, array, at) => {
                let name = &self.variable(*pointer).name;
                writeln!(text, "{indent}{name} = {};", self.address(*array, *at))
            }
        };
    }

    fn header(&self, inner: &Loop) -> String {
        let variable = self.variable(inner.control);
        let name = &variable.name;
        let declared = if variable.home == Home::Header { variable.ty.text() } else { "" };
        let by = inner.step.abs();
        let (twice, op) = if inner.step > 0 { ("++", "+") } else { ("--", "-") };
        let step = match (by, inner.spelling) {
            (1, 0) => format!("{name}{twice}"),
            (1, 1) => format!("{twice}{name}"),
            (_, 2) => format!("{name} = {name} {op} {by}"),
            _ => format!("{name} {op}= {by}"),
        };
        let (first, bound, test) = (self.expr(&inner.first), self.expr(&inner.bound), inner.test.text());
        format!("for ({declared} {name} = {first}; {name} {test} {bound}; {step})")
    }

    /// The address of an element of an array with one dimension.
    fn address(&self, array: Var, at: i64) -> String {
        let name = &self.variable(array).name;
        match at {
            0 => name.clone(),
            1 => format!("&{name}[1]"),
            _ => format!("{name} + {at}"),
        }
    }

    pub(crate) fn target(&self, target: &Target) -> String {
        let subscripts: String =
            target.subscripts.iter().map(|subscript| format!("[{}]", self.expr(subscript))).collect();
        format!("{}{subscripts}", self.variable(target.var).name)
    }

    pub(crate) fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Number(number) if *number < 0 => format!("({number})"),
            Expr::Number(number) => number.to_string(),
            Expr::Get(target) => self.target(target),
            Expr::Binary(op, left, right) => {
                format!("{} {} {}", self.operand(left), op.text(), self.operand(right))
            }
            Expr::Cast(ty, of) => format!("({}){}", ty.text(), self.operand(of)),
            Expr::Choose(condition, yes, no) => {
                format!("{} ? {} : {}", self.operand(condition), self.operand(yes), self.operand(no))
            }
            Expr::Call(called) => self.call(called),
        }
    }

    fn operand(&self, expr: &Expr) -> String {
        match expr {
            Expr::Number(_) | Expr::Get(_) | Expr::Call(_) => self.expr(expr),
            _ => format!("({})", self.expr(expr)),
        }
    }
}

fn declarator(variable: &Variable) -> String {
    let dims: String = variable.dims.iter().map(|dim| format!("[{dim}]")).collect();
    format!("{} {}{dims}", variable.ty.text(), variable.name)
}

fn parameter(variable: &Variable) -> String {
    let (ty, name) = (variable.ty.text(), &variable.name);
    let restrict = if variable.home == (Home::Parameter { restrict: true }) { "restrict " } else { "" };
    match &variable.dims[..] {
        [] => format!("{ty} {name}"),
        [_] => format!("{ty} *{restrict}{name}"),
        [_, inner @ ..] => {
            let inner: String = inner.iter().map(|dim| format!("[{dim}]")).collect();
            format!("{ty} (*{restrict}{name}){inner}")
        }
    }
}
