//! The GNU attributes that change a type, a layout, or what a call can do.

use clacc_syntax::ast::{Attribute, BuiltinArg, BuiltinType, Expr, Tree};

use super::Binder;
use crate::c::data_model::DataModel;
use crate::c::types::{QualType, Type};

/// The name without the underscores that GNU headers write around it.
pub(super) fn plain_name<'t>(tree: &'t Tree, attribute: &Attribute) -> &'t str {
    let name = tree.text(attribute.name);
    let name = name.rsplit("::").next().unwrap_or(name);
    name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name)
}

/// Whether the attribute's arguments are expressions that are evaluated here.
pub(super) fn has_value(tree: &Tree, attribute: &Attribute) -> bool {
    matches!(plain_name(tree, attribute), "aligned" | "vector_size")
}

/// Whether calls of a function with these attributes have no effects.
pub(super) fn is_pure(tree: &Tree, attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        matches!(plain_name(tree, attribute), "pure" | "const" | "unsequenced" | "reproducible")
    })
}

pub(super) fn is_packed(tree: &Tree, attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| plain_name(tree, attribute) == "packed")
}

impl Binder<'_> {
    /// The largest alignment that the attributes require.
    pub(super) fn aligned(&self, attributes: &[Attribute]) -> Option<u64> {
        let aligned = attributes.iter().filter(|attribute| plain_name(self.tree, attribute) == "aligned");
        aligned.filter_map(|attribute| self.alignment_argument(attribute)).max()
    }

    fn alignment_argument(&self, attribute: &Attribute) -> Option<u64> {
        match attribute.args.as_deref() {
            None | Some([]) => Some(DataModel::BIGGEST_ALIGNMENT),
            Some([BuiltinArg::Expr(expr), ..]) => super::power_of_two(self.integer_of(*expr)?),
            Some([BuiltinArg::Type(ty), ..]) => self.definitions().alignment(self.type_names.get(*ty)?),
        }
    }

    /// Changes a type as the attributes `vector_size` and `mode` say.
    pub(super) fn attributed_type(&self, ty: QualType, attributes: &[Attribute]) -> QualType {
        attributes.iter().fold(ty, |ty, attribute| match plain_name(self.tree, attribute) {
            "vector_size" => self.vector_type(&ty, attribute).unwrap_or(ty),
            "mode" => self.mode_type(&ty, attribute).unwrap_or(ty),
            _ => ty,
        })
    }

    fn vector_type(&self, element: &QualType, attribute: &Attribute) -> Option<QualType> {
        let [BuiltinArg::Expr(size)] = attribute.args.as_deref()? else { return None };
        let bytes = super::power_of_two(self.integer_of(*size)?)?;
        element.is_arithmetic().then(|| QualType::derived(Type::Vector { element: element.clone(), bytes }))
    }

    /// Returns the type that `__attribute__((mode(DI)))` and its relatives make of a type.
    fn mode_type(&self, ty: &QualType, attribute: &Attribute) -> Option<QualType> {
        use BuiltinType::*;
        let [BuiltinArg::Expr(mode)] = attribute.args.as_deref()? else { return None };
        let Expr::Name(mode) = self.tree[*mode] else { return None };
        let unsigned = matches!(ty.as_builtin()?, Bool | UChar | UShort | UInt | ULong | ULongLong | UInt128);
        let mode = self.tree.text(mode);
        let mode = mode.strip_prefix("__").and_then(|mode| mode.strip_suffix("__")).unwrap_or(mode);
        let builtin = match mode {
            "QI" | "byte" => [SChar, UChar],
            "HI" => [Short, UShort],
            "SI" => [Int, UInt],
            "DI" | "word" | "pointer" | "unwind_word" => [Long, ULong],
            "TI" => [Int128, UInt128],
            "SF" => [Float; 2],
            "DF" => [Double; 2],
            "XF" => [LongDouble; 2],
            "TF" => [Float128; 2],
            "SC" => [ComplexFloat; 2],
            "DC" => [ComplexDouble; 2],
            "XC" => [ComplexLongDouble; 2],
            "TC" => [ComplexFloat128; 2],
            _ => return None,
        };
        Some(QualType::builtin(builtin[usize::from(unsigned)]).with_quals(ty.quals))
    }
}
