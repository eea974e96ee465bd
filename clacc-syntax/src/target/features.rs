//! The values of `__has_attribute`, `__has_builtin` and similar operators, as gcc 12 defines them.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

const ATTRIBUTES: &[&str] = &[
    "access",
    "alias",
    "aligned",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "cdecl",
    "cleanup",
    "cold",
    "common",
    "const",
    "constructor",
    "copy",
    "deprecated",
    "designated_init",
    "destructor",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "flatten",
    "force_align_arg_pointer",
    "format",
    "format_arg",
    "gnu_inline",
    "hot",
    "ifunc",
    "interrupt",
    "leaf",
    "malloc",
    "may_alias",
    "mode",
    "ms_abi",
    "ms_struct",
    "naked",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_limit",
    "no_stack_protector",
    "no_address_safety_analysis",
    "nocf_check",
    "noclone",
    "nocommon",
    "noinit",
    "noinline",
    "noipa",
    "nonnull",
    "nonstring",
    "noplt",
    "noreturn",
    "nothrow",
    "optimize",
    "packed",
    "patchable_function_entry",
    "persistent",
    "pure",
    "regparm",
    "retain",
    "returns_nonnull",
    "returns_twice",
    "scalar_storage_order",
    "section",
    "sentinel",
    "simd",
    "stack_protect",
    "stdcall",
    "symver",
    "sysv_abi",
    "target",
    "target_clones",
    "tls_model",
    "transparent_union",
    "unavailable",
    "uninitialized",
    "unused",
    "used",
    "vector_size",
    "visibility",
    "volatile",
    "warn_if_not_aligned",
    "warn_unused",
    "warn_unused_result",
    "warning",
    "weak",
    "weakref",
    "zero_call_used_regs",
];

/// Attributes of C23 and the values that gcc gives them.
const STANDARD_ATTRIBUTES: &[(&str, i64)] = &[
    ("deprecated", 201_904),
    ("fallthrough", 201_910),
    ("maybe_unused", 202_106),
    ("nodiscard", 202_003),
    ("noreturn", 202_202),
    ("_Noreturn", 202_202),
];

fn plain(name: &str) -> &str {
    name.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")).unwrap_or(name)
}

/// Returns whether a GNU attribute is known.
pub(crate) fn has_attribute(name: &str) -> bool {
    ATTRIBUTES.contains(&plain(name))
}

/// Returns the value of a standard attribute, or 0 for an unknown one.
pub(crate) fn standard_attribute(name: &str) -> i64 {
    STANDARD_ATTRIBUTES.iter().find(|(known, _)| *known == plain(name)).map_or(0, |(_, value)| *value)
}

/// Functions of the C library that are builtin under their own name and with the prefix `__builtin_`.
const LIBRARY: &str = include_str!("library-builtins.txt");
/// Functions that exist only with the prefix `__builtin_`.
const PREFIXED: &str = include_str!("prefixed-builtins.txt");
/// Functions `__sync_*` and `__atomic_*`.
const ATOMIC: &str = include_str!("atomic-builtins.txt");

struct Builtins {
    libc: FxHashSet<&'static str>,
    prefixed: FxHashSet<&'static str>,
    atomic: FxHashSet<&'static str>,
}

static BUILTINS: LazyLock<Builtins> = LazyLock::new(|| Builtins {
    libc: LIBRARY.split_whitespace().collect(),
    prefixed: PREFIXED.split_whitespace().collect(),
    atomic: ATOMIC.split_whitespace().collect(),
});

/// Returns whether a name is a builtin function. The builtins of x86's vector units are too many to list, so every name with their prefix
/// counts as a builtin.
pub(crate) fn has_builtin(name: &str) -> bool {
    match name.strip_prefix("__builtin_") {
        Some(rest) => {
            rest.starts_with("ia32_") || BUILTINS.prefixed.contains(rest) || BUILTINS.libc.contains(rest)
        }
        None => BUILTINS.libc.contains(name) || BUILTINS.atomic.contains(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_known_in_both_spellings() {
        assert!(has_attribute("aligned"));
        assert!(has_attribute("__aligned__"));
        assert!(!has_attribute("blink"));
        assert_eq!(standard_attribute("__nodiscard__"), 202_003);
        assert_eq!(standard_attribute("blink"), 0);
        assert!(has_builtin("__builtin_expect"));
        assert!(has_builtin("printf"));
        assert!(has_builtin("__builtin_printf"));
        assert!(has_builtin("__atomic_load_n"));
        assert!(!has_builtin("__builtin_fclose"));
        assert!(!has_builtin("expect"));
    }
}
