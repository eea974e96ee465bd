//! The combiners of reductions, and the initial values of their copies (OpenMP 5.2 5.5.1 to 5.5.5).

use clacc_sema::c::types::QualType;
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{DeclareReduction, Fresh};
use clacc_sema::program::View;
use clacc_sema::program::place::{EntityId, Step as PlaceStep};
use clacc_syntax::ast::BuiltinType;
use clacc_syntax::token::TokenRange;

use super::copies::Combines;
use super::lowering::Lowering;
use crate::capture::types::{is_signed, size};
use crate::capture::uses::is_of_function;
use crate::codes;
use crate::declared_reductions::{CombiningFunctions, DeclaredReduction, Initializer, POINTERS};
use crate::emit::Step;

/// The combiner and the initializer of a reduction, as code.
#[derive(Clone, Debug)]
pub(crate) struct CombiningCode {
    combines: Combines,
    functions: Option<CombiningFunctions>,
}

impl Lowering<'_> {
    /// Returns the combiner of an operator that OpenMP defines for a type of numbers, or none if there is none.
    pub(crate) fn operator_on(&self, op: ReductionOp, ty: &QualType) -> Option<Combines> {
        let is_ordered = !matches!(op, ReductionOp::Max | ReductionOp::Min) || is_real(ty);
        let is_known = ty.is_arithmetic() && is_ordered && !ty.is_atomic();
        let identity = identity(self, op, ty).filter(|_| is_known)?;
        Some(Combines::Operator(op, identity))
    }

    /// Returns the reduction with a name and a type that a `declare reduction` visible at the current directive declares.
    pub(crate) fn declared_reduction(&mut self, name: &str, ty: &QualType) -> Option<Combines> {
        let at = self.emit.at;
        let is_known = |each: &&DeclaredReduction| {
            let is_here = each.known_in.is_none_or(|range| range.start <= at && at < range.end);
            is_here && each.name == name && each.ty == *ty
        };
        // The last visible declaration is that of the innermost block.
        let found = self.declared.iter().rev().find(is_known).cloned();
        let found = found.or_else(|| (self.unit.reductions)().iter().rev().find(is_known).cloned())?;
        Some(Combines::Declared(Box::new(found)))
    }

    /// Returns the reduction of structs that a form declares under this name.
    pub(crate) fn reduction_of_structs(&self, name: Fresh) -> Option<Combines> {
        let declared = self.of_structs.iter().rev().find(|declared| declared.name == name)?;
        let members = member_texts(self.view, declared)?;
        Some(Combines::Members(declared.operator, members))
    }

    /// Emits the functions that the statements of a reduction call, if it is a declared one.
    pub(crate) fn combining_code(
        &mut self,
        combines: &Combines,
        ty: &QualType,
        of: EntityId,
    ) -> Step<CombiningCode> {
        let functions = match combines {
            Combines::Declared(declared) => Some(self.combining_functions(declared, ty, of)?),
            _ => None,
        };
        Ok(CombiningCode { combines: combines.clone(), functions })
    }

    fn combining_functions(
        &mut self,
        declared: &DeclaredReduction,
        ty: &QualType,
        of: EntityId,
    ) -> Step<CombiningFunctions> {
        if let Some((_, made)) = self.combining.iter().find(|(known, _)| known == declared) {
            return Ok(made.clone());
        }
        self.check_expressions(declared)?;
        let name = self.function_name();
        let made =
            CombiningFunctions { combine: format!("{name}_combined"), initialize: format!("{name}_begun") };
        let [out, value, own, original] = POINTERS.map(|(_, pointer)| pointer);
        let mut pointer = |name: &str| self.declared(ty, &format!("*{name}"), of);
        let (to, from) = (pointer(out)?, pointer(value)?);
        let (begun, original_of) = (pointer(own)?, pointer(original)?);
        let (variable, combine, initialize) =
            (self.declared(ty, "omp_priv", of)?, &made.combine, &made.initialize);
        let first = match &declared.initializer {
            Initializer::None => format!("static const {variable}; *{own} = omp_priv;"),
            Initializer::Value(value) => format!("{variable} = {value}; *{own} = omp_priv;"),
            Initializer::Call(call) => format!("{call};"),
        };
        let combiner = &declared.combiner;
        self.emit.declare_before(
            &[combine, initialize],
            format!(
                "static void {combine}({to}, {from})\n{{ (void){out}; (void){value}; (void)({combiner}); }}\n\
             static void {initialize}({begun}, {original_of})\n{{ (void){own}; (void){original}; {first} }}"
            ),
        );
        self.combining.push((declared.clone(), made.clone()));
        Ok(made)
    }

    /// Refuses a declared reduction whose expressions use names of the declaring function: the combining functions are outside of it.
    fn check_expressions(&mut self, declared: &DeclaredReduction) -> Step {
        if declared.known_in.is_none() {
            return Ok(());
        }
        for range in &declared.expressions {
            let is_own = |entity: EntityId| {
                let name = self.entity_text(entity);
                !POINTERS.iter().any(|(variable, _)| *variable == name) && is_of_function(self.view, entity)
            };
            let variable = self.uses.within(*range).iter().find(|(_, entity)| is_own(*entity));
            let constant = self.local_names.constants_in(*range).first().map(|(at, _)| *at);
            let renamed = self.local_types.edits_in(*range).first().map(|(at, _)| at.start);
            let named = variable.map(|(at, _)| *at).or(constant).or(renamed);
            let named = named.or_else(|| self.local_name_in(*range));
            if let Some(at) = named {
                let text = self.tokens.text(at);
                let message = format!(
                    "no code is generated for a reduction that uses `{text}`, which the function around it declares"
                );
                return Err(self.emit.refuse(&codes::GEN0030, TokenRange::new(at, at + 1), message));
            }
            self.announce_functions(*range)?;
        }
        Ok(())
    }
}

