//! The object of an atomic statement.

use clacc_sema::c::types::{QualType, Type};
use clacc_sema::program::place::At;
use clacc_syntax::ast::{Expr, ExprId};

use super::super::lowering::Lowering;
use crate::capture::types::declaration;
use crate::codes;
use crate::emit::Step;

/// The way in which an object is accessed. It depends only on the type of the object, because the two kinds of accesses do not exclude each
/// other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// A single access: for integers, enumerations, pointers and real numbers of 1, 2, 4 or 8 bytes that are aligned to their size.
    Whole,
    /// An access under a lock, for everything else: wide and complex numbers, and bit-fields, whose lock is that of the enclosing
    /// structure.
    Locked {
        /// The expression that names the object.
        object: String,
    },
}

/// The object of an atomic statement, which is evaluated once.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) access: Access,
    /// The name of a pointer to the object, or to the structure that contains the bit-field.
    pub(crate) pointer: String,
    /// The declaration of that pointer.
    pub(crate) declaration: String,
    /// A declaration of `@` with the type of the object's values.
    value: String,
}

impl Object {
    /// Returns a declaration of a variable with the type of the object's values.
    pub(crate) fn value_named(&self, name: &str) -> String {
        self.value.replace('@', name)
    }
}

impl Lowering<'_> {
    /// Returns the object that an expression names.
    pub(crate) fn atomic_object(&mut self, at: At) -> Step<Object> {
        let Some(expr) = self.view.c_expr(at) else { return Err(self.refuse_atomic(at, "this object")) };
        let (ty, text, pointer) =
            (self.model.type_of(expr), self.text(self.view.span(at))?, self.emit.name("x"));
        let value = self.value_declaration(at, &ty, &text)?;
        if let Some(object) = self.bit_field(expr, &pointer, &value)? {
            return Ok(object);
        }
        if !self.is_accessed_whole(&ty) {
            if ty.is_atomic() {
                return Err(self.refuse_atomic(at, "an `_Atomic` object of this type"));
            }
            let declaration = format!("__typeof__(&({text})) {pointer} = &({text});");
            let object = format!("(*{pointer})");
            return Ok(Object { access: Access::Locked { object }, pointer, declaration, value });
        }
        if self.may_be_misaligned(expr, &ty) {
            return Err(self.refuse_atomic(at, "a member that its structure does not align"));
        }
        let target = value.replace('@', &format!("*{pointer}"));
        let kind = value.replace('@', "*");
        let qualifier = if ty.is_volatile() && ty.is_arithmetic() { "volatile " } else { "" };
        let declaration = format!("{qualifier}{target} = ({qualifier}{kind})&({text});");
        Ok(Object { access: Access::Whole, pointer, declaration, value })
    }

    /// Returns a declaration of `@` with the type of the object's values.
    fn value_declaration(&mut self, at: At, ty: &QualType, text: &str) -> Step<String> {
        let plain = ty.unqualified();
        if plain.is_arithmetic()
            && let Some(declared) = declaration(self.view, self.local_types.names(), &plain, "@", &[])
        {
            return Ok(declared);
        }
        let is_qualified = ty.is_volatile() || ty.is_atomic() || ty.is_const();
        if ty.is_error() || is_qualified {
            return declaration(self.view, self.local_types.names(), &plain, "@", &[])
                .filter(|_| !ty.is_error())
                .ok_or(())
                .map_err(|()| {
                    let range = self.view.span(at);
                    self.emit.refuse(
                        &codes::GEN0003,
                        range,
                        "no code is generated for the type of this object",
                    )
                });
        }
        Ok(format!("__typeof__({text}) @"))
    }

    /// Returns whether processors access objects of a type in one step.
    fn is_accessed_whole(&self, ty: &QualType) -> bool {
        let plain = ty.unqualified();
        let is_number = match &*plain.ty {
            Type::Builtin(builtin) => {
                clacc_sema::c::types::is_integer(*builtin) || clacc_sema::c::types::is_floating(*builtin)
            }
            Type::Pointer(_) | Type::Enum(_) => true,
            _ => false,
        };
        let layout = self.model.definitions().layout(&plain);
        is_number
            && layout
                .is_some_and(|layout| matches!(layout.size, 1 | 2 | 4 | 8) && layout.align == layout.size)
    }

    /// Returns whether an expression is a member of a structure whose members are not aligned.
    fn may_be_misaligned(&self, expr: ExprId, ty: &QualType) -> bool {
        let (tree, definitions) = (&self.model.parsed.tree, self.model.definitions());
        let Some(wanted) = definitions.layout(&ty.unqualified()) else { return true };
        let mut at = expr;
        loop {
            at = match tree[at] {
                Expr::Paren(inner) => inner,
                Expr::Index { base, index } => {
                    let (array, _) = self.model.subscripted(base, index);
                    if !self.model.type_of(array).is_array() {
                        return false;
                    }
                    array
                }
                Expr::Member { base, arrow, .. } => {
                    let around = self.model.type_of(base);
                    let record =
                        if arrow { around.target().cloned().unwrap_or_else(QualType::error) } else { around };
                    let layout = definitions.layout(&record.unqualified());
                    if layout.is_none_or(|layout| layout.align < wanted.align) {
                        return true;
                    }
                    if arrow {
                        return false;
                    }
                    base
                }
                _ => return false,
            };
        }
    }

    /// Returns the object for a bit-field, or none for another expression. The structure's lock protects it, because bit-fields have no
    /// addresses and change together.
    fn bit_field(&mut self, expr: ExprId, pointer: &str, value: &str) -> Step<Option<Object>> {
        let tree = &self.model.parsed.tree;
        let Expr::Member { base, field, arrow } = tree[tree.unparenthesized(expr)] else { return Ok(None) };
        let around = self.model.type_of(base);
        let record = if arrow { around.target().cloned().unwrap_or_else(QualType::error) } else { around };
        if self.model.field(&record, field).is_some_and(|found| found.width.is_none()) {
            return Ok(None);
        }
        let Some(range) = tree.spans.exprs.get(base) else { return Ok(None) };
        let base = self.text(range)?;
        let address = if arrow { format!("&*({base})") } else { format!("&({base})") };
        let declaration = format!("__typeof__({address}) {pointer} = {address};");
        let object = format!("{pointer}->{}", tree.text(field));
        let access = Access::Locked { object };
        Ok(Some(Object { access, pointer: pointer.to_owned(), declaration, value: value.to_owned() }))
    }
}
