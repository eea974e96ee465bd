//! Functions that compilers know without a declaration, with the types of their results.

use clacc_syntax::ast::{BuiltinType, Quals};

use crate::c::globals::Global;
use crate::c::math_functions::is_floating;
use crate::c::model::SymbolKind;
use crate::c::types::{QualType, Type};

/// How the result of a generic built-in follows from its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ResultRule {
    /// The result is one of the arguments: `__builtin_choose_expr`.
    Chosen,
    /// The result has the type of the first argument.
    FirstArgument,
    /// The result has the type that the first argument points to.
    PointedTo,
}

/// The shape of a built-in whose result type depends on its arguments.
pub(super) fn result_rule(name: &str) -> Option<ResultRule> {
    match name {
        "__builtin_choose_expr" => Some(ResultRule::Chosen),
        "__builtin_assoc_barrier" | "__builtin_shuffle" => Some(ResultRule::FirstArgument),
        "__atomic_load_n" => Some(ResultRule::PointedTo),
        _ => {
            let fetches = [
                "__sync_fetch_and_",
                "__atomic_fetch_",
                "__sync_lock_test",
                "__sync_val_",
                "__atomic_exchange_n",
            ];
            let updates = name.starts_with("__sync_") && name.ends_with("_and_fetch")
                || name.starts_with("__atomic_") && name.ends_with("_fetch");
            (updates || fetches.iter().any(|prefix| name.starts_with(prefix)))
                .then_some(ResultRule::PointedTo)
        }
    }
}

/// The result of a built-in function.
#[derive(Clone, Copy)]
enum Result {
    Plain(BuiltinType),
    VoidPointer,
    CharPointer,
}

/// Functions without effects whose result is a number. Those with floating results also exist with `f` and
/// `l`.
const PURE: &[(&str, BuiltinType)] = &[
    ("constant_p", BuiltinType::Int),
    ("expect", BuiltinType::Long),
    ("expect_with_probability", BuiltinType::Long),
    ("object_size", BuiltinType::ULong),
    ("dynamic_object_size", BuiltinType::ULong),
    ("classify_type", BuiltinType::Int),
    ("isnan", BuiltinType::Int),
    ("isinf", BuiltinType::Int),
    ("isinf_sign", BuiltinType::Int),
    ("isfinite", BuiltinType::Int),
    ("isnormal", BuiltinType::Int),
    ("isgreater", BuiltinType::Int),
    ("isgreaterequal", BuiltinType::Int),
    ("isless", BuiltinType::Int),
    ("islessequal", BuiltinType::Int),
    ("islessgreater", BuiltinType::Int),
    ("isunordered", BuiltinType::Int),
    ("signbit", BuiltinType::Int),
    ("signbitf", BuiltinType::Int),
    ("signbitl", BuiltinType::Int),
    ("fpclassify", BuiltinType::Int),
    ("abs", BuiltinType::Int),
    ("labs", BuiltinType::Long),
    ("llabs", BuiltinType::LongLong),
    ("ffs", BuiltinType::Int),
    ("ffsl", BuiltinType::Int),
    ("ffsll", BuiltinType::Int),
    ("clz", BuiltinType::Int),
    ("clzl", BuiltinType::Int),
    ("clzll", BuiltinType::Int),
    ("ctz", BuiltinType::Int),
    ("ctzl", BuiltinType::Int),
    ("ctzll", BuiltinType::Int),
    ("clrsb", BuiltinType::Int),
    ("clrsbl", BuiltinType::Int),
    ("parity", BuiltinType::Int),
    ("parityl", BuiltinType::Int),
    ("parityll", BuiltinType::Int),
    ("popcount", BuiltinType::Int),
    ("popcountl", BuiltinType::Int),
    ("popcountll", BuiltinType::Int),
    ("bswap16", BuiltinType::UShort),
    ("bswap32", BuiltinType::UInt),
    ("bswap64", BuiltinType::ULong),
    ("huge_valf", BuiltinType::Float),
    ("inff", BuiltinType::Float),
    ("nanf", BuiltinType::Float),
    ("nansf", BuiltinType::Float),
    ("strlen", BuiltinType::ULong),
    ("strcmp", BuiltinType::Int),
    ("strncmp", BuiltinType::Int),
    ("memcmp", BuiltinType::Int),
    ("toupper", BuiltinType::Int),
    ("tolower", BuiltinType::Int),
    ("isdigit", BuiltinType::Int),
    ("add_overflow_p", BuiltinType::Bool),
    ("sub_overflow_p", BuiltinType::Bool),
    ("mul_overflow_p", BuiltinType::Bool),
];

/// Builtins of the same kind as the floating functions of `<math.h>`.
const MATH_BUILTINS: &[&str] = &["huge_val", "inf", "nans", "powi"];

