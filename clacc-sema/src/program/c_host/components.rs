//! The scalars that structs consist of.

use clacc_syntax::Name;

use super::CHost;
use super::types::{classify, shape_of_type};
use crate::c::types::{ArrayLength, QualType, Type};
use crate::program::entity::{Component, Components};
use crate::program::place::{Place, Step, Value};

/// The maximum number of scalars. Code that names more of them would be unreadable.
const MOST: usize = 64;

impl CHost<'_> {
    /// The scalars of a struct, or of an element of an array of structs; none for a place of another type.
    pub(super) fn components(self, place: &Place) -> Option<Components> {
        let mut ty = self.type_of_place(place)?;
        while let Type::Array { element, .. } = ty.plain() {
            ty = element.clone();
        }
        let mut found = Components { scalars: Vec::new(), is_complete: true };
        self.add_members(&ty, &mut Vec::new(), &mut found)?;
        Some(found)
    }

    fn add_members(self, ty: &QualType, path: &mut Vec<Step>, found: &mut Components) -> Option<()> {
        let Type::Record(tag) = ty.plain() else { return None };
        if tag.is_union {
            return None;
        }
        let record = self.model.definitions().record(tag)?;
        for field in &record.fields {
            let member = field.ty.with_quals(ty.quals);
            match field.name {
                // An unnamed bit-field has no value.
                Name::EMPTY if field.width.is_some() => {}
                Name::EMPTY => self.add(&member, path, found),
                name => {
                    path.push(Step::Field(name));
                    self.add(&member, path, found);
                    path.pop();
                }
            }
        }
        Some(())
    }

    /// Adds the scalars of a member. A member without scalars, such as a union, is added as a whole.
    fn add(self, ty: &QualType, path: &mut Vec<Step>, found: &mut Components) {
        match ty.plain() {
            Type::Array { element, length: ArrayLength::Constant(length) } => {
                let element = element.with_quals(ty.quals);
                for index in 0..*length {
                    if found.scalars.len() >= MOST {
                        found.is_complete = false;
                        return;
                    }
                    path.push(Step::Index(Value::constant(index.into())));
                    self.add(&element, path, found);
                    path.pop();
                }
            }
            Type::Record(_) if self.add_members(ty, path, found).is_some() => {}
            _ => {
                let shape = shape_of_type(ty);
                let class = classify(ty);
                found.scalars.push(Component { steps: path.as_slice().into(), class, shape });
            }
        }
    }
}
