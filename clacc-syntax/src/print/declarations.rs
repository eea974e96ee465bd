//! Prints declarations, specifiers, the bodies of `struct` and `enum`, and attributes.

use super::expressions::{ANY, ASSIGNMENT, CONDITIONAL};
use super::{PrintTask, Printer};
use crate::ast::*;

const STORAGE_TEXTS: &[(Storage, &str)] = &[
    (Storage::TYPEDEF, "typedef "),
    (Storage::EXTERN, "extern "),
    (Storage::STATIC, "static "),
    (Storage::AUTO, "auto "),
    (Storage::REGISTER, "register "),
    (Storage::THREAD_LOCAL, "_Thread_local "),
    (Storage::INLINE, "inline "),
    (Storage::NORETURN, "_Noreturn "),
];

const QUALIFIER_TEXTS: &[(Quals, &str)] = &[
    (Quals::CONST, "const"),
    (Quals::VOLATILE, "volatile"),
    (Quals::RESTRICT, "restrict"),
    (Quals::ATOMIC, "_Atomic"),
    (Quals::SEG_FS, "__seg_fs"),
    (Quals::SEG_GS, "__seg_gs"),
];

/// Returns the spellings of the qualifiers that are set.
pub(super) fn qualifier_texts(quals: Quals) -> impl Iterator<Item = &'static str> {
    QUALIFIER_TEXTS.iter().filter(move |(qualifier, _)| quals.contains(*qualifier)).map(|(_, text)| *text)
}

impl<'t> Printer<'t> {
    pub(super) fn decl(&mut self, id: DeclId) {
        match &self.tree[id] {
            Decl::Error => self.text("/* error */;"),
            Decl::Empty => self.text(";"),
            Decl::Declaration { specs, entities } => {
                self.declaration(specs, entities);
                self.text(";");
            }
            Decl::Function(function) => self.function(function),
            Decl::StaticAssert { condition, message } => {
                self.text("_Static_assert(");
                self.push(PrintTask::Expr(*condition, CONDITIONAL));
                if let Some(message) = message {
                    self.text(", ");
                    self.push(PrintTask::Expr(*message, ASSIGNMENT));
                }
                self.text(");");
            }
            Decl::Asm(asm) => {
                self.asm(asm);
                self.text(";");
            }
            Decl::Pragma(text) => self.pragma(*text),
            Decl::Directive(directive) => self.directive_declaration(*directive),
        }
    }

    fn directive_declaration(&mut self, id: DirectiveId) {
        if let Some(text) = self.hooks.and_then(|hooked| hooked.hooks.directive(hooked.index, id)) {
            let lines = text.before.iter().chain(&text.after);
            for (index, (_, line)) in lines.enumerate() {
                if index > 0 {
                    self.push(PrintTask::NewLine);
                }
                self.push(PrintTask::Line(line));
            }
            return;
        }
        self.text(self.tree[id].kind.language().introducer());
        self.push(PrintTask::Directive(id));
    }

    pub(super) fn param(&mut self, id: DeclId) {
        match &self.tree[id] {
            Decl::Declaration { specs, entities } => self.declaration(specs, entities),
            _ => self.push(PrintTask::Decl(id)),
        }
    }

    /// Prints specifiers and entities, without a `;`.
    fn declaration(&mut self, specs: &'t Specs, entities: &'t [DeclaredId]) {
        self.specs(specs);
        if let Some(first) = entities.first() {
            self.space_before_entity(specs, *first);
        }
        for (index, entity) in entities.iter().enumerate() {
            if index > 0 {
                let unnamed = self.is_empty_declarator(self.tree[*entity].declarator);
                self.text(if unnamed { "," } else { ", " });
            }
            self.push(PrintTask::Entity(*entity));
        }
    }

    /// Prints a space between specifiers and declarator if both have text and the declarator is not just
    /// `[]`.
    fn space_before_entity(&mut self, specs: &Specs, entity: DeclaredId) {
        let entity = &self.tree[entity];
        let behind =
            entity.bit_width.is_some() || entity.asm_label.is_some() || !entity.attributes.is_empty();
        if self.separates_from_specs(entity.declarator)
            && (*specs != Specs::default())
            && !(behind && self.is_empty_declarator(entity.declarator))
        {
            self.text(" ");
        }
    }

    pub(super) fn entity(&mut self, id: DeclaredId) {
        let entity = &self.tree[id];
        self.push(PrintTask::Declarator(entity.declarator));
        if let Some(width) = entity.bit_width {
            self.text(" : ");
            self.push(PrintTask::Expr(width, CONDITIONAL));
        }
        if let Some(label) = entity.asm_label {
            self.text(" __asm__(");
            self.push(PrintTask::Expr(label, ANY));
            self.text(")");
        }
        self.attributes_behind(&entity.attributes);
        if let Some(init) = entity.init {
            self.text(" = ");
            self.push(PrintTask::Init(init));
        }
    }

    fn function(&mut self, function: &'t Function) {
        self.specs(&function.specs);
        self.space_before_entity(&function.specs, function.entity);
        self.push(PrintTask::Entity(function.entity));
        let Some(body) = function.body else {
            self.text(";");
            return;
        };
        for param in &function.old_style_params {
            self.push(PrintTask::NewLine);
            self.push(PrintTask::Decl(*param));
        }
        if function.old_style_params.is_empty() {
            self.text(" ");
        } else {
            self.push(PrintTask::NewLine);
        }
        self.push(PrintTask::InLine(body));
    }

