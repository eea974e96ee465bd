//! Decides in which order the parts of a tree are visited.

use clacc_syntax::ast::{
    Alignment, ArraySize, Attribute, BuiltinArg, Clause, Decl, DeclId, Declarator, DeclaratorId, DeclaredId,
    Designator, DirectiveArgument, DirectiveId, EnumId, Expr, ExprId, Node, Params, RecordId, Specs, Stmt,
    StmtId, Tree, TypeSpec,
};

use super::{BindTask, Binder, Role};

/// The end of the scope of the parameters: after the declarator, or after the body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParameterScope {
    Closes,
    Stays,
}

impl Binder<'_> {
    pub(super) fn visit(&mut self, node: Node) {
        match node {
            Node::Expr(expr) => self.visit_expression(expr),
            Node::Stmt(stmt) => self.visit_statement(stmt),
            Node::Decl(decl) => self.visit_declaration(decl, Role::Ordinary),
            Node::Entity(entity) => self.schedule([BindTask::DeclareIterator(entity)]),
            Node::TypeName(id) => {
                let mut plan = Vec::new();
                let type_name = &self.tree[id];
                self.plan_specs(&type_name.specs, true, &mut plan);
                self.plan_declarator(type_name.declarator, ParameterScope::Closes, &mut plan);
                plan.push(BindTask::NamedType(id));
                self.schedule(plan);
            }
            Node::Init(_) => self.visit_children(node, &[], &[]),
            Node::Directive(directive) => self.visit_directive(directive),
            Node::Clause(clause) => {
                if has_iterators(&self.tree[clause]) {
                    self.visit_children(node, &[BindTask::Open(None)], &[BindTask::Close]);
                } else {
                    self.visit_children(node, &[], &[]);
                }
            }
        }
    }

    fn visit_children(&mut self, node: Node, before: &[BindTask], after: &[BindTask]) {
        let tree = self.tree;
        let first = self.tasks.len();
        self.tasks.extend_from_slice(before);
        let tasks = &mut self.tasks;
        tree.for_each_child(node, &mut |_, child| tasks.push(BindTask::Visit(child)));
        self.tasks.extend_from_slice(after);
        self.tasks[first..].reverse();
    }

    fn visit_expression(&mut self, id: ExprId) {
        match &self.tree[id] {
            Expr::Name(name) => {
                let symbol = self.resolve(*name);
                self.uses.set(id, symbol);
                self.type_expression(id);
            }
            // Constants have no operands to wait for.
            Expr::Number(_) | Expr::Char(_) | Expr::Str(_) => self.type_expression(id),
            Expr::BuiltinCall { name, args } if self.tree.text(*name) == "__builtin_offsetof" => {
                let mut plan = Vec::new();
                for arg in args {
                    match arg {
                        BuiltinArg::Type(ty) => plan.push(BindTask::Visit(Node::TypeName(*ty))),
                        BuiltinArg::Expr(designator) => self.plan_member_designator(*designator, &mut plan),
                    }
                }
                plan.push(BindTask::Typed(id));
                self.schedule(plan);
            }
            _ => self.visit_children(Node::Expr(id), &[], &[BindTask::Typed(id)]),
        }
    }

    /// Plans the subscripts of the member designator `a.b[i].c`. The other names in it are members.
    fn plan_member_designator(&self, mut designator: ExprId, plan: &mut Vec<BindTask>) {
        loop {
            designator = match &self.tree[designator] {
                Expr::Index { base, index } => {
                    plan.push(BindTask::Visit(Node::Expr(*index)));
                    *base
                }
                Expr::Member { base, .. } => *base,
                _ => return,
            };
        }
    }

    fn visit_statement(&mut self, id: StmtId) {
        match &self.tree[id] {
            Stmt::Compound { .. } | Stmt::For { .. } => {
                self.visit_children(Node::Stmt(id), &[BindTask::Open(Some(id))], &[BindTask::Close]);
            }
            _ => self.visit_children(Node::Stmt(id), &[], &[]),
        }
    }

    fn visit_directive(&mut self, id: DirectiveId) {
        let directive = &self.tree[id];
        match &directive.argument {
            DirectiveArgument::DeclareReduction { types, combiner, .. } => {
                let mut plan = vec![BindTask::Open(None)];
                plan.extend(types.iter().map(|ty| BindTask::Visit(Node::TypeName(*ty))));
                plan.extend(types.first().map(|ty| BindTask::Combiner(*ty)));
                plan.push(BindTask::Visit(Node::Expr(*combiner)));
                plan.extend(directive.clauses.iter().map(|clause| BindTask::Visit(Node::Clause(*clause))));
                plan.push(BindTask::Close);
                self.schedule(plan);
            }
            DirectiveArgument::DeclareMapper { .. } => {
                self.visit_children(Node::Directive(id), &[BindTask::Open(None)], &[BindTask::Close]);
            }
            _ => self.visit_children(Node::Directive(id), &[], &[]),
        }
    }

    pub(super) fn visit_declaration(&mut self, id: DeclId, role: Role) {
        let mut plan = Vec::new();
        match &self.tree[id] {
            Decl::Declaration { specs, entities } => {
                self.plan_specs(specs, true, &mut plan);
                plan.push(BindTask::Base(id));
                for entity in entities {
                    self.plan_entity(id, specs, *entity, role, &mut plan);
                }
            }
            Decl::Function(function) => {
                self.plan_function_header(id, &mut plan);
                if let Some(body) = function.body {
                    plan.push(BindTask::Body(function.entity));
                    plan.push(BindTask::Visit(Node::Stmt(body)));
                }
                plan.push(BindTask::Close);
            }
            _ => return self.visit_children(Node::Decl(id), &[], &[]),
        }
        self.schedule(plan);
    }

    fn plan_entity(&self, decl: DeclId, specs: &Specs, id: DeclaredId, role: Role, plan: &mut Vec<BindTask>) {
        let entity = &self.tree[id];
        self.plan_declarator(entity.declarator, ParameterScope::Closes, plan);
        plan.extend(entity.bit_width.map(|width| BindTask::Visit(Node::Expr(width))));
        plan_attributes(self.tree, &entity.attributes, plan);
        let init = entity.init.map(|init| BindTask::Visit(Node::Init(init)));
        if specs.ty == TypeSpec::Auto {
            plan.extend(init);
            plan.push(BindTask::Infer(decl, id));
        } else {
            plan.push(BindTask::Declare(decl, id, role));
            plan.extend(init);
            plan.extend(init.map(|_| BindTask::Complete(id)));
        }
    }

    /// Plans all parts of a function definition before its body. A scope is left open.
    fn plan_function_header(&self, id: DeclId, plan: &mut Vec<BindTask>) {
        let Decl::Function(function) = &self.tree[id] else { return };
        let entity = &self.tree[function.entity];
        self.plan_specs(&function.specs, true, plan);
        plan.push(BindTask::Base(id));
        plan.push(BindTask::Announce(function.entity));
        plan.push(BindTask::Open(None));
        self.plan_declarator(entity.declarator, ParameterScope::Stays, plan);
        plan.extend(
            function.old_style_params.iter().map(|decl| BindTask::Declaration(*decl, Role::Parameter)),
        );
        plan_attributes(self.tree, &entity.attributes, plan);
        plan.push(BindTask::Function(id, function.entity));
    }

    /// Plans only the entity of a declaration at file scope.
    pub(super) fn schedule_signature(&mut self, decl: DeclId, entity: DeclaredId) {
        let mut plan = Vec::new();
        match &self.tree[decl] {
            Decl::Declaration { specs, .. } => {
                self.plan_specs(specs, false, &mut plan);
                plan.push(BindTask::Base(decl));
                self.plan_entity(decl, specs, entity, Role::Ordinary, &mut plan);
            }
            Decl::Function(_) => {
                self.plan_function_header(decl, &mut plan);
                plan.push(BindTask::Close);
            }
            _ => {}
        }
        self.schedule(plan);
    }

    pub(super) fn schedule_record(&mut self, id: RecordId) {
        let mut plan = Vec::new();
        self.plan_record(id, &mut plan);
        self.schedule(plan);
    }

    pub(super) fn schedule_enum(&mut self, id: EnumId) {
        let mut plan = Vec::new();
        self.plan_enum(id, &mut plan);
        self.schedule(plan);
    }

    /// Plans the parts of specifiers. `inside` says whether to visit the lists of members and enumerators.
    fn plan_specs(&self, specs: &Specs, inside: bool, plan: &mut Vec<BindTask>) {
        match &specs.ty {
            TypeSpec::Record(record) if inside => self.plan_record(*record, plan),
            TypeSpec::Enum(id) if inside => self.plan_enum(*id, plan),
            TypeSpec::TypeofExpr(expr) => plan.push(BindTask::Visit(Node::Expr(*expr))),
            TypeSpec::TypeofType(ty) | TypeSpec::Atomic(ty) => {
                plan.push(BindTask::Visit(Node::TypeName(*ty)));
            }
            _ => {}
        }
        for alignment in &specs.alignments {
            plan.push(BindTask::Visit(match alignment {
                Alignment::Expr(expr) => Node::Expr(*expr),
                Alignment::Type(ty) => Node::TypeName(*ty),
            }));
        }
        plan_attributes(self.tree, &specs.attributes, plan);
    }

    fn plan_record(&self, id: RecordId, plan: &mut Vec<BindTask>) {
        let record = &self.tree[id];
        let Some(fields) = &record.fields else { return };
        plan.push(BindTask::OpenRecord(id));
        plan.extend(fields.iter().map(|field| BindTask::Declaration(*field, Role::Member)));
        plan_attributes(self.tree, &record.attributes, plan);
        plan.push(BindTask::DefineRecord(id));
    }

    fn plan_enum(&self, id: EnumId, plan: &mut Vec<BindTask>) {
        let Some(enumerators) = &self.tree[id].enumerators else { return };
        plan.push(BindTask::OpenEnum(id));
        for (index, enumerator) in enumerators.iter().enumerate() {
            plan.extend(enumerator.value.map(|value| BindTask::Visit(Node::Expr(value))));
            plan.push(BindTask::Enumerator(id, index as u32));
        }
        plan.push(BindTask::DefineEnum(id));
    }

    fn plan_declarator(&self, id: DeclaratorId, scope: ParameterScope, plan: &mut Vec<BindTask>) {
        let definition = match scope {
            ParameterScope::Closes => None,
            ParameterScope::Stays => self.tree.function_declarator(id),
        };
        let mut next = Some(id);
        while let Some(id) = next {
            next = match &self.tree[id] {
                Declarator::Name(_) => None,
                Declarator::Pointer { attributes, inner, .. } | Declarator::Paren { attributes, inner } => {
                    plan_attributes(self.tree, attributes, plan);
                    Some(*inner)
                }
                Declarator::Array { inner, size, .. } => {
                    if let ArraySize::Expr(size) = size {
                        plan.push(BindTask::Visit(Node::Expr(*size)));
                    }
                    Some(*inner)
                }
                Declarator::Function { inner, params } => {
                    plan_params(params, definition == Some(id), plan);
                    Some(*inner)
                }
            };
        }
    }
}

