//! Sizes and alignments of the built-in types on a target. Both built-in targets of clacc are LP64 Linux with
//! the GNU ABI, so that they differ in few points.

use clacc_syntax::ast::BuiltinType;
use clacc_syntax::target::Target;

/// Size and alignment in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypeLayout {
    /// The size.
    pub size: u64,
    /// The alignment, a power of two.
    pub align: u64,
}

impl TypeLayout {
    /// Makes the layout of a type whose alignment is its size.
    pub const fn natural(size: u64) -> TypeLayout {
        TypeLayout { size, align: size }
    }
}

/// The properties of C types on a target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DataModel {
    /// Whether plain `char` is signed.
    pub signed_char: bool,
    /// The type of wide characters.
    pub wide_char: BuiltinType,
    /// The layout of `__builtin_va_list`.
    pub va_list: TypeLayout,
    /// Whether unnamed bit-fields raise the alignment of the record too (AAPCS64).
    pub unnamed_bit_fields_align: bool,
}

impl DataModel {
    /// x86-64 Linux.
    pub const X86_64: DataModel = DataModel {
        signed_char: true,
        wide_char: BuiltinType::Int,
        va_list: TypeLayout { size: 24, align: 8 },
        unnamed_bit_fields_align: false,
    };
    /// AArch64 Linux.
    pub const AARCH64: DataModel = DataModel {
        signed_char: false,
        wide_char: BuiltinType::UInt,
        va_list: TypeLayout { size: 32, align: 8 },
        unnamed_bit_fields_align: true,
    };
    /// Returns the data model of a target.
    pub fn of(target: &Target) -> DataModel {
        let sizes = &target.sizes;
        let base = if target.name.starts_with("aarch64") { DataModel::AARCH64 } else { DataModel::X86_64 };
        let wide_char = if sizes.wchar_signed { BuiltinType::Int } else { BuiltinType::UInt };
        DataModel { signed_char: sizes.char_signed, wide_char, ..base }
    }

    /// The layout of pointers.
    pub const POINTER: TypeLayout = TypeLayout::natural(8);
    /// The type of `sizeof`.
    pub const SIZE_TYPE: BuiltinType = BuiltinType::ULong;
    /// The type of the difference of two pointers.
    pub const DIFFERENCE_TYPE: BuiltinType = BuiltinType::Long;
    /// The greatest alignment of a built-in type: `__attribute__((aligned))`.
    pub const BIGGEST_ALIGNMENT: u64 = 16;

    /// Size and alignment of a built-in type. `void` has size 1, as in GNU compilers.
    pub const fn builtin(self, ty: BuiltinType) -> TypeLayout {
        use BuiltinType::*;
        match ty {
            Void | Bool | Char | SChar | UChar => TypeLayout::natural(1),
            Short | UShort | Float16 => TypeLayout::natural(2),
            Int | UInt | Float | Float32 | Decimal32 => TypeLayout::natural(4),
            Long | ULong | LongLong | ULongLong | Double | Float64 | Float32x | Decimal64 => {
                TypeLayout::natural(8)
            }
            Int128 | UInt128 | LongDouble | GnuFloat80 | Float128 | Float64x | GnuFloat128 | Decimal128 => {
                TypeLayout::natural(16)
            }
            ComplexChar | ComplexSChar | ComplexUChar => TypeLayout { size: 2, align: 1 },
            ComplexShort | ComplexUShort | ComplexFloat16 => TypeLayout { size: 4, align: 2 },
            ComplexInt | ComplexUInt | ComplexFloat | ComplexFloat32 => TypeLayout { size: 8, align: 4 },
            ComplexLong | ComplexULong | ComplexLongLong | ComplexULongLong | ComplexDouble
            | ComplexFloat64 | ComplexFloat32x => TypeLayout { size: 16, align: 8 },
            ComplexLongDouble | ComplexInt128 | ComplexUInt128 | ComplexFloat128 | ComplexFloat64x => {
                TypeLayout { size: 32, align: 16 }
            }
        }
    }

    /// Whether an integer type is signed.
    pub const fn is_signed(self, ty: BuiltinType) -> bool {
        use BuiltinType::*;
        match ty {
            Char => self.signed_char,
            SChar | Short | Int | Long | LongLong | Int128 => true,
            _ => false,
        }
    }

    /// Converts a value to an integer type: truncates it to the width of the type, then extends it.
    pub const fn wrap(self, ty: BuiltinType, value: i128) -> i128 {
        if matches!(ty, BuiltinType::Bool) {
            return (value != 0) as i128;
        }
        let bits = self.builtin(ty).size as u32 * 8;
        if bits >= 128 {
            return value;
        }
        let shift = 128 - bits;
        if self.is_signed(ty) {
            (value << shift) >> shift
        } else {
            (value.cast_unsigned() << shift >> shift).cast_signed()
        }
    }
}
