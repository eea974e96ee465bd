//! The ranges of indices that subscripts reach, and that data clauses name.
//!
//! A range is a superset: no index outside of it is reached. Its ends are an expression of the program plus a constant, so that `i + 1` in a
//! loop from 0 up to `n` gives `1` to `n`. Loops are taken as they count; conditions around an access are not considered.

use std::cell::Cell;
use std::fmt;

use clacc_sema::program::access::WriteKind;
use clacc_sema::program::run::Run;

use super::ForLoop;
use crate::semantics::{Symbol, SymbolKind};
use crate::syntax::{BinaryOp, Expr, ExprView, ExternalDeclaration, For, Node, NodeKind, UnaryOp};

/// The indices from a first to a last one, both included. An end that is not known is none.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::acc::{IndexBound, IndexRange};
///
/// let program = "void f(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n])\n  for (int i = 1; i < n; ++i) x[i - 1] = 0;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let parallel = f.constructs().next().expect("there is one");
/// let named: IndexRange<'_> = parallel.data_items().remove(0).ranges().remove(0);
/// let accesses = parallel.accesses();
/// let x = accesses.variables().find(|each| each.variable().name() == "x").expect("it is written");
/// let used: IndexRange<'_> = x.accesses().next().expect("it is written").ranges().remove(0);
/// assert_eq!((named.to_string(), used.to_string()), ("0 to n - 1".to_owned(), "0 to n - 2".to_owned()));
/// let ends: Option<(IndexBound<'_>, IndexBound<'_>)> = named.last.zip(used.last);
/// assert_eq!(ends.and_then(|(named, used)| named.distance(used)), Some(1));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct IndexRange<'f> {
    /// The first index.
    pub first: Option<IndexBound<'f>>,
    /// The last index. It is less than the first one if the range is empty.
    pub last: Option<IndexBound<'f>>,
}

/// An end of an [`IndexRange`]: the value of an expression plus a constant, or a constant alone. The expression has one value in the whole
/// part of the program that the range is about. It is one of the source, which is not taken apart: the last index of `x[0:n + 1]` is the
/// value of `n + 1`, plus -1. [`Expr::same_value`] compares it with another expression of the declaration, such as the length of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct IndexBound<'f> {
    /// The expression; none for a constant.
    pub value: Option<Expr<'f>>,
    /// The constant that is added.
    pub offset: i128,
}

impl<'f> IndexBound<'f> {
    pub(super) fn constant_at(offset: i128) -> IndexBound<'f> {
        IndexBound { value: None, offset }
    }

    /// Returns the bound of an expression: a constant where it is one.
    pub(super) fn of(expr: Expr<'f>) -> IndexBound<'f> {
        expr.constant().map_or(IndexBound { value: Some(expr), offset: 0 }, IndexBound::constant_at)
    }

    /// Returns the value, if it is constant.
    #[must_use]
    pub fn constant(self) -> Option<i128> {
        self.value.is_none().then_some(self.offset)
    }

    /// Returns by how much this bound is larger than another one. None unless both are constants, or both add constants to expressions of the
    /// [same value](Expr::same_value): the distance of `n + 1` from `n` is not known where `n + 1` is written as one expression. Takes time
    /// linear in the size of the expressions.
    #[must_use]
    pub fn distance(self, other: IndexBound<'_>) -> Option<i128> {
        let is_same = match (self.value, other.value) {
            (None, None) => true,
            (Some(own), Some(other)) => own.same_value(other),
            _ => false,
        };
        self.offset.checked_sub(other.offset).filter(|_| is_same)
    }

    /// Returns the sum of two bounds. None if both hold an expression, or if it overflows.
    pub(super) fn plus(self, other: IndexBound<'f>) -> Option<IndexBound<'f>> {
        let value = match (self.value, other.value) {
            (Some(_), Some(_)) => return None,
            (own, other) => own.or(other),
        };
        Some(IndexBound { value, offset: self.offset.checked_add(other.offset)? })
    }

    pub(super) fn shifted(self, by: i128) -> Option<IndexBound<'f>> {
        self.plus(IndexBound::constant_at(by))
    }
}

