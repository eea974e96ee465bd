//! Prints trees as canonical C.
//!
//! The layout is that of clang's `-ast-print`: four spaces for each level, braces where the tree has blocks,
//! labels one level further out, the statement of a directive one level further in. The printed text parses
//! to the same tree again, node by node. If a tree that was built by hand lacks necessary parentheses, they
//! are added.
//!
//! Nodes to print are kept on a stack of the printer's own, so that no depth of a tree exhausts the call
//! stack.

mod declarations;
mod declarators;
mod directives;
mod expressions;
mod hooks;
mod statements;
#[cfg(test)]
mod tests;
pub mod writer;

pub use hooks::{DirectiveText, PrintHooks};
pub use statements::takes_rest_of_block;

use crate::Name;
use crate::ast::*;

/// An item that is still to be printed.
#[derive(Clone, Copy, Debug)]
enum PrintTask<'t> {
    /// Text with a fixed spelling.
    Text(&'static str),
    /// Text from a hook.
    Line(&'t str),
    /// The spelling of a name.
    Name(Name),
    /// The end of a line, and the indentation of the next one.
    NewLine,
    /// A new line whose indentation is one level less: before a label.
    OutdentedLine,
    /// Increases the indentation of the following lines by one level.
    Indent,
    /// Decreases the indentation of the following lines by one level.
    Outdent,
    /// An expression. It gets parentheses if its precedence is lower than this number.
    Expr(ExprId, u8),
    /// A statement on a new line.
    Stmt(StmtId),
    /// A statement on the current line: an `if` after `else`.
    InLine(StmtId),
    /// A statement after `if (...)` or the like. A block starts on the same line, any other statement on the next one, one level deeper.
    Controlled(StmtId),
    /// A declaration with its `;`.
    Decl(DeclId),
    /// A declaration without its `;`: a parameter.
    Param(DeclId),
    /// A declarator with its bit-field width, attributes and initializer.
    Entity(DeclaredId),
    /// A declarator.
    Declarator(DeclaratorId),
    /// A type name.
    TypeName(TypeNameId),
    /// An initializer.
    Init(InitId),
    /// A directive's name, argument and clauses.
    Directive(DirectiveId),
    /// A clause of a directive.
    Clause(DirectiveId, ClauseId),
}

/// Prints nodes of one tree.
#[derive(Debug)]
struct Printer<'t> {
    tree: &'t Tree,
    hooks: Option<HookedTree<'t>>,
    out: String,
    indent: usize,
    tasks: Vec<PrintTask<'t>>,
}

/// The hooks that replace the directives of a tree.
#[derive(Clone, Copy)]
struct HookedTree<'t> {
    hooks: &'t dyn PrintHooks,
    index: usize,
}

impl std::fmt::Debug for HookedTree<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HookedTree").field("index", &self.index).finish_non_exhaustive()
    }
}

/// Returns the canonical text of a unit, as bytes of a source file: the external declarations of each tree,
/// in order.
pub fn print_unit(trees: &[&Tree]) -> Vec<u8> {
    print_unit_with(trees, &hooks::NoHooks)
}

/// Does the same as [`print_unit`], but `hooks` decide how directives are printed.
pub fn print_unit_with(trees: &[&Tree], hooks: &dyn PrintHooks) -> Vec<u8> {
    let mut text = String::new();
    for (index, tree) in trees.iter().enumerate() {
        for root in &tree.roots {
            let before = text.len();
            let mut printer = Printer::new(tree);
            printer.hooks = Some(HookedTree { hooks, index });
            printer.out = text;
            printer.tasks.push(PrintTask::Decl(*root));
            text = printer.run();
            if text.len() > before {
                text.push('\n');
            }
            for line in hooks.after_declaration(index, *root) {
                text.push_str(&line);
                text.push('\n');
            }
        }
    }
    crate::encoding::encode(&text).into_owned()
}

/// Returns the lines of a directive with its statement, from the first column on. `hooks` decide how directives are printed; `index` is the
/// tree's index for them.
pub fn directive_lines(tree: &Tree, id: DirectiveId, hooks: &dyn PrintHooks, index: usize) -> Vec<String> {
    let mut printer = Printer::new(tree);
    printer.hooks = Some(HookedTree { hooks, index });
    printer.directive_statement(id);
    printer.tasks.reverse();
    // The text begins with the line end of the previous line.
    printer.run().split('\n').skip(1).map(str::to_owned).collect()
}

/// Returns the canonical text of an expression.
pub fn print_expr(tree: &Tree, id: ExprId) -> String {
    Printer::new(tree).print(PrintTask::Expr(id, expressions::ANY))
}

