//! Questions about types that OpenACC's rules ask.

use crate::c::model::FunctionModel;
use crate::c::types::{QualType, Type};
pub(super) use crate::program::c_host::types::{classify, describe};
pub(super) use crate::program::entity::Class;

/// The element of an array, of an array of arrays, and so on; any other type itself.
pub(super) fn innermost_element(mut ty: &QualType) -> &QualType {
    while let Type::Array { element, .. } = ty.plain() {
        ty = element;
    }
    ty
}

/// Whether a type is incomplete (C17 6.2.5): its size is unknown. Nothing is said about unknown types.
pub(super) fn is_incomplete(ty: &QualType, model: &FunctionModel) -> bool {
    classify(ty) != Class::Unknown && !model.is_complete(ty)
}