impl fmt::Display for IndexBound<'_> {
    /// Writes the bound as an expression of C: `n - 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(value) = self.value else { return write!(f, "{}", self.offset) };
        let is_short =
            matches!(value.view(), ExprView::Name(_) | ExprView::Paren(_) | ExprView::Index { .. });
        let text = value.node().print();
        let text = if is_short || self.offset == 0 { text } else { format!("({text})") };
        match self.offset {
            0 => f.write_str(&text),
            offset => write!(f, "{text} {} {}", if offset < 0 { '-' } else { '+' }, offset.unsigned_abs()),
        }
    }
}

impl fmt::Display for IndexRange<'_> {
    /// Writes both ends: `0 to n - 1`. An unknown one is `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |bound: Option<IndexBound<'_>>| bound.map_or_else(|| "?".to_owned(), |it| it.to_string());
        write!(f, "{} to {}", text(self.first), text(self.last))
    }
}

impl<'f> IndexRange<'f> {
    pub(super) const UNKNOWN: IndexRange<'f> = IndexRange { first: None, last: None };

    pub(super) fn only(bound: IndexBound<'f>) -> IndexRange<'f> {
        IndexRange { first: Some(bound), last: Some(bound) }
    }

    fn plus(self, other: IndexRange<'f>) -> IndexRange<'f> {
        let sum = |own: Option<IndexBound<'f>>, other: Option<IndexBound<'f>>| own?.plus(other?);
        IndexRange { first: sum(self.first, other.first), last: sum(self.last, other.last) }
    }

    /// Returns the range times a constant. An end with an expression is then not known, except for the factor 1.
    fn times(self, factor: i128) -> IndexRange<'f> {
        if factor == 1 {
            return self;
        }
        let product = |bound: Option<IndexBound<'f>>| {
            Some(IndexBound::constant_at(bound?.constant()?.checked_mul(factor)?))
        };
        let (first, last) = (product(self.first), product(self.last));
        if factor < 0 { IndexRange { first: last, last: first } } else { IndexRange { first, last } }
    }

    fn constant(self) -> Option<i128> {
        let (first, last) = (self.first?.constant()?, self.last?.constant()?);
        (first == last).then_some(first)
    }

    /// Returns whether no end is known.
    fn is_unknown(&self) -> bool {
        self.first.is_none() && self.last.is_none()
    }
}

/// The number of expressions that are looked at for one subscript. Beyond it, the range is not known.
const STEPS: u32 = 256;

/// Finds the ranges of subscripts in a part of a declaration.
pub(super) struct RangeFinder<'f> {
    declaration: &'f ExternalDeclaration,
    run: Run,
    steps: Cell<u32>,
}

