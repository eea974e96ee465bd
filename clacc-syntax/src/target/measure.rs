//! Sizes of types, read from the predefined macros.

/// The format of `long double`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum LongDouble {
    /// The same as `double`.
    Double,
    /// 80 bits of the x87 unit.
    Extended,
    /// IEEE 754 binary128.
    Quad,
}

/// Sizes in bytes, and other properties that the layout of types depends on. Scalars are aligned to their
/// size, but never to more than `max_alignment`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TypeSizes {
    /// `short`.
    pub short: u8,
    /// `int`.
    pub int: u8,
    /// `long`.
    pub long: u8,
    /// `long long`.
    pub long_long: u8,
    /// A pointer.
    pub pointer: u8,
    /// `float`.
    pub float: u8,
    /// `double`.
    pub double: u8,
    /// `long double`, padding included.
    pub long_double: u8,
    /// The format of `long double`.
    pub long_double_format: LongDouble,
    /// `__int128`, or 0 if there is no such type.
    pub int128: u8,
    /// `wchar_t`.
    pub wchar: u8,
    /// Whether `wchar_t` is signed.
    pub wchar_signed: bool,
    /// Whether plain `char` is signed.
    pub char_signed: bool,
    /// The strictest alignment of any scalar.
    pub max_alignment: u8,
}

/// The macros about types that [`TypeSizes::from_macros`] recognises by name and not by a pattern.
const OTHER_MEASURES: [&str; 2] = ["__LDBL_MANT_DIG__", "__BIGGEST_ALIGNMENT__"];

impl TypeSizes {
    /// The sizes on 64-bit x86 with Linux.
    pub const X86_64_LINUX: TypeSizes = TypeSizes {
        short: 2,
        int: 4,
        long: 8,
        long_long: 8,
        pointer: 8,
        float: 4,
        double: 8,
        long_double: 16,
        long_double_format: LongDouble::Extended,
        int128: 16,
        wchar: 4,
        wchar_signed: true,
        char_signed: true,
        max_alignment: 16,
    };

    /// The sizes on 64-bit Arm with Linux.
    pub const AARCH64_LINUX: TypeSizes = TypeSizes {
        long_double_format: LongDouble::Quad,
        wchar_signed: false,
        char_signed: false,
        ..TypeSizes::X86_64_LINUX
    };

    /// Reads the sizes from `#define` lines as gcc and clang predefine them. Missing macros have their value
    /// on 64-bit Linux.
    pub fn from_macros(macros: &str) -> TypeSizes {
        let is_measure = |name: &str| {
            name.starts_with("__SIZEOF_") || name.ends_with("_UNSIGNED__") || OTHER_MEASURES.contains(&name)
        };
        let definitions = macros.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' '));
        let measures: Vec<(&str, &str)> = definitions.filter(|(name, _)| is_measure(name)).collect();
        let value = |wanted: &str| measures.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
        let size = |name: &str, default: u8| {
            value(name).and_then(|value| value.trim().parse().ok()).unwrap_or(default)
        };
        TypeSizes {
            short: size("__SIZEOF_SHORT__", 2),
            int: size("__SIZEOF_INT__", 4),
            long: size("__SIZEOF_LONG__", 8),
            long_long: size("__SIZEOF_LONG_LONG__", 8),
            pointer: size("__SIZEOF_POINTER__", 8),
            float: size("__SIZEOF_FLOAT__", 4),
            double: size("__SIZEOF_DOUBLE__", 8),
            long_double: size("__SIZEOF_LONG_DOUBLE__", 16),
            long_double_format: match size("__LDBL_MANT_DIG__", 64) {
                53 => LongDouble::Double,
                113 => LongDouble::Quad,
                _ => LongDouble::Extended,
            },
            int128: size("__SIZEOF_INT128__", 0),
            wchar: size("__SIZEOF_WCHAR_T__", 4),
            wchar_signed: value("__WCHAR_UNSIGNED__").is_none(),
            char_signed: value("__CHAR_UNSIGNED__").is_none(),
            max_alignment: size("__BIGGEST_ALIGNMENT__", 16),
        }
    }
}
