//! The loops of `loop` constructs, and the sizes of compute constructs.

use clacc_sema::acc::facts::{self, How};
use clacc_sema::program::arithmetic::{Comparison, Counting};
use clacc_sema::program::loops::Control;
use clacc_sema::program::place::At;

use super::Rule;
use crate::semantics::Symbol;
use crate::syntax::{BinaryOp, Clause, Expr, ExternalDeclaration, For, Node};

/// Facts about the loops of a `loop` construct.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::acc::{ForLoop, Level, LoopBound, LoopFacts, SizeArgument, Sizes};
/// use clacc::syntax::BinaryOp;
///
/// let program = "void f(int n, int *x) {\n#pragma acc parallel loop gang num_gangs(8)\nfor (int i = 1; i < n; i += 2) x[i] = 0;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let halves: Vec<_> = f.constructs().collect();
/// let sizes: Sizes<'_> = halves[0].sizes().expect("it is a compute construct");
/// let gangs: SizeArgument<'_> = sizes.num_gangs().expect("there is a clause");
/// assert_eq!(gangs.constant(), Some(8));
/// let facts: LoopFacts<'_> = halves[1].loop_facts().expect("it is a `loop`");
/// let gang: Level<'_> = facts.gang().expect("gangs share it");
/// assert_eq!(gang.clause().map(|clause| clause.spelling()), Some("gang"));
/// let counted: ForLoop<'_> = facts.loops().next().expect("there is a loop");
/// assert_eq!((counted.variable().map(|i| i.name()), counted.step()), (Some("i"), Some(2)));
/// let bound: LoopBound<'_> = counted.bound().expect("it is known");
/// assert_eq!((bound.comparison, bound.value.node().print().as_str()), (BinaryOp::Lt, "n"));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopFacts<'f> {
    declaration: &'f ExternalDeclaration,
    inner: &'f facts::LoopFacts,
}

/// A level of parallelism of a loop: gang, worker or vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level<'f> {
    declaration: &'f ExternalDeclaration,
    inner: &'f facts::Level,
}

/// A `for` statement as a counted loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ForLoop<'f> {
    node: Node<'f>,
}

/// The condition under which a loop continues: `variable comparison value`, also where the source has the operands the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct LoopBound<'f> {
    /// The comparison: `<`, `<=`, `>`, `>=` or `!=`.
    pub comparison: BinaryOp,
    /// The value that the variable is compared with.
    pub value: Expr<'f>,
}

/// The numbers of gangs and workers and the vector length of a compute construct, where clauses give them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes<'f> {
    declaration: &'f ExternalDeclaration,
    inner: &'f facts::Sizes,
}

/// The argument of `num_gangs`, `num_workers` or `vector_length`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeArgument<'f> {
    declaration: &'f ExternalDeclaration,
    inner: &'f facts::SizeArgument,
}

impl<'f> LoopFacts<'f> {
    pub(super) fn new(declaration: &'f ExternalDeclaration, inner: &'f facts::LoopFacts) -> LoopFacts<'f> {
        LoopFacts { declaration, inner }
    }

    fn level(self, inner: Option<&'f facts::Level>) -> Option<Level<'f>> {
        inner.map(|inner| Level { declaration: self.declaration, inner })
    }

    /// Returns the rule that makes the loops sequential. None if they are not sequential.
    #[must_use]
    pub fn sequential(self) -> Option<Rule> {
        self.inner.sequential.map(Rule)
    }

    /// Returns the level `gang`, if gangs share the iterations.
    #[must_use]
    pub fn gang(self) -> Option<Level<'f>> {
        self.level(self.inner.gang.as_ref())
    }

    /// Returns the level `worker`, if workers share the iterations.
    #[must_use]
    pub fn worker(self) -> Option<Level<'f>> {
        self.level(self.inner.worker.as_ref())
    }

    /// Returns the level `vector`, if vector lanes share the iterations.
    #[must_use]
    pub fn vector(self) -> Option<Level<'f>> {
        self.level(self.inner.vector.as_ref())
    }

    /// Returns the number of loops that the construct is associated with, from `collapse` or `tile`.
    #[must_use]
    pub fn depth(self) -> u32 {
        self.inner.depth
    }

    /// Returns the loops that the construct is associated with, outermost first. There are fewer than [`LoopFacts::depth`] only if the
    /// construct is broken.
    pub fn loops(self) -> impl Iterator<Item = ForLoop<'f>> {
        self.inner.loops.iter().map(move |at| ForLoop { node: self.declaration.node(*at) })
    }
}

