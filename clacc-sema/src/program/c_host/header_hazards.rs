//! Loop headers that OpenMP or its compilers interpret differently than OpenACC.

use clacc_syntax::ast::{BinaryOp, BuiltinType, Decl, Expr, ExprId, Init, Stmt, StmtId};

use super::CHost;
use crate::program::host::loops::Loops;
use crate::program::loops::{Control, HeaderHazard};
use crate::program::place::{At, EntityId};

/// The parts of a header that determine the values of its variable.
pub(super) struct LoopHeader {
    /// The first value.
    start: ExprId,
    op: BinaryOp,
    /// Whether the variable is compared as lower than the bound, or as unequal.
    is_ascending: bool,
    /// The side of the condition that is not the variable.
    bound: ExprId,
    /// The amount by which the variable changes; `None` stands for 1.
    step: Option<ExprId>,
    /// The type of the variable.
    pub(super) control: BuiltinType,
}

impl CHost<'_> {
    /// The reason why OpenMP or its compilers count the iterations of a loop differently, if there is one.
    pub(super) fn header_hazard(self, at: At) -> Option<HeaderHazard> {
        let header = self.header(at)?;
        let step = header.step.map_or(Some(1), |step| self.model.integer_constant(step));
        if header.op == BinaryOp::Ne && step.is_none_or(|step| step.abs() != 1) {
            return Some(HeaderHazard::UnequalStep);
        }
        if self.has_narrow_start(&header, step) {
            return Some(HeaderHazard::NarrowStart);
        }
        if self.has_signed_range(&header) {
            return Some(HeaderHazard::SignedRange);
        }
        let data_model = self.model.definitions().data_model();
        (data_model.builtin(header.control).size > 8).then_some(HeaderHazard::Wide)
    }

    /// Whether a loop counts in steps of 1 or -1.
    pub(super) fn has_unit_step(self, at: At) -> bool {
        let is_unit = |step| self.model.integer_constant(step).is_some_and(|step| step.abs() == 1);
        self.header(at).is_some_and(|header| header.step.is_none_or(is_unit))
    }

    fn has_narrow_start(self, header: &LoopHeader, step: Option<i128>) -> bool {
        let Some(start) = self.model.integer_constant(header.start) else { return false };
        let is_wide = |expr: ExprId| self.size(expr).is_some_and(|size| size > 4);
        header.control == BuiltinType::UInt
            && header.is_ascending
            && is_wide(header.bound)
            && header.step.is_some_and(|step| !is_wide(step))
            && step.is_none_or(|step| step > 1 && start - step + 1 < 0)
    }

    fn has_signed_range(self, header: &LoopHeader) -> bool {
        let data_model = self.model.definitions().data_model();
        let constant = |expr: ExprId| self.model.integer_constant(expr);
        let (Some(start), Some(bound)) = (constant(header.start), constant(header.bound)) else {
            return false;
        };
        let bits = data_model.builtin(header.control).size * 8;
        data_model.is_signed(header.control) && (start - bound).abs() >= 1_i128 << (bits - 1)
    }

    fn size(self, expr: ExprId) -> Option<u64> {
        let ty = self.model.value_type(expr).as_builtin()?;
        Some(self.model.definitions().data_model().builtin(ty).size)
    }

    pub(super) fn header(self, at: At) -> Option<LoopHeader> {
        let Stmt::For { init, condition, step, .. } = &self.tree()[self.nodes.stmt(at)?] else { return None };
        let Control::Variable { entity, .. } = self.control(at) else { return None };
        let tree = self.tree();
        let Expr::Binary { op, lhs, rhs } = tree[tree.unparenthesized((*condition)?)] else { return None };
        let is_turned = !self.is_control(lhs, entity);
        let (variable, bound) = if is_turned { (rhs, lhs) } else { (lhs, rhs) };
        let is_ascending = match op {
            BinaryOp::Lt | BinaryOp::Le => !is_turned,
            BinaryOp::Gt | BinaryOp::Ge => is_turned,
            _ => true,
        };
        let control = self.model.type_of(tree.unparenthesized(variable)).as_builtin()?;
        let (start, step) = (self.start_of(*init)?, self.amount((*step)?, entity));
        Some(LoopHeader { start, op, is_ascending, bound, step, control })
    }

    /// The first value that a `for` gives its control variable.
    pub(super) fn first_value(self, at: At) -> Option<At> {
        let Stmt::For { init, .. } = self.tree()[self.nodes.stmt(at)?] else { return None };
        self.nodes.of_expr(self.start_of(init)?)
    }

    /// The first value of a control variable.
    pub(super) fn start_of(self, init: StmtId) -> Option<ExprId> {
        let tree = self.tree();
        match &tree[init] {
            Stmt::Expr(Some(expr)) => match tree[tree.unparenthesized(*expr)] {
                Expr::Assign { op: None, rhs, .. } => Some(rhs),
                _ => None,
            },
            Stmt::Decl(decl) => {
                let Decl::Declaration { entities, .. } = &tree[*decl] else { return None };
                match tree[tree[*entities.first()?].init?] {
                    Init::Expr(value) => Some(value),
                    Init::List(_) => None,
                }
            }
            _ => None,
        }
    }

    /// The amount by which a step changes its variable; `None` for `++` and `--`.
    pub(super) fn amount(self, step: ExprId, entity: EntityId) -> Option<ExprId> {
        let tree = self.tree();
        let Expr::Assign { op, rhs, .. } = tree[tree.unparenthesized(step)] else { return None };
        match (op, &tree[tree.unparenthesized(rhs)]) {
            (Some(_), _) => Some(rhs),
            (None, Expr::Binary { lhs, rhs, .. }) => {
                Some(if self.is_control(*lhs, entity) { *rhs } else { *lhs })
            }
            _ => None,
        }
    }
}
