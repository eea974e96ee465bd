//! Evaluates the expressions of `#if` (C17 6.10.1) as 64-bit integers, signed or unsigned.

use super::codes;
use super::token::PpToken;
use crate::Names;
use crate::diagnostics::Code;
use crate::name::Known;
use crate::token::TokenKind;
use crate::unit::Pos;

/// A value: the bits, and whether the type is unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ConditionValue {
    bits: u64,
    unsigned: bool,
}

impl ConditionValue {
    fn signed(value: i64) -> ConditionValue {
        ConditionValue { bits: value.cast_unsigned(), unsigned: false }
    }

    fn truth(value: bool) -> ConditionValue {
        ConditionValue::signed(i64::from(value))
    }

    fn is_true(self) -> bool {
        self.bits != 0
    }

    fn as_signed(self) -> i64 {
        self.bits.cast_signed()
    }
}

/// The reason why an expression has no value.
pub(super) struct Problem {
    pub(super) code: &'static Code,
    pub(super) at: (Pos, Pos),
    pub(super) message: String,
}

impl Problem {
    fn invalid(at: (Pos, Pos), message: impl Into<String>) -> Problem {
        Problem { code: &codes::PP0013, at, message: message.into() }
    }
}

/// The rules for a condition.
#[derive(Clone, Copy)]
pub(super) struct EvaluationRules {
    /// How deep parentheses and operators may nest.
    pub(super) depth: usize,
    /// Whether `true` and `false` have values (C23).
    pub(super) booleans: bool,
}

/// Returns whether an expanded condition is true. Problems at the end of the condition are reported at `end`.
pub(super) fn is_true(
    names: &Names,
    tokens: &[PpToken],
    end: (Pos, Pos),
    rules: EvaluationRules,
) -> Result<bool, Problem> {
    let EvaluationRules { depth: limit, booleans } = rules;
    let mut evaluator = Evaluator { names, tokens, next: 0, end, depth: 0, limit, booleans };
    evaluator.whole().map(ConditionValue::is_true)
}

struct Evaluator<'t> {
    names: &'t Names,
    tokens: &'t [PpToken],
    next: usize,
    /// The place of problems at the end of the condition.
    end: (Pos, Pos),
    depth: usize,
    limit: usize,
    /// Whether `true` and `false` have values (C23).
    booleans: bool,
}

type Evaluated = Result<ConditionValue, Problem>;

/// Returns the precedence of a binary operator, or 0 for any other token.
fn precedence(kind: TokenKind) -> u8 {
    use TokenKind::*;
    match kind {
        Star | Slash | Percent => 11,
        Plus | Minus => 10,
        Shl | Shr => 9,
        Lt | Gt | Le | Ge => 8,
        EqEq | Ne => 7,
        Amp => 6,
        Caret => 5,
        Pipe => 4,
        AmpAmp => 3,
        PipePipe => 2,
        Question => 1,
        _ => 0,
    }
}

