//! What `__has_attribute`, `__has_builtin` and their relatives answer: what gcc 12 knows.

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

/// Whether a GNU attribute is known.
pub(crate) fn has_attribute(name: &str) -> bool {
    ATTRIBUTES.contains(&plain(name))
}

/// The value of a standard attribute, 0 for an unknown one.
pub(crate) fn standard_attribute(name: &str) -> i64 {
    STANDARD_ATTRIBUTES.iter().find(|(known, _)| *known == plain(name)).map_or(0, |(_, value)| *value)
}

/// Whether a name is a builtin function: their families are open-ended, so the prefix decides.
pub(crate) fn has_builtin(name: &str) -> bool {
    ["__builtin_", "__sync_", "__atomic_"].iter().any(|prefix| name.starts_with(prefix))
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
        assert!(!has_builtin("printf"));
    }
}