fn plan_params(params: &Params, stays: bool, plan: &mut Vec<BindTask>) {
    let Params::Prototype { params, .. } = params else { return };
    if !stays {
        plan.push(BindTask::Open(None));
    }
    plan.extend(params.iter().map(|param| BindTask::Declaration(*param, Role::Parameter)));
    if !stays {
        plan.push(BindTask::Close);
    }
}

/// Plans the arguments of attributes whose arguments are evaluated. Arguments of other attributes may be keywords instead of names of the
/// program.
fn plan_attributes(tree: &Tree, attributes: &[Attribute], plan: &mut Vec<BindTask>) {
    for attribute in
        attributes.iter().filter(|attribute| super::attribute_specifiers::has_value(tree, attribute))
    {
        for arg in attribute.args.iter().flatten() {
            plan.push(BindTask::Visit(match arg {
                BuiltinArg::Expr(expr) => Node::Expr(*expr),
                BuiltinArg::Type(ty) => Node::TypeName(*ty),
            }));
        }
    }
}

fn has_iterators(clause: &Clause) -> bool {
    let Some(arguments) = &clause.arguments else { return false };
    let mut modifiers = arguments.modifiers.iter().chain(&arguments.post_modifiers);
    modifiers.any(|modifier| !modifier.iterators.is_empty())
}

/// The first name of a member designator and what follows it, outermost first.
pub(super) fn member_designator(tree: &Tree, mut id: ExprId) -> Vec<Designator> {
    let mut path = Vec::new();
    loop {
        id = match &tree[id] {
            Expr::Name(name) => {
                path.push(Designator::Field(*name));
                break;
            }
            Expr::Member { base, field, .. } => {
                path.push(Designator::Field(*field));
                *base
            }
            Expr::Index { base, index } => {
                path.push(Designator::Index(*index));
                *base
            }
            _ => break,
        };
    }
    path.reverse();
    path
}