impl Evaluator<'_> {
    fn whole(&mut self) -> Evaluated {
        let value = self.comma(true)?;
        match self.tokens.get(self.next) {
            None => Ok(value),
            Some(token) => Err(Problem::invalid(
                token.range(),
                format!("`{}` is not expected here in the condition", &self.names[token.text]),
            )),
        }
    }

    fn peek(&self) -> Option<TokenKind> {
        self.tokens.get(self.next).map(|token| token.kind)
    }

    fn here(&self) -> (Pos, Pos) {
        self.tokens.get(self.next).map_or(self.end, PpToken::range)
    }

    fn deeper(&mut self) -> Result<(), Problem> {
        self.depth += 1;
        if self.depth <= self.limit {
            return Ok(());
        }
        let message = "the condition is nested too deeply".to_owned();
        Err(Problem { code: &codes::PP0008, at: self.here(), message })
    }

    /// Evaluates operands joined by commas. The standard allows a comma only in an operand that is not evaluated; compilers accept it
    /// everywhere.
    fn comma(&mut self, live: bool) -> Evaluated {
        let mut value = self.binary(1, live)?;
        while self.peek() == Some(TokenKind::Comma) {
            self.next += 1;
            value = self.binary(1, live)?;
        }
        Ok(value)
    }

    /// Evaluates operators whose precedence is at least `least`. `live` is false in an operand that is not evaluated, where errors such as
    /// a division by zero are not reported.
    fn binary(&mut self, least: u8, live: bool) -> Evaluated {
        self.deeper()?;
        let mut left = self.unary(live)?;
        while let Some(token) = self.tokens.get(self.next) {
            let strength = precedence(token.kind);
            if strength < least || strength == 0 {
                break;
            }
            self.next += 1;
            left = match token.kind {
                TokenKind::Question => self.ternary(left, live)?,
                TokenKind::AmpAmp => {
                    let right = self.binary(strength + 1, live && left.is_true())?;
                    ConditionValue::truth(left.is_true() && right.is_true())
                }
                TokenKind::PipePipe => {
                    let right = self.binary(strength + 1, live && !left.is_true())?;
                    ConditionValue::truth(left.is_true() || right.is_true())
                }
                kind => {
                    let right = self.binary(strength + 1, live)?;
                    apply(kind, left, right, live, token.range())?
                }
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn ternary(&mut self, condition: ConditionValue, live: bool) -> Evaluated {
        let taken = condition.is_true();
        let first = self.comma(live && taken)?;
        if self.peek() != Some(TokenKind::Colon) {
            return Err(Problem::invalid(self.here(), "`?` without `:` in the condition"));
        }
        self.next += 1;
        let second = self.binary(1, live && !taken)?;
        let unsigned = first.unsigned || second.unsigned;
        Ok(ConditionValue { unsigned, ..if taken { first } else { second } })
    }

    fn unary(&mut self, live: bool) -> Evaluated {
        let Some(&token) = self.tokens.get(self.next) else {
            return Err(Problem::invalid(self.end, "the condition ends where a value is expected"));
        };
        self.next += 1;
        match token.kind {
            TokenKind::Plus | TokenKind::Minus | TokenKind::Tilde | TokenKind::Bang => {
                self.deeper()?;
                let operand = self.unary(live)?;
                self.depth -= 1;
                Ok(apply_unary(token.kind, operand))
            }
            TokenKind::LParen => {
                let value = self.comma(live)?;
                if self.peek() != Some(TokenKind::RParen) {
                    return Err(Problem::invalid(self.here(), "missing `)` in the condition"));
                }
                self.next += 1;
                Ok(value)
            }
            TokenKind::Number => integer(&token, &self.names[token.text]),
            TokenKind::CharConst => character(&token, &self.names[token.text]),
            TokenKind::Ident => self.identifier(&token, live),
            _ => Err(Problem::invalid(
                token.range(),
                format!("`{}` is not valid in a condition", &self.names[token.text]),
            )),
        }
    }

    /// Evaluates an identifier that is not a macro to 0. An identifier before `(` is probably a function-like macro that is missing, which
    /// is an error only if the value is used.
    fn identifier(&mut self, token: &PpToken, live: bool) -> Evaluated {
        if self.booleans && token.text == Known::True.name() {
            return Ok(ConditionValue::signed(1));
        }
        if self.peek() == Some(TokenKind::LParen) {
            if live {
                let message =
                    format!("`{}` is not defined as a macro with parameters", &self.names[token.text]);
                return Err(Problem::invalid(token.range(), message));
            }
            self.skip_parentheses();
        }
        Ok(ConditionValue::signed(0))
    }

    fn skip_parentheses(&mut self) {
        let mut depth = 0usize;
        while let Some(kind) = self.peek() {
            match kind {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen => depth -= 1,
                _ => {}
            }
            self.next += 1;
            if depth == 0 {
                break;
            }
        }
    }
}

fn apply_unary(operator: TokenKind, operand: ConditionValue) -> ConditionValue {
    match operator {
        TokenKind::Minus => ConditionValue { bits: operand.bits.wrapping_neg(), ..operand },
        TokenKind::Tilde => ConditionValue { bits: !operand.bits, ..operand },
        TokenKind::Bang => ConditionValue::truth(!operand.is_true()),
        _ => operand,
    }
}

fn apply(
    operator: TokenKind,
    left: ConditionValue,
    right: ConditionValue,
    live: bool,
    at: (Pos, Pos),
) -> Evaluated {
    use TokenKind::*;
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let less = |a: ConditionValue, b: ConditionValue| {
        if unsigned { a.bits < b.bits } else { a.as_signed() < b.as_signed() }
    };
    let bits = match operator {
        Star => a.wrapping_mul(b),
        Slash | Percent => match divide(operator, left, right, unsigned) {
            Some(bits) => bits,
            None if live => {
                return Err(Problem { code: &codes::PP0014, at, message: "division by zero in #if".into() });
            }
            None => 0,
        },
        Plus => a.wrapping_add(b),
        Minus => a.wrapping_sub(b),
        Shl | Shr => {
            return Ok(ConditionValue { bits: shift(operator == Shl, left, right), unsigned: left.unsigned });
        }
        Lt => return Ok(ConditionValue::truth(less(left, right))),
        Gt => return Ok(ConditionValue::truth(less(right, left))),
        Le => return Ok(ConditionValue::truth(!less(right, left))),
        Ge => return Ok(ConditionValue::truth(!less(left, right))),
        EqEq => return Ok(ConditionValue::truth(a == b)),
        Ne => return Ok(ConditionValue::truth(a != b)),
        Amp => a & b,
        Caret => a ^ b,
        _ => a | b,
    };
    Ok(ConditionValue { bits, unsigned })
}

fn divide(operator: TokenKind, left: ConditionValue, right: ConditionValue, unsigned: bool) -> Option<u64> {
    if right.bits == 0 {
        return None;
    }
    Some(match (operator, unsigned) {
        (TokenKind::Slash, true) => left.bits / right.bits,
        (TokenKind::Slash, false) => left.as_signed().wrapping_div(right.as_signed()).cast_unsigned(),
        (_, true) => left.bits % right.bits,
        (_, false) => left.as_signed().wrapping_rem(right.as_signed()).cast_unsigned(),
    })
}

/// Shifts a value. As in other compilers, a negative count shifts in the other direction.
fn shift(to_left: bool, left: ConditionValue, right: ConditionValue) -> u64 {
    let negative = !right.unsigned && right.as_signed() < 0;
    let count = if negative { right.bits.wrapping_neg() } else { right.bits };
    if to_left != negative {
        return if count >= 64 { 0 } else { left.bits << count };
    }
    if left.unsigned {
        return if count >= 64 { 0 } else { left.bits >> count };
    }
    (left.as_signed() >> count.min(63)).cast_unsigned()
}

/// Returns the value of an integer constant.
fn integer(token: &PpToken, text: &str) -> Evaluated {
    let is_decimal = text == "0" || !text.starts_with('0');
    if is_decimal && text.len() < 19 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(ConditionValue::signed(text.parse().unwrap_or_default()));
    }
    let text = text.replace('\'', "");
    let invalid = || Problem::invalid(token.range(), format!("`{text}` is not an integer constant"));
    let lower = text.to_ascii_lowercase();
    let digits_end =
        |digits: &str, radix: u32| digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, radix) = match lower.as_bytes() {
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', b'b', ..] => (&lower[2..], 2),
        [b'0', _, ..] => (&lower[1..], 8),
        _ => (&lower[..], 10),
    };
    let (digits, suffix) = digits.split_at(digits_end(digits, radix));
    let value = match digits {
        "" if radix == 8 => Some(0),
        "" => return Err(invalid()),
        _ => u64::from_str_radix(digits, radix).ok(),
    };
    let unsigned = match suffix {
        "" | "l" | "ll" | "z" | "i" | "j" => false,
        "u" | "ul" | "ull" | "lu" | "llu" | "uz" | "zu" => true,
        _ => return Err(invalid()),
    };
    match value {
        Some(bits) => Ok(ConditionValue { bits, unsigned: unsigned || bits > i64::MAX as u64 }),
        None => Err(Problem::invalid(token.range(), format!("`{text}` is too large for its type"))),
    }
}

