//! Visits the children of every node, in source order.

use super::{
    ArgumentItem, ArgumentValue, Arguments, ArraySize, Asm, Attribute, BuiltinArg, ClauseId, Decl, DeclId,
    Declarator, DeclaratorId, DeclaredId, Designator, DirectiveArgument, DirectiveId, Enumerator, Expr,
    ExprId, Init, InitId, Params, Role, SectionRange, Specs, Stmt, StmtId, Tree, TypeNameId, TypeSpec,
};

/// Any node that has a span.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// An expression.
    Expr(ExprId),
    /// A statement.
    Stmt(StmtId),
    /// A declaration.
    Decl(DeclId),
    /// A declared entity.
    Entity(DeclaredId),
    /// A type name.
    TypeName(TypeNameId),
    /// An initializer.
    Init(InitId),
    /// A directive.
    Directive(DirectiveId),
    /// A clause.
    Clause(ClauseId),
}

impl Tree {
    /// Returns the expression without the parentheses around it.
    pub fn unparenthesized(&self, mut expr: ExprId) -> ExprId {
        while let Expr::Paren(inner) = self[expr] {
            expr = inner;
        }
        expr
    }

    /// Returns the function declarator nearest to the declared name. Its parameters are the ones visible in the function's body.
    pub fn function_declarator(&self, mut id: DeclaratorId) -> Option<DeclaratorId> {
        let mut found = None;
        loop {
            id = match &self[id] {
                Declarator::Name(_) => return found,
                Declarator::Function { inner, .. } => {
                    found = Some(id);
                    *inner
                }
                Declarator::Pointer { inner, .. }
                | Declarator::Paren { inner, .. }
                | Declarator::Array { inner, .. } => *inner,
            };
        }
    }

    /// Calls `visit` for each child of `node`, in source order, with the child's role in `node`. Declarators, records and enums are no
    /// nodes here: their expressions and declarations are children of the node that holds them. The children of a directive are its
    /// argument, its clauses and its associated statement.
    pub fn for_each_child(&self, node: Node, visit: &mut dyn FnMut(Role, Node)) {
        match node {
            Node::Expr(id) => self.expr_children(id, visit),
            Node::Stmt(id) => self.stmt_children(id, visit),
            Node::Decl(id) => self.decl_children(id, visit),
            Node::Entity(id) => self.entity_children(id, visit),
            Node::TypeName(id) => {
                let type_name = &self[id];
                self.specs_children(&type_name.specs, visit);
                self.declarator_children(type_name.declarator, visit);
            }
            Node::Init(id) => self.init_children(id, visit),
            Node::Directive(id) => self.directive_children(id, visit),
            Node::Clause(id) => {
                if let Some(arguments) = &self[id].arguments {
                    arguments_children(arguments, visit);
                }
            }
        }
    }

    fn expr_children(&self, id: ExprId, visit: &mut dyn FnMut(Role, Node)) {
        match &self[id] {
            Expr::Error
            | Expr::Name(_)
            | Expr::Number(_)
            | Expr::Char(_)
            | Expr::Str(_)
            | Expr::LabelAddress(_)
            | Expr::Star => {}
            Expr::Paren(operand)
            | Expr::Unary { operand, .. }
            | Expr::Postfix { operand, .. }
            | Expr::SizeofExpr { operand, .. } => visit(Role::Operand, Node::Expr(*operand)),
            Expr::Binary { lhs, rhs, .. } | Expr::Assign { lhs, rhs, .. } | Expr::Comma { lhs, rhs } => {
                visit(Role::Left, Node::Expr(*lhs));
                visit(Role::Right, Node::Expr(*rhs));
            }
            Expr::Conditional { condition, then, otherwise } => {
                visit(Role::Condition, Node::Expr(*condition));
                then.iter().for_each(|then| visit(Role::Then, Node::Expr(*then)));
                visit(Role::Otherwise, Node::Expr(*otherwise));
            }
            Expr::Cast { ty, operand } => {
                visit(Role::Type, Node::TypeName(*ty));
                visit(Role::Operand, Node::Expr(*operand));
            }
            Expr::CompoundLiteral { ty, init } => {
                visit(Role::Type, Node::TypeName(*ty));
                visit(Role::Initializer, Node::Init(*init));
            }
            Expr::Call { callee, args } => {
                visit(Role::Callee, Node::Expr(*callee));
                args.iter().for_each(|arg| visit(Role::Argument, Node::Expr(*arg)));
            }
            Expr::BuiltinCall { args, .. } => {
                args.iter().for_each(|arg| builtin_arg_children(arg, Role::Argument, visit));
            }
            Expr::Index { base, index } => {
                visit(Role::Base, Node::Expr(*base));
                visit(Role::Index, Node::Expr(*index));
            }
            Expr::Section { base, range } => {
                visit(Role::Base, Node::Expr(*base));
                range_children(range, visit);
            }
            Expr::Shaped { dims, base } => {
                dims.iter().for_each(|dim| visit(Role::Dimension, Node::Expr(*dim)));
                visit(Role::Base, Node::Expr(*base));
            }
            Expr::Member { base, .. } => visit(Role::Base, Node::Expr(*base)),
            Expr::SizeofType { ty, .. } => visit(Role::Type, Node::TypeName(*ty)),
            Expr::Generic { control, associations } => {
                visit(Role::Control, Node::Expr(*control));
                for (ty, value) in associations {
                    ty.iter().for_each(|ty| visit(Role::Type, Node::TypeName(*ty)));
                    visit(Role::Value, Node::Expr(*value));
                }
            }
            Expr::Statement(stmt) => visit(Role::Body, Node::Stmt(*stmt)),
        }
    }

