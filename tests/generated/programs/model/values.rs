//! Values and the arithmetic of C, as far as every order of evaluation gives the same.

use super::{Determined, Undetermined};
use crate::programs::program::{Elem, Op, Reduction};

/// A value. Reals are whole numbers that are exact in their type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Value {
    Int(i64),
    Real(f64),
    /// A block and an element of it.
    Pointer(usize, isize),
}

/// A value with its type.
pub(super) type Typed = (Elem, Value);

/// Beyond this, sums of some reals may be inexact.
fn real_limit(elem: Elem) -> f64 {
    if elem == Elem::Float { f64::from(1 << 22) } else { f64::from(1 << 30) * f64::from(1 << 18) }
}

/// Converts a value as an assignment does.
pub(super) fn convert(elem: Elem, value: Value) -> Determined<Value> {
    let whole = match value {
        Value::Pointer(..) => return Err(Undetermined("a pointer used as a number")),
        Value::Int(whole) => whole,
        Value::Real(real) if elem.is_real() => return real_in(elem, real),
        Value::Real(real) if real.abs() > 1e9 => return Err(Undetermined("a real too large for an integer")),
        Value::Real(real) => {
            let whole = real as i64;
            let fits = range(elem).is_some_and(|(low, high)| low <= whole && whole <= high);
            return if fits { Ok(Value::Int(whole)) } else { Err(Undetermined("a real out of range")) };
        }
    };
    Ok(match elem {
        Elem::UChar => Value::Int(i64::from(whole as u8)),
        Elem::Short => Value::Int(i64::from(whole as i16)),
        Elem::Int => Value::Int(i64::from(whole as i32)),
        Elem::Unsigned => Value::Int(i64::from(whole as u32)),
        Elem::Long => Value::Int(whole),
        Elem::Float | Elem::Double => return real_in(elem, whole as f64),
    })
}

fn real_in(elem: Elem, real: f64) -> Determined<Value> {
    if real.abs() > real_limit(elem) {
        Err(Undetermined("a real may be inexact"))
    } else {
        Ok(Value::Real(real))
    }
}

fn range(elem: Elem) -> Option<(i64, i64)> {
    match elem {
        Elem::UChar => Some((0, 255)),
        Elem::Short => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        Elem::Int => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        Elem::Unsigned => Some((0, i64::from(u32::MAX))),
        Elem::Long => Some((i64::MIN, i64::MAX)),
        Elem::Float | Elem::Double => None,
    }
}

/// The type of an arithmetic operation.
pub(super) fn common(left: Elem, right: Elem) -> Elem {
    left.max(right).max(Elem::Int)
}

pub(super) fn truth(value: Value) -> bool {
    match value {
        Value::Int(whole) => whole != 0,
        Value::Real(real) => real != 0.0,
        Value::Pointer(..) => true,
    }
}

pub(super) fn binary(op: Op, left: Typed, right: Typed) -> Determined<Typed> {
    let elem = common(left.0, right.0);
    match op {
        Op::Both => return Ok((Elem::Int, Value::Int(i64::from(truth(left.1) && truth(right.1))))),
        Op::Either => return Ok((Elem::Int, Value::Int(i64::from(truth(left.1) || truth(right.1))))),
        _ => {}
    }
    let result = match (convert(elem, left.1)?, convert(elem, right.1)?) {
        (Value::Real(left), Value::Real(right)) => match op {
            Op::Add => real_in(elem, left + right)?,
            Op::Sub => real_in(elem, left - right)?,
            Op::Mul => real_in(elem, left * right)?,
            Op::Less => return Ok((Elem::Int, Value::Int(i64::from(left < right)))),
            Op::Equal => return Ok((Elem::Int, Value::Int(i64::from(left == right)))),
            _ => return Err(Undetermined("an operator that reals do not have")),
        },
        (Value::Int(left), Value::Int(right)) => {
            let whole = match op {
                Op::Add => left.checked_add(right),
                Op::Sub => left.checked_sub(right),
                Op::Mul => left.checked_mul(right),
                Op::Mod => left.checked_rem(right),
                Op::And => Some(left & right),
                Op::Or => Some(left | right),
                Op::Xor => Some(left ^ right),
                Op::Less => return Ok((Elem::Int, Value::Int(i64::from(left < right)))),
                Op::Equal => return Ok((Elem::Int, Value::Int(i64::from(left == right)))),
                Op::Both | Op::Either => unreachable!("handled above"),
            };
            in_range(elem, whole)?
        }
        _ => return Err(Undetermined("a pointer used as a number")),
    };
    Ok((elem, result))
}

fn in_range(elem: Elem, whole: Option<i64>) -> Determined<Value> {
    let whole = whole.ok_or(Undetermined("overflow"))?;
    if elem == Elem::Unsigned {
        return convert(elem, Value::Int(whole));
    }
    let (low, high) = range(elem).expect("an integer");
    if low <= whole && whole <= high { Ok(Value::Int(whole)) } else { Err(Undetermined("overflow")) }
}

/// The value with which a private copy of a reduction variable begins.
pub(super) fn identity(op: Reduction, elem: Elem) -> Value {
    let whole = |value: i64| if elem.is_real() { Value::Real(value as f64) } else { Value::Int(value) };
    match op {
        Reduction::Sum | Reduction::Or | Reduction::Xor | Reduction::Either => whole(0),
        Reduction::Product | Reduction::Both => whole(1),
        Reduction::And => convert(elem, Value::Int(-1)).expect("an integer"),
        Reduction::Max => match range(elem) {
            Some((low, _)) => Value::Int(low),
            None => Value::Real(f64::NEG_INFINITY),
        },
        Reduction::Min => match range(elem) {
            Some((_, high)) => Value::Int(high),
            None => Value::Real(f64::INFINITY),
        },
    }
}

/// Combines two copies of a reduction variable.
pub(super) fn combine(op: Reduction, elem: Elem, left: Value, right: Value) -> Determined<Value> {
    let by = |op| {
        let (_, value) = binary(op, (elem, left), (elem, right))?;
        convert(elem, value)
    };
    match op {
        Reduction::Sum => by(Op::Add),
        Reduction::Product => by(Op::Mul),
        Reduction::And => by(Op::And),
        Reduction::Or => by(Op::Or),
        Reduction::Xor => by(Op::Xor),
        Reduction::Both => by(Op::Both),
        Reduction::Either => by(Op::Either),
        Reduction::Max => Ok(if less(left, right) { right } else { left }),
        Reduction::Min => Ok(if less(left, right) { left } else { right }),
    }
}

fn less(left: Value, right: Value) -> bool {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => left < right,
        (Value::Real(left), Value::Real(right)) => left < right,
        _ => false,
    }
}

/// How a checkpoint prints a value.
pub(super) fn shown(value: Value) -> String {
    match value {
        Value::Int(whole) => format!(" {whole}"),
        Value::Real(real) => format!(" {}", real + 0.0),
        Value::Pointer(..) => " pointer".to_owned(),
    }
}