impl<'f> Level<'f> {
    /// Returns whether the level is explicit or implicit.
    #[must_use]
    pub fn how(self) -> How {
        self.inner.how
    }

    /// Returns the clause that gives the level, if there is one.
    #[must_use]
    pub fn clause(self) -> Option<Clause<'f>> {
        Clause::new(self.declaration, self.inner.clause?)
    }
}

impl<'f> ForLoop<'f> {
    fn counting(self) -> Option<Counting> {
        self.node.declaration.view().counting(self.node.at)
    }

    fn expr(self, at: At) -> Option<Expr<'f>> {
        self.node.declaration.node(at).expr()
    }

    /// Returns the statement.
    #[must_use]
    pub fn statement(self) -> Option<For<'f>> {
        self.node.stmt()?.as_for()
    }

    /// Returns the loop control variable. None unless the first part of the loop header assigns to exactly one variable.
    #[must_use]
    pub fn variable(self) -> Option<Symbol<'f>> {
        match self.node.declaration.view().control(self.node.at) {
            Control::Variable { entity, .. } => Some(Symbol::of_entity(self.node.declaration, entity)),
            _ => None,
        }
    }

    /// Returns whether the loop header declares the variable.
    #[must_use]
    pub fn declares_variable(self) -> bool {
        matches!(self.node.declaration.view().control(self.node.at), Control::Variable { declared: true, .. })
    }

    /// Returns the initial value of the variable. Like [`ForLoop::bound`] and [`ForLoop::step`], it is none unless the loop header alone
    /// determines the counting, with an integer that is at least as wide as `int`. Changes of the variable or the bound in the body are not
    /// looked for.
    #[must_use]
    pub fn first(self) -> Option<Expr<'f>> {
        self.expr(self.counting()?.first)
    }

    /// Returns the condition. For a loop that counts down, its value is the lower bound.
    #[must_use]
    pub fn bound(self) -> Option<LoopBound<'f>> {
        let counting = self.counting()?;
        let comparison = match counting.comparison {
            Comparison::Less => BinaryOp::Lt,
            Comparison::LessOrEqual => BinaryOp::Le,
            Comparison::Greater => BinaryOp::Gt,
            Comparison::GreaterOrEqual => BinaryOp::Ge,
            Comparison::Unequal => BinaryOp::Ne,
        };
        Some(LoopBound { comparison, value: self.expr(counting.bound)? })
    }

    /// Returns the increment of the variable in each iteration, if it is constant.
    #[must_use]
    pub fn step(self) -> Option<i128> {
        self.counting()?.step
    }
}

impl<'f> For<'f> {
    /// Returns the statement as a counted loop, which interprets its header.
    #[must_use]
    pub fn counting(self) -> ForLoop<'f> {
        ForLoop { node: self.node() }
    }
}

impl<'f> Sizes<'f> {
    pub(super) fn new(declaration: &'f ExternalDeclaration, inner: &'f facts::Sizes) -> Sizes<'f> {
        Sizes { declaration, inner }
    }

    fn size(self, inner: Option<&'f facts::SizeArgument>) -> Option<SizeArgument<'f>> {
        inner.map(|inner| SizeArgument { declaration: self.declaration, inner })
    }

    /// Returns the argument of `num_gangs`.
    #[must_use]
    pub fn num_gangs(self) -> Option<SizeArgument<'f>> {
        self.size(self.inner.num_gangs.as_deref())
    }

    /// Returns the argument of `num_workers`.
    #[must_use]
    pub fn num_workers(self) -> Option<SizeArgument<'f>> {
        self.size(self.inner.num_workers.as_deref())
    }

    /// Returns the argument of `vector_length`.
    #[must_use]
    pub fn vector_length(self) -> Option<SizeArgument<'f>> {
        self.size(self.inner.vector_length.as_deref())
    }
}

impl<'f> SizeArgument<'f> {
    /// Returns the clause.
    #[must_use]
    pub fn clause(self) -> Option<Clause<'f>> {
        Clause::new(self.declaration, self.inner.clause)
    }

    /// Returns the value; the first one, if `num_gangs` has several.
    #[must_use]
    pub fn value(self) -> Option<Expr<'f>> {
        self.declaration.node(self.inner.value).expr()
    }

    /// Returns the value, if it is an integer constant; the product, if `num_gangs` has several values.
    #[must_use]
    pub fn constant(self) -> Option<i128> {
        self.inner.constant
    }
}
