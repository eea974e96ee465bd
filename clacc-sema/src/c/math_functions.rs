//! The floating functions of `<math.h>`, and the functions of `<complex.h>`.

/// Functions for `double` whose result is one (C17 7.12). Those for `float` and `long double` have the suffixes
/// `f` and `l`. They are sorted.
const FLOATING: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "ldexp",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nan",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "rint",
    "round",
    "scalbn",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// The functions of `<complex.h>` for `double complex` (C17 7.3), with the same suffixes. They are sorted.
const COMPLEX: [&str; 22] = [
    "cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos", "ccosh", "cexp",
    "cimag", "clog", "conj", "cpow", "cproj", "creal", "csin", "csinh", "csqrt", "ctan", "ctanh",
];

/// Returns whether a name without suffix belongs to such a function of `<math.h>`.
pub(crate) fn is_floating(name: &str) -> bool {
    FLOATING.binary_search(&name).is_ok()
}

/// Returns whether a name without suffix belongs to such a function of `<math.h>`, or to one of `<complex.h>`.
pub(crate) fn is_floating_or_complex(name: &str) -> bool {
    is_floating(name) || COMPLEX.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn functions_are_sorted() {
        assert!(super::FLOATING.is_sorted() && super::COMPLEX.is_sorted());
    }
}
