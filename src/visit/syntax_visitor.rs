//! Walks over the tree of a declaration as it is written, with a method for each kind of expression and statement.

use clacc_ttx::visit::VisitStep;

use crate::syntax::{
    BinaryOp, Clause, Declarator, Directive, Expr, ExprView, Exprs, For, Node, Section, Stmt, StmtView,
    UnaryOp,
};

/// Receives the nodes of a walk over a tree ([`walk_tree`]), by their kinds. Every method has a default: those of expressions call
/// [`SyntaxVisitor::expr`], those of statements [`SyntaxVisitor::stmt`], and these go on with the children. A visitor overrides those that it
/// is interested in; the steps that they return have the same meaning everywhere.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::syntax::{Directive, Expr, Exprs, For};
/// use clacc::visit::{SyntaxVisitor, VisitStep, walk_tree};
///
/// #[derive(Default)]
/// struct Counts {
///     calls: Vec<String>,
///     loops: usize,
/// }
///
/// impl<'f> SyntaxVisitor<'f> for Counts {
///     fn call(&mut self, _: Expr<'f>, callee: Expr<'f>, arguments: Exprs<'f>) -> VisitStep {
///         self.calls.push(format!("{}/{}", callee.node().print(), arguments.count()));
///         VisitStep::Children
///     }
///     fn for_loop(&mut self, _: For<'f>) -> VisitStep {
///         self.loops += 1;
///         VisitStep::Children
///     }
///     fn directive(&mut self, _: Directive<'f>) -> VisitStep {
///         VisitStep::Skip
///     }
/// }
///
/// let program = "int g(int, int);\nvoid f(int n) {\n  for (int i = 0; i < n; ++i) g(i, g(n, 1));\n#pragma acc parallel num_gangs(g(1, 2))\n  g(3, 4);\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).pop().expect("there is one");
/// let mut counts = Counts::default();
/// walk_tree(f.root().expect("it was parsed"), &mut counts);
/// assert_eq!((counts.calls.join(" ").as_str(), counts.loops), ("g/2 g/2", 1));
/// # Ok::<(), clacc::Error>(())
/// ```
pub trait SyntaxVisitor<'f> {
    /// Enters an expression that has no method of its own, or of which the method is not overridden.
    fn expr(&mut self, expr: Expr<'f>) -> VisitStep {
        let _ = expr;
        VisitStep::Children
    }

    /// Enters an identifier.
    fn name(&mut self, expr: Expr<'f>, name: &'f str) -> VisitStep {
        let _ = name;
        self.expr(expr)
    }

    /// Enters a constant or a string: a number, a character, string literals.
    fn literal(&mut self, expr: Expr<'f>) -> VisitStep {
        self.expr(expr)
    }

    /// Enters a prefix operator.
    fn unary(&mut self, expr: Expr<'f>, op: UnaryOp, operand: Expr<'f>) -> VisitStep {
        let _ = (op, operand);
        self.expr(expr)
    }

    /// Enters a binary operator other than assignment and comma.
    fn binary(&mut self, expr: Expr<'f>, op: BinaryOp, operands: [Expr<'f>; 2]) -> VisitStep {
        let _ = (op, operands);
        self.expr(expr)
    }

    /// Enters an expression that assigns: `=`, `op=`, and `++` and `--` on either side. [`Expr::writes`] is its operand.
    fn assignment(&mut self, expr: Expr<'f>) -> VisitStep {
        self.expr(expr)
    }

    /// Enters a call.
    fn call(&mut self, expr: Expr<'f>, callee: Expr<'f>, arguments: Exprs<'f>) -> VisitStep {
        let _ = (callee, arguments);
        self.expr(expr)
    }

    /// Enters a subscript.
    fn index(&mut self, expr: Expr<'f>, base: Expr<'f>, index: Expr<'f>) -> VisitStep {
        let _ = (base, index);
        self.expr(expr)
    }

    /// Enters a section of an array, in a clause.
    fn section(&mut self, expr: Expr<'f>, section: Section<'f>) -> VisitStep {
        let _ = section;
        self.expr(expr)
    }

    /// Enters the selection of a member.
    fn member(&mut self, expr: Expr<'f>, base: Expr<'f>, field: &'f str) -> VisitStep {
        let _ = (base, field);
        self.expr(expr)
    }

    /// Enters a statement that has no method of its own, or of which the method is not overridden.
    fn stmt(&mut self, stmt: Stmt<'f>) -> VisitStep {
        let _ = stmt;
        VisitStep::Children
    }

    /// Enters a block.
    fn block(&mut self, stmt: Stmt<'f>) -> VisitStep {
        self.stmt(stmt)
    }

    /// Enters an `if`.
    fn if_else(&mut self, stmt: Stmt<'f>, condition: Expr<'f>) -> VisitStep {
        let _ = condition;
        self.stmt(stmt)
    }

    /// Enters a `for`.
    fn for_loop(&mut self, statement: For<'f>) -> VisitStep {
        statement.node().stmt().map_or(VisitStep::Children, |stmt| self.stmt(stmt))
    }

    /// Enters a `while` or `do`.
    fn while_loop(&mut self, stmt: Stmt<'f>, condition: Expr<'f>) -> VisitStep {
        let _ = condition;
        self.stmt(stmt)
    }

    /// Enters a statement that jumps: `goto`, `break`, `continue`, `return`.
    fn jump(&mut self, stmt: Stmt<'f>) -> VisitStep {
        self.stmt(stmt)
    }

    /// Enters a directive. Its clauses and its statement are its children.
    fn directive(&mut self, directive: Directive<'f>) -> VisitStep {
        let _ = directive;
        VisitStep::Children
    }

    /// Enters a clause.
    fn clause(&mut self, clause: Clause<'f>) -> VisitStep {
        let _ = clause;
        VisitStep::Children
    }

    /// Enters a declarator.
    fn declarator(&mut self, declarator: Declarator<'f>) -> VisitStep {
        let _ = declarator;
        VisitStep::Children
    }

    /// Enters a node of any other kind: a declaration, a type name, an initializer.
    fn other(&mut self, node: Node<'f>) -> VisitStep {
        let _ = node;
        VisitStep::Children
    }

    /// Leaves a node, after the nodes inside it. Every node that was entered is left, unless the walk was stopped.
    fn leave(&mut self, node: Node<'f>) {
        let _ = node;
    }
}

