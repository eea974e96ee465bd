//! The classes of C types in the rules about directives, and descriptions of types.

use clacc_syntax::ast::{BuiltinType, Expr, ExprId};
use clacc_syntax::{Name, Names};

use super::CHost;
use super::nodes::symbol_of;
use crate::c::model::DeclModel;
use crate::c::type_text::type_text;
use crate::c::types::{self, ArrayLength, QualType, Type};
use crate::program::entity::{Class, Components, Dimension, Pointed, Selectable, Shape};
use crate::program::host::types::Types;
use crate::program::place::{At, EntityId, Place, Step};

/// The class of a type, without regard to `_Atomic`.
pub(crate) fn classify(ty: &QualType) -> Class {
    match ty.plain() {
        Type::Error | Type::Atomic(_) => Class::Unknown,
        Type::Builtin(BuiltinType::Void) => Class::Void,
        Type::Builtin(builtin) if types::is_integer(*builtin) => Class::Integer,
        Type::Builtin(builtin) if types::is_floating(*builtin) => Class::Real,
        Type::Builtin(_) => Class::Complex,
        Type::VaList | Type::Vector { .. } => Class::Opaque,
        Type::Pointer(_) => Class::Pointer,
        Type::Array { .. } => Class::Array,
        Type::Function { .. } => Class::Function,
        Type::Record(tag) if tag.is_union => Class::Union,
        Type::Record(_) => Class::Struct,
        Type::Enum(_) => Class::Integer,
    }
}

/// The description of a class, with its article.
pub(crate) fn class_words(class: Class) -> &'static str {
    match class {
        Class::Unknown => "of unknown type",
        Class::Void => "`void`",
        Class::Integer => "an integer",
        Class::Real => "a floating-point number",
        Class::Complex => "a complex number",
        Class::Pointer => "a pointer",
        Class::Array => "an array",
        Class::Struct => "a struct",
        Class::Union => "a union",
        Class::Opaque => "a vector",
        Class::Function => "a function",
    }
}

/// The description of a type: its class and its spelling.
pub(crate) fn describe(names: &Names, ty: &QualType) -> String {
    let class = classify(ty);
    match type_text(names, ty, "") {
        Some(text) if class != Class::Void => format!("{} (`{text}`)", class_words(class)),
        _ => class_words(class).to_owned(),
    }
}

/// The dimensions of a type that is an array of arrays, and its innermost element.
fn dimensions(ty: &QualType) -> (Vec<Dimension>, &QualType) {
    let (mut found, mut ty) = (Vec::new(), ty);
    while let Type::Array { element, length } = ty.plain() {
        found.push(dimension(*length));
        ty = element;
    }
    (found, ty)
}

fn dimension(length: ArrayLength) -> Dimension {
    match length {
        ArrayLength::Constant(length) => Dimension::Fixed(length),
        ArrayLength::Variable => Dimension::Variable,
        ArrayLength::Unknown => Dimension::Unknown,
    }
}

/// The integers narrower than `int`, but for `_Bool`.
pub(crate) const NARROW: [BuiltinType; 5] =
    [BuiltinType::Char, BuiltinType::SChar, BuiltinType::UChar, BuiltinType::Short, BuiltinType::UShort];

/// The real types of more than 8 bytes.
const WIDE: [BuiltinType; 7] = [
    BuiltinType::Int128,
    BuiltinType::UInt128,
    BuiltinType::LongDouble,
    BuiltinType::Float128,
    BuiltinType::GnuFloat128,
    BuiltinType::Float64x,
    BuiltinType::GnuFloat80,
];

/// The shape of a value of this type.
pub(crate) fn shape_of_type(ty: &QualType) -> Shape {
    let (dims, element) = dimensions(ty);
    Shape {
        dims: dims.into(),
        element: classify(element),
        is_bool: element.as_builtin() == Some(BuiltinType::Bool),
        is_narrow: element.as_builtin().is_some_and(|builtin| NARROW.contains(&builtin)),
        is_wide: classify(element) == Class::Complex
            || element.as_builtin().is_some_and(|builtin| WIDE.contains(&builtin)),
        is_const: ty.is_const(),
        is_atomic: ty.is_atomic(),
    }
}

/// The type that a subscript or range selects from an array or pointer.
fn elements_of(ty: &QualType) -> Option<&QualType> {
    match ty.plain() {
        Type::Array { element, .. } => Some(element),
        Type::Pointer(target) => Some(target),
        _ => None,
    }
}

