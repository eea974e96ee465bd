//! The values and types of constants and string literals (C17 6.4.4, 6.4.5, with the GNU suffixes).

use std::borrow::Cow;

use clacc_syntax::ast::{BuiltinType, Expr, ExprId, Tree};
use clacc_syntax::encoding;

use crate::c::constant::Constant;
use crate::c::data_model::DataModel;

/// A numeric or character constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Literal {
    /// An integer constant.
    Integer(i128, BuiltinType),
    /// A floating constant.
    Floating(f64, BuiltinType),
}

impl Literal {
    pub(crate) fn ty(self) -> BuiltinType {
        match self {
            Literal::Integer(_, ty) | Literal::Floating(_, ty) => ty,
        }
    }
}

/// The value of an expression that is a numeric or character constant by itself.
pub(crate) fn constant(tree: &Tree, expr: ExprId, model: DataModel) -> Option<Constant> {
    let literal = match tree[expr] {
        Expr::Number(text) => number(tree.text(text), model)?,
        Expr::Char(text) => character(tree.text(text), model),
        _ => return None,
    };
    match literal {
        Literal::Integer(value, _) => Some(Constant::Integer(value)),
        Literal::Floating(value, ty) => crate::c::types::is_floating(ty).then_some(Constant::Floating(value)),
    }
}

/// Converts a preprocessing number to a constant. Returns none if it is not a constant.
pub(crate) fn number(text: &str, model: DataModel) -> Option<Literal> {
    if let Some(value) = small_decimal(text) {
        return Some(Literal::Integer(value, BuiltinType::Int));
    }
    let digits = plain_spelling(text);
    let hexadecimal = digits.starts_with("0x");
    let floating = if hexadecimal {
        digits.contains(['.', 'p'])
    } else {
        !digits.starts_with("0b") && digits.contains(['.', 'e'])
    };
    if floating { floating_number(&digits, hexadecimal) } else { integer_number(&digits, model) }
}

/// The value of a decimal constant that fits in every `int`, as nearly all constants of a program do.
fn small_decimal(text: &str) -> Option<i128> {
    let is_octal = text.len() > 1 && text.starts_with('0');
    let is_small = matches!(text.len(), 1..=9) && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_small && !is_octal)
        .then(|| text.bytes().fold(0, |value, digit| value * 10 + i128::from(digit - b'0')))
}

/// Removes digit separators from a constant and converts it to lower case.
fn plain_spelling(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte == b'\'' || byte.is_ascii_uppercase()) {
        text.replace('\'', "").to_ascii_lowercase().into()
    } else {
        text.into()
    }
}

fn integer_number(text: &str, model: DataModel) -> Option<Literal> {
    let (radix, rest) = match text {
        _ if text.starts_with("0x") => (16, &text[2..]),
        _ if text.starts_with("0b") => (2, &text[2..]),
        _ if text.starts_with('0') => (8, text),
        _ => (10, text),
    };
    let end = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
    let (digits, suffix) = rest.split_at(end);
    let value = i128::try_from(u128::from_str_radix(digits, radix).ok()?).ok()?;
    if suffix.contains(['f', 'd']) || (suffix.is_empty() && digits.is_empty()) {
        return None;
    }
    let imaginary = suffix.contains(['i', 'j']);
    let plain = suffix.replace(['i', 'j'], "");
    let ty = integer_type(value, radix == 10, &plain, model)?;
    Some(if imaginary {
        Literal::Floating(f64::NAN, crate::c::types::complex_of(ty)?)
    } else {
        Literal::Integer(value, ty)
    })
}

/// The first type of the list in C17 6.4.4.1 that holds the value.
fn integer_type(value: i128, decimal: bool, suffix: &str, model: DataModel) -> Option<BuiltinType> {
    use BuiltinType::*;
    let length = suffix.strip_prefix('u').or_else(|| suffix.strip_suffix('u'));
    let unsigned = length.is_some();
    let rank = match length.unwrap_or(suffix) {
        "" => 0,
        "l" => 1,
        "ll" => 2,
        _ => return None,
    };
    let ranks = [(Int, UInt), (Long, ULong), (LongLong, ULongLong), (Int128, UInt128)];
    ranks[rank..].iter().find_map(|(signed, unsigned_type)| {
        let fits = |ty| model.wrap(ty, value) == value;
        if !unsigned && fits(*signed) {
            Some(*signed)
        } else if (unsigned || !decimal) && fits(*unsigned_type) {
            Some(*unsigned_type)
        } else {
            None
        }
    })
}

fn floating_number(text: &str, hexadecimal: bool) -> Option<Literal> {
    let end = floating_end(text, hexadecimal);
    let (digits, suffix) = text.split_at(end);
    let imaginary = suffix.contains(['i', 'j']);
    let real = floating_type(&suffix.replace(['i', 'j'], ""))?;
    let value = if hexadecimal { hexadecimal_value(&digits[2..])? } else { decimal_value(digits)? };
    let ty = if imaginary { crate::c::types::complex_of(real)? } else { real };
    Some(Literal::Floating(value, ty))
}