    fn stmt_children(&self, id: StmtId, visit: &mut dyn FnMut(Role, Node)) {
        match &self[id] {
            Stmt::Error
            | Stmt::Expr(None)
            | Stmt::Goto(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return(None) => {}
            Stmt::Compound { items, .. } => {
                items.iter().for_each(|item| visit(Role::Item, Node::Stmt(*item)));
            }
            Stmt::Decl(decl) => visit(Role::Declaration, Node::Decl(*decl)),
            Stmt::Expr(Some(expr)) | Stmt::GotoIndirect(expr) | Stmt::Return(Some(expr)) => {
                visit(Role::Value, Node::Expr(*expr));
            }
            Stmt::If { condition, then, otherwise } => {
                visit(Role::Condition, Node::Expr(*condition));
                visit(Role::Then, Node::Stmt(*then));
                otherwise.iter().for_each(|otherwise| visit(Role::Otherwise, Node::Stmt(*otherwise)));
            }
            Stmt::While { condition, body } => {
                visit(Role::Condition, Node::Expr(*condition));
                visit(Role::Body, Node::Stmt(*body));
            }
            Stmt::Switch { subject, body } => {
                visit(Role::Control, Node::Expr(*subject));
                visit(Role::Body, Node::Stmt(*body));
            }
            Stmt::DoWhile { body, condition } => {
                visit(Role::Body, Node::Stmt(*body));
                visit(Role::Condition, Node::Expr(*condition));
            }
            Stmt::For { init, condition, step, body } => {
                visit(Role::First, Node::Stmt(*init));
                condition.iter().for_each(|condition| visit(Role::Condition, Node::Expr(*condition)));
                step.iter().for_each(|step| visit(Role::Step, Node::Expr(*step)));
                visit(Role::Body, Node::Stmt(*body));
            }
            Stmt::Case { low, high, body } => {
                visit(Role::Value, Node::Expr(*low));
                high.iter().for_each(|high| visit(Role::Last, Node::Expr(*high)));
                body.iter().for_each(|body| visit(Role::Body, Node::Stmt(*body)));
            }
            Stmt::Default { body } | Stmt::Pragma { body, .. } => {
                body.iter().for_each(|body| visit(Role::Body, Node::Stmt(*body)));
            }
            Stmt::Label { attributes, body, .. } => {
                attributes_children(attributes, visit);
                body.iter().for_each(|body| visit(Role::Body, Node::Stmt(*body)));
            }
            Stmt::Asm(asm) => asm_children(asm, visit),
            Stmt::Attributes(attributes) => attributes_children(attributes, visit),
            Stmt::Directive(directive) => visit(Role::Directive, Node::Directive(*directive)),
        }
    }

    fn decl_children(&self, id: DeclId, visit: &mut dyn FnMut(Role, Node)) {
        match &self[id] {
            Decl::Error | Decl::Pragma(_) | Decl::Empty => {}
            Decl::Declaration { specs, entities } => {
                self.specs_children(specs, visit);
                entities.iter().for_each(|entity| visit(Role::Declarator, Node::Entity(*entity)));
            }
            Decl::Function(function) => {
                self.specs_children(&function.specs, visit);
                visit(Role::Declarator, Node::Entity(function.entity));
                function.old_style_params.iter().for_each(|param| visit(Role::Parameter, Node::Decl(*param)));
                function.body.iter().for_each(|body| visit(Role::Body, Node::Stmt(*body)));
            }
            Decl::StaticAssert { condition, message } => {
                visit(Role::Condition, Node::Expr(*condition));
                message.iter().for_each(|message| visit(Role::Message, Node::Expr(*message)));
            }
            Decl::Asm(asm) => asm_children(asm, visit),
            Decl::Directive(directive) => visit(Role::Directive, Node::Directive(*directive)),
        }
    }

    fn entity_children(&self, id: DeclaredId, visit: &mut dyn FnMut(Role, Node)) {
        let entity = &self[id];
        self.declarator_children(entity.declarator, visit);
        entity.bit_width.iter().for_each(|width| visit(Role::BitWidth, Node::Expr(*width)));
        entity.asm_label.iter().for_each(|label| visit(Role::AsmLabel, Node::Expr(*label)));
        attributes_children(&entity.attributes, visit);
        entity.init.iter().for_each(|init| visit(Role::Initializer, Node::Init(*init)));
    }

    fn specs_children(&self, specs: &Specs, visit: &mut dyn FnMut(Role, Node)) {
        match &specs.ty {
            TypeSpec::Record(record) => {
                let record = &self[*record];
                record.fields.iter().flatten().for_each(|field| visit(Role::Member, Node::Decl(*field)));
                attributes_children(&record.attributes, visit);
            }
            TypeSpec::Enum(id) => {
                let specifier = &self[*id];
                specifier.enumerators.iter().flatten().for_each(|each| enumerator_children(each, visit));
                attributes_children(&specifier.attributes, visit);
            }
            TypeSpec::TypeofExpr(expr) => visit(Role::Type, Node::Expr(*expr)),
            TypeSpec::TypeofType(ty) | TypeSpec::Atomic(ty) => visit(Role::Type, Node::TypeName(*ty)),
            _ => {}
        }
        for alignment in &specs.alignments {
            match alignment {
                super::Alignment::Expr(expr) => visit(Role::Alignment, Node::Expr(*expr)),
                super::Alignment::Type(ty) => visit(Role::Alignment, Node::TypeName(*ty)),
            }
        }
        attributes_children(&specs.attributes, visit);
    }

    /// Visits the expressions and parameter declarations of a declarator. The chain of declarators is
    /// followed by a loop instead of recursion.
    fn declarator_children(&self, mut id: DeclaratorId, visit: &mut dyn FnMut(Role, Node)) {
        let mut children: Vec<(Role, Node)> = Vec::new();
        loop {
            let inner = match &self[id] {
                Declarator::Name(_) => break,
                Declarator::Pointer { attributes, inner, .. } | Declarator::Paren { attributes, inner } => {
                    attributes_children(attributes, &mut |role, child| children.push((role, child)));
                    *inner
                }
                Declarator::Array { inner, size, .. } => {
                    if let ArraySize::Expr(expr) = size {
                        children.push((Role::Dimension, Node::Expr(*expr)));
                    }
                    *inner
                }
                Declarator::Function { inner, params } => {
                    if let Params::Prototype { params, .. } = params {
                        children
                            .extend(params.iter().rev().map(|param| (Role::Parameter, Node::Decl(*param))));
                    }
                    *inner
                }
            };
            id = inner;
        }
        children.into_iter().rev().for_each(|(role, child)| visit(role, child));
    }

    fn init_children(&self, id: InitId, visit: &mut dyn FnMut(Role, Node)) {
        match &self[id] {
            Init::Expr(expr) => visit(Role::Value, Node::Expr(*expr)),
            Init::List(items) => {
                for item in items {
                    item.designators.iter().for_each(|designator| designator_children(designator, visit));
                    visit(Role::Item, Node::Init(item.init));
                }
            }
        }
    }

    fn directive_children(&self, id: DirectiveId, visit: &mut dyn FnMut(Role, Node)) {
        let directive = &self[id];
        match &directive.argument {
            DirectiveArgument::None | DirectiveArgument::Tokens(_) => {}
            DirectiveArgument::List(arguments) => arguments_children(arguments, visit),
            DirectiveArgument::DeclareReduction { types, combiner, .. } => {
                types.iter().for_each(|ty| visit(Role::Type, Node::TypeName(*ty)));
                visit(Role::Combiner, Node::Expr(*combiner));
            }
            DirectiveArgument::DeclareMapper { variable, .. } => {
                visit(Role::Declaration, Node::Decl(*variable));
            }
        }
        directive.clauses.iter().for_each(|clause| visit(Role::Clause, Node::Clause(*clause)));
        directive.body.iter().for_each(|body| visit(Role::Body, Node::Stmt(*body)));
    }
}

fn arguments_children(arguments: &Arguments, visit: &mut dyn FnMut(Role, Node)) {
    for modifier in &arguments.modifiers {
        modifier_children(modifier, Role::Modifier, visit);
    }
    for argument in &arguments.items {
        argument_children(argument, visit);
    }
    for modifier in &arguments.post_modifiers {
        modifier_children(modifier, Role::PostModifier, visit);
    }
}

fn modifier_children(modifier: &super::Modifier, role: Role, visit: &mut dyn FnMut(Role, Node)) {
    modifier.args.iter().flatten().for_each(|expr| visit(role, Node::Expr(*expr)));
    for iterator in &modifier.iterators {
        visit(Role::Declaration, Node::Decl(iterator.declaration));
        visit(Role::First, Node::Expr(iterator.begin));
        visit(Role::Last, Node::Expr(iterator.end));
        iterator.step.iter().for_each(|step| visit(Role::Step, Node::Expr(*step)));
    }
}

fn argument_children(argument: &ArgumentItem, visit: &mut dyn FnMut(Role, Node)) {
    match &argument.value {
        ArgumentValue::Expr(expr) => visit(Role::Item, Node::Expr(*expr)),
        ArgumentValue::Init(init) => visit(Role::Item, Node::Init(*init)),
        ArgumentValue::Directive(directive) => visit(Role::Item, Node::Directive(*directive)),
        ArgumentValue::Word(_) | ArgumentValue::Tokens(_) => {}
    }
}

fn range_children(range: &SectionRange, visit: &mut dyn FnMut(Role, Node)) {
    let SectionRange { lower, length, stride } = range;
    let bounds = [(Role::Lower, lower), (Role::Length, length), (Role::Stride, stride)];
    for (role, bound) in bounds {
        bound.iter().for_each(|bound| visit(role, Node::Expr(*bound)));
    }
}

fn builtin_arg_children(arg: &BuiltinArg, role: Role, visit: &mut dyn FnMut(Role, Node)) {
    match arg {
        BuiltinArg::Expr(expr) => visit(role, Node::Expr(*expr)),
        BuiltinArg::Type(ty) => visit(role, Node::TypeName(*ty)),
    }
}

fn attributes_children(attributes: &[Attribute], visit: &mut dyn FnMut(Role, Node)) {
    for arg in attributes.iter().filter_map(|attribute| attribute.args.as_deref()).flatten() {
        builtin_arg_children(arg, Role::Attribute, visit);
    }
}

fn enumerator_children(enumerator: &Enumerator, visit: &mut dyn FnMut(Role, Node)) {
    enumerator.value.iter().for_each(|value| visit(Role::Enumerator, Node::Expr(*value)));
    attributes_children(&enumerator.attributes, visit);
}

fn designator_children(designator: &Designator, visit: &mut dyn FnMut(Role, Node)) {
    match designator {
        Designator::Field(_) => {}
        Designator::Index(index) => visit(Role::Designator, Node::Expr(*index)),
        Designator::Range(first, last) => {
            visit(Role::Designator, Node::Expr(*first));
            visit(Role::Last, Node::Expr(*last));
        }
    }
}

fn asm_children(asm: &Asm, visit: &mut dyn FnMut(Role, Node)) {
    visit(Role::Template, Node::Expr(asm.template));
    for operand in asm.outputs.iter().chain(&asm.inputs) {
        visit(Role::Constraint, Node::Expr(operand.constraint));
        visit(Role::Operand, Node::Expr(operand.value));
    }
    asm.clobbers.iter().for_each(|clobber| visit(Role::Clobber, Node::Expr(*clobber)));
}
