//! `#if` and the other conditional directives.

use super::{check, check_with, options, run};
use clacc_syntax::preprocess::{Edition, Options};

/// Checks each expression as the condition of `#if`, against its expected truth value.
fn conditions(cases: &[(&str, bool)]) {
    for (expression, truth) in cases {
        let unit = format!(
            "#define ONE 1\n#define F(x) x\n#define EMPTY\n#if {expression}\nyes\n#else\nno\n#endif\n"
        );
        check(&[(unit.as_str(), if *truth { "yes" } else { "no" })]);
    }
}

#[test]
fn arithmetic() {
    conditions(&[
        ("1", true),
        ("0", false),
        ("2 + 3 * 4 == 14", true),
        ("(2 + 3) * 4 == 20", true),
        ("1 ? 0 : 1", false),
        ("0 ? 1 : 2 ? 0 : 1", false),
        ("-1 < 0", true),
        ("-1 < 0u", false),
        ("-1 > 0U", true),
        ("(-1 ? -1 : 0u) > 0", true),
        ("0x7fffffffffffffff + 1 < 0", true),
        ("18446744073709551615u == -1", true),
        ("9223372036854775808 > 0", true),
        ("~0 == -1 && ~0u > 0", true),
        ("-7 / 2 == -3 && -7 % 2 == -1", true),
        ("1 << 62 > 0 && 1 << 64 == 0", true),
        ("-8 >> 1 == -4 && 8 >> -1 == 16", true),
        ("5 & 3 | 4 ^ 1", true),
        ("!ONE", false),
        ("!0 == 1", true),
        ("010 == 8 && 0x1F == 31 && 0b101 == 5", true),
        ("10L == 10 && 10ull == 10 && 10LU == 10", true),
        ("'a' == 97 && '\\n' == 10 && '\\x41' == 'A' && '\\101' == 65", true),
        ("'\\377' < 0 && L'\\377' > 0", true),
        ("'ab' == 24930", true),
        ("u'\\u00e9' == 233", true),
        ("unknown", false),
        ("unknown + 1", true),
        ("int == 0", true),
        ("1 || 1 / 0", true),
        ("0 && (1 % 0)", false),
        ("1 ? 2 : (1 / 0)", true),
        ("0 && unknown(1, 2)", false),
        ("1 || (2, 3)", true),
        ("F(1) && F((0, 1)) || 1", true),
        ("EMPTY 1 EMPTY", true),
        ("1, 0", false),
        ("true", false),
    ]);
    let c23 = Options { std: Edition::C23, ..options() };
    check_with(&c23, &[("#if true\nyes\n#endif\n#if false\nno\n#endif", "yes")]);
}

#[test]
fn the_defined_operator() {
    conditions(&[
        ("defined ONE", true),
        ("defined(ONE)", true),
        ("defined ( ONE ) && !defined TWO", true),
        ("defined F && defined EMPTY", true),
        ("defined defined", false),
        ("defined __LINE__ && defined __has_include && defined(__COUNTER__)", true),
        ("defined _Pragma", false),
    ]);
    check(&[
        ("#define HAS defined(A)\n#define A\n#if HAS && !defined(HAZ)\nyes\n#endif", "yes"),
        ("#define D defined A\n#define A 0\n#if D\nyes\n#endif", "yes"),
        ("#if defined\n#endif", "PP0013 1:5 `defined` must be followed by a name"),
        ("#if defined(A\n#endif", "PP0013 1:5 missing `)` after `defined`"),
    ]);
}

#[test]
fn groups() {
    check(&[
        ("#ifdef A\n1\n#else\n2\n#endif", "2"),
        ("#ifndef A\n1\n#else\n2\n#endif", "1"),
        ("#if 0\n1\n#elif 1\n2\n#elif 1\n3\n#else\n4\n#endif", "2"),
        ("#if 0\n#if 1\n1\n#else\n2\n#endif\n#else\n3\n#endif", "3"),
        ("#if 1\n#if 0\n1\n#elif 0\n#else\n2\n#endif\n#endif", "2"),
        ("#if 1\n1\n#elif 1 / 0\n2\n#endif", "1"),
        ("#define A\n#if 0\n#elifdef A\n1\n#endif\n#if 0\n#elifndef A\n2\n#else\n3\n#endif", "1 3"),
        ("#if 0\n'unbalanced \" #error no\n# bogus\n#include <none>\n#pragma acc none\n#endif\nx", "x"),
        ("#if 0 /* #endif\n#endif */\n#else\ny\n#endif", "y"),
        ("#", ""),
        ("# /* nothing */\n#if 1 // yes\nz\n#endif", "z"),
    ]);
}

#[test]
fn wrong_conditionals() {
    check(&[
        ("#if\n#endif", "PP0013 1:1 #if without an expression"),
        ("#if 1 +\n#endif", "PP0013 1:1 the condition ends where a value is expected"),
        ("#if 1 2\nx\n#endif", "PP0013 1:7 `2` is not expected here in the condition"),
        ("#if (1\n#endif", "PP0013 1:1 missing `)` in the condition"),
        ("#if 1 ? 2\n#endif", "PP0013 1:1 `?` without `:` in the condition"),
        ("#if 1.5\n#endif", "PP0013 1:5 `1.5` is not an integer constant"),
        ("#if 99999999999999999999\n#endif", "PP0013 1:5 `99999999999999999999` is too large for its type"),
        ("#if \"s\"\n#endif", "PP0013 1:5 `\"s\"` is not valid in a condition"),
        ("#if ''\n#endif", "PP0013 1:5 empty character constant"),
        ("#if f(1)\n#endif", "PP0013 1:5 `f` is not defined as a macro with parameters"),
        ("#if 1 / 0\n#endif", "PP0014 1:7 division by zero in #if"),
        ("#endif", "PP0011 1:1 #endif without #if"),
        ("#else", "PP0011 1:1 #else without #if"),
        ("#elif 1", "PP0011 1:1 #elif without #if"),
        ("#if 0\n#else\n#else\n#endif", "PP0011 3:1 #else after #else"),
        ("#if 1\nx", "x\nPP0012 1:1 this conditional has no #endif"),
        ("#if 0\nx", "PP0012 1:1 this conditional has no #endif"),
        (
            "#ifdef A B\n#endif C",
            "PP0010 1:10 extra tokens at the end of #ifdef\nPP0010 2:8 extra tokens at the end of #endif",
        ),
        (
            "#include \"h.h\"\n#endif\n//- h.h\n#if 1\n",
            "PP0012 h.h:1:1 this conditional has no #endif\nPP0011 2:1 #endif without #if",
        ),
    ]);
}

#[test]
fn skipped_lines_are_ranges() {
    let fixture = "a\n#if 0\nb\nc\n#elif 0\nd\n  #else\ne\n#endif\n#if 1\nf\n#else\n#if X\n#endif\n#endif\n";
    let (_, unit) = run(&options(), fixture);
    let skipped: Vec<&str> =
        unit.inactive.iter().map(|range| &fixture[range.start as usize..range.end as usize]).collect();
    assert_eq!(skipped, ["b\nc\n", "d\n", "#if X\n#endif\n"]);
    let (_, unit) = run(&options(), "#if 0\nx\ny");
    assert_eq!(unit.inactive.iter().map(|range| (range.start, range.end)).collect::<Vec<_>>(), [(6, 9)]);
}
