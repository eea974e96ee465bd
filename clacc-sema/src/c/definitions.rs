//! The members of tagged types, and the sizes of types.
//!
//! A type names tagged types without their members. [`Definitions`] finds the members.

use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::ast::BuiltinType;
use rustc_hash::FxHashMap;

use crate::c::data_model::{DataModel, TypeLayout};
use crate::c::types::{ArrayLength, QualType, TagRef, Type};

/// The definition of a `struct` or `union`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordDefinition {
    /// Whether it is a `union`.
    pub is_union: bool,
    /// The members in order, with unnamed bit-fields.
    pub fields: Box<[Field]>,
    /// Size and alignment. None if those of a member are unknown.
    pub layout: Option<TypeLayout>,
    /// The first member of each name.
    positions: FxHashMap<Name, u32>,
    /// The members without a name.
    anonymous: Box<[u32]>,
}

impl RecordDefinition {
    /// A definition with these members.
    fn new(is_union: bool, fields: Box<[Field]>, layout: Option<TypeLayout>) -> Self {
        let (mut positions, mut anonymous) = (FxHashMap::default(), Vec::new());
        for (field, position) in fields.iter().zip(0..) {
            match field.name {
                Name::EMPTY => anonymous.push(position),
                name => drop(positions.entry(name).or_insert(position)),
            }
        }
        RecordDefinition { is_union, fields, layout, positions, anonymous: anonymous.into() }
    }

    /// The member of this name, if it is no member of an anonymous structure.
    fn member(&self, name: Name) -> Option<&Field> {
        self.positions.get(&name).map(|position| &self.fields[*position as usize])
    }
}

/// A member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name. It is empty for unnamed bit-fields, and for anonymous structures, whose members count as
    /// this record's.
    pub name: Name,
    /// Its type.
    pub ty: QualType,
    /// Its start, in bits from the start of the record. It is meaningful only if the record has a layout.
    pub bit_offset: u64,
    /// Its width, if it is a bit-field.
    pub width: Option<u32>,
}

/// A member that was found by name, possibly in an anonymous structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundField {
    /// Its type, without the qualifiers of the record.
    pub ty: QualType,
    /// Its start, in bits from the start of the record in which it was looked up.
    pub bit_offset: u64,
    /// Its width, if it is a bit-field.
    pub width: Option<u32>,
    /// The anonymous structures that it was found in: the position of each among the members of the record
    /// around it, outermost first.
    pub anonymous: Box<[u32]>,
}

/// The definition of an `enum`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumDefinition {
    /// The integer type that it is compatible with.
    pub underlying: BuiltinType,
    /// The value of each enumerator, in order.
    pub values: Box<[i128]>,
}

/// Finds the definitions of tagged types.
pub trait Definitions {
    /// The definition of a `struct` or `union`. None if it is incomplete.
    fn record(&self, tag: &TagRef) -> Option<Arc<RecordDefinition>>;
    /// The definition of an `enum`. None if it is incomplete.
    fn enumeration(&self, tag: &TagRef) -> Option<Arc<EnumDefinition>>;
    /// The sizes of built-in types.
    fn data_model(&self) -> DataModel;
}

/// The number of nested anonymous structures that are searched for a member.
const MAX_ANONYMOUS: usize = 1000;

impl dyn Definitions + '_ {
    /// Size and alignment of a type. None for incomplete types, functions, and arrays of variable length.
    pub fn layout(&self, ty: &QualType) -> Option<TypeLayout> {
        let mut count = 1u64;
        let mut ty = ty;
        while let Type::Array { element, length } = &*ty.ty {
            let ArrayLength::Constant(length) = length else { return None };
            count = count.checked_mul(*length)?;
            ty = element;
        }
        let one = self.element_layout(ty)?;
        Some(TypeLayout { size: one.size.checked_mul(count)?, align: one.align })
    }

    fn element_layout(&self, ty: &QualType) -> Option<TypeLayout> {
        match ty.plain() {
            Type::Error | Type::Array { .. } => None,
            Type::Builtin(builtin) => Some(self.data_model().builtin(*builtin)),
            Type::VaList => Some(self.data_model().va_list),
            Type::Pointer(_) => Some(DataModel::POINTER),
            Type::Vector { bytes, .. } => Some(TypeLayout::natural(*bytes)),
            Type::Function { .. } => Some(TypeLayout::natural(1)),
            Type::Record(tag) => self.record(tag)?.layout,
            Type::Enum(_) => Some(self.data_model().builtin(self.integer_type(ty)?)),
            Type::Atomic(inner) => self.layout(inner),
        }
    }

    /// The alignment of a type. Arrays of unknown or variable length have one too.
    pub fn alignment(&self, ty: &QualType) -> Option<u64> {
        let mut ty = ty;
        while let Type::Array { element, .. } = &*ty.ty {
            ty = element;
        }
        Some(self.element_layout(ty)?.align)
    }

    /// The built-in type of an integer type: the type itself, or the one that an enumeration is compatible
    /// with. An incomplete enumeration counts as `unsigned int`, as in GNU compilers.
    pub fn integer_type(&self, ty: &QualType) -> Option<BuiltinType> {
        match ty.plain() {
            Type::Builtin(builtin) if crate::c::types::is_integer(*builtin) => Some(*builtin),
            Type::Enum(tag) => {
                Some(self.enumeration(tag).map_or(BuiltinType::UInt, |definition| definition.underlying))
            }
            _ => None,
        }
    }

    /// Whether objects of the type can exist (C17 6.2.5p1).
    pub fn is_complete(&self, ty: &QualType) -> bool {
        let mut ty = ty;
        while let Type::Array { element, length } = &*ty.ty {
            if *length == ArrayLength::Unknown {
                return false;
            }
            ty = element;
        }
        match ty.plain() {
            Type::Error | Type::Function { .. } | Type::Builtin(BuiltinType::Void) => false,
            Type::Record(tag) => self.record(tag).is_some(),
            Type::Enum(tag) => self.enumeration(tag).is_some(),
            _ => true,
        }
    }

    /// The member of a record with this name. Anonymous structures are searched too.
    pub fn field(&self, tag: &TagRef, name: Name) -> Option<FoundField> {
        // Each record with its start, and with the record that it is an anonymous member of.
        let within: Option<(usize, u32)> = None;
        let mut pending = vec![(self.record(tag)?, 0u64, within)];
        let mut next = 0;
        while let Some((record, base, _)) = pending.get(next).cloned() {
            next += 1;
            if let Some(field) = record.member(name) {
                let bit_offset = base.saturating_add(field.bit_offset);
                let path = std::iter::successors(pending[next - 1].2, |(record, _)| pending[*record].2);
                let mut anonymous: Vec<u32> = path.map(|(_, position)| position).collect();
                anonymous.reverse();
                let (ty, anonymous) = (field.ty.clone(), anonymous.into());
                return Some(FoundField { ty, bit_offset, width: field.width, anonymous });
            }
            for position in &record.anonymous {
                let field = &record.fields[*position as usize];
                if let Type::Record(inner) = field.ty.plain()
                    && pending.len() < MAX_ANONYMOUS
                    && let Some(inner) = self.record(inner)
                {
                    pending.push((inner, base.saturating_add(field.bit_offset), Some((next - 1, *position))));
                }
            }
        }
        None
    }
}