/// Walks over a node and the nodes inside it in source order, as they are written: directives of OpenACC and OpenMP alike, without forms.
/// Takes time linear in the number of nodes; deep nesting needs no stack. [`SyntaxVisitor`] has an example.
pub fn walk_tree<'f>(node: Node<'f>, visitor: &mut dyn SyntaxVisitor<'f>) {
    let mut open: Vec<Node<'f>> = Vec::new();
    let mut inside = node.descendants();
    let mut next = Some(node);
    while let Some(node) = next {
        while let Some(done) = open.pop_if(|around| !around.contains(node)) {
            visitor.leave(done);
        }
        open.push(node);
        match enter(node, visitor) {
            VisitStep::Children => {}
            VisitStep::Skip => inside.skip_subtree(),
            VisitStep::Stop => return,
        }
        next = inside.next();
    }
    while let Some(done) = open.pop() {
        visitor.leave(done);
    }
}

fn enter<'f>(node: Node<'f>, visitor: &mut dyn SyntaxVisitor<'f>) -> VisitStep {
    if let Some(expr) = node.expr() {
        enter_expr(expr, visitor)
    } else if let Some(stmt) = node.stmt() {
        enter_stmt(stmt, visitor)
    } else if let Some(directive) = node.directive() {
        visitor.directive(directive)
    } else if let Some(clause) = node.clause() {
        visitor.clause(clause)
    } else if let Some(declarator) = node.declarator() {
        visitor.declarator(declarator)
    } else {
        visitor.other(node)
    }
}

fn enter_expr<'f>(expr: Expr<'f>, visitor: &mut dyn SyntaxVisitor<'f>) -> VisitStep {
    match expr.view() {
        ExprView::Name(name) => visitor.name(expr, name),
        ExprView::Number(_) | ExprView::Char(_) | ExprView::Str(_) => visitor.literal(expr),
        ExprView::Unary(UnaryOp::PreIncrement | UnaryOp::PreDecrement, _)
        | ExprView::Increment(_)
        | ExprView::Decrement(_)
        | ExprView::Assign { .. } => visitor.assignment(expr),
        ExprView::Unary(op, operand) => visitor.unary(expr, op, operand),
        ExprView::Binary { op, left, right } => visitor.binary(expr, op, [left, right]),
        ExprView::Call { callee, arguments } => visitor.call(expr, callee, arguments),
        ExprView::Index { base, index } => visitor.index(expr, base, index),
        ExprView::Section(section) => visitor.section(expr, section),
        ExprView::Member { base, field, .. } => visitor.member(expr, base, field),
        _ => visitor.expr(expr),
    }
}

fn enter_stmt<'f>(stmt: Stmt<'f>, visitor: &mut dyn SyntaxVisitor<'f>) -> VisitStep {
    match stmt.view() {
        StmtView::Compound => visitor.block(stmt),
        StmtView::If { condition, .. } => visitor.if_else(stmt, condition),
        StmtView::For(statement) => visitor.for_loop(statement),
        StmtView::While { condition, .. } | StmtView::DoWhile { condition, .. } => {
            visitor.while_loop(stmt, condition)
        }
        StmtView::Goto(_)
        | StmtView::GotoIndirect(_)
        | StmtView::Break
        | StmtView::Continue
        | StmtView::Return(_) => visitor.jump(stmt),
        _ => visitor.stmt(stmt),
    }
}
