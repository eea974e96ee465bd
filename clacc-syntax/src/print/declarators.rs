//! Prints declarators and type names.

use super::declarations::qualifier_texts;
use super::expressions::ASSIGNMENT;
use super::{PrintTask, Printer};
use crate::Name;
use crate::ast::*;

impl<'t> Printer<'t> {
    pub(super) fn type_name(&mut self, id: TypeNameId) {
        let type_name = &self.tree[id];
        self.specs(&type_name.specs);
        if self.separates_from_specs(type_name.declarator) {
            self.text(" ");
        }
        self.push(PrintTask::Declarator(type_name.declarator));
    }

    /// Returns whether a declarator prints nothing.
    pub(super) fn is_empty_declarator(&self, id: DeclaratorId) -> bool {
        matches!(self.tree[id], Declarator::Name(Name::EMPTY))
    }

    /// Returns whether a space precedes a declarator. An empty declarator and the `[` of an unnamed array have none.
    pub(super) fn separates_from_specs(&self, mut id: DeclaratorId) -> bool {
        loop {
            match &self.tree[id] {
                Declarator::Name(name) => return *name != Name::EMPTY,
                Declarator::Array { inner, .. } => id = *inner,
                _ => return true,
            }
        }
    }

    pub(super) fn declarator(&mut self, id: DeclaratorId) {
        match &self.tree[id] {
            Declarator::Name(name) => self.name(*name),
            Declarator::Pointer { quals, attributes, inner } => self.pointer(*quals, attributes, *inner),
            Declarator::Array { inner, size, quals, is_static } => {
                self.suffixed(*inner);
                self.array_size(size, *quals, *is_static);
            }
            Declarator::Function { inner, params } => {
                self.suffixed(*inner);
                self.params(params);
            }
            Declarator::Paren { attributes, inner } => {
                self.text("(");
                for attribute in attributes {
                    self.attribute(attribute);
                    self.text(" ");
                }
                self.push(PrintTask::Declarator(*inner));
                self.text(")");
            }
        }
    }

    fn pointer(&mut self, quals: Quals, attributes: &'t [Attribute], inner: DeclaratorId) {
        self.text("*");
        let mut separate = false;
        for text in qualifier_texts(quals) {
            if separate {
                self.text(" ");
            }
            self.text(text);
            separate = true;
        }
        for attribute in attributes {
            if separate {
                self.text(" ");
            }
            self.attribute(attribute);
            separate = true;
        }
        if separate && self.separates_from_specs(inner) {
            self.text(" ");
        }
        self.push(PrintTask::Declarator(inner));
    }

    /// Prints the declarator before `[` or `(`. A pointer gets parentheses there.
    fn suffixed(&mut self, inner: DeclaratorId) {
        let parenthesise = matches!(self.tree[inner], Declarator::Pointer { .. });
        if parenthesise {
            self.text("(");
        }
        self.push(PrintTask::Declarator(inner));
        if parenthesise {
            self.text(")");
        }
    }

    fn array_size(&mut self, size: &'t ArraySize, quals: Quals, is_static: bool) {
        self.text("[");
        if is_static {
            self.text("static ");
        }
        for text in qualifier_texts(quals) {
            self.text(text);
            self.text(" ");
        }
        match size {
            ArraySize::Unspecified => {}
            ArraySize::Star => self.text("*"),
            ArraySize::Expr(expr) => self.push(PrintTask::Expr(*expr, ASSIGNMENT)),
        }
        self.text("]");
    }

    fn params(&mut self, params: &'t Params) {
        self.text("(");
        match params {
            Params::OldStyle(names) => self.separated(names, ", ", PrintTask::Name),
            Params::Prototype { params, variadic } => {
                self.separated(params, ", ", PrintTask::Param);
                match (params.is_empty(), variadic) {
                    (true, false) => self.text("void"),
                    (true, true) => self.text("..."),
                    (false, true) => self.text(", ..."),
                    (false, false) => {}
                }
            }
        }
        self.text(")");
    }
}