    // ---- specifiers ----

    pub(super) fn specs(&mut self, specs: &'t Specs) {
        if specs.storage.contains(Storage::EXTENSION) {
            self.text("__extension__ ");
        }
        let bracketed = specs.attributes.iter().filter(|attribute| attribute.bracketed);
        for attribute in bracketed {
            self.attribute(attribute);
            self.text(" ");
        }
        for (storage, text) in STORAGE_TEXTS {
            if specs.storage.contains(*storage) {
                self.text(text);
            }
        }
        for attribute in specs.attributes.iter().filter(|attribute| !attribute.bracketed) {
            self.attribute(attribute);
            self.text(" ");
        }
        specs.alignments.iter().for_each(|alignment| self.alignment(alignment));
        for text in qualifier_texts(specs.quals) {
            self.text(text);
            self.text(" ");
        }
        if specs.ty == TypeSpec::Implicit {
            self.drop_last_space();
        }
        self.type_spec(&specs.ty);
    }

    /// Removes the space after the last specifier if no type follows, because the declarator begins with a space of its own.
    fn drop_last_space(&mut self) {
        if let Some(PrintTask::Text(text)) = self.tasks.last_mut() {
            *text = text.strip_suffix(' ').unwrap_or(text);
        }
    }

    fn alignment(&mut self, alignment: &'t Alignment) {
        self.text("_Alignas(");
        match alignment {
            Alignment::Expr(expr) => self.push(PrintTask::Expr(*expr, CONDITIONAL)),
            Alignment::Type(ty) => self.push(PrintTask::TypeName(*ty)),
        }
        self.text(") ");
    }

    fn type_spec(&mut self, ty: &'t TypeSpec) {
        match ty {
            TypeSpec::Implicit => {}
            TypeSpec::Builtin(builtin) => self.text(builtin.text()),
            TypeSpec::Typedef(name) => self.name(*name),
            TypeSpec::Record(id) => self.record(&self.tree[*id]),
            TypeSpec::Enum(id) => self.enum_specifier(&self.tree[*id]),
            TypeSpec::TypeofExpr(expr) => {
                self.text("__typeof__(");
                self.push(PrintTask::Expr(*expr, ANY));
                self.text(")");
            }
            TypeSpec::TypeofType(ty) => {
                self.text("__typeof__(");
                self.push(PrintTask::TypeName(*ty));
                self.text(")");
            }
            TypeSpec::Atomic(ty) => {
                self.text("_Atomic(");
                self.push(PrintTask::TypeName(*ty));
                self.text(")");
            }
            TypeSpec::Auto => self.text("__auto_type"),
            TypeSpec::VaList => self.text("__builtin_va_list"),
            TypeSpec::Error => self.text("/* error */"),
        }
    }

    fn record(&mut self, record: &'t Record) {
        self.text(if record.is_union { "union" } else { "struct" });
        self.attributes_behind(&record.attributes);
        if let Some(tag) = record.tag {
            self.text(" ");
            self.name(tag);
        }
        let Some(fields) = &record.fields else { return };
        self.text(" {");
        self.push(PrintTask::Indent);
        for field in fields {
            self.push(PrintTask::NewLine);
            self.push(PrintTask::Decl(*field));
        }
        self.push(PrintTask::Outdent);
        self.push(PrintTask::NewLine);
        self.text("}");
    }

    fn enum_specifier(&mut self, specifier: &'t Enum) {
        self.text("enum");
        self.attributes_behind(&specifier.attributes);
        if let Some(tag) = specifier.tag {
            self.text(" ");
            self.name(tag);
        }
        let Some(enumerators) = &specifier.enumerators else { return };
        self.text(" {");
        self.push(PrintTask::Indent);
        for (index, enumerator) in enumerators.iter().enumerate() {
            if index > 0 {
                self.text(",");
            }
            self.push(PrintTask::NewLine);
            self.enumerator(enumerator);
        }
        self.push(PrintTask::Outdent);
        self.push(PrintTask::NewLine);
        self.text("}");
    }

    fn enumerator(&mut self, enumerator: &'t Enumerator) {
        self.name(enumerator.name);
        self.attributes_behind(&enumerator.attributes);
        if let Some(value) = enumerator.value {
            self.text(" = ");
            self.push(PrintTask::Expr(value, CONDITIONAL));
        }
    }

    // ---- attributes ----

    /// Prints attributes, each with a space before it.
    pub(super) fn attributes_behind(&mut self, attributes: &'t [Attribute]) {
        for attribute in attributes {
            self.text(" ");
            self.attribute(attribute);
        }
    }

    /// Prints attributes with a space between them.
    pub(super) fn attributes_before(&mut self, attributes: &'t [Attribute]) {
        for (index, attribute) in attributes.iter().enumerate() {
            if index > 0 {
                self.text(" ");
            }
            self.attribute(attribute);
        }
    }

    pub(super) fn attribute(&mut self, attribute: &'t Attribute) {
        self.text(if attribute.bracketed { "[[" } else { "__attribute__((" });
        self.name(attribute.name);
        if let Some(args) = &attribute.args {
            self.builtin_args(args);
        }
        self.text(if attribute.bracketed { "]]" } else { "))" });
    }
}
