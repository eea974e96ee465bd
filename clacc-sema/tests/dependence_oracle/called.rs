//! The functions that generated functions call: their text, and what they do.

use crate::nest::{Expr, Function, Target, Ty};
use crate::run::{Run, Stop};

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Helper {
    At,
    Put,
    Add,
    Fill,
    Copy,
    Sum,
    Twice,
}

/// Their text.
pub(crate) const TEXT: &str = "static int at(const int *a, int i) { return a[i]; }
static void put(int *a, int i, int v) { a[i] = v; }
static void add(int *a, int i, int v) { a[i] += v; }
static void fill(int *a, int m, int v) { for (int j = 0; j < m; j++) a[j] = v + j; }
static void copy(int *a, const int *b, int m) { for (int j = 0; j < m; j++) a[j] = b[j]; }
static int sum(const int *a, int m) { int s = 0; for (int j = 0; j < m; j++) s += a[j]; return s; }
static void twice(int *a, int i, int v) { put(a, 2 * i, v); put(a + 1, 2 * i, v); }
";

impl Helper {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Helper::At => "at",
            Helper::Put => "put",
            Helper::Add => "add",
            Helper::Fill => "fill",
            Helper::Copy => "copy",
            Helper::Sum => "sum",
            Helper::Twice => "twice",
        }
    }
}

/// A call: the elements whose addresses are handed on, and the numbers behind them.
#[derive(Clone, Debug)]
pub(crate) struct Called {
    pub(crate) helper: Helper,
    pub(crate) pointers: Vec<Target>,
    pub(crate) numbers: Vec<Expr>,
    /// How addresses are spelled.
    pub(crate) spelling: usize,
}

impl Function {
    pub(crate) fn call(&self, called: &Called) -> String {
        let pointers = called.pointers.iter().map(|target| self.address_of(target, called.spelling));
        let numbers = called.numbers.iter().map(|number| self.expr(number));
        let arguments: Vec<String> = pointers.chain(numbers).collect();
        format!("{}({})", called.helper.name(), arguments.join(", "))
    }

    fn address_of(&self, target: &Target, spelling: usize) -> String {
        let (last, rows) = target.subscripts.split_last().expect("an element");
        let row = self.target(&Target { var: target.var, subscripts: rows.to_vec() });
        match (last, spelling) {
            (Expr::Number(0), 0) => row,
            (_, 0 | 1) => format!("{row} + ({})", self.expr(last)),
            _ => format!("&{}", self.target(target)),
        }
    }
}

impl<'f> Run<'f> {
    /// Executes a call and returns its result.
    pub(crate) fn call(&mut self, called: &'f Called) -> Result<i128, Stop> {
        let mut pointers = Vec::new();
        for target in &called.pointers {
            pointers.push(self.pointer(target)?);
        }
        let mut numbers = Vec::new();
        for number in &called.numbers {
            numbers.push(self.value_as(number, Ty::I32)?);
        }
        match called.helper {
            Helper::At => self.load(&pointers[0], numbers[0]),
            Helper::Put => self.store(&pointers[0], numbers[0], numbers[1]),
            Helper::Add => {
                let old = self.load(&pointers[0], numbers[0])?;
                self.store(&pointers[0], numbers[0], old + numbers[1])
            }
            Helper::Fill => {
                (0..numbers[0]).try_for_each(|j| self.store(&pointers[0], j, numbers[1] + j).map(drop))?;
                Ok(0)
            }
            Helper::Copy => {
                for j in 0..numbers[0] {
                    let value = self.load(&pointers[1], j)?;
                    self.store(&pointers[0], j, value)?;
                }
                Ok(0)
            }
            Helper::Sum => (0..numbers[0]).try_fold(0, |sum, j| Ok(sum + self.load(&pointers[0], j)?)),
            Helper::Twice => {
                self.store(&pointers[0], 2 * numbers[0], numbers[1])?;
                self.store(&pointers[0], 2 * numbers[0] + 1, numbers[1])
            }
        }
    }
}
