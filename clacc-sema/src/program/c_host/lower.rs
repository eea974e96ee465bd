//! Lowers the model of a C declaration to a program.

use clacc_syntax::ast::{
    Decl, DirectiveId, Expr, ExprId, Node, SizeofOp, Specs, Stmt, Tree, TypeSpec, UnaryOp,
};

use clacc_syntax::checkpoint::{self, HalfDone};

use super::clauses::DirectiveLowering;
use super::jumps::JumpLowering;
use super::nodes::{CNodes, entity_of};
use super::types::{classify, expr_type};
use crate::c::model::{DeclModel, Symbol, SymbolKind};
use crate::c::types::QualType;
use crate::program::access::{Call, NamedVariable, Write, WriteKind};
use crate::program::entity::{Entity, EntityKind, StorageDuration};
use crate::program::outline::Outline;
use crate::program::place::At;
use crate::program::{LoweredFrom, Program};

const NODES_BETWEEN_CHECKPOINTS: u32 = 1 << 12;
const DIRECTIVES_BETWEEN_CHECKPOINTS: usize = 1 << 6;

/// Lowers one external declaration.
pub fn lower(model: &DeclModel) -> Program {
    let tree = &model.parsed.tree;
    let mut lowering = ProgramLowering::new(model);
    lowering.walk(tree);
    lowering.program.outline.close();
    lowering.leave_out_unevaluated();
    lowering.find_arguments();
    let ProgramLowering { mut program, nodes, directives, jumps, .. } = lowering;
    jumps.resolve(&mut program);
    let symbols = checkpoint::every(checkpoint::STRIDE, model.symbols.iter());
    program.entities = symbols.map(|(_, symbol)| entity(symbol, &nodes)).collect();
    program.order = directives.iter().map(|(_, directive)| *directive).collect();
    let lower = DirectiveLowering::new(model, &nodes);
    for (at, directive) in checkpoint::every(DIRECTIVES_BETWEEN_CHECKPOINTS, directives.iter()) {
        lower.directive(*at, *directive, &mut program);
    }
    program.origin = LoweredFrom::C(nodes.finish());
    program.shrink_to_fit();
    program.finish()
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

/// Returns whether the operand of `sizeof` or a relative is evaluated: only an array of variable length is (C17 6.5.3.4p2).
fn is_evaluated(model: &DeclModel, op: SizeofOp, operand: ExprId) -> bool {
    op == SizeofOp::Sizeof && expr_type(model, operand).is_some_and(QualType::is_variable_length)
}

/// A program that is being lowered.
struct ProgramLowering<'a> {
    model: &'a DeclModel,
    program: HalfDone<Program>,
    nodes: HalfDone<CNodes>,
    directives: Vec<(At, DirectiveId)>,
    jumps: JumpLowering,
    /// The operands that are not evaluated: those of most `sizeof` (C17 6.5.3.4p2) and `typeof`, and the controlling
    /// expressions of `_Generic`, of which only the types are used.
    unevaluated: Vec<At>,
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
            program: HalfDone::new(Program {
                outline: Outline::with_capacity(nodes),
                ..Program::new(tree.names.clone())
            }),
            nodes: HalfDone::new(CNodes::with_room_for(tree, nodes)),
            directives: Vec::new(),
            jumps: JumpLowering::default(),
            unevaluated: Vec::new(),
        }
    }

    fn walk(&mut self, tree: &Tree) {
        let mut pending: HalfDone<Vec<(Node, Option<At>)>> = HalfDone::new(Vec::with_capacity(64));
        pending.extend(tree.roots.iter().rev().map(|root| (Node::Decl(*root), None)));
        while let Some((node, parent)) = pending.pop() {
            let at = self.program.outline.push(parent);
            if at.index().is_multiple_of(NODES_BETWEEN_CHECKPOINTS) {
                checkpoint::pass();
            }
            self.nodes.push(node, at);
            self.note(node, at);
            let first = pending.len();
            tree.for_each_child(node, &mut |_, child| pending.push((child, Some(at))));
            pending[first..].reverse();
        }
    }

    /// Removes the names in operands that are not evaluated.
    fn leave_out_unevaluated(&mut self) {
        let Program { named, outline, .. } = &mut *self.program;
        let mut runs = self.unevaluated.iter().map(|at| outline.run(*at)).peekable();
        if runs.peek().is_some() {
            named.retain(|named| {
                while runs.next_if(|run| run.end <= named.at).is_some() {}
                runs.peek().is_none_or(|run| !run.contains(named.at))
            });
        }
    }

    fn note(&mut self, node: Node, at: At) {
        match node {
            Node::Directive(directive) => self.directives.push((at, directive)),
            Node::Stmt(stmt) => {
                let stmt = &self.model.parsed.tree[stmt];
                if let Stmt::For { .. } | Stmt::While { .. } | Stmt::DoWhile { .. } = stmt {
                    self.program.all_loops.push(at);
                }
                if let Stmt::For { .. } = stmt {
                    self.program.loops.push(at);
                }
                self.jumps.note(stmt, at);
            }
            Node::Expr(expr) => self.note_expr(expr, at),
            Node::Decl(decl) => match &self.model.parsed.tree[decl] {
                Decl::Declaration { specs, .. } => self.note_specs(specs, at),
                Decl::Function(_) if self.program.outline.parent(at).is_some() => {
                    self.jumps.note_inner_function(at);
                }
                _ => {}
            },
            Node::TypeName(ty) => self.note_specs(&self.model.parsed.tree[ty].specs, at),
            _ => {}
        }
    }

    /// Records the operand of `typeof`, which is the first child of the node with these specifiers. Only its type is used.
    fn note_specs(&mut self, specs: &Specs, at: At) {
        if let TypeSpec::TypeofExpr(operand) = specs.ty
            && !is_evaluated(self.model, SizeofOp::Sizeof, operand)
        {
            self.unevaluated.push(at.next());
        }
    }

    /// Records an expression that is a name, a write or a call. The arguments of a call are found later, when they have nodes.
    fn note_expr(&mut self, expr: ExprId, at: At) {
        let tree = &self.model.parsed.tree;
        match &tree[expr] {
            Expr::Name(_) => self.note_name(expr, at),
            Expr::Generic { .. } => self.unevaluated.push(at.next()),
            Expr::SizeofExpr { op, operand } if !is_evaluated(self.model, *op, *operand) => {
                self.unevaluated.push(at.next());
            }
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
            Expr::LabelAddress(label) => self.jumps.note_address(*label, at),
            Expr::Postfix { operand, .. }
            | Expr::Unary { op: UnaryOp::PreIncrement | UnaryOp::PreDecrement, operand } => {
                self.note_write(at, *operand, WriteKind::Assigned, false);
            }
            _ => {}
        }
    }

    fn note_name(&mut self, name: ExprId, at: At) {
        let Some(symbol) = self.model.uses.get(name).copied() else { return };
        let kind = &self.model.symbols[symbol].kind;
        if kind.is_object() || *kind == SymbolKind::Undeclared {
            self.program.named.push(NamedVariable { at, entity: entity_of(symbol) });
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

    /// Finds the arguments of calls, after all nodes have been added. The first child of a call is the
    /// called function.
    fn find_arguments(&mut self) {
        let Program { calls, outline, .. } = &mut *self.program;
        for call in checkpoint::every(checkpoint::STRIDE, calls.iter_mut()) {
            call.arguments = outline.children(call.at).skip(1).collect();
        }
    }
}