/// Returns the offset at which the suffix starts.
fn floating_end(text: &str, hexadecimal: bool) -> usize {
    let exponent = if hexadecimal { 'p' } else { 'e' };
    let mut seen_exponent = false;
    let mut previous = ' ';
    for (at, c) in text.char_indices().skip(if hexadecimal { 2 } else { 0 }) {
        let sign = matches!(c, '+' | '-') && previous == exponent;
        let digit =
            c.is_ascii_digit() || c == '.' || (hexadecimal && !seen_exponent && c.is_ascii_hexdigit());
        if c == exponent && !seen_exponent {
            seen_exponent = true;
        } else if !digit && !sign {
            return at;
        }
        previous = c;
    }
    text.len()
}

fn floating_type(suffix: &str) -> Option<BuiltinType> {
    use BuiltinType::*;
    Some(match suffix {
        "" | "d" => Double,
        "f" => Float,
        "l" => LongDouble,
        "f16" => Float16,
        "f32" => Float32,
        "f64" => Float64,
        "f128" => Float128,
        "f32x" => Float32x,
        "f64x" | "w" => Float64x,
        "q" => GnuFloat128,
        "df" => Decimal32,
        "dd" => Decimal64,
        "dl" => Decimal128,
        _ => return None,
    })
}

fn decimal_value(text: &str) -> Option<f64> {
    text.parse().ok()
}

fn hexadecimal_value(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0.0_f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let exponent: i32 = exponent.parse().ok()?;
    let scale = exponent.checked_sub(i32::try_from(fraction.len()).ok()?.checked_mul(4)?)?;
    Some(value * 2.0_f64.powi(scale))
}

/// The kinds of characters that a prefix of a constant or string selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    Narrow,
    Utf8,
    Utf16,
    Utf32,
    Wide,
}

impl Encoding {
    pub(crate) fn element(self, model: DataModel) -> BuiltinType {
        match self {
            Encoding::Narrow | Encoding::Utf8 => BuiltinType::Char,
            Encoding::Utf16 => BuiltinType::UShort,
            Encoding::Utf32 => BuiltinType::UInt,
            Encoding::Wide => model.wide_char,
        }
    }

    fn split(text: &str) -> (Encoding, &str) {
        for (prefix, encoding) in
            [("u8", Encoding::Utf8), ("u", Encoding::Utf16), ("U", Encoding::Utf32), ("L", Encoding::Wide)]
        {
            if let Some(rest) = text.strip_prefix(prefix) {
                return (encoding, rest);
            }
        }
        (Encoding::Narrow, text)
    }
}

fn content(text: &str, quote: char) -> &str {
    let inner = text.strip_prefix(quote).unwrap_or(text);
    inner.strip_suffix(quote).unwrap_or(inner)
}

/// Converts a character constant to its value and type.
pub(crate) fn character(text: &str, model: DataModel) -> Literal {
    let (encoding, rest) = Encoding::split(text);
    let mut units = Vec::new();
    units_of(content(rest, '\''), encoding, &mut |unit| units.push(unit));
    match encoding {
        Encoding::Narrow if units.len() == 1 => {
            let value = model.wrap(BuiltinType::Char, units[0].into());
            Literal::Integer(value, BuiltinType::Int)
        }
        Encoding::Narrow => {
            let value = units.iter().fold(0i128, |value, unit| {
                model.wrap(BuiltinType::Int, (value << 8) | i128::from(*unit & 0xFF))
            });
            Literal::Integer(value, BuiltinType::Int)
        }
        _ => {
            let ty = if encoding == Encoding::Utf8 { BuiltinType::UChar } else { encoding.element(model) };
            Literal::Integer(model.wrap(ty, units.last().copied().unwrap_or(0).into()), ty)
        }
    }
}

/// The element type of adjacent string literals, and the number of elements with the terminating null.
pub(crate) fn string<'a>(
    parts: impl Iterator<Item = &'a str> + Clone,
    model: DataModel,
) -> (BuiltinType, u64) {
    let encoding = parts
        .clone()
        .map(|part| Encoding::split(part).0)
        .find(|encoding| *encoding != Encoding::Narrow)
        .unwrap_or(Encoding::Narrow);
    let mut length = 1;
    for part in parts {
        units_of(content(Encoding::split(part).1, '"'), encoding, &mut |_| length += 1);
    }
    (encoding.element(model), length)
}

/// Emits the code units of the text between the quotes.
fn units_of(text: &str, encoding: Encoding, emit: &mut dyn FnMut(u32)) {
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain_units(&rest[..at], encoding, emit);
        rest = escape(&rest[at + 1..], encoding, emit);
    }
    plain_units(rest, encoding, emit);
}

fn plain_units(text: &str, encoding: Encoding, emit: &mut dyn FnMut(u32)) {
    match encoding {
        Encoding::Narrow | Encoding::Utf8 => {
            encoding::encode(text).iter().for_each(|byte| emit((*byte).into()));
        }
        _ => text.chars().for_each(|character| character_units(character, encoding, emit)),
    }
}