impl CombiningCode {
    /// Returns whether the reduction combines numbers by an operator. A copy of such a value in another place is equivalent to it.
    pub(crate) fn is_of_numbers(&self) -> bool {
        matches!(self.combines, Combines::Operator(..))
    }

    /// Returns the statement that combines the value `from` into `into`.
    pub(crate) fn combined(&self, into: &str, from: &str) -> String {
        match (&self.combines, &self.functions) {
            (Combines::Declared(_), Some(functions)) => {
                format!("{}(&{into}, &{from});", functions.combine)
            }
            (Combines::Members(op, members), _) => {
                let each =
                    |member: &String| combined(*op, &format!("{into}{member}"), &format!("{from}{member}"));
                format!("{{ {} }}", members.iter().map(each).collect::<Vec<_>>().join(" "))
            }
            (Combines::Operator(op, _), _) => combined(*op, into, from),
            (Combines::Declared(_), None) => String::new(),
        }
    }

    /// Returns the statement that initializes a copy.
    pub(crate) fn begun(&self, own: &str, original: &str) -> String {
        match (&self.combines, &self.functions) {
            (Combines::Declared(_), Some(functions)) => {
                format!("{}(&{own}, &{original});", functions.initialize)
            }
            (Combines::Members(op, members), _) => {
                let each = |member: &String| {
                    let value = first_value(*op).map_or_else(|| format!("{original}{member}"), str::to_owned);
                    format!("{own}{member} = {value};")
                };
                format!("{{ {} }}", members.iter().map(each).collect::<Vec<_>>().join(" "))
            }
            (Combines::Operator(_, identity), _) => format!("{own} = {identity};"),
            (Combines::Declared(_), None) => String::new(),
        }
    }
}

/// Returns the member designators of the scalars of a struct.
fn member_texts(view: View<'_>, declared: &DeclareReduction) -> Option<Vec<String>> {
    let step = |step: &PlaceStep| match step {
        PlaceStep::Field(field) => Some(format!(".{}", view.text(*field))),
        PlaceStep::Index(index) => Some(format!("[{}]", view.number(*index)?)),
        _ => None,
    };
    let text = |steps: &[PlaceStep]| steps.iter().map(step).collect::<Option<String>>();
    declared.members.iter().map(|steps| text(steps)).collect()
}

pub(crate) fn is_real(ty: &QualType) -> bool {
    ty.is_integer() || ty.is_floating()
}

/// Returns the statement that combines the value `from` into `into`.
fn combined(op: ReductionOp, into: &str, from: &str) -> String {
    match op {
        ReductionOp::Max => format!("if ({from} > {into}) {into} = {from};"),
        ReductionOp::Min => format!("if ({from} < {into}) {into} = {from};"),
        _ => format!("{into} = {into} {} {from};", op.text()),
    }
}

/// Returns an initial value for members of any arithmetic type that changes nothing when it is combined. The other operators have none: for
/// them, combining the value of the original variable once more changes nothing.
fn first_value(op: ReductionOp) -> Option<&'static str> {
    match op {
        ReductionOp::Add | ReductionOp::Or | ReductionOp::BitOr | ReductionOp::BitXor => Some("0"),
        ReductionOp::Mul | ReductionOp::And => Some("1"),
        ReductionOp::BitAnd | ReductionOp::Max | ReductionOp::Min => None,
    }
}

/// Returns the identity value of an operator (OpenMP 5.2 table 5.1).
fn identity(lowering: &Lowering<'_>, op: ReductionOp, ty: &QualType) -> Option<String> {
    let text = match op {
        ReductionOp::BitAnd => return ty.is_integer().then(|| "~0".to_owned()),
        ReductionOp::Max => return least(lowering, ty, true),
        ReductionOp::Min => return least(lowering, ty, false),
        _ => first_value(op)?,
    };
    let is_bits = matches!(op, ReductionOp::BitOr | ReductionOp::BitXor);
    (!is_bits || ty.is_integer()).then(|| text.to_owned())
}

/// Returns the least or the greatest value of a real type. For floating types this is an infinity, written as a literal that is out of
/// range.
fn least(lowering: &Lowering<'_>, ty: &QualType, is_least: bool) -> Option<String> {
    if ty.is_floating() {
        let suffix = match ty.as_builtin()? {
            BuiltinType::Float => "1e999f",
            BuiltinType::Double => "1e9999",
            BuiltinType::LongDouble => "1e99999L",
            _ => return None,
        };
        return Some(format!("{}{suffix}", if is_least { "-" } else { "" }));
    }
    if ty.as_builtin() == Some(BuiltinType::Bool) {
        return Some(if is_least { "0" } else { "1" }.to_owned());
    }
    let bits = size(lowering.view, ty)?.checked_mul(8).filter(|bits| *bits <= 64)?;
    let greatest = u64::MAX >> (64 - bits + u64::from(is_signed(lowering.view, ty)));
    Some(match (is_least, is_signed(lowering.view, ty)) {
        (false, _) => format!("{greatest}ULL"),
        (true, false) => "0".to_owned(),
        (true, true) => format!("(-{greatest}LL - 1)"),
    })
}
