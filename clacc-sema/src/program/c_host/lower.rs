//! Lowers the model of a C declaration to a program.

use clacc_syntax::Name;
use clacc_syntax::ast::{DirectiveId, Expr, ExprId, Node, Stmt, StmtId, Tree, UnaryOp};
use rustc_hash::FxHashMap;

use super::clauses::DirectiveLowering;
use super::nodes::{CNodes, entity_of};
use super::types::classify;
use crate::c::model::{DeclModel, Symbol, SymbolKind};
use crate::program::access::{Call, Jump, JumpKind, Write, WriteKind};
use crate::program::entity::{Entity, EntityKind, StorageDuration};
use crate::program::outline::Outline;
use crate::program::place::At;
use crate::program::{LoweredFrom, Program};

/// Lowers one external declaration.
pub fn lower(model: &DeclModel) -> Program {
    let tree = &model.parsed.tree;
    let mut lowering = ProgramLowering::new(model);
    lowering.walk(tree);
    lowering.program.outline.close();
    lowering.resolve_jumps();
    lowering.find_arguments();
    let ProgramLowering { mut program, nodes, directives, .. } = lowering;
    program.entities = model.symbols.iter().map(|(_, symbol)| entity(symbol, &nodes)).collect();
    program.order = directives.iter().map(|(_, directive)| *directive).collect();
    let lower = DirectiveLowering::new(&model.parsed, &nodes);
    for (at, directive) in &directives {
        lower.directive(*at, *directive, &mut program);
    }
    program.origin = LoweredFrom::C(nodes);
    program
}

fn entity(symbol: &Symbol, nodes: &CNodes) -> Entity {
    Entity {
        name: symbol.name,
        kind: match symbol.kind {
            SymbolKind::Function => EntityKind::Function,
            SymbolKind::Typedef => EntityKind::Type,
            SymbolKind::Enumerator(_) => EntityKind::Constant,
            SymbolKind::Undeclared => EntityKind::Undeclared,
            _ => EntityKind::Object,
        },
        class: classify(&symbol.ty),
        is_const: symbol.ty.is_const(),
        duration: match symbol.kind {
            SymbolKind::Global | SymbolKind::StaticLocal => StorageDuration::Static,
            SymbolKind::ThreadLocal => StorageDuration::Thread,
            _ => StorageDuration::Automatic,
        },
        scope: symbol.scope.and_then(|scope| nodes.of_stmt(scope)),
    }
}

/// A program that is being lowered.
struct ProgramLowering<'a> {
    model: &'a DeclModel,
    program: Program,
    nodes: CNodes,
    directives: Vec<(At, DirectiveId)>,
    /// The `goto` statements, by index in the list of jumps, with the names of their labels.
    gotos: Vec<(usize, Name)>,
    labels: FxHashMap<Name, At>,
}

impl<'a> ProgramLowering<'a> {
    fn new(model: &'a DeclModel) -> Self {
        let tree = &model.parsed.tree;
        let nodes = tree.exprs.len()
            + tree.stmts.len()
            + tree.decls.len()
            + tree.entities.len()
            + tree.inits.len()
            + tree.type_names.len()
            + tree.directives.len()
            + tree.clauses.len();
        ProgramLowering {
            model,
            program: Program { outline: Outline::with_capacity(nodes), ..Program::new(tree.names.clone()) },
            nodes: CNodes::with_room_for(tree, nodes),
            directives: Vec::new(),
            gotos: Vec::new(),
            labels: FxHashMap::default(),
        }
    }

    fn walk(&mut self, tree: &Tree) {
        let mut pending: Vec<(Node, Option<At>)> = Vec::with_capacity(64);
        pending.extend(tree.roots.iter().rev().map(|root| (Node::Decl(*root), None)));
        while let Some((node, parent)) = pending.pop() {
            let at = self.program.outline.push(parent);
            self.nodes.push(node, at);
            self.note(node, at);
            let first = pending.len();
            tree.for_each_child(node, &mut |child| pending.push((child, Some(at))));
            pending[first..].reverse();
        }
    }

