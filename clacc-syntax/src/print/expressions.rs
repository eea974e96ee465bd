//! Prints expressions and initializers.

use super::{PrintTask, Printer};
use crate::Name;
use crate::ast::*;

/// Precedences, from the lowest to the highest. Those of binary operators are between [`CONDITIONAL`] and [`UNARY`].
pub(super) const ANY: u8 = 1;
const COMMA: u8 = 1;
pub(super) const ASSIGNMENT: u8 = 2;
pub(super) const CONDITIONAL: u8 = 3;
const UNARY: u8 = CONDITIONAL + 11;
const POSTFIX: u8 = UNARY + 1;
const PRIMARY: u8 = POSTFIX + 1;

/// Returns the precedence of the outermost operator of an expression.
fn strength(expr: &Expr) -> u8 {
    match expr {
        Expr::Comma { .. } => COMMA,
        Expr::Assign { .. } => ASSIGNMENT,
        Expr::Conditional { .. } => CONDITIONAL,
        Expr::Binary { op, .. } => CONDITIONAL + op.precedence(),
        Expr::Unary { .. }
        | Expr::Cast { .. }
        | Expr::SizeofExpr { .. }
        | Expr::SizeofType { .. }
        | Expr::LabelAddress(_)
        | Expr::Shaped { .. } => UNARY,
        Expr::Postfix { .. }
        | Expr::Call { .. }
        | Expr::Index { .. }
        | Expr::Section { .. }
        | Expr::Member { .. }
        | Expr::CompoundLiteral { .. } => POSTFIX,
        _ => PRIMARY,
    }
}

const fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::AddressOf => "&",
        UnaryOp::Deref => "*",
        UnaryOp::PreIncrement => "++",
        UnaryOp::PreDecrement => "--",
        UnaryOp::Extension => "__extension__ ",
        UnaryOp::Real => "__real__ ",
        UnaryOp::Imag => "__imag__ ",
    }
}

const fn sizeof_text(op: SizeofOp) -> &'static str {
    match op {
        SizeofOp::Sizeof => "sizeof",
        SizeofOp::Alignof => "_Alignof",
        SizeofOp::GnuAlignof => "__alignof__",
    }
}

/// Returns ` op= `.
const fn assignment_text(op: Option<BinaryOp>) -> &'static str {
    match op {
        Some(BinaryOp::Mul) => " *= ",
        Some(BinaryOp::Div) => " /= ",
        Some(BinaryOp::Rem) => " %= ",
        Some(BinaryOp::Add) => " += ",
        Some(BinaryOp::Sub) => " -= ",
        Some(BinaryOp::Shl) => " <<= ",
        Some(BinaryOp::Shr) => " >>= ",
        Some(BinaryOp::BitAnd) => " &= ",
        Some(BinaryOp::BitXor) => " ^= ",
        Some(BinaryOp::BitOr) => " |= ",
        _ => " = ",
    }
}

impl<'t> Printer<'t> {
    pub(super) fn expr(&mut self, id: ExprId, lowest: u8) {
        let expr = &self.tree[id];
        if strength(expr) < lowest {
            self.text("(");
            self.push(PrintTask::Expr(id, ANY));
            self.text(")");
            return;
        }
        match expr {
            Expr::Error => self.text("/* error */"),
            Expr::Name(name) | Expr::Number(name) | Expr::Char(name) => self.name(*name),
            Expr::Str(literals) => self.separated(literals, " ", PrintTask::Name),
            Expr::Paren(inner) => {
                self.text("(");
                self.push(PrintTask::Expr(*inner, ANY));
                self.text(")");
            }
            Expr::Star => self.text("*"),
            Expr::Statement(body) => self.statement_expr(*body),
            Expr::LabelAddress(label) => {
                self.text("&&");
                self.name(*label);
            }
            Expr::Unary { .. } | Expr::Cast { .. } | Expr::SizeofExpr { .. } | Expr::SizeofType { .. } => {
                self.prefix_expr(expr);
            }
            Expr::Binary { .. } | Expr::Assign { .. } | Expr::Comma { .. } | Expr::Conditional { .. } => {
                self.operator_expr(expr);
            }
            _ => self.postfix_expr(expr),
        }
    }