impl<'a> CHost<'a> {
    /// The type of an expression, if it is known.
    pub(super) fn type_at(self, at: At) -> Option<&'a QualType> {
        self.expr_type(self.nodes.expr(at)?)
    }

    pub(super) fn expr_type(self, expr: ExprId) -> Option<&'a QualType> {
        expr_type(self.model, expr)
    }

    pub(super) fn type_of_entity(self, entity: EntityId) -> &'a QualType {
        &self.model.symbols[symbol_of(entity)].ty
    }

    /// The type of a place; none if a step does not fit. A dereference and the subscript or range after it are one step, because the
    /// subscript selects from the pointee.
    pub(super) fn type_of_place(self, place: &Place) -> Option<QualType> {
        let mut ty = self.type_of_entity(place.root).clone();
        let mut steps = place.steps.iter().peekable();
        while let Some(step) = steps.next() {
            ty = match step {
                Step::Field(name) => self.member(&ty, *name)?,
                _ => ty.target()?.clone(),
            };
            if matches!(step, Step::Deref(_)) {
                steps.next_if(|next| matches!(next, Step::Index(_) | Step::Range { .. }));
            }
        }
        Some(ty)
    }

    /// The type of a member, with the qualifiers of the struct or union.
    pub(super) fn member(self, ty: &QualType, name: Name) -> Option<QualType> {
        Some(self.model.field(ty, name)?.ty.with_quals(ty.quals))
    }

    fn selectable(self, ty: &QualType) -> Selectable {
        match ty.plain() {
            Type::Array { length, .. } => Selectable::Array(dimension(*length)),
            Type::Pointer(target) if classify(target) == Class::Function => {
                Selectable::Pointer(Pointed::Functions)
            }
            Type::Pointer(target) if self.is_incomplete_type(target) => {
                Selectable::Pointer(Pointed::Incomplete)
            }
            Type::Pointer(_) => Selectable::Pointer(Pointed::Elements),
            _ => Selectable::Nothing(describe(self.names(), ty)),
        }
    }

    /// The type that `count` subscripts or ranges after an expression select, if it is known.
    pub(super) fn selected_type(self, base: At, count: usize) -> Option<&'a QualType> {
        let selected = (0..count).try_fold(self.type_at(base)?, |ty, _| elements_of(ty))?;
        (classify(selected) != Class::Unknown).then_some(selected)
    }

    /// Returns true if a type is incomplete (C17 6.2.5), so that its size is unknown. The result is false for an unknown type.
    pub(super) fn is_incomplete_type(self, ty: &QualType) -> bool {
        classify(ty) != Class::Unknown && !self.model.is_complete(ty)
    }
}

/// The type of an expression, if it is known.
pub(super) fn expr_type(model: &DeclModel, expr: ExprId) -> Option<&QualType> {
    let of_name = || Some(&model.symbols[model.symbol_of(expr)?].ty);
    let known = model.types.get(expr).or_else(of_name)?;
    (classify(known) != Class::Unknown).then_some(known)
}

impl Types for CHost<'_> {
    fn shape(&self, place: &Place) -> Option<Shape> {
        let ty = self.type_of_place(place).filter(|ty| classify(ty) != Class::Unknown)?;
        Some(shape_of_type(&ty))
    }

    fn components(&self, place: &Place) -> Option<Components> {
        CHost::components(*self, place)
    }

    fn class_of_part(&self, place: &Place) -> Class {
        self.type_of_place(place).map_or(Class::Unknown, |ty| classify(&ty))
    }

    fn class_at(&self, at: At) -> Class {
        self.type_at(at).map_or(Class::Unknown, classify)
    }

    fn is_const_at(&self, at: At) -> bool {
        self.type_at(at).is_some_and(QualType::is_const)
    }

    fn is_incomplete_at(&self, at: At) -> bool {
        self.type_at(at).is_some_and(|ty| self.is_incomplete_type(ty))
    }

    fn is_bit_field_at(&self, at: At) -> bool {
        let Some(Expr::Member { base, field, arrow }) = self.nodes.expr(at).map(|expr| &self.tree()[expr])
        else {
            return false;
        };
        let ty = self.model.value_type(*base);
        let record = match ty.plain() {
            Type::Pointer(target) if *arrow => target,
            _ => &ty,
        };
        self.model.field(record, *field).is_some_and(|field| field.width.is_some())
    }

    fn is_unsigned(&self, at: At) -> bool {
        let ty = self.nodes.expr(at).map(|expr| self.model.value_type(expr));
        let is_signed = |builtin| self.model.data_model.is_signed(builtin);
        ty.is_some_and(|ty| {
            ty.as_builtin().is_some_and(|builtin| types::is_integer(builtin) && !is_signed(builtin))
        })
    }

    fn is_character(&self, at: At) -> bool {
        self.type_at(at).is_some_and(|ty| ty.as_builtin() == Some(BuiltinType::Char))
    }

    fn keeps_assigned(&self, variable: EntityId, value: At) -> bool {
        let Some(from) = self.type_at(value) else { return false };
        let to = self.type_of_entity(variable);
        to.unqualified() == from.unqualified() || self.holds(to, from)
    }

    fn keeps_stored(&self, operand: At, value: At) -> bool {
        let (Some(to), Some(from)) = (self.type_at(operand), self.type_at(value)) else { return false };
        !to.is_integer() || to.unqualified() == from.unqualified() || self.holds(to, from)
    }

    fn keeps_argument(&self, call: At, position: usize) -> bool {
        CHost::keeps_argument(*self, call, position)
    }

    fn is_plain_memory(&self, at: At) -> bool {
        let is_plain = |ty: &QualType| !ty.is_volatile() && !ty.is_atomic();
        self.type_at(at).is_some_and(is_plain)
    }

    fn is_byte(&self, at: At) -> bool {
        let ty = self.type_at(at).and_then(QualType::as_builtin);
        ty.is_none_or(|ty| self.model.data_model.builtin(ty).size == 1)
    }

    fn selectables(&self, base: At, count: usize) -> Vec<Selectable> {
        let mut found = Vec::with_capacity(count);
        let mut ty = self.type_at(base);
        while let Some(known) = ty.filter(|_| found.len() < count) {
            found.push(self.selectable(known));
            ty = elements_of(known).filter(|ty| classify(ty) != Class::Unknown);
        }
        found
    }

    fn selected(&self, base: At, count: usize) -> Option<Shape> {
        self.selected_type(base, count).map(shape_of_type)
    }

    fn describe_at(&self, at: At) -> String {
        self.type_at(at).map_or_else(String::new, |ty| describe(self.names(), ty))
    }

    fn describe_element(&self, base: At, count: usize) -> String {
        self.selected_type(base, count)
            .map_or_else(String::new, |ty| describe(self.names(), dimensions(ty).1))
    }

    fn class_words(&self, class: Class) -> &'static str {
        class_words(class)
    }
}
