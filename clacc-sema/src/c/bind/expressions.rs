//! Finds the type of every expression whose operands have their types (C17 6.5).

use clacc_syntax::Name;
use clacc_syntax::ast::{
    BinaryOp, BuiltinArg, BuiltinType, Expr, ExprId, Quals, SizeofOp, Stmt, StmtId, TypeNameId, UnaryOp,
};

use super::conversions::compatible;
use super::{Binder, builtins};
use crate::c::data_model::DataModel;
use crate::c::literal;
use crate::c::types::{ArrayLength, QualType, Type, complex_part};

impl Binder<'_> {
    pub(super) fn type_expression(&mut self, id: ExprId) {
        let ty = self.expression_type(id);
        if let Some(value) = self.evaluate(id, &ty) {
            self.constants.insert(id, value);
        }
        self.types.set(id, ty);
    }

    fn expression_type(&self, id: ExprId) -> QualType {
        let tree = self.tree;
        match &tree[id] {
            Expr::Error | Expr::Star => QualType::error(),
            Expr::Name(_) => self.name_of(id),
            Expr::Number(text) => self.number_type(*text),
            Expr::Char(text) => {
                QualType::builtin(literal::character(self.tree.text(*text), self.data_model).ty())
            }
            Expr::Str(parts) => self.string_type(parts),
            Expr::Paren(inner) => self.type_of(*inner),
            Expr::Unary { op, operand } => self.unary_type(*op, *operand),
            Expr::Postfix { operand, .. } => self.type_of(*operand).unqualified(),
            Expr::Binary { op, lhs, rhs } => self.binary_type(*op, *lhs, *rhs),
            Expr::Assign { lhs, .. } => self.type_of(*lhs).unqualified(),
            Expr::Conditional { condition, then, otherwise } => {
                self.conditional_type(then.unwrap_or(*condition), *otherwise)
            }
            Expr::Comma { rhs, .. } => self.type_of(*rhs).decayed(),
            Expr::Cast { ty, .. } => self.named_type(*ty).unqualified(),
            Expr::CompoundLiteral { ty, init } => self.literal_type(*ty, *init),
            Expr::Call { callee, args } => self.call_type(*callee, args),
            Expr::BuiltinCall { name, args } => self.builtin_call_type(*name, args),
            Expr::Index { base, index } => self.index_type(*base, *index),
            Expr::Section { base, range } => self.section_type(*base, range.length),
            Expr::Shaped { dims, base } => self.shaped_type(dims, *base),
            Expr::Member { base, field, arrow } => self.member_type(*base, *field, *arrow),
            Expr::SizeofExpr { .. } | Expr::SizeofType { .. } => QualType::builtin(DataModel::SIZE_TYPE),
            Expr::Generic { control, associations } => self.generic_type(*control, associations),
            Expr::Statement(stmt) => self.statement_type(*stmt),
            Expr::LabelAddress(_) => QualType::builtin(BuiltinType::Void).pointer_to(),
        }
    }

    fn name_of(&self, id: ExprId) -> QualType {
        self.uses.get(id).copied().map_or_else(QualType::error, |symbol| self.symbols[symbol].ty.clone())
    }

    fn number_type(&self, text: Name) -> QualType {
        literal::number(self.tree.text(text), self.data_model)
            .map_or_else(QualType::error, |literal| QualType::builtin(literal.ty()))
    }

    fn string_type(&self, parts: &[Name]) -> QualType {
        let (element, length) =
            literal::string(parts.iter().map(|part| self.tree.text(*part)), self.data_model);
        QualType::builtin(element).array_of(ArrayLength::Constant(length))
    }

    fn unary_type(&self, op: UnaryOp, operand: ExprId) -> QualType {
        let ty = self.type_of(operand);
        match op {
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot if ty.is_error() => ty,
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => self.promoted_operand(operand),
            UnaryOp::Not => QualType::int(),
            UnaryOp::AddressOf if ty.is_error() => ty,
            UnaryOp::AddressOf => ty.pointer_to(),
            UnaryOp::Deref => dereferenced(&ty),
            UnaryOp::PreIncrement | UnaryOp::PreDecrement => ty.unqualified(),
            UnaryOp::Extension => ty,
            UnaryOp::Real | UnaryOp::Imag => match ty.as_builtin().and_then(complex_part) {
                Some(part) => QualType::builtin(part),
                None => ty.unqualified(),
            },
        }
    }

    fn binary_type(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> QualType {
        let (left, right) = (self.type_of(lhs), self.type_of(rhs));
        match op {
            BinaryOp::And | BinaryOp::Or => QualType::int(),
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                comparison_type(&left, &right)
            }
            BinaryOp::Shl | BinaryOp::Shr => self.promoted_operand(lhs),
            BinaryOp::Add | BinaryOp::Sub => self.additive_type(op, lhs, rhs),
            _ => self.arithmetic(&self.promoted_operand(lhs), &self.promoted_operand(rhs)),
        }
    }

    fn additive_type(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> QualType {
        let (left, right) = (self.type_of(lhs).decayed(), self.type_of(rhs).decayed());
        match (left.is_pointer(), right.is_pointer()) {
            (true, true) if op == BinaryOp::Sub => QualType::builtin(DataModel::DIFFERENCE_TYPE),
            (true, false) => left,
            (false, true) if op == BinaryOp::Add => right,
            (false, false) => self.arithmetic(&self.promoted_operand(lhs), &self.promoted_operand(rhs)),
            _ => QualType::error(),
        }
    }

    fn conditional_type(&self, then: ExprId, otherwise: ExprId) -> QualType {
        let (left, right) = (self.type_of(then).decayed(), self.type_of(otherwise).decayed());
        match (left.is_pointer(), right.is_pointer()) {
            _ if left.is_error() || right.is_error() => QualType::error(),
            (true, true) => self.pointer_choice((&left, then), (&right, otherwise)),
            (true, false) => left,
            (false, true) => right,
            _ if left.is_arithmetic() && right.is_arithmetic() => {
                self.arithmetic(&self.promoted_operand(then), &self.promoted_operand(otherwise))
            }
            _ => left,
        }
    }

    /// The type of a conditional between two pointers (C17 6.5.15p6).
    fn pointer_choice(&self, left: (&QualType, ExprId), right: (&QualType, ExprId)) -> QualType {
        let (Some(to_left), Some(to_right)) = (left.0.target(), right.0.target()) else {
            return QualType::error();
        };
        if self.is_null_pointer(left.1) {
            return right.0.clone();
        }
        if self.is_null_pointer(right.1) {
            return left.0.clone();
        }
        let chosen = if to_right.is_void() { to_right } else { to_left };
        chosen.with_quals(to_left.quals.with(to_right.quals)).pointer_to()
    }

    /// Whether an expression is `(void *)0`, a null pointer constant of pointer type.
    fn is_null_pointer(&self, expr: ExprId) -> bool {
        self.integer_of(expr) == Some(0) && self.type_of(expr).target().is_some_and(QualType::is_void)
    }

    fn literal_type(&self, ty: TypeNameId, init: clacc_syntax::ast::InitId) -> QualType {
        let ty = self.named_type(ty);
        match &*ty.ty {
            Type::Array { element, length: ArrayLength::Unknown } => {
                match self.initialized_length(element, init) {
                    Some(length) => element.array_of(ArrayLength::Constant(length)),
                    None => ty,
                }
            }
            _ => ty,
        }
    }

    fn call_type(&self, callee: ExprId, args: &[ExprId]) -> QualType {
        if let Some(ty) = self.builtin_result(callee, args) {
            return ty;
        }
        let ty = self.type_of(callee);
        let function = match ty.plain() {
            Type::Pointer(target) => target.plain(),
            other => other,
        };
        match function {
            Type::Function { result, .. } => result.unqualified(),
            _ => QualType::error(),
        }
    }

    /// The type of the result of a built-in, if it depends on the arguments.
    fn builtin_result(&self, callee: ExprId, args: &[ExprId]) -> Option<QualType> {
        let Expr::Name(name) = self.tree[callee] else { return None };
        match builtins::result_rule(self.tree.text(name))? {
            builtins::ResultRule::Chosen => {
                let [condition, then, otherwise] = args else { return None };
                let chosen = if self.constant_of(*condition)?.is_true() { then } else { otherwise };
                Some(self.type_of(*chosen))
            }
            builtins::ResultRule::FirstArgument => Some(self.type_of(*args.first()?).decayed()),
            builtins::ResultRule::PointedTo => {
                Some(dereferenced(&self.type_of(*args.first()?)).unqualified())
            }
        }
    }

    fn builtin_call_type(&self, name: Name, args: &[BuiltinArg]) -> QualType {
        match self.tree.text(name) {
            "__builtin_offsetof" => QualType::builtin(DataModel::SIZE_TYPE),
            "__builtin_types_compatible_p" => QualType::int(),
            _ => args
                .iter()
                .find_map(|arg| match arg {
                    BuiltinArg::Type(ty) => Some(self.named_type(*ty).unqualified()),
                    BuiltinArg::Expr(_) => None,
                })
                .unwrap_or_else(QualType::error),
        }
    }

    fn index_type(&self, base: ExprId, index: ExprId) -> QualType {
        let base_type = self.element_or_type(base);
        match base_type.target() {
            Some(element) => element.clone(),
            None => self.type_of(index).target().cloned().unwrap_or_else(QualType::error),
        }
    }

    /// The type of a subarray, an array with as many elements as the length says. A subarray of a subarray
    /// takes the elements of each row.
    fn section_type(&self, base: ExprId, length: Option<ExprId>) -> QualType {
        let Some(element) = self.element_or_type(base).target().cloned() else { return QualType::error() };
        let length = length.and_then(|length| u64::try_from(self.integer_of(length)?).ok());
        element.array_of(length.map_or(ArrayLength::Variable, ArrayLength::Constant))
    }

    /// The type of an expression. For a subarray, it is the type of its elements.
    fn element_or_type(&self, expr: ExprId) -> QualType {
        let expr = self.tree.unparenthesized(expr);
        let ty = self.type_of(expr);
        match (&self.tree[expr], ty.target()) {
            (Expr::Section { .. }, Some(element)) => element.clone(),
            _ => ty,
        }
    }

    fn shaped_type(&self, dims: &[ExprId], base: ExprId) -> QualType {
        let Some(element) = self.type_of(base).target().cloned() else { return QualType::error() };
        dims.iter().rev().fold(element, |ty, dim| {
            let length = self.integer_of(*dim).and_then(|length| u64::try_from(length).ok());
            ty.array_of(length.map_or(ArrayLength::Variable, ArrayLength::Constant))
        })
    }

    fn member_type(&self, base: ExprId, field: Name, arrow: bool) -> QualType {
        let base = self.type_of(base);
        let record = if arrow { base.target() } else { Some(&base) };
        let Some(record) = record else { return QualType::error() };
        let Type::Record(tag) = record.plain() else { return QualType::error() };
        let quals = Quals(record.quals.0 & !Quals::RESTRICT.0);
        self.definitions().field(tag, field).map_or_else(QualType::error, |found| found.ty.with_quals(quals))
    }

    fn generic_type(&self, control: ExprId, associations: &[(Option<TypeNameId>, ExprId)]) -> QualType {
        self.generic_choice(control, associations).map_or_else(QualType::error, |chosen| self.type_of(chosen))
    }

    /// Returns the association that a generic selection selects (C17 6.5.1.1).
    pub(super) fn generic_choice(
        &self,
        control: ExprId,
        associations: &[(Option<TypeNameId>, ExprId)],
    ) -> Option<ExprId> {
        let control = self.type_of(control).decayed();
        if control.is_error() {
            return None;
        }
        let matching = associations.iter().find(|(ty, _)| {
            ty.is_some_and(|ty| {
                let ty = self.named_type(ty);
                ty.quals == Quals::default() && compatible(&control, &ty)
            })
        });
        let default = || associations.iter().find(|(ty, _)| ty.is_none());
        matching.or_else(default).map(|(_, value)| *value)
    }

    /// The type of a statement expression, which is that of its last statement.
    fn statement_type(&self, stmt: StmtId) -> QualType {
        let void = || QualType::builtin(BuiltinType::Void);
        let Stmt::Compound { items, .. } = &self.tree[stmt] else { return void() };
        let mut last = items.last().copied();
        while let Some(stmt) = last {
            match &self.tree[stmt] {
                Stmt::Expr(Some(expr)) => return self.type_of(*expr).decayed(),
                Stmt::Label { body, .. } | Stmt::Case { body, .. } | Stmt::Default { body } => last = *body,
                _ => break,
            }
        }
        void()
    }

    /// Returns the operator and the type of the operand of `sizeof` and its relatives.
    pub(super) fn sizeof_operand(&self, id: ExprId) -> Option<(SizeofOp, QualType)> {
        match &self.tree[id] {
            Expr::SizeofExpr { op, operand } => Some((*op, self.type_of(*operand))),
            Expr::SizeofType { op, ty } => Some((*op, self.named_type(*ty))),
            _ => None,
        }
    }
}

/// The type of `*e`.
fn dereferenced(ty: &QualType) -> QualType {
    match ty.plain() {
        Type::Function { .. } => ty.clone(),
        _ => ty.target().cloned().unwrap_or_else(QualType::error),
    }
}

/// The type of a comparison. A comparison of vectors gives a vector.
fn comparison_type(left: &QualType, right: &QualType) -> QualType {
    let vector = [left, right].into_iter().find(|ty| matches!(ty.plain(), Type::Vector { .. }));
    vector.map_or_else(QualType::int, QualType::unqualified)
}