    fn prefix_expr(&mut self, expr: &'t Expr) {
        match expr {
            Expr::Unary { op, operand } => {
                self.text(unary_text(*op));
                if self.would_merge(*op, *operand) {
                    self.text(" ");
                }
                self.push(PrintTask::Expr(*operand, UNARY));
            }
            Expr::Cast { ty, operand } => {
                self.parenthesised_type(*ty);
                self.push(PrintTask::Expr(*operand, UNARY));
            }
            Expr::SizeofExpr { op, operand } => {
                self.text(sizeof_text(*op));
                self.text(" ");
                // Without parentheses around the cast, `sizeof (T) x` would be read as `sizeof (T)` followed
                // by `x`.
                let is_cast = matches!(self.tree[*operand], Expr::Cast { .. });
                self.push(PrintTask::Expr(*operand, if is_cast { POSTFIX } else { UNARY }));
            }
            Expr::SizeofType { op, ty } => {
                self.text(sizeof_text(*op));
                self.parenthesised_type(*ty);
            }
            _ => {}
        }
    }

    /// Returns whether an operator and the first character of its operand would be lexed as one token.
    fn would_merge(&self, op: UnaryOp, operand: ExprId) -> bool {
        match (op, &self.tree[operand]) {
            (UnaryOp::Plus, Expr::Unary { op, .. }) => matches!(op, UnaryOp::Plus | UnaryOp::PreIncrement),
            (UnaryOp::Minus, Expr::Unary { op, .. }) => matches!(op, UnaryOp::Minus | UnaryOp::PreDecrement),
            (UnaryOp::AddressOf, Expr::Unary { op, .. }) => *op == UnaryOp::AddressOf,
            (UnaryOp::AddressOf, Expr::LabelAddress(_)) => true,
            _ => false,
        }
    }

    fn operator_expr(&mut self, expr: &'t Expr) {
        match expr {
            Expr::Binary { op, lhs, rhs } => {
                let strength = CONDITIONAL + op.precedence();
                self.push(PrintTask::Expr(*lhs, strength));
                self.text(" ");
                self.text(op.text());
                self.text(" ");
                self.push(PrintTask::Expr(*rhs, strength + 1));
            }
            Expr::Assign { op, lhs, rhs } => {
                self.push(PrintTask::Expr(*lhs, CONDITIONAL));
                self.text(assignment_text(*op));
                self.push(PrintTask::Expr(*rhs, ASSIGNMENT));
            }
            Expr::Comma { lhs, rhs } => {
                self.push(PrintTask::Expr(*lhs, COMMA));
                self.text(" , ");
                self.push(PrintTask::Expr(*rhs, ASSIGNMENT));
            }
            Expr::Conditional { condition, then, otherwise } => {
                self.push(PrintTask::Expr(*condition, CONDITIONAL + 1));
                match then {
                    Some(then) => {
                        self.text(" ? ");
                        self.push(PrintTask::Expr(*then, ANY));
                        self.text(" : ");
                    }
                    None => self.text(" ?: "),
                }
                self.push(PrintTask::Expr(*otherwise, CONDITIONAL));
            }
            _ => {}
        }
    }

