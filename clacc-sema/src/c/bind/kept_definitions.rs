//! The definitions that a model keeps, so that nobody needs the file scope for them.

use std::sync::Arc;

use clacc_syntax::checkpoint;
use rustc_hash::FxHashSet;

use super::Binder;
use crate::c::definitions::RecordDefinition;
use crate::c::types::{QualType, TagRef, Type};

impl Binder<'_> {
    /// Copies the definitions of every tagged type that occurs, and of the types they hold by value. From
    /// then on, layouts and members can be looked up without the file scope.
    pub(super) fn keep_definitions(&mut self) {
        let mut pending = Vec::new();
        let expressions = self.types.distinct().chain(self.type_names.iter().map(|(_, ty)| ty));
        let symbols = self.symbols.iter().map(|(_, symbol)| &symbol.ty);
        let mut seen = FxHashSet::default();
        for ty in checkpoint::every(checkpoint::STRIDE, expressions.chain(symbols)) {
            collect_tags(ty, &mut seen, &mut pending);
        }
        let local: Vec<_> = pending.iter().filter_map(|tag| self.tagged_record(tag)).collect();
        for record in local {
            collect_members(&record, &mut seen, &mut pending);
        }
        while let Some((tag, is_enum)) = pending.pop() {
            if is_enum {
                if let Some(definition) = self.globals.enumeration(&tag) {
                    self.enums.entry(tag).or_insert(definition);
                }
            } else if let Some(definition) =
                self.records.get(&tag).cloned().or_else(|| self.globals.record(&tag))
            {
                collect_members(&definition, &mut seen, &mut pending);
                self.records.entry(tag).or_insert(definition);
            }
        }
    }

    fn tagged_record(&self, (tag, is_enum): &(TagRef, bool)) -> Option<Arc<RecordDefinition>> {
        if *is_enum { None } else { self.records.get(tag).cloned() }
    }
}

/// Collects the tags that occur in a type, each with whether it is an `enum`.
fn collect_tags(ty: &QualType, seen: &mut FxHashSet<(TagRef, bool)>, found: &mut Vec<(TagRef, bool)>) {
    let mut ty = ty;
    loop {
        ty = match &*ty.ty {
            Type::Pointer(inner) | Type::Atomic(inner) => inner,
            Type::Array { element, .. } | Type::Vector { element, .. } => element,
            Type::Function { result, .. } => result,
            Type::Record(tag) => return collect_tag(tag, false, seen, found),
            Type::Enum(tag) => return collect_tag(tag, true, seen, found),
            Type::Error | Type::Builtin(_) | Type::VaList => return,
        };
    }
}

fn collect_tag(
    tag: &TagRef,
    is_enum: bool,
    seen: &mut FxHashSet<(TagRef, bool)>,
    found: &mut Vec<(TagRef, bool)>,
) {
    let tag = (tag.clone(), is_enum);
    if seen.insert(tag.clone()) {
        found.push(tag);
    }
}

/// Collects the tags of the types that a record holds by value. The types that its members point to are
/// looked up when they are needed.
fn collect_members(
    record: &RecordDefinition,
    seen: &mut FxHashSet<(TagRef, bool)>,
    found: &mut Vec<(TagRef, bool)>,
) {
    for field in &record.fields {
        let mut ty = &field.ty;
        while let Type::Array { element, .. } = ty.plain() {
            ty = element;
        }
        if !ty.is_pointer() {
            collect_tags(ty, seen, found);
        }
    }
}