/// Functions with effects, or whose result is an address.
const OTHER: &[(&str, Result)] = &[
    ("unreachable", Result::Plain(BuiltinType::Void)),
    ("trap", Result::Plain(BuiltinType::Void)),
    ("abort", Result::Plain(BuiltinType::Void)),
    ("exit", Result::Plain(BuiltinType::Void)),
    ("prefetch", Result::Plain(BuiltinType::Void)),
    ("free", Result::Plain(BuiltinType::Void)),
    ("va_start", Result::Plain(BuiltinType::Void)),
    ("va_end", Result::Plain(BuiltinType::Void)),
    ("va_copy", Result::Plain(BuiltinType::Void)),
    ("printf", Result::Plain(BuiltinType::Int)),
    ("fprintf", Result::Plain(BuiltinType::Int)),
    ("sprintf", Result::Plain(BuiltinType::Int)),
    ("snprintf", Result::Plain(BuiltinType::Int)),
    ("puts", Result::Plain(BuiltinType::Int)),
    ("putchar", Result::Plain(BuiltinType::Int)),
    ("add_overflow", Result::Plain(BuiltinType::Bool)),
    ("sub_overflow", Result::Plain(BuiltinType::Bool)),
    ("mul_overflow", Result::Plain(BuiltinType::Bool)),
    ("sadd_overflow", Result::Plain(BuiltinType::Bool)),
    ("uadd_overflow", Result::Plain(BuiltinType::Bool)),
    ("alloca", Result::VoidPointer),
    ("alloca_with_align", Result::VoidPointer),
    ("malloc", Result::VoidPointer),
    ("calloc", Result::VoidPointer),
    ("realloc", Result::VoidPointer),
    ("memcpy", Result::VoidPointer),
    ("memmove", Result::VoidPointer),
    ("memset", Result::VoidPointer),
    ("memchr", Result::VoidPointer),
    ("assume_aligned", Result::VoidPointer),
    ("return_address", Result::VoidPointer),
    ("frame_address", Result::VoidPointer),
    ("extract_return_addr", Result::VoidPointer),
    ("strcpy", Result::CharPointer),
    ("strncpy", Result::CharPointer),
    ("strcat", Result::CharPointer),
    ("strncat", Result::CharPointer),
    ("strchr", Result::CharPointer),
    ("strrchr", Result::CharPointer),
    ("strstr", Result::CharPointer),
    ("strdup", Result::CharPointer),
];

/// The typedef names that GNU compilers declare themselves.
fn predefined_type(name: &str) -> Option<QualType> {
    Some(match name {
        "__int128_t" => QualType::builtin(BuiltinType::Int128),
        "__uint128_t" => QualType::builtin(BuiltinType::UInt128),
        "__builtin_ms_va_list" => QualType::builtin(BuiltinType::Char).pointer_to(),
        "__builtin_sysv_va_list" => QualType::new(Type::VaList),
        "__bf16" | "__fp16" => QualType::builtin(BuiltinType::Float16),
        "__ibm128" => QualType::builtin(BuiltinType::LongDouble),
        _ => return None,
    })
}

/// An operation of `__atomic_` and `__sync_`. If the type of its result depends on its arguments, [`result_rule`]
/// says how.
fn atomic_operation(name: &str) -> Global {
    let truth = ["_compare_exchange", "_bool_compare", "_test_and_set", "_lock_free"];
    let result =
        if truth.iter().any(|part| name.contains(part)) { BuiltinType::Bool } else { BuiltinType::Void };
    let result = QualType::builtin(result);
    Global::new(SymbolKind::Function, QualType::new(Type::Function { result, params: None, variadic: false }))
}

/// Returns the function or type with this name if compilers know it without a declaration.
pub(super) fn implicit(text: &str) -> Option<Global> {
    if let Some(ty) = predefined_type(text) {
        return Some(Global::new(SymbolKind::Typedef, ty));
    }
    if text.starts_with("__atomic_") || text.starts_with("__sync_") {
        return Some(atomic_operation(text));
    }
    let word = text.strip_prefix("__builtin_");
    let fortified = word.and_then(|word| word.strip_prefix("__")?.strip_suffix("_chk"));
    let word = fortified.or(word)?;
    let (result, pure) = known(word)?;
    let result = match result {
        Result::Plain(builtin) => QualType::builtin(builtin),
        Result::VoidPointer => QualType::builtin(BuiltinType::Void).pointer_to(),
        Result::CharPointer => QualType::builtin(BuiltinType::Char).pointer_to(),
    };
    let ty = QualType {
        ty: Type::Function { result, params: None, variadic: false }.into(),
        quals: Quals::default(),
    };
    Some(Global { pure, ..Global::new(SymbolKind::Function, ty) })
}

fn known(word: &str) -> Option<(Result, bool)> {
    if let Some((_, result)) = PURE.iter().find(|(name, _)| *name == word) {
        return Some((Result::Plain(*result), true));
    }
    if let Some((_, result)) = OTHER.iter().find(|(name, _)| *name == word) {
        return Some((*result, false));
    }
    math(word).map(|result| (Result::Plain(result), true))
}

fn math(word: &str) -> Option<BuiltinType> {
    let suffixes = [
        ("", BuiltinType::Double),
        ("f", BuiltinType::Float),
        ("l", BuiltinType::LongDouble),
        ("f128", BuiltinType::Float128),
    ];
    suffixes.into_iter().find_map(|(suffix, ty)| {
        let plain = word.strip_suffix(suffix)?;
        (is_floating(plain) || MATH_BUILTINS.contains(&plain)).then_some(ty)
    })
}