fn character_units(character: char, encoding: Encoding, emit: &mut dyn FnMut(u32)) {
    match encoding {
        Encoding::Narrow | Encoding::Utf8 => {
            character.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| emit(byte.into()));
        }
        Encoding::Utf16 => character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| emit((*unit).into())),
        Encoding::Utf32 | Encoding::Wide => emit(character.into()),
    }
}

/// Reads one escape sequence. Returns the text after it.
fn escape<'a>(text: &'a str, encoding: Encoding, emit: &mut dyn FnMut(u32)) -> &'a str {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return "" };
    let (radix, digits, rest) = match first {
        'x' => (16, usize::MAX, chars.as_str()),
        'u' => (16, 4, chars.as_str()),
        'U' => (16, 8, chars.as_str()),
        '0'..='7' => (8, 3, text),
        _ => {
            emit(simple_escape(first));
            return chars.as_str();
        }
    };
    let end = rest.char_indices().take(digits).find(|(_, c)| !c.is_digit(radix)).map(|(at, _)| at);
    let end = end.unwrap_or_else(|| rest.char_indices().nth(digits).map_or(rest.len(), |(at, _)| at));
    let value = rest[..end]
        .chars()
        .fold(0u32, |value, c| value.wrapping_mul(radix).wrapping_add(c.to_digit(radix).unwrap_or(0)));
    match first {
        'u' | 'U' => match char::from_u32(value) {
            Some(character) => character_units(character, encoding, emit),
            None => emit(value),
        },
        _ => emit(value),
    }
    &rest[end..]
}

fn simple_escape(letter: char) -> u32 {
    match letter {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        'e' | 'E' => 27,
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use BuiltinType::*;

    #[test]
    fn integers_have_the_first_type_that_holds_them() {
        for (text, value, ty) in [
            ("0", 0, Int),
            ("2147483647", 2_147_483_647, Int),
            ("2147483648", 2_147_483_648, Long),
            ("0x80000000", 0x8000_0000, UInt),
            ("0xFFFFFFFFFFFFFFFF", 0xFFFF_FFFF_FFFF_FFFF, ULong),
            ("017", 15, Int),
            ("0b101", 5, Int),
            ("1u", 1, UInt),
            ("1uL", 1, ULong),
            ("1LLu", 1, ULongLong),
            ("1'000'000", 1_000_000, Int),
            ("9223372036854775808", 9_223_372_036_854_775_808, Int128),
        ] {
            assert_eq!(number(text, DataModel::X86_64), Some(Literal::Integer(value, ty)), "{text}");
        }
        for text in
            ["1x", "0xg", "1ulu1", "0b2", "08", "1lul", "99999999999999999999999999999999999999999999"]
        {
            assert_eq!(number(text, DataModel::X86_64), None, "{text}");
        }
    }

    #[test]
    fn floating_constants_have_the_type_of_their_suffix() {
        for (text, value, ty) in [
            ("1.5", 1.5, Double),
            ("1e3f", 1000.0, Float),
            (".5L", 0.5, LongDouble),
            ("1.", 1.0, Double),
            ("0x1.8p1", 3.0, Double),
            ("0x1p-2F", 0.25, Float),
            ("2.0F128", 2.0, Float128),
            ("1e-2", 0.01, Double),
        ] {
            assert_eq!(number(text, DataModel::X86_64), Some(Literal::Floating(value, ty)), "{text}");
        }
        for text in ["1e", "1.0x", "0x1.8", "1.2.3"] {
            assert_eq!(number(text, DataModel::X86_64), None, "{text}");
        }
        assert_eq!(number("2.0i", DataModel::X86_64).map(Literal::ty), Some(ComplexDouble));
    }

    #[test]
    fn characters_and_strings_are_counted_in_units_of_their_encoding() {
        let integer = |text| match character(text, DataModel::X86_64) {
            Literal::Integer(value, ty) => (value, ty),
            Literal::Floating(..) => (-1, Void),
        };
        assert_eq!(integer("'a'"), (97, Int));
        assert_eq!(integer(r"'\n'"), (10, Int));
        assert_eq!(integer(r"'\377'"), (-1, Int));
        assert_eq!(integer(r"'\x41'"), (65, Int));
        assert_eq!(integer("'ab'"), (0x6162, Int));
        assert_eq!(integer("L'a'"), (97, Int));
        assert_eq!(integer(r"u'é'"), (0xE9, UShort));
        let length = |parts: &[&'static str]| string(parts.iter().copied(), DataModel::X86_64);
        assert_eq!(length(&["\"abc\""]), (Char, 4));
        assert_eq!(length(&["\"a\\x41\"", "\"b\\0\""]), (Char, 5));
        assert_eq!(length(&["\"é\""]), (Char, 3));
        assert_eq!(length(&["L\"é\"", "\"x\""]), (Int, 3));
        assert_eq!(length(&["u\"\u{1F600}\""]), (UShort, 3));
    }
}
