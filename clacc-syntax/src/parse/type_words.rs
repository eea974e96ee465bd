//! Converts the keywords of an arithmetic type, in any order, to the type that they name (C17 6.7.2).

use crate::ast::BuiltinType;
use crate::token::TokenKind;

/// The type specifiers that were read so far.
#[derive(Clone, Copy, Default)]
pub(super) struct TypeWords {
    base: Option<TokenKind>,
    signed: u8,
    unsigned: u8,
    short: u8,
    long: u8,
    complex: u8,
    /// true if two specifiers were read that each name a type.
    clash: bool,
}

impl TypeWords {
    pub(super) fn is_word(kind: TokenKind) -> bool {
        TypeWords::default().add(kind)
    }

    pub(super) fn is_empty(self) -> bool {
        self.base.is_none() && self.signed + self.unsigned + self.short + self.long + self.complex == 0
    }

    /// Adds a keyword. Returns false if it is not a specifier of an arithmetic type.
    pub(super) fn add(&mut self, kind: TokenKind) -> bool {
        let count = match kind {
            TokenKind::Signed | TokenKind::GnuSigned | TokenKind::GnuSigned2 => &mut self.signed,
            TokenKind::Unsigned => &mut self.unsigned,
            TokenKind::Short => &mut self.short,
            TokenKind::Long => &mut self.long,
            TokenKind::Complex | TokenKind::GnuComplex | TokenKind::GnuComplex2 => &mut self.complex,
            TokenKind::Void
            | TokenKind::Char
            | TokenKind::Int
            | TokenKind::Float
            | TokenKind::Double
            | TokenKind::Bool
            | TokenKind::GnuInt128
            | TokenKind::Float16
            | TokenKind::Float32
            | TokenKind::Float64
            | TokenKind::Float128
            | TokenKind::Float32x
            | TokenKind::Float64x
            | TokenKind::GnuFloat80
            | TokenKind::GnuFloat128
            | TokenKind::Decimal32
            | TokenKind::Decimal64
            | TokenKind::Decimal128 => {
                self.clash |= self.base.is_some();
                self.base = Some(kind);
                return true;
            }
            _ => return false,
        };
        *count = count.saturating_add(1).min(9);
        true
    }

    /// Returns the type, or none if the keywords do not form one.
    pub(super) fn finish(self) -> Option<BuiltinType> {
        if self.clash || self.signed > 1 || self.unsigned > 1 || self.short > 1 || self.complex > 1 {
            return None;
        }
        if self.signed + self.unsigned > 1 || (self.short > 0 && self.long > 0) || self.long > 2 {
            return None;
        }
        let real = self.finish_real()?;
        if self.complex == 0 { Some(real) } else { complex_of(real) }
    }

    fn finish_real(self) -> Option<BuiltinType> {
        let signs = self.signed + self.unsigned > 0;
        let lengths = self.short + self.long > 0;
        match self.base {
            None if self.complex > 0 && !signs && !lengths => Some(BuiltinType::Double),
            None | Some(TokenKind::Int) => Some(self.integer()),
            Some(TokenKind::Char) if !lengths => Some(self.by_sign(
                if self.signed > 0 { BuiltinType::SChar } else { BuiltinType::Char },
                BuiltinType::UChar,
            )),
            Some(TokenKind::GnuInt128) if !lengths => {
                Some(self.by_sign(BuiltinType::Int128, BuiltinType::UInt128))
            }
            Some(TokenKind::Double) if self.long == 1 && !signs => Some(BuiltinType::LongDouble),
            Some(kind) if !signs && !lengths => floating_or_void(kind),
            Some(_) => None,
        }
    }

    fn by_sign(self, signed: BuiltinType, unsigned: BuiltinType) -> BuiltinType {
        if self.unsigned > 0 { unsigned } else { signed }
    }

    fn integer(self) -> BuiltinType {
        match (self.short, self.long) {
            (1, _) => self.by_sign(BuiltinType::Short, BuiltinType::UShort),
            (_, 0) => self.by_sign(BuiltinType::Int, BuiltinType::UInt),
            (_, 1) => self.by_sign(BuiltinType::Long, BuiltinType::ULong),
            _ => self.by_sign(BuiltinType::LongLong, BuiltinType::ULongLong),
        }
    }
}

fn floating_or_void(kind: TokenKind) -> Option<BuiltinType> {
    Some(match kind {
        TokenKind::Void => BuiltinType::Void,
        TokenKind::Bool => BuiltinType::Bool,
        TokenKind::Float => BuiltinType::Float,
        TokenKind::Double => BuiltinType::Double,
        TokenKind::Float16 => BuiltinType::Float16,
        TokenKind::Float32 => BuiltinType::Float32,
        TokenKind::Float64 => BuiltinType::Float64,
        TokenKind::Float128 => BuiltinType::Float128,
        TokenKind::Float32x => BuiltinType::Float32x,
        TokenKind::Float64x => BuiltinType::Float64x,
        TokenKind::GnuFloat80 => BuiltinType::GnuFloat80,
        TokenKind::GnuFloat128 => BuiltinType::GnuFloat128,
        TokenKind::Decimal32 => BuiltinType::Decimal32,
        TokenKind::Decimal64 => BuiltinType::Decimal64,
        TokenKind::Decimal128 => BuiltinType::Decimal128,
        _ => return None,
    })
}

fn complex_of(real: BuiltinType) -> Option<BuiltinType> {
    Some(match real {
        BuiltinType::Char => BuiltinType::ComplexChar,
        BuiltinType::SChar => BuiltinType::ComplexSChar,
        BuiltinType::UChar => BuiltinType::ComplexUChar,
        BuiltinType::Short => BuiltinType::ComplexShort,
        BuiltinType::UShort => BuiltinType::ComplexUShort,
        BuiltinType::Int => BuiltinType::ComplexInt,
        BuiltinType::UInt => BuiltinType::ComplexUInt,
        BuiltinType::Long => BuiltinType::ComplexLong,
        BuiltinType::ULong => BuiltinType::ComplexULong,
        BuiltinType::LongLong => BuiltinType::ComplexLongLong,
        BuiltinType::ULongLong => BuiltinType::ComplexULongLong,
        BuiltinType::Int128 => BuiltinType::ComplexInt128,
        BuiltinType::UInt128 => BuiltinType::ComplexUInt128,
        BuiltinType::Float16 => BuiltinType::ComplexFloat16,
        BuiltinType::Float => BuiltinType::ComplexFloat,
        BuiltinType::Double => BuiltinType::ComplexDouble,
        BuiltinType::LongDouble => BuiltinType::ComplexLongDouble,
        BuiltinType::Float32 => BuiltinType::ComplexFloat32,
        BuiltinType::Float64 => BuiltinType::ComplexFloat64,
        BuiltinType::Float128 | BuiltinType::GnuFloat128 => BuiltinType::ComplexFloat128,
        BuiltinType::Float32x => BuiltinType::ComplexFloat32x,
        BuiltinType::Float64x => BuiltinType::ComplexFloat64x,
        _ => return None,
    })
}
