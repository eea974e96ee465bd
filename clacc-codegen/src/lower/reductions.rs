//! Reductions: copies that begin with the neutral value, and what combines them in the order of the threads.

use clacc_sema::c::types::{QualType, Type};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Argument, Combiner, Item};
use clacc_sema::program::place::{Bound, EntityId, Extent, Place, Step as PlaceStep, Value};
use clacc_syntax::ast::{BuiltinType, ClauseId};
use clacc_syntax::directive::OmpClause;

use super::privates::CopyCode;
use super::{Lowering, Step};
use crate::capture::types::{assignable, element, is_signed, is_variable, size, type_of};
use crate::plan::constituents::Part;

/// A variable that is reduced.
#[derive(Clone, Debug)]
pub(super) struct Reduction {
    pub(super) op: ReductionOp,
    pub(super) entity: EntityId,
    /// The first element and the number of elements, for a part of what it is or points to.
    pub(super) section: Option<(Option<Value>, Value)>,
}

/// What one reduction adds to the code.
struct Reduced {
    /// The type of an element.
    element: QualType,
    op: ReductionOp,
    entity: EntityId,
    /// The pointer to the first element of the copy.
    mine: String,
    /// The pointer to the first element of the original.
    original: String,
    /// The number of elements.
    count: String,
}

impl<'a> Lowering<'a> {
    /// The reductions that the clauses of a part ask for.
    pub(super) fn reductions(&mut self, part: &Part<'a>) -> Step<Vec<Reduction>> {
        let mut found = Vec::new();
        for clause in part.clauses.iter().filter(|clause| clause.kind() == OmpClause::Reduction) {
            let (op, items) = match &clause.argument {
                Argument::Reduction { combiner: Combiner::Operator(op), items } => (*op, items.clone()),
                Argument::AsWritten(_, id) => {
                    self.difference(*id).ok_or(()).map_err(|()| self.refuse_clause(clause))?
                }
                _ => return Err(self.refuse_clause(clause)),
            };
            for item in &items {
                let reduction = self.reduction(op, item);
                found.push(reduction.ok_or(()).map_err(|()| self.refuse_clause(clause))?);
            }
        }
        Ok(found)
    }

    /// `reduction(-: x)`, which sums as `+` does.
    fn difference(&self, clause: ClauseId) -> Option<(ReductionOp, Vec<Item>)> {
        let arguments = self.view.clause_node(clause).arguments.as_ref()?;
        let [modifier] = &*arguments.modifiers else { return None };
        if self.view.text(modifier.word) != "-" || !arguments.post_modifiers.is_empty() {
            return None;
        }
        let items = arguments.values().map(|at| Some(Item::written(self.view.place_of(at)?, at)));
        Some((ReductionOp::Add, items.collect::<Option<_>>()?))
    }

    /// A list item as a reduction; none if no code is generated for it.
    pub(super) fn reduction(&self, op: ReductionOp, item: &Item) -> Option<Reduction> {
        let place = item.place()?;
        let ty = type_of(self.view, place.root);
        let section = if place.is_whole() { None } else { Some(section(place)?) };
        let of = match (&*ty.ty, &section) {
            (Type::Pointer(target), Some(_)) => target,
            (Type::Pointer(_), None) => return None,
            (Type::Array { element, .. }, Some(_)) if matches!(&*element.ty, Type::Array { .. }) => {
                return None;
            }
            _ => element(&ty),
        };
        let is_ordered = !matches!(op, ReductionOp::Max | ReductionOp::Min) || is_real(of);
        let is_known = of.is_arithmetic() && is_ordered && !ty.is_atomic() && !is_variable(of);
        (is_known && identity(self, op, of).is_some()).then_some(Reduction {
            op,
            entity: place.root,
            section,
        })
    }

    /// Adds the copies of reductions, and what combines them behind the code.
    pub(super) fn reduced(&mut self, reductions: &[Reduction], code: &mut CopyCode) -> Step {
        let mut all = Vec::new();
        for reduction in reductions {
            all.push(self.reduced_copy(reduction, code)?);
        }
        if !all.is_empty() {
            self.combine(&all, code)?;
        }
        Ok(())
    }

