//! Pragmas, as directives and as operators.

use super::{check, options, run};
use clacc_syntax::token::TokenKind;

#[test]
fn directives_arrive_as_tokens() {
    check(&[
        ("#pragma acc parallel loop copy(a[0:n])\nfor", "[acc parallel loop copy ( a [ 0 : n ] ) ]\nfor"),
        ("#pragma omp parallel for default(none)\nfor", "[omp parallel for default ( none ) ]\nfor"),
        ("  #\tpragma /* c */ acc /* d */ wait // e\nx", "[acc wait ]\nx"),
        ("#pragma acc\\\n parallel \\\n  async\r\nx", "[acc parallel async ]\nx"),
        ("#pragma acc parallel\r\nx\r\n", "[acc parallel ]\nx"),
        ("#pragma acc parallel /* over\nlines */ async\nx", "[acc parallel async ]\nx"),
        ("#pragma acc", "[acc ]"),
        ("x\n#pragma acc wait", "x [acc wait ]"),
        ("#if 0\n#pragma acc wait\n#endif", ""),
        ("#pragma\nx", "x"),
    ]);
}

#[test]
fn macros_in_directives_are_expanded() {
    check(&[
        (
            "#define N 8\n#define G gang(N)\n#pragma acc loop G vector_length(N)\n",
            "[acc loop gang ( 8 ) vector_length ( 8 ) ]",
        ),
        ("#define D parallel for\n#pragma omp D\n", "[omp parallel for ]"),
        ("#define acc omp\n#pragma acc loop\n", "[acc loop ]"),
        ("#define F(x) x\n#pragma acc wait(F(1)) F\n(2)", "[acc wait ( 1 ) F ]\n( 2 )"),
        (
            "#define F(x) x\n#pragma acc wait F(1\n2)",
            "[acc wait F ( 1 ]\n2 )\nPP0026 2:18 the argument list of macro `F` is not terminated",
        ),
    ]);
}

#[test]
fn the_operator() {
    check(&[
        ("_Pragma(\"acc parallel\") x", "[acc parallel ]\nx"),
        ("#define P _Pragma(\"omp simd\")\na P b", "a [omp simd ]\nb"),
        (
            "#define DO(x) _Pragma(#x)\n#define N 4\nDO(acc loop gang(N), 1) DO(acc loop gang(N))",
            "DO [acc loop gang ( 4 ) ]\nPP0025 3:1 macro `DO` takes 1 arguments, 2 given",
        ),
        ("#define ID(x) x\nID(a _Pragma(\"omp barrier\") b)", "a [omp barrier ]\nb"),
        ("#define S(x) #x\nS(_Pragma(\"omp barrier\"))", "\"_Pragma(\\\"omp barrier\\\")\""),
        ("#define T \"acc wait\"\n_Pragma(T) _Pragma(L\"acc wait\")", "[acc wait ]\n[acc wait ]"),
        ("#define P _Pragma\nP(\"acc wait\") x", "[acc wait ]\nx"),
        ("_Pragma(\"acc cache(a[\\\"x\\\"])\")", "[acc cache ( a [ \"x\" ] ) ]"),
        ("_Pragma(\"pack(1)\") _Pragma ( \"once_more\" ) x", "[pack(1)]\n[once_more]\nx"),
        ("_Pragma(acc) x", "x\nPP0033 1:1 `_Pragma` takes one string literal in parentheses"),
        ("_Pragma x", "_Pragma x"),
        (
            "_Pragma(\"acc wait\" x",
            "_Pragma ( \"acc wait\" x\nPP0026 1:1 the argument list of macro `_Pragma` is not terminated",
        ),
        (
            "#define P(x) _Pragma(\"acc loop\") for (;;) x\nP(P(y))",
            "[acc loop ]\nfor ( ; ; ) [acc loop ]\nfor ( ; ; ) y",
        ),
    ]);
}

#[test]
fn other_pragmas_pass() {
    check(&[
        ("#pragma GCC diagnostic   push\nx", "[GCC diagnostic   push]\nx"),
        ("#pragma pack(1) /* c */ z // d\n", "[pack(1) z]"),
        ("#define pack N\n#pragma pack(2)\n", "[pack(2)]"),
        ("#pragma STDC FP_CONTRACT ON\n", "[STDC FP_CONTRACT ON]"),
        ("#pragma accelerate\n#pragma ACC loop\n", "[accelerate]\n[ACC loop]"),
        ("#pragma once\n", "PP0035 1:1 #pragma once in the main file has no effect"),
        (
            "#pragma GCC warning \"w\"\n#pragma GCC error \"e\"\n",
            "PP0031 1:1 #pragma GCC warning \"w\"\nPP0030 2:1 #pragma GCC error \"e\"",
        ),
    ]);
}

#[test]
fn macros_can_be_put_aside() {
    check(&[
        (
            "#define N 1\n#pragma push_macro(\"N\")\n#undef N\n#define N 2\nN\n#pragma pop_macro(\"N\")\nN",
            "2 1",
        ),
        (
            "#pragma push_macro(\"N\")\n#define N 2\nN\n#pragma pop_macro(\"N\")\nN\n#pragma pop_macro(\"N\")\nN",
            "2 N N",
        ),
        (
            "#define N 1\n_Pragma(\"push_macro(\\\"N\\\")\")\n#undef N\n_Pragma(\"pop_macro(\\\"N\\\")\") N",
            "1",
        ),
        ("#pragma push_macro(N)", "PP0034 1:1 expected a macro name as a string literal in parentheses"),
    ]);
}

#[test]
fn macros_that_bring_directives_are_known() {
    let unit = "#define A _Pragma(\"acc loop\") x\n#define B _Pragma ( \"  omp simd\" )\n#define C _Pragma(\"pack\")\n\
                #define D(x) _Pragma(#x)\n#define E _Pragma(\"accel\")\n";
    let (_, unit) = run(&options(), unit);
    let names: Vec<&str> =
        unit.pragma_macros.iter().map(|definition| &unit.tokens.names[definition.name]).collect();
    assert_eq!(names, ["A", "B"]);
    assert_eq!((unit.pragma_macros[0].body.0.0, unit.pragma_macros[0].body.1.0), (10, 31));
}

#[test]
fn keywords_are_recognised_on_the_way_out_only() {
    let (_, unit) = run(&options(), "#define while if\n#pragma omp for\nwhile (x) for");
    let kinds = &unit.tokens.kinds;
    assert_eq!(
        kinds[..],
        [
            TokenKind::PragmaOmp,
            TokenKind::For,
            TokenKind::PragmaEnd,
            TokenKind::If,
            TokenKind::LParen,
            TokenKind::Ident,
            TokenKind::RParen,
            TokenKind::For
        ]
    );
}

#[test]
fn uses_of_the_version_macros_are_recorded() {
    let fixture = "#include <s.h>\n#ifdef _OPENACC\n#endif\n#if defined(_OPENMP) && _OPENMP > 1 || _OPENACC\n#endif\n\
                   int v = _OPENACC;\n//- sys/s.h\n#ifdef _OPENACC\n#endif\n";
    let mut options = options();
    options.openacc = true;
    let (files, unit) = run(&options, fixture);
    let uses: Vec<String> = unit
        .version_macro_uses
        .iter()
        .map(|used| format!("{} {}", &unit.tokens.names[used.name], super::place(&files, &unit, used.at)))
        .collect();
    assert_eq!(uses, ["_OPENACC 2:8", "_OPENMP 4:13", "_OPENMP 4:25", "_OPENACC 4:40", "_OPENACC 6:9"]);
}