    fn postfix_expr(&mut self, expr: &'t Expr) {
        match expr {
            Expr::Postfix { increment, operand } => {
                self.push(PrintTask::Expr(*operand, POSTFIX));
                self.text(if *increment { "++" } else { "--" });
            }
            Expr::Call { callee, args } => {
                self.push(PrintTask::Expr(*callee, POSTFIX));
                self.text("(");
                self.separated(args, ", ", |arg| PrintTask::Expr(arg, ASSIGNMENT));
                self.text(")");
            }
            Expr::BuiltinCall { name, args } => {
                self.name(*name);
                self.builtin_args(args);
            }
            Expr::Index { base, index } => {
                self.push(PrintTask::Expr(*base, POSTFIX));
                self.text("[");
                self.push(PrintTask::Expr(*index, ANY));
                self.text("]");
            }
            Expr::Section { base, range } => {
                self.push(PrintTask::Expr(*base, POSTFIX));
                self.section(range.lower, range.length, range.stride);
            }
            Expr::Shaped { dims, base } => {
                self.text("(");
                for dim in dims {
                    self.text("[");
                    self.push(PrintTask::Expr(*dim, ANY));
                    self.text("]");
                }
                self.text(")");
                self.push(PrintTask::Expr(*base, UNARY));
            }
            Expr::Member { base, field, arrow } => {
                self.push(PrintTask::Expr(*base, POSTFIX));
                self.text(if *arrow { "->" } else { "." });
                self.name(*field);
            }
            Expr::CompoundLiteral { ty, init } => {
                self.parenthesised_type(*ty);
                self.push(PrintTask::Init(*init));
            }
            Expr::Generic { control, associations } => self.generic(*control, associations),
            _ => {}
        }
    }

    /// Prints a subarray without spaces: `a[0:n]`.
    fn section(&mut self, lower: Option<ExprId>, length: Option<ExprId>, stride: Option<ExprId>) {
        self.text("[");
        lower.iter().for_each(|lower| self.push(PrintTask::Expr(*lower, ANY)));
        self.text(":");
        length.iter().for_each(|length| self.push(PrintTask::Expr(*length, ANY)));
        if let Some(stride) = stride {
            self.text(":");
            self.push(PrintTask::Expr(stride, ANY));
        }
        self.text("]");
    }

    fn generic(&mut self, control: ExprId, associations: &'t [(Option<TypeNameId>, ExprId)]) {
        self.text("_Generic(");
        self.push(PrintTask::Expr(control, ASSIGNMENT));
        for (ty, value) in associations {
            self.text(", ");
            match ty {
                Some(ty) => self.push(PrintTask::TypeName(*ty)),
                None => self.text("default"),
            }
            self.text(": ");
            self.push(PrintTask::Expr(*value, ASSIGNMENT));
        }
        self.text(")");
    }

    fn parenthesised_type(&mut self, ty: TypeNameId) {
        self.text("(");
        self.push(PrintTask::TypeName(ty));
        self.text(")");
    }

    /// Prints `(a, b)`, where the arguments may be types.
    pub(super) fn builtin_args(&mut self, args: &'t [BuiltinArg]) {
        self.text("(");
        for (index, arg) in args.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            match arg {
                BuiltinArg::Expr(expr) => self.push(PrintTask::Expr(*expr, ASSIGNMENT)),
                BuiltinArg::Type(ty) => self.push(PrintTask::TypeName(*ty)),
            }
        }
        self.text(")");
    }

    pub(super) fn init(&mut self, id: InitId) {
        match &self.tree[id] {
            Init::Expr(value) => self.push(PrintTask::Expr(*value, ASSIGNMENT)),
            Init::List(items) => {
                self.text("{");
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.text(", ");
                    }
                    self.init_item(item);
                }
                self.text("}");
            }
        }
    }

    fn init_item(&mut self, item: &'t InitItem) {
        if let ([Designator::Field(name)], true) = (&*item.designators, item.old_style) {
            self.old_field(*name);
        } else {
            item.designators.iter().for_each(|designator| self.designator(designator));
            if !item.designators.is_empty() {
                self.text(if item.old_style { " " } else { " = " });
            }
        }
        self.push(PrintTask::Init(item.init));
    }

    /// Prints `field: `.
    fn old_field(&mut self, name: Name) {
        self.name(name);
        self.text(": ");
    }

    fn designator(&mut self, designator: &'t Designator) {
        match designator {
            Designator::Field(name) => {
                self.text(".");
                self.name(*name);
            }
            Designator::Index(index) => {
                self.text("[");
                self.push(PrintTask::Expr(*index, CONDITIONAL));
                self.text("]");
            }
            Designator::Range(first, last) => {
                self.text("[");
                self.push(PrintTask::Expr(*first, CONDITIONAL));
                self.text(" ... ");
                self.push(PrintTask::Expr(*last, CONDITIONAL));
                self.text("]");
            }
        }
    }
}
