//! Functions of the C library that programs call in data regions.

use crate::c::math_functions::is_floating_or_complex;

/// Functions that no program may define itself (C17 7.1.3), and that call no function of the program. They
/// are sorted.
const LIBRARY: &[&str] = &[
    "abort", "abs", "acos", "asin", "atan", "atan2", "calloc", "ceil", "clock", "cos", "cosh", "exit", "exp",
    "exp2", "expf", "fabs", "fabsf", "fclose", "fflush", "fgets", "floor", "fmax", "fmaxf", "fmin", "fminf",
    "fmod", "fopen", "fprintf", "fputc", "fputs", "fread", "free", "fscanf", "fwrite", "getchar", "hypot",
    "labs", "log", "log10", "log2", "malloc", "memcmp", "memcpy", "memmove", "memset", "perror", "pow",
    "powf", "printf", "putchar", "puts", "rand", "realloc", "round", "scanf", "sin", "sinh", "snprintf",
    "sprintf", "sqrt", "sqrtf", "srand", "strcmp", "strcpy", "strlen", "strncmp", "strncpy", "strtod",
    "strtol", "tan", "tanh", "time",
];

/// The functions of `<math.h>` for `double` that [`is_floating_or_complex`] does not contain: their result is no `double`, or they store a second one.
/// The functions for `float` and `long double` have the suffixes `f` and `l`. They are sorted.
const MATHEMATICAL: &[&str] = &[
    "frexp",
    "ilogb",
    "lgamma",
    "llrint",
    "llround",
    "lrint",
    "lround",
    "modf",
    "nexttoward",
    "remquo",
    "scalbln",
];

/// Whether a name belongs to a function of the C library or to a builtin of the compiler.
pub(crate) fn is_library_function(name: &str) -> bool {
    name.starts_with("__builtin_") || LIBRARY.binary_search(&name).is_ok() || is_mathematical(name)
}

fn is_mathematical(name: &str) -> bool {
    let double = name.strip_suffix(['f', 'l']);
    [Some(name), double]
        .into_iter()
        .flatten()
        .any(|name| is_floating_or_complex(name) || MATHEMATICAL.binary_search(&name).is_ok())
}

#[cfg(test)]
mod tests {
    #[test]
    fn library_functions_are_sorted() {
        assert!(super::LIBRARY.is_sorted() && super::MATHEMATICAL.is_sorted());
        let names = ["sqrt", "sqrtf", "erfl", "modf", "conjf", "printf", "sqrtd", "mine"];
        let known = names.map(super::is_library_function);
        assert_eq!(known, [true, true, true, true, true, true, false, false]);
    }
}