/// A member without its offset.
pub(crate) struct FieldSpec {
    pub(crate) name: Name,
    pub(crate) ty: QualType,
    pub(crate) width: Option<u32>,
    /// The layout of its type. A flexible array member has size 0.
    pub(crate) layout: Option<TypeLayout>,
    /// The alignment from `_Alignas` and the GNU attribute.
    pub(crate) aligned: Option<u64>,
    pub(crate) packed: bool,
}

/// Places the members as GNU compilers do on both targets (System V ABI, AAPCS64).
pub(crate) struct RecordLayout {
    is_union: bool,
    packed: bool,
    unnamed_bit_fields_align: bool,
    bits: u64,
    end: u64,
    align: u64,
    known: bool,
    fields: Vec<Field>,
}

impl RecordLayout {
    pub(crate) fn new(is_union: bool, packed: bool, model: DataModel) -> Self {
        RecordLayout {
            is_union,
            packed,
            unnamed_bit_fields_align: model.unnamed_bit_fields_align,
            bits: 0,
            end: 0,
            align: 1,
            known: true,
            fields: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, field: FieldSpec) {
        let placed = match (field.layout, field.width) {
            (None, _) => None,
            (Some(layout), None) => self.place(layout, &field),
            (Some(layout), Some(width)) => self.place_bits(layout, width, &field),
        };
        self.known &= placed.is_some();
        self.fields.push(Field {
            name: field.name,
            ty: field.ty,
            bit_offset: placed.unwrap_or(0),
            width: field.width,
        });
    }

    fn place(&mut self, layout: TypeLayout, field: &FieldSpec) -> Option<u64> {
        let natural = if self.packed || field.packed { 1 } else { layout.align };
        let align = natural.max(field.aligned.unwrap_or(1));
        self.align = self.align.max(align);
        let start = self.start().checked_next_multiple_of(align.checked_mul(8)?)?;
        self.finish(start, layout.size.checked_mul(8)?)?;
        Some(start)
    }

    fn place_bits(&mut self, layout: TypeLayout, width: u32, field: &FieldSpec) -> Option<u64> {
        let packed = self.packed || field.packed;
        let unit = layout.align * 8;
        let mut start = self.start();
        let crosses = !packed && start % unit + u64::from(width) > layout.size * 8;
        if width == 0 || crosses {
            start = start.checked_next_multiple_of(unit)?;
        }
        if let Some(aligned) = field.aligned {
            start = start.checked_next_multiple_of(aligned.checked_mul(8)?)?;
            self.align = self.align.max(aligned);
        }
        if (field.name != Name::EMPTY || self.unnamed_bit_fields_align) && !packed {
            self.align = self.align.max(layout.align);
        }
        self.finish(start, width.into())?;
        Some(start)
    }

    fn start(&self) -> u64 {
        if self.is_union { 0 } else { self.bits }
    }

    fn finish(&mut self, start: u64, size: u64) -> Option<()> {
        self.bits = start.checked_add(size)?;
        self.end = self.end.max(self.bits);
        Some(())
    }

    /// Returns the definition. `aligned` is the alignment that attributes of the whole record require.
    pub(crate) fn define(self, aligned: Option<u64>) -> RecordDefinition {
        let align = self.align.max(aligned.unwrap_or(1));
        let size = self.end.div_ceil(8).checked_next_multiple_of(align);
        let layout = size.filter(|_| self.known).map(|size| TypeLayout { size, align });
        RecordDefinition::new(self.is_union, self.fields.into(), layout)
    }
}