/// Returns the value of a character constant. The execution character set is UTF-8, and `char` is signed.
fn character(token: &PpToken, text: &str) -> Evaluated {
    let open = text.find('\'').unwrap_or(0);
    let prefix = &text[..open];
    let content = text.get(open + 1..text.len().saturating_sub(1)).unwrap_or_default();
    let mut units: Vec<u32> = Vec::new();
    let mut rest = content;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character == '\\' {
            let (value, behind) = escape(rest);
            rest = behind;
            units.push(value);
        } else if prefix.is_empty() || prefix == "u8" {
            let text = character.to_string();
            units.extend(crate::encoding::encode(&text).iter().map(|byte| u32::from(*byte)));
        } else {
            units.push(character.into());
        }
    }
    match (units.as_slice(), prefix) {
        ([], _) => Err(Problem::invalid(token.range(), "empty character constant")),
        ([one], "") => Ok(ConditionValue::signed(i64::from((*one as u8).cast_signed()))),
        (_, "" | "u8") => {
            let value = units.iter().fold(0u32, |value, unit| value << 8 | (unit & 0xFF));
            Ok(ConditionValue::signed(i64::from(value.cast_signed())))
        }
        ([.., last], "L") => Ok(ConditionValue::signed(i64::from(last.cast_signed()))),
        ([.., last], _) => Ok(ConditionValue { bits: u64::from(*last), unsigned: true }),
    }
}

/// Reads the escape sequence after a backslash. Returns its value, and the text after the sequence.
fn escape(text: &str) -> (u32, &str) {
    let Some(first) = text.chars().next() else { return (u32::from(b'\\'), text) };
    let behind = &text[first.len_utf8()..];
    let number = |text: &'_ str, radix: u32, most: usize| {
        let len = text.chars().take(most).take_while(|digit| digit.is_digit(radix)).count();
        let value = text[..len].chars().fold(0u32, |value, digit| {
            value.wrapping_mul(radix).wrapping_add(digit.to_digit(radix).unwrap_or(0))
        });
        (value, len)
    };
    let (value, len) = match first {
        '0'..='7' => {
            let (value, len) = number(text, 8, 3);
            return (value, &text[len..]);
        }
        'x' => number(behind, 16, usize::MAX),
        'u' => number(behind, 16, 4),
        'U' => number(behind, 16, 8),
        'n' => (10, 0),
        't' => (9, 0),
        'r' => (13, 0),
        'a' => (7, 0),
        'b' => (8, 0),
        'f' => (12, 0),
        'v' => (11, 0),
        'e' | 'E' => (27, 0),
        other => (other.into(), 0),
    };
    (value, &behind[len..])
}