    fn note(&mut self, node: Node, at: At) {
        match node {
            Node::Directive(directive) => self.directives.push((at, directive)),
            Node::Stmt(stmt) => self.note_stmt(stmt, at),
            Node::Expr(expr) => self.note_expr(expr, at),
            _ => {}
        }
    }

    fn note_stmt(&mut self, stmt: StmtId, at: At) {
        let kind = match self.model.parsed.tree[stmt] {
            Stmt::Return(_) => JumpKind::Return,
            Stmt::Goto(label) => {
                self.gotos.push((self.program.jumps.len(), label));
                JumpKind::Goto(None)
            }
            Stmt::GotoIndirect(_) => JumpKind::Goto(None),
            Stmt::Break => JumpKind::Leave(None),
            Stmt::Continue => JumpKind::Cycle(None),
            Stmt::Label { name, .. } => {
                self.labels.insert(name, at);
                return;
            }
            _ => return,
        };
        self.program.jumps.push(Jump { at, kind });
    }

    /// Notes the write or call that an expression is. The arguments of a call are found later, when they
    /// have nodes.
    fn note_expr(&mut self, expr: ExprId, at: At) {
        let tree = &self.model.parsed.tree;
        match &tree[expr] {
            Expr::Call { callee, .. } => {
                let callee = self.model.symbol_of(*callee).map(entity_of);
                self.program.calls.push(Call { at, callee, arguments: Box::default() });
            }
            Expr::Unary { op: UnaryOp::AddressOf, operand } => {
                self.note_write(at, *operand, WriteKind::AddressTaken, false);
            }
            Expr::Assign { op, lhs, .. } => {
                self.note_write(at, *lhs, WriteKind::Assigned, op.is_none());
            }
            Expr::Postfix { operand, .. }
            | Expr::Unary { op: UnaryOp::PreIncrement | UnaryOp::PreDecrement, operand } => {
                self.note_write(at, *operand, WriteKind::Assigned, false);
            }
            _ => {}
        }
    }

    fn note_write(&mut self, at: At, operand: ExprId, kind: WriteKind, replaces: bool) {
        let target = self.model.symbol_of(operand).map(entity_of);
        let mut operand_at = at.next();
        let mut operand = operand;
        while let Expr::Paren(inner) = self.model.parsed.tree[operand] {
            operand = inner;
            operand_at = operand_at.next();
        }
        self.program.writes.push(Write { at, operand: operand_at, target, kind, replaces });
    }

    /// Finds the targets of jumps, after all nodes have been added.
    fn resolve_jumps(&mut self) {
        for (jump, label) in &self.gotos {
            self.program.jumps[*jump].kind = JumpKind::Goto(self.labels.get(label).copied());
        }
        let (tree, nodes, outline) = (&self.model.parsed.tree, &self.nodes, &self.program.outline);
        let around = |at: At, is_wanted: fn(&Stmt) -> bool| {
            let is_wanted = |outer: &At| nodes.stmt(*outer).is_some_and(|stmt| is_wanted(&tree[stmt]));
            outline.ancestors(at).find(is_wanted)
        };
        for jump in &mut self.program.jumps {
            match &mut jump.kind {
                JumpKind::Leave(left) => *left = around(jump.at, is_breakable),
                JumpKind::Cycle(cycled) => *cycled = around(jump.at, is_loop),
                _ => {}
            }
        }
    }

    /// Finds the arguments of calls, after all nodes have been added. The first child of a call is the
    /// called function.
    fn find_arguments(&mut self) {
        let Program { calls, outline, .. } = &mut self.program;
        for call in calls {
            call.arguments = outline.children(call.at).skip(1).collect();
        }
    }
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. })
}

fn is_breakable(stmt: &Stmt) -> bool {
    is_loop(stmt) || matches!(stmt, Stmt::Switch { .. })
}