impl<'f> RangeFinder<'f> {
    pub(super) fn new(declaration: &'f ExternalDeclaration, run: Run) -> RangeFinder<'f> {
        RangeFinder { declaration, run, steps: Cell::new(STEPS) }
    }

    /// Returns the range of an expression in the part of the program.
    pub(super) fn of(&self, expr: Expr<'f>) -> IndexRange<'f> {
        self.at(expr, expr.node())
    }

    /// Returns the range of an expression with the values that variables have inside a node.
    fn at(&self, expr: Expr<'f>, inside: Node<'f>) -> IndexRange<'f> {
        let Some(steps) = self.steps.get().checked_sub(1) else { return IndexRange::UNKNOWN };
        self.steps.set(steps);
        if let Some(constant) = expr.constant() {
            return IndexRange::only(IndexBound::constant_at(constant));
        }
        let range = match expr.view() {
            ExprView::Paren(inner) => self.at(inner, inside),
            ExprView::Name(_) => self.of_counted(expr, inside),
            ExprView::Unary(UnaryOp::Minus, operand) => self.at(operand, inside).times(-1),
            ExprView::Binary { op: BinaryOp::Add, left, right } => {
                self.at(left, inside).plus(self.at(right, inside))
            }
            ExprView::Binary { op: BinaryOp::Sub, left, right } => {
                self.at(left, inside).plus(self.at(right, inside).times(-1))
            }
            ExprView::Binary { op: BinaryOp::Mul, left, right } => {
                let (left, right) = (self.at(left, inside), self.at(right, inside));
                let by_right = right.constant().map(|factor| left.times(factor));
                by_right.or_else(|| left.constant().map(|factor| right.times(factor))).unwrap_or_default()
            }
            _ => IndexRange::UNKNOWN,
        };
        let is_fixed = || range.is_unknown() && self.is_fixed(expr);
        if is_fixed() { IndexRange::only(IndexBound::of(expr)) } else { range }
    }

    /// Returns the range of the variable of a loop around a node.
    fn of_counted(&self, name: Expr<'f>, inside: Node<'f>) -> IndexRange<'f> {
        let Some(symbol) = name.symbol() else { return IndexRange::UNKNOWN };
        let loops = inside.ancestors().filter_map(|node| Some(node.stmt()?.as_for()?.counting()));
        let mut counting = loops.filter(|counting| {
            let body = counting.statement().and_then(For::body);
            counting.variable() == Some(symbol) && body.is_some_and(|body| body.node().contains(inside))
        });
        let range = counting.next().and_then(|counting| self.of_loop(counting, symbol));
        range.unwrap_or(IndexRange::UNKNOWN)
    }

    fn of_loop(&self, counting: ForLoop<'f>, symbol: Symbol<'f>) -> Option<IndexRange<'f>> {
        let statement = counting.statement()?;
        let body = self.run_of(statement.body()?.node());
        if !self.run.contains(statement.node().at) || self.changes(symbol, body) {
            return None;
        }
        let (step, bound) = (counting.step()?, counting.bound()?);
        let (start, end) =
            (self.at(counting.first()?, statement.node()), self.at(bound.value, statement.node()));
        // A comparison that excludes the bound leaves the index before it.
        let before = |end: Option<IndexBound<'f>>, by: i128| match bound.comparison {
            BinaryOp::Le | BinaryOp::Ge => end,
            _ => end?.shifted(by),
        };
        match (bound.comparison, step) {
            (BinaryOp::Lt | BinaryOp::Le, 1..) | (BinaryOp::Ne, 1) => {
                Some(IndexRange { first: start.first, last: before(end.last, -1) })
            }
            (BinaryOp::Gt | BinaryOp::Ge, ..=-1) | (BinaryOp::Ne, -1) => {
                Some(IndexRange { first: before(end.first, 1), last: start.last })
            }
            _ => None,
        }
    }

    /// Returns whether an expression has one value in the whole part of the program: it consists of scalars that do not change there.
    fn is_fixed(&self, expr: Expr<'f>) -> bool {
        let is_plain = |node: Node<'f>| match node.kind() {
            NodeKind::Name => {
                node.expr().and_then(Expr::symbol).is_some_and(|it| !self.changes(it, self.run))
            }
            kind => matches!(kind, NodeKind::Number | NodeKind::Char | NodeKind::Paren | NodeKind::Binary),
        };
        std::iter::once(expr.node()).chain(expr.node().descendants()).all(is_plain)
    }

    fn run_of(&self, node: Node<'f>) -> Run {
        self.declaration.parts().program.outline.run(node.at)
    }

    /// Returns whether a run may change a variable: by an assignment, through a pointer, or in a function that is called.
    fn changes(&self, symbol: Symbol<'f>, run: Run) -> bool {
        let (view, (_, entity)) = (self.declaration.view(), symbol.entity());
        let is_own = matches!(symbol.kind(), SymbolKind::Local | SymbolKind::Parameter);
        let all = view.program.outline.all();
        let is_target = |write: &&clacc_sema::program::access::Write| write.target == Some(entity);
        let has_address =
            view.writes(all).filter(is_target).any(|write| write.kind == WriteKind::AddressTaken);
        view.writes(run).any(|write| write.target == Some(entity))
            || has_address
            || !is_own && view.calls(run).next().is_some()
    }
}
