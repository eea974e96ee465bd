//! Finds the types of specifiers, declarators and type names (C17 6.7.2 to 6.7.7).

use clacc_syntax::Name;
use clacc_syntax::ast::{
    Alignment, ArraySize, BuiltinType, Decl, DeclId, Declarator, DeclaratorId, EnumId, Params, RecordId,
    Specs, TypeNameId, TypeSpec,
};

use super::{Binder, attribute_specifiers};
use crate::c::definitions::{EnumDefinition, FieldSpec, RecordLayout};
use crate::c::model::{Symbol, SymbolKind};
use crate::c::types::{ArrayLength, QualType, TagHome, TagRef, Type};

/// A tag in specifiers.
#[derive(Clone, Copy)]
struct TagSpec {
    tag: Option<Name>,
    is_union: bool,
    is_enum: bool,
    defines: bool,
    index: u32,
}

impl Binder<'_> {
    pub(super) fn find_base(&mut self, id: DeclId) {
        let tree = self.tree;
        let (specs, alone) = match &tree[id] {
            Decl::Declaration { specs, entities } => (specs, entities.is_empty()),
            Decl::Function(function) => (&function.specs, false),
            _ => return,
        };
        if alone {
            self.declare_lone_tag(specs);
        }
        let base = self.specified_type(specs);
        self.bases.insert(id, base);
    }

    pub(super) fn base_of(&self, id: DeclId) -> QualType {
        self.bases.get(&id).cloned().unwrap_or_else(QualType::error)
    }

    pub(super) fn name_type(&mut self, id: TypeNameId) {
        let tree = self.tree;
        let type_name = &tree[id];
        let base = self.specified_type(&type_name.specs);
        let ty = self.declarator_type(base, type_name.declarator);
        self.type_names.set(id, ty);
    }

    fn specified_type(&mut self, specs: &Specs) -> QualType {
        let ty = match &specs.ty {
            TypeSpec::Implicit => QualType::int(),
            TypeSpec::Builtin(builtin) => QualType::builtin(*builtin),
            TypeSpec::Typedef(name) => self.typedef_type(*name),
            TypeSpec::Record(record) => QualType::new(Type::Record(self.record_tag(*record))),
            TypeSpec::Enum(id) => QualType::new(Type::Enum(self.enum_tag(*id))),
            TypeSpec::TypeofExpr(expr) => self.type_of(*expr),
            TypeSpec::TypeofType(ty) => self.named_type(*ty),
            TypeSpec::Atomic(ty) => QualType::derived(Type::Atomic(self.named_type(*ty))),
            TypeSpec::VaList => QualType::new(Type::VaList),
            TypeSpec::Auto | TypeSpec::Error => QualType::error(),
        };
        self.attributed_type(ty, &specs.attributes).with_quals(specs.quals)
    }

    pub(super) fn named_type(&self, id: TypeNameId) -> QualType {
        self.type_names.get(id).cloned().unwrap_or_else(QualType::error)
    }

    fn typedef_type(&mut self, name: Name) -> QualType {
        let symbol = self.resolve(name);
        let symbol = &self.symbols[symbol];
        match symbol.kind {
            SymbolKind::Typedef => symbol.ty.clone(),
            _ => QualType::error(),
        }
    }

    /// Returns the type that a declarator makes of its base. The chain goes from the outermost part to the
    /// name, so that each part is applied to the result of the previous one.
    pub(super) fn declarator_type(&self, base: QualType, mut id: DeclaratorId) -> QualType {
        let mut ty = base;
        loop {
            id = match &self.tree[id] {
                Declarator::Name(_) => return ty,
                Declarator::Paren { attributes, inner } => {
                    ty = self.attributed_type(ty, attributes);
                    *inner
                }
                Declarator::Pointer { quals, attributes, inner } => {
                    ty = self.attributed_type(ty.pointer_to(), attributes).with_quals(*quals);
                    *inner
                }
                Declarator::Array { inner, size, .. } => {
                    ty = ty.array_of(self.array_length(size));
                    *inner
                }
                Declarator::Function { inner, params } => {
                    ty = self.function_type(ty, params);
                    *inner
                }
            };
        }
    }

    fn array_length(&self, size: &ArraySize) -> ArrayLength {
        match size {
            ArraySize::Unspecified => ArrayLength::Unknown,
            ArraySize::Star => ArrayLength::Variable,
            ArraySize::Expr(expr) => match self.integer_of(*expr) {
                Some(value) => u64::try_from(value).map_or(ArrayLength::Variable, ArrayLength::Constant),
                None => ArrayLength::Variable,
            },
        }
    }

    fn function_type(&self, result: QualType, params: &Params) -> QualType {
        let (params, variadic) = match params {
            Params::OldStyle(_) => (None, false),
            Params::Prototype { params, variadic } => {
                let params = params.iter().map(|param| self.parameter_type(*param)).collect();
                (Some(params), *variadic)
            }
        };
        QualType::derived(Type::Function { result, params, variadic })
    }

    fn parameter_type(&self, param: DeclId) -> QualType {
        match &self.tree[param] {
            Decl::Declaration { entities, .. } => match entities.first() {
                Some(entity) => self.entity_types.get(*entity).cloned().unwrap_or_else(QualType::error),
                None => self.base_of(param),
            },
            _ => QualType::error(),
        }
    }

    /// The alignment that `_Alignas` among the specifiers gives.
    pub(super) fn specified_alignment(&self, specs: &Specs) -> Option<u64> {
        let alignments = specs.alignments.iter().filter_map(|alignment| match alignment {
            Alignment::Expr(expr) => super::power_of_two(self.integer_of(*expr)?),
            Alignment::Type(ty) => self.definitions().alignment(self.type_names.get(*ty)?),
        });
        alignments.chain(self.aligned(&specs.attributes)).max()
    }

    /// The alignment that a typedef name among the specifiers has of its own, if the declarator does not
    /// change the type.
    pub(super) fn typedef_alignment(&self, specs: &Specs, declarator: DeclaratorId) -> Option<u64> {
        let TypeSpec::Typedef(name) = specs.ty else { return None };
        let mut next = declarator;
        while let Declarator::Array { inner, .. } | Declarator::Paren { inner, .. } = &self.tree[next] {
            next = *inner;
        }
        if !matches!(self.tree[next], Declarator::Name(_)) {
            return None;
        }
        let symbol = self.scopes.name(name).or_else(|| self.outer.get(&name).copied())?;
        self.alignments.get(&symbol).copied()
    }

    pub(super) fn record_tag(&mut self, id: RecordId) -> TagRef {
        if let Some(tag) = self.record_tags.get(&id) {
            return tag.clone();
        }
        let record = &self.tree[id];
        let tag = self.tag(TagSpec {
            tag: record.tag,
            is_union: record.is_union,
            is_enum: false,
            defines: record.fields.is_some(),
            index: id.into_raw().into_u32(),
        });
        self.record_tags.insert(id, tag.clone());
        tag
    }

    pub(super) fn enum_tag(&mut self, id: EnumId) -> TagRef {
        if let Some(tag) = self.enum_tags.get(&id) {
            return tag.clone();
        }
        let tag = self.tag(TagSpec {
            tag: self.tree[id].tag,
            is_union: false,
            is_enum: true,
            defines: self.tree[id].enumerators.is_some(),
            index: id.into_raw().into_u32(),
        });
        self.enum_tags.insert(id, tag.clone());
        tag
    }

    /// Returns the type that a tag refers to or introduces here (C17 6.7.2.3).
    fn tag(&mut self, spec: TagSpec) -> TagRef {
        let Some(name) = spec.tag else { return self.anonymous_tag(spec) };
        if let Some(found) = self.scopes.tag(name) {
            let here = !spec.defines || found.depth == self.scopes.depth();
            if here && found.is_enum == spec.is_enum {
                return found.tag.clone();
            }
        }
        let is_local = self.in_body && (spec.defines || !self.globals.has_tag(name));
        let home = if is_local { TagHome::Local(spec.index) } else { TagHome::File };
        let tag = TagRef { is_union: spec.is_union, tag: name, home };
        self.scopes.bind_tag(name, tag.clone(), spec.is_enum);
        tag
    }

    fn anonymous_tag(&self, spec: TagSpec) -> TagRef {
        let home = if self.in_body {
            TagHome::Local(spec.index)
        } else {
            TagHome::Anonymous { introduced: self.anchor, index: spec.index }
        };
        TagRef { is_union: spec.is_union, tag: Name::EMPTY, home }
    }

    /// Declares the tag of `struct s;`, which introduces a new type in a block.
    fn declare_lone_tag(&mut self, specs: &Specs) {
        let TypeSpec::Record(id) = specs.ty else { return };
        let record = &self.tree[id];
        let (Some(name), None, true) = (record.tag, &record.fields, self.in_body) else { return };
        if self.scopes.tag(name).is_some_and(|found| found.depth == self.scopes.depth()) {
            return;
        }
        let home = TagHome::Local(id.into_raw().into_u32());
        let tag = TagRef { is_union: record.is_union, tag: name, home };
        self.scopes.bind_tag(name, tag.clone(), false);
        self.record_tags.insert(id, tag);
    }

    pub(super) fn define_record(&mut self, id: RecordId) {
        let tag = self.record_tag(id);
        let record = &self.tree[id];
        let packed = attribute_specifiers::is_packed(self.tree, &record.attributes);
        let mut layout = RecordLayout::new(record.is_union, packed, self.data_model);
        for decl in record.fields.iter().flatten() {
            self.add_members(*decl, &mut layout);
        }
        let definition = layout.define(self.aligned(&record.attributes));
        self.records.insert(tag, definition.into());
    }

    fn add_members(&self, decl: DeclId, layout: &mut RecordLayout) {
        let Decl::Declaration { specs, entities } = &self.tree[decl] else { return };
        let packed = attribute_specifiers::is_packed(self.tree, &specs.attributes);
        if entities.is_empty() && self.is_anonymous_member(specs) {
            layout.add(self.member(
                Name::EMPTY,
                self.base_of(decl),
                None,
                self.specified_alignment(specs),
                packed,
            ));
        }
        for id in entities {
            let entity = &self.tree[*id];
            let ty = self.entity_types.get(*id).cloned().unwrap_or_else(QualType::error);
            let width = entity
                .bit_width
                .map(|width| self.integer_of(width).and_then(|width| u32::try_from(width).ok()).unwrap_or(0));
            let aligned = self.specified_alignment(specs).max(self.aligned(&entity.attributes));
            let packed = packed || attribute_specifiers::is_packed(self.tree, &entity.attributes);
            let mut member = self.member(entity.name, ty, width, aligned, packed);
            if let (Some(layout), Some(align)) =
                (&mut member.layout, self.typedef_alignment(specs, entity.declarator))
            {
                layout.align = align;
            }
            layout.add(member);
        }
    }

    /// Whether a declaration without a declarator is a member: it must be a structure or union without a tag
    /// (C17 6.7.2.1p13).
    fn is_anonymous_member(&self, specs: &Specs) -> bool {
        let TypeSpec::Record(record) = specs.ty else { return false };
        self.tree[record].tag.is_none() && self.tree[record].fields.is_some()
    }

    fn member(
        &self,
        name: Name,
        ty: QualType,
        width: Option<u32>,
        aligned: Option<u64>,
        packed: bool,
    ) -> FieldSpec {
        let layout = match &*ty.ty {
            Type::Array { element, length: ArrayLength::Unknown } => {
                self.definitions().layout(&element.array_of(ArrayLength::Constant(0)))
            }
            _ => self.definitions().layout(&ty),
        };
        FieldSpec { name, ty, width, layout, aligned, packed }
    }

    pub(super) fn open_enum(&mut self, id: EnumId) {
        self.enum_tag(id);
        self.enum_values.clear();
    }

    /// Declares an enumerator. It is an `int` if its value fits (C17 6.7.2.2p3), and has the next larger type
    /// otherwise.
    pub(super) fn declare_enumerator(&mut self, id: EnumId, index: u32) {
        let Some(enumerator) =
            self.tree[id].enumerators.as_ref().and_then(|enumerators| enumerators.get(index as usize))
        else {
            return;
        };
        let next = self.enum_values.last().map_or(0, |last| last.wrapping_add(1));
        let value = enumerator.value.map_or(Some(next), |value| self.integer_of(value)).unwrap_or(next);
        self.enum_values.push(value);
        let ty = self.smallest(&[BuiltinType::Int, BuiltinType::UInt, BuiltinType::Long], &[value]);
        let symbol = self.symbols.alloc(Symbol {
            name: enumerator.name,
            kind: SymbolKind::Enumerator(value.into()),
            ty: QualType::builtin(ty.unwrap_or(BuiltinType::ULong)),
            entity: None,
            scope: self.scopes.statement(),
        });
        self.scopes.bind(enumerator.name, symbol);
    }

    pub(super) fn define_enum(&mut self, id: EnumId) {
        use BuiltinType::*;
        let values = std::mem::take(&mut self.enum_values);
        let negative = values.iter().any(|value| *value < 0);
        let packed = attribute_specifiers::is_packed(self.tree, &self.tree[id].attributes);
        let candidates: &[BuiltinType] = match (packed, negative) {
            (true, true) => &[SChar, Short, Int, Long],
            (true, false) => &[UChar, UShort, UInt, ULong],
            (false, true) => &[Int, Long],
            (false, false) => &[UInt, ULong],
        };
        let underlying = self.smallest(candidates, &values).unwrap_or(if negative { Long } else { ULong });
        let tag = self.enum_tag(id);
        self.enums.insert(tag, EnumDefinition { underlying, values: values.into() }.into());
    }

    fn smallest(&self, candidates: &[BuiltinType], values: &[i128]) -> Option<BuiltinType> {
        let holds = |ty: &BuiltinType| values.iter().all(|value| self.data_model.wrap(*ty, *value) == *value);
        candidates.iter().copied().find(holds)
    }
}