    /// The declarations of one copy.
    fn reduced_copy(&mut self, reduction: &Reduction, code: &mut CopyCode) -> Step<Reduced> {
        let entity = reduction.entity;
        let (name, ty) = (self.entity_text(entity), type_of(self.view, entity));
        let (original, mine, count) = (self.name("o"), self.name("m"), self.name("n"));
        let here = self.spelled(entity);
        let bounds = self.copied_bounds(entity, code);
        let element = match (&*ty.ty, &reduction.section) {
            (Type::Pointer(target), Some(_)) => assignable(target),
            _ => assignable(element(&ty)),
        };
        let (first, number) = match reduction.section {
            None if matches!(&*ty.ty, Type::Array { .. }) => {
                let one = self.declared(&element, "", entity)?;
                ("0".to_owned(), format!("sizeof {here} / sizeof ({one})"))
            }
            None => ("0".to_owned(), "1".to_owned()),
            Some((first, number)) => {
                let first = first.map_or(Ok("0".to_owned()), |first| self.value_text(first))?;
                (first, self.value_text(number)?)
            }
        };
        let lower = self.name("l");
        code.around.push(format!("const size_t {lower} = {first}; const size_t {count} = {number};"));
        let pointer = self.declared(&element, &format!("*{original}"), entity)?;
        let cast = self.declared(&element, "*", entity)?;
        let from = if ty.is_pointer() { here } else { format!("&{here}") };
        code.around.push(format!("{pointer} = ({cast}){from} + {lower};"));
        let own = self.declared(&element, &format!("*{mine}"), entity)?;
        if ty.is_pointer() {
            let buffer = self.name("b");
            let array = self.declared(&element, &format!("{buffer}[{count} ? {count} : 1]"), entity)?;
            let hiding = self.declared_with(&assignable(&ty), name, &bounds, entity)?;
            // Compilers would warn about the address before the buffer, if they knew it.
            let opaque = self.name("v");
            let kept = self.declared(&element, &format!("*volatile {opaque}"), entity)?;
            code.inside.push(format!(
                "{array}; {own} = {buffer}; {kept} = {buffer}; {hiding} = {opaque} - {lower};"
            ));
        } else {
            let hiding = self.declared_with(&assignable(&ty), name, &bounds, entity)?;
            code.inside.push(format!("{hiding}; {own} = ({cast})&{name} + {lower};"));
        }
        let value = identity(self, reduction.op, &element).unwrap_or_default();
        let is_scalar = reduction.section.is_none() && !matches!(&*ty.ty, Type::Array { .. });
        if is_scalar {
            code.inside.push(format!("{name} = {value};"));
        } else {
            let index = self.name("k");
            code.inside.push(format!(
                "{{ size_t {index}; for ({index} = 0; {index} < {count}; ++{index}) {mine}[{index}] = {value}; }}"
            ));
        }
        Ok(Reduced { element, op: reduction.op, entity, mine, original, count })
    }

    /// A value of the source as an expression.
    pub(super) fn value_text(&mut self, value: Value) -> Step<String> {
        match value {
            Value::Constant(number) => Ok(format!("{number}")),
            Value::Node(at) => Ok(format!("({})", self.text(self.view.span(at))?)),
        }
    }

    /// Combines the copies of all threads, and these with the originals.
    fn combine(&mut self, all: &[Reduced], code: &mut CopyCode) -> Step {
        let record = self.function_name();
        let mut members = Vec::new();
        let (mut inside, mut original, mut set) = (Vec::new(), Vec::new(), Vec::new());
        let (k, made) = (self.name("k"), self.name("c"));
        for (index, each) in all.iter().enumerate() {
            let member = self.declared(&each.element, &format!("*m{index}"), each.entity)?;
            members.push(format!("{member}; size_t n{index};"));
            let one = combined(each.op, &format!("into->m{index}[k]"), &format!("from->m{index}[k]"));
            inside.push(format!("for (k = 0; k < into->n{index}; ++k) {one}"));
            let (to, from) = (format!("{}[{k}]", each.original), format!("{}[{k}]", each.mine));
            let one = combined(each.op, &to, &from);
            original.push(format!("for ({k} = 0; {k} < {}; ++{k}) {one}", each.count));
            set.push(format!("{made}.m{index} = {}; {made}.n{index} = {};", each.mine, each.count));
        }
        let function = format!("{record}_combine");
        let (members, inside) = (members.join(" "), inside.join(" "));
        self.declare_before(format!(
            "struct {record} {{ {members} }};\nstatic void {function}(void *a, const void *b)\n{{ struct {record} *into = a; const struct {record} *from = b; size_t k; {inside} }}"
        ));
        let (prefix, set, original) = (&self.prefix, set.join(" "), original.join(" "));
        code.behind.push(format!(
            "{{ struct {record} {made}; {set} clacc_reduce({prefix}t, &{made}, sizeof {made}, {function}, 0); if ({prefix}t->id == 0) {{ size_t {k}; {original} }} }}"
        ));
        Ok(())
    }
}

/// The first element and the number of elements of a range in one dimension.
fn section(place: &Place) -> Option<(Option<Value>, Value)> {
    let mut steps = place.steps.iter().filter(|step| !matches!(step, PlaceStep::Deref(_)));
    let (Some(PlaceStep::Range { start, extent, stride: None }), None) = (steps.next(), steps.next()) else {
        return None;
    };
    let first = match start {
        Bound::Default => None,
        Bound::At(value) => Some(*value),
    };
    match extent {
        Extent::Length(length) => Some((first, *length)),
        Extent::All | Extent::Upto(_) => None,
    }
}

fn is_real(ty: &QualType) -> bool {
    ty.is_integer() || ty.is_floating()
}

/// The statement that combines a value with another one.
pub(super) fn combined(op: ReductionOp, into: &str, from: &str) -> String {
    match op {
        ReductionOp::Max => format!("if ({from} > {into}) {into} = {from};"),
        ReductionOp::Min => format!("if ({from} < {into}) {into} = {from};"),
        _ => format!("{into} = {into} {} {from};", op.text()),
    }
}

/// The value that changes nothing if it is combined with another one (OpenMP 5.2 table 5.1).
pub(super) fn identity(lowering: &Lowering<'_>, op: ReductionOp, ty: &QualType) -> Option<String> {
    let text = match op {
        ReductionOp::Add | ReductionOp::Or | ReductionOp::BitOr | ReductionOp::BitXor => "0",
        ReductionOp::Mul | ReductionOp::And => "1",
        ReductionOp::BitAnd => return ty.is_integer().then(|| "~0".to_owned()),
        ReductionOp::Max => return least(lowering, ty, true),
        ReductionOp::Min => return least(lowering, ty, false),
    };
    let is_bits = matches!(op, ReductionOp::BitOr | ReductionOp::BitXor);
    (!is_bits || ty.is_integer()).then(|| text.to_owned())
}

/// The least value of a real type, or the greatest one. Those of floating types are the infinities, which a literal out of range
/// is.
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