/// Returns the canonical text of a directive without its statement: `#pragma acc parallel copy(a)`.
pub fn print_directive(tree: &Tree, id: DirectiveId) -> String {
    let mut printer = Printer::new(tree);
    printer.tasks.push(PrintTask::Directive(id));
    printer.tasks.push(PrintTask::Text(tree[id].kind.language().introducer()));
    printer.run()
}

/// Returns the canonical text of a node from the first column on: a statement with everything in it, a declaration, a declarator, a
/// directive without its statement. The text of a clause depends on its directive, `directive_of_clause`.
pub fn print_node(tree: &Tree, node: Node, directive_of_clause: Option<DirectiveId>) -> String {
    match (node, directive_of_clause) {
        (Node::Expr(id), _) => print_expr(tree, id),
        (Node::Stmt(id), _) => {
            let text = Printer::new(tree).print(PrintTask::Stmt(id));
            // The text begins with the line end of the previous line.
            text.strip_prefix('\n').map(str::to_owned).unwrap_or(text)
        }
        (Node::Decl(id), _) => Printer::new(tree).print(PrintTask::Decl(id)),
        (Node::Entity(id), _) => Printer::new(tree).print(PrintTask::Entity(id)),
        (Node::TypeName(id), _) => Printer::new(tree).print(PrintTask::TypeName(id)),
        (Node::Init(id), _) => Printer::new(tree).print(PrintTask::Init(id)),
        (Node::Directive(id), _) => print_directive(tree, id),
        (Node::Clause(id), Some(directive)) => print_clause(tree, directive, id),
        (Node::Clause(id), None) => tree.text(tree[id].spelling).to_owned(),
    }
}

/// Returns the canonical text of a clause of a directive.
pub fn print_clause(tree: &Tree, directive: DirectiveId, id: ClauseId) -> String {
    Printer::new(tree).print(PrintTask::Clause(directive, id))
}

impl<'t> Printer<'t> {
    fn new(tree: &'t Tree) -> Self {
        Printer { tree, hooks: None, out: String::new(), indent: 0, tasks: Vec::new() }
    }

    fn print(mut self, task: PrintTask<'t>) -> String {
        self.tasks.push(task);
        self.run()
    }

    /// Prints until the stack is empty, beginning with its top. A step pushes its parts in reading order.
    fn run(mut self) -> String {
        while let Some(task) = self.tasks.pop() {
            let height = self.tasks.len();
            self.step(task);
            self.tasks[height..].reverse();
        }
        self.out
    }

    fn step(&mut self, task: PrintTask<'t>) {
        match task {
            PrintTask::Text(text) => self.out.push_str(text),
            PrintTask::Line(text) => self.out.push_str(text),
            PrintTask::Name(name) => self.out.push_str(&self.tree.names[name]),
            PrintTask::NewLine => self.break_line(self.indent),
            PrintTask::OutdentedLine => self.break_line(self.indent.saturating_sub(1)),
            PrintTask::Indent => self.indent += 1,
            PrintTask::Outdent => self.indent = self.indent.saturating_sub(1),
            PrintTask::Expr(id, lowest) => self.expr(id, lowest),
            PrintTask::Stmt(id) => self.stmt(id),
            PrintTask::InLine(id) => self.stmt_in_line(id),
            PrintTask::Controlled(id) => self.controlled(id),
            PrintTask::Decl(id) => self.decl(id),
            PrintTask::Param(id) => self.param(id),
            PrintTask::Entity(id) => self.entity(id),
            PrintTask::Declarator(id) => self.declarator(id),
            PrintTask::TypeName(id) => self.type_name(id),
            PrintTask::Init(id) => self.init(id),
            PrintTask::Directive(id) => self.directive(id),
            PrintTask::Clause(directive, id) => self.clause_text(directive, id),
        }
    }

    fn break_line(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("    ", indent));
    }

    // ---- what steps push ----

    fn push(&mut self, task: PrintTask<'t>) {
        self.tasks.push(task);
    }

    fn text(&mut self, text: &'static str) {
        self.tasks.push(PrintTask::Text(text));
    }

    fn name(&mut self, name: Name) {
        self.tasks.push(PrintTask::Name(name));
    }

    /// Pushes items with a separator between them.
    fn separated<T: Copy>(
        &mut self,
        items: &[T],
        separator: &'static str,
        task: impl Fn(T) -> PrintTask<'t>,
    ) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text(separator);
            }
            self.push(task(*item));
        }
    }
}
