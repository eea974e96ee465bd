//! Spells the reductions that forms declare (OpenMP 5.2 5.5.11).

use std::borrow::Cow;

use clacc_sema::c::type_text::type_text;
use clacc_sema::c::types::{QualType, Type};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Combiner, DeclareReduction};
use clacc_sema::program::place::EntityId;

use super::{Speller, host};

impl Speller<'_, '_> {
    /// Returns the name of a combiner in a clause.
    pub(super) fn combiner(&self, combiner: Combiner) -> Cow<'static, str> {
        match combiner {
            Combiner::Operator(operator) => operator.text().into(),
            Combiner::Minus => "-".into(),
            Combiner::Declared(name) => self.fresh(name).into(),
            Combiner::Named(name) => self.view.text(name).to_owned().into(),
        }
    }

    /// `declare reduction(name: type: combiner) initializer(...)`.
    pub(crate) fn declare_reduction(&mut self, declared: &DeclareReduction) -> String {
        let name = self.fresh(declared.name);
        let ty = self.struct_type(declared.like);
        let members: Vec<_> = declared.members.iter().map(|steps| self.steps(String::new(), steps)).collect();
        let combine = |member: &String| combined(declared.operator, member);
        let combiner = members.iter().map(combine).collect::<Vec<_>>().join(", ");
        let is_number = members.iter().all(String::is_empty);
        let initial = infinity(declared.operator).filter(|_| is_number).map(str::to_owned);
        let initial = initial.unwrap_or_else(|| initial_value(declared.operator, &members));
        format!("declare reduction({name}: {ty}: ({combiner})) initializer(omp_priv = {initial})")
    }

    /// Returns the type of a struct, of the elements of an array, or of a pointee.
    fn struct_type(&self, like: EntityId) -> String {
        let mut ty = host::type_of(self.view, like).map(QualType::unqualified);
        let mut element = host::name(self.view, like).to_owned();
        while let Some(inner) = ty.as_ref().and_then(target) {
            ty = Some(inner);
            element.push_str("[0]");
        }
        let tagged = ty.and_then(|ty| type_text(&self.view.program.names, &ty, ""));
        let is_itself = element == host::name(self.view, like);
        let typedef = || host::typedef_of(self.view, like).filter(|_| is_itself).map(str::to_owned);
        tagged.or_else(typedef).unwrap_or_else(|| format!("__typeof__({element})"))
    }
}

/// Returns the type of the elements of an array, or of a pointee.
fn target(ty: &QualType) -> Option<QualType> {
    match ty.plain() {
        Type::Array { element, .. } | Type::Pointer(element) => Some(element.unqualified()),
        _ => None,
    }
}

/// Returns the part of an added name that stands for an operator.
pub(super) fn word(operator: ReductionOp) -> &'static str {
    match operator {
        ReductionOp::Add => "add",
        ReductionOp::Mul => "mul",
        ReductionOp::Max => "max",
        ReductionOp::Min => "min",
        ReductionOp::BitAnd => "bitand",
        ReductionOp::BitOr => "bitor",
        ReductionOp::BitXor => "bitxor",
        ReductionOp::And => "and",
        ReductionOp::Or => "or",
    }
}

/// The assignment that combines one member of two structs.
fn combined(operator: ReductionOp, member: &str) -> String {
    let (out, value) = (format!("omp_out{member}"), format!("omp_in{member}"));
    match operator {
        ReductionOp::Max => format!("{out} = {value} > {out} ? {value} : {out}"),
        ReductionOp::Min => format!("{out} = {value} < {out} ? {value} : {out}"),
        ReductionOp::And | ReductionOp::Or => format!("{out} = {out} {} {value}", operator.text()),
        _ => format!("{out} {}= {value}", operator.text()),
    }
}

/// Returns the initial value of a floating-point copy for a minimum or maximum.
fn infinity(operator: ReductionOp) -> Option<&'static str> {
    match operator {
        ReductionOp::Max => Some("-__builtin_inf()"),
        ReductionOp::Min => Some("__builtin_inf()"),
        _ => None,
    }
}

/// Returns the initial value of a copy. For idempotent operators, that is the original variable's value, because no constant is the minimum
/// or maximum of all types.
fn initial_value(operator: ReductionOp, members: &[String]) -> String {
    match operator {
        ReductionOp::Add | ReductionOp::BitOr | ReductionOp::BitXor | ReductionOp::Or => "{0}".to_owned(),
        ReductionOp::Mul | ReductionOp::And => {
            let ones: Vec<_> = members.iter().map(|member| format!("{member} = 1")).collect();
            format!("{{{}}}", ones.join(", "))
        }
        ReductionOp::Max | ReductionOp::Min | ReductionOp::BitAnd => "omp_orig".to_owned(),
    }
}
